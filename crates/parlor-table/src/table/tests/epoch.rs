//! The epochs of the dice that begin after the games were restored from a backup.

use core::sync::atomic::AtomicBool;
use core::time::Duration;

use parlor_dice::{Contribution, DrawnBy, Scheme};
use parlor_record::record::{AnyRecord, DiceEpoch};

use super::{Course, SALT, SECRET, config, id};
use crate::command::{Command, CommandKind};
use crate::log::{
    DiceContribution, EndReason, GameConfig, GameEvent, LogEntry, PlayerConfig, PlayerRequest,
    SeatContribution, TimeControl,
};
use crate::table::{CommandError, Due, Narrated, Occupant, REVEAL_TIMEOUT, Status, set};
use crate::timestamp::Timestamp;

const PERSON: PlayerConfig = PlayerConfig::Person(None);

fn bot() -> PlayerConfig {
    PlayerConfig::Bot("random".to_owned())
}

/// A person for whom the server drew bytes.
fn drawn_for(seat: char) -> PlayerConfig {
    let dice = drawn(seat, 1).committed(Scheme::V2, &id(), seat);
    PlayerConfig::Person(Some(dice))
}

/// Bytes that the server draws for a seat, before they are committed to.
fn drawn(seat: char, number: u8) -> DiceContribution {
    let letter = u8::try_from(seat).expect("an ASCII letter");
    DiceContribution {
        escrowed: Some([letter, number].repeat(16)),
        drawn_by_server: true,
        ..DiceContribution::default()
    }
}

/// Words in escrow with a salt.
fn typed(words: &str) -> DiceContribution {
    DiceContribution {
        escrowed: Some(words.as_bytes().to_vec()),
        salt: Some(SALT),
        ..DiceContribution::default()
    }
}

/// A commitment to bytes that the player keeps.
fn own(seat: char, bytes: &[u8]) -> DiceContribution {
    DiceContribution {
        commitment: Some(Scheme::V2.commitment(id().as_str(), seat, bytes)),
        ..DiceContribution::default()
    }
}

fn commit(dice: DiceContribution) -> CommandKind {
    CommandKind::Join { name: None, dice }
}

/// The bytes that a player keeps for an epoch.
fn bytes(seat: char, epoch: u8) -> Vec<u8> {
    format!("bytes of {seat} for epoch {epoch}").into_bytes()
}

/// A game in which every person has given bytes of their own, after some rolls.
fn begun(seats: &[(char, PlayerConfig)]) -> Course {
    let mut course = Course::new(&config("ludo", "classic", seats));
    let open: Vec<char> = open_seats(&course);
    for &seat in &open {
        assert!(course.want(seat, commit(own(seat, &bytes(seat, 0)))));
    }
    for &seat in &open {
        assert!(course.want(seat, CommandKind::Reveal(bytes(seat, 0))));
    }
    play(&mut course, 12);
    course
}

fn open_seats(course: &Course) -> Vec<char> {
    let view = course.table.view_for(&[]);
    let open = view.seats.iter().filter(|seat| !seat.is_taken);
    open.map(|seat| seat.seat).collect()
}

/// Plays the first thing that may be done, again and again.
fn play(course: &mut Course, steps: usize) {
    for _ in 0..steps {
        if course.table.view_for(&[]).status == Status::Over {
            return;
        }
        match course.table.due() {
            Due::Write(event) => course.write(event),
            Due::Compute(task) => {
                let event = task.think(&AtomicBool::new(false));
                course.write(event.expect("a bot acts"));
            }
            Due::Absent { .. } | Due::Nothing => {
                let view = course.table.view_for(&[]);
                let seat = view.to_act.expect("somebody is to act");
                let kind: CommandKind = view.legal[0].parse().expect("a command");
                assert!(course.want(seat, kind));
            }
        }
    }
}

/// Restores the game, with bytes that the server draws.
fn restore(course: &mut Course, number: u8) {
    let seats = course.table.redrawn().expect("it can go on");
    let bytes = |seat| drawn(seat, number).escrowed.expect("they are drawn");
    let drawn = seats.into_iter().map(|seat| (seat, bytes(seat))).collect();
    course.write(course.table.restored(drawn));
    course.check();
}

