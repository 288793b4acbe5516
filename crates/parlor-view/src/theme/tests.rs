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

/// The cells of the first row of the design page's tables that begins with `head`.
fn row(head: &str) -> Vec<&'static str> {
    rows(head).next().expect("a row of the design page")
}

/// The cells of the rows of the design page's tables that begin with `head`, after it.
fn rows(head: &str) -> impl Iterator<Item = Vec<&'static str>> {
    let head = format!("| {head} |");
    let rows = PAGE.lines().filter(move |line| line.starts_with(&head));
    rows.map(|row| {
        row.trim_matches('|')
            .split('|')
            .map(str::trim)
            .skip(1)
            .collect()
    })
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
    for paint in Paint::ALL.iter().copied() {
        let cells = row(&format!("`{}`", paint.name()));
        let values = Theme::ALL.map(|theme| format!("`{}`", theme.color(paint)));
        assert_eq!(cells[cells.len() - 4..], values, "{}", paint.name());
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
fn every_paint_of_a_board_stands_in_the_design_page() {
    for paint in BoardPaint::ALL {
        let cells = row(&format!("`board-{}`", paint.name()));
        let values = Theme::ALL.map(|theme| format!("`{}`", theme.color(*paint)));
        assert_eq!(cells[cells.len() - 4..], values, "{}", paint.name());
    }
}

/// The pairs of the design page that are read, with the least contrast of each: a fill or an
/// outline, whichever is further from the ground.
fn board_pairs() -> Vec<(Vec<BoardPaint>, BoardPaint, f64)> {
    use BoardPaint as P;
    let mut pairs = vec![
        (vec![P::Ink], P::Page, 7.0),
        (vec![P::Ink], P::Paper, 7.0),
        (vec![P::Quiet], P::Page, 4.5),
        (vec![P::Quiet], P::Paper, 4.5),
        (vec![P::OnInk], P::Ink, 7.0),
        (vec![P::SunInk], P::Sun, 4.5),
        (vec![P::Good], P::Paper, 4.5),
        (vec![P::Bad], P::Paper, 4.5),
        (vec![P::Edge, P::Rim], P::Tile, 3.0),
        (vec![P::White, P::WhiteLine], P::DipLight, 3.0),
        (vec![P::Black, P::BlackLine], P::DipLight, 3.0),
        (vec![P::Red, P::RedLine], P::DipLight, 3.0),
        (vec![P::RedRibbon], P::Red, 3.0),
        (vec![P::BlackRing], P::Black, 3.0),
        (vec![P::Ink], P::Rail, 3.0),
        (vec![P::Ink], P::DipLight, 3.0),
        (vec![P::Edge], P::Rim, 7.0),
        (vec![P::Edge], P::Glow, 7.0),
        (vec![P::Rim], P::Gutter, 7.0),
        (vec![P::Edge, P::Glow], P::Tile, 3.0),
    ];
    for (color, yard, soft) in [
        (P::A, P::AYard, P::ASoft),
        (P::B, P::BYard, P::BSoft),
        (P::C, P::CYard, P::CSoft),
        (P::D, P::DYard, P::DSoft),
    ] {
        pairs.push((vec![color], P::Rim, 3.0));
        pairs.push((vec![P::Rim], yard, 3.0));
        pairs.push((vec![P::Edge, P::Rim], soft, 3.0));
    }
    pairs
}

#[test]
fn every_contrast_of_a_board_stands_in_the_design_page_and_suffices() {
    for (paints, ground, least) in board_pairs() {
        let names: Vec<&str> = paints.iter().map(|paint| paint.name()).collect();
        let head = format!("{} on {}", names.join(" or "), ground.name());
        let ratios = Theme::ALL.map(|theme| {
            let ground = theme.color(ground);
            let ratios = paints
                .iter()
                .map(|&paint| theme.color(paint).contrast(ground));
            ratios.fold(1.0, f64::max)
        });
        let shown = ratios.map(|ratio| format!("{ratio:.1}"));
        assert!(
            rows(&head).any(|row| row[1..] == shown),
            "{head}: {shown:?}"
        );
        assert!(
            ratios.into_iter().all(|ratio| ratio >= least),
            "{head}: {ratios:?}"
        );
    }
}

#[test]
fn k_4_marbles_keep_apart_from_the_rail_of_the_last_push() {
    use BoardPaint as P;
    for theme in Theme::ALL {
        // In a well, with the rail over it as it is drawn.
        let ground = theme.color(P::Rail).over(theme.color(P::DipLight), 60);
        for (fill, line) in [
            (P::White, P::WhiteLine),
            (P::Black, P::BlackLine),
            (P::Red, P::RedLine),
        ] {
            let ratios = [fill, line].map(|paint| theme.color(paint).contrast(ground));
            let ratio = ratios.into_iter().fold(1.0, f64::max);
            assert!(ratio >= 3.0, "{theme} {fill:?}: {ratio:.2}");
        }
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
        r"no theme is called Dark\u{a}; there are light, dark, wood and contrast"
    );
}

#[test]
fn a_fixed_style_carries_no_custom_property() {
    for theme in Theme::ALL {
        let rules = Style::Fixed(theme).rules(Paint::ALL).expect("rules");
        assert!(!rules.contains("var("), "{rules}");
        assert!(!rules.contains('@'), "{rules}");
    }
    assert_eq!(Style::Page.rules(Paint::ALL), None);
}

#[test]
fn every_style_sheet_names_every_paint() {
    let adaptive = Style::Adaptive.rules(Paint::ALL).expect("rules");
    for paint in Paint::ALL.iter().copied() {
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
