//! The views of a table, for each viewer.
//!
//! All client-visible state is built here: pages, the API and sockets show nothing else. Secrets are
//! withheld until they are public.

use core::time::Duration;

use parlor_dice::{Bytes32, DrawnBy, Salt, Scheme};
use parlor_game::Turn;
use parlor_record::record::{Ending, Places};
use parlor_view::{Scene, Snapshot};

use super::history::is_lost_roll;
use super::seat::Occupant;
use super::{Clocks as _, Fold as _, Hint, Logged, Playable, Rotated, SeatState, Table};
use crate::command::CommandKind;
use crate::id::{GameId, IdempotencyKey};
use crate::log::{
    DiceContribution, EndReason, GameConfig, GameEvent, PlayerConfig, PlayerRequest, SeatConfig,
    TimeControl,
};
use crate::timestamp::Timestamp;

/// The most moves in a view; a record has all of them.
pub const MOST_MOVES: usize = 1_000;

/// A game as one viewer sees it.
#[derive(Clone, Debug)]
pub struct GameView {
    /// The game's name in addresses.
    pub id: GameId,
    /// Which game: `ludo`.
    pub game: &'static str,
    /// By which rules: `classic`.
    pub rules: String,
    /// The number of entries in the log.
    pub version: u64,
    /// The head of the log, by [`chain`](crate::chain); none of a record from elsewhere, which has
    /// no log.
    pub head: Option<Bytes32>,
    /// Its progress.
    pub status: Status,
    /// The seats, in playing order.
    pub seats: Vec<SeatView>,
    /// The position as a line.
    pub position: String,
    /// The seat to act.
    pub to_act: Option<char>,
    /// What the seat to act may send: `roll`, or actions in notation.
    pub legal: Vec<String>,
    /// What else the viewer may send, and for which seat; joining and revealing are without their
    /// contents.
    pub choices: Vec<AvailableCommand>,
    /// The pending request.
    pub request: Option<PendingRequest>,
    /// The request that was declined last since the last action, if none followed.
    pub declined: Option<Declined>,
    /// The hint for the seat to act.
    pub hint: Option<Hint>,
    /// The number of moves so far.
    pub played: usize,
    /// The last moves, [`MOST_MOVES`] at most.
    pub moves: Vec<PlyView>,
    /// The state to draw and to describe.
    pub scene: Scene,
    /// How it ended.
    pub result: Option<GameResult>,
    /// The dice, in a game that has them.
    pub dice: Option<DiceView>,
    /// The game that follows this one.
    pub rematch: Option<GameId>,
    /// The time control.
    pub clock: Option<TimeControl>,
    /// The seat whose clock runs.
    pub running: Option<char>,
    /// How long a seat may stay away, in seconds.
    pub away_after: Option<u64>,
    /// When the last entry was written.
    pub touched: Timestamp,
}

impl GameView {
    /// The seats for which the viewer may chat.
    pub fn speakers(&self) -> impl Iterator<Item = &SeatView> {
        let may_speak = |state: &&SeatView| state.is_yours && state.is_taken && state.is_persons();
        self.seats.iter().filter(may_speak)
    }
}

impl SeatView {
    /// Whether the seat is a person's, present or away.
    pub const fn is_persons(&self) -> bool {
        !matches!(self.occupant, Occupant::Bot(_))
    }

    /// Whether a person other than the viewer plays there.
    pub fn is_anothers(&self) -> bool {
        !self.is_yours && self.is_taken && self.occupant == Occupant::Person
    }

    /// Whether a bot plays there until the person returns.
    pub const fn is_away(&self) -> bool {
        matches!(self.occupant, Occupant::Substitute(_))
    }
}

/// A request that the players have yet to answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PendingRequest {
    /// The seat that asked.
    pub asker: char,
    /// The request.
    pub what: PlayerRequest,
    /// The seats that have agreed.
    pub agreed: Vec<char>,
}

/// A request that was not granted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declined {
    /// Who asked.
    pub asker: char,
    /// For what.
    pub what: PlayerRequest,
    /// Who declined it; whoever asked has taken the request back.
    pub by: char,
}

/// How far a game has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Not everybody is in.
    Waiting,
    /// It goes on.
    Playing,
    /// It is over.
    Over,
}

impl Status {
    /// The word for it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Playing => "playing",
            Self::Over => "over",
        }
    }
}

