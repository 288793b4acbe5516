//! The server as it is started from the command line.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, ChildStdout, Command, Stdio};
use std::time::Duration;

use serde_json::Value;

use super::parlor;

/// A folder of the test's own, gone when the test ends.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("parlor-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a folder");
        Self(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub(crate) struct Serving {
    child: Child,
    output: BufReader<ChildStdout>,
    address: String,
}

impl Serving {
    pub(crate) fn start(command: &mut Command) -> Self {
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut output = BufReader::new(child.stdout.take().expect("its output"));
        let mut first = String::new();
        output.read_line(&mut first).expect("a line");
        let address = first
            .split("http://")
            .nth(1)
            .map(|rest| rest.trim().to_owned());
        let address = address.unwrap_or_else(|| panic!("{first:?} has no address"));
        Self {
            child,
            output,
            address,
        }
    }

    fn at(data: &Path) -> Self {
        Self::start(
            serve()
                .arg("--listen")
                .arg("127.0.0.1:0")
                .arg("--data")
                .arg(data),
        )
    }

    /// Status and body of the answer to a request.
    pub(crate) fn ask(&self, request: &str, body: &str) -> (u16, String) {
        self.ask_with("", request, body)
    }

    /// The same for the player with a token.
    #[cfg(feature = "otlp")]
    pub(crate) fn ask_as(&self, token: &str, request: &str, body: &str) -> (u16, String) {
        self.ask_with(&format!("Authorization: Bearer {token}\r\n"), request, body)
    }

    fn ask_with(&self, headers: &str, request: &str, body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.address).expect("it listens");
        // Far longer than an answer takes, and shorter than the server waits for a request.
        let patience = Duration::from_secs(20);
        stream.set_read_timeout(Some(patience)).expect("a timeout");
        write!(
            stream,
            "{request} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Type: application/json\r\n\
             {headers}Content-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        )
        .expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
        let status = head.split(' ').nth(1).expect("a status");
        (status.parse().expect("a number"), body.to_owned())
    }

    /// Tells it to stop; what it has logged, which must be little.
    pub(crate) fn stop_with_log(mut self) -> String {
        let errors: ChildStderr = self.child.stderr.take().expect("its log");
        self.stop();
        let mut log = String::new();
        let read = BufReader::new(errors).read_to_string(&mut log);
        read.expect("text");
        log
    }

    /// Tells it to stop; what it has printed meanwhile.
    pub(crate) fn stop(mut self) -> String {
        let process = self.child.id().to_string();
        let told = Command::new("kill").args(["-TERM", &process]).status();
        assert!(told.expect("kill runs").success());
        assert!(self.child.wait().expect("it ends").success());
        let mut rest = String::new();
        self.output.read_to_string(&mut rest).expect("text");
        rest
    }
}

pub(crate) fn serve() -> Command {
    let mut command = parlor();
    command.arg("serve");
    command
}

/// What a server that cannot start says, and its exit code.
pub(crate) fn refused(command: &mut Command) -> (Option<i32>, String) {
    let output = command.stdin(Stdio::null()).output().expect("it runs");
    let said = String::from_utf8(output.stderr).expect("text");
    (output.status.code(), said)
}

pub(crate) const TABLE: &str = r#"{"game":"kuba","rules":"classroom","seats":[{"seat":"W","kind":"human"},{"seat":"B","kind":"bot","bot":"random"}]}"#;

#[test]
fn a_game_is_there_after_a_restart() {
    let data = Folder::new("restart");
    let server = Serving::at(&data.0);
    assert_eq!(server.ask("GET /healthz", "").0, 200);
    let (status, made) = server.ask("POST /api/games", TABLE);
    assert_eq!(status, 201, "{made}");
    let made: Value = serde_json::from_str(&made).expect("JSON");
    let path = format!("GET /api/games/{}", made["id"].as_str().expect("a name"));
    let before = server.ask(&path, "");
    let said = server.stop();
    assert!(said.contains(&*data.0.to_string_lossy()), "{said}");

    let server = Serving::at(&data.0);
    assert_eq!(server.ask(&path, ""), before);
    server.stop();
}

/// More connections that say nothing, one byte or half a request than it may have files.
#[test]
fn silent_connections_keep_nobody_out_and_no_end_waiting() {
    let data = Folder::new("silent");
    let mut shell = Command::new("sh");
    let script = "ulimit -n 256; exec \"$0\" serve --listen 127.0.0.1:0 --data \"$1\"";
    shell.args(["-c", script]).arg(parlor().get_program());
    let server = Serving::start(shell.arg(&data.0));
    let silent: Vec<TcpStream> = [
        "",
        "P",
        "PRI * HTTP/2.0\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\n",
    ]
    .iter()
    .cycle()
    .take(600)
    .map(|said| {
        let mut stream = TcpStream::connect(&server.address).expect("it listens");
        // Some are closed already.
        let _ = stream.write_all(said.as_bytes());
        stream
    })
    .collect();
    for _ in 0..20 {
        assert_eq!(server.ask("GET /healthz", "").0, 200);
    }
    assert_eq!(server.ask("POST /api/games", TABLE).0, 201);
    server.stop();
    drop(silent);
}

/// A server whose files may have so many blocks of 512 bytes.
fn with_small_files(data: &Path, blocks: u32) -> Serving {
    let mut shell = Command::new("sh");
    let script = format!(
        "ulimit -f {blocks}; exec \"$0\" serve --rate-limit 0 --listen 127.0.0.1:0 --data \"$1\""
    );
    shell.arg("-c").arg(script).arg(parlor().get_program());
    Serving::start(shell.arg(data))
}

#[test]
fn where_files_may_not_grow_it_refuses_lives_on_and_is_not_ready() {
    let data = Folder::new("limited");
    let server = with_small_files(&data.0, 800);
    assert_eq!(server.ask("GET /readyz", ""), (200, "ok\n".to_owned()));
    let (_, figures) = server.ask("GET /metrics", "");
    for figure in [
        "\nparlor_ready 1\n",
        "\nparlor_store_errors_total{operation=\"write\"} 0\n",
        "\nparlor_store_errors_total{operation=\"read\"} 0\n",
        "\nparlor_store_damaged 0\n",
    ] {
        assert!(figures.contains(figure), "{figure} is not in {figures}");
    }
    let mut made = 0;
    let refused = loop {
        let (status, answer) = server.ask("POST /api/games", TABLE);
        if status != 201 {
            break (status, answer);
        }
        made += 1;
        assert!(made < 2_000, "there is no limit");
    };
    assert_eq!(refused.0, 503, "{}", refused.1);
    std::thread::sleep(Duration::from_secs(1));
    for path in ["GET /readyz", "GET /healthz"] {
        let (status, answer) = server.ask(path, "");
        assert_eq!(status, 503, "{answer}");
        assert!(
            answer.starts_with("games cannot be read or kept now: "),
            "{answer}"
        );
    }
    let (_, figures) = server.ask("GET /metrics", "");
    assert!(figures.contains("\nparlor_ready 0\n"), "{figures}");
    let failed = "\nparlor_store_errors_total{operation=\"write\"} ";
    let failed = figures.split(failed).nth(1).expect("it is counted");
    assert!(!failed.starts_with("0\n"), "{figures}");
    assert_eq!(server.ask("GET /livez", "").0, 200);
    server.stop();
}

#[test]
fn whose_file_was_deleted_is_not_ready_and_keeps_nothing() {
    let data = Folder::new("deleted");
    let server = Serving::at(&data.0);
    assert_eq!(server.ask("POST /api/games", TABLE).0, 201);
    std::fs::remove_file(data.0.join("games.sqlite")).expect("it was there");
    assert_eq!(server.ask("POST /api/games", TABLE).0, 503);
    let (status, answer) = server.ask("GET /readyz", "");
    assert_eq!(status, 503);
    assert!(
        answer.contains("games.sqlite was deleted or replaced"),
        "{answer}"
    );
    assert!(!answer.contains(&*data.0.to_string_lossy()), "{answer}");
    server.stop();
}

#[test]
fn asked_to_stop_it_is_first_not_ready_and_goes_on_for_as_long_as_it_is_asked() {
    let data = Folder::new("drained");
    let mut command = serve();
    let command = command.args(["--drain", "3", "--listen", "127.0.0.1:0", "--data"]);
    let mut server = Serving::start(command.arg(&data.0));
    assert_eq!(server.ask("GET /readyz", "").0, 200);
    let process = server.child.id().to_string();
    let told = Command::new("kill").args(["-TERM", &process]).status();
    assert!(told.expect("kill runs").success());
    while server.ask("GET /readyz", "").0 == 200 {}
    assert_eq!(server.ask("GET /livez", "").0, 200);
    assert_eq!(server.ask("POST /api/games", TABLE).0, 201);
    assert!(server.child.wait().expect("it ends").success());
}

#[test]
fn asked_to_stop_twice_it_ends_at_once() {
    for second in ["-TERM", "-INT"] {
        let data = Folder::new("drained-twice");
        let mut command = serve();
        let command = command.args(["--drain", "60", "--listen", "127.0.0.1:0", "--data"]);
        let mut server = Serving::start(command.arg(&data.0));
        let process = server.child.id().to_string();
        let tell = |signal: &str| {
            let told = Command::new("kill").args([signal, &process]).status();
            assert!(told.expect("kill runs").success());
        };
        tell("-TERM");
        // What is told before the first is heard counts as the same.
        while server.ask("GET /readyz", "").0 == 200 {}
        tell(second);
        assert!(server.child.wait().expect("it ends").success());
        let mut log = String::new();
        let errors = server.child.stderr.as_mut().expect("its log");
        errors.read_to_string(&mut log).expect("text");
        assert!(log.contains("stopping at once"), "{log}");
    }
}

#[test]
fn a_file_that_holds_no_token_is_refused_and_one_that_does_is_asked_for() {
    let data = Folder::new("token");
    let file = data.0.join("token");
    let mut command = serve();
    let command = command.args(["--listen", "127.0.0.1:0", "--data"]);
    let command = command.arg(&data.0).arg("--metrics-token-file").arg(&file);
    let (code, said) = refused(command);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("cannot read the token"), "{said}");
    for text in ["", "\n", "short", "two words that are long enough"] {
        std::fs::write(&file, text).expect("written");
        let (code, said) = refused(command);
        assert_eq!(code, Some(1), "{text:?} {said}");
        assert!(said.contains("holds no token"), "{said}");
    }
    let token = "0123456789abcdef0123456789abcdef";
    std::fs::write(&file, format!("{token}\n")).expect("written");
    let server = Serving::start(command);
    assert_eq!(server.ask("GET /metrics", "").0, 401);
    let asked = format!("GET /metrics HTTP/1.1\r\nAuthorization: Bearer {token}\r\nX-Rest:");
    let (status, figures) = server.ask(&asked, "");
    assert_eq!(status, 200, "{figures}");
    assert!(figures.contains("parlor_"), "{figures}");
    server.stop();
}

