//! Puzzles.

use parlor_puzzles::ludo::RuleOfThumb;

pub(in crate::pages) const PUZZLES: &str = "Puzzles";
pub(in crate::pages) const PUZZLES_DESCRIPTION: &str = "One right answer on the board: wins by force in Kuba, best choices in Ludo, and one puzzle a day.";
pub(in crate::pages) const ONE_CHOICE_ONLY: &str = "a puzzle of Ludo is one choice";
pub(in crate::pages) const SOLVED_BY_REDS: &str = "Solved: the seventh red.";
pub(in crate::pages) const SOLVED_BY_ELIMINATION: &str =
    "Solved: the last of their marbles is off.";
pub(in crate::pages) const SOLVED_BY_BLOCKING: &str =
    "Solved: the other side has no push left. One that ko forbids does not count.";
pub(in crate::pages) const NOT_IN_TIME: &str = "That does not win in time.";
pub(in crate::pages) const THE_ANSWER: &str = "The answer:";
pub(in crate::pages) const BEST_CHOSEN: &str = "Right, that is the best choice.";
pub(in crate::pages) const RIGHT_SO_FAR: &str = "Right so far.";

sentences! {
    puzzles_of(game: &str) => "Puzzles of {game}";
    no_such_puzzle(sent: &str) =>
        "There is no puzzle called {sent}. A puzzle has a name such as k-1f3a9c02 or l-1f3a9c02.";
    best_choice(roll: u8) => "Ludo: the best choice for a {roll}";
    wins_at_once(side: &str) => "You are {side}: win with one push.";
    /// What counts toward a win by reds.
    reds_so_far(own: u8, other: u8) => "Reds so far: you have {own} of 7, the other side {other}.";
    worse_by(points: &str) => "The other choice is better, by {points} games of a hundred.";
    wrong_here(rules: &str) => "Wrong here: {rules}.";
    right_here(rules: &str) => "Right here: {rules}.";
    solved_of(solved: usize, count: usize) => "{solved} of {count} solved";
    grade_of(grade: u8) => "Grade {grade} of 5";
}

/// `Kuba: win in 5`.
pub(in crate::pages) fn win_in(pushes: u8) -> String {
    format!("Kuba: win in {pushes}")
}

/// What there is to do in classroom rules, in pushes of one's own and of both sides.
pub(in crate::pages) fn wins_by_force(side: &str, own: u8, both: u8) -> String {
    format!(
        "You are {side}: win with {own} pushes, {both} together with the other side's, whatever those are. Classroom \
         rules."
    )
}

/// What there is to do in tournament rules, in which a turn may have several pushes.
pub(in crate::pages) fn wins_by_tournament_rules(side: &str, pushes: u8) -> String {
    format!(
        "You are {side}: win within {pushes} pushes of both sides together. Tournament rules: after a capture one \
         may push again."
    )
}

/// What there is to do in Ludo.
pub(in crate::pages) fn which_is_best(who: &str, roll: u8, is_bonus: bool) -> String {
    let after = if is_bonus { " after a 6" } else { "" };
    format!("You are {who} and have rolled a {roll}{after}. Which token should move?")
}

/// The days in a row on which the puzzle of the day was solved.
pub(in crate::pages) fn streak(days: u32, best: u32, has_today: bool) -> String {
    let now = match (days, has_today) {
        (0, _) => "Solve it today, and a streak begins.".to_owned(),
        (1, true) => "Solved. A streak of one day: come back tomorrow.".to_owned(),
        (1, false) => "A streak of one day: solve it today, and it goes on.".to_owned(),
        (_, true) => format!("Solved, {days} days in a row. The next one comes at midnight (UTC)."),
        (_, false) => format!("{days} days in a row: solve it today, and it goes on."),
    };
    if best > days {
        format!("{now} Your best: {best}.")
    } else {
        now
    }
}

/// What is right by this rule of thumb.
pub(in crate::pages) const fn rule_of_thumb(rule: RuleOfThumb) -> &'static str {
    match rule {
        RuleOfThumb::Yard => "bring a token out with a 6",
        RuleOfThumb::Kick => "kick when you can",
        RuleOfThumb::End => "bring a token into the middle when you can",
        RuleOfThumb::Home => "get off the ring",
        RuleOfThumb::Stack => "make a pair when you can",
        RuleOfThumb::Flee => "move the token that can be kicked",
        RuleOfThumb::Safe => "go where you cannot be kicked",
        RuleOfThumb::Bounce => "do not bounce off the end",
        RuleOfThumb::Front => "run with the token in front",
        RuleOfThumb::Behind => "bring up the token behind",
        RuleOfThumb::Priority => "the order in which the scripted game moves (L-15 to L-18)",
    }
}

/// What there is for a game.
pub(in crate::pages) fn puzzles_about(game: &str) -> &'static str {
    match game {
        "kuba" => "Wins by force, in one push to nine.",
        _ => "Choices where a rule of thumb goes wrong, with exact chances.",
    }
}
