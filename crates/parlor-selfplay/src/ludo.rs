//! Ludo: a row for each roll.

use core::ops::Range;
use core::sync::atomic::AtomicBool;

use ludo_rules::{Action, DEFAULT_ROLL_LIMIT, Move, Phase, Position, Roll, RollKind, Rules, Seat};
use ludo_solver::exact::{Seating, Tablebase};
use parlor_batch::ludo::number;
use parlor_game::{Choice, Game, LiveGame, Ludo, Standing};
use parlor_players::ludo;
use parlor_sim::{Deals, GameError, Observer, Played, Pool, SelfPlay};

use crate::asked::{Question, Recording, Table};
use crate::column::{Column, Values};
use crate::drawn::Draws;
use crate::error::{SetupError, checked_limit, for_each_seat};
use crate::playouts::{LUDO_ENDINGS, ending};
use crate::rows::{Bulk, Rows};
use crate::seats::index;
use crate::tally::{CountDrawn, Countable};

/// The greatest limit: plies are numbers of 16 bits.
pub const MAX_LIMIT: u32 = 65_535;

/// The step count of the tokens of a seat that does not play, where games have different seats.
pub const NO_TOKEN: i8 = -2;

/// The number in place of an action where the choice for the roll is still due.
pub const NO_ACTION: u8 = u8::MAX;

/// The games that one thread plays at a time: some milliseconds.
const BLOCK: u64 = 32;

/// What is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The seats in order; the first one begins. Rules: L-1, L-28.
    pub seats: Vec<Seat>,
    /// The names of the policies, one for each of `seats`, or one for all.
    pub policies: Vec<String>,
    /// The seed of all games.
    pub seed: u64,
    /// The limit of rolls, 1 to [`MAX_LIMIT`]. Rules: L-31.
    pub limit: u32,
    /// Whether the rows have exact values, which takes two seats.
    pub values: bool,
}

impl Default for Options {
    /// Random play at two opposite seats, seed 1.
    fn default() -> Self {
        Self {
            seats: vec![Seat::A, Seat::C],
            policies: vec!["random".to_owned()],
            seed: 1,
            limit: DEFAULT_ROLL_LIMIT,
            values: false,
        }
    }
}

/// Games of Ludo among named policies.
#[derive(Clone, Debug)]
pub struct Games {
    table: Table<Ludo>,
    seats: Vec<Seat>,
    seating: Option<Seating>,
    values: bool,
    draws: Draws,
}

impl Games {
    /// The games of these options.
    ///
    /// # Errors
    /// [`SetupError`] for seats that cannot play, an unknown policy, a wrong number of them or one that does
    /// not play among so many, a limit out of range, and for values at more than two seats.
    #[expect(
        clippy::missing_panics_doc,
        reason = "each seat is one of those given, and has a player"
    )]
    pub fn new(options: &Options) -> Result<Self, SetupError> {
        let seats = options.seats.clone();
        let start = Ludo::start(Rules::Classic, &seats).map_err(SetupError::Seats)?;
        let limit = checked_limit(options.limit, MAX_LIMIT, Ludo::LIMIT_RULE)?;
        let named = options.policies.iter().map(|name| {
            ludo::entrant(name, seats.len()).map_err(|reason| SetupError::Player {
                player: name.clone(),
                reason,
            })
        });
        let policies = for_each_seat(named.collect::<Result<Vec<_>, _>>()?, seats.len())?;
        let seating = <[Seat; 2]>::try_from(&seats[..]).ok().and_then(Seating::of);
        if options.values && seating.is_none() {
            return Err(SetupError::Values { seats: seats.len() });
        }
        let deals = Deals::new(start, options.seed).with_limit(limit);
        // The games know their seats clockwise, whoever begins.
        let in_order = deals.seats();
        let entrants = in_order.iter().map(|seat| {
            let place = seats.iter().position(|given| given == seat);
            policies[place.expect("it is one of the seats")].clone()
        });
        let play = SelfPlay::new(entrants.collect(), deals).expect("there is one for each seat");
        Ok(Self {
            table: Table::new(play),
            seats,
            seating,
            values: options.values,
            draws: Draws {
                seed: options.seed,
                limit,
            },
        })
    }

    /// The same with a player outside at one of the [`seats`](Self::seats), by its place: one of this number
    /// and name, who is asked by [`record_asking`](Self::record_asking). The same number may play at
    /// several.
    #[must_use]
    pub fn with_outside(self, place: usize, player: usize, name: &str) -> Self {
        let index = index(&self.seats, self.seats[place]);
        Self {
            table: self.table.with_outside(index, player, name),
            ..self
        }
    }

    /// The name of a player outside.
    pub fn name(&self, player: usize) -> String {
        self.table.name(player)
    }

    /// The rows of the games of these numbers; `None` if the flag was raised. `ask` gets the number of a
    /// player outside and all games in which it is to act, and returns its actions.
    ///
    /// # Errors
    /// [`GameError`] if a player fails; and what `ask` returns.
    pub fn record_asking<E: From<GameError>>(
        &self,
        games: Range<u64>,
        pool: &Pool,
        stop: &AtomicBool,
        ask: impl FnMut(usize, &[Question<'_, Ludo>]) -> Result<Vec<Action>, E>,
    ) -> Result<Option<Rows>, E> {
        let recorder = || self.recorder();
        self.table.record(games, (pool, stop), recorder, ask)
    }

    /// The seats in order; the first one begins.
    pub fn seats(&self) -> &[Seat] {
        &self.seats
    }

    /// The seatings whose exact values these games need, for rows or for a policy; they are solved on
    /// first use.
    pub fn needs_values(&self) -> Vec<Seating> {
        if self.values {
            return self.seating.into_iter().collect();
        }
        ludo::needed_values(self.table.inside(), &self.seats)
    }

    /// The place of each seat in the order of [`seats`](Self::seats): 1 for the first, 0 for a seat that
    /// the limit kept from finishing.
    pub fn places(&self, played: &Played) -> Vec<u8> {
        places(&self.seats, played)
    }
}

impl Countable for Games {
    fn named_seats(&self) -> Vec<(String, usize)> {
        let named = |&seat: &Seat| (seat.to_string(), index(&self.seats, seat));
        self.seats.iter().map(named).collect()
    }

    fn drawn(&self) -> Option<CountDrawn<'_>> {
        let (draws, seats) = (self.draws, &self.seats);
        if self.table.all_are("priority") {
            Some(Box::new(move |games| draws.count_by_priority(seats, games)))
        } else if self.table.all_are("random") {
            Some(Box::new(move |games| draws.count_random_ludo(seats, games)))
        } else {
            None
        }
    }

    fn game(&self, number: u64, stop: &AtomicBool) -> Result<Option<Played>, GameError> {
        self.table.game(number, stop, &mut ())
    }
}

