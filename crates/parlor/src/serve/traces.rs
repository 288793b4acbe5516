//! Traces by OTLP over HTTP, to the collector that the environment names.
//!
//! The variables are those of the OpenTelemetry specification: `OTEL_EXPORTER_OTLP_ENDPOINT` or
//! `OTEL_EXPORTER_OTLP_TRACES_ENDPOINT`, without which there are no traces, `OTEL_TRACES_SAMPLER`,
//! `OTEL_BSP_SCHEDULE_DELAY` and so on. `OTEL_SDK_DISABLED=true` switches them off.

use std::env;

/// The variables that name a collector.
const ENDPOINTS: [&str; 2] = [
    "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
    "OTEL_EXPORTER_OTLP_ENDPOINT",
];

pub(super) use collecting::Traces;

/// The variable that names a collector, and its value.
fn endpoint() -> Option<(&'static str, String)> {
    let is_disabled = variable("OTEL_SDK_DISABLED");
    if is_disabled.is_some_and(|value| value.eq_ignore_ascii_case("true")) {
        return None;
    }
    let mut named = ENDPOINTS
        .iter()
        .filter_map(|name| Some((*name, variable(name)?)));
    named.next()
}

/// What the environment says; an empty variable is none.
#[allow(
    clippy::disallowed_methods,
    reason = "where traces go says the environment, as for every program that sends some"
)]
fn variable(name: &str) -> Option<String> {
    env::var(name).ok().filter(|value| !value.is_empty())
}

#[cfg(feature = "otlp")]
mod collecting {
    use core::time::Duration;

    use anyhow::{Context as _, ensure};
    use opentelemetry::KeyValue;
    use opentelemetry::trace::TracerProvider as _;
    use opentelemetry_http::{Bytes, HttpClient, HttpError, Request, Response};
    use opentelemetry_otlp::{Protocol, SpanExporter, WithExportConfig as _, WithHttpConfig as _};
    use opentelemetry_sdk::Resource;
    use opentelemetry_sdk::trace::SdkTracerProvider;
    use tracing::Subscriber;
    use tracing::level_filters::LevelFilter;
    use tracing_subscriber::Layer;
    use tracing_subscriber::filter::Targets;
    use tracing_subscriber::registry::LookupSpan;
    use ureq::Agent;

    /// The crates of which warnings are put into the span in which they are given.
    const WARNING: [&str; 3] = ["parlor_server", "parlor_service", "parlor_table"];

    /// How long the last spans may take to be sent when the server ends.
    const FINISH_TIMEOUT: Duration = Duration::from_secs(1);

    /// The most bytes of an answer of the collector that are read.
    const MOST_ANSWERED: u64 = 1 << 20;

    /// What collects spans and sends them.
    #[derive(Debug)]
    pub(crate) struct Traces(SdkTracerProvider);

    impl Traces {
        /// Starts to send traces of a node, if the environment names a collector.
        pub(crate) fn start(node: Option<&str>) -> anyhow::Result<Option<Self>> {
            let Some((variable, endpoint)) = super::endpoint() else {
                return Ok(None);
            };
            ensure!(
                endpoint.starts_with("http://"),
                "{variable}={endpoint:?}: traces are sent over HTTP without TLS; name a collector on this \
                 machine or in its network, such as \"http://localhost:4318\""
            );
            let exporter = SpanExporter::builder()
                .with_http()
                .with_protocol(Protocol::HttpBinary)
                .with_http_client(Sender::new())
                .build()
                .with_context(|| format!("{variable}={endpoint:?}"))?;
            let mut attributes = vec![KeyValue::new("service.version", env!("CARGO_PKG_VERSION"))];
            if let Some(node) = node {
                attributes.push(KeyValue::new("service.instance.id", node.to_owned()));
            }
            let mut resource = Resource::builder();
            if super::variable("OTEL_SERVICE_NAME").is_none() {
                resource = resource.with_service_name("parlor");
            }
            let resource = resource.with_attributes(attributes).build();
            let provider = SdkTracerProvider::builder()
                .with_batch_exporter(exporter)
                .with_resource(resource)
                .build();
            Ok(Some(Self(provider)))
        }

        /// The layer that has spans collected.
        pub(crate) fn layer<S>(&self) -> impl Layer<S> + Send + Sync + 'static
        where
            S: Subscriber + for<'a> LookupSpan<'a> + Send + Sync,
        {
            let warnings = WARNING.map(|target| (target, LevelFilter::WARN));
            let collected = Targets::new()
                .with_target(parlor_service::trace::TARGET, LevelFilter::INFO)
                .with_targets(warnings);
            tracing_opentelemetry::layer()
                .with_tracer(self.0.tracer("parlor"))
                .with_location(false)
                .with_threads(false)
                .with_target(false)
                .with_filter(collected)
        }

        /// Sends what is left.
        pub(crate) fn finish(self) {
            // What the collector does not take in time is lost, as it is while the server runs.
            if let Err(error) = self.0.shutdown_with_timeout(FINISH_TIMEOUT) {
                tracing::warn!(%error, "the last traces are lost");
            }
        }
    }

    /// Sends what is exported; the exporter has a thread of its own, which may wait.
    #[derive(Debug)]
    struct Sender(Agent);

    impl Sender {
        fn new() -> Self {
            let config = Agent::config_builder().http_status_as_error(false);
            Self(config.build().into())
        }
    }

    #[async_trait::async_trait]
    impl HttpClient for Sender {
        async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
            let (parts, body) = request.into_parts();
            let sent = self.0.run(Request::from_parts(parts, &body[..]))?;
            let (parts, mut body) = sent.into_parts();
            let answer = body.with_config().limit(MOST_ANSWERED).read_to_vec()?;
            Ok(Response::from_parts(parts, answer.into()))
        }
    }
}

#[cfg(not(feature = "otlp"))]
mod collecting {
    use tracing_subscriber::layer::Identity;

    /// There are none, as the program was built without them.
    #[derive(Debug)]
    pub(crate) enum Traces {}

    impl Traces {
        #[allow(
            clippy::unnecessary_wraps,
            reason = "with the feature, an address may be refused"
        )]
        pub(crate) fn start(_: Option<&str>) -> anyhow::Result<Option<Self>> {
            if let Some((variable, _)) = super::endpoint() {
                crate::output::note(&format!(
                    "parlor: {variable} is ignored, as this program was built without traces: build it with \
                     `--features otlp`"
                ));
            }
            Ok(None)
        }

        pub(crate) fn layer(&self) -> Identity {
            match *self {}
        }

        pub(crate) fn finish(self) {
            match self {}
        }
    }
}
