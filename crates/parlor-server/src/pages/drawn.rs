//! Words and signs that are drawn as lines of a round pen, so that no font is needed. The SVG
//! around them is in `templates/drawn.html`.

/// A drawn word.
pub(super) struct Word {
    /// How wide it is, in units of which capitals are 10 high.
    pub(super) width: f64,
    pub(super) path: &'static str,
}

/// The word, drawn; empty for a word that is not.
pub(super) fn word(word: &str) -> Word {
    let (width, path) = match word {
        "Parlor" => (
            47.2,
            "M1.1 10V0H4.7A3.1 3.1 0 0 1 4.7 6.2H1.1M18.1 3V10M18.1 6.5A3.5 3.5 0 1 1 11.1 6.5A3.5 \
             3.5 0 1 1 18.1 6.5M21.4 3V10M21.4 6.5A3.5 3.5 0 0 1 25.3 3M28.6 0V10M38.9 6.5A3.5 3.5 \
             0 1 1 31.9 6.5A3.5 3.5 0 1 1 38.9 6.5M42.2 3V10M42.2 6.5A3.5 3.5 0 0 1 46.1 3",
        ),
        "Ludo" => (
            38.5,
            "M1.1 0V10H6.5M9.8 3V6.5A3.5 3.5 0 0 0 16.8 6.5M16.8 3V10M27.1 0V10M27.1 6.5A3.5 3.5 0 \
             1 1 20.1 6.5A3.5 3.5 0 1 1 27.1 6.5M37.4 6.5A3.5 3.5 0 1 1 30.4 6.5A3.5 3.5 0 1 1 \
             37.4 6.5",
        ),
        "Kuba" => (
            40.1,
            "M1.1 0V10M7.7 0L1.5 5.6M3.5 4L8.1 10M11.4 3V6.5A3.5 3.5 0 0 0 18.4 6.5M18.4 3V10M21.7 \
             0V10M21.7 6.5A3.5 3.5 0 1 1 28.7 6.5A3.5 3.5 0 1 1 21.7 6.5M39 3V10M39 6.5A3.5 3.5 0 \
             1 1 32 6.5A3.5 3.5 0 1 1 39 6.5",
        ),
        "You won" => (
            69.1,
            "M1.2 0L5.1 5.2L9 0M5.1 5.2V10M19.3 6.5A3.5 3.5 0 1 1 12.3 6.5A3.5 3.5 0 1 1 19.3 \
             6.5M22.6 3V6.5A3.5 3.5 0 0 0 29.6 6.5M29.6 3V10M36.9 3L39.5 10L42.1 4L44.7 10L47.3 \
             3M57.6 6.5A3.5 3.5 0 1 1 50.6 6.5A3.5 3.5 0 1 1 57.6 6.5M60.9 3V10M60.9 6.5A3.5 3.5 0 \
             0 1 67.9 6.5V10",
        ),
        _ => (0.0, ""),
    };
    Word { width, path }
}

/// The lines of an icon in a square of 24; empty for a name that no icon has.
pub(super) fn icon(name: &str) -> &'static str {
    match name {
        "back" => "M15 4L7 12L15 20",
        "next" => "M9 4L17 12L9 20",
        "first" => "M6 5V19M18 5L11 12L18 19",
        "last" => "M18 5V19M6 5L13 12L6 19",
        "menu" => "M4 7H20M4 12H20M4 17H20",
        "more" => "M6 12H6.1M12 12H12.1M18 12H18.1",
        "play" => "M7 4.5V19.5L19.5 12Z",
        "hint" => {
            "M9 18H15M10 21H14M12 3A6 6 0 0 0 8.5 13.8C9.3 14.5 9.5 15 9.5 15.5H14.5C14.5 15 14.7 \
             14.5 15.5 13.8A6 6 0 0 0 12 3Z"
        }
        "undo" => "M8 5L4 9L8 13M4 9H14A5 5 0 0 1 14 19H10",
        "talk" => "M4 5H20V16H11L7 20V16H4Z",
        "again" => "M4 8H18M14 4L18 8L14 12M20 16H6M10 12L6 16L10 20",
        "look" => "M10.5 17A6.5 6.5 0 1 0 10.5 4A6.5 6.5 0 1 0 10.5 17ZM15.5 15.5L20.5 20.5",
        "share" => "M12 15V3.5M7.5 7.5L12 3L16.5 7.5M5 12V20H19V12",
        "speaker" => "M3.5 9.5H7.5L12.5 5V19L7.5 14.5H3.5Z",
        "loud" => "M16 9.3A4 4 0 0 1 16 14.7M18.6 6.4A8 8 0 0 1 18.6 17.6",
        "silent" => "M16.5 9.5L21.5 14.5M21.5 9.5L16.5 14.5",
        "out" => "M12 5H4V20H19V12M11 13L20 4M14 4H20V10",
        "kick" => "M3.7 13.9A7.4 7.4 0 1 1 7.1 20.3M3 7.3V14.1H9.8",
        "home" => "M2.4 12.4L12 3.4L21.6 12.4M5.4 10.4V20.6H18.6V10.4",
        "pair" => "M2 13A6.5 6.5 0 1 0 15 13A6.5 6.5 0 1 0 2 13M9 10.4A6.5 6.5 0 1 1 13.5 19.2",
        "turn" => "M4 18H15A5 5 0 0 0 15 8H5M9 4L5 8L9 12",
        "steps" => "M3 12H3.1M8 12H8.1M13 12H21M16.5 7.5L21 12L16.5 16.5",
        "friend" => {
            "M8.5 11A3.5 3.5 0 1 0 8.5 4A3.5 3.5 0 1 0 8.5 11ZM2.5 20A6 6 0 0 1 14.5 20M18 8V14M15 \
             11H21"
        }
        _ => "",
    }
}
