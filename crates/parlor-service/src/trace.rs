//! Traces: what one request causes, over tasks and nodes, as spans of `tracing`.
//!
//! Spans cost nothing unless a program collects them. They name games, routes and versions; no key, no
//! secret and no address of a client is in one.

use tracing::Span;

/// The target of the spans: a filter of logs passes them over, unless it names them.
pub const TARGET: &str = "spans";

/// The present span, as a message to another node carries it: the `traceparent` of W3C Trace Context,
/// level 1, section 3.2. `None` if nobody collects spans.
#[must_use]
pub(crate) fn carried() -> Option<String> {
    #[cfg(feature = "otlp")]
    {
        use opentelemetry::propagation::TextMapPropagator as _;
        use tracing_opentelemetry::OpenTelemetrySpanExt as _;

        let mut carrier = std::collections::HashMap::new();
        let propagator = opentelemetry_sdk::propagation::TraceContextPropagator::new();
        propagator.inject_context(&Span::current().context(), &mut carrier);
        carrier.remove(TRACEPARENT)
    }
    #[cfg(not(feature = "otlp"))]
    None
}

/// The name of the field of the propagator.
#[cfg(feature = "otlp")]
const TRACEPARENT: &str = "traceparent";

/// Lets a span go on with what another node has [carried](carried) here. What is no such text begins a
/// trace of its own.
pub(crate) fn follow(span: &Span, carried: Option<String>) {
    #[cfg(feature = "otlp")]
    if let Some(carried) = carried {
        use opentelemetry::propagation::TextMapPropagator as _;
        use tracing_opentelemetry::OpenTelemetrySpanExt as _;

        let carrier = std::collections::HashMap::from([(TRACEPARENT.to_owned(), carried)]);
        let propagator = opentelemetry_sdk::propagation::TraceContextPropagator::new();
        // A span that nobody collects follows nothing.
        let _ = span.set_parent(propagator.extract(&carrier));
    }
    #[cfg(not(feature = "otlp"))]
    let _ = (span, carried);
}

#[cfg(all(test, feature = "otlp"))]
mod tests {
    use opentelemetry::trace::{TraceContextExt as _, TracerProvider as _};
    use opentelemetry_sdk::trace::SdkTracerProvider;
    use tracing::info_span;
    use tracing_opentelemetry::OpenTelemetrySpanExt as _;
    use tracing_subscriber::layer::SubscriberExt as _;

    use super::{carried, follow};

    #[test]
    fn a_trace_goes_on_where_it_was_carried_to() {
        let provider = SdkTracerProvider::builder().build();
        let layer = tracing_opentelemetry::layer().with_tracer(provider.tracer("test"));
        let collecting = tracing_subscriber::registry().with(layer);
        tracing::subscriber::with_default(collecting, || {
            assert_eq!(carried(), None);
            let asking = info_span!(parent: None, "asking");
            let text = asking.in_scope(carried).expect("it is collected");
            let trace = |span: &tracing::Span| span.context().span().span_context().trace_id();
            assert!(text.contains(&trace(&asking).to_string()), "{text}");
            let answering = info_span!(parent: None, "answering");
            follow(&answering, Some(text));
            assert_eq!(trace(&answering), trace(&asking));
            for foreign in [None, Some(String::new()), Some("00-x-y-01".to_owned())] {
                let answering = info_span!(parent: None, "answering");
                follow(&answering, foreign);
                assert_ne!(trace(&answering), trace(&asking));
            }
        });
    }

    #[test]
    fn nothing_is_carried_where_nobody_collects() {
        assert_eq!(info_span!("asking").in_scope(carried), None);
    }
}
