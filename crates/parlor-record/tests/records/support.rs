//! Random games as records.

use core::num::NonZeroU32;
use std::collections::{BTreeSet, HashSet};

use parlor_dice::{Bytes32, Contribution, DrawnBy, Salt, Scheme};
use parlor_game::{Game, Turn};
use parlor_record::record::{
    Clock, Dice, DiceEpoch, Fields, Json, Opening, Record, SeatEntry, Settlement,
};
use proptest::collection::vec;
use proptest::prelude::*;

/// Random words that depend on the seed alone.
#[derive(Clone, Debug)]
pub(crate) struct Words(pub(crate) u64);

impl Words {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() % limit as u64).expect("below a usize")
    }
}

/// What is random about a record, apart from its moves.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) seed: u64,
    pub(crate) plies: usize,
    pub(crate) limit: Option<u32>,
    pub(crate) date: Option<&'static str>,
    pub(crate) names: Vec<Option<String>>,
    pub(crate) bot: Option<&'static str>,
    pub(crate) comments: Vec<String>,
    pub(crate) clocks: Vec<u64>,
    pub(crate) header: Vec<(String, Json)>,
    pub(crate) seat: Vec<(String, Json)>,
    pub(crate) ply: Vec<(String, Json)>,
    pub(crate) secret: Option<[u8; 32]>,
    pub(crate) scheme: Scheme,
    pub(crate) given: Given,
    /// The later epochs, each with the number of rolls since the one before it.
    pub(crate) epochs: Vec<(u64, Vec<Given>)>,
}

/// What a player contributes to an epoch.
#[derive(Clone, Debug)]
pub(crate) struct Given {
    entropy: Vec<u8>,
    salt: Option<Salt>,
    /// Whether it is shown.
    revealed: bool,
}

/// What means something somewhere in a record.
const PARTS: &[&str] = &[
    " ",
    "  ",
    "\n",
    "\r",
    "\t",
    "\r\n",
    "}",
    "{",
    "\\",
    "\\n",
    "\"",
    ":",
    "=",
    "#",
    ",",
    ".",
    "[",
    "]",
    "a",
    "b c",
    "1.",
    "65F",
    "A6p",
    "end",
    "*",
    "clock",
    "parlor-record 1",
    "\u{0}",
    "\u{1b}",
    "\u{7f}",
    "\u{85}",
    "\u{a0}",
    "\u{2028}",
    "\u{202e}",
    "\u{feff}",
    "\u{fffd}",
    "\u{10ffff}",
    "é",
    "e\u{301}",
    "🎲",
    "null",
    "W",
    "dice.",
];

/// Texts that try to be something else.
pub(crate) fn hostile_text() -> impl Strategy<Value = String> {
    prop_oneof![
        vec(proptest::sample::select(PARTS), 0..40).prop_map(|parts| parts.concat()),
        vec(
            proptest::sample::select(vec!["word ", "another ", "x", " "]),
            0..80
        )
        .prop_map(|parts| parts.concat()),
        any::<String>(),
        "[a-z ]{0,12}",
    ]
}

fn json() -> impl Strategy<Value = Json> {
    let leaf = prop_oneof![
        Just("null".to_owned()),
        Just("true".to_owned()),
        Just("-0".to_owned()),
        Just("1.50e+3".to_owned()),
        Just("123456789012345678901234567890".to_owned()),
        any::<i64>().prop_map(|number| number.to_string()),
        hostile_text().prop_map(|text| Json::text(&text).to_string()),
        Just(r#""\u0041\/\ud83c\udfb2""#.to_owned()),
    ];
    let value = leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(|list| format!("[ {} ]", list.join(" ,\t"))),
            vec((hostile_text(), inner), 0..4).prop_map(|mut members| {
                // A member stands once in an object.
                let mut seen = BTreeSet::new();
                members.retain(|(key, _)| seen.insert(key.clone()));
                let members: Vec<String> = members
                    .iter()
                    .map(|(key, value)| format!("{}:\n {value}", Json::text(key)))
                    .collect();
                format!("{{{}}}", members.join(", "))
            }),
        ]
    });
    value.prop_map(|text| Json::parse(&text).unwrap_or_else(|error| panic!("{text}: {error}")))
}

const KNOWN: [&str; 27] = [
    "parlor_record",
    "game",
    "play",
    "rules",
    "seats",
    "limit",
    "start",
    "date",
    "dice",
    "result",
    "ending",
    "actions",
    "checksum",
    "seat",
    "name",
    "bot",
    "commitment",
    "entropy",
    "drawn_by",
    "salt",
    "scheme",
    "game_id",
    "epochs",
    "action",
    "comment",
    "clock_ms",
    "secret",
];