/// A seat as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a fact of its own about the seat"
)]
pub struct SeatView {
    /// Its letter.
    pub seat: char,
    /// The name to show.
    pub name: String,
    /// Whether it is the viewer's.
    pub is_yours: bool,
    /// Who plays there.
    pub occupant: Occupant,
    /// Whether a program plays there in place of a person.
    pub is_program: bool,
    /// Whether a person has taken it, or nobody has to.
    pub is_taken: bool,
    /// Whether the person has to commit to new bytes, after the games were restored.
    pub must_commit: bool,
    /// Whether the person has to reveal the bytes committed to.
    pub must_reveal: bool,
    /// The commitment to the player's bytes for the dice: for the epoch that is agreed on, or for the
    /// current one.
    pub commitment: Option<Bytes32>,
    /// The bytes, once everybody is in.
    pub entropy: Option<Vec<u8>>,
    /// The salt after them, if they were typed.
    pub salt: Option<Salt>,
    /// Whether the server drew them.
    pub drawn_by_server: bool,
    /// The time left on the player's clock.
    pub time_left: Option<Duration>,
    /// How many hints they have had.
    pub hints: u32,
}

/// A command that the viewer may send, other than an action on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AvailableCommand {
    /// For which seat.
    pub seat: char,
    /// What.
    pub kind: CommandKind,
}

/// One ply of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlyView {
    /// Its number, from 1.
    pub number: usize,
    /// Who.
    pub seat: char,
    /// The bot that acted in the place of the seat's player, who was away or gone.
    pub stand_in: Option<String>,
    /// What, in the notation of records.
    pub notation: String,
    /// Whether it was a roll with which nothing could move.
    pub is_lost_roll: bool,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq)]
pub struct GameResult {
    /// Why it is over.
    pub ending: Ending,
    /// Why the operator ended it, if they did.
    pub reason: Option<EndReason>,
    /// The seats by their places, the best first, those that share places in one group. Empty if the
    /// game was abandoned.
    pub places: Vec<Vec<char>>,
    /// The return of each seat. Empty if the game was abandoned.
    pub returns: Vec<(char, f64)>,
}

/// The dice of a game, as far as they are public.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiceView {
    /// The version of the dice.
    pub scheme: Scheme,
    /// The SHA-256 of the server's secret.
    pub commitment: Bytes32,
    /// The secret, once the game is over.
    pub secret: Option<Bytes32>,
    /// The number of the current epoch, from 0.
    pub epoch: u64,
    /// Whether the next epoch is being agreed on: nobody is to act until it begins.
    pub is_agreeing: bool,
}

/// One entry of the log as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventView {
    /// Its number.
    pub version: u64,
    /// When it was written.
    pub at: Timestamp,
    /// Who did it; nobody if the server did.
    pub seat: Option<char>,
    /// What, as it would be sent: `roll`, `A6p`, `resign`.
    pub action: String,
    /// What a roll shows.
    pub roll: Option<String>,
    /// The head of the log with it.
    pub head: Option<Bytes32>,
    /// What its sender called it.
    pub idempotency_key: Option<IdempotencyKey>,
    /// The position that it led to.
    pub position: String,
    /// The time left on the clock of who acted.
    pub time_left: Option<Duration>,
    /// A bot that takes a seat.
    pub bot: Option<String>,
    /// A game that follows.
    pub game: Option<GameId>,
}

/// What clients are shown.
pub trait View {
    /// When the last entry was written.
    fn touched(&self) -> Timestamp;

    /// The game as the player of these seats sees it; without seats, as a spectator does.
    fn view_for(&self, by: &[char]) -> GameView;

    /// The events after a version, `most` at most.
    fn events(&self, after: u64, most: usize) -> Vec<EventView>;

    /// The moves after the number `after`, [`MOST_MOVES`] at most.
    fn moves(&self, after: usize) -> Vec<PlyView>;

    /// Whether the event would end the game.
    fn would_end(&self, event: &GameEvent) -> bool;

    /// The config of the rematch, with the seats rotated and without its dice, and the origin of
    /// each seat.
    fn rotated(&self) -> (GameConfig, Vec<Rotated>);
}

impl<G: Playable> View for Table<G> {
    fn touched(&self) -> Timestamp {
        self.log
            .last()
            .map_or(Timestamp::default(), |last| last.entry.at)
    }

