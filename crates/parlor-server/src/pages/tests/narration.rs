//! The state of a game in words, for each visitor: its end, requests, absent and missing players.

use core::time::Duration;

use axum::http::StatusCode;

use super::{
    Pages, TestVisitor, assert_plain, invitation, part, status, steps as last_steps, text, title,
};
use crate::pages::game_info;
use crate::pages::sentences::{self, Winner};
use crate::pages::steps;
use crate::pages::viewer::{Viewer, ViewerPrefs};
use parlor_record::record::Ending;
use parlor_table::table::{GameView, Occupant};
use parlor_view::ordinal;

/// A game that White wins by seven reds in the classroom rules.
const WHITE_WINS: [&str; 21] = [
    "01B", "16L", "11B", "14B", "31R", "50R", "32R", "24B", "33R", "52F", "34B", "42F", "44B",
    "32F", "54B", "05B", "21R", "23F", "22F", "06L", "12F",
];

/// Two browsers at one game of Kuba, and its address.
async fn pair(pages: &Pages, rules: &str) -> ([TestVisitor; 2], String) {
    let [white, black] = [pages.visitor(), pages.visitor()];
    let fields = [
        ("seat-W", "here"),
        ("seat-B", "elsewhere"),
        ("name-W", "Ann"),
        ("rules", rules),
    ];
    let address = white.make("kuba", &fields).await;
    let seat = invitation(&white.page(&address).await, 'B');
    black.post(&seat, &[("name", "Bo")]).await;
    ([white, black], address)
}

#[tokio::test]
async fn k_8_the_end_is_reported_once_to_the_players_and_by_names_to_others() {
    let pages = Pages::new();
    let ([white, black], address) = pair(&pages, "classroom").await;
    for (number, push) in WHITE_WINS.into_iter().enumerate() {
        let mover = [&white, &black][number % 2];
        let page = mover.page(&address).await;
        mover.press(&address, &page, push).await;
    }
    let watcher = pages.visitor();
    let [white, black, watcher] = [
        white.page(&address).await,
        black.page(&address).await,
        watcher.page(&address).await,
    ];
    let won = sentences::verdict_of_two(Winner::You("Bo"), Ending::Rule("K-8"));
    assert_eq!(status(&white), won);
    let lost = sentences::verdict_of_two(Winner::Other("Ann"), Ending::Rule("K-8"));
    assert_eq!(status(&black), lost);
    let named = sentences::verdict_of_two(Winner::Of("Ann", "Bo"), Ending::Rule("K-8"));
    assert_eq!(status(&watcher), named);
    for page in [white, black, watcher] {
        // The board in words and the picture repeat it elsewhere.
        let (_, side) = page.split_once("<h2 id=\"now\"").expect("how it stands");
        let (now, _) = side.split_once("</section>").expect("its end");
        assert_eq!(now.matches("#K-8\">Why?").count(), 1, "{now}");
        assert!(!text(now).contains("K-"), "no ids of rules: {now}");
        assert!(!now.contains("1 W"), "no places are listed: {now}");
        assert!(last_steps(&page).contains("12F"), "{now}");
    }
}

#[tokio::test]
async fn who_resigns_is_shown_that_and_at_one_screen_names_are_shown() {
    let pages = Pages::new();
    let ([white, black], address) = pair(&pages, "classroom").await;
    let page = black.page(&address).await;
    black.press(&address, &page, "resign").await;
    let [won, lost] = [white.page(&address).await, black.page(&address).await];
    let you_won = sentences::verdict_of_two(Winner::You("Bo"), Ending::Resignation);
    assert_eq!(status(&won), you_won);
    let you_lost = sentences::verdict_of_two(Winner::Other("Ann"), Ending::Resignation);
    assert_eq!(status(&lost), you_lost);
    assert!(white.page("/").await.contains(&you_won));

    let both = pages.visitor();
    let fields = [("seat-W", "here"), ("seat-B", "here"), ("name-B", "Bo")];
    let address = both.make("kuba", &fields).await;
    let page = both.page(&address).await;
    both.press(&address, &page, "resign").await;
    let over = both.page(&address).await;
    let named = sentences::verdict_of_two(Winner::Of("Bo", "Player W"), Ending::Resignation);
    assert_eq!(status(&over), named);
}