#[test]
fn at_home_a_free_port_is_found() {
    let home = Folder::new("home");
    // Whoever has this port keeps it.
    let _taken = TcpListener::bind("127.0.0.1:8000");
    let mut command = parlor();
    let command = command
        .arg("--no-open")
        .env("XDG_DATA_HOME", &home.0)
        .env("HOME", &home.0);
    let server = Serving::start(command);
    let port = server.address.rsplit(':').next().expect("a port");
    assert!(
        (8001..8100).contains(&port.parse::<u16>().expect("a number")),
        "{port}"
    );
    assert_eq!(server.ask("GET /", "").0, 200);
    server.stop();
}

#[test]
fn two_servers_never_share_a_folder() {
    let data = Folder::new("shared");
    let server = Serving::at(&data.0);
    let (code, said) = refused(
        serve()
            .args(["--listen", "127.0.0.1:0", "--data"])
            .arg(&data.0),
    );
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("games.sqlite"), "{said}");
    server.stop();
}

#[test]
fn what_cannot_be_opened_is_said_with_its_place() {
    let data = Folder::new("broken");
    std::fs::write(data.0.join("games.sqlite"), vec![b'x'; 10_000]).expect("written");
    let (code, said) = refused(
        serve()
            .args(["--listen", "127.0.0.1:0", "--data"])
            .arg(&data.0),
    );
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("games.sqlite"), "{said}");

    let below_a_file = data.0.join("games.sqlite").join("folder");
    let (code, said) = refused(
        serve()
            .args(["--listen", "127.0.0.1:0", "--data"])
            .arg(below_a_file),
    );
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("cannot be made"), "{said}");

    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let taken = taken.local_addr().expect("an address").to_string();
    let empty = Folder::new("port");
    let (code, said) = refused(serve().args(["--listen", &taken, "--data"]).arg(&empty.0));
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains(&taken), "{said}");
}

