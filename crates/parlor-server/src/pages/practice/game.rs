//! A game that is played on a practice board, in the words of its reader.

use parlor_game::{LiveGame, TextGame};
use parlor_view::{LastAction, Registered, Scene, Snapshot};

use super::super::board::lost_roll;
use super::super::steps::{Reader, words_for};
use super::super::{game_info, sentences};
use super::with_rule;
use crate::wording::capitalized;

/// A game whose reader plays one side, that which is to move in its first position, or all.
#[derive(Debug)]
pub(in crate::pages) struct PracticeGame<G: Registered> {
    live: LiveGame<G>,
    player: Player,
    last: Option<LastAction<G::Action, G::Event>>,
    happened: Vec<String>,
}

/// The reader, who plays one seat and is called "you", or all seats.
#[derive(Debug)]
struct Player {
    game: &'static str,
    seat: Option<char>,
}

impl Reader for Player {
    fn is_you(&self, seat: char) -> bool {
        self.seat == Some(seat)
    }

    fn name(&self, seat: char) -> String {
        game_info::piece(self.game, seat).to_owned()
    }

    fn who(&self, seat: char) -> String {
        if self.is_you(seat) {
            sentences::YOURSELF.to_owned()
        } else {
            capitalized(&self.name(seat))
        }
    }

    fn is_turned(&self) -> bool {
        false
    }
}

impl<G: Registered> PracticeGame<G> {
    /// A game that begins with this position.
    pub(in crate::pages) fn new(start: G::Position) -> Self {
        let seat = G::turn(&start).seat().map(G::letter);
        Self::read_by(seat, start)
    }

    /// A game that begins with this position, in which the reader plays every side.
    pub(in crate::pages) fn of_all_sides(start: G::Position) -> Self {
        Self::read_by(None, start)
    }

    /// A game that begins after an action in this position, whose reader plays the side that is to move then.
    ///
    /// # Errors
    /// Why the action cannot be played, in words with the rule.
    pub(in crate::pages) fn after(start: G::Position, action: &str) -> Result<Self, String> {
        let mut game = Self::of_all_sides(start);
        game.act(action)?;
        game.forget();
        game.player.seat = game.live.turn().seat().map(G::letter);
        Ok(game)
    }

    fn read_by(seat: Option<char>, start: G::Position) -> Self {
        Self {
            player: Player {
                game: G::NAME,
                seat,
            },
            live: LiveGame::new(start, None),
            last: None,
            happened: Vec::new(),
        }
    }

    pub(in crate::pages) const fn live(&self) -> &LiveGame<G> {
        &self.live
    }

    /// Whether the reader is to act.
    pub(in crate::pages) fn is_readers_turn(&self) -> bool {
        let seat = self.live.turn().seat();
        seat.is_some_and(|seat| self.player.is_you(G::letter(seat)))
    }

    /// What happened since the last call of [`forget`](Self::forget), in sentences.
    pub(in crate::pages) fn happened(self) -> Vec<String> {
        self.happened
    }

    /// Drops what has happened so far.
    pub(in crate::pages) fn forget(&mut self) {
        self.happened.clear();
    }

    /// Adds a sentence to what has happened.
    pub(in crate::pages) fn say(&mut self, sentence: String) {
        self.happened.push(sentence);
    }

    /// Lets the die show this.
    ///
    /// # Errors
    /// Why it cannot, in words.
    pub(in crate::pages) fn roll(&mut self, roll: u8) -> Result<(), String> {
        let taken = TextGame::take_chance(&mut self.live, &roll.to_string());
        taken.map_err(|error| with_rule(&error, error.rule()))
    }

    /// Lets the die show this, and says so. What cannot be answered is passed at once, as in a game. Rules: L-14.
    ///
    /// # Errors
    /// Why it cannot, in words.
    pub(in crate::pages) fn roll_and_pass(&mut self, roll: u8) -> Result<Vec<G::Event>, String> {
        self.roll(roll)?;
        if let Some(pass) = lost_roll(&self.scene()) {
            return self.act(&pass);
        }
        let seat = self.live.turn().seat().map(G::letter);
        let who = seat.map(|seat| self.player.who(seat)).unwrap_or_default();
        self.happened.push(sentences::rolled_now(&who, roll));
        Ok(Vec::new())
    }

    /// Plays an action in notation, and returns what happened.
    ///
    /// # Errors
    /// Why it cannot be played, in words with the rule.
    pub(in crate::pages) fn act(&mut self, played: &str) -> Result<Vec<G::Event>, String> {
        let action = played
            .parse::<G::Action>()
            .map_err(|error| error.to_string())?;
        let mut events = Vec::new();
        let made = self.live.play_with_events(action, &mut events);
        made.map_err(|error| with_rule(&error, Some(error.rule())))?;
        self.last = Some(LastAction {
            action,
            events: events.clone(),
        });
        let words = words_for(&self.player, |seat| self.player.who(seat), &self.scene());
        self.happened.extend(words.map(|words| words.plain));
        Ok(events)
    }

    pub(in crate::pages) fn scene(&self) -> Scene {
        G::scene(Snapshot {
            last_action: self.last.clone(),
            ..Snapshot::of(&self.live)
        })
    }
}
