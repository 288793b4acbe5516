//! A snapshot of any game, in every form that it can be shown in.

#[cfg(test)]
mod tests;

use kuba_rules::{Move as Push, Side};
use ludo_rules::{Seat, Tokens, TurnOutcome};
use parlor_game::{AnyGame, Game, Kuba, LiveGame, Ludo, Settlement, Standing, Turn};

use crate::kuba::Names;
use crate::motion::Motion;
use crate::svg::Options;
use crate::{kuba, ludo, words};

/// The action that led to a snapshot, and what happened in it.
#[derive(Clone, Debug, PartialEq)]
pub struct LastAction<Action, Event> {
    /// What was done.
    pub action: Action,
    /// What came of it, in order.
    pub events: Vec<Event>,
}

/// A snapshot of a live game: what stands where, who plays, and the step that led
/// there.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot<G: Game> {
    /// The position.
    pub position: G::Position,
    /// The rule by which the game is over, drawn, or at its limit.
    pub ended_by: Option<&'static str>,
    /// The players in the order of reporting. Rules: L-1, L-21.
    pub players: Vec<G::Seat>,
    /// What the players are called, where they have names.
    pub names: Vec<(G::Seat, String)>,
    /// The step that led here.
    pub last_action: Option<LastAction<G::Action, G::Event>>,
    /// How the players ended the game, if they did and the rules did not.
    pub settlement: Option<Settlement<G::Seat>>,
}

impl<G: Game> Snapshot<G> {
    /// The snapshot that a game has come to; what led there is not known, and
    /// the players have no names and are reported in the order of play.
    pub fn of(game: &LiveGame<G>) -> Self {
        Self {
            position: game.position().clone(),
            ended_by: game.ended_by(),
            players: G::seats(game.position()).collect(),
            names: Vec::new(),
            last_action: None,
            settlement: None,
        }
    }

    /// What is due: nothing once the game is over, in whatever way.
    pub fn turn(&self) -> Turn<G::Seat> {
        if self.ended_by.is_some() || self.settlement.is_some() {
            return Turn::Over;
        }
        G::turn(&self.position)
    }

    /// Everybody's places, once the game is over; nobody's if it was abandoned.
    pub fn standings(&self) -> Option<Vec<Standing<G::Seat>>> {
        match (self.ended_by, self.settlement) {
            (Some(_), _) => Some(G::standings(&self.position)),
            (None, Some(settlement)) => {
                let standings = settlement.standings(self.players.iter().copied());
                (!standings.is_empty()).then_some(standings)
            }
            (None, None) => None,
        }
    }

    /// How the players ended a game that the rules had not ended.
    fn settlement(&self) -> Option<Settlement<G::Seat>> {
        self.settlement.filter(|_| self.ended_by.is_none())
    }

    /// What happened in the step that led here.
    fn events(&self) -> &[G::Event] {
        self.last_action.as_ref().map_or(&[], |last| &last.events)
    }

    /// What may be done now, in notation.
    fn legal(&self) -> Vec<String> {
        match self.turn() {
            Turn::Chance(_) => vec!["roll".to_owned()],
            Turn::Action(_) => {
                let actions = G::legal_actions(&self.position);
                actions.map(|action| action.to_string()).collect()
            }
            Turn::Over => Vec::new(),
        }
    }
}

/// What is marked on a picture beside what happened and what may be done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Highlights<'a> {
    /// Pushes that are shown as arrows; Ludo has none.
    pub pushes: &'a [Push],
    /// The action that a hint names, in notation.
    pub hint: Option<&'a str>,
    /// Whether it is turned by half, to whoever sits at the upper side.
    pub is_turned: bool,
}

/// A snapshot of any game.
///
/// Faces make one of what they hold and show it as they can: as a text board,
/// as sentences, as a picture.
///
/// ```
/// use parlor_game::AnyGame;
/// use parlor_view::Scene;
///
/// let scene = Scene::of(&AnyGame::from_position("A28.28/C12.R A 4 -", None)?);
/// assert_eq!(scene.status(), "A rolled 4 and can only move the stack.");
/// assert_eq!(scene.legal(), ["A4pq"]);
/// # Ok::<(), parlor_game::AnyError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Scene {
    /// A live game of Ludo.
    Ludo(Snapshot<Ludo>),
    /// A scripted game of Ludo, in which nobody's turn is due. Rules: L-19.
    LudoScript {
        /// Where the tokens stand.
        tokens: Tokens,
        /// The players in the order of reporting. Rules: L-21.
        players: Vec<Seat>,
        /// The roll that led here, and what became of it.
        last_action: Option<LastAction<(ludo_rules::ScriptTurn, TurnOutcome), ludo_rules::Event>>,
        /// What the players are called, where they have names.
        names: Vec<(Seat, String)>,
    },
    /// A game of Kuba.
    Kuba(Snapshot<Kuba>),
}