/// Writes the beginning of an epoch, which is due.
fn begin(course: &mut Course, number: u64) {
    match course.table.due() {
        Due::Write(event @ GameEvent::EpochBegan { epoch }) if epoch == number => {
            course.write(event);
        }
        other => panic!("epoch {number} should begin, but {other:?} is due"),
    }
    course.check();
}

/// What is refused.
fn refusal(course: &Course, seat: char, kind: CommandKind) -> Option<CommandError> {
    let command = Command {
        expected_version: course.table.version(),
        idempotency_key: "refused".parse().expect("a name"),
        by: vec![seat],
        seat: Some(seat),
        kind,
    };
    course.table.decide(&command).err()
}

/// Why an entry cannot follow, in a copy of the game.
fn damage(course: &Course, event: GameEvent) -> String {
    let mut copy = set(&id(), &course.config, SECRET).expect("it can be played");
    for entry in &course.entries {
        copy.apply(entry.clone()).expect("it was written");
    }
    let version = copy.version() + 1;
    let entry = LogEntry {
        version,
        at: Timestamp(version),
        idempotency_key: None,
        event,
        head: None,
    };
    copy.apply(entry).expect_err("it cannot follow").reason
}

/// The later epochs of the record.
fn epochs(course: &Course) -> Vec<DiceEpoch> {
    let AnyRecord::Ludo(record) = course.table.record() else {
        panic!("it is a game of Ludo");
    };
    let dice = record.opening().dice.clone();
    dice.expect("it has dice").epochs
}

/// Plays to the end of the game, and has the record read and verified.
fn finish(course: &mut Course) {
    play(course, 40);
    if let Some(event) = course.table.abandoned(None) {
        course.write(event);
    }
    for form in [course.table.record_text(), course.table.record_json()] {
        let read = AnyRecord::read(&form).expect("what was written");
        let verified = read.verify_dice().expect("its own rolls");
        assert!(verified.rolls > 0);
    }
}

fn absent(course: &Course) -> Option<(char, Duration)> {
    match course.table.due() {
        Due::Absent { seat, timeout } => Some((seat, timeout)),
        Due::Write(event) => panic!("{event:?} is due"),
        _ => None,
    }
}

#[test]
fn two_players_commit_and_reveal_anew_and_the_game_goes_on() {
    let mut course = begun(&[('A', PERSON), ('C', PERSON)]);
    let before = course.table.view_for(&['A']);
    restore(&mut course, 2);
    let view = course.table.view_for(&['A']);
    assert_eq!((view.status, view.to_act), (Status::Playing, None));
    assert_eq!(view.position, before.position);
    assert!(view.legal.is_empty() && view.request.is_none());
    let dice = view.dice.expect("it has dice");
    assert_eq!((dice.epoch, dice.is_agreeing), (0, true));
    for seat in &view.seats {
        assert!(seat.must_commit && seat.is_taken && !seat.must_reveal);
        assert_eq!((seat.commitment, &seat.entropy), (None, &None));
    }
    let pending = CommandError::EpochPending {
        waiting_for: vec!['A', 'C'],
    };
    for kind in [
        CommandKind::Roll,
        CommandKind::Act("A6p".to_owned()),
        CommandKind::Ask(PlayerRequest::Undo),
    ] {
        assert_eq!(refusal(&course, 'A', kind), Some(pending.clone()));
    }
    assert!(absent(&course).is_none(), "nobody waits for anybody");
    assert!(course.want('A', commit(own('A', &bytes('A', 1)))));
    let early = CommandKind::Reveal(bytes('A', 1));
    assert_eq!(
        refusal(&course, 'A', early.clone()),
        Some(CommandError::RevealTooEarly)
    );
    let again = commit(own('A', &bytes('A', 9)));
    let already = CommandError::AlreadyCommitted { seat: 'A' };
    assert_eq!(refusal(&course, 'A', again), Some(already));
    assert!(course.want('C', commit(typed("dog"))));
    course.check();
    let wrong = CommandKind::Reveal(bytes('A', 0));
    let refused = refusal(&course, 'A', wrong);
    assert!(matches!(refused, Some(CommandError::WrongBytes { .. })));
    let shown = course.table.view_for(&[]);
    assert_eq!(shown.seats[1].entropy, None, "the words are in escrow");
    assert!(course.want('A', early));
    let rolled = epochs(&course);
    assert!(rolled.is_empty());
    begin(&mut course, 1);
    let view = course.table.view_for(&['A']);
    assert!(view.to_act.is_some());
    let dice = view.dice.expect("it has dice");
    assert_eq!((dice.epoch, dice.is_agreeing), (1, false));
    assert_eq!(view.seats[0].entropy, Some(bytes('A', 1)));
    assert_eq!(view.seats[1].entropy.as_deref(), Some(&b"dog"[..]));
    assert_eq!(view.seats[1].salt, Some(SALT));
    finish(&mut course);
    let [epoch] = &epochs(&course)[..] else {
        panic!("one epoch has begun");
    };
    assert!(epoch.first_roll > 0);
    assert_eq!(epoch.contribution('C').salt, Some(SALT));
    assert_eq!(epoch.contribution('A').drawn_by, Some(DrawnBy::Player));
}

