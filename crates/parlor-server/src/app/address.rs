//! The address that a request was sent to, and the one that it comes from.

use core::convert::Infallible;
use core::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Once};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::HeaderMap;
use axum::http::header::{FORWARDED, HOST, HeaderName, VIA};
use axum::http::request::Parts;
use axum::http::uri::Authority;

use super::{App, Site};
use parlor_service::client_net::ClientNet;
use parlor_service::service::Maker;
use parlor_table::key::KeyHash;

/// The header in which a proxy names its client.
const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The headers that show that a proxy has forwarded a request.
const OF_PROXIES: [HeaderName; 6] = [
    FORWARDED_FOR,
    FORWARDED,
    VIA,
    HeaderName::from_static("x-real-ip"),
    HeaderName::from_static("x-forwarded-host"),
    HeaderName::from_static("x-forwarded-proto"),
];

/// The address by which the client reaches the site, without a slash at its end:
/// `https://games.example.org`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Address(pub String);

impl Address {
    /// Whether the address means this machine on every machine.
    pub fn is_loopback(&self) -> bool {
        host_of(&self.0).is_some_and(|host| is_loopback(&host))
    }
}

impl FromRequestParts<Arc<App>> for Address {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Infallible> {
        Ok(Self(app.site.address(host(parts).as_ref())))
    }
}

impl Site {
    /// The address by which the client of this host reaches the site.
    fn address(&self, host: Option<&Authority>) -> String {
        match (&self.public_url, host) {
            (Some(url), _) => url.trim_end_matches('/').to_owned(),
            (None, Some(host)) => format!("http://{host}"),
            (None, None) => "http://localhost".to_owned(),
        }
    }

    /// The host of the public address.
    pub(crate) fn public_host(&self) -> Option<Authority> {
        host_of(self.public_url.as_deref()?)
    }
}

/// The host in an address of the web.
fn host_of(url: &str) -> Option<Authority> {
    let (_, rest) = url.split_once("://")?;
    rest.split('/').next()?.parse().ok()
}

/// The host of the request; `None` if it has none, or a malformed one.
pub(crate) fn host(parts: &Parts) -> Option<Authority> {
    let named = parts.headers.get(HOST);
    let named = named.and_then(|host| Authority::try_from(host.as_bytes()).ok());
    named.or_else(|| parts.uri.authority().cloned())
}

/// Whether a host is this machine, whatever the port.
pub(crate) fn is_loopback(host: &Authority) -> bool {
    let name = host.host();
    match literal(name) {
        Some(address) => address.is_loopback(),
        None => name.eq_ignore_ascii_case("localhost"),
    }
}

/// Whether a host is an IP address, which no name server can redirect.
pub(crate) fn is_literal(host: &Authority) -> bool {
    literal(host.host()).is_some()
}

fn literal(name: &str) -> Option<IpAddr> {
    let bare = name
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    bare.unwrap_or(name).parse().ok()
}

/// The address of the peer of the connection, if it is known.
pub(crate) async fn peer(parts: &mut Parts) -> Option<IpAddr> {
    let connected = ConnectInfo::<SocketAddr>::from_request_parts(parts, &()).await;
    let ConnectInfo(address) = connected.ok()?;
    Some(address.ip().to_canonical())
}

/// The address of the client, if it is known: behind a proxy, the last one that it names.
fn visitor(site: &Site, peer: Option<IpAddr>, headers: &HeaderMap) -> Option<IpAddr> {
    let is_forwarded = is_forwarded(headers);
    if site.is_behind_proxy != is_forwarded {
        warn_once(site.is_behind_proxy);
    }
    if !site.is_behind_proxy || !is_forwarded {
        return peer;
    }
    // An unreadable name is at least not the proxy's own.
    let named = headers.get_all(FORWARDED_FOR).iter().next_back()?;
    let last = named.to_str().ok()?.rsplit(',').next()?.trim();
    let address = literal(last).or_else(|| {
        let with_port: SocketAddr = last.parse().ok()?;
        Some(with_port.ip())
    });
    address.map(|address| address.to_canonical())
}

