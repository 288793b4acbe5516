//! Writes the boards of both games as SVG and PNG into a folder: the start, a
//! crowded position, a final one, one at the limit and one after a resignation,
//! each in every theme, as a diagram and as the board that one plays on (`play-…`).
//!
//! ```text
//! cargo run -p parlor-view --features png --example gallery -- FOLDER
//! ```

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use parlor_game::Settlement;
use parlor_game::{Game, Ludo};
use parlor_view::{Look, PictureOptions, Style, Theme, kuba, ludo, png};

/// How wide the PNGs are, in pixels.
const WIDTH: u32 = 768;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args_os().nth(1).map(PathBuf::from).ok_or(
        "which folder? cargo run -p parlor-view --features png --example gallery -- FOLDER",
    )?;
    fs::create_dir_all(&folder)?;
    for theme in Theme::ALL {
        for (look, before) in [(Look::Diagram, ""), (Look::Board, "play-")] {
            let options = PictureOptions {
                style: Style::Fixed(theme),
                look,
                ..PictureOptions::default()
            };
            for (name, svg) in kuba_pictures(options)? {
                write(&folder, &format!("{before}kuba-{name}-{theme}"), &svg)?;
            }
            for (name, svg) in ludo_pictures(options)? {
                write(&folder, &format!("{before}ludo-{name}-{theme}"), &svg)?;
            }
        }
    }
    Ok(())
}

fn write(folder: &Path, name: &str, svg: &str) -> Result<(), Box<dyn Error>> {
    fs::write(folder.join(format!("{name}.svg")), svg)?;
    fs::write(folder.join(format!("{name}.png")), png::render(svg, WIDTH)?)?;
    Ok(())
}

/// What the pictures of a game are called, with the picture.
type Pictures = [(&'static str, String); 5];

fn kuba_pictures(options: PictureOptions<'_>) -> Result<Pictures, Box<dyn Error>> {
    use kuba::{Names, Picture, Stage};
    use kuba_rules::{Draw, Move, Position, Rules, Side};

    let names = Names {
        white: "Ann",
        black: "Bob",
    };
    let position = Position::start(Rules::Classroom);
    let start = Picture {
        names,
        stage: Stage::NobodyYet,
        ..Picture::new(&position)
    };

    let mut position: Position =
        "w5b/1ww1rbb/2rbrr1/wrrrb2/2rr2b/1b3ww/1b3w1 w3b1 w - c".parse()?;
    let events = position.play_with_events("30R".parse()?)?;
    let pushes: Vec<Move> = position.legal_moves().iter().collect();
    let crowded = Picture {
        names,
        events: &events,
        pushes: &pushes,
        ..Picture::new(&position)
    }
    .svg(options);

    let mut position: Position = "7/3w2b/2wbrbr/b2r3/7/w5b/7 w6b4 w - t".parse()?;
    let events = position.play_with_events("22R".parse()?)?;
    let won = Picture {
        names,
        events: &events,
        ..Picture::new(&position)
    };

    let position: Position =
        "w5b/ww1r1bb/2wrrrb/1rrrrr1/2rrr2/bb1r1ww/bb3ww w0b0 b 26L c".parse()?;
    let ko = Picture {
        names,
        ..Picture::new(&position)
    };
    let stage = Stage::Drawn(Draw::PushLimit);
    let drawn = Picture { stage, ..ko };
    let winner = Side::White;
    let stage = Stage::Settled(Settlement::Resignation { winner });
    let settled = Picture { stage, ..ko };
    Ok([
        ("start", start.svg(options)),
        ("crowded", crowded),
        ("final", won.svg(options)),
        ("limit", drawn.svg(options)),
        ("settled", settled.svg(options)),
    ])
}

fn ludo_pictures(options: PictureOptions<'_>) -> Result<Pictures, Box<dyn Error>> {
    use ludo::{Picture, Stage};
    use ludo_rules::{Move, Position, Roll, Seat};

    let names = [
        (Seat::A, "Ann"),
        (Seat::B, "Bob"),
        (Seat::C, "Cleo"),
        (Seat::D, "Dan"),
    ];
    let position = Position::new(&Seat::ALL)?;
    let start = Picture {
        names: &names,
        ..Picture::of_position(&position)
    }
    .svg(options);

    // D's stack kicks a token of C's; then A rolls a 6.
    let mut position: Position = "AR.R/B53.53/C20.12/D2.2 D 4 -".parse()?;
    let events = position.play_with_events(Move::Stack)?;
    position.apply_roll(Roll::SIX)?;
    let crowded = Picture {
        choices: position.legal_moves().as_slice(),
        events: &events,
        names: &names,
        ..Picture::of_position(&position)
    }
    .svg(options);

    let mut position: Position = "AE.E/BE.E/CE.52/D56.E D 1 BA".parse()?;
    let events = position.play_with_events(Move::P)?;
    let over = Picture {
        events: &events,
        names: &names,
        ..Picture::of_position(&position)
    }
    .svg(options);

    let position: Position = "A20.H/B7.55/CE.E/DR.R A - C".parse()?;
    let standings = Ludo::standings(&position);
    let limit = Picture {
        stage: Stage::LimitReached(&standings),
        names: &names,
        ..Picture::of_position(&position)
    }
    .svg(options);

    let position: Position = "A20.H/CE.55 A 4 -".parse()?;
    let winner = Seat::C;
    let settled = Picture {
        stage: Stage::Settled(Settlement::Time { winner }),
        names: &names,
        ..Picture::of_position(&position)
    }
    .svg(options);
    Ok([
        ("start", start),
        ("crowded", crowded),
        ("final", over),
        ("limit", limit),
        ("settled", settled),
    ])
}
