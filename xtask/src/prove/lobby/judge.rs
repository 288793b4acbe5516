//! Whether what the clients of the lobby have seen fits together.

use std::collections::BTreeMap;

use super::seen::{Acceptance, Challenge, End, Micros, Seen, Told};

/// For how long two who fit may wait at the same time.
const LONGEST_TOGETHER: Micros = 2_000_000;

/// What a restart excuses: trouble at this node, from when it was asked to end until it was ready again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Restart {
    pub(crate) node: usize,
    pub(crate) from: Micros,
    pub(crate) until: Micros,
}

/// What was counted and measured.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Figures {
    pub(crate) challenges: usize,
    pub(crate) games: usize,
    pub(crate) accepted: usize,
    pub(crate) withdrawn: usize,
    pub(crate) too_late: usize,
    pub(crate) vanished: usize,
    pub(crate) moved: usize,
    pub(crate) anew: usize,
    pub(crate) about_to: u32,
    pub(crate) trouble: usize,
    /// From when the second of two was sent until each was told, sorted.
    pub(crate) waits: Vec<Micros>,
    /// After what time nobody was in the list.
    pub(crate) cleared: Micros,
}

/// What must not be, in words, and the figures.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Judged {
    pub(crate) findings: Vec<String>,
    pub(crate) figures: Figures,
}

/// Somebody who has sat down, by the name that is in one game at most.
#[derive(Clone, Copy, Debug)]
enum Player<'a> {
    Posted(&'a Challenge),
    Accepted(&'a Acceptance),
}

impl Player<'_> {
    fn client(self) -> u32 {
        match self {
            Player::Posted(challenge) => challenge.client,
            Player::Accepted(acceptance) => acceptance.client,
        }
    }

    fn sent(self) -> Micros {
        match self {
            Player::Posted(challenge) => challenge.sent,
            Player::Accepted(acceptance) => acceptance.sent,
        }
    }

    fn end(self) -> End {
        match self {
            Player::Posted(challenge) => challenge.end,
            Player::Accepted(acceptance) => acceptance.end,
        }
    }

    /// All that it was told.
    fn told(&self) -> &[Told] {
        match self {
            Player::Posted(challenge) => &challenge.told,
            Player::Accepted(acceptance) => acceptance.told.as_slice(),
        }
    }
}

/// The seats of a game, each with the name of who sits there.
type Seats<'a> = &'a [(String, String)];

/// Judges all that was seen.
pub(crate) fn judge(seen: &[Seen], restart: Option<Restart>) -> Judged {
    let mut judged = Judged::default();
    let mut players = BTreeMap::new();
    let mut games: BTreeMap<&str, Seats<'_>> = BTreeMap::new();
    let mut remembered = Vec::new();
    for seen in seen {
        match seen {
            Seen::Began => {}
            Seen::Challenge(challenge) => {
                players.insert(&*challenge.name, Player::Posted(challenge));
            }
            Seen::Acceptance(acceptance) => {
                players.insert(&*acceptance.name, Player::Accepted(acceptance));
            }
            Seen::Seats { game, name, seats } => {
                let known = *games.entry(game).or_insert(seats);
                if known != seats {
                    judged.find(format!(
                        "{name} was shown {seats:?} in {game}, where others were shown {known:?}"
                    ));
                }
            }
            Seen::Trouble { node, at, what } => {
                judged.figures.trouble += 1;
                let is_excused = restart.is_some_and(|restart| {
                    restart.node == *node && (restart.from..=restart.until).contains(at)
                });
                if !is_excused {
                    judged.find(format!("node {} at {at} us: {what}", node + 1));
                }
            }
            Seen::Remembered { name } => remembered.push(&**name),
            Seen::Wrong { what } => judged.find(what.clone()),
            Seen::Cleared { node, after, left } => match after {
                Some(after) => judged.figures.cleared = judged.figures.cleared.max(*after),
                None => judged.find(format!("node {} still lists {left:?}", node + 1)),
            },
        }
    }
    for name in remembered {
        // Whose node has ended may come to another for an hour.
        let is_excused = restart.is_some_and(|restart| {
            players
                .get(name)
                .is_some_and(|player| player.sent() < restart.until)
        });
        if !is_excused {
            judged.find(format!("{name} has left, and was never withdrawn"));
        }
    }
    judged.check_games(&players, &games);
    judged.check_players(&players, &games);
    judged.check_acceptances(&players);
    judged.check_waits(&players);
    judged.count(&players, &games);
    judged
}

