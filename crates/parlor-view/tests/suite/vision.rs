//! How pieces look with color blindness: what color distinguishes must be
//! distinct without it.
//!
//! The three kinds of color blindness are those of G. M. Machado, M. M.
//! Oliveira and L. A. F. Fernandes, "A Physiologically-based Model for
//! Simulation of Color Vision Deficiency", IEEE Transactions on Visualization
//! and Computer Graphics 15 (6), 2009: the published matrices for severity 1.0,
//! which act on linear light.

use ludo_rules::{Seat, Tokens};
use parlor_view::theme::{BoardPaint, Color, Paint, Style, Theme};
use parlor_view::{Look, PictureOptions, kuba, ludo};
use resvg::tiny_skia::{Color as SkiaColor, Pixmap, PremultipliedColorU8, Transform};
use resvg::usvg::{self, Tree};

/// A way of seeing, as a matrix on linear red, green and blue.
#[derive(Clone, Copy, Debug)]
struct Vision {
    name: &'static str,
    matrix: [[f64; 3]; 3],
}

/// The weights of the relative luminance, by the WCAG as in `theme`.
const LUMINANCE: [f64; 3] = [0.2126, 0.7152, 0.0722];

const VISIONS: [Vision; 5] = [
    Vision {
        name: "full color vision",
        matrix: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    },
    Vision {
        name: "greyscale",
        matrix: [LUMINANCE; 3],
    },
    Vision {
        name: "protanopia",
        matrix: [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
    },
    Vision {
        name: "deuteranopia",
        matrix: [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
    },
    Vision {
        name: "tritanopia",
        matrix: [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_900],
        ],
    },
];

impl Vision {
    /// How light a color seems, 0 for black to 100 for white (CIE 1976 L*).
    fn lightness(self, color: Color) -> f64 {
        let light = color.linear();
        let luminance: f64 = self
            .matrix
            .iter()
            .zip(LUMINANCE)
            .map(|(row, weight)| {
                let seen: f64 = row
                    .iter()
                    .zip(light)
                    .map(|(part, light)| part * light)
                    .sum();
                weight * seen.clamp(0.0, 1.0)
            })
            .sum();
        if luminance <= 216.0 / 24_389.0 {
            luminance * 24_389.0 / 27.0
        } else {
            116.0 * luminance.cbrt() - 16.0
        }
    }
}

/// Two points differ when one is this much lighter; about what separates
/// neighbouring steps of a grey wedge with six of them.
const STEP: f64 = 20.0;

/// A piece drawn large in the middle of a square of its ground.
#[derive(Debug)]
struct Piece {
    pixels: Vec<Color>,
    /// Where the piece covers its ground at least by half.
    covers: Vec<bool>,
}

/// How wide the square is, in pixels, and how many of them a unit takes.
const CANVAS: u32 = 160;
const ZOOM: f32 = 2.0;

impl Piece {
    /// The element of a picture with this id, on a ground of this color.
    fn of(svg: &str, id: &str, ground: Color) -> Self {
        let tree = Tree::from_str(svg, &usvg::Options::default()).expect("a picture");
        let node = tree.node_by_id(id).expect("an element with the id");
        let size = node.abs_layer_bounding_box().expect("something to see");
        let mut canvas = Pixmap::new(CANVAS, CANVAS).expect("a square");
        let middle = |length: f32| (CANVAS as f32 - ZOOM * length) / 2.0;
        let transform = Transform::from_translate(middle(size.width()), middle(size.height()))
            .pre_scale(ZOOM, ZOOM);
        resvg::render_node(node, transform, &mut canvas.as_mut()).expect("drawn");
        let covers = canvas
            .pixels()
            .iter()
            .map(|pixel| pixel.alpha() > 127)
            .collect();
        let mut whole = Pixmap::new(CANVAS, CANVAS).expect("a square");
        whole.fill(SkiaColor::from_rgba8(
            ground.red,
            ground.green,
            ground.blue,
            255,
        ));
        let paint = resvg::tiny_skia::PixmapPaint::default();
        whole.draw_pixmap(0, 0, canvas.as_ref(), &paint, Transform::identity(), None);
        let color = |pixel: &PremultipliedColorU8| Color {
            red: pixel.red(),
            green: pixel.green(),
            blue: pixel.blue(),
        };
        Self {
            pixels: whole.pixels().iter().map(color).collect(),
            covers,
        }
    }

    /// The part of what either piece covers that is clearly lighter in one
    /// than in the other, 0 to 1. Hue counts for nothing.
    fn apart(&self, other: &Self, vision: Vision) -> f64 {
        let (mut covered, mut differ) = (0_u32, 0_u32);
        for index in 0..self.pixels.len() {
            if !(self.covers[index] || other.covers[index]) {
                continue;
            }
            covered += 1;
            let [one, two] = [self, other].map(|piece| vision.lightness(piece.pixels[index]));
            differ += u32::from((one - two).abs() >= STEP);
        }
        f64::from(differ) / f64::from(covered.max(1))
    }
}

/// What pieces of different meaning differ in at least, of their area.
const KINDS: f64 = 0.2;
/// The same for what differs in a letter only.
const LETTERS: f64 = 0.02;

/// Holds the pieces, each with its name, against each other in every vision.
fn check(pieces: &[(String, Piece)], floor: f64) -> Result<(), String> {
    for vision in VISIONS {
        for (index, (name, piece)) in pieces.iter().enumerate() {
            for (other_name, other) in &pieces[..index] {
                let apart = piece.apart(other, vision);
                if apart < floor {
                    return Err(format!(
                        "{name} and {other_name} differ in {apart:.3} of their area with {}",
                        vision.name
                    ));
                }
            }
        }
    }
    Ok(())
}

fn marbles(theme: Theme, look: Look) -> Vec<(String, Piece)> {
    let position = kuba_rules::Position::start(kuba_rules::Rules::Classroom);
    let options = PictureOptions {
        style: Style::Fixed(theme),
        look,
        ..PictureOptions::default()
    };
    let svg = kuba::Picture::new(&position).svg(options);
    // `render_node` expects a picture that begins at (0, 0).
    let svg = svg.replace("viewBox=\"0 -108 ", "viewBox=\"0 0 ");
    let ground = well(theme, look);
    ["marble-00", "marble-05", "marble-33"]
        .map(|id| (id.to_owned(), Piece::of(&svg, id, ground)))
        .into()
}

/// What marbles lie on.
fn well(theme: Theme, look: Look) -> Color {
    match look {
        Look::Diagram => theme.color(Paint::Well),
        Look::Board => theme.color(BoardPaint::DipLight),
    }
}

fn tokens(theme: Theme, letter: char) -> Vec<(String, Piece)> {
    let tokens = Tokens::new(Seat::ALL.into_iter().collect()).expect("four seats");
    let svg = ludo::Picture::of_tokens(&tokens).svg(PictureOptions {
        style: Style::Fixed(theme),
        ..PictureOptions::default()
    });
    let ground = theme.color(Paint::Paper);
    Seat::ALL
        .map(|seat| {
            let id = format!("token-{seat}{letter}");
            let piece = Piece::of(&svg, &id, ground);
            (id, piece)
        })
        .into()
}

#[test]
fn marbles_are_distinct_without_color() {
    for theme in Theme::ALL {
        for look in [Look::Diagram, Look::Board] {
            let marbles = marbles(theme, look);
            check(&marbles, KINDS).unwrap_or_else(|alike| panic!("{theme} {look:?}: {alike}"));
        }
    }
}

#[test]
fn seats_are_distinct_without_color() {
    for theme in Theme::ALL {
        for letter in ['p', 'q'] {
            check(&tokens(theme, letter), KINDS).unwrap_or_else(|alike| panic!("{theme}: {alike}"));
        }
    }
}

#[test]
fn l_2_a_seats_two_tokens_are_distinct_by_their_letter() {
    for theme in Theme::ALL {
        for (p, q) in tokens(theme, 'p').into_iter().zip(tokens(theme, 'q')) {
            check(&[p, q], LETTERS).unwrap_or_else(|alike| panic!("{theme}: {alike}"));
        }
    }
}

#[test]
fn pieces_are_distinct_from_their_ground() {
    for theme in Theme::ALL {
        let nothing = |ground| {
            let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><path id=\"no\" opacity=\".01\" d=\"M0 0h1v1z\"/></svg>";
            Piece::of(svg, "no", ground)
        };
        for (pieces, ground) in [
            (marbles(theme, Look::Diagram), well(theme, Look::Diagram)),
            (marbles(theme, Look::Board), well(theme, Look::Board)),
            (tokens(theme, 'p'), theme.color(Paint::Paper)),
        ] {
            for (name, piece) in pieces {
                for vision in VISIONS {
                    let apart = piece.apart(&nothing(ground), vision);
                    assert!(
                        apart >= 0.1,
                        "{theme} {name}: {apart:.3} with {}",
                        vision.name
                    );
                }
            }
        }
    }
}

/// Two pieces of a made-up game.
fn pair(one: &str, two: &str) -> [(String, Piece); 2] {
    [one, two].map(|inside| {
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 80 80\"><g id=\"piece\">{inside}</g></svg>"
        );
        let piece = Piece::of(&svg, "piece", Theme::Light.color(Paint::Paper));
        (inside.to_owned(), piece)
    })
}

