//! What keepers watch over in the lobby: names that are hidden, and networks whose clients may only look on.
//!
//! Each node knows what applies, and looks again with each look at the lobby; so what a keeper decides at
//! one place applies at all nodes a second later.

use std::collections::HashSet;
use std::sync::Arc;

use parking_lot::Mutex;

use super::look_alike::Look;
use super::player_name::{UNNAMED, of_program};
use super::{Service, ServiceError};
use crate::client_net::ClientNet;
use crate::store::StoreError;
use crate::store::lobby::{Challenge, ChallengeState};
use crate::store::moderation::{
    Block, COUNTS_FOR, FoldedName, Moderated, ModerationWrite, OF_PROGRAM, Rulings,
};
use parlor_table::command::{Command, CommandKind};
use parlor_table::id::GameId;
use parlor_table::log::GameConfig;
use parlor_table::table::{GameView, SeatView};

/// What a node knows of what applies; `None` before it has looked.
#[derive(Debug, Default)]
pub(super) struct KnownRulings(Mutex<Option<Arc<Applied>>>);

/// What applies, as it is asked for.
#[derive(Debug)]
pub(super) struct Applied {
    rulings: Rulings,
    /// What the hidden names look like, and so all that are hidden with them.
    hidden: HashSet<Look>,
}

/// A name that somebody reports, by where they have seen it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeenName {
    /// With a challenge.
    Challenge(GameId),
    /// At a seat of a game.
    Seat(GameId, char),
}

/// Why a report is not taken. Front ends put it into words.
#[derive(Debug)]
pub enum ReportError {
    /// There is no such challenge or seat.
    NothingThere,
    /// Nobody has given a name there.
    NoName,
    /// So many came from there in the last hour.
    TooMany,
    /// The client's network is blocked.
    Blocked(Block),
    /// The service cannot do it now.
    Service(ServiceError),
}

impl<E: Into<ServiceError>> From<E> for ReportError {
    fn from(error: E) -> Self {
        Self::Service(error.into())
    }
}

impl Applied {
    fn of(rulings: Rulings) -> Self {
        let hidden = rulings.hidden.iter().map(Look::of).collect();
        Self { rulings, hidden }
    }

    fn is_hidden(&self, name: &str) -> bool {
        if self.hidden.is_empty() {
            return false;
        }
        let name = FoldedName::of(name);
        // What a keeper has seen and allowed is shown, whatever it looks like.
        !self.rulings.shown.contains(&name) && self.hidden.contains(&Look::of(&name))
    }

    /// A name as all may see it.
    fn shown(&self, name: String) -> String {
        if !self.is_hidden(&name) {
            name
        } else if name.ends_with(OF_PROGRAM) {
            of_program(None)
        } else {
            UNNAMED.to_owned()
        }
    }
}

/// Whether a name is one, and not what stands for none.
pub fn is_given(name: &str) -> bool {
    FoldedName::of(name) != FoldedName::of(UNNAMED)
}

/// The name that a person has given at a seat, which can be reported.
pub fn given_name(seat: &SeatView) -> Option<&str> {
    let is_persons = seat.is_persons() && seat.name != parlor_view::default_name(seat.seat);
    (is_persons && is_given(&seat.name)).then_some(&*seat.name)
}

impl Service {
    /// What applies now, as this node knows it.
    async fn rulings(&self) -> Result<Arc<Applied>, StoreError> {
        let known = self.inner.rulings.0.lock().clone();
        match known {
            Some(known) => Ok(known),
            None => self.learn_rulings().await,
        }
    }

    /// Looks what applies.
    pub(super) async fn learn_rulings(&self) -> Result<Arc<Applied>, StoreError> {
        let rulings = self.inner.store.moderation().rulings().await?;
        let rulings = Arc::new(Applied::of(rulings));
        *self.inner.rulings.0.lock() = Some(Arc::clone(&rulings));
        Ok(rulings)
    }

    /// Changes something, which applies here at once.
    pub(crate) async fn moderate(&self, write: ModerationWrite) -> Result<Moderated, StoreError> {
        let done = self.inner.store.moderation().moderate(write).await?;
        if done == Moderated::Done {
            self.learn_rulings().await?;
        }
        Ok(done)
    }

    /// Forgets what no longer counts.
    pub(super) async fn forget_reports(&self) -> Result<(), ServiceError> {
        let now = self.inner.clock.now();
        let forget = ModerationWrite::Forget {
            reported: now.before(COUNTS_FOR),
            blocked: now,
        };
        self.inner.store.moderation().moderate(forget).await?;
        Ok(())
    }

