//! The form for a new game, empty or as it was sent.

use core::time::Duration;

use parlor_dice::Bytes32;

use super::game_info::{self, GameInfo};
use super::sentences;
use crate::wording::{name_error, sentence};
use parlor_service::service::{
    NewPlayer, NewSeat, NewTable, Offer, SeatField, TableField, checked_name, start_refusal,
};
use parlor_table::log::TimeControl;

/// How long a player may stay away, in seconds, with titles; the default comes first.
const AWAY_CHOICES: [(&str, &str); 5] = [
    (AS_SEATS_SUGGEST, "As usual"),
    ("never", "As long as they like"),
    ("120", "2 minutes"),
    ("600", "10 minutes"),
    ("86400", "A day"),
];

/// The clocks to choose from: initial time and increment in seconds, with titles; the default comes
/// first.
const CLOCKS: [(&str, &str); 6] = [
    (NO_CLOCK, "None: take your time"),
    ("60+5", "1 minute + 5 seconds"),
    ("180+2", "3 minutes + 2 seconds"),
    ("300+5", "5 minutes + 5 seconds"),
    ("600+10", "10 minutes + 10 seconds"),
    ("1800+20", "30 minutes + 20 seconds"),
];

const NO_CLOCK: &str = "none";

/// What bots of one kind are called, of which a game has several.
const BOT_NAMES: [&str; 4] = ["Juno", "Otto", "Pip", "Wren"];

/// The id of the group of all seats.
const SEATS: &str = "seats";

/// The id of the page's content.
const MAIN: &str = "main";

/// No limit where everybody plays at one screen; otherwise a day, after which a player may have
/// forgotten the game.
const AS_SEATS_SUGGEST: &str = "usual";

const DAY: Duration = Duration::from_hours(24);

/// The form with its values.
#[derive(Debug)]
pub(super) struct GameForm {
    /// By this a form that is sent twice makes one game; `None` if it has yet to be drawn.
    pub(super) nonce: Option<[u8; 16]>,
    pub(super) info: &'static GameInfo,
    /// The bot that was chosen as an opponent.
    pub(super) level: Option<String>,
    pub(super) rules: Vec<ListOption>,
    pub(super) seats: Vec<SeatForm>,
    pub(super) first: Vec<ListOption>,
    pub(super) clock: Vec<ListOption>,
    pub(super) away: Vec<ListOption>,
    pub(super) words: bool,
    /// Whether seats or more were chosen one by one, and not all in one press.
    is_chosen_in_full: bool,
    pub(super) errors: Vec<FieldError>,
}

/// An entry of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ListOption {
    pub(super) value: String,
    pub(super) title: String,
    pub(super) says: String,
    pub(super) is_chosen: bool,
}

/// The fields of a seat.
#[derive(Debug)]
pub(super) struct SeatForm {
    pub(super) letter: char,
    pub(super) title: &'static str,
    pub(super) mark: String,
    pub(super) name: String,
    pub(super) players: Vec<ListOption>,
}

impl SeatForm {
    /// The id of the field for who plays.
    pub(super) fn player_field(&self) -> String {
        format!("seat-{}", self.letter)
    }

    /// The id of the field for their name.
    pub(super) fn name_field(&self) -> String {
        format!("name-{}", self.letter)
    }
}

/// What is wrong with a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FieldError {
    /// The id of the field, or of the page's content if it is about no field.
    pub(super) field: String,
    pub(super) says: String,
}

/// The fields of a form as they were sent.
#[derive(Clone, Copy, Debug)]
struct SentFields<'a>(&'a [(String, String)]);

impl<'a> SentFields<'a> {
    fn of(self, name: &str) -> Option<&'a str> {
        let field = self.0.iter().find(|(field, _)| field == name);
        field.map(|(_, value)| &**value)
    }
}

impl GameForm {
    /// The form with its defaults: a game against the usual bot.
    pub(super) fn empty(info: &'static GameInfo) -> Self {
        let [person, bot] = info.usual;
        let fields = [
            (format!("seat-{person}"), "here".to_owned()),
            (format!("seat-{bot}"), format!("bot:{}", info.usual_bot)),
        ];
        Self::filled(info, &fields)
    }

