//! Traces by OTLP, as a collector gets them.

use std::collections::HashMap;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::any_value::Value as Scalar;
use opentelemetry_proto::tonic::trace::v1::Span;
use prost::Message as _;
use serde_json::Value;

use super::serving::{Folder, Serving, TABLE, refused, serve};

/// A collector: the address that it listens at, and what is sent to it.
fn collector() -> (String, Receiver<ExportTraceServiceRequest>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    let (sent, received) = mpsc::channel();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let sent = sent.clone();
            thread::spawn(move || take(stream.expect("a connection"), &sent));
        }
    });
    (format!("http://{address}"), received)
}

/// Takes what is exported over a connection.
fn take(stream: TcpStream, sent: &Sender<ExportTraceServiceRequest>) {
    let mut reader = BufReader::new(stream.try_clone().expect("a copy"));
    let mut writer = stream;
    loop {
        let mut head = HashMap::new();
        let mut request = String::new();
        reader.read_line(&mut request).expect("a line");
        if request.is_empty() {
            return;
        }
        assert!(request.starts_with("POST /v1/traces "), "{request}");
        loop {
            let mut line = String::new();
            reader.read_line(&mut line).expect("a line");
            let Some((name, value)) = line.trim().split_once(": ") else {
                break;
            };
            head.insert(name.to_lowercase(), value.to_owned());
        }
        assert_eq!(head["content-type"], "application/x-protobuf");
        let mut body = vec![0; head["content-length"].parse().expect("a length")];
        reader.read_exact(&mut body).expect("a body");
        let exported = ExportTraceServiceRequest::decode(&*body).expect("spans");
        // The test may have seen enough.
        let _ = sent.send(exported);
        write!(writer, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n").expect("an answer");
    }
}

/// The attributes of a span or a resource that are text or numbers.
fn attributes(of: &[opentelemetry_proto::tonic::common::v1::KeyValue]) -> HashMap<&str, String> {
    let attributes = of.iter().filter_map(|attribute| {
        let text = match attribute.value.as_ref()?.value.as_ref()? {
            Scalar::StringValue(text) => text.clone(),
            Scalar::IntValue(number) => number.to_string(),
            _ => return None,
        };
        Some((&*attribute.key, text))
    });
    attributes.collect()
}

#[test]
fn a_move_is_traced_from_its_request_to_the_disk() {
    let data = Folder::new("traces");
    let (address, received) = collector();
    let server = Serving::start(
        serve()
            .args(["--listen", "127.0.0.1:0", "--data"])
            .arg(&data.0)
            .env("OTEL_EXPORTER_OTLP_ENDPOINT", &address)
            .env("OTEL_TRACES_SAMPLER", "always_on")
            .env(
                "OTEL_RESOURCE_ATTRIBUTES",
                "deployment.environment.name=test",
            ),
    );
    let (_, made) = server.ask("POST /api/games", TABLE);
    let made: Value = serde_json::from_str(&made).expect("JSON");
    let id = made["id"].as_str().expect("a name");
    let token = made["seats"][0]["token"].as_str().expect("a token");
    let action = r#"{"version":1,"action_id":"the-first-move","action":"56L"}"#;
    let request = format!("POST /api/games/{id}/actions");
    let (status, moved) = server.ask(&request, action);
    assert_eq!(status, 401, "{moved}");
    let (status, moved) = server.ask_as(token, &request, action);
    assert_eq!(status, 200, "{moved}");
    let answered = format!("GET /api/games/{id}/events?after=2");
    while !server.ask(&answered, "").1.contains("\"version\":3") {
        thread::sleep(Duration::from_millis(50));
    }
    server.ask("GET /readyz", "");
    server.stop();
    let exported: Vec<_> = received.try_iter().collect();
    let resources = exported
        .iter()
        .flat_map(|exported| &exported.resource_spans);
    for resource in resources.clone() {
        let resource = resource.resource.as_ref().expect("a resource");
        let resource = attributes(&resource.attributes);
        assert_eq!(resource["service.name"], "parlor");
        assert_eq!(resource["deployment.environment.name"], "test");
    }
    let spans: Vec<&Span> = resources
        .flat_map(|resource| &resource.scope_spans)
        .flat_map(|scope| &scope.spans)
        .collect();
    let requests = spans.iter().filter(|span| {
        span.name == "POST /api/games/{id}/actions" && span.parent_span_id.is_empty()
    });
    let statuses = requests.map(|span| {
        let attributes = attributes(&span.attributes);
        (attributes["http.response.status_code"].clone(), span)
    });
    let statuses: HashMap<String, _> = statuses.collect();
    assert_eq!(statuses.len(), 2, "{statuses:?}");
    let below = |parent: &Span, name: &str| -> &Span {
        let of_parent = |span: &&&Span| span.parent_span_id == parent.span_id && span.name == name;
        let found = spans.iter().find(of_parent);
        found.unwrap_or_else(|| panic!("no {name} below {parent:?} in {spans:?}"))
    };
    let command = below(statuses["200"], "command");
    assert_eq!(attributes(&command.attributes)["game"], id);
    let append = below(command, "append");
    assert_eq!(attributes(&append.attributes)["version"], "2");
    // What the bot has answered is a trace of its own.
    let of_bot = spans.iter().find(|span| span.name == "bot");
    let of_bot = of_bot.unwrap_or_else(|| panic!("no bot in {spans:?}"));
    assert_eq!(
        attributes(&below(of_bot, "append").attributes)["version"],
        "3"
    );
    // One commit may be that of several moves.
    let commits = spans.iter().filter(|span| span.name == "commit");
    let mut linked = commits.flat_map(|span| &span.links);
    assert!(linked.any(|link| link.span_id == append.span_id));
    // Nobody learns from a trace what only players know, nor where they are, and probes are in none.
    let text = format!("{exported:?}");
    for hidden in [token, "127.0.0.1", "readyz"] {
        assert!(!text.contains(hidden), "{hidden} is in {text}");
    }
}

#[test]
fn a_collector_that_does_not_answer_keeps_nothing_from_ending() {
    let data = Folder::new("no-collector");
    let nobody = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!("http://{}", nobody.local_addr().expect("an address"));
    let server = Serving::start(
        serve()
            .args(["--listen", "127.0.0.1:0", "--data"])
            .arg(&data.0)
            .env("OTEL_EXPORTER_OTLP_ENDPOINT", address),
    );
    assert_eq!(server.ask("POST /api/games", TABLE).0, 201);
    server.stop();
}

#[test]
fn a_collector_over_tls_is_refused() {
    let (code, said) = refused(serve().args(["--listen", "127.0.0.1:0"]).env(
        "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
        "https://traces.example",
    ));
    assert_eq!(code, Some(1));
    assert!(
        said.contains("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT=\"https://traces.example\""),
        "{said}"
    );
}