#[test]
fn a_number_that_cannot_be_is_named_with_what_would_be_right() {
    let most = u32::MAX;
    for (option, least, most) in [
        ("--rate-limit", 0, most),
        ("--max-games", 1, most),
        ("--max-games-per-client", 1, most),
        ("--new-games-per-hour", 1, most),
        ("--max-sockets", 1, most),
        ("--max-sockets-per-client", 1, most),
        ("--bots-wait", 1, most),
        ("--drain", 0, 600),
    ] {
        let beyond = (u64::from(most) + 1).to_string();
        for value in ["-1", "1.5", "many", &beyond] {
            let (code, said) = refused(serve().args([option, value]));
            assert_eq!(code, Some(2), "{said}");
            let named = format!("invalid value '{value}' for '{option} ");
            assert!(said.contains(&named), "{said}");
            let right = format!(">': expected a whole number from {least} to {most}\n");
            assert!(said.contains(&right), "{said}");
        }
    }
}

#[test]
fn wrong_usage_says_what_would_be_right() {
    for (arguments, word) in [
        (["--listen", "8000"], "ADDRESS:PORT"),
        (["--public-url", "games.example.org"], "https://"),
        (
            ["--public-url", "https://games.example.org/below"],
            "https://",
        ),
        (["--listen", "-1"], "'-1' for '--listen"),
        (
            ["--public-url", "-1"],
            "expected the URL of a site, such as",
        ),
        (["--keep-finished", "-1d"], "\"-1d\" is no age; write"),
    ] {
        let (code, said) = refused(serve().args(arguments));
        assert_eq!(code, Some(2), "{said}");
        assert!(said.contains(word), "{said}");
    }
}

