//! Rules of thumb: what players go by who do not calculate.

use core::fmt;

use ludo_rules::{Move, Position, Roll, Seat, Step, Token, Tokens, priority};

/// A rule of thumb for the choice between two tokens.
///
/// Each names one of the two choices, or none where it does not apply or fits both.
///
/// ```
/// use ludo_rules::{Move, Position};
/// use parlor_puzzles::ludo::RuleOfThumb;
///
/// let position: Position = "A54.35/C8.11 A 4 -".parse()?;
/// assert_eq!(RuleOfThumb::Kick.choice(&position), Some(Move::Q));
/// assert_eq!(RuleOfThumb::Bounce.choice(&position), Some(Move::Q));
/// assert_eq!(RuleOfThumb::Front.choice(&position), Some(Move::P));
/// assert_eq!(RuleOfThumb::Stack.choice(&position), None);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RuleOfThumb {
    /// Bring a token out with a 6: the choice that leaves the yard (L-5).
    Yard,
    /// Kick when you can: the choice that kicks (L-9).
    Kick,
    /// Bring a token home when you can: the choice that ends on E (L-7).
    End,
    /// Get off the ring: the choice that leads from the ring to a home square, where nobody kicks (L-9).
    Home,
    /// Stack when you can: the choice that brings both tokens together (L-10).
    Stack,
    /// Flee: the token that can be hit, where the other one cannot.
    Flee,
    /// Go where it cannot be hit: the choice after which the moved token cannot.
    Safe,
    /// Do not waste a roll: the choice that does not bounce (L-7), where the other one does.
    Bounce,
    /// Run with the token in front: the one with more steps.
    Front,
    /// Bring up the token behind: the one with fewer steps.
    Behind,
    /// The order of the assignments: the priority policy (L-15 to L-18).
    Priority,
}

impl RuleOfThumb {
    /// Every rule of thumb, in the order in which puzzles list them.
    pub const ALL: [Self; 11] = [
        Self::Yard,
        Self::Kick,
        Self::End,
        Self::Home,
        Self::Stack,
        Self::Flee,
        Self::Safe,
        Self::Bounce,
        Self::Front,
        Self::Behind,
        Self::Priority,
    ];

    /// Its name in files and on the command line, in lower case: `kick`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Yard => "yard",
            Self::Kick => "kick",
            Self::End => "end",
            Self::Home => "home",
            Self::Stack => "stack",
            Self::Flee => "flee",
            Self::Safe => "safe",
            Self::Bounce => "bounce",
            Self::Front => "front",
            Self::Behind => "behind",
            Self::Priority => "priority",
        }
    }

    /// The choice that it names; `None` unless both tokens can move, and where it does not apply or fits
    /// both.
    pub fn choice(self, position: &Position) -> Option<Move> {
        let ways = Way::both(position)?;
        let [p, q] = &ways;
        match self {
            Self::Yard => only(&ways, |way| way.from.is_in_yard()),
            Self::Kick => only(&ways, Way::kicks),
            Self::End => only(&ways, |way| way.to.is_finished()),
            Self::Home => only(&ways, |way| {
                way.from.is_on_ring() && way.to.is_on_home_square()
            }),
            Self::Stack => only(&ways, |way| way.after.is_stacked(way.seat)),
            Self::Flee => only(&ways, |way| can_be_hit(&way.before, way.seat, way.from)),
            Self::Safe => only(&ways, |way| !can_be_hit(&way.after, way.seat, way.to)),
            Self::Bounce => only(&ways, |way| !way.bounces()),
            Self::Front => only(&ways, |way| way.from > p.from.min(q.from)),
            Self::Behind => only(&ways, |way| way.from < p.from.max(q.from)),
            Self::Priority => Some(priority(position.tokens(), p.seat, p.roll).choice),
        }
    }
}

impl fmt::Display for RuleOfThumb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// One of two choices, and what it does.
struct Way {
    seat: Seat,
    roll: Roll,
    choice: Move,
    from: Step,
    to: Step,
    before: Tokens,
    after: Tokens,
}

impl Way {
    /// The ways of `p` and `q`; `None` unless both can move.
    fn both(position: &Position) -> Option<[Self; 2]> {
        let (seat, roll) = position.to_act().zip(position.roll_in_hand())?;
        let before = *position.tokens();
        let steps = before.steps(seat)?;
        let way = |token: Token| {
            let choice = Move::from(token);
            let from = steps[token.index()];
            let mut after = *position;
            after.play(choice).ok()?;
            Some(Self {
                seat,
                roll,
                choice,
                from,
                to: from.after(roll)?,
                before,
                after: *after.tokens(),
            })
        };
        Some([way(Token::P)?, way(Token::Q)?])
    }

    fn kicks(&self) -> bool {
        self.before.victims(self.seat, self.to).next().is_some()
    }

    fn bounces(&self) -> bool {
        !self.from.is_in_yard() && self.to.value() - self.from.value() != roll_steps(self.roll)
    }
}

/// The choice of the only way for which this holds.
fn only(ways: &[Way; 2], holds: impl Fn(&Way) -> bool) -> Option<Move> {
    match ways.each_ref().map(holds) {
        [true, false] => Some(ways[0].choice),
        [false, true] => Some(ways[1].choice),
        _ => None,
    }
}

