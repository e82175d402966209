//! Trusted proxies, and the client that they name.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

use axum::http::HeaderMap;
use axum::http::header::FORWARDED;

/// An address, or a network such as `10.0.0.0/8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network {
    address: IpAddr,
    /// How many leading bits count.
    bits: u8,
}

/// The proxies whose `Forwarded` and `X-Forwarded-For` are believed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Proxies(Vec<Network>);

/// At most so many addresses of a header are looked at.
const HOPS: usize = 16;

impl Network {
    /// Whether an address is in it.
    #[must_use]
    pub fn contains(&self, address: IpAddr) -> bool {
        let same = |one: u128, other: u128, width: u8| {
            self.bits == 0 || (one ^ other) >> (width.saturating_sub(self.bits)) == 0
        };
        match (self.address, address.to_canonical()) {
            (IpAddr::V4(own), IpAddr::V4(other)) => {
                same(u128::from(own.to_bits()), u128::from(other.to_bits()), 32)
            }
            (IpAddr::V6(own), IpAddr::V6(other)) => same(own.to_bits(), other.to_bits(), 128),
            (IpAddr::V4(_), IpAddr::V6(_)) | (IpAddr::V6(_), IpAddr::V4(_)) => false,
        }
    }
}

impl FromStr for Network {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (address, bits) = match text.split_once('/') {
            Some((address, bits)) => (address, Some(bits.parse::<u8>().map_err(|_| ())?)),
            None => (text, None),
        };
        let address: IpAddr = address.parse::<IpAddr>().map_err(|_| ())?.to_canonical();
        let width = if address.is_ipv4() { 32 } else { 128 };
        let bits = bits.unwrap_or(width);
        if bits > width { Err(()) } else { Ok(Self { address, bits }) }
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.address, self.bits)
    }
}

impl Proxies {
    pub(crate) fn new(networks: &[Network]) -> Self {
        Self(networks.to_vec())
    }

    pub(crate) fn trusts(&self, address: IpAddr) -> bool {
        self.0.iter().any(|network| network.contains(address))
    }

    /// The client of a connection from `peer`: the last address of the chain that is not a trusted proxy.
    /// Addresses further left were written by the client of the last trusted proxy, and may be forged. So may a
    /// whole header: a proxy sets one of the two and may pass the other one on. If both are present they must agree.
    pub(crate) fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        if !self.trusts(peer) {
            return peer;
        }
        let named = |name: &str, read: fn(&str) -> Option<IpAddr>| {
            headers.contains_key(name).then(|| self.last_client(peer, &chain(headers, name, read)))
        };
        match (named(FORWARDED.as_str(), forwarded_for), named("x-forwarded-for", address_of)) {
            (Some(one), Some(other)) if one != other => peer,
            (Some(client), _) | (None, Some(client)) => client,
            (None, None) => peer,
        }
    }

    /// The last address of a chain that ends at `peer` and is no trusted proxy.
    fn last_client(&self, peer: IpAddr, chain: &[Option<IpAddr>]) -> IpAddr {
        let mut client = peer;
        for named in chain.iter().rev().take(HOPS) {
            let Some(address) = *named else { return client };
            client = address;
            if !self.trusts(address) {
                return address;
            }
        }
        client
    }
}

/// The addresses that a header names, in their order; `None` for a name that is no address.
fn chain(headers: &HeaderMap, name: &str, read: fn(&str) -> Option<IpAddr>) -> Vec<Option<IpAddr>> {
    let values = headers.get_all(name).iter().map(|value| value.to_str().unwrap_or_default());
    let hops = values.flat_map(|value| value.split(','));
    hops.map(|hop| read(hop.trim()).map(|address| address.to_canonical())).collect()
}

/// The address in a hop of `Forwarded` (RFC 7239).
fn forwarded_for(hop: &str) -> Option<IpAddr> {
    let mut pairs = hop.split(';').filter_map(|pair| pair.trim().split_once('='));
    let (_, node) = pairs.find(|(name, _)| name.eq_ignore_ascii_case("for"))?;
    address_of(node.trim_matches('"'))
}

