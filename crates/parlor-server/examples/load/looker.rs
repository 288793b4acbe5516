//! A client that looks for somebody to play with, again and again.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::{Instant, sleep, sleep_until, timeout, timeout_at};

use super::draw::Draw;
use super::http::{Answer, Connections, Question};
use super::lobby::{Challenge, End, Log, Plan, Seen, Told, listed, listing};

/// The terms that many want, and their number.
const POPULAR: u32 = 6;

/// Of a hundred challenges, those with terms that two clients want at most.
const RARE: u32 = 10;

/// Many press at the same instant: each of these.
const INSTANT: Duration = Duration::from_millis(500);

/// The longest wait for an answer that is asked for, in seconds.
const LONGEST_WAIT: u32 = 12;

/// How often a request is sent again when servers do not answer, and how long after.
const TRIES: usize = 150;
const AGAIN: Duration = Duration::from_millis(200);

/// What somebody means to do if nobody comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Intention {
    /// Wait for long, then withdraw.
    Wait,
    /// Withdraw soon.
    Withdraw,
    /// Stop to ask.
    Vanish,
    /// Accept the challenge of another meanwhile.
    Accept,
}

/// One client.
#[derive(Debug)]
pub(crate) struct Looker {
    client: u32,
    plan: Arc<Plan>,
    log: Arc<Log>,
    draw: Draw,
    connections: Connections,
    names: u32,
}

impl Looker {
    pub(crate) fn new(client: u32, plan: Arc<Plan>, log: Arc<Log>) -> Self {
        Self {
            client,
            draw: Draw::new(plan.seed, client),
            connections: Connections::new(&plan.servers),
            plan,
            log,
            names: 0,
        }
    }

    /// Looks for games until the time is up.
    pub(crate) async fn live(mut self) {
        let end = self.log.began() + self.plan.lasts;
        let mut pause = self.draw.between(Duration::ZERO, self.plan.pause());
        loop {
            let due = self.instant_after(pause);
            if due >= end {
                return;
            }
            sleep_until(due).await;
            if let Some(challenge) = self.look(end).await {
                self.log.note(Seen::Challenge(challenge));
            }
            let mean = self.plan.pause();
            pause = self.draw.between(mean / 2, mean * 3 / 2);
        }
    }

    /// The next instant at which many press, after this time.
    fn instant_after(&self, pause: Duration) -> Instant {
        let past = self.log.began().elapsed() + pause;
        let number = past.as_millis() / INSTANT.as_millis() + 1;
        self.log.began() + INSTANT * u32::try_from(number).unwrap_or(u32::MAX)
    }

    fn node(&mut self) -> usize {
        let nodes = u32::try_from(self.connections.servers()).unwrap_or(1);
        usize::try_from(self.draw.below(nodes)).unwrap_or_default()
    }

    fn name(&mut self) -> String {
        self.names += 1;
        format!("{}-{}", self.client, self.names)
    }

    fn intention(&mut self) -> Intention {
        let may_vanish = self.log.began().elapsed() < self.plan.vanish;
        match self.draw.below(100) {
            0..55 => Intention::Wait,
            55..75 => Intention::Withdraw,
            75..85 if may_vanish => Intention::Vanish,
            75..85 => Intention::Withdraw,
            _ => Intention::Accept,
        }
    }

    /// When that is done. A withdrawal is pressed just when others come.
    fn deadline(&mut self, intention: Intention, end: Instant) -> Instant {
        let seconds = Duration::from_secs;
        let after = match intention {
            Intention::Wait => self.draw.between(seconds(17), seconds(25)),
            Intention::Vanish => self.draw.between(Duration::ZERO, seconds(3)),
            _ => INSTANT * self.draw.below(6),
        };
        let late = self.draw.between(Duration::ZERO, INSTANT / 8);
        end.min(self.instant_after(after) + late)
    }

    /// What is posted: terms that fit are equal numbers.
    fn wanted(&mut self, terms: u32) -> Value {
        let clock = |seconds: u32, increment: u32| json!({"initial_seconds": seconds, "increment_seconds": increment});
        let (mut wanted, usual) = match terms {
            0 => (json!({"game": "kuba"}), ("rules", json!("classroom"))),
            1 => (
                json!({"game": "kuba", "rules": "tournament", "clock": clock(300, 5)}),
                ("clock", clock(300, 5)),
            ),
            2 => (json!({"game": "ludo"}), ("rules", json!("classic"))),
            3 => (
                json!({"game": "kuba", "clock": {"initial_seconds": 60}}),
                ("clock", clock(60, 0)),
            ),
            4 => (
                json!({"game": "ludo", "clock": clock(600, 10)}),
                ("rules", json!("classic")),
            ),
            5 => (
                json!({"game": "kuba", "away_after_seconds": 60}),
                ("rules", json!("classroom")),
            ),
            rare => (
                json!({"game": "kuba", "away_after_seconds": 1_000 + rare}),
                ("rules", json!("classroom")),
            ),
        };
        // What is usual may be said or not.
        if self.draw.happens(50) {
            wanted[usual.0] = usual.1;
        }
        wanted
    }

