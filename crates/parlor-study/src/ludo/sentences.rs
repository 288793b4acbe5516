//! The analysis of a game of Ludo in sentences, for a screen reader.

use ludo_rules::{Event, Seat};
use ludo_solver::analysis::{Analysis, JudgedPly, KeyMoment, Label, PlayerTally, Race, Swing};
use parlor_game::Ludo;
use parlor_record::record::{Act, Record};

use super::dice::Dice;
use super::points::{chances_of, percent, signed, size};
use crate::accuracy::accuracy;
use crate::count::{count, counted};

/// The chances, the totals of each player, and the key moments.
pub fn sentences(record: &Record<Ludo>, analysis: &Analysis) -> Vec<String> {
    let mut sentences = Vec::new();
    for race in analysis.races() {
        sentences.extend(chances(analysis, race));
        sentences.push(verdict(analysis, race));
    }
    for player in analysis.tallies() {
        sentences.push(tally(&player));
        sentences.extend(dice(analysis, player.seat));
    }
    let events: Vec<Vec<Event>> = record.replay().map(|step| step.events).collect();
    for key in analysis.key_moments() {
        let index = key.ply.wrapping_sub(1);
        if let Some(ply) = analysis.plies().get(index) {
            let events = events.get(index).map_or(&[][..], Vec::as_slice);
            let sentence = moment(record, ply, events, key);
            sentences.push(format!("Ply {}: {sentence}", ply.number));
        }
    }
    sentences
}

/// From where to where the chances went in a race.
fn chances(analysis: &Analysis, race: &Race) -> Vec<String> {
    let accounts = analysis.accounts(race);
    let shares = accounts.iter().map(|account| {
        format!(
            "{} from {} to {}",
            account.seat,
            percent(account.start),
            percent(account.end)
        )
    });
    let shares: Vec<String> = shares.collect();
    let chances = chances_of(race.place, race.certainty);
    let first = race.plies.start + 1;
    vec![
        format!("{chances} in per cent, from ply {first} on."),
        format!("{}.", shares.join(", ")),
    ]
}

/// What made one's chance greater in a race, the dice or the choices.
pub fn verdict(analysis: &Analysis, race: &Race) -> String {
    let accounts = analysis.accounts(race);
    let ahead = accounts
        .iter()
        .reduce(|best, other| if best.end < other.end { other } else { best });
    let Some(ahead) = ahead else {
        return String::new();
    };
    format!(
        "The dice were worth {} points to {}, the choices {}.",
        signed(ahead.rolls()),
        ahead.seat,
        signed(ahead.choices())
    )
}

fn tally(tally: &PlayerTally) -> String {
    let rolls = count(tally.rolls, "roll");
    let luck = signed(tally.luck);
    let chosen = match tally.loss_a_choice().zip(accuracy(tally.labels)) {
        None => "nothing to choose".to_owned(),
        Some((each, accuracy)) => format!(
            "{} that lost {} points, {} each ({}): an accuracy of {accuracy} %",
            count(tally.choices, "choice"),
            size(tally.loss),
            size(each),
            counted(tally.labels)
        ),
    };
    let seat = tally.seat;
    format!("{seat}: {rolls} with a luck of {luck} points; {chosen}.")
}

/// `The dice of A: 4 ones, 1 six; 2.00 on average.`
fn dice(analysis: &Analysis, seat: Seat) -> Option<String> {
    const NAMES: [&str; 6] = ["one", "two", "three", "four", "five", "six"];
    let dice = Dice::of(analysis, seat);
    let mean = dice.mean()?;
    let numbers = dice.counts.into_iter().zip(NAMES);
    let numbers = numbers
        .filter(|&(number, _)| number > 0)
        .map(|(number, name)| match number {
            1 => format!("1 {name}"),
            _ if name == "six" => format!("{number} sixes"),
            _ => format!("{number} {name}s"),
        });
    let numbers: Vec<String> = numbers.collect();
    let numbers = numbers.join(", ");
    Some(format!(
        "The dice of {seat}: {numbers}; {mean:.2} on average."
    ))
}

/// A key moment and its effect; `events` are those of its ply.
pub fn moment(
    record: &Record<Ludo>,
    ply: &JudgedPly,
    events: &[Event],
    moment: KeyMoment,
) -> String {
    let seat = ply.seat();
    let (rolled, after) = (ply.rolled().of(seat), ply.after().of(seat));
    match moment.swing {
        Swing::Luck => {
            let before = ply.before.map_or(rolled, |before| before.of(seat));
            let way = if moment.size < 0.0 {
                "bad luck"
            } else {
                "luck"
            };
            format!(
                "{seat} rolled {}: {way} of {} points, from {} to {}.",
                ply.roll(),
                size(moment.size),
                percent(before),
                percent(rolled)
            )
        }
        Swing::Loss => {
            let what = match ply.label() {
                Some(label @ Label::Inaccuracy) => format!("An {label}"),
                Some(label) => format!("A {label}"),
                None => "A loss".to_owned(),
            };
            let better = better(ply);
            let better = better.map_or_else(String::new, |better| format!(" Better: {better}."));
            format!(
                "{} {what} of {} points: {} instead of {}.{better}",
                deed(record, ply, events),
                size(moment.size),
                percent(after),
                percent(rolled)
            )
        }
    }
}

/// The roll of the ply and the choice, in a sentence.
fn deed(record: &Record<Ludo>, ply: &JudgedPly, events: &[Event]) -> String {
    let played = record.plies().get(ply.number.wrapping_sub(1));
    match played.map(|played| *played.act()) {
        Some(Act::Action(action)) => parlor_view::ludo::action(action, events),
        _ => format!("{} rolled {}.", ply.seat(), ply.roll()),
    }
}

/// The effect of the best choice; `None` if it was made.
fn better(ply: &JudgedPly) -> Option<String> {
    ply.loss().filter(|&loss| loss > 0.0)?;
    parlor_view::ludo::choice(&ply.rolled_position(), ply.ranking.best().choice)
}