fn fields() -> impl Strategy<Value = Vec<(String, Json)>> {
    let key = prop_oneof![
        hostile_text(),
        proptest::sample::select(vec![
            "clock",
            "W",
            "A.name",
            "dice.scheme",
            "event",
            "x-y_z.1",
            "commitment.1",
            "salt.01",
            "epoch.1",
            "epoch",
            "Name",
            "eval",
            "note"
        ])
        .prop_map(str::to_owned),
    ];
    let key = key.prop_filter("not known", |key| !KNOWN.contains(&key.as_str()));
    vec((key, json()), 0..4)
}

fn given() -> impl Strategy<Value = Given> {
    let salt = proptest::option::of(any::<Salt>());
    (vec(any::<u8>(), 0..40), salt, any::<bool>()).prop_map(|(entropy, salt, revealed)| Given {
        entropy,
        salt,
        revealed,
    })
}

pub(crate) fn plan() -> impl Strategy<Value = Plan> {
    let about = (
        any::<u64>(),
        0_usize..60,
        proptest::option::of(1_u32..40),
        proptest::option::of(proptest::sample::select(vec![
            "2026-11-20",
            "2026-11-20T18:30:00.5+01:00",
        ])),
        vec(proptest::option::of(hostile_text()), 4),
        proptest::option::of(proptest::sample::select(vec!["random", "w:=\"x\\", "🎲"])),
    );
    let notes = (
        vec(hostile_text(), 0..6),
        vec(0..=Clock::MAX.milliseconds(), 0..6),
        fields(),
        fields(),
        fields(),
    );
    let dice = (
        proptest::option::of(any::<[u8; 32]>()),
        proptest::sample::select(Scheme::ALL.to_vec()),
        given(),
        vec((0_u64..40, vec(given(), 0..5)), 0..4),
    );
    (about, notes, dice).prop_map(
        |(
            (seed, plies, limit, date, names, bot),
            (comments, clocks, header, seat, ply),
            (secret, scheme, given, epochs),
        )| Plan {
            seed,
            plies,
            limit,
            date,
            names,
            bot,
            comments,
            clocks,
            header,
            seat,
            ply,
            secret,
            scheme,
            given,
            epochs,
        },
    )
}

fn set_all(fields: &mut Fields, new: &[(String, Json)]) {
    for (key, value) in new {
        fields.set(key, value.clone());
    }
}

/// A record after the plan: random moves, and everything that can be noted.
pub(crate) fn record<G: Game>(plan: &Plan) -> Record<G> {
    let mut words = Words(plan.seed);
    let mut opening = opening::<G>(plan, &mut words);
    opening.limit = plan.limit.and_then(NonZeroU32::new);
    opening.date = plan.date.map(|date| date.parse().expect("a date"));
    set_all(&mut opening.fields, &plan.header);
    let names = plan.names.iter().cloned();
    for (player, name) in opening.players.iter_mut().zip(names) {
        player.name = name;
    }
    let first = &mut opening.players[0];
    first.bot = plan.bot.map(str::to_owned);
    set_all(&mut first.fields, &plan.seat);
    if let (Some(secret), true) = (plan.secret, G::has_dice()) {
        add_dice(&mut opening, Bytes32(secret), plan);
    }
    let mut record = Record::begin(opening).unwrap_or_else(|error| panic!("{error}"));
    play(&mut record, plan.plies, &mut words);
    note(&mut record, plan, &mut words);
    record
}

fn opening<G: Game>(plan: &Plan, words: &mut Words) -> Opening<G> {
    let rules = G::RULES[words.below(G::RULES.len())];
    let mut seats = G::SEATS.to_vec();
    let first = words.below(seats.len());
    seats.rotate_left(first);
    let most = G::PLAYERS.end() - G::PLAYERS.start() + 1;
    seats.truncate(G::PLAYERS.start() + words.below(most));
    let opening = match G::start(rules, &seats) {
        Ok(_) => Opening::new(rules, seats),
        Err(_) => Opening::new(rules, G::SEATS[..*G::PLAYERS.start()].iter().copied()),
    };
    if !plan.seed.is_multiple_of(3) {
        return opening;
    }
    // A set-up: where a random game stands after a while.
    let mut record = Record::begin(opening).unwrap_or_else(|error| panic!("{error}"));
    play(&mut record, words.below(80), words);
    of_position(record.game().position())
}

/// A game that begins with this position; the seat to act is named first and
/// the others follow in the order of play.
fn of_position<G: Game>(start: &G::Position) -> Opening<G> {
    let mut seats: Vec<_> = G::seats(start).collect();
    let first = G::turn(start).seat();
    let first = seats.iter().position(|&seat| Some(seat) == first);
    seats.rotate_left(first.unwrap_or_default());
    Opening {
        start: Some(start.clone()),
        ..Opening::new(G::rules(start), seats)
    }
}

