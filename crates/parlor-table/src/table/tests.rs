//! What a table shows, over random courses of games.

mod dice;
mod epoch;
mod saved_log;

use core::slice;
use core::time::Duration;
use std::collections::BTreeMap;

use parlor_dice::{Bytes32, Salt, Scheme};
use parlor_record::record::AnyRecord;
use proptest::prelude::*;

use super::decide::{MORE_REQUESTS, MOST_NAMES};
use super::{AnyTable, Due, Narrated, Narration, Status, set};
use crate::command::{Command, CommandKind};
use crate::id::GameId;
use crate::log::{
    DiceContribution, GameConfig, GameEvent, LogEntry, PlayerConfig, PlayerRequest, SeatConfig,
};
use crate::saved_log::SavedLog;
use crate::timestamp::Timestamp;

const SECRET: Bytes32 = Bytes32([0x5e; 32]);

/// A salt that the server keeps for a seat.
const SALT: Salt = [0x5a; 16];

/// The name of every game.
fn id() -> GameId {
    "2222222233333333".parse().expect("a name")
}

/// Bytes that the server keeps for a seat.
fn kept(seat: char) -> Vec<u8> {
    format!("the words of {seat}, known to nobody").into_bytes()
}

fn config(game: &str, rules: &str, seats: &[(char, PlayerConfig)]) -> GameConfig {
    let seats = seats.iter().map(|(seat, player)| SeatConfig {
        seat: *seat,
        name: None,
        player: player.clone(),
        is_program: false,
    });
    GameConfig {
        game: game.to_owned(),
        rules: rules.to_owned(),
        seats: seats.collect(),
        start: None,
        limit: 300,
        away_after: Some(Duration::from_mins(1)),
        clock: None,
        scheme: Scheme::V2,
        commitment: Bytes32::sha_256(&SECRET.0),
    }
}

/// The words of a seat after so many new beginnings: none are given twice.
fn words(seat: char, beginnings: u8) -> Vec<u8> {
    match beginnings {
        0 => kept(seat),
        beginnings => format!("{beginnings:03} words of {seat}").into_bytes(),
    }
}

/// The salt that follows them.
fn salt(beginnings: u8) -> Salt {
    SALT.map(|byte| byte.wrapping_add(beginnings))
}

/// A table under test, with whatever must not be shown yet.
struct Course {
    table: Box<dyn AnyTable>,
    config: GameConfig,
    /// The log.
    entries: Vec<LogEntry>,
    seats: Vec<char>,
    sent: u32,
    /// How often the game was restored, or somebody returned.
    beginnings: u8,
    /// The words that each seat committed to last.
    given: BTreeMap<char, Vec<u8>>,
    /// The bytes and salts that nobody may know yet.
    hidden: Vec<Vec<u8>>,
}

impl Course {
    fn new(config: &GameConfig) -> Self {
        let mut course = Self {
            table: set(&id(), config, SECRET).expect("it can be played"),
            config: config.clone(),
            entries: Vec::new(),
            seats: config.seats.iter().map(|seat| seat.seat).collect(),
            sent: 0,
            beginnings: 0,
            given: BTreeMap::new(),
            hidden: Vec::new(),
        };
        course.write(GameEvent::Created);
        course
    }

    fn write(&mut self, event: GameEvent) {
        let version = self.table.version() + 1;
        let ends = self.table.would_end(&event);
        let entry = LogEntry {
            version,
            at: Timestamp(version),
            idempotency_key: None,
            event,
            head: None,
        };
        match &entry.event {
            GameEvent::Restored { dice } => {
                self.beginnings += 1;
                if self.table.view_for(&[]).to_act.is_some() {
                    // The game had begun, with all that was given to it.
                    self.hidden.clear();
                }
                let drawn = dice.iter().filter_map(|drawn| drawn.dice.escrowed.clone());
                self.hidden.extend(drawn);
            }
            GameEvent::Returned { .. } => self.beginnings += 1,
            _ => {}
        }
        self.entries.push(entry.clone());
        self.table
            .apply(entry)
            .expect("what was decided can follow");
        let is_over = self.table.view_for(&[]).status == Status::Over;
        assert!(!ends || is_over, "it was said to end the game");
    }