    fn view_for(&self, by: &[char]) -> GameView {
        let rules = G::rules(self.record.game().position());
        let played = self.record.plies().len();
        GameView {
            id: self.id.clone(),
            game: G::NAME,
            rules: rules.to_string(),
            version: self.version(),
            head: self.log.last().and_then(|last| last.entry.head),
            status: self.status(),
            seats: self
                .seats
                .iter()
                .map(|state| seat_shown(state, by))
                .collect(),
            position: self.record.game().position().to_string(),
            to_act: self.to_act(),
            legal: self.legal(),
            choices: self.choices(by),
            request: self.request.clone(),
            declined: self.declined_last(),
            hint: self.hint.clone(),
            played,
            moves: self.moves(played.saturating_sub(MOST_MOVES)),
            scene: self.scene(),
            result: self.result(),
            dice: self.has_dice().then(|| DiceView {
                scheme: self.config.scheme,
                commitment: self.config.commitment,
                secret: self.is_over().then_some(self.secret),
                epoch: self.epoch(),
                is_agreeing: self.is_agreeing,
            }),
            rematch: self.rematch.clone(),
            clock: self.config.clock,
            running: self.running().map(|running| running.seat),
            away_after: self.config.away_after.map(|patience| patience.as_secs()),
            touched: self.touched(),
        }
    }

    fn events(&self, after: u64, most: usize) -> Vec<EventView> {
        let after = usize::try_from(after).unwrap_or(usize::MAX);
        self.log.iter().skip(after).take(most).map(shown).collect()
    }

    fn moves(&self, number: usize) -> Vec<PlyView> {
        let plies = self.record.plies().iter().zip(&self.movers);
        (number + 1..)
            .zip(plies.skip(number).take(MOST_MOVES))
            .map(|(number, (ply, mover))| PlyView {
                number,
                seat: mover.seat,
                stand_in: mover.stand_in.clone(),
                notation: ply.act().to_string(),
                is_lost_roll: is_lost_roll::<G>(ply.act()),
            })
            .collect()
    }

    fn would_end(&self, event: &GameEvent) -> bool {
        let all_agree = |more: &[char]| {
            let asked = self.request.as_ref();
            let has_agreed = |seat: char| {
                let before =
                    asked.is_some_and(|asked| asked.asker == seat || asked.agreed.contains(&seat));
                before || more.contains(&seat)
            };
            self.persons().all(|state| has_agreed(state.seat))
        };
        match event {
            GameEvent::Acted { action, .. } => {
                let mut game = self.record.game().clone();
                let action = action.parse();
                action.is_ok_and(|action| game.play(action).is_ok() && game.is_over())
            }
            GameEvent::Resigned { bot, .. } | GameEvent::OutOfTime { bot, .. } => bot.is_none(),
            GameEvent::Abandoned { .. } => true,
            GameEvent::Agreed {
                seat,
                to: PlayerRequest::Draw,
                ..
            } => all_agree(&[*seat]),
            GameEvent::Asked {
                seat,
                what: PlayerRequest::Draw,
                with,
                ..
            } => all_agree(&[with.as_slice(), &[*seat]].concat()),
            _ => false,
        }
    }

    fn rotated(&self) -> (GameConfig, Vec<Rotated>) {
        let count = self.config.seats.len();
        let seats = (0..count).map(|place| {
            let planned = &self.config.seats[place];
            let from = &self.seats[(place + count - 1) % count];
            let origin = &self.config.seats[(place + count - 1) % count];
            let player = match &origin.player {
                PlayerConfig::Bot(bot) => PlayerConfig::Bot(bot.clone()),
                PlayerConfig::Person(_) => PlayerConfig::Person(None),
            };
            let seat = SeatConfig {
                seat: planned.seat,
                name: from.name.clone(),
                player,
                is_program: from.is_program,
            };
            let dice = from.dice.as_ref();
            let gave_bytes =
                dice.is_some_and(|dice| dice.commitment.is_some() && !dice.drawn_by_server);
            let rotated = Rotated {
                seat: planned.seat,
                from: origin.seat,
                gave_bytes,
            };
            (seat, rotated)
        });
        let (seats, moved) = seats.unzip();
        let config = GameConfig {
            seats,
            ..self.config.clone()
        };
        (config, moved)
    }
}

impl<G: Playable> Table<G> {
    /// Whether there are dice that can be checked: a record from elsewhere may have none.
    fn has_dice(&self) -> bool {
        G::has_dice() && (!self.has_begun || self.record.opening().dice.is_some())
    }

