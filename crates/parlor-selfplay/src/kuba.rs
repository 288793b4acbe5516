//! Kuba: a row for each push, or for a turn that is ended.

use core::ops::Range;
use core::sync::atomic::AtomicBool;

use kuba_rules::{Action, DEFAULT_PUSH_LIMIT, Marble, Position, Rules, Side};
use parlor_batch::kuba::{END, number};
use parlor_game::{Choice, Game, Kuba, LiveGame, Standing};
use parlor_players::kuba::BotSpec;
use parlor_sim::{Deals, Entrant, GameError, Observer, Played, Pool, SelfPlay};

use crate::asked::{Question, Recording, Table};
use crate::column::{Column, Values};
use crate::drawn::Draws;
use crate::error::{SetupError, checked_limit, for_each_seat};
use crate::playouts::{KUBA_ENDINGS, ending};
use crate::rows::{Bulk, Rows};
use crate::tally::{CountDrawn, Countable};

/// The greatest limit: plies, ended turns among them, are numbers of 16 bits.
pub const MAX_LIMIT: u32 = 30_000;

/// The longest opening.
pub const MAX_OPENING: u32 = 100;

/// The opening of games between players none of whom draws by the seed, which would be one game over and
/// over; that of matches.
const OPENING: u32 = 6;

/// The number of random pushes that games of these players begin with, unless another one is asked for:
/// 6 if none of them draws by the seed, as engines do not; 0 otherwise.
pub fn default_opening(players: &[BotSpec]) -> u32 {
    if players.iter().any(BotSpec::draws) {
        0
    } else {
        OPENING
    }
}

/// The score of a row whose player gave none.
pub const NO_SCORE: i16 = i16::MIN;

/// The result of a row whose game has none: it is under way, or was abandoned.
pub const NO_RESULT: i8 = i8::MIN;

/// The games that one thread plays at a time when they are fast, and when an engine plays.
const BLOCKS: [u64; 2] = [16, 1];

/// What is played.
#[derive(Clone, Debug)]
pub struct Options {
    /// The rule set.
    pub rules: Rules,
    /// White's player and Black's, or one for both.
    pub players: Vec<BotSpec>,
    /// The seed of all games.
    pub seed: u64,
    /// The number of random pushes that each game begins with, 0 to [`MAX_OPENING`].
    pub opening: u32,
    /// The limit of pushes, those of the opening included, 1 to [`MAX_LIMIT`]. Rules: K-13.
    pub limit: u32,
}

impl Default for Options {
    /// Random play by classroom rules without an opening, seed 1.
    fn default() -> Self {
        Self {
            rules: Rules::Classroom,
            players: vec![BotSpec::named("random")],
            seed: 1,
            opening: 0,
            limit: DEFAULT_PUSH_LIMIT,
        }
    }
}

/// Games of Kuba among named players.
#[derive(Clone, Debug)]
pub struct Games {
    table: Table<Kuba>,
    block: u64,
    start: Position,
    opening: u32,
    draws: Draws,
}