#[test]
fn the_server_draws_anew_for_whom_it_drew_before() {
    let seats = [('A', drawn_for('A')), ('C', drawn_for('C'))];
    let mut course = begun(&seats);
    restore(&mut course, 2);
    let view = course.table.view_for(&[]);
    for seat in &view.seats {
        assert!(!seat.must_commit && !seat.must_reveal && seat.drawn_by_server);
        assert!(seat.commitment.is_some() && seat.entropy.is_none());
    }
    begin(&mut course, 1);
    finish(&mut course);
    let epoch = &epochs(&course)[0];
    for seat in ['A', 'C'] {
        let given = epoch.contribution(seat);
        assert_eq!(given.entropy, drawn(seat, 2).escrowed);
        assert_eq!(given.drawn_by, Some(DrawnBy::Server));
    }
    // Of one who gave own bytes and one who did not, one is waited for.
    let mut course = begun(&[('A', drawn_for('A')), ('C', PERSON)]);
    restore(&mut course, 2);
    assert_eq!(absent(&course), Some(('C', Duration::from_mins(1))));
    // Whoever leaves it to the server now is drawn for the next time, and whoever does not is not.
    assert!(course.want('C', commit(drawn('C', 3))));
    begin(&mut course, 1);
    assert_eq!(course.table.redrawn(), Some(vec!['A', 'C']));
    // So does whoever was away when an epoch began.
    course.write(GameEvent::TakenOver {
        seat: 'A',
        bot: "random".to_owned(),
    });
    restore(&mut course, 4);
    begin(&mut course, 2);
    assert!(course.want('A', CommandKind::Return));
    assert_eq!(course.table.redrawn(), Some(vec!['A', 'C']));
    finish(&mut course);
}

#[test]
fn what_was_asked_is_dropped() {
    let mut course = begun(&[('A', PERSON), ('C', PERSON)]);
    // A move with which nothing was rolled since can be taken back.
    let mut asker = None;
    for _ in 0..60 {
        play(&mut course, 1);
        let choices = course.table.view_for(&['A', 'C']).choices;
        let undo = CommandKind::Ask(PlayerRequest::Undo);
        if let Some(choice) = choices.iter().find(|choice| choice.kind == undo) {
            asker = Some(choice.seat);
            break;
        }
    }
    let asker = asker.expect("there was a move");
    assert!(course.want(asker, CommandKind::Ask(PlayerRequest::Undo)));
    restore(&mut course, 2);
    assert_eq!(course.table.view_for(&[]).request, None);
    for seat in ['A', 'C'] {
        assert!(course.want(seat, commit(typed(&format!("words of {seat}")))));
    }
    begin(&mut course, 1);
    // The epochs stay when it is taken back after all.
    assert!(course.want(asker, CommandKind::Ask(PlayerRequest::Undo)));
    let other = if asker == 'A' { 'C' } else { 'A' };
    assert!(course.want(other, CommandKind::Agree(PlayerRequest::Undo)));
    assert_eq!(epochs(&course).len(), 1);
    finish(&mut course);
    assert_eq!(epochs(&course).len(), 1);
}

#[test]
fn a_roll_in_hand_stays_and_the_next_one_is_of_the_new_epoch() {
    let mut course = begun(&[('A', PERSON), ('C', PERSON)]);
    while course.table.view_for(&[]).legal == ["roll"] {
        play(&mut course, 1);
    }
    let before = course.table.view_for(&[]);
    restore(&mut course, 2);
    for seat in ['A', 'C'] {
        assert!(course.want(seat, commit(typed(&format!("words of {seat}")))));
    }
    begin(&mut course, 1);
    let view = course.table.view_for(&[]);
    assert_eq!((view.position, view.legal), (before.position, before.legal));
    finish(&mut course);
}

