//! The chances of every choice in a position of Ludo, or of every roll before it.

use ludo_rules::{Move, Position, Roll, Seat};
use ludo_solver::analysis::{Certainty, Chances, Expert, Judge as _, Label, Ranking};
use ludo_solver::exact::{Seating, Tablebase};
use parlor_game::Ludo;
use parlor_table::playable::solve_soon;
use parlor_view::Snapshot;

use super::super::analysis::ludo::{Names, compared};
use super::super::board::ludo::{are_alike, in_short};
use super::super::{game_info, sentences};
use super::place::Place;

/// All that is known of a position that goes on.
#[derive(Debug)]
pub(super) struct Judged {
    /// Before a roll.
    before: Option<Chances>,
    /// The choices for the roll in hand, or for each.
    rankings: Vec<(Roll, Ranking)>,
    certainty: Certainty,
}

/// The chances as they are shown.
#[derive(Debug)]
pub(super) struct ShownChances {
    /// What they are the chances of.
    pub(super) title: &'static str,
    /// The first column.
    pub(super) what: &'static str,
    pub(super) seats: Vec<ShownSeat>,
    pub(super) rows: Vec<ChanceRow>,
    /// How far they can be trusted.
    pub(super) trust: String,
}

#[derive(Debug)]
pub(super) struct ShownSeat {
    pub(super) letter: char,
    pub(super) mark: String,
}

#[derive(Debug)]
pub(super) struct ChanceRow {
    /// What commentators put behind a choice: `??`.
    pub(super) mark: &'static str,
    pub(super) says: String,
    /// The place after it.
    pub(super) href: Option<String>,
    pub(super) why: String,
    /// In the order of the seats, in per cent.
    pub(super) chances: Vec<String>,
    pub(super) is_best: bool,
}

/// Whether the chances of a position have to be worked out first, which is begun with this.
pub(super) fn has_to_be_solved(position: &Position) -> bool {
    let Some(seating) = Seating::of_two_left(position) else {
        return false;
    };
    if Tablebase::shared().get(seating).is_some() {
        return false;
    }
    solve_soon(seating);
    true
}

/// Judges a position that is not over, and whose values are there.
pub(super) fn judge(position: &Position) -> Judged {
    let judge = Expert::new(Tablebase::shared());
    let rolls = match position.roll_in_hand() {
        Some(roll) => vec![(roll, *position)],
        None => Roll::ALL
            .into_iter()
            .filter_map(|roll| {
                let mut rolled = *position;
                rolled.apply_roll(roll).ok()?;
                Some((roll, rolled))
            })
            .collect(),
    };
    Judged {
        before: judge.before_roll(position),
        rankings: rolls
            .iter()
            .filter_map(|(roll, rolled)| Some((*roll, Ranking::of(rolled, &judge)?)))
            .collect(),
        certainty: judge.certainty(position),
    }
}

/// What was judged, as it is shown.
pub(super) fn shown(place: &Place, snapshot: &Snapshot<Ludo>, judged: &Judged) -> ShownChances {
    let position = &snapshot.position;
    let tokens = position.tokens();
    let seats: Vec<Seat> = tokens
        .seats()
        .iter()
        .filter(|seat| !tokens.has_finished(*seat))
        .collect();
    let percents = |chances: &Chances| -> Vec<String> {
        let of = |seat: &Seat| format!("{:.1}", 100.0 * chances.of(*seat));
        seats.iter().map(of).collect()
    };
    let has_roll = position.roll_in_hand().is_some();
    let mut rows = Vec::new();
    if let Some(before) = &judged.before {
        rows.push(ChanceRow {
            mark: "",
            says: sentences::BEFORE_ROLL.to_owned(),
            href: None,
            why: String::new(),
            chances: percents(before),
            is_best: false,
        });
    }
    for (roll, ranking) in &judged.rankings {
        if has_roll {
            rows.extend(choices(place, snapshot, ranking, &percents));
        } else {
            rows.extend(roll_row(place, snapshot, *roll, ranking, &percents));
        }
    }
    ShownChances {
        title: match position.finishing_order().len() {
            0 => sentences::CHANCES_TO_WIN,
            1 => sentences::CHANCES_OF_SECOND,
            _ => sentences::CHANCES_OF_THIRD,
        },
        what: if has_roll {
            sentences::CHOICE
        } else {
            sentences::ROLLED
        },
        rows,
        trust: match judged.certainty {
            Certainty::Exact => sentences::EXACT.to_owned(),
            Certainty::Estimate { error } => sentences::estimates(&format!("{:.1}", 100.0 * error)),
        },
        seats: seats
            .iter()
            .map(|seat| ShownSeat {
                letter: seat.letter(),
                mark: game_info::mark_on_board("ludo", seat.letter(), &format!("of-{seat}-")),
            })
            .collect(),
    }
}

/// Every choice for the roll in hand, the best first.
fn choices(
    place: &Place,
    snapshot: &Snapshot<Ludo>,
    ranking: &Ranking,
    percents: &dyn Fn(&Chances) -> Vec<String>,
) -> Vec<ChanceRow> {
    let position = &snapshot.position;
    let alike = are_alike(position);
    let ranked = ranking.choices().iter();
    let ranked: Vec<_> = ranked
        .filter(|ranked| !(alike && ranked.choice == Move::Q))
        .collect();
    let name = |seat: Seat| seat.to_string();
    let names = Names {
        who: &name,
        whom: &name,
    };
    let rows = ranked.iter().enumerate().map(|(index, choice)| {
        let label = choice.label();
        let why = match (index, ranked.as_slice()) {
            (0, [best, next, ..]) if next.label() > Label::Best => {
                compared(position, [best.choice, next.choice], names).map(|(_, why)| why)
            }
            (1.., [best, ..]) if label > Label::Best => {
                compared(position, [best.choice, choice.choice], names).map(|(what, _)| what)
            }
            _ => None,
        };
        let action = ludo_rules::Action {
            seat: ranking.seat(),
            roll: ranking.roll(),
            choice: choice.choice,
        };
        ChanceRow {
            mark: if ranking.is_free() { label.mark() } else { "" },
            says: does(snapshot, ranking.seat(), choice.choice),
            href: Some(place.after(&action.to_string())),
            why: why.unwrap_or_default(),
            chances: percents(&choice.chances),
            is_best: index == 0,
        }
    });
    rows.collect()
}

/// A roll, with its best choice.
fn roll_row(
    place: &Place,
    snapshot: &Snapshot<Ludo>,
    roll: Roll,
    ranking: &Ranking,
    percents: &dyn Fn(&Chances) -> Vec<String>,
) -> Option<ChanceRow> {
    let mut rolled = snapshot.clone();
    rolled.position.apply_roll(roll).ok()?;
    let best = ranking.best();
    Some(ChanceRow {
        mark: "",
        says: roll.to_string(),
        href: Some(place.after(&roll.to_string())),
        why: does(&rolled, ranking.seat(), best.choice),
        chances: percents(&best.chances),
        is_best: false,
    })
}

/// What a choice does, in short.
fn does(snapshot: &Snapshot<Ludo>, seat: Seat, choice: Move) -> String {
    if choice == Move::Pass {
        return sentences::PASS.to_owned();
    }
    in_short(snapshot, seat, choice).1
}
