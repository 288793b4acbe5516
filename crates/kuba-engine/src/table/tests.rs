//! The packed word, torn entries, and what the table forgets.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::{Bound, NodeResult, Slot, TableEntry, TranspositionTable};
use crate::node::NO_CODE;

const BOUNDS: [Bound; 3] = [Bound::Upper, Bound::Lower, Bound::Exact];

fn entry(words: &mut ChaCha8Rng) -> TableEntry {
    TableEntry {
        bound: BOUNDS[words.next_u32() as usize % 3],
        ..TableEntry::unpack(words.next_u64())
    }
}

#[test]
fn every_field_of_an_entry_survives_the_word_at_its_limits_and_between() {
    let ends = [i16::MIN, -1, 0, 1, i16::MAX];
    for value in ends {
        for evaluation in ends {
            for action in [0, 1, 127, 128, u8::MAX] {
                for depth in [i8::MIN, -1, 0, 1, i8::MAX] {
                    for bound in BOUNDS {
                        for generation in [0, 1, TableEntry::LAST_GENERATION] {
                            let entry = TableEntry {
                                value,
                                evaluation,
                                action,
                                depth,
                                bound,
                                generation,
                            };
                            assert_eq!(TableEntry::unpack(entry.pack()), entry);
                        }
                    }
                }
            }
        }
    }
    let mut words = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..100_000 {
        let entry = entry(&mut words);
        assert_eq!(TableEntry::unpack(entry.pack()), entry);
    }
}

/// What a reader can find of the writes of several threads to one slot: each of
/// the two words as it was before, or by any of them.
#[test]
fn halves_of_different_writes_are_no_entry() {
    let mut words = ChaCha8Rng::seed_from_u64(2);
    for _ in 0..10_000 {
        let same = words.next_u64();
        // An empty slot, two results of one position, and one of another.
        let writes = [
            None,
            Some((same, entry(&mut words))),
            Some((same, entry(&mut words))),
            Some((words.next_u64(), entry(&mut words))),
        ];
        for (one, check_by) in writes.iter().enumerate() {
            for (other, word_by) in writes.iter().enumerate() {
                let (whole, torn) = (Slot::default(), Slot::default());
                for (slot, by) in [(&whole, check_by), (&torn, word_by)] {
                    if let Some((key, entry)) = by {
                        slot.store(*key, *entry);
                    }
                }
                let torn = Slot {
                    check: whole.check,
                    word: torn.word,
                };
                let (found, entry) = torn.load();
                let is_known = |(key, _): (u64, TableEntry)| key == found;
                match check_by {
                    Some(by) if one == other => assert_eq!((found, entry), *by),
                    _ if one == other => assert_eq!((found, entry.generation), (0, 0)),
                    _ => assert!(!writes.iter().flatten().copied().any(is_known)),
                }
            }
        }
    }
}

fn result(key: u64, depth: i8) -> NodeResult {
    NodeResult {
        key,
        pushes: 0,
        value: depth.into(),
        evaluation: 0,
        action: 3,
        depth,
        bound: Bound::Exact,
    }
}

fn depth_of(table: &TranspositionTable, key: u64) -> Option<i8> {
    table.find(table.touch(key)).map(|entry| entry.depth)
}

#[test]
fn a_bucket_drops_what_is_least_deep_and_keeps_the_action_of_a_position() {
    let mut table = TranspositionTable::new(1).expect("a MiB");
    table.begin_search();
    for (key, depth) in (1..).zip([5, 2, 7, 4, 3]) {
        table.store(result(key, depth));
    }
    let depths: Vec<_> = (1..=5).map(|key| depth_of(&table, key)).collect();
    assert_eq!(depths, [Some(5), None, Some(7), Some(4), Some(3)]);
    table.store(NodeResult {
        action: NO_CODE,
        ..result(1, 1)
    });
    let again = table.find(table.touch(1)).expect("it is there");
    assert_eq!((again.action, again.depth), (3, 1));
}

#[test]
fn entries_last_until_the_table_is_emptied_and_old_ones_go_first() {
    let mut table = TranspositionTable::new(1).expect("a MiB");
    table.begin_search();
    table.store(result(1, 6));
    table.store(result(2, 12));
    for _ in 0..2 {
        table.begin_search();
    }
    assert_eq!(depth_of(&table, 1), Some(6));
    for key in 3..=5 {
        table.store(result(key, 3));
    }
    // Six pushes two searches ago are worth less than three now, twelve are not.
    assert_eq!((depth_of(&table, 1), depth_of(&table, 2)), (None, Some(12)));
    table.clear();
    assert_eq!(depth_of(&table, 2), None);
    table.begin_search();
    assert_eq!(depth_of(&table, 2), None);
    table.store(result(9, 1));
    assert_eq!(depth_of(&table, 9), Some(1));
}

#[test]
fn no_generation_returns_as_another_one() {
    let mut table = TranspositionTable::new(1).expect("a MiB");
    table.begin_search();
    table.store(result(1, 6));
    for _ in 0..TableEntry::LAST_GENERATION {
        table.clear();
        table.begin_search();
        assert_eq!(depth_of(&table, 1), None);
    }
    assert_eq!(table.generation, 1);
}