fn add_dice<G: Game>(opening: &mut Opening<G>, secret: Bytes32, plan: &Plan) {
    let game_id = plan.names[0].clone().unwrap_or_default();
    let mut dice = Dice::new(plan.scheme, game_id, Bytes32::sha_256(&secret.0));
    dice.secret = plan.seed.is_multiple_of(2).then_some(secret);
    if plan.seed.is_multiple_of(4) {
        set_all(&mut dice.fields, &plan.seat);
    }
    for player in &mut opening.players {
        player.contribution = match player {
            SeatEntry { bot: Some(_), .. } => Contribution {
                entropy: Some(Vec::new()),
                ..Contribution::default()
            },
            _ => plan
                .given
                .contribution(plan, &dice.game_id, G::letter(player.seat)),
        };
    }
    if plan.scheme == Scheme::V2 {
        let mut first_roll = 0;
        let bots = !plan.seed.is_multiple_of(3);
        let first = opening.players.iter().filter_map(|player| {
            let commitment = player.contribution.commitment?;
            Some((G::letter(player.seat), commitment))
        });
        // No seat commits to the same bytes twice.
        let mut known: HashSet<_> = first.collect();
        for (rolls, given) in &plan.epochs {
            first_roll += rolls;
            let seats = opening.players.iter().map(|player| G::letter(player.seat));
            let given = seats.zip(given);
            let given = given.map(|(seat, given)| {
                if given.revealed || bots {
                    (seat, given.contribution(plan, &dice.game_id, seat))
                } else {
                    (seat, Contribution::BOT)
                }
            });
            let contributions = given
                .filter(|(seat, given)| {
                    let commitment = given.commitment;
                    commitment.is_none_or(|commitment| known.insert((*seat, commitment)))
                })
                .collect();
            dice.epochs.push(DiceEpoch {
                first_roll,
                contributions,
            });
        }
    }
    opening.dice = Some(dice);
}

impl Given {
    /// The contribution of the player at a seat.
    fn contribution(&self, plan: &Plan, game_id: &str, seat: char) -> Contribution {
        let mut contribution = Contribution {
            commitment: None,
            entropy: Some(self.entropy.clone()),
            salt: self.salt.filter(|_| plan.scheme == Scheme::V2),
            drawn_by: Some(DrawnBy::ALL[usize::from(plan.seed.is_multiple_of(2))]),
        };
        let bytes = contribution.bytes().expect("there is an entropy");
        contribution.commitment = Some(plan.scheme.commitment(game_id, seat, &bytes));
        if !self.revealed {
            contribution.entropy = None;
            contribution.salt = None;
        }
        contribution
    }
}

/// Plays on at random; where there is chance, the last ply may be a bare roll.
pub(crate) fn play<G: Game>(record: &mut Record<G>, plies: usize, words: &mut Words) {
    for _ in 0..plies {
        match record.game().turn() {
            Turn::Over => return,
            Turn::Chance(_) => {
                let outcome = G::random_chance(record.game().position(), words.next());
                record
                    .push_chance(outcome.expect("chance is due"))
                    .expect("it may bring that");
            }
            Turn::Action(_) => {
                let action = random_action::<G>(record.game().position(), words);
                record
                    .push(action)
                    .unwrap_or_else(|error| panic!("{action}: {error}"));
            }
        }
    }
}

fn random_action<G: Game>(position: &G::Position, words: &mut Words) -> G::Action {
    let actions: Vec<_> = G::legal_actions(position).collect();
    actions[words.below(actions.len())]
}

fn note<G: Game>(record: &mut Record<G>, plan: &Plan, words: &mut Words) {
    let count = record.plies().len();
    if count > 0 {
        for comment in &plan.comments {
            let ply = record.notes_mut(1 + words.below(count)).expect("a ply");
            ply.comment = Some(comment.clone());
        }
        for &clock in &plan.clocks {
            let ply = record.notes_mut(1 + words.below(count)).expect("a ply");
            ply.clock = Clock::from_milliseconds(clock);
        }
        for (key, value) in &plan.ply {
            let ply = record.notes_mut(1 + words.below(count)).expect("a ply");
            ply.set_field(key, value.clone()).expect("an unknown field");
        }
    }
    let seats = record.opening().seats();
    let winner = seats[words.below(seats.len())];
    let settlement = match words.below(6) {
        0 => Settlement::Abandoned,
        1 => Settlement::Agreement,
        2 => Settlement::Resignation { winner },
        3 => Settlement::Time { winner },
        _ => return,
    };
    // Not every game can end in every way.
    let _ = record.finish(settlement);
}