    /// Posts a challenge, and waits until it is over; `None` if no server takes it.
    async fn look(&mut self, end: Instant) -> Option<Challenge> {
        let terms = if self.draw.happens(RARE) {
            POPULAR + self.client / 2
        } else {
            self.draw.below(POPULAR)
        };
        let mut challenge = self.post(terms, end).await?;
        if challenge.id.is_none() {
            return Some(challenge);
        }
        self.stand(&mut challenge, end).await;
        if let Some(told) = challenge.told.last().cloned()
            && challenge.end == End::Paired
        {
            let (name, token) = (challenge.name.clone(), challenge.token.clone());
            self.play(&name, &token, &told, end).await;
        }
        Some(challenge)
    }

    async fn post(&mut self, terms: u32, end: Instant) -> Option<Challenge> {
        let mut node = self.node();
        for _ in 0..TRIES {
            let name = self.name();
            let mut wanted = self.wanted(terms);
            wanted["name"] = json!(name);
            let question = Question {
                method: "POST",
                path: "/api/lobby/challenges".to_owned(),
                token: None,
                body: Some(wanted),
            };
            let sent = self.log.now();
            let mut challenge = Challenge {
                client: self.client,
                name,
                terms,
                id: None,
                sent,
                stood: Vec::new(),
                asked: sent,
                told: Vec::new(),
                end: End::Lost,
                ended: sent,
                was_failed: false,
                was_moved: false,
                about_to: 0,
                was_too_late: false,
                token: String::new(),
            };
            let hangs_up = self.log.began().elapsed() < self.plan.vanish && self.draw.happens(2);
            if hangs_up {
                let late = self.draw.between(Duration::ZERO, Duration::from_millis(20));
                // Who was answered before has left without reading it.
                let _ = timeout(late, self.connections.ask(node, &question)).await;
                return Some(challenge);
            }
            match self.ask(node, &question).await {
                Some(answer) if answer.status == 201 => {
                    let text = |field: &str| answer.body[field].as_str().map(str::to_owned);
                    challenge.id = text("id");
                    challenge.token = text("token").unwrap_or_default();
                    challenge.asked = self.log.now();
                    challenge.ended = challenge.asked;
                    challenge.stood.push((challenge.asked, challenge.asked));
                    challenge.end = End::Vanished;
                    return Some(challenge);
                }
                Some(answer) => {
                    let (status, body) = (answer.status, answer.body);
                    self.log
                        .wrong(format!("a challenge was answered with {status} {body}"));
                    return None;
                }
                None => {
                    // Perhaps it is there, and nobody knows its token.
                    self.log.note(Seen::Challenge(challenge));
                    node = (node + 1) % self.connections.servers();
                    sleep(AGAIN).await;
                }
            }
            if Instant::now() >= end {
                return None;
            }
        }
        None
    }

    /// An answer that says something; `None` if there was none, which is noted.
    async fn ask(&self, node: usize, question: &Question<'_>) -> Option<Answer> {
        let Question { method, path, .. } = question;
        let what = match self.connections.ask(node, question).await {
            Ok(answer) if answer.status < 500 || is_about_to(&answer) => return Some(answer),
            Ok(answer) => format!("{method} {path}: {} {}", answer.status, answer.body),
            Err(error) => format!("{method} {path}: {error}"),
        };
        let at = self.log.now();
        self.log.note(Seen::Trouble { node, at, what });
        None
    }

    /// The same, from whichever node answers, this one first.
    async fn ask_any(&self, mut node: usize, question: &Question<'_>) -> Option<Answer> {
        for _ in 0..TRIES {
            if let Some(answer) = self.ask(node, question).await {
                return Some(answer);
            }
            node = (node + 1) % self.connections.servers();
            sleep(AGAIN / 4).await;
        }
        self.log.wrong(format!(
            "{} {}: nobody answers",
            question.method, question.path
        ));
        None
    }

