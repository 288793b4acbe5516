//! The priority policy: the decision-making algorithm of the assignment.

use crate::geometry::{Roll, Step, Token};
use crate::moves::Move;
use crate::seat::Seat;
use crate::tokens::Tokens;

/// A choice and the rule that made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Decision {
    /// The choice.
    pub choice: Move,
    /// The reason for it.
    pub reason: Reason,
}

/// Why the priority policy chose what it chose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reason {
    /// Nothing can move. Rules: L-14.
    NothingMoves,
    /// Only one token can move. Rules: L-14.
    OnlyOne,
    /// The tokens are a stack and move as one. Rules: L-10.
    Stack,
    /// A 6 brings a token out of the yard. Rules: L-15.
    LeaveYard,
    /// The roll takes a token on a home square exactly to the end. Rules: L-16.
    Finish,
    /// The move kicks. Rules: L-17.
    Kick,
    /// Either move would kick; the token further from the end moves. Rules: L-17, L-18.
    FurthestOfTwoKicks,
    /// The token further from the end moves. Rules: L-18.
    Furthest,
}

impl Reason {
    /// The rule that decided.
    pub const fn rule(self) -> &'static str {
        match self {
            Self::NothingMoves | Self::OnlyOne => "L-14",
            Self::Stack => "L-10",
            Self::LeaveYard => "L-15",
            Self::Finish => "L-16",
            Self::Kick | Self::FurthestOfTwoKicks => "L-17",
            Self::Furthest => "L-18",
        }
    }
}

/// What the priority policy does with a roll.
///
/// Rules: L-14, L-15, L-16, L-17, L-18, in this order; a stack (L-10) and a lone
/// token that can move leave nothing to choose. A seat that is not playing,
/// or has finished, passes.
///
/// ```
/// use ludo_rules::{Move, Reason, Roll, Seat, Step, Tokens, priority};
///
/// // A's p could kick C on space 8; its q is further from the end.
/// let tokens = Tokens::from_steps([
///     (Seat::A, [Step::new(5)?, Step::new(2)?]),
///     (Seat::C, [Step::new(36)?, Step::YARD]),
/// ])?;
/// let decision = priority(&tokens, Seat::A, Roll::new(3)?);
/// assert_eq!((decision.choice, decision.reason), (Move::P, Reason::Kick));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn priority(tokens: &Tokens, seat: Seat, roll: Roll) -> Decision {
    let (choice, reason) = decide(tokens, seat, roll);
    Decision { choice, reason }
}

fn decide(tokens: &Tokens, seat: Seat, roll: Roll) -> (Move, Reason) {
    let Some(steps) = tokens.steps(seat) else {
        return (Move::Pass, Reason::NothingMoves);
    };
    let step = |token: Token| steps[token.index()];
    let can_move = |token: Token| step(token).after(roll).is_some();

    // Rules: L-15. First of all, even if the other token cannot move anyway.
    if roll.is_six()
        && let Some(token) = Token::ALL
            .into_iter()
            .find(|&token| step(token).is_in_yard())
    {
        return (token.into(), Reason::LeaveYard);
    }
    // Rules: L-10.
    if tokens.is_stacked(seat) {
        return (Move::Stack, Reason::Stack);
    }
    // Rules: L-14.
    match Token::ALL.map(can_move) {
        [true, true] => {}
        [true, false] => return (Move::P, Reason::OnlyOne),
        [false, true] => return (Move::Q, Reason::OnlyOne),
        [false, false] => return (Move::Pass, Reason::NothingMoves),
    }
    // Rules: L-16. Only from a home square can a roll reach the end.
    let finishes = |&token: &Token| step(token).after(roll).is_some_and(Step::is_finished);
    if let Some(token) = Token::ALL.into_iter().find(finishes) {
        return (token.into(), Reason::Finish);
    }
    // Rules: L-17.
    let kicks = |token: Token| {
        step(token)
            .after(roll)
            .is_some_and(|to| tokens.victim(seat, to).is_some())
    };
    // Rules: L-18. Equal steps are two tokens on R here, and then it is `p`.
    let furthest = if step(Token::Q) < step(Token::P) {
        Move::Q
    } else {
        Move::P
    };
    match Token::ALL.map(kicks) {
        [true, true] => (furthest, Reason::FurthestOfTwoKicks),
        [true, false] => (Move::P, Reason::Kick),
        [false, true] => (Move::Q, Reason::Kick),
        [false, false] => (furthest, Reason::Furthest),
    }
}
