//! The scripted game: a list of rolls, played out by the priority policy.

use core::fmt;
use core::str::FromStr;

use crate::event::{EventSink, NoEvents};
use crate::geometry::Roll;
use crate::priority::{Decision, priority};
use crate::script_error::ScriptError;
use crate::seat::{Seat, SeatSet};
use crate::tokens::Tokens;

/// One turn of a script: a roll by a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ScriptTurn {
    /// The seat that rolls.
    pub seat: Seat,
    /// The roll.
    pub roll: Roll,
}

impl fmt::Display for ScriptTurn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { seat, roll } = self;
        write!(f, "{seat}{roll}")
    }
}

/// The outcome of a script's turn. Rules: L-19, L-20.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TurnOutcome {
    /// The choice of the priority policy was played.
    Played(Decision),
    /// Skipped: the seat does not play.
    NotPlaying,
    /// Skipped: the player has finished.
    AlreadyFinished,
}

/// Two to four distinct seats, in the order given.
///
/// Rules: L-1, L-23. Only [`Players::check`] makes them, so they need no further
/// check.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Players(Vec<Seat>);

impl Players {
    /// The players of a list whose entries a front end has parsed: the one check
    /// that every front end shares.
    ///
    /// Rules: L-23. The error is that of the first entry that is no seat or a
    /// repeated one; then the entries are counted.
    ///
    /// # Errors
    /// The error of an entry; [`ScriptError::RepeatedPlayer`];
    /// [`ScriptError::PlayerCount`].
    pub fn check(
        entries: impl IntoIterator<Item = Result<Seat, ScriptError>>,
    ) -> Result<Self, ScriptError> {
        let mut seats = SeatSet::new();
        let mut players = Vec::with_capacity(Seat::ALL.len());
        for (entry, seat) in entries.into_iter().enumerate() {
            let seat = seat?;
            if !seats.insert(seat) {
                return Err(ScriptError::RepeatedPlayer { entry, seat });
            }
            players.push(seat);
        }
        if (2..=4).contains(&players.len()) {
            Ok(Self(players))
        } else {
            Err(ScriptError::PlayerCount {
                count: players.len(),
            })
        }
    }
}

/// Checked players and turns. Prints and parses as `A,B: A6 A4`.
///
/// Rules: L-19 (the list is the truth), L-23 (errors).
///
/// ```
/// use ludo_rules::Script;
///
/// let script: Script = "B,A: B6 B4".parse()?;
/// assert_eq!(script.report(&script.run()), ["18", "H", "H", "H"]);
/// # Ok::<(), ludo_rules::ScriptError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Script {
    players: Players,
    turns: Vec<ScriptTurn>,
}

impl Script {
    /// A script of these players and turns. The players keep their order.
    pub const fn new(players: Players, turns: Vec<ScriptTurn>) -> Self {
        Self { players, turns }
    }

    /// A script of seats given as texts and rolls given as integers.
    ///
    /// Rules: L-23. Every entry is checked, the players first; the first wrong
    /// one is the error.
    ///
    /// # Errors
    /// [`ScriptError`], with texts quoted in its values.
    pub fn parse<'a>(
        players: &[&str],
        turns: impl IntoIterator<Item = (&'a str, i64)>,
    ) -> Result<Self, ScriptError> {
        let players = parse_players(players, |value| format!("{value:?}"))?;
        let turns = turns.into_iter().enumerate().map(|(entry, (seat, roll))| {
            Ok(ScriptTurn {
                seat: seat.parse().map_err(|_| ScriptError::UnknownSeat {
                    entry,
                    value: format!("{seat:?}"),
                })?,
                roll: Roll::new(roll).map_err(|_| ScriptError::BadRoll {
                    entry,
                    value: roll.to_string(),
                })?,
            })
        });
        let turns = turns.collect::<Result<_, _>>()?;
        Ok(Self { players, turns })
    }

    /// The players, in the order given.
    pub fn players(&self) -> &[Seat] {
        &self.players.0
    }

    /// The turns, in the order given.
    pub fn turns(&self) -> &[ScriptTurn] {
        &self.turns
    }

