//! No page shows secrets to spectators.

use proptest::prelude::*;

use super::{Pages, game_of, values};

/// Everything that can be read of a game without holding a seat.
const OPEN: [&str; 5] = ["", "/watch", "?still", "/record.txt", "/record.json"];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn no_page_of_a_spectator_has_a_key_kept_bytes_or_the_secret(
        choices in prop::collection::vec(0_usize..64, 1..24),
        words in "[a-z]{24}",
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.expect("a runtime").block_on(play(&choices, &words));
    }
}

async fn play(choices: &[usize], words: &str) {
    let pages = Pages::new();
    let (holder, spectator) = (pages.visitor(), pages.visitor());
    let fields = [
        ("seat-A", "here"),
        ("seat-B", "elsewhere"),
        ("seat-C", "bot:random"),
        ("words", "yes"),
    ];
    let address = holder.make("ludo", &fields).await;
    let game = game_of(&address);
    let stored = pages
        .bench
        .store
        .game(&game)
        .await
        .expect("a store")
        .expect("the game");
    let page = holder.page(&address).await;
    let links: Vec<String> = page
        .split("/seats/")
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .map(str::to_owned)
        .collect();
    assert_eq!(links.len(), 2, "one to send, and one of one's own");
    let mut secrets = vec![stored.secret.to_string()];
    secrets.extend(links.iter().map(|link| link[2..].to_owned()));
    let code = page
        .split("/j/")
        .nth(1)
        .and_then(|rest| rest.split('"').next());
    secrets.push(code.expect("a code").to_owned());
    let salt = values(&page, "salt")[0];
    let kept = [
        words.to_owned(),
        hex::encode(words.as_bytes()),
        salt.to_owned(),
    ];
    let look = async |hidden: &[String]| {
        for rest in OPEN {
            let page = spectator.page(&format!("{address}{rest}")).await;
            for secret in hidden {
                assert!(!page.contains(&**secret), "{rest} shows {secret}");
            }
        }
    };
    look(&secrets).await;
    let join = [
        ("version", values(&page, "version")[0]),
        ("action_id", values(&page, "action_id")[0]),
        ("seat", "A"),
        ("words", words),
        ("salt", salt),
    ];
    holder.post(&format!("{address}/join"), &join).await;
    // Somebody is missing, so contributions are withheld.
    look(&[&secrets[..], &kept[..]].concat()).await;
    let link = links
        .iter()
        .find(|link| link.starts_with('B'))
        .expect("a link");
    holder.post(&format!("{address}/seats/{link}"), &[]).await;
    for choice in choices {
        let page = holder.page(&address).await;
        let actions = values(&page, "action");
        let actions: Vec<&str> = actions
            .into_iter()
            .filter(|action| !matches!(*action, "resign" | "abandon" | "ask-undo"))
            .collect();
        if actions.is_empty() {
            break;
        }
        holder
            .press(&address, &page, actions[choice % actions.len()])
            .await;
        look(&secrets).await;
    }
    let page = holder.page(&address).await;
    let end = [
        ("version", values(&page, "version")[0]),
        ("action_id", values(&page, "action_id")[0]),
        ("seat", "A"),
        ("action", "abandon"),
    ];
    holder.post(&format!("{address}/act"), &end).await;
    let page = spectator.page(&address).await;
    assert!(
        page.contains(&secrets[0]),
        "the secret is everybody's at the end"
    );
    look(&secrets[1..]).await;
}