impl Judged {
    fn find(&mut self, finding: String) {
        self.findings.push(finding);
    }

    /// Each game has two, who fit.
    fn check_games(
        &mut self,
        players: &BTreeMap<&str, Player<'_>>,
        games: &BTreeMap<&str, Seats<'_>>,
    ) {
        let mut sits: BTreeMap<&str, &str> = BTreeMap::new();
        for (game, seats) in games {
            for (_, name) in *seats {
                match players.get(&**name) {
                    None => self.find(format!("nobody knows {name:?}, who sits in {game}")),
                    Some(player) if player.end() == End::Withdrawn => {
                        self.find(format!("{name} was withdrawn, and sits in {game}"));
                    }
                    Some(_) => {}
                }
                if let Some(other) = sits.insert(name, game) {
                    self.find(format!("{name} sits in {other} and in {game}"));
                }
            }
            let [(one_seat, one), (other_seat, other)] = seats else {
                self.find(format!("not two sit in {game}, but {seats:?}"));
                continue;
            };
            let both = players.get(&**one).zip(players.get(&**other));
            let Some((one, other)) = both else { continue };
            if one_seat == other_seat || one.client() == other.client() {
                self.find(format!("not two different ones sit in {game}: {seats:?}"));
            }
            match (one, other) {
                (Player::Posted(one), Player::Posted(other)) if one.terms != other.terms => {
                    self.find(format!(
                        "{} and {} want different things, and sit in {game}",
                        one.name, other.name
                    ));
                }
                (Player::Accepted(_), Player::Accepted(_)) => {
                    self.find(format!(
                        "nobody has posted a challenge in {game}: {seats:?}"
                    ));
                }
                _ => {}
            }
        }
    }

    /// What each was told is so, and nobody is forgotten.
    fn check_players(
        &mut self,
        players: &BTreeMap<&str, Player<'_>>,
        games: &BTreeMap<&str, Seats<'_>>,
    ) {
        for (name, player) in players {
            for Told { game, seat, .. } in player.told() {
                let Some(seats) = games.get(&**game) else {
                    self.find(format!("{name} was told {game}, which nobody has seen"));
                    continue;
                };
                let sits = |(known, sitting): &(String, String)| known == seat && sitting == name;
                if !seats.iter().any(sits) {
                    self.find(format!(
                        "{name} was told seat {seat} of {game}, in which sit {seats:?}"
                    ));
                }
            }
            if player.end() == End::Withdrawn && !player.told().is_empty() {
                self.find(format!("{name} was withdrawn and told {:?}", player.told()));
            }
            if let Player::Posted(challenge) = player
                && challenge.end == End::Missing
                && !challenge.was_failed
            {
                self.find(format!(
                    "{name} was there and is no more: asked at {} us, and answered at {} us",
                    challenge.asked, challenge.ended
                ));
            }
        }
    }

    /// Who accepts a challenge plays with its poster, and nobody else does.
    fn check_acceptances(&mut self, players: &BTreeMap<&str, Player<'_>>) {
        let mut posted = BTreeMap::new();
        let mut taken: BTreeMap<&str, &str> = BTreeMap::new();
        for player in players.values() {
            if let Player::Posted(challenge) = player
                && let Some(id) = &challenge.id
            {
                posted.insert(&**id, *challenge);
            }
        }
        for player in players.values() {
            let Player::Accepted(acceptance) = player else {
                continue;
            };
            let Some(told) = &acceptance.told else {
                continue;
            };
            let Acceptance { name, of, .. } = acceptance;
            if let Some(other) = taken.insert(of, name) {
                self.find(format!("{other} and {name} have accepted {of}"));
            }
            // The answer to who has posted it may have been lost.
            let Some(challenge) = posted.get(&**of) else {
                continue;
            };
            for of_poster in &challenge.told {
                if of_poster.game != told.game || of_poster.seat == told.seat {
                    self.find(format!(
                        "{name} has accepted {} and was told {told:?}, whose poster was told {of_poster:?}",
                        challenge.name
                    ));
                }
            }
        }
    }