    /// The form as it was sent, with defaults for missing fields. What was chosen in one press comes
    /// before fields of single seats.
    pub(super) fn filled(info: &'static GameInfo, fields: &[(String, String)]) -> Self {
        let sent = SentFields(fields);
        let against = sent.of("against");
        let opponent = sent.of(&format!("seat-{}", info.usual[1]));
        let opponent = opponent.and_then(|player| player.strip_prefix("bot:"));
        let chosen = sent.of("level").or(opponent);
        let level = chosen.unwrap_or(info.usual_bot);
        let quick = against.map(|against| info.quick_seats(against, level));
        let all = [&quick.unwrap_or_default()[..], fields].concat();
        let fields = SentFields(&all);
        let rules = info
            .rules
            .iter()
            .map(|set| (&*set.name, set.title, set.says));
        let seats = info.seats.iter().map(|seat| {
            let letter = seat.letter;
            SeatForm {
                letter,
                title: seat.title,
                mark: seat.mark.clone(),
                name: fields
                    .of(&format!("name-{letter}"))
                    .unwrap_or_default()
                    .to_owned(),
                players: players(info, fields.of(&format!("seat-{letter}"))),
            }
        });
        let first = info.seats.iter().map(|seat| (seat.letter, seat.title, ""));
        let usual_first = info.usual[0].to_string();
        Self {
            nonce: fields
                .of("nonce")
                .and_then(nonce)
                .map(|nonce| match against {
                    // Each button makes a game of its own, once.
                    Some(against) => of_choice(&nonce, &[against, level]),
                    None => nonce,
                }),
            rules: choose(rules, fields.of("rules")),
            seats: seats.collect(),
            first: choose(first, fields.of("first").or(Some(&usual_first))),
            clock: listed(&CLOCKS, fields.of("clock")),
            away: listed(&AWAY_CHOICES, fields.of("away")),
            words: fields.of("words").is_some(),
            is_chosen_in_full: against.is_none() && fields.of("nonce").is_some(),
            errors: Vec::new(),
            level: chosen.map(str::to_owned),
            info,
        }
    }

    /// Whether the choices beyond one press are shown: where they were made, or one is wrong.
    pub(super) fn is_open(&self) -> bool {
        self.is_chosen_in_full || self.errors.iter().any(|error| error.field != MAIN)
    }

    /// The bot that plays in a game that is chosen in one press.
    pub(super) fn level(&self) -> &str {
        self.level.as_deref().unwrap_or(self.info.usual_bot)
    }

    /// What is wrong with a field.
    pub(super) fn error_of(&self, field: impl AsRef<str>) -> Option<&str> {
        error_of(&self.errors, field.as_ref())
    }

    /// The attributes of a field that refer to its note, if it has one, and to its error.
    pub(super) fn state_of(&self, field: impl AsRef<str>, note: &str) -> String {
        let field = field.as_ref();
        let is_wrong = self.error_of(field).is_some();
        let error = is_wrong.then(|| format!("error-{field}"));
        let note = (!note.is_empty()).then(|| format!("note-{field}"));
        let beside: Vec<String> = error.into_iter().chain(note).collect();
        let mut state = String::new();
        // A group of fields is not invalid itself.
        if is_wrong && field != SEATS {
            state += " aria-invalid=\"true\"";
        }
        if !beside.is_empty() {
            state += &[" aria-describedby=\"", &beside.join(" "), "\""].concat();
        }
        state
    }

    /// The nonce as it is sent.
    pub(super) fn nonce(&self) -> String {
        self.nonce.as_ref().map_or_else(String::new, hex::encode)
    }

    /// Adds an error of a field.
    fn refuse(&mut self, field: impl Into<String>, says: impl Into<String>) {
        let (field, says) = (field.into(), says.into());
        self.errors.push(FieldError { field, says });
    }

    /// Adds an error that is about no field.
    pub(super) fn refuse_whole(&mut self, says: String) {
        self.refuse(MAIN, says);
    }

    /// Adds an error that the service found in the table.
    pub(super) fn refuse_of(&mut self, table: &NewTable, field: TableField, says: String) {
        let field = match field {
            TableField::Rules => "rules".to_owned(),
            TableField::AwayAfter => "away".to_owned(),
            TableField::Clock => "clock".to_owned(),
            // The form has checked that enough play, so the error is about who begins.
            TableField::Game | TableField::Seats | TableField::Position => "first".to_owned(),
            TableField::Seat(place, part) => {
                let letter = table.seats[place].seat;
                let seat = self.seats.iter().find(|seat| seat.letter == letter);
                match seat {
                    Some(seat) if part == SeatField::Name => seat.name_field(),
                    Some(seat) => seat.player_field(),
                    None => SEATS.to_owned(),
                }
            }
        };
        self.refuse(field, says);
    }