    /// Waits for somebody, until what is meant is due.
    async fn stand(&mut self, challenge: &mut Challenge, end: Instant) {
        let intention = self.intention();
        let until = self.deadline(intention, end);
        let is_over = self.poll_until(challenge, until).await;
        if is_over {
            return;
        }
        let is_end = Instant::now() >= end;
        match intention {
            Intention::Vanish if !is_end => {
                challenge.end = End::Vanished;
                challenge.ended = self.log.now();
            }
            Intention::Accept if !is_end => {
                self.accept(challenge, end).await;
                self.withdraw(challenge).await;
            }
            _ => self.withdraw(challenge).await,
        }
    }

    /// Asks again and again until this time; whether it was told the end.
    async fn poll_until(&mut self, challenge: &mut Challenge, until: Instant) -> bool {
        let mut node = self.node();
        loop {
            let left = until.saturating_duration_since(Instant::now()).as_secs();
            let most = u32::try_from(left).unwrap_or(0).clamp(1, LONGEST_WAIT);
            let wait = self.draw.below(most + 1);
            let question = Question {
                method: "GET",
                path: format!(
                    "/api/lobby/challenges/{}?wait={wait}",
                    challenge.id.as_deref().unwrap_or_default()
                ),
                token: Some(&challenge.token.clone()),
                body: None,
            };
            challenge.asked = self.log.now();
            let Ok(answer) = timeout_at(until, self.ask(node, &question)).await else {
                challenge.stand_until(self.log.now());
                return false;
            };
            let now = self.log.now();
            let Some(answer) = answer else {
                // Nobody has asked for it since; from the next request on it stands again.
                challenge.was_failed = true;
                node = (node + 1) % self.connections.servers();
                challenge.stood.push((now, now));
                if Instant::now() >= until {
                    return false;
                }
                // Where there is no other, it comes back.
                if self.connections.servers() == 1 {
                    sleep(AGAIN).await;
                }
                continue;
            };
            challenge.was_moved |= challenge.was_failed && answer.status == 200;
            challenge.stand_until(now);
            if self.has_ended(challenge, &answer) {
                return true;
            }
            if self.draw.happens(30) {
                node = self.node();
            }
            if wait == 0 {
                // Pages without scripts ask every few seconds.
                let pause = self.draw.between(Duration::ZERO, Duration::from_secs(1));
                sleep_until(until.min(Instant::now() + pause)).await;
            }
            if Instant::now() >= until {
                challenge.stand_until(self.log.now());
                return false;
            }
        }
    }

    /// Whether an answer says that a challenge is over.
    fn has_ended(&self, challenge: &mut Challenge, answer: &Answer) -> bool {
        let now = self.log.now();
        challenge.ended = now;
        if answer.status == 404 {
            challenge.end = End::Missing;
            return true;
        }
        if let Some(told) = told(&answer.body, now) {
            challenge.told.push(told);
            challenge.end = End::Paired;
            return true;
        }
        if answer.status != 200 || answer.body["status"] != "waiting" {
            let Answer { status, body } = answer;
            self.log.wrong(format!(
                "{} was answered with {status} {body}",
                challenge.name
            ));
        }
        false
    }

    /// Withdraws it, perhaps while another request still waits.
    async fn withdraw(&mut self, challenge: &mut Challenge) {
        let path = format!(
            "/api/lobby/challenges/{}",
            challenge.id.as_deref().unwrap_or_default()
        );
        let token = challenge.token.clone();
        let question = |method, path: String| Question {
            method,
            path,
            token: Some(&token),
            body: None,
        };
        let delete = question("DELETE", path.clone());
        let polls = self.draw.happens(30);
        let (mut node, other) = (self.node(), self.node());
        for _ in 0..TRIES {
            challenge.asked = self.log.now();
            let answer = if polls {
                let poll = question("GET", format!("{path}?wait=2"));
                let (answer, polled) =
                    tokio::join!(self.ask(node, &delete), self.ask(other, &poll));
                let polled = polled.and_then(|polled| told(&polled.body, self.log.now()));
                challenge.told.extend(polled);
                answer
            } else {
                self.ask(node, &delete).await
            };
            challenge.ended = self.log.now();
            match answer {
                None => {
                    // Perhaps it is withdrawn.
                    challenge.was_failed = true;
                    node = (node + 1) % self.connections.servers();
                }
                Some(answer) if answer.status == 503 => challenge.about_to += 1,
                Some(answer) if answer.status == 204 => {
                    challenge.end = End::Withdrawn;
                    return;
                }
                Some(answer) => {
                    challenge.was_too_late = answer.status == 409;
                    if !self.has_ended(challenge, &answer) {
                        self.log.wrong(format!("{path} was not withdrawn"));
                    }
                    return;
                }
            }
            sleep(AGAIN).await;
        }
        self.log.wrong(format!("{path} cannot be withdrawn"));
    }