    /// Nobody waits for long while another does who fits, and both are told soon.
    fn check_waits(&mut self, players: &BTreeMap<&str, Player<'_>>) {
        // Who has not asked in this moment is told later that the waiting is over.
        let mut over: BTreeMap<&str, Micros> = BTreeMap::new();
        for told in players.values().flat_map(Player::told) {
            let first = over.entry(&told.game).or_insert(told.at);
            *first = told.at.min(*first);
        }
        let mut stood: BTreeMap<u32, Vec<(Micros, Micros, &Challenge)>> = BTreeMap::new();
        for player in players.values() {
            let Player::Posted(challenge) = player else {
                continue;
            };
            let end = challenge
                .told
                .iter()
                .filter_map(|told| over.get(&*told.game));
            let end = end.min().copied().unwrap_or(Micros::MAX);
            let of_terms = stood.entry(challenge.terms).or_default();
            let while_there = challenge.stood.iter();
            of_terms.extend(while_there.map(|(from, until)| (*from, *until.min(&end), *challenge)));
        }
        for of_terms in stood.values_mut() {
            of_terms.sort_by_key(|(from, ..)| *from);
            for (place, (_, until, one)) in of_terms.iter().enumerate() {
                let later = of_terms[place + 1..].iter();
                let later = later.take_while(|(from, ..)| from + LONGEST_TOGETHER < *until);
                for (from, also_until, other) in later {
                    let together = until.min(also_until).saturating_sub(*from);
                    if together > LONGEST_TOGETHER && one.client != other.client {
                        self.find(format!(
                            "{} and {} want the same, and both waited for {together} us from {from} us on",
                            one.name, other.name
                        ));
                    }
                }
            }
        }
    }

    fn count(&mut self, players: &BTreeMap<&str, Player<'_>>, games: &BTreeMap<&str, Seats<'_>>) {
        let figures = &mut self.figures;
        figures.games = games.len();
        for player in players.values() {
            match player {
                Player::Posted(challenge) => {
                    figures.challenges += 1;
                    figures.withdrawn += usize::from(challenge.end == End::Withdrawn);
                    let has_left = matches!(challenge.end, End::Vanished | End::Lost);
                    figures.vanished += usize::from(has_left);
                    figures.too_late += usize::from(challenge.was_too_late);
                    figures.moved += usize::from(challenge.was_moved);
                    let is_anew = challenge.was_failed && challenge.end == End::Missing;
                    figures.anew += usize::from(is_anew);
                    figures.about_to += challenge.about_to;
                }
                Player::Accepted(acceptance) => {
                    figures.accepted += usize::from(acceptance.told.is_some());
                }
            }
        }
        for seats in games.values() {
            let both = seats.iter().filter_map(|(_, name)| players.get(&**name));
            let both: Vec<_> = both.collect();
            let second = both.iter().map(|player| player.sent()).max();
            let (2, Some(second)) = (both.len(), second) else {
                continue;
            };
            for player in both {
                if player.end() != End::Paired {
                    continue;
                }
                let Some(told) = player.told().first() else {
                    continue;
                };
                // Nobody is told who does not ask.
                let asked = match player {
                    Player::Posted(challenge) => challenge.asked,
                    Player::Accepted(acceptance) => acceptance.sent,
                };
                let since = told.at.saturating_sub(second.max(asked.min(told.at)));
                figures.waits.push(since);
            }
        }
        figures.waits.sort_unstable();
    }
}

#[cfg(test)]
mod tests;
