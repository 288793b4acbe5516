//! The classes of the assignment, `LudoGame` and `Player`. Every rule is in the
//! modules below.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::event::NoEvents;
use crate::geometry::{Roll, Step, StepError, Token};
use crate::move_error::{MoveTokenError, PlayerNotFound};
use crate::script::Script;
use crate::script_error::ScriptError;
use crate::seat::Seat;
use crate::tokens::Tokens;

/// A game of Ludo with the methods of the assignment.
///
/// Rules: L-19, L-20, L-21, L-22, L-23, L-24, L-25.
///
/// ```
/// use ludo_rules::LudoGame;
///
/// let mut game = LudoGame::new();
/// let spaces = game.play_game(&["A", "B"], &[("A", 6), ("A", 4), ("B", 6)])?;
/// assert_eq!(spaces, ["4", "H", "R", "H"]);
///
/// let player = game.get_player_by_position("A")?;
/// assert_eq!(player.get_token_p_step_count(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct LudoGame {
    /// `None` before the first `play_game`.
    shared: Option<SharedTokens>,
}

impl LudoGame {
    /// A game without players.
    pub const fn new() -> Self {
        Self { shared: None }
    }

    /// Starts a new game, plays the turns by the priority policy, and returns
    /// the names of the tokens' spaces, `p` then `q`, for each player.
    ///
    /// Rules: L-19, L-20, L-21, L-22.
    ///
    /// # Errors
    /// [`ScriptError`] (L-23); the previous game stays as it was.
    pub fn play_game(
        &mut self,
        players: &[&str],
        turns: &[(&str, i64)],
    ) -> Result<Vec<String>, ScriptError> {
        let script = Script::parse(players, turns.iter().copied())?;
        Ok(self.play_script(&script))
    }

    /// As [`LudoGame::play_game`], with checked players and turns.
    pub fn play_script(&mut self, script: &Script) -> Vec<String> {
        let tokens = script.run();
        self.shared = Some(SharedTokens::new(tokens));
        script.report(&tokens)
    }

    /// The player at this position, `A` to `D`.
    ///
    /// Rules: L-24.
    ///
    /// # Errors
    /// [`PlayerNotFound`] if no player has this position, whatever the text is.
    pub fn get_player_by_position(&self, position: &str) -> Result<Player, PlayerNotFound> {
        let shared = self.shared.as_ref().ok_or(PlayerNotFound)?;
        let seat: Seat = position.parse().map_err(|_| PlayerNotFound)?;
        if !shared.tokens().is_seated(seat) {
            return Err(PlayerNotFound);
        }
        Ok(Player {
            seat,
            shared: Some(shared.clone()),
        })
    }

    /// Moves exactly the one token named, and kicks what it lands on. A token
    /// that the roll does not move stays.
    ///
    /// Rules: L-25.
    ///
    /// # Errors
    /// [`MoveTokenError`] for a token other than `p` and `q`, steps outside 1
    /// to 6, or a player of another game.
    pub fn move_token(
        &mut self,
        player: &Player,
        token: &str,
        steps: i64,
    ) -> Result<(), MoveTokenError> {
        let mut letters = token.chars();
        let named = letters
            .next()
            .and_then(Token::from_letter)
            .filter(|_| letters.next().is_none())
            .ok_or_else(|| MoveTokenError::UnknownToken {
                value: format!("{token:?}"),
            })?;
        let roll = Roll::new(steps).map_err(|_| MoveTokenError::BadSteps {
            value: steps.to_string(),
        })?;
        let seat = player.seat;
        let shared = player
            .shared
            .as_ref()
            .filter(|shared| self.shared.as_ref().is_some_and(|own| own.is(shared)))
            .ok_or(MoveTokenError::ForeignPlayer { seat })?;
        let mut tokens = shared.tokens();
        tokens.move_token(seat, named, roll, &mut NoEvents);
        shared.set(tokens);
        Ok(())
    }
}

/// A player of the assignment's game.
///
/// It stays connected to its game and shows its moves. A new `play_game` begins
/// a new game; players of the old one stay as they were.
///
/// Rules: L-25, L-26.
#[derive(Clone, Debug)]
pub struct Player {
    seat: Seat,
    /// `None` for a player of no game.
    shared: Option<SharedTokens>,
}

impl Player {
    /// A player of no game, with both tokens in the yard.
    pub const fn new(seat: Seat) -> Self {
        Self { seat, shared: None }
    }

    /// Whether both tokens are on the end. Rules: L-12, L-26.
    pub fn get_completed(&self) -> bool {
        self.steps().iter().all(|step| step.is_finished())
    }

    /// The step count of token `p`, −1 to 57. Rules: L-3.
    pub fn get_token_p_step_count(&self) -> i8 {
        self.step(Token::P).value()
    }

    /// The step count of token `q`, −1 to 57. Rules: L-3.
    pub fn get_token_q_step_count(&self) -> i8 {
        self.step(Token::Q).value()
    }

    /// The name of the space of a token of this player with this step count.
    ///
    /// Rules: L-4, L-26.
    ///
    /// # Errors
    /// [`StepError`] unless the count is −1 to 57.
    pub fn get_space_name(&self, total_steps: i64) -> Result<String, StepError> {
        Ok(Step::new(total_steps)?.space(self.seat).to_string())
    }

    /// The seat.
    pub const fn position(&self) -> Seat {
        self.seat
    }

    /// The ring space of step 1, 1 to 56. Rules: L-4.
    pub const fn start_space(&self) -> u8 {
        self.seat.start()
    }

    /// The ring space of step 50, 1 to 56. Rules: L-4.
    pub const fn end_space(&self) -> u8 {
        self.seat.last_ring_space()
    }

    /// The name of the space of token `p`. Rules: L-4, L-26.
    pub fn token_p_space(&self) -> String {
        self.step(Token::P).space(self.seat).to_string()
    }

    /// The name of the space of token `q`. Rules: L-4, L-26.
    pub fn token_q_space(&self) -> String {
        self.step(Token::Q).space(self.seat).to_string()
    }

    fn step(&self, token: Token) -> Step {
        self.steps()[token.index()]
    }

    fn steps(&self) -> [Step; 2] {
        self.shared
            .as_ref()
            .and_then(|shared| shared.tokens().steps(self.seat))
            .unwrap_or([Step::YARD; 2])
    }
}

/// The tokens of one game, shared by the game and its players. Only the game
/// writes, through `&mut`; with an atomic, players can be read and sent to other
/// threads without a lock.
#[derive(Clone, Debug)]
struct SharedTokens(Arc<AtomicU64>);

impl SharedTokens {
    fn new(tokens: Tokens) -> Self {
        Self(Arc::new(AtomicU64::new(tokens.to_bits())))
    }

    fn tokens(&self) -> Tokens {
        Tokens::unpack(self.0.load(Ordering::Acquire)).expect("only the bits of tokens are stored")
    }

    fn set(&self, tokens: Tokens) {
        self.0.store(tokens.to_bits(), Ordering::Release);
    }

    /// Whether it is the same game, not merely an equal one.
    fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}