impl From<Snapshot<Ludo>> for Scene {
    fn from(snapshot: Snapshot<Ludo>) -> Self {
        Self::Ludo(snapshot)
    }
}

/// Two players of one name are told apart by what they play.
impl From<Snapshot<Kuba>> for Scene {
    fn from(mut snapshot: Snapshot<Kuba>) -> Self {
        if let [(one, name), (other, same)] = &mut *snapshot.names
            && name == same
        {
            *name = words::player(name, kuba::color(*one));
            *same = words::player(same, kuba::color(*other));
        }
        Self::Kuba(snapshot)
    }
}

impl Scene {
    /// The snapshot that a game has come to, as [`Snapshot::of`].
    pub fn of(game: &AnyGame) -> Self {
        match game {
            AnyGame::Ludo(game) => Snapshot::of(game).into(),
            AnyGame::Kuba(game) => Snapshot::of(game).into(),
        }
    }

    /// The game's name: `ludo`.
    pub const fn game(&self) -> &'static str {
        match self {
            Self::Ludo(_) | Self::LudoScript { .. } => Ludo::NAME,
            Self::Kuba(_) => Kuba::NAME,
        }
    }

    /// The name of the rules: `classic`.
    pub fn rules(&self) -> String {
        match self {
            Self::Ludo(snapshot) => Ludo::rules(&snapshot.position).to_string(),
            Self::LudoScript { .. } => ludo_rules::Rules::default().to_string(),
            Self::Kuba(snapshot) => snapshot.position.rules().to_string(),
        }
    }

    /// The position as a line; none of a scripted game, which has none.
    pub fn position(&self) -> Option<String> {
        match self {
            Self::Ludo(snapshot) => Some(snapshot.position.to_string()),
            Self::LudoScript { .. } => None,
            Self::Kuba(snapshot) => Some(snapshot.position.to_string()),
        }
    }

    /// The names of the spaces where Ludo's tokens stand, `p` then `q`, player
    /// by player; none in Kuba. Rules: L-21.
    pub fn spaces(&self) -> Option<Vec<String>> {
        let (tokens, players) = self.tokens()?;
        let spaces = players.iter().filter_map(|&seat| tokens.spaces(seat));
        Some(spaces.flatten().map(|space| space.to_string()).collect())
    }

    /// The board as text that fits a terminal of 80 columns.
    pub fn board(&self) -> String {
        match self {
            Self::Ludo(snapshot) => ludo::board(snapshot.position.tokens()),
            Self::LudoScript { tokens, .. } => ludo::board(tokens),
            Self::Kuba(snapshot) => kuba::board(&snapshot.position, kuba_names(&snapshot.names)),
        }
    }

    /// Where Ludo's tokens stand, as a table; Kuba's board says it all.
    pub fn table(&self) -> Option<String> {
        let (tokens, players) = self.tokens()?;
        Some(ludo::status(tokens, players))
    }

    /// Ludo's tokens, and the players in the order of reporting. Rules: L-21.
    fn tokens(&self) -> Option<(&Tokens, &[Seat])> {
        match self {
            Self::Ludo(snapshot) => Some((snapshot.position.tokens(), &snapshot.players)),
            Self::LudoScript {
                tokens, players, ..
            } => Some((tokens, players)),
            Self::Kuba(_) => None,
        }
    }

    /// Whose turn it is and what is due, or how the game ended, in one line.
    pub fn status(&self) -> String {
        match self {
            Self::Ludo(snapshot) => {
                let standings = Ludo::standings(&snapshot.position);
                let stage = ludo_stage(snapshot, &standings);
                ludo::state(&snapshot.position, &borrowed(&snapshot.names), stage)
            }
            Self::LudoScript { .. } => {
                "A scripted game: the list of rolls says whose turn is next (L-19).".to_owned()
            }
            Self::Kuba(snapshot) => {
                let names = kuba_names(&snapshot.names);
                kuba::state(&snapshot.position, names, kuba_stage(snapshot))
            }
        }
    }

    /// What the step that led here was and what came of it, in one sentence.
    pub fn step(&self) -> Option<String> {
        match self {
            Self::Ludo(snapshot) => {
                let LastAction { action, events } = snapshot.last_action.as_ref()?;
                Some(ludo::named_action(
                    *action,
                    events,
                    &borrowed(&snapshot.names),
                ))
            }
            Self::LudoScript {
                last_action,
                tokens,
                ..
            } => {
                let LastAction {
                    action: (turn, outcome),
                    events,
                } = last_action.as_ref()?;
                Some(ludo::explain(*turn, *outcome, events, tokens))
            }
            Self::Kuba(snapshot) => {
                let stage = kuba_stage(snapshot);
                let mut events = snapshot.last_action.as_ref()?.events.clone();
                if !stage.goes_on(&snapshot.position) {
                    events.retain(|&event| !is_about_what_follows(event));
                }
                let told = kuba::push(&events, kuba_names(&snapshot.names));
                // K-12: no event tells that the position stands for the third time.
                Some(match stage {
                    kuba::Stage::Drawn(kuba_rules::Draw::Repetition) => {
                        format!("{}; {}.", told.trim_end_matches('.'), kuba::THIRD_TIME)
                    }
                    _ => told,
                })
            }
        }
    }

    /// The same without the end of the game that the step brought, for whoever
    /// tells beside it how the game ended.
    pub fn step_before_end(&self) -> Option<String> {
        match self {
            Self::Ludo(snapshot) if snapshot.position.is_over() => {
                let LastAction { action, events } = snapshot.last_action.as_ref()?;
                let mut events = events.clone();
                events.retain(|&event| !is_end(event));
                Some(ludo::named_action(
                    *action,
                    &events,
                    &borrowed(&snapshot.names),
                ))
            }
            Self::Kuba(snapshot) if !kuba_stage(snapshot).goes_on(&snapshot.position) => {
                let mut events = snapshot.last_action.as_ref()?.events.clone();
                events.retain(|&event| !is_about_what_follows(event));
                events.retain(|event| !matches!(event, kuba_rules::Event::Won { .. }));
                Some(kuba::push(&events, kuba_names(&snapshot.names)))
            }
            _ => self.step(),
        }
    }

    /// What may be done now, in notation: `roll`, or the legal actions; nothing
    /// after the end and in a scripted game.
    pub fn legal(&self) -> Vec<String> {
        match self {
            Self::Ludo(snapshot) => snapshot.legal(),
            Self::LudoScript { .. } => Vec::new(),
            Self::Kuba(snapshot) => snapshot.legal(),
        }
    }

    /// The whole snapshot in sentences to be listened to: the step that led here,
    /// what is due now, and what stands where. An end that the players made of
    /// the game comes before all.
    pub fn description(&self) -> Vec<String> {
        let mut told = match self {
            Self::Ludo(snapshot) => {
                let position = &snapshot.position;
                let (choices, standings) = (position.legal_moves(), Ludo::standings(position));
                let stage = ludo_stage(snapshot, &standings);
                let names = borrowed(&snapshot.names);
                ludo::description(position, &names, stage, choices.as_slice())
            }
            Self::LudoScript { tokens, .. } => ludo::tokens_description(tokens),
            Self::Kuba(snapshot) => kuba::description(
                &snapshot.position,
                kuba_names(&snapshot.names),
                kuba_stage(snapshot),
                Some(snapshot.position.legal_moves().len()),
            ),
        };
        let first = usize::from(self.is_settled());
        told.splice(first..first, self.step());
        told
    }

    /// Whether the players ended the game, and not the rules.
    fn is_settled(&self) -> bool {
        match self {
            Self::Ludo(snapshot) => snapshot.settlement().is_some(),
            Self::LudoScript { .. } => false,
            Self::Kuba(snapshot) => snapshot.settlement().is_some(),
        }
    }

    /// What moves on the way here from the snapshot before: nothing if that is of
    /// another game.
    ///
    /// ```
    /// use parlor_game::AnyGame;
    /// use parlor_view::{Manner, Scene};
    ///
    /// let [before, after] = ["AH.H/CH.H A - -", "AH.H/CH.H A 6 -"]
    ///     .map(|position| AnyGame::from_position(position, None));
    /// let (before, after) = (Scene::of(&before?), Scene::of(&after?));
    /// let motions = after.motions(&before);
    /// assert_eq!((&*motions[0].piece, motions[0].manner), ("die", Manner::Tumble));
    /// # Ok::<(), parlor_game::AnyError>(())
    /// ```
    pub fn motions(&self, before: &Self) -> Vec<Motion> {
        match (self, before) {
            (Self::Ludo(snapshot), Self::Ludo(before)) => {
                ludo::motions(&before.position, &snapshot.position, snapshot.events())
            }
            (Self::Kuba(snapshot), Self::Kuba(_)) => kuba::motions(snapshot.events()),
            _ => Vec::new(),
        }
    }

    /// The snapshot as a picture, described to who cannot see it by the sentences
    /// of [`Scene::description`].
    pub fn svg(&self, options: Options<'_>) -> String {
        self.svg_with(options, Highlights::default())
    }

    /// The snapshot as a picture with marks of its own.
    ///
    /// ```
    /// use parlor_game::AnyGame;
    /// use parlor_view::{Highlights, Options, Scene};
    ///
    /// let start = "ww3bb/ww1r1bb/2rrr2/1rrrrr1/2rrr2/bb1r1ww/bb3ww w0b0 w - c";
    /// let scene = Scene::of(&AnyGame::from_position(start, None)?);
    /// let highlights = Highlights {
    ///     pushes: &["65F".parse()?],
    ///     hint: Some("66L"),
    ///     ..Highlights::default()
    /// };
    /// let svg = scene.svg_with(Options::default(), highlights);
    /// assert!(svg.contains("id=\"arrow-65F\"") && svg.contains("id=\"hint\""));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn svg_with(&self, options: Options<'_>, highlights: Highlights<'_>) -> String {
        let words = self.description();
        match self {
            Self::Ludo(snapshot) => {
                let position = &snapshot.position;
                let (choices, standings) = (position.legal_moves(), Ludo::standings(position));
                ludo::Picture::of_position(position)
                    .stage(ludo_stage(snapshot, &standings))
                    .choices(choices.as_slice())
                    .events(snapshot.events())
                    .hint(&hinted(position, highlights.hint))
                    .turned(highlights.is_turned)
                    .names(&borrowed(&snapshot.names))
                    .words(&words)
                    .svg(options)
            }
            Self::LudoScript {
                tokens,
                last_action,
                names,
                ..
            } => ludo::Picture::of_tokens(tokens)
                .events(last_action.as_ref().map_or(&[], |last| &last.events))
                .names(&borrowed(names))
                .words(&words)
                .svg(options),
            Self::Kuba(snapshot) => kuba::Picture::new(&snapshot.position)
                .stage(kuba_stage(snapshot))
                .events(snapshot.events())
                .pushes(highlights.pushes)
                .hint(highlights.hint.and_then(|hint| hint.parse().ok()))
                .turned(highlights.is_turned)
                .names(kuba_names(&snapshot.names))
                .words(&words)
                .svg(options),
        }
    }
}

