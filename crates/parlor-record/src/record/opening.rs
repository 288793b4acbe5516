//! Everything that precedes the first ply.

use core::num::NonZeroU32;

use parlor_dice::{Contribution, Contributor, DiceError, Participant, check_repeats};
use parlor_game::Game;

use super::date::Date;
use super::dice::Dice;
use super::document::{DiceDocument, KnownField, RecordDocument, RecordObject as _, SeatDocument};
use super::fields::Fields;

/// Everything that precedes the first ply, not checked yet.
///
/// [`Record::begin`](super::Record::begin) checks it.
#[derive(Clone, Debug, PartialEq)]
pub struct Opening<G: Game> {
    /// The rule set.
    pub rules: G::Rules,
    /// The players; the first one begins.
    pub players: Vec<SeatEntry<G::Seat>>,
    /// The limit of the match driver, if any. Rules: L-31, K-13.
    pub limit: Option<NonZeroU32>,
    /// The first position, if not the usual start.
    pub start: Option<G::Position>,
    /// The date.
    pub date: Option<Date>,
    /// The dice that the game commits to.
    pub dice: Option<Dice>,
    /// Fields that this version does not know.
    pub fields: Fields,
}

impl<G: Game> Opening<G> {
    /// The opening of a game by these rules among these seats, without any
    /// other field.
    pub fn new(rules: G::Rules, seats: impl IntoIterator<Item = G::Seat>) -> Self {
        Self {
            rules,
            players: seats.into_iter().map(SeatEntry::new).collect(),
            limit: None,
            start: None,
            date: None,
            dice: None,
            fields: Fields::new(),
        }
    }

    /// The player at a seat.
    pub fn player(&self, seat: G::Seat) -> Option<&SeatEntry<G::Seat>> {
        self.players.iter().find(|player| player.seat == seat)
    }

    /// The player at a seat, mutable.
    pub fn player_mut(&mut self, seat: G::Seat) -> Option<&mut SeatEntry<G::Seat>> {
        self.players.iter_mut().find(|player| player.seat == seat)
    }

    /// The seats in the order of the players.
    pub fn seats(&self) -> Vec<G::Seat> {
        self.players.iter().map(|player| player.seat).collect()
    }

    /// Checks everything and returns the first position.
    pub(super) fn check(&self) -> Result<G::Position, OpeningError<G>> {
        let position = self.check_start()?;
        for player in &self.players {
            player.check(G::letter(player.seat))?;
        }
        RecordDocument::check(&self.fields)?;
        self.check_dice()?;
        Ok(position)
    }

    fn check_start(&self) -> Result<G::Position, OpeningError<G>> {
        let seats = self.seats();
        let Some(start) = &self.start else {
            return G::start(self.rules, &seats).map_err(OpeningError::Start);
        };
        if G::rules(start) != self.rules {
            return Err(OpeningError::OtherRules {
                start: G::rules(start),
            });
        }
        let playing: Vec<_> = G::seats(start).collect();
        let mut named = seats.clone();
        named.sort_unstable();
        let mut needed = playing.clone();
        needed.sort_unstable();
        if named != needed {
            return Err(OpeningError::OtherSeats { playing });
        }
        match G::turn(start).seat() {
            Some(to_act) if seats.first() != Some(&to_act) => {
                Err(OpeningError::OtherFirst { to_act })
            }
            _ => Ok(start.clone()),
        }
    }

