//! What a table shows, over random courses of games.

use core::time::Duration;

use parlor_record::hex;
use parlor_record::record::Bytes32;
use proptest::prelude::*;

use super::decide::MORE_REQUESTS;
use super::{AnyTable, Due, Status, set};
use crate::clock::Moment;
use crate::id::GameId;
use crate::log::{Entry, Happening, Part, Plan, Player, Request, SeatPlan};
use crate::order::{Order, Wish};

const SECRET: Bytes32 = Bytes32([0x5e; 32]);

/// Bytes that the server keeps for a seat.
fn kept(seat: char) -> Vec<u8> {
    format!("the words of {seat}, known to nobody").into_bytes()
}

fn plan(game: &str, rules: &str, seats: &[(char, Player)]) -> Plan {
    let seats = seats.iter().map(|(seat, player)| SeatPlan {
        seat: *seat,
        name: format!("Player {seat}"),
        player: player.clone(),
    });
    Plan {
        game: game.to_owned(),
        rules: rules.to_owned(),
        seats: seats.collect(),
        limit: 300,
        away_after: Some(Duration::from_mins(1)),
        clock: None,
        commitment: Bytes32::sha_256(&SECRET.0),
    }
}

/// A table under test, with whatever must not be shown yet.
struct Course {
    table: Box<dyn AnyTable>,
    seats: Vec<char>,
    sent: u32,
}

impl Course {
    fn new(plan: &Plan) -> Self {
        let id: GameId = "2222222233333333".parse().expect("a name");
        let mut course = Self {
            table: set(&id, plan, SECRET).expect("it can be played"),
            seats: plan.seats.iter().map(|seat| seat.seat).collect(),
            sent: 0,
        };
        course.write(Happening::Created);
        course
    }

    fn write(&mut self, happening: Happening) {
        let version = self.table.version() + 1;
        let ends = self.table.ends_with(&happening);
        let entry = Entry {
            version,
            at: Moment(version),
            action_id: None,
            happening,
        };
        self.table
            .apply(entry)
            .expect("what was decided can follow");
        let is_over = self.table.seen(&[]).status == Status::Over;
        assert!(!ends || is_over, "it was said to end the game");
    }

    /// Sends a wish for a seat; whether it was granted.
    fn want(&mut self, seat: char, wish: Wish) -> bool {
        self.sent += 1;
        let order = Order {
            version: self.table.version(),
            action_id: format!("x{}", self.sent).parse().expect("a name"),
            by: vec![seat],
            seat: Some(seat),
            wish,
        };
        let before = format!("{:?}", self.table.seen(&self.seats));
        match self.table.decide(&order) {
            Ok(happening) => {
                self.write(happening);
                true
            }
            Err(rejection) => {
                assert!(!rejection.message.is_empty());
                assert_eq!(format!("{:?}", self.table.seen(&self.seats)), before);
                false
            }
        }
    }

    /// Everything that anybody can be shown.
    fn shown(&self) -> String {
        let everybody = self.seats.iter().map(|seat| vec![*seat]);
        let views = everybody.chain([vec![]]);
        let views = views.map(|by| format!("{:?}", self.table.seen(&by)));
        let log = format!("{:?}", self.table.events(0, usize::MAX));
        let records = [self.table.record_text(), self.table.record_json()];
        views.chain([log]).chain(records).collect()
    }

    /// No secret is shown before it is everybody's.
    fn check(&self) {
        let shown = self.shown();
        let seen = self.table.seen(&[]);
        let forms = |bytes: &[u8]| [hex::encode(bytes), format!("{bytes:?}")];
        if seen.status != Status::Over {
            for form in forms(&SECRET.0) {
                assert!(!shown.contains(&form), "the server's secret is shown");
            }
        }
        if seen.status == Status::Waiting {
            // Who has revealed theirs has done so after everybody had committed.
            let hidden = seen.seats.iter().filter(|seat| seat.entropy.is_none());
            for form in hidden.flat_map(|seat| forms(&kept(seat.seat))) {
                assert!(!shown.contains(&form), "somebody's words are shown");
            }
        }
    }
}