/// Whether an opponent's next roll can kick a token of this seat on this step (L-9). Bonus rolls do not count:
/// who goes by a rule of thumb looks one roll ahead.
fn can_be_hit(tokens: &Tokens, seat: Seat, step: Step) -> bool {
    let Some(space) = step.ring_space(seat) else {
        return false;
    };
    let opponents = tokens.iter().filter(|&(other, _)| other != seat);
    opponents
        .flat_map(|(other, steps)| steps.map(|step| (other, step)))
        .any(|(other, step)| {
            let mut landings = Roll::ALL.into_iter().filter_map(|roll| step.after(roll));
            landings.any(|landing| landing.ring_space(other) == Some(space))
        })
}

/// The number on the die, to compare with step counts.
fn roll_steps(roll: Roll) -> i8 {
    i8::try_from(roll.value()).expect("a roll is 1 to 6")
}

#[cfg(test)]
mod tests {
    use super::RuleOfThumb::{
        Behind, Bounce, End, Flee, Front, Home, Kick, Priority, Safe, Stack, Yard,
    };
    use super::*;

    /// What the rules that name a choice name: `yard p`.
    fn named(line: &str) -> Vec<String> {
        let position: Position = line.parse().unwrap();
        let named = RuleOfThumb::ALL.into_iter().filter_map(|rule| {
            let choice = rule.choice(&position)?;
            Some(format!("{rule} {choice}"))
        });
        named.collect()
    }

    fn check(line: &str, rule: RuleOfThumb, expected: Option<Move>) {
        let position: Position = line.parse().unwrap();
        assert_eq!(rule.choice(&position), expected, "{rule} in {line}");
    }

    #[test]
    fn each_rule_names_what_it_says() {
        check("AH.8/CE.46 A 6 -", Yard, Some(Move::P));
        check("A10.20/C30.H A 6 -", Yard, None);
        check("A54.35/C8.11 A 4 -", Kick, Some(Move::Q));
        // Either kicks: C's 36 and 38 are the spaces 8 and 10.
        check("A5.7/C36.38 A 3 -", Kick, None);
        check("A52.47/C33.18 A 5 -", End, Some(Move::P));
        check("A52.47/C33.18 A 4 -", End, None);
        check("A52.47/C33.18 A 5 -", Home, Some(Move::Q));
        check("A48.47/C33.18 A 5 -", Home, None);
        check("A13.18/C1.H A 5 -", Stack, Some(Move::P));
        check("A53.55/CH.H A 2 -", Stack, Some(Move::P));
        // Where one token bounces to the other, so does the other.
        check("A55.56/CH.H A 3 -", Stack, None);
        // On R two tokens are no stack (L-5).
        check("AH.R/CH.H A 6 -", Stack, None);
        check("A54.R/C33.48 A 6 -", Bounce, Some(Move::Q));
        check("A56.H/C33.48 A 6 -", Bounce, Some(Move::Q));
        check("A54.R/C33.48 A 3 -", Bounce, None);
        check("A40.45/C19.16 A 6 -", Front, Some(Move::Q));
        check("A40.45/C19.16 A 6 -", Behind, Some(Move::P));
        check("AR.R/CH.H A 3 -", Front, None);
        check("AR.R/CH.H A 3 -", Behind, None);
        check("AR.R/CH.H A 3 -", Priority, Some(Move::P));
    }

    #[test]
    fn a_token_can_be_hit_from_one_to_six_behind_and_from_r() {
        // C's 16 is space 44, and A's 45 one ahead of it.
        check("A40.45/C19.16 A 6 -", Flee, Some(Move::Q));
        // C's ready token reaches 29 to 34; 35 is out of reach.
        check("A35.34/CR.H A 6 -", Flee, Some(Move::Q));
        check("A35.34/CH.H A 6 -", Flee, None);
        // Both can be hit.
        check("A33.34/CR.H A 6 -", Flee, None);
        // C leaves the ring after its step 50, which is space 22: nothing beyond is hit from there.
        check("A24.40/C50.H A 1 -", Flee, None);
        check("A22.40/C45.H A 1 -", Flee, Some(Move::P));
        // From a home square and from R nobody needs to flee.
        check("AR.52/C1.2 A 3 -", Flee, None);
    }

    #[test]
    fn what_cannot_be_hit_is_judged_after_the_move() {
        // q kicks the only token that could hit it.
        check("A20.25/C1.H A 4 -", Safe, None);
        check("A20.25/C1.R A 4 -", Safe, Some(Move::P));
        check("A52.24/CR.H A 5 -", Safe, Some(Move::P));
    }

    #[test]
    fn no_rule_names_what_is_no_choice() {
        for line in [
            "A20.20/C1.H A 4 -",
            "AH.20/C1.H A 4 -",
            "AH.H/C1.H A 4 -",
            "AH.20/C1.H A - -",
            "AE.E/C1.H - - AC",
        ] {
            assert_eq!(named(line), [""; 0], "{line}");
        }
    }

    #[test]
    fn all_rules_are_listed_once_each_in_their_order() {
        assert!(RuleOfThumb::ALL.is_sorted());
        assert_eq!(
            named("AH.8/CE.46 A 6 -"),
            ["yard p", "front q", "behind p", "priority p"]
        );
    }
}