/// What would come of the action that a hint names; nothing if it is not legal.
fn hinted(position: &ludo_rules::Position, hint: Option<&str>) -> Vec<ludo_rules::Event> {
    let action: Option<ludo_rules::Action> = hint.and_then(|hint| hint.parse().ok());
    let mut after = *position;
    let events = action.and_then(|action| after.play_with_events(action.choice).ok());
    events.unwrap_or_default()
}

/// Whether the event says what may be done next, which is nothing once the game
/// is over.
const fn is_about_what_follows(event: kuba_rules::Event) -> bool {
    matches!(
        event,
        kuba_rules::Event::Ko { .. } | kuba_rules::Event::MayPushAgain { .. }
    )
}

/// Whether the event of a game that is over tells who came where.
const fn is_end(event: ludo_rules::Event) -> bool {
    matches!(
        event,
        ludo_rules::Event::Finished { .. } | ludo_rules::Event::Placed { .. }
    )
}

fn borrowed(names: &[(Seat, String)]) -> Vec<(Seat, &str)> {
    names.iter().map(|(seat, name)| (*seat, &**name)).collect()
}

/// The sides' names; the color where there is none.
fn kuba_names(names: &[(Side, String)]) -> Names<'_> {
    let plain = Names::default();
    let name = |side| {
        let named = names.iter().find(|(named, _)| *named == side);
        named.map_or(plain.of(side), |(_, name)| name)
    };
    Names {
        white: name(Side::White),
        black: name(Side::Black),
    }
}

/// How far a game of Ludo has come, with its standings. Rules: L-31.
fn ludo_stage<'a>(snapshot: &Snapshot<Ludo>, standings: &'a [Standing<Seat>]) -> ludo::Stage<'a> {
    match (snapshot.ended_by, snapshot.settlement) {
        (Some(Ludo::LIMIT_RULE), _) => ludo::Stage::LimitReached(standings),
        (None, Some(settlement)) => ludo::Stage::Settled(settlement),
        _ => ludo::Stage::UnderWay,
    }
}

/// How far a game of Kuba has come. Rules: K-12, K-13.
fn kuba_stage(snapshot: &Snapshot<Kuba>) -> kuba::Stage {
    match (snapshot.ended_by, snapshot.settlement) {
        (Some("K-12"), _) => kuba::Stage::Drawn(kuba_rules::Draw::Repetition),
        (Some(Kuba::LIMIT_RULE), _) => kuba::Stage::Drawn(kuba_rules::Draw::PushLimit),
        (None, Some(settlement)) => kuba::Stage::Settled(settlement),
        _ => kuba::Stage::UnderWay,
    }
}