#[test]
fn a_commitment_that_a_seat_has_made_before_is_refused() {
    let mut course = begun(&[('A', PERSON), ('C', PERSON)]);
    restore(&mut course, 2);
    let repeated = |course: &Course, seat: char, dice: DiceContribution| {
        let refused = refusal(course, seat, commit(dice));
        matches!(refused, Some(CommandError::RepeatedCommitment { seat: of, .. }) if of == seat)
    };
    assert!(repeated(&course, 'A', own('A', &bytes('A', 0))));
    assert!(course.want('A', commit(own('A', &bytes('A', 1)))));
    // The agreement is dropped, and its commitment counts as made.
    restore(&mut course, 3);
    assert!(repeated(&course, 'A', own('A', &bytes('A', 1))));
    assert!(repeated(&course, 'A', own('A', &bytes('A', 0))));
    assert!(course.want('A', commit(typed("cat"))));
    assert!(course.want('C', commit(typed("dog"))));
    begin(&mut course, 1);
    restore(&mut course, 4);
    assert!(repeated(&course, 'A', typed("cat")));
    assert!(
        !repeated(&course, 'C', typed("cat")),
        "it is another seat's"
    );
    let known = SeatContribution {
        seat: 'A',
        dice: typed("cat").committed(Scheme::V2, &id(), 'A'),
    };
    let reason = damage(&course, GameEvent::Restored { dice: vec![known] });
    assert!(reason.contains("A has made the commitment "), "{reason}");
}

#[test]
fn a_commitment_of_another_seat_or_game_is_refused_when_it_is_revealed() {
    for copied in [
        own('C', b"words"),
        DiceContribution {
            commitment: Some(Scheme::V2.commitment("another", 'A', b"words")),
            ..DiceContribution::default()
        },
    ] {
        let mut course = begun(&[('A', PERSON), ('C', PERSON)]);
        restore(&mut course, 2);
        assert!(course.want('A', commit(copied)));
        assert!(course.want('C', commit(typed("dog"))));
        let refused = refusal(&course, 'A', CommandKind::Reveal(b"words".to_vec()));
        assert!(matches!(refused, Some(CommandError::WrongBytes { .. })));
        let entropy = b"words".to_vec();
        let reason = damage(&course, GameEvent::Revealed { seat: 'A', entropy });
        assert!(
            reason.contains("A reveals bytes whose commitment is "),
            "{reason}"
        );
    }
}

#[test]
fn a_log_with_an_epoch_skipped_or_begun_too_early_is_damaged() {
    let mut course = begun(&[('A', PERSON), ('C', PERSON)]);
    let begins = |epoch| GameEvent::EpochBegan { epoch };
    let committed = |seat| GameEvent::Committed {
        seat,
        dice: typed("bird").committed(Scheme::V2, &id(), seat),
    };
    let revealed = |seat| GameEvent::Revealed {
        seat,
        entropy: bytes(seat, 1),
    };
    let nothing = "no epoch of the dice is being agreed on";
    assert_eq!(damage(&course, begins(1)), nothing);
    assert_eq!(damage(&course, committed('A')), nothing);
    restore(&mut course, 2);
    let owed = "A has yet to contribute to epoch 1";
    assert_eq!(damage(&course, begins(1)), owed);
    assert!(course.want('A', commit(own('A', &bytes('A', 1)))));
    assert_eq!(
        damage(&course, revealed('A')),
        "A reveals before everybody has committed"
    );
    let reason = damage(&course, committed('A'));
    assert_eq!(reason, "A has committed already");
    assert!(course.want('C', commit(typed("dog"))));
    assert_eq!(damage(&course, begins(1)), owed);
    assert!(course.want('A', CommandKind::Reveal(bytes('A', 1))));
    for skipped in [0, 2, 3] {
        assert_eq!(
            damage(&course, begins(skipped)),
            format!("epoch {skipped} cannot begin, the next one is 1")
        );
    }
    begin(&mut course, 1);
    assert_eq!(damage(&course, begins(2)), nothing);
}