/// An address with or without a port, in the ways in which they are written.
fn address_of(text: &str) -> Option<IpAddr> {
    if let Some(rest) = text.strip_prefix('[') {
        return rest.split_once(']')?.0.parse::<Ipv6Addr>().ok().map(IpAddr::V6);
    }
    if let Ok(address) = text.parse::<IpAddr>() {
        return Some(address);
    }
    text.split_once(':')?.0.parse::<Ipv4Addr>().ok().map(IpAddr::V4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fuzz_forwarded() {
        let run = |input: &[u8]| {
            let text = String::from_utf8_lossy(input);
            let network = text.parse::<Network>();
            if let Ok(network) = &network {
                assert_eq!(network.to_string().parse::<Network>().as_ref(), Ok(network), "it means the same");
                assert!(network.contains(network.address), "a network holds its own address");
            }
            let Ok(value) = axum::http::HeaderValue::from_bytes(input) else { return "no header".to_owned() };
            let proxies = Proxies::new(&["10.0.0.0/8".parse().unwrap(), "::1".parse().unwrap()]);
            let peer = IpAddr::from([10, 0, 0, 1]);
            let clients = ["forwarded", "x-forwarded-for"].map(|name| {
                let headers =
                    HeaderMap::from_iter([(name.parse::<axum::http::HeaderName>().unwrap(), value.clone())]);
                let client = proxies.client(peer, &headers);
                let stranger = IpAddr::from([192, 0, 2, 7]);
                assert_eq!(proxies.client(stranger, &headers), stranger, "only trusted proxies are believed");
                (client == peer, client.is_ipv6())
            });
            format!("{} {clients:?}", network.is_ok())
        };
        let seeds = [
            "for=192.0.2.60;proto=http;by=203.0.113.43",
            "192.0.2.1, 10.0.0.7",
            "for=\"[2001:db8::17]:4711\"",
            "10.0.0.0/8",
            "::1",
        ];
        let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus");
        fuzz::Target::new("forwarded", run)
            .examples(seeds)
            .words(&["for=", ",", ";", "\"", "[", "]", "/"])
            .check(corpus);
    }

    fn client(peer: &str, headers: &[(&'static str, &'static str)]) -> String {
        let trusted: Vec<Network> =
            ["10.0.0.0/8", "2001:db8::1"].iter().map(|network| network.parse().unwrap()).collect();
        let headers: HeaderMap = headers
            .iter()
            .map(|(name, value)| (name.parse::<axum::http::HeaderName>().unwrap(), value.parse().unwrap()))
            .collect();
        Proxies::new(&trusted).client(peer.parse().unwrap(), &headers).to_string()
    }

    #[test]
    fn only_a_trusted_proxy_is_believed() {
        for (peer, headers, expected) in [
            ("192.0.2.1", &[("x-forwarded-for", "203.0.113.9")][..], "192.0.2.1"),
            ("10.1.2.3", &[("x-forwarded-for", "203.0.113.9")], "203.0.113.9"),
            // What the client wrote stands in front of what the proxy saw.
            ("10.1.2.3", &[("x-forwarded-for", "1.2.3.4, 203.0.113.9, 10.0.0.7")], "203.0.113.9"),
            ("10.1.2.3", &[("x-forwarded-for", "203.0.113.9:4711")], "203.0.113.9"),
            (
                "10.1.2.3",
                &[("forwarded", "for=\"[2001:db8::77]:80\";proto=https, for=10.2.2.2")],
                "2001:db8::77",
            ),
            // The proxy wrote one of them and passed on the other one, which the client made up.
            ("10.1.2.3", &[("forwarded", "for=1.1.1.1"), ("x-forwarded-for", "203.0.113.9")], "10.1.2.3"),
            ("10.1.2.3", &[("forwarded", "for=203.0.113.9"), ("x-forwarded-for", "1.1.1.1")], "10.1.2.3"),
            ("10.1.2.3", &[("forwarded", "secret"), ("x-forwarded-for", "1.1.1.1")], "10.1.2.3"),
            (
                "10.1.2.3",
                &[("forwarded", "for=203.0.113.9"), ("x-forwarded-for", "1.1.1.1, ::ffff:203.0.113.9")],
                "203.0.113.9",
            ),
            ("2001:db8::1", &[("forwarded", "For=203.0.113.9")], "203.0.113.9"),
            ("2001:db8::2", &[("forwarded", "for=203.0.113.9")], "2001:db8::2"),
            ("10.1.2.3", &[("forwarded", "for=_hidden")], "10.1.2.3"),
            ("10.1.2.3", &[("x-forwarded-for", "nonsense, 10.0.0.7")], "10.0.0.7"),
            ("10.1.2.3", &[], "10.1.2.3"),
        ] {
            assert_eq!(client(peer, headers), expected, "{peer} {headers:?}");
        }
    }

    #[test]
    fn networks_are_read_and_refused() {
        for (text, inside, outside) in [
            ("10.0.0.0/8", "10.255.0.1", "11.0.0.1"),
            ("192.0.2.1", "192.0.2.1", "192.0.2.2"),
            ("0.0.0.0/0", "8.8.8.8", "::1"),
            ("2001:db8::/32", "2001:db8:ffff::1", "2001:db9::"),
            ("::ffff:192.0.2.1", "192.0.2.1", "192.0.2.2"),
        ] {
            let network: Network = text.parse().unwrap();
            assert!(network.contains(inside.parse().unwrap()), "{text}");
            assert!(!network.contains(outside.parse().unwrap()), "{text}");
        }
        for wrong in ["", "10.0.0.0/33", "10.0.0", "example.org", "::/129", "10.0.0.0/-1", "10.0.0.0/8/8"] {
            assert!(wrong.parse::<Network>().is_err(), "{wrong}");
        }
    }
}