/// The place of each of these seats, which have played the game.
fn places(seats: &[Seat], played: &Played) -> Vec<u8> {
    let places = seats.iter().map(|&seat| {
        let index = index(seats, seat);
        place(&played.standings, &index).expect("every seat has places")
    });
    places.collect()
}

/// The place of a seat, 0 if it shares places with others; `None` without a standing of it.
pub(crate) fn place<S: PartialEq>(standings: &[Standing<S>], seat: &S) -> Option<u8> {
    let standing = standings.iter().find(|standing| standing.seat == *seat)?;
    // Only those who have not finished share places, and they are two or more.
    Some(standing.own_place().unwrap_or(0))
}

/// Columns while games are played.
#[derive(Debug, Default)]
pub(crate) struct Recorder<'a> {
    seats: &'a [Seat],
    /// The seats that the column of tokens has room for; at least those of each game.
    width: usize,
    values: Option<&'a ludo_solver::exact::Values>,
    number: u32,
    plies: u16,
    /// The chance of the player to act before the roll.
    before: f64,
    game: Vec<u32>,
    ply: Vec<u16>,
    seat: Vec<u8>,
    bonus: Vec<bool>,
    tokens: Vec<i8>,
    roll: Vec<u8>,
    mask: Vec<u8>,
    action: Vec<u8>,
    place: Vec<u8>,
    ended_by: Vec<u8>,
    value: Vec<f64>,
    q: Vec<f64>,
    luck: Vec<f64>,
    loss: Vec<f64>,
}

impl Observer<Ludo> for Recorder<'_> {
    fn before_chance(&mut self, game: &LiveGame<Ludo>) {
        if let Some(values) = self.values {
            self.before = values.of(game.position()).unwrap_or(f64::NAN);
        }
    }

    fn before_action(&mut self, game: &LiveGame<Ludo>, _: usize, choice: Choice<Action>) {
        let position = game.position();
        let action = choice.action;
        self.row(position, action.roll, Some(action.choice));
        if let Some(values) = self.values {
            let mut q = [f64::NAN; 2];
            for (choice, value) in values.choices(position).into_iter().flatten() {
                q[column(choice)] = value;
            }
            let best = q[0].max(q[1]);
            self.value.push(self.before);
            self.q.extend(q);
            self.luck.push(best - self.before);
            self.loss.push(best - q[column(action.choice)]);
        }
    }
}

/// The column of a choice among the values: `q` has the second one, and every other choice the first.
const fn column(choice: Move) -> usize {
    match choice {
        Move::Pass | Move::P | Move::Stack => 0,
        Move::Q => 1,
    }
}

/// A number below 256, as seats and actions are.
fn small(number: usize) -> u8 {
    u8::try_from(number).expect("seats and choices are few")
}

