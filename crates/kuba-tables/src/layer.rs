//! What is solved together.

use crate::index::{Index, Section};
use crate::material::Material;

/// The states that pushes without a capture lead to each other: those of a material and of the same
/// as the other side sees it.
///
/// A capture leads to a layer with one marble less (K-6), and no push leads back. So each layer needs
/// only finished ones, in the order of [`Index::layers`].
#[derive(Clone, Debug)]
pub(crate) struct Layer {
    /// One if both sides see the same, or else two.
    sections: Vec<Section>,
}

impl Layer {
    /// Its sections, in the order of the tables.
    pub(crate) fn sections(&self) -> &[Section] {
        &self.sections
    }

    /// The material of its first section, which names it.
    pub(crate) fn material(&self) -> Material {
        self.sections[0].material
    }

    /// The number of numbers.
    pub(crate) fn states(&self) -> usize {
        self.sections.iter().map(|section| section.states).sum()
    }

    pub(crate) fn has(&self, material: Material) -> bool {
        self.sections
            .iter()
            .any(|section| section.material == material)
    }

    /// The sections that a capture leads to from here.
    pub(crate) fn after_capture(&self, index: &Index) -> Vec<Section> {
        let sections = index.sections().iter().copied();
        let is_after = |section: &Section| {
            self.has(section.material.before_red()) || self.has(section.material.before_marble())
        };
        sections.filter(is_after).collect()
    }
}

impl Index {
    /// All layers, the fewest marbles first.
    pub(crate) fn layers(&self) -> Vec<Layer> {
        let mut layers: Vec<Layer> = Vec::new();
        for &section in self.sections() {
            let seen = section.material.for_other();
            match layers.iter_mut().find(|layer| layer.has(seen)) {
                Some(layer) => layer.sections.push(section),
                None => layers.push(Layer {
                    sections: vec![section],
                }),
            }
        }
        layers
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::size::MAX_MARBLES;

    #[test]
    fn every_section_is_in_one_layer_and_a_capture_leads_to_an_earlier_one() {
        let index = Index::new(MAX_MARBLES);
        let layers = index.layers();
        let mut finished: Vec<Material> = Vec::new();
        for layer in &layers {
            for section in layer.after_capture(&index) {
                assert!(finished.contains(&section.material), "{}", section.material);
                let marbles = layer.material().marbles() - 1;
                assert_eq!(section.material.marbles(), marbles);
            }
            for section in layer.sections() {
                assert!(layer.has(section.material.for_other()));
                assert!(!finished.contains(&section.material));
                finished.push(section.material);
            }
        }
        assert_eq!(finished.len(), index.sections().len());
    }
}