#[test]
fn nats_and_a_name_are_for_a_database() {
    let data = Folder::new("nats");
    let nats = "nats://parlor:geheim@127.0.0.1:1";
    let folder = data.0.to_str().expect("a plain path");
    for (words, name) in [
        (&["--nats", nats][..], "--nats"),
        (&["--nats", nats, "--data", folder], "--nats"),
        (&["--node", "node-1"], "--node"),
        (&["--node", "node-1", "--data", folder], "--node"),
    ] {
        let (code, said) = refused(serve().args(["--listen", "127.0.0.1:0"]).args(words));
        assert_eq!(code, Some(2), "{said}");
        let words = format!("{name} is for the nodes of a PostgreSQL database");
        assert!(said.contains(&words) && !said.contains("geheim"), "{said}");
    }
    let mut alone = serve();
    let (code, said) = refused(alone.env("PARLOR_NATS", nats));
    assert_eq!(code, Some(2), "{said}");
    assert!(
        said.contains("PARLOR_NATS is for the nodes") && !said.contains("geheim"),
        "{said}"
    );
}

#[test]
fn passwords_need_not_be_on_the_command_line() {
    let serve = || {
        let mut command = serve();
        let closed = "postgres://parlor:geheim@127.0.0.1:1/parlor";
        command.env("PARLOR_DATABASE_URL", closed);
        command.env("PARLOR_NATS", "nats://parlor:geheim@127.0.0.1:1");
        command
    };
    let (code, said) = refused(serve().args(["--node", "node-1"]));
    assert_eq!(code, Some(1), "{said}");
    let place = "postgres://parlor@127.0.0.1:1/parlor cannot be opened";
    assert!(said.contains(place) && !said.contains("geheim"), "{said}");

    // Who names a folder means that, and is told what is set aside.
    let data = Folder::new("environment");
    let server = Serving::start(
        serve()
            .args(["--listen", "127.0.0.1:0", "--data"])
            .arg(&data.0),
    );
    let log = server.stop_with_log();
    for name in ["PARLOR_DATABASE_URL", "PARLOR_NATS"] {
        let warning = format!("{name} is set aside, since --data is given");
        assert_eq!(log.matches(&warning).count(), 1, "{log}");
    }
    assert!(!log.contains("geheim"), "{log}");
}