    /// Accepts the challenge of another, if there is one.
    async fn accept(&mut self, own: &mut Challenge, end: Instant) {
        let node = self.node();
        let Some(lobby) = self.ask_any(node, &listing()).await else {
            return;
        };
        let mut others = listed(&lobby.body);
        others.retain(|id| Some(id) != own.id.as_ref());
        let Ok(count @ 1..) = u32::try_from(others.len()) else {
            return;
        };
        let choice = usize::try_from(self.draw.below(count)).unwrap_or_default();
        let of = others.swap_remove(choice);
        let name = self.name();
        let question = Question {
            method: "POST",
            path: format!("/api/lobby/challenges/{of}/accept"),
            token: None,
            body: Some(json!({"name": name})),
        };
        let node = self.node();
        let sent = self.log.now();
        let answer = self.ask(node, &question).await;
        let now = self.log.now();
        let mut told = None;
        let mut token = None;
        let end_of_it = match &answer {
            Some(answer) if answer.status == 201 => {
                told = game_and_seat(&answer.body, now);
                token = answer.body["token"].as_str();
                End::Paired
            }
            Some(answer) if answer.status == 404 => End::Missing,
            Some(Answer { status, body }) => {
                self.log
                    .wrong(format!("to accept {of} was answered with {status} {body}"));
                return;
            }
            None => End::Lost,
        };
        self.log.note(Seen::Acceptance {
            client: self.client,
            name: name.clone(),
            of,
            sent,
            told: told.clone(),
            end: end_of_it,
        });
        if let (Some(told), Some(token)) = (told, token) {
            self.play(&name, token, &told, end).await;
        }
    }

    /// Looks at a game, gives up or leaves after a moment, and looks again.
    async fn play(&mut self, name: &str, token: &str, told: &Told, end: Instant) {
        let path = format!("/api/games/{}", told.game);
        let question = |method, path: &str, body| Question {
            method,
            path: path.to_owned(),
            token: Some(token),
            body,
        };
        let node = self.node();
        let look = question("GET", &path, None);
        let Some(game) = self.ask_any(node, &look).await else {
            return;
        };
        note_seats(&self.log, name, told, &game);
        let pause = self.draw.between(Duration::ZERO, Duration::from_secs(2));
        sleep_until(end.min(Instant::now() + pause)).await;
        if self.draw.happens(60) {
            let body =
                json!({"version": game.body["version"], "action_id": name, "action": "resign"});
            let resign = question("POST", &format!("{path}/actions"), Some(body));
            let node = self.node();
            if let Some(answer) = self.ask_any(node, &resign).await
                && !matches!(answer.status, 200 | 409 | 422)
            {
                let Answer { status, body } = answer;
                self.log.wrong(format!(
                    "giving up {path} was answered with {status} {body}"
                ));
            }
        }
        let node = self.node();
        if let Some(game) = self.ask_any(node, &look).await {
            note_seats(&self.log, name, told, &game);
        }
    }
}

impl Challenge {
    /// It has stood until now.
    fn stand_until(&mut self, now: u64) {
        if let Some(stood) = self.stood.last_mut() {
            stood.1 = now;
        }
    }
}

/// Notes who sits in a game, and whether the client has its seat.
pub(crate) fn note_seats(log: &Log, name: &str, told: &Told, answer: &Answer) {
    let Answer { status, body } = answer;
    let Told { game, seat, .. } = told;
    if *status != 200 || body["you"] != json!([seat]) {
        log.wrong(format!(
            "{name} was told seat {seat} of {game}, and answered {status} with the seats {}",
            body["you"]
        ));
        return;
    }
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let seats = body["seats"].as_array().into_iter().flatten();
    let seats = seats.map(|seat| (text(&seat["seat"]), text(&seat["name"])));
    log.note(Seen::Seats {
        game: game.clone(),
        name: name.to_owned(),
        seats: seats.collect(),
    });
}

/// The game and the seat in what is told of a challenge.
pub(crate) fn told(body: &Value, at: u64) -> Option<Told> {
    (body["status"] == "paired").then(|| game_and_seat(body, at))?
}

fn game_and_seat(body: &Value, at: u64) -> Option<Told> {
    Some(Told {
        at,
        game: body["game"].as_str()?.to_owned(),
        seat: body["seat"].as_str()?.to_owned(),
    })
}

/// Whether it is a withdrawal to be tried again, as somebody is about to accept.
fn is_about_to(answer: &Answer) -> bool {
    let message = answer.body["error"]["message"].as_str();
    answer.status == 503 && message.is_some_and(|message| message.contains("about to accept"))
}
