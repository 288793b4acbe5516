//! What a page says: of the end, of who is asked, of bots, and before anybody has
//! come.

use core::time::Duration;

use axum::http::StatusCode;

use super::{Pages, Visitor, assert_plain, invitation};
use parlor_table::table::{GameView, Played};

/// A game that White wins by seven reds in the classroom rules.
const WHITE_WINS: [&str; 21] = [
    "01B", "16L", "11B", "14B", "31R", "50R", "32R", "24B", "33R", "52F", "34B", "42F", "44B",
    "32F", "54B", "05B", "21R", "23F", "22F", "06L", "12F",
];

/// Two browsers at one game of Kuba, and its address.
async fn pair(pages: &Pages, rules: &str) -> ([Visitor; 2], String) {
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

/// How a page says that its game stands.
fn status(page: &str) -> &str {
    let (_, rest) = page.split_once("<p class=\"status\"").expect("a status");
    rest.split_once("</p>").expect("its end").0
}

/// What a page tells of the last steps, which is read out when it comes.
fn steps(page: &str) -> &str {
    let live = "<div class=\"step\" id=\"step\" aria-live=\"polite\">";
    let (_, rest) = page.split_once(live).expect("the last steps");
    rest.split_once("</div>").expect("their end").0
}

fn title(page: &str) -> &str {
    let (_, rest) = page.split_once("<title>").expect("a title");
    rest.split_once("</title>").expect("its end").0
}

#[tokio::test]
async fn k_8_the_end_is_told_once_to_the_players_and_by_names_to_others() {
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
    assert!(status(&white).contains("You have won: you have taken seven reds"));
    assert!(status(&black).contains("You have lost: Ann (W) has taken seven reds"));
    assert!(status(&watcher).contains("Ann has won: seven reds are captured"));
    for page in [white, black, watcher] {
        // The board in words and the picture tell it to those who ask them.
        let (_, side) = page.split_once("<h2 id=\"now\"").expect("how it stands");
        let (now, _) = side.split_once("</section>").expect("its end");
        assert_eq!(now.matches("seven reds").count(), 1, "{now}");
        assert!(!now.contains("Places:"), "{now}");
        assert!(now.contains("Ann pushes 12F"), "{now}");
    }
}

#[tokio::test]
async fn who_resigns_is_told_so_and_at_one_screen_names_are_told() {
    let pages = Pages::new();
    let ([white, black], address) = pair(&pages, "classroom").await;
    let page = black.page(&address).await;
    black.press(&address, &page, "resign").await;
    let [won, lost] = [white.page(&address).await, black.page(&address).await];
    assert!(status(&won).contains("You have won: Bo (B) has resigned."));
    assert!(status(&lost).contains("You have lost: you have resigned."));
    assert!(white.page("/").await.contains("You have won: Bo (B)"));

    let both = pages.visitor();
    let fields = [("seat-W", "here"), ("seat-B", "here"), ("name-B", "Bo")];
    let address = both.make("kuba", &fields).await;
    let page = both.page(&address).await;
    both.press(&address, &page, "resign").await;
    let over = both.page(&address).await;
    assert!(
        status(&over).contains("Bo has won: Player W resigned."),
        "{over}"
    );
}

#[tokio::test]
async fn l_30_of_three_each_is_told_their_own_place_and_everybodys() {
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
    let handle = pages.bench.service.game(&super::game_of(&address)).await;
    let handle = handle.expect("a store").expect("the game");
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
    for (place, group) in result.places.iter().enumerate() {
        let visitor = &visitors["ABC".find(group[0]).expect("who plays")];
        let page = visitor.page(&address).await;
        let said = status(&page).to_owned();
        let came = [
            "You have won: you first, ",
            "You have come second: ",
            "You have come third: ",
        ];
        assert!(said.contains(came[place]), "{said}");
        assert!(
            said.contains(["you first", "you second", "you third"][place]),
            "{said}"
        );
        assert_eq!(said.matches("Player ").count(), 2, "{said}");
        // The last step tells the move, and not who came where.
        let step = steps(&page);
        assert!(
            !step.contains("comes") && !step.contains("finished third"),
            "{step}"
        );
    }
}

#[tokio::test]
async fn a_request_that_awaits_an_answer_shows_in_the_title_and_the_icon() {
    let pages = Pages::new();
    let ([white, black], address) = pair(&pages, "tournament").await;
    let turn = crate::pages::assets::turn_icon();
    let before = black.page(&address).await;
    assert!(title(&before).starts_with("Ann (W) to move"));
    assert!(!before.contains(&turn));
    let page = white.page(&address).await;
    white.press(&address, &page, "offer-draw").await;
    let asked = black.page(&address).await;
    assert!(title(&asked).starts_with("You are asked"), "{asked}");
    assert!(asked.contains("Ann (W) offers a draw."), "{asked}");
    assert!(asked.contains(&turn));
    // Who asked waits for the other, and has the move still.
    assert!(title(&white.page(&address).await).starts_with("Your move"));

    black.press(&address, &asked, "accept-draw").await;
    let page = white.page(&address).await;
    white.press(&address, &page, "rematch").await;
    let next = black.page(&address).await;
    assert!(title(&next).starts_with("The next game waits for you"));
    assert!(next.contains(&turn));
    let asked = "Ann (W) wants to play again.";
    assert_eq!(steps(&next).matches(asked).count(), 1, "{next}");
    assert!(!white.page(&address).await.contains(asked));
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
    let handle = pages.bench.service.game(&super::game_of(&address)).await;
    let handle = handle.expect("a store").expect("the game");
    pages.bench.live(Duration::from_mins(2));
    let mut news = handle.news();
    let is_away = |view: &GameView| view.seats[0].played != Played::Person;
    while !is_away(&handle.view_for(&[])) {
        news.changed().await.expect("a bot comes");
    }
    let page = host.page(&address).await;
    assert!(page.contains("away, the bot Sage plays"), "{page}");
    let away = "Bea (A) is away: the bot Sage plays until Bea is back.";
    let watch = format!("{address}/watch");
    assert_eq!(steps(&page).matches(away).count(), 1, "{page}");
    let watched = pages.visitor().page(&watch).await;
    assert_eq!(steps(&watched).matches(away).count(), 1, "{watched}");
    assert!(!page.contains("strong,"), "{page}");
    assert!(!page.contains(presence), "away is all there is to say");
    let back = guest.page(&address).await;
    assert!(back.contains("he bot Sage has"), "{back}");
    assert!(!back.contains("is away"), "Bea is told so above: {back}");
    assert_plain(&back, "away");
    let pressed = guest.press(&address, &back, "return").await;
    assert_eq!(pressed.status_code(), StatusCode::SEE_OTHER);
    let page = host.page(&address).await;
    let back = "Bea (A) is back, and plays again.";
    assert_eq!(steps(&page).matches(back).count(), 1, "{page}");
    assert!(page.contains(presence), "{page}");
    assert!(!guest.page(&address).await.contains(back));
}

#[tokio::test]
async fn a_lobby_tells_its_links_apart_and_has_nobody_to_talk_to() {
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
    for (seat, label) in [
        ('B', "Link for <bdi>Bea</bdi>, who plays B, the square"),
        ('C', "Link for <bdi>Cid</bdi>, who plays C, the triangle"),
    ] {
        assert!(
            page.contains(&format!("<label for=\"link-{seat}\">{label}</label>")),
            "{page}"
        );
        assert!(page.contains(&format!("class=\"copy\" value=\"link-{seat}\"")));
    }
    assert!(
        !page.contains("id=\"talk\"") && !page.contains("/say"),
        "{page}"
    );
    guest.post(&invitation(&page, 'B'), &[]).await;
    let page = host.page(&address).await;
    assert!(page.contains("id=\"talk\""), "Bea is there to hear it");
    assert!(page.contains("Waiting for Cid (C) to join."), "{page}");
}

#[tokio::test]
async fn every_bot_in_a_list_says_how_it_plays_without_a_script() {
    let pages = Pages::new();
    let visitor = pages.visitor();
    for address in ["/", "/new/ludo", "/new/kuba"] {
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
            // Where nothing is said, no empty list is read out.
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
