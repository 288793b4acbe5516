//! What decided a game: the verdict, what changed much, and what would have been better.

use parlor_game::Label;

sentences! {
    /// Who had which chance to win at first, in per cent.
    began_with(who: &str, chance: &str) => "{who} began with {chance} in 100.";
    /// How the sums of what two players lost compare, in reds.
    gave_away(who: &str, reds: &str, other: &str, others: &str) =>
        "{who} gave away {reds} reds, {other} {others}.";
    whose_choices(who: &str) => "Mostly {who}’s choices.";
    whose_push(who: &str) => "One push of {who}’s decided it.";
    came_to(chance: &str) => "It had come to {chance} at the end.";
    /// The way of the chance to win over one roll, in per cent.
    roll_chances(whose: &str, before: &str, rolled: &str) =>
        "{whose} chance to win: {before} before the roll, {rolled} after it.";
    chances(whose: &str, before: &str, rolled: &str, after: &str) =>
        "{whose} chance to win: {before} before the roll, {rolled} after it, {after} after the choice.";
    chance_of(who: &str) => "{who}’s";
    lost_points(label: &str, points: &str) => "{label}: it lost {points} of 100.";
    lost_reds(label: &str, reds: &str) => "{label}: it lost {reds} reds.";
    /// What would have been better, and what it would have come to.
    better(does: &str, chance: &str) => "Better: {does}. It would have left {chance}.";
    better_push(does: &str) => "Better: {does}.";
    better_marked(way: &str) => "Better: the ringed marble {way}.";
    that_kicks(owner: &str) => "That kicks {owner}.";
    /// The rolls with which somebody can kick, after what was done and after what was better.
    can_kick(who: &str, rolls: &str) => "{who} can kick now with {rolls}";
    and_then_with(danger: &str, rolls: &str) => "{danger}, then only with {rolls}.";
    and_then_not(danger: &str) => "{danger}, then with no roll.";
    /// What happened at a moment, in short.
    moment(who: &str, roll: u8, what: &str) => "{who} rolled {roll}: {what}";
    push_moment(who: &str, way: &str, what: &str) => "{who} pushed {way}: {what}";
    in_reach_of(who: &str) => "left where {who} can kick";
    ahead(before: &str, after: &str) => "Before it: {before}. After it: {after}.";
    is_ahead(who: &str, reds: &str) => "{who} ahead by {reds} reds";
    wins_in(who: &str, pushes: u32) => "{who} to win within {pushes} pushes";
    wins_next(who: &str) => "{who} to win with the next push";
    is_far_ahead(who: &str) => "{who} ahead by more than seven reds";
    /// The move from which the winner was ahead to the end.
    decided_at(number: usize) => "Move {number} decided it.";
    stood_in(moves: usize, name: &str) =>
        "A bot that stood in made {moves} of the moves of {name}; they count as the player’s.";
    stood(how: &str) => "At the end: {how}.";
    has_already_won(who: &str) => "{who} has won";
    /// What the course of a game shows, for ears.
    chance_course(whose: &str, start: &str, end: &str) =>
        "{whose} chance to win after each roll and each choice: {start} per cent at the start, {end} at the end.";
    lead_course(who: &str) => "Who was ahead after each push: the higher, the better for {who}.";
    ply_of(number: usize, of: usize) => "{number} of {of}";
    estimates(points: &str) =>
        "With more than two players these are estimates, which are off by {points} of 100 on average.";
    looked_at(positions: &str) => "The engine looked at {positions} positions for each push. A sure win counts as seven reds, and no lead counts as more.";
}

pub(in crate::pages) const MOSTLY_DICE: &str = "Mostly the dice.";
pub(in crate::pages) const MOSTLY_YOUR_CHOICES: &str = "Mostly your choices.";
pub(in crate::pages) const DICE_AND_CHOICES: &str = "Dice and choices alike.";
pub(in crate::pages) const RESIGNED: &str = "It ended by a resignation.";
pub(in crate::pages) const OUT_OF_TIME: &str = "It ended by the clock.";
pub(in crate::pages) const UNDECIDED: &str = "It ended undecided.";
pub(in crate::pages) const AHEAD_ALL_ALONG: &str = "The winner was ahead all along.";
pub(in crate::pages) const YOUR_PUSH: &str = "One push of yours decided it.";
pub(in crate::pages) const WHERE_IT_WENT: &str = "Here is where it went.";
pub(in crate::pages) const WHAT_WON_IT: &str = "Here is what won it.";
pub(in crate::pages) const OTHERS_CHOICES: &str = "Mostly the others’ choices.";
pub(in crate::pages) const COURSE_OF_CHANCES: &str = "How the chances went";
pub(in crate::pages) const COURSE_OF_LEADS: &str = "Who was ahead";
pub(in crate::pages) const YOURS: &str = "Your";
pub(in crate::pages) const DICE: &str = "Dice";
pub(in crate::pages) const CHOICES: &str = "Choices";
pub(in crate::pages) const NO_CHOICE: &str = "There was no choice.";
pub(in crate::pages) const BEST_CHOICE: &str = "The best choice.";
pub(in crate::pages) const BEST_PUSH: &str = "The best push.";
pub(in crate::pages) const STILL_TO_CHOOSE: &str = "It ended before the choice.";
pub(in crate::pages) const EVEN: &str = "nobody ahead";
pub(in crate::pages) const MORE_OFTEN: &str = "Over all that can follow, it wins more often.";
pub(in crate::pages) const THAT_COMES_HOME: &str = "That brings a token home.";
pub(in crate::pages) const THAT_COMES_OUT: &str = "That brings a token out.";
pub(in crate::pages) const THAT_MAKES_PAIR: &str = "That makes a pair.";
pub(in crate::pages) const LUCKY: &str = "lucky";
pub(in crate::pages) const UNLUCKY: &str = "unlucky";
pub(in crate::pages) const NO_KICK: &str = "a kick passed up";
pub(in crate::pages) const NOT_HOME: &str = "home passed up";
pub(in crate::pages) const NOT_OUT: &str = "brought nobody out";
pub(in crate::pages) const NO_PAIR: &str = "a pair passed up";
pub(in crate::pages) const WRONG_TOKEN: &str = "the weaker choice";
pub(in crate::pages) const NO_RED: &str = "a red passed up";
pub(in crate::pages) const NO_CAPTURE: &str = "a marble passed up";
pub(in crate::pages) const WEAKER_PUSH: &str = "the weaker push";
pub(in crate::pages) const NOT_WON: &str = "a win passed up";
pub(in crate::pages) const ENDED_TURN: &str = "no further";
pub(in crate::pages) const START: &str = "The start";
pub(in crate::pages) const NO_ANALYSIS: &str = "This game cannot be analyzed";
pub(in crate::pages) const NO_ANALYSIS_YET: &str = "There is no analysis yet";
pub(in crate::pages) const ASK_FOR_ANALYSIS: &str = "Nobody has asked for it, or it is still being made: the button is on the page “What decided it?”.";
pub(in crate::pages) const ANALYSIS_FAILED: &str = "That is a fault of this server, whose log has the reason. The game and its record are as they were.";

/// A label at the beginning of a sentence.
pub(in crate::pages) fn label(label: Label) -> &'static str {
    match label {
        Label::Best => "The best",
        Label::Good => "A good choice",
        Label::Inaccuracy => "An inaccuracy",
        Label::Mistake => "A mistake",
        Label::Blunder => "A blunder",
    }
}
