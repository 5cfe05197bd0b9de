#![allow(clippy::unwrap_used, clippy::panic)]

use super::Address;

#[test]
fn tcp_and_unix_addresses() {
    assert_eq!(
        Address::parse("tcp://127.0.0.1:9600").unwrap(),
        Address::Tcp("127.0.0.1:9600".into())
    );
    assert_eq!(
        Address::parse("TCP://[::1]:9600/calc").unwrap(),
        Address::Tcp("[::1]:9600".into())
    );
    assert_eq!(
        Address::parse("unix:///run/a b.sock").unwrap(),
        Address::Unix("/run/a b.sock".into())
    );
}

#[test]
fn http_addresses_fall_into_parts() {
    let Address::Http(http) = Address::parse("http://me:se@cret@api:8080/a/b?c=d#e").unwrap()
    else {
        panic!("an http address is expected");
    };
    assert_eq!(http.authority, "api:8080");
    assert_eq!(http.place, "api:8080");
    assert_eq!(http.target, "/a/b?c=d");
    assert_eq!(http.user, Some(("me".into(), "se@cret".into())));
    let Address::Http(http) = Address::parse("http://[::1]?x").unwrap() else {
        panic!("an http address is expected");
    };
    assert_eq!(
        (http.place.as_str(), http.target.as_str()),
        ("[::1]:80", "/?x")
    );
}

#[test]
fn addresses_with_tls() {
    let tls = Address::parse("tls://calc.example:9443/x").unwrap();
    assert_eq!(tls, Address::Tls("calc.example:9443".into()));
    assert_eq!(tls.to_string(), "tls://calc.example:9443");
    let https = Address::parse("https://me@calc.example/rpc").unwrap();
    assert!(tls.is_tls() && https.is_tls());
    assert_eq!(https.to_string(), "https://calc.example/rpc");
    let Address::Http(http) = https else {
        panic!("an http address is expected");
    };
    assert_eq!(http.place, "calc.example:443");
    assert!(!Address::parse("http://a").unwrap().is_tls());
}

#[test]
fn what_makes_no_sense_is_refused_with_a_reason() {
    for (uri, reason) in [
        ("127.0.0.1:9600", "no scheme"),
        ("tcp://localhost", "no port"),
        ("tcp://:9600", "no host"),
        ("tcp://[::1]", "no port"),
        ("tcp://a:b", "no number"),
        ("tcp://a:70000", "no number"),
        ("tcp://a b:1", "characters"),
        ("unix://relative", "no absolute path"),
        ("unix:///", "no absolute path"),
        ("tls://localhost", "no port"),
        ("udp://a:1", "unknown scheme"),
        ("http://a/b c", "percent"),
    ] {
        let error = Address::parse(uri).unwrap_err();
        assert!(error.message().contains(reason), "{uri}: {error}");
    }
}

#[test]
fn a_token_is_never_shown() {
    let error = Address::parse("http://me:secret@host:x/").unwrap_err();
    assert!(!error.message().contains("secret"), "{error}");
    let address = Address::parse("http://me:secret@host/").unwrap();
    assert_eq!(address.to_string(), "http://host");
}
