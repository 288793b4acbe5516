//! The strong bot's model: its file format and its training.

use ludo_rules::Rules;
use ludo_solver::strong::{Model, ModelError, Training};

const BUILT_IN: &[u8] = include_bytes!("../models/strong.model");

#[test]
fn the_built_in_model_is_whole_and_says_how_it_was_made() {
    let model = Model::from_bytes(BUILT_IN).expect("a model");
    assert_eq!(model.rules(), Rules::Classic);
    assert_eq!(model.to_bytes(), BUILT_IN);
    assert!(model.provenance().games >= 100_000);
    assert!(BUILT_IN.len() <= 200_000, "{}", BUILT_IN.len());
}

#[test]
fn a_broken_model_is_refused_with_the_reason() {
    let refused = |bytes: &[u8]| Model::from_bytes(bytes).expect_err("it is broken");
    let changed = |from: &str, to: &str| {
        let end = BUILT_IN
            .windows(2)
            .position(|two| two == b"\n\n")
            .expect("a head");
        let head = core::str::from_utf8(&BUILT_IN[..end]).expect("text");
        assert!(head.contains(from));
        [head.replace(from, to).as_bytes(), &BUILT_IN[end..]].concat()
    };
    assert_eq!(refused(b""), ModelError::NotAModel);
    assert_eq!(refused(&vec![0xff; 300_000]), ModelError::NotAModel);
    assert_eq!(refused(b"parlor-record 1\n"), ModelError::NotAModel);
    let line = "parlor-ludo-model 2".to_owned();
    assert_eq!(
        refused(&changed("model 1", "model 2")),
        ModelError::Version { line }
    );
    let line = "rules: other".to_owned();
    let expected = "rules: classic";
    assert_eq!(
        refused(&changed("rules: classic", "rules: other")),
        ModelError::Head { expected, line }
    );
    let line = "games: -1".to_owned();
    let expected = "games: a number";
    let games = Model::from_bytes(BUILT_IN)
        .expect("a model")
        .provenance()
        .games;
    let minus = changed(&format!("games: {games}"), "games: -1");
    assert_eq!(refused(&minus), ModelError::Head { expected, line });
    // The checksum covers the header as well.
    assert_eq!(
        refused(&changed(&format!("games: {games}"), "games: 7")),
        ModelError::Checksum
    );

    for length in [20, 100, BUILT_IN.len() - 1] {
        let reason = refused(&BUILT_IN[..length]);
        assert!(
            matches!(reason, ModelError::Head { .. } | ModelError::Length { .. }),
            "{reason}"
        );
    }
    assert!(matches!(
        refused(&[BUILT_IN, b"\n"].concat()),
        ModelError::Length { .. }
    ));
    for place in [100, BUILT_IN.len() / 2, BUILT_IN.len() - 1] {
        let mut altered = BUILT_IN.to_vec();
        altered[place] ^= 1;
        assert_eq!(refused(&altered), ModelError::Checksum, "{place}");
    }
}

#[test]
fn training_is_the_same_bit_for_bit_and_differs_by_seed() {
    let train = |seed| {
        let mut training = Training::new(70, seed);
        while training.play_game() {}
        let progress = training.progress();
        assert_eq!(progress.games, 70);
        assert!(progress.positions > 70 * 30 && progress.correction > 0.0);
        training.model().to_bytes()
    };
    let one = train(1);
    assert_eq!(one, train(1));
    assert_ne!(one, train(2));
    // The last bytes are the checksum: the same on every machine.
    assert_eq!(one[one.len() - 4..], [214, 225, 190, 230]);
}
