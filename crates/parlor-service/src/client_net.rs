//! The network that a client asks from, and the wider ones around it.
//!
//! Limits on one client cannot count addresses alone: a household has 2^64 of IPv6, a customer
//! often 256 or 65,536 such networks, and a rented block of IPv4 has 256 addresses. So a limit
//! counts the client's own network, and the wider ones as well, each of which may take more.

use core::fmt;
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use core::str::FromStr;

use serde::{Deserialize, Serialize};

/// The network that counts as one client: an address of IPv4, or a /64 of IPv6. All clients whose
/// address is unknown count as one, which is in no network of any address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ClientNet(Option<IpAddr>);

/// A network: the addresses that begin with the same bits; or clients whose address is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Prefix(Option<(IpAddr, u8)>);

/// How long the prefixes are of a client's networks, the longest first.
const OF_V4: [u8; 2] = [32, 24];
const OF_V6: [u8; 3] = [64, 56, 48];

/// How long the prefix of the widest network is that can be named: a wider one is nearly everybody.
const WIDEST_OF_V4: u8 = 8;
const WIDEST_OF_V6: u8 = 16;

impl ClientNet {
    /// How many networks one client is in, at most.
    pub const LEVELS: usize = Self::FACTORS.len();

    /// How many times as much as a client each of its networks may take, its own first.
    pub const FACTORS: [u32; 3] = [1, 4, 16];

    /// The network of an address, where that is known.
    pub fn of(address: Option<IpAddr>) -> Self {
        Self(address.map(|address| match address.to_canonical() {
            IpAddr::V6(address) => IpAddr::V6(first_of(address, OF_V6[0])),
            address @ IpAddr::V4(_) => address,
        }))
    }

    /// The networks that the client is in, its own first: /32 and /24 of IPv4, /64, /56 and /48
    /// of IPv6.
    pub fn prefixes(self) -> impl Iterator<Item = Prefix> {
        let lengths: &[u8] = match self.0 {
            Some(IpAddr::V4(_)) => &OF_V4,
            Some(IpAddr::V6(_)) => &OF_V6,
            None => &[0],
        };
        lengths
            .iter()
            .map(move |&length| self.prefix(length, length))
    }

    /// The networks that the client is in, each with how many times as much it may take.
    pub fn shares(self) -> impl Iterator<Item = (Prefix, u32)> {
        self.prefixes().zip(Self::FACTORS)
    }

    /// The client's own network: a /32 of IPv4, a /64 of IPv6.
    pub fn own(self) -> Prefix {
        self.prefix(OF_V4[0], OF_V6[0])
    }

    /// The widest network that the client is in: a /24 of IPv4, a /48 of IPv6.
    pub fn widest(self) -> Prefix {
        self.prefix(OF_V4[OF_V4.len() - 1], OF_V6[OF_V6.len() - 1])
    }

    /// Whether the client is in a network.
    pub fn is_in(self, network: Prefix) -> bool {
        match network.0 {
            Some((_, length)) => self.prefix(length, length) == network,
            None => self.0.is_none(),
        }
    }

    /// The network of a length, by what the address is.
    fn prefix(self, of_v4: u8, of_v6: u8) -> Prefix {
        Prefix(self.0.map(|address| match address {
            IpAddr::V4(_) => (first(address, of_v4), of_v4),
            IpAddr::V6(_) => (first(address, of_v6), of_v6),
        }))
    }
}

/// As it is usually written: `192.0.2.0/24`.
impl fmt::Display for Prefix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some((first, length)) => write!(f, "{first}/{length}"),
            None => f.write_str("an unknown address"),
        }
    }
}

/// Why a text names no network of clients.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PrefixError {
    /// It is no address, or no length follows.
    #[error(
        "{0:?} is no network; write an address, or one with the number of bits in which all of the network \
         agree, such as 192.0.2.7, 192.0.2.0/24 or 2001:db8::/48"
    )]
    Form(String),
    /// It is narrower than a client, or so wide that it would be nearly everybody.
    #[error(
        "{text:?} has {length} bits; a network of clients has {least} to {most}, as one of {most} bits \
         counts as one client"
    )]
    Length {
        /// The text.
        text: String,
        /// Its bits.
        length: u8,
        /// The fewest.
        least: u8,
        /// The most.
        most: u8,
    },
    /// The address is not the first of the network.
    #[error(
        "{text:?} is no network, as its address goes on after its bits; that network is {network}"
    )]
    NotFirst {
        /// The text.
        text: String,
        /// The network that it is in.
        network: Prefix,
    },
}

/// As it is usually written, `192.0.2.0/24`; an address alone is the client at it.
impl FromStr for Prefix {
    type Err = PrefixError;

    fn from_str(text: &str) -> Result<Self, PrefixError> {
        let form = || PrefixError::Form(text.chars().take(50).collect());
        let text = text.trim();
        let Some((address, length)) = text.split_once('/') else {
            let address = text.parse().map_err(|_| form())?;
            return Ok(ClientNet::of(Some(address)).own());
        };
        let address: IpAddr = address.parse().map_err(|_| form())?;
        let is_number = length.bytes().all(|digit| digit.is_ascii_digit());
        let length = length.parse::<u8>().ok().filter(|_| is_number);
        let length = length.ok_or_else(form)?;
        let [least, most] = match address {
            IpAddr::V4(_) => [WIDEST_OF_V4, OF_V4[0]],
            IpAddr::V6(_) => [WIDEST_OF_V6, OF_V6[0]],
        };
        let text = || text.chars().take(50).collect();
        if !(least..=most).contains(&length) {
            let text = text();
            return Err(PrefixError::Length {
                text,
                length,
                least,
                most,
            });
        }
        let network = Self(Some((first(address, length), length)));
        if first(address, length) == address {
            Ok(network)
        } else {
            let text = text();
            Err(PrefixError::NotFirst { text, network })
        }
    }
}

