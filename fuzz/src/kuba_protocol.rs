//! Any lines said to the Kuba engine: each is answered by whole lines, and every search by one
//! legal best move, or none after the end.

use kuba_engine::protocol::{Effect, Session};
use kuba_engine::{Engine, Limits};

/// Runs the target on one input.
///
/// # Panics
/// When what the module says does not hold.
pub fn check(bytes: &[u8]) {
    let text = crate::text(bytes);
    let mut session = Session::default();
    let mut engine = Engine::new(0);
    for line in text.lines() {
        let mut effects = session.read(line);
        while let Some(effect) = effects.pop() {
            match effect {
                Effect::Print(line) => {
                    assert!(!line.is_empty() && !line.contains(['\n', '\r']), "{line:?}");
                }
                Effect::Search(request) => {
                    let limits = Limits {
                        nodes: request.limits.nodes.min(20),
                        threads: request.limits.threads.min(2),
                        ..request.limits
                    };
                    let report = engine.search(&request.root, &limits, &|| false, &mut |_| {});
                    for line in session.info(&report, core::time::Duration::from_millis(1)) {
                        assert!(line.starts_with("info depth "), "{line}");
                    }
                    let rest = session.finished(&report);
                    let Some(Effect::Print(best)) = rest.first() else {
                        panic!("{rest:?}");
                    };
                    let action = best
                        .strip_prefix("bestmove ")
                        .and_then(|best| best.parse().ok());
                    let mut after = request.root.position;
                    let played = action.map(|action| after.play_action(action));
                    assert_eq!(played, Some(Ok(())), "{best} at {}", request.root.position);
                    effects.extend(rest);
                }
                Effect::Quit => return,
                _ => {}
            }
        }
    }
}
