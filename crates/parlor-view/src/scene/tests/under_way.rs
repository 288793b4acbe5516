//! Pictures of an action that is still being seen.

use super::*;
use crate::show::Highlights;

fn under_way(scene: &dyn Shown) -> String {
    let highlights = Highlights {
        is_under_way: true,
        ..Highlights::default()
    };
    scene.svg_with(PictureOptions::default(), highlights)
}

/// The part of the picture inside the group with this id; nothing if there is none.
fn group<'a>(svg: &'a str, id: &str) -> &'a str {
    let after = svg.split_once(&format!("<g id=\"{id}\""));
    after
        .and_then(|(_, rest)| rest.split_once("</g>"))
        .map_or("", |(inside, _)| inside)
}

/// The seats with a heavy frame around their yards.
fn framed(svg: &str) -> String {
    let is_framed =
        |seat: &char| group(svg, &format!("yard-{seat}")).contains("stroke-width=\"6\"");
    "ABCD".chars().filter(is_framed).collect()
}

#[test]
fn l_29_the_die_and_the_frame_stay_until_the_token_has_walked() {
    for (line, action, pips) in [
        ("A10.2/C40.R A - -", "A5p", 5),
        // Nothing can move.
        ("AH.H/CH.H A - -", "A3-", 3),
        // The game ends.
        ("A53.E/C40.R A - -", "A4p", 4),
    ] {
        let scene = ludo(line, None, &[action], None);
        let svg = under_way(&*scene);
        assert_eq!(framed(&svg), "A", "{line}");
        let die = group(&svg, "die");
        assert_eq!(die.matches("<circle").count(), pips, "{line}");
        assert!(!die.contains("dasharray"), "{line}");
        assert_ne!(framed(&scene.svg(PictureOptions::default())), "A", "{line}");
    }
}

#[test]
fn l_27_nothing_is_ringed_while_the_die_is_seen_to_roll() {
    let scene = ludo("A10.2/C40.R A 5 -", None, &[], None);
    let svg = under_way(&*scene);
    assert_eq!(framed(&svg), "A");
    assert_eq!(group(&svg, "die").matches("<circle").count(), 5);
    assert!(!svg.contains("id=\"choice-"), "{svg}");
    assert!(
        scene
            .svg(PictureOptions::default())
            .contains("id=\"choice-p\"")
    );
}

#[test]
fn k_11_the_pointer_stays_with_the_side_that_pushes() {
    for (line, push) in [
        (
            "ww3bb/ww1r1bb/2rrr2/1rrrrr1/2rrr2/bb1r1ww/bb3ww w0b0 w - c",
            "65F",
        ),
        // K-9: the push wins.
        ("7/3r3/2wb1w1/3r3/7/7/7 w0b0 w - c", "25L"),
    ] {
        let scene = kuba(line, None, &[push], None);
        let svg = under_way(&*scene);
        let marks = |svg: &str| ["W", "B"].map(|side| svg.contains(&format!("id=\"mark-{side}\"")));
        assert_eq!(marks(&svg), [true, false], "{line}");
        let still =
            |line: &str| group(&under_way(&*kuba(line, None, &[], None)), "mark-W").to_owned();
        assert_eq!(group(&svg, "mark-W"), still(line), "{line}");
    }
}

#[test]
fn k_7_the_push_that_ko_bars_is_not_marked_while_the_marbles_move() {
    let line = "w5b/1ww1rbb/2rbrr1/wrrrb2/2rr2b/1b3ww/1b3w1 w3b1 w - c";
    let scene = kuba(line, None, &["30R"], None);
    let actions = ["31L".to_owned()];
    let svg = |is_under_way| {
        let highlights = Highlights {
            actions: &actions,
            is_under_way,
            ..Highlights::default()
        };
        scene.svg_with(PictureOptions::default(), highlights)
    };
    assert!(svg(false).contains("id=\"barred\""));
    assert!(!svg(true).contains("id=\"barred\""));
}