/// Warns the operator, once, that `--behind-proxy` does not match what is in front of the server.
fn warn_once(is_behind_proxy: bool) {
    static WARNED: Once = Once::new();
    WARNED.call_once(|| {
        if is_behind_proxy {
            tracing::warn!(
                "a request names no client; if it is not the proxy's own, as one that asks how the \
                 server is, have the proxy send X-Forwarded-For: all whom it does not name count as one"
            );
        } else {
            tracing::warn!(
                "a proxy forwards requests, but the server believes none: start it with \
                 --behind-proxy, or all clients of the proxy count as one"
            );
        }
    });
}

/// Whether a proxy has forwarded the request.
fn is_forwarded(headers: &HeaderMap) -> bool {
    OF_PROXIES.iter().any(|name| headers.contains_key(name))
}

/// Whether the client is on the server's own machine, and not behind a proxy there.
pub(crate) fn is_here(peer: Option<IpAddr>, headers: &HeaderMap) -> bool {
    peer.is_some_and(|peer| peer.is_loopback()) && !is_forwarded(headers)
}

/// The client of a request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Client {
    /// Its network: behind a proxy, as the proxy names it.
    pub(crate) net: ClientNet,
    /// Whether it is at the server's own machine, which is its owner's to fill.
    pub(crate) is_owner: bool,
}

impl Client {
    pub(crate) fn of(site: &Site, peer: Option<IpAddr>, headers: &HeaderMap) -> Self {
        Self {
            net: ClientNet::of(visitor(site, peer, headers)),
            is_owner: !site.is_behind_proxy && is_here(peer, headers),
        }
    }

    /// The client as the maker of a game.
    pub(crate) const fn making(self, browser: Option<KeyHash>) -> Maker {
        let Self { net, is_owner } = self;
        Maker {
            browser,
            is_program: false,
            net,
            is_owner,
        }
    }
}

impl FromRequestParts<Arc<App>> for Client {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Infallible> {
        let peer = peer(parts).await;
        Ok(Self::of(&app.site, peer, &parts.headers))
    }
}

/// Whether two hosts are the same, where a port that is not named is this one.
pub(crate) fn is_same(one: &Authority, other: &Authority, port: u16) -> bool {
    let port_of = |host: &Authority| host.port_u16().unwrap_or(port);
    one.host().eq_ignore_ascii_case(other.host()) && port_of(one) == port_of(other)
}

/// Whether the site answers to this host, as a protection against DNS rebinding.
///
/// A foreign page can point its own name to this machine, and then send requests as if this were its
/// server. Such a name is never an IP address, nor `localhost`, nor the site's own name. Where the
/// site's name is not known, any name is accepted from other machines: a browser there could request
/// the same directly.
pub(crate) fn is_served(site: &Site, host: &Authority, peer: Option<IpAddr>) -> bool {
    if is_loopback(host) {
        return true;
    }
    if let Some(public) = site.public_host() {
        let port = if site.is_secure() { 443 } else { 80 };
        return is_same(host, &public, port);
    }
    let is_from_here = peer.is_some_and(|peer| peer.is_loopback());
    is_literal(host) || site.is_behind_proxy || !is_from_here
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_of_this_machine_is_distinguished_from_others() {
        let is_loopback = |url: &str| Address(url.to_owned()).is_loopback();
        for here in [
            "http://localhost",
            "http://LocalHost:8000",
            "http://127.0.0.1:8000",
            "http://127.9.9.9/games",
            "http://[::1]:8000",
        ] {
            assert!(is_loopback(here), "{here}");
        }
        for elsewhere in [
            "",
            "https://games.example.org",
            "http://192.168.0.7:8000",
            "http://127.example.org",
            "http://localhost.example.org",
        ] {
            assert!(!is_loopback(elsewhere), "{elsewhere}");
        }
    }
}