#[test]
fn whoever_is_late_while_another_waits_is_replaced_and_has_no_bytes_in_the_epoch() {
    let seats = [('A', PERSON), ('B', PERSON), ('C', PERSON)];
    let mut course = begun(&seats);
    restore(&mut course, 2);
    assert!(course.want('A', commit(own('A', &bytes('A', 1)))));
    assert_eq!(absent(&course), Some(('B', Duration::from_mins(1))));
    assert!(course.table.away('C').is_none(), "B is the first");
    let taken = course.table.away('B').expect("B is late");
    assert!(matches!(taken, GameEvent::TakenOver { seat: 'B', .. }));
    course.write(taken);
    assert!(course.want('C', commit(own('C', &bytes('C', 1)))));
    // Both have to reveal, and nobody is done.
    assert_eq!(absent(&course), None);
    assert!(course.want('C', CommandKind::Reveal(bytes('C', 1))));
    assert_eq!(absent(&course), Some(('A', Duration::from_mins(1))));
    course.write(course.table.away('A').expect("A is late"));
    begin(&mut course, 1);
    let epoch = &epochs(&course)[0];
    for seat in ['A', 'B'] {
        assert_eq!(epoch.contribution(seat), &Contribution::BOT, "{seat}");
    }
    assert_eq!(epoch.contribution('C').entropy, Some(bytes('C', 1)));
    // They may return, and have nothing to give until the next epoch.
    assert!(course.want('B', CommandKind::Return));
    let seat = &course.table.view_for(&[]).seats[1];
    assert!(seat.occupant == Occupant::Person && !seat.must_commit);
    finish(&mut course);
}

#[test]
fn without_a_time_for_absence_the_time_to_reveal_holds() {
    let seats = [('A', PERSON), ('C', PERSON)];
    let mut course = Course::new(&GameConfig {
        away_after: None,
        ..config("ludo", "classic", &seats)
    });
    for seat in ['A', 'C'] {
        assert!(course.want(seat, commit(typed(&format!("words of {seat}")))));
    }
    restore(&mut course, 2);
    assert!(course.want('C', commit(typed("dog"))));
    assert_eq!(absent(&course), Some(('A', REVEAL_TIMEOUT)));
}

#[test]
fn whoever_returns_before_the_epoch_begins_commits_like_anyone() {
    let mut course = begun(&[('A', PERSON), ('B', PERSON), ('C', PERSON)]);
    course.write(GameEvent::TakenOver {
        seat: 'B',
        bot: "random".to_owned(),
    });
    restore(&mut course, 2);
    assert!(!course.table.view_for(&[]).seats[1].must_commit);
    let refused = refusal(&course, 'B', commit(typed("bird")));
    assert_eq!(refused, Some(CommandError::BotPlays { seat: 'B' }));
    assert!(course.want('A', commit(typed("cat"))));
    assert!(course.want('B', CommandKind::Return));
    assert!(course.table.view_for(&[]).seats[1].must_commit);
    assert!(course.want('C', commit(own('C', &bytes('C', 1)))));
    let early = refusal(&course, 'C', CommandKind::Reveal(bytes('C', 1)));
    assert_eq!(early, Some(CommandError::RevealTooEarly));
    assert!(course.want('B', commit(typed("bird"))));
    assert!(course.want('C', CommandKind::Reveal(bytes('C', 1))));
    begin(&mut course, 1);
    finish(&mut course);
    let epoch = &epochs(&course)[0];
    assert_eq!(
        epoch.contribution('B').entropy.as_deref(),
        Some(&b"bird"[..])
    );
}

/// Who chooses their bytes when they know those of others can choose among streams, together with the
/// server.
#[test]
fn whoever_returns_when_bytes_of_others_are_known_gives_nothing_to_the_epoch() {
    let mut course = begun(&[('A', PERSON), ('B', PERSON), ('C', PERSON)]);
    restore(&mut course, 2);
    for seat in ['A', 'B', 'C'] {
        assert!(course.want(seat, commit(own(seat, &bytes(seat, 1)))));
    }
    assert!(course.want('A', CommandKind::Reveal(bytes('A', 1))));
    course.write(course.table.away('B').expect("B is late"));
    assert!(course.want('B', CommandKind::Return));
    let seat = &course.table.view_for(&[]).seats[1];
    assert!(!seat.must_commit && !seat.must_reveal && seat.commitment.is_none());
    for kind in [
        commit(own('B', &bytes('B', 2))),
        CommandKind::Reveal(bytes('B', 1)),
    ] {
        assert!(refusal(&course, 'B', kind).is_some());
    }
    assert!(course.want('C', CommandKind::Reveal(bytes('C', 1))));
    begin(&mut course, 1);
    assert_eq!(epochs(&course)[0].contribution('B'), &Contribution::BOT);
    finish(&mut course);
}

