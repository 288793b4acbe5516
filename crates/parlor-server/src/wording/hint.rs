//! The evidence for a hint, in sentences.

use kuba_engine::analysis::{self, Naming};
use kuba_engine::{Line, Score};
use ludo_rules::Move;
use parlor_table::log::{ChanceBasis, HintLine, HintReason, HintScore};

/// The evidence for a hint at this position, in sentences; empty if it is not of this game.
pub(crate) fn hint(position: &str, action: &str, reason: &HintReason) -> String {
    match reason {
        HintReason::Chances { next, .. } => {
            let next = next.as_ref().map(|next| &*next.choice);
            let deed = deed(position, action).unwrap_or_default();
            let sentences = chances(position, reason, next).map(|chances| deed + &chances);
            sentences.unwrap_or_default()
        }
        _ => lines(position, reason, &|action| action.to_string()),
    }
}

/// The chances that are the evidence for a hint in Ludo, without any notation.
pub(crate) fn prospects(position: &str, reason: &HintReason) -> String {
    match reason {
        HintReason::Says(sentence) => sentence.clone(),
        _ => chances(position, reason, None).unwrap_or_default(),
    }
}

/// The evidence for a hint in Kuba, with actions by these names.
pub(crate) fn lines(position: &str, reason: &HintReason, name: Naming<'_>) -> String {
    let words = match reason {
        HintReason::Chances { .. } => None,
        HintReason::Lines(lines) => in_sentences(position, lines, name),
        HintReason::Says(sentence) => Some(sentence.clone()),
    };
    words.unwrap_or_default()
}

/// What an action of Ludo does, as a sentence with its end: `token p leaves the yard for R. `
fn deed(position: &str, action: &str) -> Option<String> {
    let position: ludo_rules::Position = position.parse().ok()?;
    let ludo_rules::Action { choice, .. } = action.parse().ok()?;
    let deed = parlor_view::ludo::choice(&position, choice)?;
    Some(match choice {
        Move::P | Move::Q => format!("token {deed}. "),
        Move::Stack | Move::Pass => format!("{deed}. "),
    })
}

fn chances(position: &str, reason: &HintReason, next_choice: Option<&str>) -> Option<String> {
    let HintReason::Chances { best, next, basis } = reason else {
        return None;
    };
    let position: ludo_rules::Position = position.parse().ok()?;
    let aim = match position.finishing_order().len() {
        0 => "winning",
        1 => "coming second",
        _ => "coming third",
    };
    let about = match basis {
        ChanceBasis::Exact => "",
        ChanceBasis::Estimate | ChanceBasis::Unsolved => "about ",
    };
    let percent = |chance: f64| format!("{:.1} %", 100.0 * chance);
    let best = percent(*best);
    let less = next.as_ref().map(|next| percent(next.chance));
    let less = less.filter(|chance| *chance != best);
    let choice = next_choice.map_or_else(String::new, |choice| format!(", {choice}"));
    let less = less.map_or_else(String::new, |chance| {
        format!(", and {chance} with the next best choice{choice}")
    });
    let note = match basis {
        ChanceBasis::Exact | ChanceBasis::Estimate => "",
        ChanceBasis::Unsolved => {
            " That is an estimate, by what the bot Sage has learned: the exact chances are still \
             being worked out."
        }
    };
    Some(format!(
        "With it the chance of {aim} is {about}{best}{less}.{note}"
    ))
}

fn in_sentences(position: &str, lines: &[HintLine], name: Naming<'_>) -> Option<String> {
    let position = position.parse().ok()?;
    let lines: Vec<Line> = lines.iter().map(line).collect::<Option<_>>()?;
    let why = analysis::why_naming(&position, &lines.first()?.actions, name);
    let advantage = analysis::advantage(&position, &lines, name);
    let sentences: Vec<String> = [why].into_iter().chain(advantage).collect();
    Some(sentences.join(" "))
}

fn line(line: &HintLine) -> Option<Line> {
    let actions = line.actions.iter().map(|action| action.parse().ok());
    Some(Line {
        score: match line.score {
            HintScore::Reds(hundredths) => Score::Reds(hundredths),
            HintScore::Win(pushes) => Score::Win(pushes),
            HintScore::Loss(pushes) => Score::Loss(pushes),
        },
        actions: actions.collect::<Option<_>>()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_table::log::NextChoice;

    /// Either token may leave the yard.
    const YARD: &str = "AH.H/C12.E A 6 -";

    fn chances(next: f64, basis: ChanceBasis) -> HintReason {
        let next = Some(NextChoice {
            choice: "q".to_owned(),
            chance: next,
        });
        HintReason::Chances {
            best: 0.6251,
            next,
            basis,
        }
    }

    #[test]
    fn chances_are_worded_by_how_sure_they_are() {
        let said = |basis| hint("A20.H/C12.E A 6 -", "A6p", &chances(0.5, basis));
        assert_eq!(
            said(ChanceBasis::Exact),
            "token p moves from 20 to 26. With it the chance of winning is 62.5 %, and 50.0 % with \
             the next best choice, q."
        );
        assert!(said(ChanceBasis::Estimate).contains("is about 62.5 %, and 50.0 % with"));
        let unsolved = said(ChanceBasis::Unsolved);
        assert!(unsolved.starts_with("token "), "{unsolved}");
        assert!(
            unsolved.contains(" % with the next best choice, "),
            "{unsolved}"
        );
        assert!(unsolved.ends_with("still being worked out."), "{unsolved}");
    }

    #[test]
    fn of_choices_that_are_worth_the_same_no_difference_is_reported() {
        let says = hint(YARD, "A6p", &chances(0.625_2, ChanceBasis::Estimate));
        assert!(says.contains("the chance of winning is about "), "{says}");
        assert!(!says.contains("next best"), "{says}");
    }

    #[test]
    fn lines_are_worded_as_what_they_take_and_how_much_better_they_are() {
        let line = |score, actions: &[&str]| HintLine {
            score,
            actions: actions.iter().map(|action| (*action).to_owned()).collect(),
        };
        let lines = vec![
            line(HintScore::Reds(80), &["15R"]),
            line(HintScore::Reds(30), &["11F"]),
        ];
        let position = "7/5wr/7/5wr/7/7/b6 w0b0 w - c";
        let says = hint(position, "15R", &HintReason::Lines(lines));
        assert!(says.starts_with("Captures a red."), "{says}");
        assert!(
            says.ends_with("Worth 0.5 reds more than the next best, 11F."),
            "{says}"
        );
    }

    #[test]
    fn a_stored_sentence_is_shown_as_it_is() {
        let reason = HintReason::Says("Captures a red.".to_owned());
        assert_eq!(hint("anything", "65F", &reason), "Captures a red.");
    }
}