    /// Sends a command for a seat; whether it was granted.
    fn want(&mut self, seat: char, kind: CommandKind) -> bool {
        self.sent += 1;
        let command = Command {
            expected_version: self.table.version(),
            idempotency_key: format!("x{}", self.sent).parse().expect("a name"),
            by: vec![seat],
            seat: Some(seat),
            kind,
        };
        let before = format!("{:?}", self.table.view_for(&self.seats));
        if let Ok(event) = self.table.decide(&command) {
            self.note(seat, &event);
            self.write(event);
            return true;
        }
        assert_eq!(format!("{:?}", self.table.view_for(&self.seats)), before);
        false
    }

    /// Notes what an event of a seat has everybody know, or nobody.
    fn note(&mut self, seat: char, event: &GameEvent) {
        match event {
            GameEvent::Joined { dice, .. } | GameEvent::Committed { dice, .. } => {
                let words = dice.escrowed.clone();
                let words = words.unwrap_or_else(|| self::words(seat, self.beginnings));
                let is_secret = dice.commitment.is_some();
                self.hidden.extend(is_secret.then(|| words.clone()));
                self.hidden.extend(dice.salt.map(|salt| salt.to_vec()));
                self.given.insert(seat, words);
            }
            GameEvent::Revealed { entropy, .. } => self.hidden.retain(|hidden| hidden != entropy),
            _ => {}
        }
    }

    /// The words that a seat may reveal.
    fn given(&self, seat: char) -> Vec<u8> {
        self.given.get(&seat).cloned().unwrap_or_else(|| kept(seat))
    }

    /// Everything that anybody can be shown.
    fn shown(&self) -> String {
        let everybody = self.seats.iter().map(|seat| vec![*seat]);
        let views = everybody.chain([vec![]]);
        let views = views.map(|by| format!("{:?}", self.table.view_for(&by)));
        let log = format!("{:?}", self.table.events(0, usize::MAX));
        let texts = [
            self.table.record_text(),
            self.table.record_json(),
            self.table.log_text(),
        ];
        views.chain([log]).chain(texts).collect()
    }

    /// The log that everybody may save leads to the same game.
    fn check_saved(&self) {
        let text = self.table.log_text();
        let saved = SavedLog::read(&text).expect("its own log");
        let version = self.table.version();
        assert_eq!(saved.head_of(version), self.table.head_of(version));
        let table = saved.table(version).expect("it was played so");
        assert_eq!(table.record_text(), self.table.record_text());
        assert_eq!(table.log_text(), text);
    }

    /// No secret is shown before it is everybody's.
    fn check(&mut self) {
        let shown = self.shown();
        let view = self.table.view_for(&[]);
        let forms = |bytes: &[u8]| [hex::encode(bytes), format!("{bytes:?}")];
        if view.status != Status::Over {
            for form in forms(&SECRET.0) {
                assert!(!shown.contains(&form), "the server's secret is shown");
            }
        }
        // Who has revealed theirs has done so after everybody had committed.
        let is_agreeing = view.dice.is_some_and(|dice| dice.is_agreeing);
        if view.status == Status::Waiting || is_agreeing {
            for form in self.hidden.iter().flat_map(|hidden| forms(hidden)) {
                assert!(!shown.contains(&form), "somebody's words or salt are shown");
            }
        } else {
            self.hidden.clear();
        }
    }
}

fn a_wish(course: &Course, seat: char, choice: u8, legal: &[String]) -> CommandKind {
    let (scheme, words) = (course.config.scheme, words(seat, course.beginnings));
    let dice = if choice.is_multiple_of(2) {
        DiceContribution {
            escrowed: Some(words),
            salt: Some(salt(course.beginnings)),
            ..DiceContribution::default()
        }
    } else {
        DiceContribution {
            commitment: Some(scheme.commitment(id().as_str(), seat, &words)),
            ..DiceContribution::default()
        }
    };
    let word = match choice {
        0..=7 => {
            return CommandKind::Join { name: None, dice };
        }
        8..=15 => return CommandKind::Reveal(course.given(seat)),
        16 => "resign",
        17 => "abandon",
        18..=20 => "ask-undo",
        21..=23 => "allow-undo",
        24 => "refuse-undo",
        25 => "offer-draw",
        26 => "accept-draw",
        27 => "decline-draw",
        28..=29 => "return",
        30 => "ask-hint",
        _ => match legal.len() {
            0 => "roll",
            several => &legal[usize::from(choice) % several],
        },
    };
    word.parse().expect("a command")
}