#[test]
fn a_seat_that_was_given_up_gives_nothing_and_the_epoch_begins_without_it() {
    let mut course = begun(&[('A', PERSON), ('B', PERSON), ('C', PERSON)]);
    assert!(course.want('C', CommandKind::Resign));
    restore(&mut course, 2);
    assert!(course.want('A', commit(typed("cat"))));
    // B gives up while the others wait.
    assert!(course.want('B', CommandKind::Resign));
    begin(&mut course, 1);
    let epoch = &epochs(&course)[0];
    assert_eq!(epoch.contribution('B'), &Contribution::BOT);
    assert_eq!(epoch.contribution('C'), &Contribution::BOT);
    finish(&mut course);
}

#[test]
fn of_two_the_other_wins_if_one_resigns_while_the_game_waits() {
    let mut course = begun(&[('A', PERSON), ('C', PERSON)]);
    restore(&mut course, 2);
    assert!(course.want('A', commit(typed("cat"))));
    assert!(course.want('C', CommandKind::Resign));
    let view = course.table.view_for(&[]);
    assert_eq!(view.status, Status::Over);
    assert!(!view.dice.expect("it has dice").is_agreeing);
    assert!(view.seats.iter().all(|seat| !seat.must_commit));
    assert!(!course.shown().contains(&hex::encode("cat")));
    assert!(epochs(&course).is_empty());
    course
        .table
        .record()
        .verify_dice()
        .expect("all is revealed");
}

#[test]
fn bots_give_nothing_and_a_game_among_them_goes_on_at_once() {
    let mut course = begun(&[('A', bot()), ('C', bot())]);
    restore(&mut course, 2);
    begin(&mut course, 1);
    assert!(epochs(&course)[0].contributions.is_empty());
    finish(&mut course);
    // The substitutes of people wait for one of them.
    let mut course = begun(&[('A', PERSON), ('B', bot()), ('C', PERSON)]);
    for seat in ['A', 'C'] {
        let bot = "random".to_owned();
        course.write(GameEvent::TakenOver { seat, bot });
    }
    restore(&mut course, 2);
    assert!(matches!(course.table.due(), Due::Nothing));
    assert!(course.want('C', CommandKind::Return));
    assert!(absent(&course).is_none(), "nobody waits for C");
    assert!(course.want('C', commit(typed("dog"))));
    begin(&mut course, 1);
    let epoch = &epochs(&course)[0];
    assert_eq!(epoch.contribution('A'), &Contribution::BOT);
    assert!(!epoch.contributions.contains_key(&'B'));
    finish(&mut course);
}

#[test]
fn two_restores_begin_one_epoch_and_a_later_one_the_next() {
    let mut course = begun(&[('A', PERSON), ('C', PERSON)]);
    restore(&mut course, 2);
    assert!(course.want('A', commit(own('A', &bytes('A', 1)))));
    assert!(course.want('C', commit(typed("dog"))));
    assert!(course.want('A', CommandKind::Reveal(bytes('A', 1))));
    restore(&mut course, 3);
    let view = course.table.view_for(&[]);
    assert!(view.seats.iter().all(|seat| seat.must_commit));
    for seat in ['A', 'C'] {
        assert!(course.want(seat, commit(typed(&format!("words of {seat}")))));
    }
    begin(&mut course, 1);
    play(&mut course, 20);
    restore(&mut course, 4);
    for seat in ['A', 'C'] {
        assert!(course.want(seat, commit(typed(&format!("more of {seat}")))));
    }
    begin(&mut course, 2);
    finish(&mut course);
    let rolls: Vec<u64> = epochs(&course)
        .iter()
        .map(|epoch| epoch.first_roll)
        .collect();
    assert_eq!(rolls.len(), 2);
    assert!(rolls[0] < rolls[1], "{rolls:?}");
}

