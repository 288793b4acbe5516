//! What happened on the board and whose turn it is, for who plays or watches: names and "you", and
//! no rule ids. They are in the past tense, in which "You" and a name read alike.

// Ludo. Rules: L-5 (out), L-6 (walks), L-7 (turns back), L-8 and L-12 (home), L-9 and L-11
// (kicks), L-10 (a pair), L-14 (a lost roll), L-25 (a pair parts).

sentences! {
    rolled_now(who: &str, roll: u8) => "{who} rolled {roll}.";
    nothing_moved(who: &str, roll: u8) => "{who} rolled {roll}. Nothing could move.";
    came_out(who: &str, roll: u8) => "{who} rolled {roll} and brought a token out.";
    came_home(who: &str, roll: u8) => "{who} rolled {roll} and brought a token home.";
    pair_came_home(who: &str, roll: u8) => "{who} rolled {roll} and brought both tokens home.";
    moved_token(who: &str, roll: u8) => "{who} rolled {roll} and moved a token.";
    moved_pair(who: &str, roll: u8) => "{who} rolled {roll} and moved the pair.";
    token_turned_back(who: &str, roll: u8) =>
        "{who} rolled {roll}, too much for the last steps: the token turned back.";
    pair_turned_back(who: &str, roll: u8) =>
        "{who} rolled {roll}, too much for the last steps: the pair turned back.";
    kicked_one_of(owner: &str) => "A token of {owner} went back to the yard.";
    kicked_both_of(owner: &str) => "Both tokens of {owner} went back to the yard.";
    finished(who: &str, place: &str) => "{who} came {place}.";
    /// Where a token went, for ears and for boards with numbers.
    from_to(tokens: &str, from: &str, to: &str) => "{tokens}: {from} to {to}.";
}

pub(in crate::pages) const KICKED_YOURS: &str = "Your token went back to the yard.";
pub(in crate::pages) const KICKED_BOTH_YOURS: &str = "Both your tokens went back to the yard.";
pub(in crate::pages) const PAIR_MADE: &str = "The tokens are a pair now.";
pub(in crate::pages) const PAIR_PARTED: &str = "The other token of the pair stayed.";

// Kuba. Rules: K-2 (directions), K-4 (a push), K-6 (what leaves the board), K-12 (the turn's end).

sentences! {
    pushed_one(who: &str, way: &str) => "{who} pushed a marble {way}.";
    pushed(who: &str, marbles: u8, way: &str) => "{who} pushed {marbles} marbles {way}.";
    captured(reds: u8, needed: u8) => "A red fell off the board: {reds} of {needed}.";
    lost_marble(owner: &str, left: u8) => "A marble of {owner} fell off the board: {left} left.";
    lost_yours(left: u8) => "One of your marbles fell off the board: {left} left.";
    ended_turn(who: &str) => "{who} ended the turn.";
    /// A push in notation, for ears and for boards with numbers.
    in_notation(push: &str) => "{push}.";
}

pub(in crate::pages) const TO_THE_LEFT: &str = "to the left";
pub(in crate::pages) const TO_THE_RIGHT: &str = "to the right";
pub(in crate::pages) const UP: &str = "up";
pub(in crate::pages) const DOWN: &str = "down";

// Whose turn it is, when it is not the reader's.

sentences! {
    is_to_roll_now(who: &str) => "{who} is to roll.";
    is_to_roll_again(who: &str) => "{who} rolled a 6 and is to roll again.";
    rolled_in_vain_by(who: &str, roll: u8) => "{who} rolled {roll}. Nothing can move.";
    is_to_choose(who: &str, roll: u8) => "{who} rolled {roll} and is to choose.";
    is_to_push(who: &str) => "{who} is to push.";
    may_push_again(who: &str) => "{who} may push again, or end the turn.";
}

// Other players.

sentences! {
    /// Who moved, at the beginning of a sentence: a bot in the place of a player.
    stands_in(bot: &str, whom: &str) => "The bot {bot}, for {whom},";
    is_away(who: &str, bot: &str) => "{who} is away: the bot {bot} plays meanwhile.";
    is_back(who: &str) => "{who} is back, and plays again.";
    wants_rematch(who: &str) => "{who} wants to play again.";
    took_back(who: &str) => "{who} took back a move.";
}

pub(in crate::pages) const WAS_RESTORED: &str = "The game was restored from a backup.";
pub(in crate::pages) const NEW_DICE: &str = "All players have given to the dice once more, and the \
     game goes on.";

pub(in crate::pages) const YOURS_TAKEN_BACK: &str = "Your move was taken back.";