    /// The game that the form describes; `None`, with all errors added, if something is wrong.
    pub(super) fn table(&mut self) -> Option<NewTable> {
        let rules = self.chosen("rules", "set of rules", |form| &form.rules);
        let seats: Vec<SeatChoice> = (0..self.seats.len())
            .filter_map(|place| self.seat(place))
            .collect();
        self.check_company(&seats);
        let first = self.chosen("first", "seat", |form| &form.first);
        let order = first.and_then(|first| self.order(&seats, rules.as_deref(), &first));
        let clock = self.chosen("clock", "clock", |form| &form.clock);
        let away = self.chosen("away", "time", |form| &form.away);
        if !self.errors.is_empty() {
            let fields = self.fields();
            let place = |error: &FieldError| fields.iter().position(|id| *id == error.field);
            self.errors.sort_by_key(place);
            return None;
        }
        let seats = seats.into_iter().filter_map(SeatChoice::settled);
        let mut seats: Vec<NewSeat> = seats.collect();
        name_alike_bots(&mut seats);
        seats.rotate_left(order?);
        let clock = time_control(&clock?);
        let away_after = match &*away? {
            AS_SEATS_SUGGEST => {
                let mut players = seats.iter().map(|seat| &seat.player);
                players
                    .any(|player| *player == NewPlayer::Elsewhere)
                    .then_some(clock.map_or(DAY, |clock| clock.initial))
            }
            seconds => seconds.parse().ok().map(Duration::from_secs),
        };
        Some(NewTable {
            game: self.info.name.to_owned(),
            rules,
            seats,
            position: None,
            limit: None,
            away_after,
            clock,
            nonce: self.nonce,
        })
    }

    /// The ids of the fields, in the order of the page.
    fn fields(&self) -> Vec<String> {
        let seats = self.seats.iter();
        let seats = seats.flat_map(|seat| [seat.player_field(), seat.name_field()]);
        let before = ["rules", SEATS].map(str::to_owned);
        let after = ["first", "clock", "away"].map(str::to_owned);
        before.into_iter().chain(seats).chain(after).collect()
    }

    /// The index of the seat that begins; `None`, with the error added, if it cannot.
    fn order(&mut self, seats: &[SeatChoice], rules: Option<&str>, first: &str) -> Option<usize> {
        let letters: Vec<char> = seats.iter().map(|asked| asked.seat).collect();
        let begins = |letter: &char| first == letter.to_string();
        let Some(place) = letters.iter().position(begins) else {
            // Where nobody plays, that error is enough.
            if !letters.is_empty() {
                self.refuse("first", sentences::nobody_plays(first));
            }
            return None;
        };
        if letters.len() >= self.info.usual.len() {
            let order = [&letters[place..], &letters[..place]].concat();
            let refusal = rules.and_then(|rules| start_refusal(self.info.name, rules, &order));
            if let Some(refusal) = refusal {
                self.refuse("first", sentence(&refusal));
                return None;
            }
        }
        Some(place)
    }

    /// Adds errors where too few play, or where a bot does not play with this number of players.
    fn check_company(&mut self, seats: &[SeatChoice]) {
        let needed = self.info.usual.len();
        if seats.len() < needed {
            let says = match seats {
                [] => sentences::nobody_plays_yet(needed),
                [alone] => sentences::only_one_plays(alone.seat),
                some => sentences::too_few_play(some.len()),
            };
            return self.refuse(SEATS, says);
        }
        let mut wrong = Vec::new();
        for asked in seats {
            let Some(NewPlayer::Bot(name)) = &asked.player else {
                continue;
            };
            let bot = self.info.bots.iter().find(|bot| bot.name == *name);
            if let Some(bot) = bot
                && let Some(only) = &bot.only_for
                && !bot.players.contains(&seats.len())
            {
                let says = sentences::bot_plays_only(bot.title, only, seats.len(), asked.seat);
                wrong.push((format!("seat-{}", asked.seat), says));
            }
        }
        for (field, says) in wrong {
            self.refuse(field, says);
        }
    }

    /// The value chosen in a list.
    fn chosen(
        &mut self,
        field: &str,
        what: &str,
        list: impl Fn(&Self) -> &[ListOption],
    ) -> Option<String> {
        let chosen = list(self).iter().find(|chosen| chosen.is_chosen);
        let chosen = chosen.map(|chosen| chosen.value.clone());
        if chosen.is_none() {
            self.refuse(field, sentences::choose_from_list(what));
        }
        chosen
    }

    /// The player of a seat; `None` if nobody plays there.
    fn seat(&mut self, place: usize) -> Option<SeatChoice> {
        let form = &self.seats[place];
        let seat = form.letter;
        let mut players = form.players.iter();
        let chosen = players.find(|player| player.is_chosen);
        let offer = if self.words && self.info.has_dice {
            Offer::Later
        } else {
            Offer::Nothing
        };
        let player = match chosen.map(|player| &*player.value) {
            Some("nobody") => return None,
            Some("here") => Some(NewPlayer::Here(offer)),
            Some("elsewhere") => Some(NewPlayer::Elsewhere),
            Some(bot) => {
                let bot = bot.strip_prefix("bot:");
                bot.map(|bot| NewPlayer::Bot(bot.to_owned()))
            }
            None => None,
        };
        let name = Some(form.name.trim().to_owned()).filter(|name| !name.is_empty());
        if player.is_none() {
            let field = self.seats[place].player_field();
            self.refuse(field, sentences::choose_player(seat));
        }
        if let Some(name) = &name
            && let Err(error) = checked_name(name)
        {
            let field = self.seats[place].name_field();
            self.refuse(field, sentences::wrong_name(seat, &name_error(&error)));
        }
        Some(SeatChoice { seat, name, player })
    }
}

