//! What must hold in every position of a game.

use std::collections::BTreeSet;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;

use super::{POOL, Suite, TRIED, Violation, WORDS, promise};
use crate::game::{Game, LiveGame, Turn};
use crate::probability::Probability;
use crate::standing::Standing;

impl<G: Game> Suite<G> {
    /// Everything that holds in every position of a game.
    pub(super) fn position(
        &mut self,
        game: &LiveGame<G>,
        words: &mut ChaCha8Rng,
    ) -> Result<(), Violation> {
        self.summary.positions += 1;
        let position = game.position();
        let holds = |holds, text: &str| promise::<G>(holds, position, || text.to_owned());

        let written = position.to_string();
        holds(!written.contains('\n'), "a position must print as one line")?;
        let read = written.parse::<G::Position>();
        holds(
            read.as_ref().is_ok_and(|read| read == position),
            "a position must be read as it is printed",
        )?;
        let hash = G::stable_hash(position);
        holds(
            read.is_ok_and(|read| G::stable_hash(&read) == hash),
            "equal positions must have equal hashes",
        )?;
        let same = self.hashes.entry(hash).or_insert_with(|| position.clone());
        holds(
            same == position,
            "different positions must have different hashes",
        )?;

        let turn = game.turn();
        let actions: Vec<G::Action> = game.legal_actions().collect();
        let outcomes: Vec<_> = game.chance_outcomes().collect();
        let is_due = |due: bool, there: bool| due == there;
        holds(
            is_due(matches!(turn, Turn::Action(_)), !actions.is_empty()),
            "there must be legal actions exactly when one is due",
        )?;
        holds(
            is_due(matches!(turn, Turn::Chance(_)), !outcomes.is_empty()),
            "there must be chance outcomes exactly when one is due",
        )?;
        holds(
            is_due(matches!(turn, Turn::Over), game.ended_by().is_some()),
            "a rule must end the game exactly when nothing is due",
        )?;
        holds(
            game.ended_by() != Some(""),
            "the rule that ends the game must have a name",
        )?;
        holds(
            turn.seat()
                .is_none_or(|seat| G::seats(position).any(|seated| seated == seat)),
            "only a seat that plays can be to act",
        )?;
        let different: BTreeSet<G::Action> = actions.iter().copied().collect();
        holds(
            different.len() == actions.len(),
            "no legal action must stand twice",
        )?;
        chance::<G>(position, &outcomes)?;
        standings::<G>(position, &game.standings())?;
        for &action in &actions {
            self.legal(position, action)?;
        }
        self.outcomes
            .extend(outcomes.iter().map(|(outcome, _)| *outcome));
        self.no_chance(game, &outcomes)?;
        self.illegal(game, &different)?;
        self.random(game, &different, words)
    }

    /// That random choices are among those there are, and differ.
    fn random(
        &mut self,
        game: &LiveGame<G>,
        legal: &BTreeSet<G::Action>,
        words: &mut ChaCha8Rng,
    ) -> Result<(), Violation> {
        let position = game.position();
        let holds = |holds, text: &str| promise::<G>(holds, position, || text.to_owned());
        if game.is_over() {
            return Ok(());
        }
        let outcomes: BTreeSet<G::Chance> =
            game.chance_outcomes().map(|(outcome, _)| outcome).collect();
        let random: Vec<u64> = (0..WORDS).map(|_| words.next_u64()).collect();
        let actions: BTreeSet<_> = random
            .iter()
            .map(|&word| G::random_action(position, word))
            .collect();
        let chances: BTreeSet<_> = random
            .iter()
            .map(|&word| G::random_chance(position, word))
            .collect();
        holds(
            actions.iter().all(|action| match action {
                Some(action) => legal.contains(action),
                None => legal.is_empty(),
            }),
            "a random action must be legal, and there if one is due",
        )?;
        holds(
            chances.iter().all(|outcome| match outcome {
                Some(outcome) => outcomes.contains(outcome),
                None => outcomes.is_empty(),
            }),
            "random chance must be one of the outcomes, and there if it is due",
        )?;
        self.action_varies.was_asked |= legal.len() > 1;
        self.action_varies.was_seen |= actions.len() > 1;
        self.chance_varies.was_asked |= outcomes.len() > 1;
        self.chance_varies.was_seen |= chances.len() > 1;
        Ok(())
    }

    /// That chance is refused where it is not due.
    fn no_chance(
        &mut self,
        game: &LiveGame<G>,
        due: &[(G::Chance, Probability)],
    ) -> Result<(), Violation> {
        for &outcome in &self.outcomes {
            if due.iter().any(|(known, _)| *known == outcome) {
                continue;
            }
            let mut next = game.clone();
            let refused = next.take_chance(outcome).is_err() && next == *game;
            promise::<G>(
                refused,
                format_args!("{}, {outcome}", game.position()),
                || "chance that is not due must be refused and change nothing".to_owned(),
            )?;
            self.summary.refused += 1;
        }
        Ok(())
    }