#[test]
fn an_empty_variable_counts_as_none() {
    let data = Folder::new("empty");
    let mut command = serve();
    command
        .env("PARLOR_DATABASE_URL", "")
        .env("PARLOR_NATS", "")
        .env("XDG_DATA_HOME", &data.0);
    let server = Serving::start(command.args(["--listen", "127.0.0.1:0"]));
    let said = server.stop();
    assert!(
        said.contains(data.0.to_str().expect("a plain path")),
        "{said}"
    );
    command.arg("--data").arg(&data.0);
    let log = Serving::start(&mut command).stop_with_log();
    assert!(!log.contains("set aside"), "{log}");
}

#[test]
fn a_log_filter_that_cannot_be_read_is_reported_and_the_usual_one_used() {
    for (filter, is_wrong) in [
        ("parlor_server=loud", true),
        ("warn,hyper=off", false),
        ("", false),
    ] {
        let data = Folder::new("filter");
        let mut command = serve();
        let command = command.args(["--listen", "127.0.0.1:0", "--data"]);
        let command = command.arg(&data.0).env("RUST_LOG", filter);
        let log = Serving::start(command).stop_with_log();
        assert_eq!(log.contains("RUST_LOG"), is_wrong, "{log}");
        assert_eq!(log.contains(filter), is_wrong || filter.is_empty(), "{log}");
        // What the server itself has to say is usual, and not asked for by the second filter.
        assert_eq!(
            log.contains("stopping"),
            filter != "warn,hyper=off",
            "{log}"
        );
    }
}

/// What a server logs is for others to read: it names no key.
#[test]
fn no_key_is_logged() {
    let data = Folder::new("logged");
    let mut command = serve();
    let command = command
        .args(["--listen", "127.0.0.1:0", "--data"])
        .arg(&data.0);
    let mut server = Serving::start(command.env("RUST_LOG", "trace"));
    let errors: ChildStderr = server.child.stderr.take().expect("its log");
    let reader = std::thread::spawn(move || {
        let mut log = String::new();
        BufReader::new(errors).read_to_string(&mut log).map(|_| log)
    });
    let (_, made) = server.ask("POST /api/games", TABLE);
    let made: Value = serde_json::from_str(&made).expect("JSON");
    let key = made["seats"][0]["token"]
        .as_str()
        .expect("a key")
        .to_owned();
    let id = made["id"].as_str().expect("a name");
    server.ask(&format!("GET /games/{id}/seats/W/{key}"), "");
    server.stop();
    let log = reader.join().expect("no panic").expect("text");
    assert!(!log.is_empty());
    assert!(!log.contains(&key), "the key of a seat is logged");
}
