//! The table of a game that was played elsewhere and is there as a record: it can be looked back on like
//! any other, but has no log and expects nobody.

use parlor_dice::{Bytes32, Scheme};
use parlor_game::for_games;
use parlor_record::record::{Act, AnyRecord, Record};
use parlor_view::{LastAction, shortened};

use super::{AnyTable, Mover, Playable, SeatState, Table};
use crate::id::GameId;
use crate::log::{DiceContribution, GameConfig, PlayerConfig, SeatConfig};

/// The most characters of a name in a record that are shown: it is a stranger's text.
const LONGEST_NAME: usize = 40;

/// Makes the table over the registered games.
macro_rules! of_record {
    ($($variant:ident($game:ty)),+ $(,)?) => {
        /// The table of a recorded game under a name; `None` for a scripted game, which has no turns.
        pub fn of_record(id: GameId, record: &AnyRecord) -> Option<Box<dyn AnyTable>> {
            match record {
                $(AnyRecord::$variant(record) => {
                    Some(Box::new(Table::of_record(id, record.clone())))
                })+
                AnyRecord::LudoScript(_) => None,
            }
        }
    };
}

for_games!(of_record);

impl<G: Playable> Table<G> {
    fn of_record(id: GameId, record: Record<G>) -> Self {
        let opening = record.opening();
        let seats = opening.players.iter().map(|player| SeatConfig {
            seat: G::letter(player.seat),
            name: player
                .name
                .as_deref()
                .map(|name| shortened(name, LONGEST_NAME)),
            player: match &player.bot {
                Some(bot) => PlayerConfig::Bot(shortened(bot, LONGEST_NAME)),
                // Whoever played is not awaited.
                None => PlayerConfig::Person(Some(DiceContribution::default())),
            },
            is_program: false,
        });
        let seats: Vec<SeatConfig> = seats.collect();
        let states: Vec<SeatState> = seats
            .iter()
            .map(|seat| SeatState::new(seat, None))
            .collect();
        let dice = opening.dice.as_ref();
        let config = GameConfig {
            game: G::NAME.to_owned(),
            rules: opening.rules.to_string(),
            start: None,
            limit: record.game().limit().unwrap_or_default(),
            away_after: None,
            clock: None,
            scheme: dice.map_or(Scheme::NEWEST, |dice| dice.scheme),
            commitment: dice.map_or(Bytes32([0; 32]), |dice| dice.commitment),
            seats,
        };
        let mut movers = Vec::with_capacity(record.plies().len());
        let mut step = None;
        for played in record.replay() {
            movers.extend(G::turn(&played.before).seat().map(|seat| Mover {
                seat: G::letter(seat),
                stand_in: None,
            }));
            step = match *played.ply.act() {
                Act::Action(action) => Some(LastAction {
                    action,
                    events: played.events,
                }),
                Act::Chance(..) => None,
            };
        }
        Self {
            movers,
            step,
            has_begun: true,
            ..Self::with(id, config, states, record, Bytes32([0; 32]))
        }
    }
}