    fn check_dice(&self) -> Result<(), OpeningError<G>> {
        let says_dice = self.dice.is_some()
            || self
                .players
                .iter()
                .any(|player| !player.contribution.is_empty());
        if says_dice && !G::has_dice() {
            return Err(DiceError::NoDice.into());
        }
        let Some(dice) = &self.dice else {
            let mut players = self.players.iter();
            return match players.find(|player| !player.contribution.is_empty()) {
                Some(player) => Err(DiceError::NotCommitted(G::letter(player.seat)).into()),
                None => Ok(()),
            };
        };
        dice.check()?;
        DiceDocument::check(&dice.fields)?;
        let contributor = |player: &SeatEntry<G::Seat>, epoch| Contributor {
            scheme: dice.scheme,
            game_id: &dice.game_id,
            seat: G::letter(player.seat),
            epoch,
            player: player.participant(),
        };
        for player in &self.players {
            player.contribution.check(&contributor(player, 0))?;
        }
        for (number, epoch) in (1..).zip(&dice.epochs) {
            for (&seat, given) in &epoch.contributions {
                let mut players = self.players.iter();
                let player = players.find(|player| G::letter(player.seat) == seat);
                let epoch = number;
                let player = player.ok_or(DiceError::NotAPlayer { seat, epoch })?;
                given.check(&contributor(player, epoch))?;
            }
        }
        let first = self.players.iter().filter_map(|player| {
            let commitment = player.contribution.commitment?;
            Some((G::letter(player.seat), 0, commitment))
        });
        check_repeats(first.chain(dice.later_commitments()))?;
        Ok(())
    }
}

/// A player at a seat.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SeatEntry<Seat> {
    /// The seat.
    pub seat: Seat,
    /// The name, any text.
    pub name: Option<String>,
    /// The program that plays, one word, if no person does.
    pub bot: Option<String>,
    /// The contribution to the game's dice before the game, in epoch 0.
    pub contribution: Contribution,
    /// Fields that this version does not know.
    pub fields: Fields,
}

impl<Seat> SeatEntry<Seat> {
    /// A player of whom only the seat is known.
    pub const fn new(seat: Seat) -> Self {
        Self {
            seat,
            name: None,
            bot: None,
            contribution: Contribution::EMPTY,
            fields: Fields::new(),
        }
    }

    /// Whether a person or a bot plays.
    pub(super) const fn participant(&self) -> Participant {
        match self.bot {
            Some(_) => Participant::Bot,
            None => Participant::Person,
        }
    }

    pub(super) fn check<G: Game>(&self, letter: char) -> Result<(), OpeningError<G>> {
        if self.bot.as_deref().is_some_and(|bot| !is_word(bot)) {
            return Err(OpeningError::NotAWord { seat: letter });
        }
        SeatDocument::check(&self.fields)?;
        Ok(())
    }
}

/// Whether the text can be the name of a bot.
pub(super) fn is_word(text: &str) -> bool {
    !text.is_empty()
        && !text
            .chars()
            .any(|letter| letter.is_whitespace() || letter.is_control())
}

/// Why a record cannot begin this way.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum OpeningError<G: Game> {
    /// The rules do not allow these seats.
    #[error("{0}")]
    Start(G::StartError),
    /// The position has other rules.
    #[error("the position is one of {start} rules")]
    OtherRules {
        /// Its rules.
        start: G::Rules,
    },
    /// The position has other seats.
    #[error("in the position play {}; name exactly these", letters::<G>(.playing))]
    OtherSeats {
        /// Its seats.
        playing: Vec<G::Seat>,
    },
    /// Another seat is to act in the position.
    #[error("in the position {} is to act; name {} first", G::letter(*.to_act), G::letter(*.to_act))]
    OtherFirst {
        /// The seat to act.
        to_act: G::Seat,
    },
    /// A bot's name is empty or contains a blank.
    #[error("the bot at {seat} must be one word")]
    NotAWord {
        /// The seat of the bot.
        seat: char,
    },
    /// The dice are wrong.
    #[error("{0}")]
    Dice(#[from] DiceError),
    /// A known field was given as an unknown one.
    #[error("{0}")]
    KnownField(#[from] KnownField),
}

/// Letters with commas between them.
pub(super) fn letters<G: Game>(seats: &[G::Seat]) -> String {
    let letters: Vec<String> = seats
        .iter()
        .map(|&seat| G::letter(seat).to_string())
        .collect();
    letters.join(", ")
}