    /// The players' tokens before the first turn: all in the yard. Rules: L-2.
    pub fn start(&self) -> Tokens {
        Tokens::in_yard(self.players().iter().copied().collect())
    }

    /// Plays every turn and returns the tokens after the last one.
    ///
    /// Rules: L-19, L-20. To see each turn, play [`Tokens::play_turn`] from
    /// [`Script::start`].
    pub fn run(&self) -> Tokens {
        let mut tokens = self.start();
        for &turn in &self.turns {
            tokens.play_turn(turn, &mut NoEvents);
        }
        tokens
    }

    /// The names of the tokens' spaces, `p` then `q`, for each player in the
    /// order of the players list. Rules: L-21.
    pub fn report(&self, tokens: &Tokens) -> Vec<String> {
        self.players()
            .iter()
            .filter_map(|&seat| tokens.spaces(seat))
            .flatten()
            .map(|space| space.to_string())
            .collect()
    }
}

/// The players of these texts, which `show` formats for errors.
fn parse_players(players: &[&str], show: impl Fn(&str) -> String) -> Result<Players, ScriptError> {
    let seat = |(entry, player): (usize, &&str)| {
        player.parse().map_err(|_| ScriptError::UnknownPlayer {
            entry,
            value: show(player),
        })
    };
    Players::check(players.iter().enumerate().map(seat))
}

impl fmt::Display for Script {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, seat) in self.players().iter().enumerate() {
            let separator = if place == 0 { "" } else { "," };
            write!(f, "{separator}{seat}")?;
        }
        f.write_str(":")?;
        self.turns.iter().try_for_each(|turn| write!(f, " {turn}"))
    }
}

impl FromStr for Script {
    type Err = ScriptError;

    /// Reads players separated by commas, a colon, and turns separated by blanks.
    fn from_str(text: &str) -> Result<Self, ScriptError> {
        let (players, turns) = text.split_once(':').ok_or_else(|| ScriptError::NoPlayers {
            value: text.to_owned(),
        })?;
        let players: Vec<&str> = match players.trim() {
            "" => Vec::new(),
            players => players.split(',').map(str::trim).collect(),
        };
        let players = parse_players(&players, str::to_owned)?;
        let turns = turns.split_whitespace().enumerate();
        let turns = turns
            .map(|(entry, word)| turn(entry, word))
            .collect::<Result<_, _>>()?;
        Ok(Self { players, turns })
    }
}

/// Reads one turn, such as `A6`.
fn turn(entry: usize, word: &str) -> Result<ScriptTurn, ScriptError> {
    let value = || word.to_owned();
    let mut rest = word.chars();
    let letter = rest
        .next()
        .filter(|letter| letter.is_alphabetic() && !rest.as_str().is_empty())
        .ok_or_else(|| ScriptError::NotAPair {
            entry,
            value: value(),
        })?;
    let seat = Seat::from_letter(letter).ok_or_else(|| ScriptError::UnknownSeat {
        entry,
        value: letter.to_string(),
    })?;
    let mut digits = rest.as_str().chars();
    let roll = digits
        .next()
        .filter(|_| digits.as_str().is_empty())
        .and_then(|digit| Roll::new(i64::from(digit.to_digit(10)?)).ok())
        .ok_or_else(|| ScriptError::BadRoll {
            entry,
            value: rest.as_str().to_owned(),
        })?;
    Ok(ScriptTurn { seat, roll })
}

impl Tokens {
    /// Plays one turn of a script by the priority policy, and passes the events
    /// to the sink.
    ///
    /// Rules: L-19, L-20 (a seat that does not play, or has finished, is skipped).
    pub fn play_turn(&mut self, turn: ScriptTurn, events: &mut impl EventSink) -> TurnOutcome {
        let ScriptTurn { seat, roll } = turn;
        if !self.is_seated(seat) {
            return TurnOutcome::NotPlaying;
        }
        if self.has_finished(seat) {
            return TurnOutcome::AlreadyFinished;
        }
        let decision: Decision = priority(self, seat, roll);
        self.walk(seat, decision.choice, roll, events);
        TurnOutcome::Played(decision)
    }
}
