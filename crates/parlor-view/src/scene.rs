//! A snapshot of any registered game.

#[cfg(test)]
mod tests;

use core::ops::Deref;

use parlor_game::AnyGame;

use crate::look::Look;
use crate::motion::Motion;
use crate::show::Show;
use crate::shown::Shown;
use crate::snapshot::Snapshot;

/// A registered game: its snapshots are scenes.
pub trait Registered: Show {
    /// The snapshot as a scene.
    fn scene(snapshot: Snapshot<Self>) -> Scene;
}

/// Makes the enum over the registered games.
macro_rules! scene {
    ($($variant:ident($game:ty)),+ $(,)?) => {
        /// A snapshot of any registered game.
        ///
        /// It can be shown in every form of [`Shown`], which it derefs to, and matched on by
        /// front ends that treat each game in its own way.
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
            $(
                #[doc = concat!("A game of ", stringify!($variant), ".")]
                $variant(Snapshot<$game>),
            )+
        }

        $(
            impl Registered for $game {
                fn scene(snapshot: Snapshot<Self>) -> Scene {
                    Scene::$variant(snapshot)
                }
            }
        )+

        impl Deref for Scene {
            type Target = dyn Shown;

            fn deref(&self) -> &Self::Target {
                match self {
                    $(Self::$variant(snapshot) => snapshot,)+
                }
            }
        }

        impl Scene {
            /// The current state of a game, as [`Snapshot::of`].
            pub fn of(game: &AnyGame) -> Self {
                match game {
                    $(AnyGame::$variant(game) => Self::$variant(Snapshot::of(game)),)+
                }
            }

            /// The pieces that move on the way here from the scene before, in pictures of
            /// this look: none if that is of another game.
            ///
            /// ```
            /// use parlor_game::AnyGame;
            /// use parlor_view::{Look, Manner, Scene};
            ///
            /// let [before, after] = ["AH.H/CH.H A - -", "AH.H/CH.H A 6 -"]
            ///     .map(|position| AnyGame::from_position(position, None));
            /// let (before, after) = (Scene::of(&before?), Scene::of(&after?));
            /// let motions = after.motions(&before, Look::Board);
            /// assert_eq!((&*motions[0].piece, motions[0].manner), ("die", Manner::Tumble));
            /// # Ok::<(), parlor_game::AnyError>(())
            /// ```
            pub fn motions(&self, before: &Self, look: Look) -> Vec<Motion> {
                match (before, self) {
                    $((Self::$variant(before), Self::$variant(after)) => {
                        <$game>::motions(before, after, look)
                    })+
                    _ => Vec::new(),
                }
            }
        }
    };
}

parlor_game::for_games!(scene);