/// A seat as it was filled in.
#[derive(Debug)]
struct SeatChoice {
    seat: char,
    name: Option<String>,
    /// `None` if the list has no such player.
    player: Option<NewPlayer>,
}

impl SeatChoice {
    fn settled(self) -> Option<NewSeat> {
        let Self { seat, name, player } = self;
        let player = player?;
        Some(NewSeat { seat, name, player })
    }
}

/// Gives names to bots of one kind that have none, so that each is somebody.
pub(super) fn name_alike_bots(seats: &mut [NewSeat]) {
    let given: Vec<String> = seats.iter().filter_map(|seat| seat.name.clone()).collect();
    let mut names = BOT_NAMES
        .into_iter()
        .filter(|name| !given.iter().any(|own| own == name));
    let players: Vec<NewPlayer> = seats.iter().map(|seat| seat.player.clone()).collect();
    for seat in seats {
        let is_alike = |player: &&NewPlayer| **player == seat.player;
        let is_one_of_several = players.iter().filter(is_alike).count() > 1;
        if seat.name.is_none() && matches!(seat.player, NewPlayer::Bot(_)) && is_one_of_several {
            seat.name = names.next().map(str::to_owned);
        }
    }
}

/// The error of a field among these.
pub(super) fn error_of<'a>(errors: &'a [FieldError], field: &str) -> Option<&'a str> {
    let error = errors.iter().find(|error| error.field == field)?;
    Some(&error.says)
}

/// The nonce of a form: 32 hexadecimal digits.
pub(super) fn nonce(digits: &str) -> Option<[u8; 16]> {
    hex::decode(digits).ok()?.try_into().ok()
}

/// The nonce of one choice of a form.
pub(super) fn of_choice(nonce: &[u8; 16], choice: &[&str]) -> [u8; 16] {
    let of_choice = [nonce, choice.join(" ").as_bytes()].concat();
    let Bytes32(digest) = Bytes32::sha_256(&of_choice);
    core::array::from_fn(|place| digest[place])
}

/// The entries of a list, as values, titles and notes, of which the one that was sent, or else the
/// first, is chosen.
fn choose<V: Into<String>, T: Into<String>>(
    list: impl IntoIterator<Item = (V, T, &'static str)>,
    sent: Option<&str>,
) -> Vec<ListOption> {
    let mut chosen = sent.map(str::to_owned);
    let listed = list.into_iter().map(|(value, title, says)| {
        let value = value.into();
        ListOption {
            is_chosen: chosen.get_or_insert_with(|| value.clone()) == &value,
            value,
            title: title.into(),
            says: says.to_owned(),
        }
    });
    listed.collect()
}

/// The same for values with titles.
fn listed(list: &[(&str, &str)], sent: Option<&str>) -> Vec<ListOption> {
    choose(list.iter().map(|&(value, title)| (value, title, "")), sent)
}

/// The time control of a value of [`CLOCKS`].
fn time_control(value: &str) -> Option<TimeControl> {
    let (initial, increment) = value.split_once('+')?;
    let seconds = |digits: &str| digits.parse().ok().map(Duration::from_secs);
    Some(TimeControl {
        initial: seconds(initial)?,
        increment: seconds(increment)?,
    })
}

/// The players to choose for a seat, with nobody where the game can do without the seat.
fn players(info: &GameInfo, sent: Option<&str>) -> Vec<ListOption> {
    let may_be_empty = info.seats.len() > info.usual.len();
    let nobody = may_be_empty.then_some(("nobody", "Nobody"));
    let persons = [
        ("here", "A person here"),
        ("elsewhere", "A person by a link"),
    ];
    let others = nobody.into_iter().chain(persons);
    let others = others.map(|(value, title)| (value.to_owned(), title.to_owned(), ""));
    let bots = info.bots.iter().map(|bot| {
        let title = format!("The bot {}", bot.called);
        (format!("bot:{}", bot.name), title, bot.says)
    });
    choose(others.chain(bots), sent)
}

/// The form of a game that is named in an address.
pub(super) fn form_of(game: &str) -> Option<GameForm> {
    game_info::of(game).map(GameForm::empty)
}