fn a_wish(seat: char, choice: u8, legal: &[String]) -> Wish {
    let words = kept(seat);
    let part = Part {
        commitment: Some(Bytes32::sha_256(&words)),
        kept: choice.is_multiple_of(2).then(|| words.clone()),
        drawn_by_server: false,
    };
    let word = match choice {
        0..=7 => return Wish::Join { name: None, part },
        8..=15 => return Wish::Reveal(words),
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
    word.parse().expect("a wish")
}

fn tables() -> impl Strategy<Value = Plan> {
    let open = Player::Person(None);
    let bot = |name: &str| Player::Bot(name.to_owned());
    let here = Player::Person(Some(Part::default()));
    prop_oneof![
        Just(plan(
            "ludo",
            "classic",
            &[('A', open.clone()), ('C', open.clone())]
        )),
        Just(plan(
            "ludo",
            "classic",
            &[
                ('B', open.clone()),
                ('A', bot("random")),
                ('D', open.clone())
            ]
        )),
        Just(plan(
            "kuba",
            "classroom",
            &[('W', open), ('B', here.clone())]
        )),
        Just(plan(
            "kuba",
            "tournament",
            &[('W', here.clone()), ('B', here)]
        )),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever happens, a spectator's view never contains a secret, and
    /// whatever is decided can be carried out.
    #[test]
    fn no_secret_is_shown_before_it_is_everybodys(
        plan in tables(),
        wishes in prop::collection::vec((any::<u8>(), any::<u8>()), 1..120),
    ) {
        let mut course = Course::new(&plan);
        course.check();
        for (who, choice) in wishes {
            let seen = course.table.seen(&[]);
            let anybody = course.seats[usize::from(who) % course.seats.len()];
            let seat = if choice > 30 { seen.to_act.unwrap_or(anybody) } else { anybody };
            course.want(seat, a_wish(seat, choice, &seen.legal));
            match course.table.due() {
                Due::Write(happening) => course.write(happening),
                Due::Absent { seat, .. } if choice == 31 => {
                    if let Some(happening) = course.table.away(seat) {
                        course.write(happening);
                    }
                }
                Due::Think(thought) => {
                    let stop = core::sync::atomic::AtomicBool::new(false);
                    course.write(thought.think(&stop).expect("a bot has an action"));
                }
                Due::Absent { .. } | Due::Nothing => {}
            }
            course.check();
        }
    }
}

/// A Kuba game between two people.
fn kuba() -> Course {
    let person = || Player::Person(Some(Part::default()));
    Course::new(&plan(
        "kuba",
        "classroom",
        &[('W', person()), ('B', person())],
    ))
}

#[test]
fn what_is_asked_and_taken_back_cannot_fill_a_log() {
    let mut course = kuba();
    let push = || Wish::Act("65F".to_owned());
    let mut cycles = 0;
    loop {
        assert!(course.want('W', push()), "a move is never refused for it");
        if !course.want('W', Wish::Ask(Request::Undo)) {
            break;
        }
        assert!(course.want('B', Wish::Agree(Request::Undo)));
        cycles += 1;
    }
    assert_eq!(
        cycles,
        MORE_REQUESTS + 1,
        "one more for the ply on the board"
    );
    let offered = course.table.seen(&['W', 'B']).choices;
    let is_request = |wish: &Wish| matches!(wish, Wish::Ask(_));
    assert!(!offered.iter().any(|choice| is_request(&choice.wish)));
    // Requests that are taken back count as well, and every ply allows one more.
    let other = course.table.seen(&[]).legal[0].clone();
    assert!(course.want('B', Wish::Act(other)));
    assert!(
        course.want('B', Wish::Ask(Request::Hint)) || course.want('B', Wish::Ask(Request::Undo))
    );
    assert!(course.table.version() < 1_000, "{}", course.table.version());
}