#[test]
fn look_alikes_fail_the_check() {
    let red_disc = "<circle cx=\"40\" cy=\"40\" r=\"32\" fill=\"#b03a24\"/>";
    let stroke = "<path d=\"M40 25v30\" stroke=\"#fff\" stroke-width=\"4\"/>";
    let alike = [
        // The same piece twice, the same in another color as light, and the
        // same again with a letter each.
        (red_disc.to_owned(), red_disc.to_owned()),
        (red_disc.to_owned(), red_disc.replace("#b03a24", "#17704f")),
        (
            format!("{red_disc}{stroke}"),
            format!(
                "{}{}",
                red_disc.replace("#b03a24", "#1c5a94"),
                stroke.replace("v30", "h14")
            ),
        ),
    ];
    for (one, two) in alike {
        let pieces = pair(&one, &two);
        assert!(check(&pieces, KINDS).is_err(), "{one} and {two}");
    }
    let square = "<path d=\"M8 8h64v64h-64z\" fill=\"#b03a24\"/>".to_owned();
    let pale = red_disc.replace("#b03a24", "#f1dbd3");
    for other in [square, pale] {
        assert_eq!(check(&pair(red_disc, &other), KINDS), Ok(()));
    }
}

#[test]
fn grey_looks_the_same_to_everybody() {
    for vision in VISIONS {
        for row in vision.matrix {
            let sum: f64 = row.iter().sum();
            assert!((sum - 1.0).abs() < 1e-5, "{}: {sum}", vision.name);
        }
        let [black, grey, white] = [0, 119, 255].map(|value| {
            vision.lightness(Color {
                red: value,
                green: value,
                blue: value,
            })
        });
        assert!(
            black.abs() < 0.01 && (white - 100.0).abs() < 0.01,
            "{}",
            vision.name
        );
        assert!((grey - 50.03).abs() < 0.1, "{}: {grey}", vision.name);
    }
}