    /// What holds of a legal action.
    fn legal(&mut self, position: &G::Position, action: G::Action) -> Result<(), Violation> {
        let holds = |holds, text: &str| {
            promise::<G>(holds, format_args!("{position}, {action}"), || {
                text.to_owned()
            })
        };
        let read = action.to_string().parse::<G::Action>();
        holds(
            read.is_ok_and(|read| read == action),
            "an action must be read as it is printed",
        )?;
        let (mut plain, mut with_events) = (position.clone(), position.clone());
        let mut events = Vec::new();
        holds(
            G::play(&mut plain, action).is_ok()
                && G::play_with_events(&mut with_events, action, &mut events).is_ok(),
            "a legal action must be carried out",
        )?;
        holds(
            plain == with_events,
            "sending events must not change what happens",
        )?;
        holds(!events.is_empty(), "something must happen in an action")?;
        // Once more, after events that are there already.
        let before = events.clone();
        let appended = G::play_with_events(&mut position.clone(), action, &mut events).is_ok()
            && events.len() == 2 * before.len()
            && events.starts_with(&before)
            && events.ends_with(&before);
        holds(appended, "events must be appended to those there are")?;
        holds(plain != *position, "an action must change the position")?;
        holds(
            G::rules(&plain) == G::rules(position) && G::seats(&plain).eq(G::seats(position)),
            "an action must leave rules and seats as they are",
        )?;
        if self.actions.len() < POOL {
            self.actions.insert(action);
        }
        Ok(())
    }

    /// That every other action is refused and changes nothing.
    fn illegal(
        &mut self,
        game: &LiveGame<G>,
        legal: &BTreeSet<G::Action>,
    ) -> Result<(), Violation> {
        // A few in each position, others in the next: in a game all have their turn.
        let begin = usize::try_from(self.summary.positions).unwrap_or_default() % POOL;
        let pool = self.actions.iter().cycle().skip(begin);
        for &action in pool.take(TRIED.min(self.actions.len())) {
            if legal.contains(&action) {
                continue;
            }
            let holds = |holds, text: &str| {
                promise::<G>(holds, format_args!("{}, {action}", game.position()), || {
                    text.to_owned()
                })
            };
            let (mut plain, mut with_events) = (game.clone(), game.clone());
            let mut events = Vec::new();
            let refused = plain.play(action);
            holds(
                refused.is_err() && with_events.play_with_events(action, &mut events).is_err(),
                "an action that is not legal must be refused",
            )?;
            holds(
                plain == *game && with_events == *game && events.is_empty(),
                "a refused action must change nothing and tell nothing",
            )?;
            if let Err(refusal) = refused {
                let (rule, words) = (refusal.rule(), refusal.to_string());
                holds(
                    !rule.is_empty() && !words.is_empty(),
                    "a refusal must name its rule and say why",
                )?;
            }
            self.summary.refused += 1;
        }
        Ok(())
    }
}

/// That the probabilities add up to one, and that each outcome can come.
fn chance<G: Game>(
    position: &G::Position,
    outcomes: &[(G::Chance, Probability)],
) -> Result<(), Violation> {
    let holds = |holds, text: &str| promise::<G>(holds, position, || text.to_owned());
    // The sum as an exact fraction; nothing that has outcomes at all comes to 0.
    let sum = outcomes
        .iter()
        .try_fold((0_u128, 1_u128), |(sum, parts), (_, probability)| {
            let own = u128::from(probability.denominator());
            let cases = u128::from(probability.numerator());
            let sum = sum
                .checked_mul(own)?
                .checked_add(cases.checked_mul(parts)?)?;
            let parts = parts.checked_mul(own)?;
            let common = greatest_common_divisor(sum, parts);
            Some((sum / common, parts / common))
        });
    holds(
        outcomes.is_empty() || sum == Some((1, 1)),
        "the probabilities of chance must add up to one",
    )?;
    let different: BTreeSet<G::Chance> = outcomes.iter().map(|(outcome, _)| *outcome).collect();
    holds(
        different.len() == outcomes.len(),
        "no chance outcome must stand twice",
    )?;
    for &(outcome, _) in outcomes {
        let mut next = position.clone();
        holds(
            G::take_chance(&mut next, outcome).is_ok() && matches!(G::turn(&next), Turn::Action(_)),
            "after every chance outcome an action must be due",
        )?;
        let answers = G::legal_actions(&next).all(|a| G::chance_in(a) == Some(outcome));
        holds(answers, "an action must name the outcome that it answers")?;
        let again = next.clone();
        holds(
            G::take_chance(&mut next, outcome).is_err() && next == again,
            "chance must be refused when an action is due",
        )?;
    }
    Ok(())
}

/// That every player has a place, and that the returns add up to one.
pub(super) fn standings<G: Game>(
    position: &G::Position,
    standings: &[Standing<G::Seat>],
) -> Result<(), Violation> {
    let holds = |holds, text: &str| promise::<G>(holds, position, || text.to_owned());
    let placed: BTreeSet<G::Seat> = standings.iter().map(|standing| standing.seat).collect();
    let seated: BTreeSet<G::Seat> = G::seats(position).collect();
    holds(
        placed == seated && standings.len() == seated.len(),
        "every seat that plays must have one standing",
    )?;
    let mut next_place = 1;
    for group in standings.chunk_by(|one, other| one.places == other.places) {
        let shared = u8::try_from(group.len()).unwrap_or(u8::MAX);
        let places = next_place..=next_place + (shared - 1);
        holds(
            group.iter().all(|standing| standing.places == places),
            "the places must be shared out without a gap, the best first",
        )?;
        next_place += shared;
    }
    let sum: f64 = standings.iter().map(Standing::returns).sum();
    holds((sum - 1.0).abs() < 1e-9, "the returns must add up to 1")
}

const fn greatest_common_divisor(one: u128, other: u128) -> u128 {
    let (mut one, mut other) = (one, other);
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}