fn tables() -> impl Strategy<Value = GameConfig> {
    let open = PlayerConfig::Person(None);
    let bot = |name: &str| PlayerConfig::Bot(name.to_owned());
    let here = PlayerConfig::Person(Some(DiceContribution::default()));
    // It is committed to once the version is known.
    let left = PlayerConfig::Person(Some(DiceContribution {
        escrowed: Some(kept('A')),
        drawn_by_server: true,
        ..DiceContribution::default()
    }));
    prop_oneof![
        Just(config(
            "ludo",
            "classic",
            &[('A', open.clone()), ('C', open.clone())]
        )),
        Just(config(
            "ludo",
            "classic",
            &[
                ('B', open.clone()),
                ('A', bot("random")),
                ('D', open.clone())
            ]
        )),
        Just(config(
            "ludo",
            "classic",
            &[('C', open.clone()), ('A', left), ('B', bot("random"))]
        )),
        Just(config(
            "kuba",
            "classroom",
            &[('W', open), ('B', here.clone())]
        )),
        Just(config(
            "kuba",
            "tournament",
            &[('W', here.clone()), ('B', here)]
        )),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever happens, a spectator's view never contains a secret,
    /// whatever is decided can be carried out, and the record is read again
    /// and verifies.
    #[test]
    fn no_secret_is_shown_before_it_is_everybodys(
        config in tables(),
        scheme in prop::sample::select(&Scheme::ALL),
        wishes in prop::collection::vec((any::<u8>(), any::<u8>()), 1..120),
    ) {
        let mut config = GameConfig { scheme, ..config };
        for seat in &mut config.seats {
            if let PlayerConfig::Person(Some(dice)) = &mut seat.player {
                *dice = dice.clone().committed(scheme, &id(), seat.seat);
            }
        }
        let mut course = Course::new(&config);
        course.check();
        for (who, choice) in wishes {
            let view = course.table.view_for(&[]);
            let anybody = course.seats[usize::from(who) % course.seats.len()];
            let seat = if choice > 30 { view.to_act.unwrap_or(anybody) } else { anybody };
            let state = view.seats.iter().find(|state| state.seat == seat).expect("it is there");
            // Choices that are none now contribute to the dice.
            let choice = match choice {
                250.. => {
                    if let Some(seats) = course.table.redrawn() {
                        let drawn = words('-', course.beginnings + 1);
                        let drawn = seats.into_iter().map(|seat| (seat, drawn.clone())).collect();
                        course.write(course.table.restored(drawn));
                        course.check();
                    }
                    choice
                }
                60.. if state.must_commit || !state.is_taken => choice % 8,
                60.. if state.must_reveal => 8,
                choice => choice,
            };
            course.want(seat, a_wish(&course, seat, choice, &view.legal));
            match course.table.due() {
                Due::Write(event) => course.write(event),
                Due::Absent { seat, .. } if matches!(choice, 31..36) => {
                    if let Some(event) = course.table.away(seat) {
                        course.write(event);
                    }
                }
                Due::Compute(bot_task) => {
                    let stop = core::sync::atomic::AtomicBool::new(false);
                    course.write(bot_task.think(&stop).expect("a bot has an action"));
                }
                Due::Absent { .. } | Due::Nothing => {}
            }
            course.check();
        }
        course.check_saved();
        if let Some(event) = course.table.abandoned(None) {
            course.write(event);
        }
        let record = course.table.record();
        for form in [record.to_text(), record.to_json()] {
            let read = AnyRecord::read(&form).expect("what was written");
            prop_assert_eq!(&read, &record);
            prop_assert!(read.verify_dice().is_ok(), "{:?}: {form}", read.verify_dice());
        }
        course.check_saved();
    }
}

/// A Kuba game between two people.
fn kuba() -> Course {
    let person = || PlayerConfig::Person(Some(DiceContribution::default()));
    Course::new(&config(
        "kuba",
        "classroom",
        &[('W', person()), ('B', person())],
    ))
}

#[test]
fn what_is_asked_and_taken_back_cannot_fill_a_log() {
    let mut course = kuba();
    let push = || CommandKind::Act("65F".to_owned());
    let mut cycles = 0;
    loop {
        assert!(course.want('W', push()), "a move is never refused for it");
        if !course.want('W', CommandKind::Ask(PlayerRequest::Undo)) {
            break;
        }
        assert!(course.want('B', CommandKind::Agree(PlayerRequest::Undo)));
        cycles += 1;
    }
    assert_eq!(
        cycles,
        MORE_REQUESTS + 1,
        "one more for the ply on the board"
    );
    let offered = course.table.view_for(&['W', 'B']).choices;
    let is_request = |kind: &CommandKind| matches!(kind, CommandKind::Ask(_));
    assert!(!offered.iter().any(|choice| is_request(&choice.kind)));
    // Requests that are taken back count as well, and every ply allows one more.
    let other = course.table.view_for(&[]).legal[0].clone();
    assert!(course.want('B', CommandKind::Act(other)));
    assert!(
        course.want('B', CommandKind::Ask(PlayerRequest::Hint))
            || course.want('B', CommandKind::Ask(PlayerRequest::Undo))
    );
    assert!(course.table.version() < 1_000, "{}", course.table.version());
}

#[test]
fn names_are_given_while_a_game_waits_and_cannot_fill_a_log() {
    let here = PlayerConfig::Person(Some(DiceContribution::default()));
    let seats = [('W', here), ('B', PlayerConfig::Person(None))];
    let mut course = Course::new(&config("kuba", "classroom", &seats));
    let name = |name: &str| CommandKind::Name(name.to_owned());
    let join = || CommandKind::Join {
        name: Some("Bo".to_owned()),
        dice: DiceContribution::default(),
    };
    assert!(course.want('W', name("Ann")));
    assert!(!course.want('W', name("player b")), "another has it");
    let given = (1..).take_while(|number| course.want('W', name(&format!("Ann {number}"))));
    assert_eq!(given.count() + 1, MOST_NAMES);
    assert!(course.want('B', join()));
    assert!(!course.want('B', name("Bob")), "it has begun");
    assert!(course.table.record_text().contains("Ann 99"));
}

#[test]
fn a_program_that_takes_a_seat_is_marked_from_then_on() {
    let here = PlayerConfig::Person(Some(DiceContribution::default()));
    let seats = [('W', here), ('B', PlayerConfig::Person(None))];
    let mut course = Course::new(&config("kuba", "classroom", &seats));
    let programs = |course: &Course| {
        let seats = course.table.view_for(&[]).seats;
        seats.iter().map(|seat| seat.is_program).collect::<Vec<_>>()
    };
    let join = |name: &str| CommandKind::JoinAsProgram {
        name: name.to_owned(),
        dice: DiceContribution::default(),
    };
    assert_eq!(programs(&course), [false, false]);
    assert!(!course.want('W', join("Rook (bot)")), "it is taken");
    assert!(!course.want('B', join("player w")), "another has the name");
    assert!(course.want('B', join("Rook (bot)")));
    assert_eq!(programs(&course), [false, true]);
    assert!(!course.want('B', join("Rook (bot)")), "once is enough");
    // In the next game as well, at the seat that it has there.
    assert!(course.want('B', CommandKind::Resign));
    let (rematch, _) = course.table.rotated();
    let marked = rematch
        .seats
        .iter()
        .map(|seat| (seat.seat, seat.is_program));
    assert_eq!(marked.collect::<Vec<_>>(), [('W', true), ('B', false)]);
}

#[test]
fn a_move_taken_back_is_narrated_to_every_viewer() {
    let mut course = kuba();
    let act = |push: &str| CommandKind::Act(push.to_owned());
    assert!(course.want('W', act("65F")));
    assert!(course.want('W', CommandKind::Ask(PlayerRequest::Undo)));
    assert!(course.want('B', CommandKind::Agree(PlayerRequest::Undo)));
    let version = course.table.version();
    let taken_back = Narration {
        version,
        event: Narrated::TakenBack { seat: 'W' },
    };
    let narrated = |course: &Course, by: &[char]| course.table.narration_for(by);
    for by in [&['W'][..], &['B'], &['W', 'B'], &[]] {
        assert_eq!(
            narrated(&course, by),
            slice::from_ref(&taken_back),
            "{by:?}"
        );
    }
    assert!(course.want('W', act("01B")));
    let [first, second] = &narrated(&course, &['B'])[..] else {
        panic!("the move after it follows");
    };
    assert_eq!(*first, taken_back);
    assert!(matches!(second.event, Narrated::Step { .. }));
}

#[test]
fn a_step_says_which_bot_made_it_in_the_place_of_a_player() {
    let mut course = kuba();
    assert!(course.want('W', CommandKind::Act("65F".to_owned())));
    course.write(GameEvent::TakenOver {
        seat: 'B',
        bot: "level-3".to_owned(),
    });
    course.write(GameEvent::Acted {
        seat: 'B',
        action: "05B".to_owned(),
        spent: None,
    });
    let by_bot = course.table.version();
    // It stays so, whoever plays the seat now.
    course.write(GameEvent::Returned { seat: 'B' });
    let bot = Some("level-3");
    for (version, stand_in) in [(by_bot - 2, None), (by_bot, bot), (by_bot + 1, None)] {
        let frame = course.table.frame(version).expect("a frame");
        assert_eq!(frame.stand_in.as_deref(), stand_in, "{version}");
    }
    let moves = course.table.moves(0);
    let movers = moves.iter().map(|ply| ply.stand_in.as_deref());
    assert_eq!(movers.collect::<Vec<_>>(), [None, bot]);
    assert_eq!(['W', 'B'].map(|seat| course.table.stood_in(seat)), [0, 1]);
    let told = course.table.narration_for(&['W']);
    let told = told.iter().filter_map(|narration| match &narration.event {
        Narrated::Step { stand_in, .. } => Some(stand_in.as_deref()),
        _ => None,
    });
    assert_eq!(told.collect::<Vec<_>>().last(), Some(&bot));
}

#[test]
fn a_frame_says_whose_move_it_takes_back() {
    let mut course = kuba();
    assert!(course.want('W', CommandKind::Act("65F".to_owned())));
    assert!(course.want('W', CommandKind::Ask(PlayerRequest::Undo)));
    assert!(course.want('B', CommandKind::Agree(PlayerRequest::Undo)));
    let last = course.table.version();
    let taken_back = |version| course.table.frame(version).expect("a frame").taken_back;
    let found = [last - 2, last - 1, last].map(taken_back);
    assert_eq!(found, [None, None, Some('W')]);
}

#[test]
fn l_14_a_replay_stops_everywhere_but_within_rolls_after_which_nothing_moves() {
    let person = || PlayerConfig::Person(Some(DiceContribution::default()));
    let seats = [('A', person()), ('C', person())];
    let mut course = Course::new(&config("ludo", "classic", &seats));
    for (seat, roll, choice) in [
        ('A', 1, '-'),
        ('C', 2, '-'),
        ('A', 6, 'p'),
        ('A', 3, 'p'),
        ('C', 4, '-'),
        ('A', 2, 'p'),
    ] {
        let spent = None;
        let action = format!("{seat}{roll}{choice}");
        let roll = roll.to_string();
        course.write(GameEvent::Rolled { seat, roll, spent });
        let spent = None;
        course.write(GameEvent::Acted {
            seat,
            action,
            spent,
        });
    }
    let lost = course.table.moves(0);
    let lost = lost.iter().map(|ply| ply.is_lost_roll);
    let wanted = [true, true, false, false, true, false];
    assert_eq!(lost.collect::<Vec<_>>(), wanted);
    let stops: Vec<_> = (0..=8).map(|ply| course.table.stops_around(ply)).collect();
    let around = |back: usize, next: usize| {
        let is_ply = |ply: usize| (ply < 7).then_some(ply);
        [is_ply(back), is_ply(next)]
    };
    let none = 7;
    let wanted = [
        around(none, 2),
        around(0, 2),
        around(0, 3),
        around(2, 4),
        around(3, 5),
        around(4, 6),
        around(5, none),
        around(6, none),
        around(6, none),
    ];
    assert_eq!(stops, wanted);
    // A move is a roll and what it was used for.
    let frames = course.table.frames_of(3);
    let lines = frames.iter().map(|frame| {
        let [before, after] = [&frame.before, &frame.after].map(|scene| scene.position());
        (before.expect("a line"), after.expect("a line"))
    });
    let line = |line: &str| line.to_owned();
    assert_eq!(
        lines.collect::<Vec<_>>(),
        [
            (line("AH.H/CH.H A - -"), line("AH.H/CH.H A 6 -")),
            (line("AH.H/CH.H A 6 -"), line("AR.H/CH.H A + -")),
        ]
    );
    for ply in [0, 7, usize::MAX] {
        assert_eq!(course.table.frames_of(ply), [], "{ply}");
    }
}
