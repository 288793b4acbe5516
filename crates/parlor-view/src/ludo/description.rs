//! A whole position in sentences, for ears and for screen readers.

use ludo_rules::{Move, Position, Seat, Space, Step, Token, Tokens};

use super::{Stage, status};
use crate::words;

/// The live game's position in sentences to be listened to, what matters most
/// first: whose turn it is and what is due, what can move (`choices`, where the
/// caller has them), where each player's tokens stand, clockwise from A, with
/// the places taken, and which seats do not play. After the end nothing can
/// move, whatever the choices. `names` are used for the player to move and for
/// a player who ended the game.
///
/// Rules: L-3 (steps), L-4 (spaces), L-10 (stacks), L-27 (choices), L-29 (what is
/// due), L-30 (places), L-31 (the limit).
///
/// ```
/// use ludo_rules::Position;
/// use parlor_view::ludo::{Stage, description};
///
/// let position: Position = "A28.28/C12.R A 4 -".parse()?;
/// assert_eq!(
///     description(&position, &[], Stage::UnderWay, position.legal_moves().as_slice()),
///     [
///         "A rolled 4 and can only move the stack.",
///         "A: p and q are a stack on space 28.",
///         "C: p on space 40, q ready to go.",
///         "B and D are not playing.",
///     ]
/// );
/// # Ok::<(), ludo_rules::PositionError>(())
/// ```
pub fn description(
    position: &Position,
    names: &[(Seat, &str)],
    stage: Stage<'_>,
    choices: &[Move],
) -> Vec<String> {
    let mut lines = vec![status::state(position, names, stage)];
    if stage.is_under_way() {
        lines.extend(movable(choices));
    }
    lines.extend(players(position.tokens(), |seat| position.place(seat)));
    lines
}

/// Where each player's tokens stand, clockwise from A, and which seats do not
/// play: all there is to report of a scripted game, in which nobody's turn is due.
///
/// Rules: L-3, L-4, L-10, L-12, L-19.
pub fn tokens_description(tokens: &Tokens) -> Vec<String> {
    players(tokens, |_| None)
}

/// Where one token is; `None` for a seat that does not play.
///
/// Rules: L-3, L-4, L-10 (a stack), L-12.
///
/// ```
/// use ludo_rules::{Position, Seat, Token};
/// use parlor_view::ludo::token_description;
///
/// let position: Position = "A28.28/C12.R A 4 -".parse()?;
/// let text = |seat, token| token_description(position.tokens(), seat, token);
/// assert_eq!(text(Seat::A, Token::Q).as_deref(), Some("Aq on space 28, in a stack"));
/// assert_eq!(text(Seat::B, Token::P), None);
/// # Ok::<(), ludo_rules::PositionError>(())
/// ```
pub fn token_description(tokens: &Tokens, seat: Seat, token: Token) -> Option<String> {
    let place = place(seat, tokens.steps(seat)?[token.index()]);
    let stacked = if tokens.is_stacked(seat) {
        ", in a stack"
    } else {
        ""
    };
    Some(format!("{seat}{} {place}{stacked}", token.letter()))
}

/// What the player may choose from; a single choice is reported with the roll.
/// Rules: L-14, L-27.
fn movable(choices: &[Move]) -> Option<String> {
    let tokens: Vec<String> = choices.iter().map(ToString::to_string).collect();
    (tokens.len() > 1).then(|| format!("{} can move.", tokens.join(" or ")))
}

/// One sentence for each player, and one for the seats left empty.
fn players(tokens: &Tokens, place: impl Fn(Seat) -> Option<u8>) -> Vec<String> {
    let mut lines: Vec<String> = tokens
        .iter()
        .map(|(seat, steps)| {
            let came = match place(seat) {
                Some(place) => format!(", {} place", words::ordinal(place)),
                None if tokens.has_finished(seat) => ", finished".to_owned(),
                None => String::new(),
            };
            format!("{seat}: {}{came}.", both(tokens, seat, steps))
        })
        .collect();
    let empty: Vec<String> = Seat::ALL
        .into_iter()
        .filter(|&seat| !tokens.is_seated(seat))
        .map(|seat| seat.to_string())
        .collect();
    match empty.len() {
        0 => {}
        1 => lines.push(format!("{} is not playing.", words::list(&empty))),
        _ => lines.push(format!("{} are not playing.", words::list(&empty))),
    }
    lines
}

/// Where a seat's two tokens are.
fn both(tokens: &Tokens, seat: Seat, steps: [Step; 2]) -> String {
    let [p, q] = steps.map(|step| place(seat, step));
    if tokens.is_stacked(seat) {
        return format!("p and q are a stack {p}");
    }
    if p == q {
        return format!("both tokens {p}");
    }
    let [first, second] = Token::ALL.map(Token::letter);
    format!("{first} {p}, {second} {q}")
}

/// Where a token is, in words.
fn place(seat: Seat, step: Step) -> String {
    match step.space(seat) {
        Space::Yard => "in the yard".to_owned(),
        Space::Ready => "ready to go".to_owned(),
        Space::Ring(number) => format!("on space {number}"),
        Space::HomeSquare { number, .. } => {
            let left = Step::FINISHED.value() - step.value();
            format!("on home square {number} with {left} to go")
        }
        Space::End => "on the end".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;

    use super::*;

    fn described(line: &str) -> String {
        let position: Position = line.parse().expect("a position");
        description(
            &position,
            &[],
            Stage::UnderWay,
            position.legal_moves().as_slice(),
        )
        .join("\n")
    }

    #[test]
    fn l_2_the_start_of_four() {
        let position = Position::new(&[Seat::B, Seat::A, Seat::D, Seat::C]).expect("four seats");
        assert_snapshot!(description(&position, &[], Stage::UnderWay, &[]).join("\n"));
    }

    #[test]
    fn l_10_stacks_home_squares_and_ready_tokens() {
        assert_snapshot!(described("AR.R/B53.53/C50.H/D56.E D 1 -"));
    }

    #[test]
    fn l_27_every_kind_of_choice() {
        let lines = [
            "A20.H/C12.E A 6 -",
            "A20.H/C12.E A 5b -",
            "AH.E/C12.E A 5b -",
            "A20.20/C12.E A 6 -",
        ];
        let lines: Vec<String> = lines
            .iter()
            .map(|line| {
                described(line)
                    .lines()
                    .take(2)
                    .collect::<Vec<_>>()
                    .join(" ")
            })
            .collect();
        assert_snapshot!(lines.join("\n"));
    }

    #[test]
    fn l_30_the_end_with_places() {
        assert_snapshot!(described("AE.E/BE.E/CE.52 - - BAC"));
        assert_snapshot!(described("AE.E/B1.E/CH.R B + A"));
    }

    #[test]
    fn l_19_a_scripted_game_has_no_turn() {
        let position: Position = "A28.28/B7.H A - -".parse().expect("a position");
        assert_snapshot!(tokens_description(position.tokens()).join("\n"));
    }

    #[test]
    fn l_3_every_step_has_words() {
        for (seat, count) in Seat::ALL
            .into_iter()
            .flat_map(|seat| (-1..=57).map(move |n| (seat, n)))
        {
            let place_text = place(seat, Step::new(count).expect("a step"));
            assert!(
                place_text
                    .chars()
                    .all(|c| c.is_alphanumeric() || c == ' ' || c == ','),
                "{place_text}"
            );
        }
    }
}