impl<'a> Recorder<'a> {
    /// For games of at most `width` seats, without values.
    pub(crate) fn with_width(width: usize) -> Self {
        Self {
            width,
            ..Self::default()
        }
    }

    /// The next game is among these seats.
    pub(crate) fn sit(&mut self, seats: &'a [Seat]) {
        self.seats = seats;
    }

    /// A row for a roll in this position, which has it in hand, and its answer, if there is one.
    pub(crate) fn row(&mut self, position: &Position, roll: Roll, choice: Option<Move>) {
        let to_act = position.to_act();
        let seat = self.seats.iter().position(|&seat| Some(seat) == to_act);
        self.game.push(self.number);
        self.ply.push(self.plies);
        self.seat.push(small(seat.unwrap_or_default()));
        let is_bonus = matches!(position.phase(), Phase::ToChoose(RollKind::Bonus, _));
        self.bonus.push(is_bonus);
        for &seat in self.seats {
            let steps = position.tokens().steps(seat);
            let steps = steps.expect("the seats of the game are taken");
            self.tokens.extend(steps.map(ludo_rules::Step::value));
        }
        let missing = 2 * (self.width - self.seats.len());
        self.tokens.extend((0..missing).map(|_| NO_TOKEN));
        self.roll.push(roll.value());
        let moves = position.legal_moves();
        let bits = moves.iter().map(|choice| 1 << number(choice));
        self.mask.push(bits.fold(0, |mask, bit: u8| mask | bit));
        let number = choice.map(|choice| small(number(choice)));
        self.action.push(number.unwrap_or(NO_ACTION));
        self.plies = self.plies.saturating_add(1);
    }

    /// Writes the result into the rows of the game.
    pub(crate) fn result(&mut self, places: &[u8]) {
        for &seat in &self.seat[self.place.len()..] {
            self.place.push(places[usize::from(seat)]);
        }
    }
}

impl Recording<Ludo> for Recorder<'_> {
    fn begin(&mut self, number: u64) {
        self.number = u32::try_from(number).unwrap_or(u32::MAX);
        self.plies = 0;
    }

    fn end(&mut self, played: &Played) {
        self.ended_by
            .resize(self.seat.len(), ending(played.ended_by, &LUDO_ENDINGS));
        self.result(&places(self.seats, played));
    }

    /// The rows of the whole games; those of a game that was broken off are dropped.
    fn rows(mut self, games: u64) -> Rows {
        let rows = self.place.len();
        self.game.truncate(rows);
        self.ply.truncate(rows);
        self.seat.truncate(rows);
        self.bonus.truncate(rows);
        self.tokens.truncate(rows * 2 * self.width);
        self.roll.truncate(rows);
        self.mask.truncate(rows);
        self.action.truncate(rows);
        let mut columns = vec![
            Column::flat("game", Values::U32(self.game)),
            Column::flat("ply", Values::U16(self.ply)),
            Column::flat("seat", Values::U8(self.seat)),
            Column::flat("bonus", Values::Bool(self.bonus)),
            Column::shaped("tokens", &[self.width, 2], Values::I8(self.tokens)),
            Column::flat("roll", Values::U8(self.roll)),
            Column::flat("mask", Values::U8(self.mask)),
            Column::flat("action", Values::U8(self.action)),
            Column::flat("place", Values::U8(self.place)),
            Column::flat("ended_by", Values::U8(self.ended_by)),
        ];
        if self.values.is_some() {
            self.value.truncate(rows);
            self.q.truncate(rows * 2);
            self.luck.truncate(rows);
            self.loss.truncate(rows);
            columns.extend([
                Column::flat("value", Values::F64(self.value)),
                Column::shaped("q", &[2], Values::F64(self.q)),
                Column::flat("luck", Values::F64(self.luck)),
                Column::flat("loss", Values::F64(self.loss)),
            ]);
        }
        Rows { columns, games }
    }
}

impl Games {
    fn recorder(&self) -> Recorder<'_> {
        let seating = self.seating.filter(|_| self.values);
        Recorder {
            seats: &self.seats,
            width: self.seats.len(),
            values: seating.map(|seating| Tablebase::shared().values(seating)),
            ..Recorder::default()
        }
    }
}

impl Bulk for Games {
    fn rows(&self) -> Rows {
        self.recorder().rows(0)
    }

    fn block(&self) -> u64 {
        BLOCK
    }

    fn record(&self, games: Range<u64>, stop: &AtomicBool) -> Result<Rows, GameError> {
        let mut recorder = self.recorder();
        let mut whole = 0;
        for number in games {
            recorder.begin(number);
            let Some(played) = self.table.game(number, stop, &mut recorder)? else {
                break;
            };
            recorder.end(&played);
            whole += 1;
        }
        Ok(recorder.rows(whole))
    }
}