    /// What the seat to act may send.
    pub(super) fn legal(&self) -> Vec<String> {
        if self.to_act().is_none() {
            return Vec::new();
        }
        let game = self.record.game();
        match game.turn() {
            Turn::Chance(_) => vec![CommandKind::Roll.word()],
            Turn::Action(_) | Turn::Over => game
                .legal_actions()
                .map(|action| action.to_string())
                .collect(),
        }
    }

    fn status(&self) -> Status {
        match (self.is_over(), self.has_begun) {
            (true, _) => Status::Over,
            (false, true) => Status::Playing,
            (false, false) => Status::Waiting,
        }
    }

    /// The state to draw and to describe.
    fn scene(&self) -> Scene {
        let game = self.record.game();
        let snapshot = Snapshot {
            last_action: self.step.clone(),
            settlement: self.record.settlement(),
            players: self.record.opening().seats(),
            names: self.names(),
            ..Snapshot::of(game)
        };
        G::scene(snapshot)
    }

    /// The names to show.
    pub(super) fn names(&self) -> Vec<(G::Seat, String)> {
        let seats = self.seats.iter();
        let names = seats.filter_map(|state| Some((G::seat(state.seat)?, state.shown_name())));
        names.collect()
    }

    /// The request that another player declined last, if none followed.
    fn declined_last(&self) -> Option<Declined> {
        let is_open = self.request.is_none() && self.hint.is_none() && !self.is_over();
        let last = self.declined.last().filter(|_| is_open)?;
        (last.asker != last.by).then(|| last.clone())
    }

    fn result(&self) -> Option<GameResult> {
        let ending = self.record.ending()?;
        let places = self.record.result();
        let letters = |group: &Vec<G::Seat>| group.iter().map(|&seat| G::letter(seat)).collect();
        let standings = places.as_ref().map(Places::standings);
        Some(GameResult {
            ending,
            reason: self.end_reason,
            places: places
                .iter()
                .flat_map(Places::groups)
                .map(letters)
                .collect(),
            returns: standings
                .into_iter()
                .flatten()
                .map(|standing| (G::letter(standing.seat), standing.returns()))
                .collect(),
        })
    }

    /// The commands that the viewer may send, other than actions on the board.
    fn choices(&self, by: &[char]) -> Vec<AvailableCommand> {
        let mine = self.seats.iter().filter(|state| by.contains(&state.seat));
        mine.flat_map(|state| {
            let seat = state.seat;
            let commands = self.commands(state, by);
            commands
                .into_iter()
                .map(move |kind| AvailableCommand { seat, kind })
        })
        .collect()
    }

    fn commands(&self, state: &SeatState, by: &[char]) -> Vec<CommandKind> {
        let mut commands = Vec::new();
        let seat = state.seat;
        match self.status() {
            Status::Over => {
                if self.has_begun && self.rematch.is_none() {
                    commands.push(CommandKind::Rematch);
                }
            }
            Status::Waiting => {
                if !state.is_taken() {
                    commands.push(CommandKind::Join {
                        name: None,
                        dice: DiceContribution::default(),
                    });
                }
                if state.must_reveal() && self.everybody_joined() {
                    // Which bytes only the player knows.
                    commands.push(CommandKind::Reveal(Vec::new()));
                }
                commands.push(CommandKind::Abandon);
            }
            Status::Playing => {
                if matches!(state.occupant, Occupant::Substitute(_)) {
                    commands.push(CommandKind::Return);
                }
                if state.must_commit() {
                    commands.push(CommandKind::Join {
                        name: None,
                        dice: DiceContribution::default(),
                    });
                }
                if state.must_reveal() && !self.is_committing() {
                    commands.push(CommandKind::Reveal(Vec::new()));
                }
                match &self.request {
                    // Nothing can be asked while an epoch is agreed on.
                    _ if self.is_agreeing => {}
                    Some(asked) if asked.asker == seat => {
                        commands.push(CommandKind::Decline(asked.what));
                    }
                    Some(asked) if state.is_persons() && !asked.agreed.contains(&seat) => {
                        commands.extend([
                            CommandKind::Agree(asked.what),
                            CommandKind::Decline(asked.what),
                        ]);
                    }
                    Some(_) => {}
                    None => {
                        let askable = [
                            PlayerRequest::Hint,
                            PlayerRequest::Undo,
                            PlayerRequest::Draw,
                        ]
                        .into_iter()
                        .filter(|&what| self.may_ask(seat, what).is_ok());
                        commands.extend(askable.map(CommandKind::Ask));
                    }
                }
                if state.bot_for_good().is_none() {
                    commands.push(CommandKind::Resign);
                }
                let is_mine =
                    |other: &SeatState| other.bot_for_good().is_some() || by.contains(&other.seat);
                if self.seats.iter().all(is_mine) {
                    commands.push(CommandKind::Abandon);
                }
            }
        }
        commands
    }
}