#[tokio::test]
async fn l_30_of_three_each_is_shown_their_own_place_and_everybodys() {
    let pages = Pages::new();
    let visitors = [pages.visitor(), pages.visitor(), pages.visitor()];
    let fields = [
        ("seat-A", "here"),
        ("seat-B", "elsewhere"),
        ("seat-C", "elsewhere"),
    ];
    let address = visitors[0].make("ludo", &fields).await;
    let page = visitors[0].page(&address).await;
    for (visitor, seat) in [(1, 'B'), (2, 'C')] {
        let link = invitation(&page, seat);
        visitors[visitor].post(&link, &[]).await;
    }
    let handle = pages.handle(&address).await;
    while let Some(seat) = handle.view_for(&[]).to_act {
        let visitor = &visitors["ABC".find(seat).expect("who plays")];
        let view = handle.view_for(&[seat]);
        let command = [
            ("version", &*view.version.to_string()),
            ("action_id", &format!("{:032x}", view.version)),
            ("action", &view.legal[0]),
        ];
        let answer = visitor.post(&format!("{address}/act"), &command).await;
        assert_eq!(answer.status_code(), StatusCode::SEE_OTHER);
    }
    let result = handle.view_for(&[]).result.expect("it is over");
    let order: Vec<char> = result.places.iter().map(|group| group[0]).collect();
    for &seat in &order {
        let visitor = &visitors["ABC".find(seat).expect("who plays")];
        let page = visitor.page(&address).await;
        let players = (1..).zip(&order).map(|(place, &other)| {
            let player = (other != seat).then(|| format!("Player {other}"));
            (player, place)
        });
        let verdict = sentences::verdict_of_several(&players.collect::<Vec<_>>());
        assert_eq!(status(&page), verdict);
        // The last step is the move, and not who came where.
        let last = last_steps(&page);
        assert!(
            [2, 3].iter().all(|&place| !last.contains(&ordinal(place))),
            "{last}"
        );
    }
}

#[tokio::test]
async fn a_request_that_awaits_an_answer_shows_in_the_title_and_the_icon() {
    let pages = Pages::new();
    let ([white, black], address) = pair(&pages, "tournament").await;
    let turn = crate::pages::assets::turn_icon();
    let before = black.page(&address).await;
    assert!(title(&before).starts_with(&sentences::to_move("Ann")));
    assert!(!before.contains(&turn));
    let page = white.page(&address).await;
    white.press(&address, &page, "offer-draw").await;
    let asked = black.page(&address).await;
    assert!(
        title(&asked).starts_with(sentences::YOU_ARE_ASKED),
        "{asked}"
    );
    assert!(asked.contains(&sentences::offers_draw("Ann")), "{asked}");
    assert!(asked.contains(&turn));
    // Who asked waits for the other, and has the move still.
    assert!(title(&white.page(&address).await).starts_with(sentences::YOUR_MOVE));

    black.press(&address, &asked, "accept-draw").await;
    let page = white.page(&address).await;
    white.press(&address, &page, "rematch").await;
    let next = black.page(&address).await;
    assert!(title(&next).starts_with(sentences::NEXT_GAME_WAITS_FOR_YOU));
    assert!(next.contains(&turn));
    let missed = pages.handle(&address).await.table().narration_for(&['B']);
    let view = pages.view(&address).await;
    let viewer = Viewer::new(&view, ViewerPrefs::default());
    let asked = steps::narrated(&viewer, missed).pop();
    let asked = asked.expect("that White wants to play again").says.plain;
    assert_eq!(asked, sentences::wants_rematch("Ann"));
    assert_eq!(last_steps(&next).matches(&asked).count(), 1, "{next}");
    assert!(!white.page(&address).await.contains(&asked));
}

