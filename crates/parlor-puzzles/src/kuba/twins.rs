//! Twins: positions that are the same but for a symmetry of the rules.

use kuba_rules::{Position, Setup, Symmetry};

/// What all positions have in common that differ only by a symmetry of the board, by the colors
/// exchanged, or by the ko push.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Family(String);

impl Family {
    pub(crate) fn of(position: &Position) -> Self {
        let images = Symmetry::ALL.into_iter().map(|symmetry| {
            let setup = symmetry.position(position).setup();
            Setup { ko: None, ..setup }.to_string()
        });
        Self(images.min().expect("there are sixteen symmetries"))
    }
}

#[cfg(test)]
mod tests {
    use kuba_rules::{Position, Symmetry};

    use super::Family;

    #[test]
    fn all_sixteen_images_are_of_one_family_and_another_position_is_not() {
        let position: Position = "7/5wr/7/4wrb/7/7/b6 w0b3 w - c"
            .parse()
            .expect("a position");
        for symmetry in Symmetry::ALL {
            let image = symmetry.position(&position);
            assert_eq!(Family::of(&image), Family::of(&position), "{image}");
        }
        let other: Position = "7/5wr/7/4wrb/7/7/b6 w1b3 w - c"
            .parse()
            .expect("a position");
        assert_ne!(Family::of(&other), Family::of(&position));
    }
}
