//! The answer to a script that shows the page of a game already: only what changes of the page, and
//! the steps that led to it.

use core::fmt::Write as _;

use super::animation::AnimationFrame;
use super::constant::without_constants;

/// Title, icon and main part of a page, and the steps before it as JSON.
pub(super) fn excerpt(page: &str, steps: &[AnimationFrame], are_places_fixed: bool) -> String {
    let mut excerpt = "<!doctype html>".to_owned();
    for (begin, end) in [
        ("<title>", "</title>"),
        ("<link id=\"icon\"", ">"),
        ("<main", "</main>"),
    ] {
        let part = page
            .split_once(begin)
            .and_then(|(_, rest)| rest.split_once(end));
        if let Some((part, _)) = part {
            let part = without_constants(part, are_places_fixed);
            let _ = write!(excerpt, "{begin}{part}{end}");
        }
    }
    let steps = serde_json::to_string(steps).expect("frames are texts and numbers");
    let steps = steps.replace('&', "&amp;").replace('<', "&lt;");
    let _ = write!(excerpt, "<template id=\"steps\">{steps}</template>");
    excerpt
}