/// The first address of a network that begins with as many of the same bits.
fn first(address: IpAddr, length: u8) -> IpAddr {
    match address {
        IpAddr::V4(address) => {
            let host = u32::MAX.checked_shr(length.into()).unwrap_or_default();
            IpAddr::V4(Ipv4Addr::from_bits(address.to_bits() & !host))
        }
        IpAddr::V6(address) => IpAddr::V6(first_of(address, length)),
    }
}

/// The first address of a network of IPv6 that is shorter than 128 bits.
fn first_of(address: Ipv6Addr, length: u8) -> Ipv6Addr {
    Ipv6Addr::from_bits(address.to_bits() & !(u128::MAX >> length))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn net(address: &str) -> ClientNet {
        ClientNet::of(Some(address.parse().expect("an address")))
    }

    fn widths(one: &str, other: &str) -> Vec<bool> {
        let pairs = net(one).prefixes().zip(net(other).prefixes());
        pairs.map(|(one, other)| one == other).collect()
    }

    #[test]
    fn who_shares_a_prefix_shares_its_network_and_no_other() {
        assert_eq!(widths("192.0.2.1", "192.0.2.1"), [true, true]);
        assert_eq!(widths("192.0.2.1", "192.0.2.255"), [false, true]);
        assert_eq!(widths("192.0.2.1", "192.0.3.1"), [false, false]);
        let of_v6 = |other: &str| widths("2001:db8:1:1234::1", other);
        assert_eq!(of_v6("2001:db8:1:1234:ffff::9"), [true, true, true]);
        assert_eq!(of_v6("2001:db8:1:1235::1"), [false, true, true]);
        assert_eq!(of_v6("2001:db8:1:1334::1"), [false, false, true]);
        assert_eq!(of_v6("2001:db8:2:1234::1"), [false, false, false]);
    }

    #[test]
    fn an_address_of_ipv4_is_the_same_client_however_it_is_written() {
        assert_eq!(net("::ffff:192.0.2.1"), net("192.0.2.1"));
    }

    #[test]
    fn who_is_unknown_is_in_no_network_of_an_address() {
        let unknown = ClientNet::of(None);
        assert_eq!(unknown.own(), unknown.widest());
        assert_eq!(unknown.own().to_string(), "an unknown address");
        for address in ["::", "::1", "0.0.0.0", "::ffff:0.0.0.0", "192.0.2.1"] {
            assert_ne!(unknown, net(address), "{address}");
            let is_in = net(address)
                .prefixes()
                .any(|prefix| prefix == unknown.own());
            assert!(!is_in, "{address}");
        }
        assert_eq!(net("::1").own().to_string(), "::/64");
    }

    #[test]
    fn wider_networks_may_take_more() {
        let factors: Vec<u32> = net("2001:db8::1").shares().map(|share| share.1).collect();
        assert_eq!(factors, [1, 4, 16]);
        let widest = net("192.0.2.77").widest();
        assert_eq!(net("192.0.2.77").shares().last(), Some((widest, 4)));
    }
    #[test]
    fn a_network_is_read_as_it_is_written_and_has_its_clients() {
        let network = |text: &str| text.parse::<Prefix>();
        for text in [
            "192.0.2.0/24",
            "192.0.2.7/32",
            "10.0.0.0/8",
            "2001:db8::/48",
        ] {
            assert_eq!(
                network(text).map(|read| read.to_string()),
                Ok(text.to_owned())
            );
        }
        assert_eq!(network("192.0.2.7"), Ok(net("192.0.2.7").own()));
        assert_eq!(network("2001:db8::9"), Ok(net("2001:db8::").own()));
        let wide = network("192.0.0.0/20").expect("a network");
        assert!(net("192.0.2.7").is_in(wide) && net("::ffff:192.0.15.1").is_in(wide));
        for other in ["192.0.16.1", "2001:db8::1", "c000::"] {
            assert!(!net(other).is_in(wide), "{other}");
        }
        assert!(!ClientNet::of(None).is_in(wide));
        assert!(net("2001:db8:1::1").is_in(network("2001:db8::/32").expect("a network")));
    }

    #[test]
    fn what_is_no_network_is_refused_with_what_would_be_right() {
        for text in [
            "",
            "/",
            "192.0.2.0/",
            "/24",
            "192.0.2/24",
            "192.0.2.0/+24",
            "192.0.2.0/24/24",
            "192.0.2.0/999",
            "example.org",
            "2001:db8::/-1",
        ] {
            let error = text.parse::<Prefix>().expect_err(text).to_string();
            assert!(error.contains("such as 192.0.2.7, 192.0.2.0/24"), "{error}");
        }
        for text in [
            "0.0.0.0/0",
            "10.0.0.0/7",
            "192.0.2.0/33",
            "::/0",
            "2001:db8::1/128",
        ] {
            let error = text.parse::<Prefix>().expect_err(text);
            assert!(matches!(error, PrefixError::Length { .. }), "{error}");
        }
        let error = "192.0.2.7/24".parse::<Prefix>().expect_err("it goes on");
        assert!(
            error.to_string().ends_with("that network is 192.0.2.0/24"),
            "{error}"
        );
    }
}