impl Games {
    /// The games of these options.
    ///
    /// # Errors
    /// [`SetupError`] for an unknown player or option, a wrong number of players, and a limit or an opening out of
    /// range.
    #[expect(
        clippy::missing_panics_doc,
        reason = "both sides take part, and each has a player"
    )]
    pub fn new(options: &Options) -> Result<Self, SetupError> {
        let limit = checked_limit(options.limit, MAX_LIMIT, Kuba::LIMIT_RULE)?;
        let opening = options.opening;
        let most = MAX_OPENING.min(limit - 1);
        if opening > most {
            return Err(SetupError::Opening { opening, most });
        }
        let players = for_each_seat(options.players.clone(), Side::ALL.len())?;
        let entrants = players.iter().map(|player| {
            untimed(player).map_err(|reason| SetupError::Player {
                player: player.text().to_owned(),
                reason,
            })
        });
        let entrants: Vec<Entrant<Kuba>> = entrants.collect::<Result<_, _>>()?;
        let is_fast = |player: &BotSpec| matches!(player.name(), "random" | "greedy");
        let [fast, slow] = BLOCKS;
        let block = if players.iter().all(is_fast) {
            fast
        } else {
            slow
        };
        let start = Kuba::start(options.rules, &Side::ALL).expect("White begins by any rules");
        let deals = Deals::new(start, options.seed)
            .with_opening(opening)
            .with_limit(limit);
        let play = SelfPlay::new(entrants, deals).expect("there are two");
        let table = Table::new(play);
        Ok(Self {
            table,
            block,
            start,
            opening,
            draws: Draws {
                seed: options.seed,
                limit,
            },
        })
    }

    /// The same with a player outside at a side, 0 White's and 1 Black's: one of this number and name, who
    /// is asked by [`record_asking`](Self::record_asking). The same number may play at both.
    #[must_use]
    pub fn with_outside(self, side: usize, player: usize, name: &str) -> Self {
        Self {
            table: self.table.with_outside(side, player, name),
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
    /// [`GameError`] if a player fails, or every opening ends the game; and what `ask` returns.
    pub fn record_asking<E: From<GameError>>(
        &self,
        games: Range<u64>,
        pool: &Pool,
        stop: &AtomicBool,
        ask: impl FnMut(usize, &[Question<'_, Kuba>]) -> Result<Vec<Action>, E>,
    ) -> Result<Option<Rows>, E> {
        self.table
            .record(games, (pool, stop), Recorder::default, ask)
    }
}

impl Countable for Games {
    fn named_seats(&self) -> Vec<(String, usize)> {
        let letters = Side::ALL.map(|side| Kuba::letter(side).to_string());
        letters.into_iter().zip(0..).collect()
    }

    fn drawn(&self) -> Option<CountDrawn<'_>> {
        // In the tournament rules a random player may end its turn, which random games never do.
        let is_drawn = self.table.all_are("random")
            && self.start.rules() == Rules::Classroom
            && self.opening == 0;
        let count = |games| self.draws.count_kuba(self.start, games);
        is_drawn.then(|| Box::new(count) as CountDrawn<'_>)
    }

    fn game(&self, number: u64, stop: &AtomicBool) -> Result<Option<Played>, GameError> {
        self.table.game(number, stop, &mut ())
    }
}

/// The entrant of this description.
///
/// # Errors
/// Those of [`BotSpec::entrant`], and a time limit or threads, with which no game could be played again.
fn untimed(player: &BotSpec) -> Result<Entrant<Kuba>, String> {
    if !player.is_repeatable() {
        return Err(format!(
            "{}: with a time limit or several threads no game can be played again; give nodes=N or depth=N, \
             and threads=1",
            player.text()
        ));
    }
    player.entrant()
}

/// White's result: 1 won, −1 lost, 0 drawn. Rules: K-8 to K-10, K-12, K-13.
pub fn white_result(played: &Played) -> i8 {
    result(&played.standings, &0)
}

/// The result of a seat: 1 won, −1 lost, 0 drawn.
pub(crate) fn result<S: PartialEq>(standings: &[Standing<S>], seat: &S) -> i8 {
    let standing = standings.iter().find(|standing| standing.seat == *seat);
    let places = standing.map(|standing| (*standing.places.start(), *standing.places.end()));
    match places {
        Some((1, 1)) => 1,
        Some((1, _)) | None => 0,
        Some(_) => -1,
    }
}

/// Columns while games are played.
#[derive(Debug, Default)]
pub(crate) struct Recorder {
    number: u32,
    plies: u16,
    game: Vec<u32>,
    ply: Vec<u16>,
    side: Vec<u8>,
    white: Vec<u64>,
    black: Vec<u64>,
    red: Vec<u64>,
    captured: Vec<u8>,
    barred: Vec<u8>,
    again: Vec<bool>,
    action: Vec<u8>,
    score: Vec<i16>,
    result: Vec<i8>,
    ended_by: Vec<u8>,
}

impl Observer<Kuba> for Recorder {
    fn before_action(&mut self, game: &LiveGame<Kuba>, _: usize, choice: Choice<Action>) {
        self.row(game, choice);
    }
}

/// A number of an action, which is below 256.
fn small(number: usize) -> u8 {
    u8::try_from(number).expect("there are 197 actions")
}

impl Recorder {
    /// A row for the action that is chosen in this game.
    pub(crate) fn row(&mut self, game: &LiveGame<Kuba>, choice: Choice<Action>) {
        let position = game.position();
        if self.game.len() == self.result.len() {
            // The first action of a game follows its opening, in which no turn is ended.
            self.plies = u16::try_from(game.counted()).unwrap_or(u16::MAX);
        }
        self.game.push(self.number);
        self.ply.push(self.plies);
        self.side.push(match position.to_move() {
            Side::White => 0,
            Side::Black => 1,
        });
        self.white.push(position.cells(Marble::White));
        self.black.push(position.cells(Marble::Black));
        self.red.push(position.cells(Marble::Red));
        self.captured
            .extend(Side::ALL.map(|side| position.captured(side)));
        let barred = position.ko().map(|push| number(Action::Push(push)));
        self.barred.push(small(barred.unwrap_or(END)));
        self.again.push(position.may_push_again());
        self.action.push(small(number(choice.action)));
        self.score.push(choice.score.unwrap_or(NO_SCORE));
        self.plies = self.plies.saturating_add(1);
    }

    /// Writes White's result into the rows of the game, as the side to move of each sees it; `None` if
    /// it has none.
    pub(crate) fn result(&mut self, white: Option<i8>) {
        for &side in &self.side[self.result.len()..] {
            let own = white.map(|white| if side == 0 { white } else { -white });
            self.result.push(own.unwrap_or(NO_RESULT));
        }
    }
}

impl Recording<Kuba> for Recorder {
    fn begin(&mut self, number: u64) {
        self.number = u32::try_from(number).unwrap_or(u32::MAX);
    }

    fn end(&mut self, played: &Played) {
        self.ended_by
            .resize(self.side.len(), ending(played.ended_by, &KUBA_ENDINGS));
        self.result(Some(white_result(played)));
    }

    /// The rows of the whole games; those of a game that was broken off are dropped.
    fn rows(mut self, games: u64) -> Rows {
        let rows = self.result.len();
        self.game.truncate(rows);
        self.ply.truncate(rows);
        self.side.truncate(rows);
        self.white.truncate(rows);
        self.black.truncate(rows);
        self.red.truncate(rows);
        self.captured.truncate(rows * 2);
        self.barred.truncate(rows);
        self.again.truncate(rows);
        self.action.truncate(rows);
        self.score.truncate(rows);
        let columns = vec![
            Column::flat("game", Values::U32(self.game)),
            Column::flat("ply", Values::U16(self.ply)),
            Column::flat("side", Values::U8(self.side)),
            Column::flat("white", Values::U64(self.white)),
            Column::flat("black", Values::U64(self.black)),
            Column::flat("red", Values::U64(self.red)),
            Column::shaped("captured", &[2], Values::U8(self.captured)),
            Column::flat("barred", Values::U8(self.barred)),
            Column::flat("again", Values::Bool(self.again)),
            Column::flat("action", Values::U8(self.action)),
            Column::flat("score", Values::I16(self.score)),
            Column::flat("result", Values::I8(self.result)),
            Column::flat("ended_by", Values::U8(self.ended_by)),
        ];
        Rows { columns, games }
    }
}

impl Bulk for Games {
    fn rows(&self) -> Rows {
        Recorder::default().rows(0)
    }

    fn block(&self) -> u64 {
        self.block
    }

    fn record(&self, games: Range<u64>, stop: &AtomicBool) -> Result<Rows, GameError> {
        let mut recorder = Recorder::default();
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