#[tokio::test(start_paused = true)]
async fn a_bot_that_fills_in_is_called_by_its_name_and_its_player_has_one_state() {
    let pages = Pages::new();
    let [host, guest] = [pages.visitor(), pages.visitor()];
    let fields = [("seat-A", "elsewhere"), ("seat-C", "here"), ("away", "120")];
    let address = host.make("ludo", &fields).await;
    let seat = invitation(&host.page(&address).await, 'A');
    guest.post(&seat, &[("name", "Bea")]).await;
    // It has a key, so that no script takes another note for it.
    let presence = "class=\"note presence\" data-own data-key=\"presence\" data-seat=\"A\"";
    assert!(host.page(&address).await.contains(presence));
    let handle = pages.handle(&address).await;
    pages.bench.live(Duration::from_mins(2));
    let mut news = handle.news();
    let is_away = |view: &GameView| view.seats[0].occupant != Occupant::Person;
    while !is_away(&handle.view_for(&[])) {
        news.changed().await.expect("a bot comes");
    }
    let page = host.page(&address).await;
    assert!(page.contains(&sentences::away("Sage")), "{page}");
    let of_bea = |by: &[char]| {
        let view = handle.view_for(&[]);
        let viewer = Viewer::new(&view, ViewerPrefs::default());
        let steps = steps::narrated(&viewer, handle.table().narration_for(by));
        let says = steps.into_iter().map(|step| step.says.plain);
        says.filter(|says| says.starts_with("Bea "))
            .collect::<Vec<_>>()
            .into_iter()
    };
    let away = of_bea(&['C']).next().expect("that Bea is away");
    assert!(away.contains(" Sage "), "{away}");
    let watch = format!("{address}/watch");
    assert_eq!(last_steps(&page).matches(&away).count(), 1, "{page}");
    let watched = pages.visitor().page(&watch).await;
    assert_eq!(last_steps(&watched).matches(&away).count(), 1, "{watched}");
    assert!(!page.contains("strong,"), "{page}");
    assert!(!page.contains(presence), "away is all there is to say");
    let back = guest.page(&address).await;
    let above = part(&back, "id=\"away-A\"", "</section>");
    assert!(above.contains("Sage"), "{above}");
    assert!(!back.contains(&away), "Bea is shown that above: {back}");
    assert_plain(&back, "away");
    let pressed = guest.press(&address, &back, "return").await;
    assert_eq!(pressed.status_code(), StatusCode::SEE_OTHER);
    let page = host.page(&address).await;
    let back = of_bea(&['C']).next_back().expect("that Bea is back");
    assert_ne!(back, away);
    assert_eq!(last_steps(&page).matches(&back).count(), 1, "{page}");
    assert!(page.contains(presence), "{page}");
    assert!(!guest.page(&address).await.contains(&back));
}

#[tokio::test]
async fn a_lobby_has_links_that_differ_and_has_nobody_to_talk_to() {
    let pages = Pages::new();
    let [host, guest] = [pages.visitor(), pages.visitor()];
    let fields = [
        ("seat-A", "here"),
        ("seat-B", "elsewhere"),
        ("seat-C", "elsewhere"),
        ("name-B", "Bea"),
        ("name-C", "Cid"),
    ];
    let address = host.make("ludo", &fields).await;
    let page = host.page(&address).await;
    for (seat, name) in [('B', "Bea"), ('C', "Cid")] {
        let label = part(&page, &format!("<label for=\"link-{seat}\">"), "</label>");
        let of_whom = [
            &*format!("<bdi>{name}</bdi>"),
            game_info::seat_title("ludo", seat),
        ];
        assert!(of_whom.iter().all(|part| label.contains(part)), "{label}");
        assert!(page.contains(&format!("class=\"copy\" value=\"link-{seat}\"")));
    }
    assert!(
        !page.contains("id=\"chat\"") && !page.contains("/say"),
        "{page}"
    );
    guest.post(&invitation(&page, 'B'), &[]).await;
    let page = host.page(&address).await;
    assert!(page.contains("id=\"chat\""), "Bea is there to hear it");
    let waiting = sentences::waiting_for(&["Cid".to_owned()]);
    assert_eq!(status(&page), waiting);
}

#[tokio::test]
async fn every_bot_in_a_list_says_how_it_plays_without_a_script() {
    let pages = Pages::new();
    let visitor = pages.visitor();
    for address in ["/new/ludo", "/new/kuba"] {
        let page = visitor.page(address).await;
        let lists = page.split("<select ").skip(1);
        let lists = lists.filter(|list| list.contains("class=\"styles") && list.contains("bot:"));
        let mut count = 0;
        for list in lists {
            let (options, rest) = list.split_once("</select>").expect("its end");
            let Some((_, styles)) = rest.split_once("class=\"styles note\" id=\"") else {
                continue;
            };
            let (id, styles) = styles.split_once('"').expect("its id");
            let (styles, _) = styles.split_once("</ul>").expect("its end");
            assert!(options.contains(id), "{id} describes it");
            // The rules of the style sheet pair them by their places.
            let lines: Vec<&str> = styles.split("<li>").skip(1).collect();
            // A list with empty lines is hidden from screen readers.
            let is_silent = lines.iter().any(|line| line.starts_with("</li>"));
            assert_eq!(is_silent, styles.starts_with(" role=\"none\">"), "{id}");
            let options: Vec<&str> = options.split("<option value=\"").skip(1).collect();
            assert_eq!(lines.len(), options.len(), "{id}");
            for (option, line) in options.iter().zip(lines) {
                let is_bot = option.starts_with("bot:");
                assert_eq!(is_bot, !line.starts_with("</li>"), "{option}: {line}");
            }
            count += 1;
        }
        assert!(count >= 2, "{address}");
    }
}
