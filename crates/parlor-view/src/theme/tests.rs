//! The colors and rules, held against the design page.

use super::*;

const PAGE: &str = include_str!("../../../../docs/design.md");

const SEATS: [(Paint, Paint, Paint); 4] = [
    (Paint::Red, Paint::RedTint, Paint::RedLane),
    (Paint::Blue, Paint::BlueTint, Paint::BlueLane),
    (Paint::Green, Paint::GreenTint, Paint::GreenLane),
    (Paint::Purple, Paint::PurpleTint, Paint::PurpleLane),
];

fn ratio(theme: Theme, one: Paint, two: Paint) -> f64 {
    theme.color(one).contrast(theme.color(two))
}

/// The cells of the design page's table rows that begin with `head`.
fn row(head: &str) -> Vec<&'static str> {
    let is_row = |line: &&str| line.starts_with(&format!("| {head} |"));
    let row = PAGE.lines().find(is_row).expect("a row of the design page");
    row.trim_matches('|')
        .split('|')
        .map(str::trim)
        .skip(1)
        .collect()
}

#[test]
fn contrast_is_that_of_the_wcag() {
    let (black, white) = (Color::hex(0), Color::hex(0xff_ff_ff));
    assert!((black.contrast(white) - 21.0).abs() < 1e-9);
    assert!((white.contrast(white) - 1.0).abs() < 1e-9);
    // The grey that is often named as the lightest for text on white.
    let grey = Color::hex(0x76_76_76);
    assert!((grey.contrast(white) - 4.54).abs() < 0.005);
}

#[test]
fn every_color_stands_in_the_design_page() {
    for paint in Paint::ALL {
        let cells = row(&format!("`{}`", paint.name()));
        let values = Theme::ALL.map(|theme| format!("`{}`", theme.color(paint)));
        assert_eq!(cells[cells.len() - 3..], values, "{}", paint.name());
    }
}

#[test]
fn every_contrast_stands_in_the_design_page() {
    let mut pairs = vec![
        (Paint::Ink, Paint::Paper),
        (Paint::Ink, Paint::Plate),
        (Paint::Ink, Paint::Well),
        (Paint::Quiet, Paint::Paper),
        (Paint::Quiet, Paint::Plate),
    ];
    for (color, tint, lane) in SEATS {
        pairs.extend([(color, Paint::Paper), (color, tint), (Paint::Ink, tint)]);
        pairs.extend([(color, lane), (Paint::Ink, lane)]);
    }
    for (one, two) in pairs {
        let head = format!("{} on {}", one.name(), two.name());
        let ratios = Theme::ALL.map(|theme| format!("{:.1}", ratio(theme, one, two)));
        assert_eq!(row(&head)[1..], ratios, "{head}");
    }
}

#[test]
fn every_theme_keeps_the_floors() {
    for theme in Theme::ALL {
        let ink = if theme == Theme::Contrast { 12.0 } else { 7.0 };
        assert!(ratio(theme, Paint::Ink, Paint::Paper) >= ink, "{theme}");
        for ground in [Paint::Paper, Paint::Plate] {
            assert!(
                ratio(theme, Paint::Ink, ground) >= 7.0,
                "{theme} {ground:?}"
            );
            assert!(
                ratio(theme, Paint::Quiet, ground) >= 4.5,
                "{theme} {ground:?}"
            );
        }
        for (color, tint, lane) in SEATS {
            for ground in [Paint::Paper, Paint::Plate, tint] {
                let ratio = ratio(theme, color, ground);
                assert!(ratio >= 4.5, "{theme}: {color:?} on {ground:?} {ratio:.2}");
            }
            assert!(ratio(theme, Paint::Ink, tint) >= 7.0, "{theme} {tint:?}");
            assert!(ratio(theme, Paint::Ink, lane) >= 4.5, "{theme} {lane:?}");
            assert!(ratio(theme, color, lane) >= 3.0, "{theme} {lane:?}");
        }
    }
    for theme in Theme::ALL {
        // Arrows, trails and the outlines of marbles lie on wells, words do not.
        assert!(ratio(theme, Paint::Ink, Paint::Well) >= 3.0, "{theme}");
        // Each kind of marble is further from an empty well than the well is
        // from the tray, so that wells recede.
        let recedes = ratio(theme, Paint::Well, Paint::Plate);
        for marble in [Paint::White, Paint::Black, Paint::Red] {
            let stands_out = ratio(theme, marble, Paint::Well);
            assert!(stands_out > recedes, "{theme} {marble:?} {stands_out:.2}");
        }
    }
    assert!(ratio(Theme::Contrast, Paint::Line, Paint::Paper) >= 3.0);
}

#[test]
fn every_name_is_read_back_and_no_other() {
    for theme in Theme::ALL {
        assert_eq!(theme.name().parse(), Ok(theme));
    }
    let error = "Dark\n".parse::<Theme>().expect_err("no theme");
    assert_eq!(
        error.to_string(),
        r"no theme is called Dark\u{a}; there are light, dark and contrast"
    );
}

#[test]
fn a_fixed_style_carries_no_custom_property() {
    for theme in Theme::ALL {
        let rules = Style::Fixed(theme).rules().expect("rules");
        assert!(!rules.contains("var("), "{rules}");
        assert!(!rules.contains('@'), "{rules}");
    }
    assert_eq!(Style::Page.rules(), None);
}

#[test]
fn every_style_sheet_names_every_paint() {
    let adaptive = Style::Adaptive.rules().expect("rules");
    for paint in Paint::ALL {
        let name = paint.name();
        for sheet in [&adaptive, &stylesheet()] {
            assert!(sheet.contains(&format!("--parlor-{name}:")), "{name}");
            assert!(sheet.contains(&format!(".pl-fill-{name}{{")), "{name}");
            assert!(sheet.contains(&format!(".pl-line-{name}{{")), "{name}");
        }
    }
}

#[test]
fn the_style_sheet_of_pages() {
    insta::assert_snapshot!(stylesheet());
}