fn seat_shown(state: &SeatState, by: &[char]) -> SeatView {
    let given = state.public_contribution();
    SeatView {
        seat: state.seat,
        name: state.shown_name(),
        is_yours: by.contains(&state.seat),
        occupant: state.occupant.clone(),
        is_program: state.is_program,
        is_taken: state.is_taken(),
        must_commit: state.must_commit(),
        must_reveal: state.must_reveal(),
        commitment: given.commitment,
        // Bytes in escrow are secret until the game or the epoch begins.
        entropy: given.entropy,
        salt: given.salt,
        drawn_by_server: given.drawn_by == Some(DrawnBy::Server),
        time_left: state.time_left,
        hints: state.hints,
    }
}

/// An entry of the log without what is in escrow.
fn shown(logged: &Logged) -> EventView {
    let Logged {
        entry,
        position,
        time_left,
        stand_in: _,
    } = logged;
    let (seat, action) = match &entry.event {
        GameEvent::Created => (None, "create".to_owned()),
        GameEvent::Restored { .. } => (None, "restore".to_owned()),
        GameEvent::EpochBegan { epoch } => (None, format!("epoch:{epoch}")),
        GameEvent::Joined { seat, dice, .. } | GameEvent::Committed { seat, dice } => {
            let own = dice.escrowed.is_none().then_some(dice.commitment).flatten();
            let word = own.map_or_else(|| "join".to_owned(), |own| format!("commit:{own}"));
            (Some(*seat), word)
        }
        GameEvent::Named { seat, .. } => (Some(*seat), "name".to_owned()),
        GameEvent::Revealed { seat, entropy } => {
            (Some(*seat), format!("reveal:{}", hex::encode(entropy)))
        }
        GameEvent::Rolled { seat, .. } => (Some(*seat), CommandKind::Roll.word()),
        GameEvent::Acted { seat, action, .. } => (Some(*seat), action.clone()),
        GameEvent::Asked { seat, what, .. } => (Some(*seat), CommandKind::Ask(*what).word()),
        GameEvent::Agreed { seat, to, .. } => (Some(*seat), CommandKind::Agree(*to).word()),
        GameEvent::Declined { seat, what } => (Some(*seat), CommandKind::Decline(*what).word()),
        // A player who did not reveal in time sent nothing.
        GameEvent::Resigned { seat, .. } if entry.idempotency_key.is_some() => {
            (Some(*seat), CommandKind::Resign.word())
        }
        GameEvent::Resigned { seat, .. } | GameEvent::TakenOver { seat, .. } => {
            (Some(*seat), "away".to_owned())
        }
        GameEvent::OutOfTime { seat, .. } => (Some(*seat), "time".to_owned()),
        GameEvent::Hinted { seat, action, .. } => (Some(*seat), format!("hint:{action}")),
        GameEvent::HintFailed { seat } => (Some(*seat), "hint:-".to_owned()),
        GameEvent::Returned { seat } => (Some(*seat), CommandKind::Return.word()),
        GameEvent::Abandoned { seat, .. } => (*seat, CommandKind::Abandon.word()),
        GameEvent::Rematched { seat, .. } => (Some(*seat), CommandKind::Rematch.word()),
    };
    EventView {
        version: entry.version,
        at: entry.at,
        seat,
        action,
        roll: match &entry.event {
            GameEvent::Rolled { roll, .. } => Some(roll.clone()),
            _ => None,
        },
        head: entry.head,
        idempotency_key: entry.idempotency_key.clone(),
        position: position.clone(),
        time_left: *time_left,
        bot: match &entry.event {
            GameEvent::Resigned { bot, .. } | GameEvent::OutOfTime { bot, .. } => bot.clone(),
            GameEvent::TakenOver { bot, .. } => Some(bot.clone()),
            _ => None,
        },
        game: match &entry.event {
            GameEvent::Rematched { game, .. } => Some(game.clone()),
            _ => None,
        },
    }
}