    /// The block of a client's network, if it may only look on.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn block_of(&self, client: ClientNet) -> Result<Option<Block>, ServiceError> {
        let applied = self.rulings().await?;
        Ok(applied.rulings.block_of(client, self.inner.clock.now()))
    }

    /// A name as others may see it who play with its bearer.
    pub(super) async fn shown_name(
        &self,
        name: Option<String>,
    ) -> Result<Option<String>, ServiceError> {
        let rulings = self.rulings().await?;
        Ok(name.map(|name| rulings.shown(name)))
    }

    /// Challenges as all may see them.
    pub(super) async fn with_shown_names(
        &self,
        mut challenges: Vec<Challenge>,
    ) -> Result<Vec<Challenge>, ServiceError> {
        let rulings = self.rulings().await?;
        for challenge in &mut challenges {
            let name = challenge.posted.name.take();
            challenge.posted.name = name.map(|name| rulings.shown(name));
        }
        Ok(challenges)
    }

    /// A game as it is shown in a list of the lobby: without hidden names.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn with_names_hidden(&self, mut view: GameView) -> Result<GameView, ServiceError> {
        let rulings = self.rulings().await?;
        for seat in &mut view.seats {
            seat.name = rulings.shown(core::mem::take(&mut seat.name));
        }
        Ok(view)
    }

    /// Withdraws those who wait here and may not; the others stay.
    pub(super) async fn withdraw_blocked(
        &self,
        waiting: &mut Vec<Challenge>,
    ) -> Result<(), ServiceError> {
        let applied = self.rulings().await?;
        let now = self.inner.clock.now();
        let rulings = &applied.rulings;
        let is_blocked =
            |challenge: &mut Challenge| rulings.block_of(challenge.posted.net, now).is_some();
        let blocked: Vec<Challenge> = waiting.extract_if(.., is_blocked).collect();
        let is_here = ChallengeState::Waiting { is_here: true };
        let here = blocked
            .into_iter()
            .filter(|blocked| blocked.state == is_here);
        let here: Vec<GameId> = here.map(|blocked| blocked.posted.id).collect();
        if !here.is_empty() {
            self.inner.store.lobby().withdraw_here(here).await?;
        }
        Ok(())
    }

    /// A command without a name that is hidden: where others can be met, nobody takes one.
    pub(super) async fn without_hidden_name(
        &self,
        mut command: Command,
    ) -> Result<Command, ServiceError> {
        match &mut command.kind {
            CommandKind::Join { name, .. } if name.is_some() => {
                let rulings = self.rulings().await?;
                name.take_if(|name| rulings.is_hidden(name));
            }
            CommandKind::Name(name) | CommandKind::JoinAsProgram { name, .. } => {
                *name = self.rulings().await?.shown(core::mem::take(name));
            }
            _ => {}
        }
        Ok(command)
    }

    /// Takes the names that are hidden out of the config of a rematch.
    pub(super) async fn hide_names(&self, config: &mut GameConfig) -> Result<(), ServiceError> {
        let rulings = self.rulings().await?;
        for planned in &mut config.seats {
            if planned.is_program {
                planned.name = planned.name.take().map(|name| rulings.shown(name));
            } else {
                planned.name.take_if(|name| rulings.is_hidden(name));
            }
        }
        Ok(())
    }

    /// Reports a name to the keepers. A second report from the same network changes nothing.
    ///
    /// # Errors
    /// Why it is not taken.
    pub async fn report_name(&self, seen: &SeenName, client: ClientNet) -> Result<(), ReportError> {
        if let Some(block) = self.block_of(client).await? {
            return Err(ReportError::Blocked(block));
        }
        let name = match seen {
            SeenName::Challenge(id) => {
                let found = self.challenge(id).await?;
                let found = found.ok_or(ReportError::NothingThere)?;
                found.posted.name.ok_or(ReportError::NoName)?
            }
            SeenName::Seat(id, seat) => self.name_at(id, *seat).await?,
        };
        if !is_given(&name) {
            return Err(ReportError::NoName);
        }
        let name = FoldedName::of(&name);
        let report = ModerationWrite::Report {
            name: name.clone(),
            by: client.widest(),
            at: self.inner.clock.now(),
        };
        match self.moderate(report).await? {
            Moderated::Done => {
                metrics::counter!("parlor_reports_total").increment(1);
                tracing::info!(name = name.as_str(), "a name was reported");
                Ok(())
            }
            Moderated::Same => Ok(()),
            Moderated::TooMany => Err(ReportError::TooMany),
        }
    }

    /// The name that a person has given at a seat.
    async fn name_at(&self, id: &GameId, seat: char) -> Result<String, ReportError> {
        let handle = self.game(id).await?;
        let handle = handle.ok_or(ReportError::NothingThere)?;
        let seats = handle.view_for(&[]).seats.into_iter();
        let mut seats = seats.filter(|state| state.seat == seat);
        let state = seats.next().ok_or(ReportError::NothingThere)?;
        let name = given_name(&state).ok_or(ReportError::NoName)?;
        Ok(name.to_owned())
    }
}