#[test]
fn one_person_at_one_screen_commits_for_each_of_their_seats() {
    let mut course = begun(&[('A', PERSON), ('C', PERSON)]);
    restore(&mut course, 2);
    let join = || commit(DiceContribution::default());
    let choices = course.table.view_for(&['A', 'C']).choices;
    let joins = choices.iter().filter(|choice| choice.kind == join());
    assert_eq!(joins.map(|choice| choice.seat).collect::<String>(), "AC");
    let command = |seat| Command {
        expected_version: course.table.version(),
        idempotency_key: "both".parse().expect("a name"),
        by: vec!['A', 'C'],
        seat,
        kind: commit(typed("words")),
    };
    let unclear = course.table.decide(&command(None));
    assert_eq!(unclear, Err(CommandError::SeatUnclear));
    course.table.decide(&command(Some('C'))).expect("it is C's");
}

#[test]
fn no_clock_runs_while_the_players_agree() {
    let seats = [('A', PERSON), ('C', PERSON)];
    let mut course = Course::new(&GameConfig {
        clock: Some(TimeControl {
            initial: Duration::from_mins(5),
            increment: Duration::ZERO,
        }),
        ..config("ludo", "classic", &seats)
    });
    for seat in ['A', 'C'] {
        assert!(course.want(seat, commit(typed(&format!("words of {seat}")))));
    }
    play(&mut course, 12);
    let running = course.table.running().expect("all have acted");
    restore(&mut course, 2);
    assert_eq!(course.table.running(), None);
    for seat in ['A', 'C'] {
        assert!(course.want(seat, commit(typed(&format!("more of {seat}")))));
    }
    begin(&mut course, 1);
    assert_eq!(course.table.running(), Some(running));
}

#[test]
fn games_by_version_1_or_not_begun_or_over_or_without_dice_cannot_go_on_so() {
    let seats = [('A', PERSON), ('C', PERSON)];
    let open = config("ludo", "classic", &seats);
    let waiting = Course::new(&open);
    assert_eq!(waiting.table.redrawn(), None);
    let restored = || GameEvent::Restored { dice: Vec::new() };
    assert_eq!(damage(&waiting, restored()), "the game is not in play");
    let mut first = Course::new(&GameConfig {
        scheme: Scheme::V1,
        ..open
    });
    for seat in ['A', 'C'] {
        assert!(first.want(seat, commit(typed(&format!("words of {seat}")))));
    }
    assert_eq!(first.table.redrawn(), None);
    assert_eq!(damage(&first, restored()), "its dice have no epochs");
    let mut over = begun(&seats);
    over.write(
        over.table
            .abandoned(Some(EndReason::Operator))
            .expect("it goes on"),
    );
    assert_eq!(over.table.redrawn(), None);
    let here = || PlayerConfig::Person(Some(DiceContribution::default()));
    let kuba = Course::new(&config(
        "kuba",
        "classroom",
        &[('W', here()), ('B', here())],
    ));
    assert_eq!(kuba.table.redrawn(), None);
    assert_eq!(damage(&kuba, restored()), "its dice have no epochs");
}

#[test]
fn everybody_is_told_that_the_game_was_restored_and_goes_on() {
    let mut course = begun(&[('A', PERSON), ('C', PERSON)]);
    restore(&mut course, 2);
    let told = |course: &Course, by: &[char]| {
        let narrated = course.table.narration_for(by).into_iter();
        let events = narrated.map(|narration| narration.event);
        let events = events.filter(|event| !matches!(event, Narrated::Step { .. }));
        events.collect::<Vec<_>>()
    };
    for by in [&['A'][..], &['C'], &[]] {
        assert_eq!(told(&course, by), [Narrated::Restored]);
    }
    assert!(course.want('A', commit(typed("cat"))));
    assert!(course.want('C', commit(own('C', &bytes('C', 1)))));
    assert!(course.want('C', CommandKind::Reveal(bytes('C', 1))));
    begin(&mut course, 1);
    for by in [&['A'][..], &[]] {
        let both = [Narrated::Restored, Narrated::EpochBegan];
        assert_eq!(told(&course, by), both);
    }
    let last = course.table.events(course.table.version() - 5, 9);
    let words: Vec<&str> = last.iter().map(|event| &*event.action).collect();
    let commitment = own('C', &bytes('C', 1)).commitment.expect("it is made");
    let revealed = format!("reveal:{}", hex::encode(bytes('C', 1)));
    let committed = format!("commit:{commitment}");
    assert_eq!(words, ["restore", "join", &committed, &revealed, "epoch:1"]);
}
