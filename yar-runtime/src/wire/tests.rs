#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic
)]

use super::*;

fn header() -> Header {
    Header {
        id: 0x4e61_c4e7,
        version: 0,
        reserved: RESERVED_KEEP,
        provider: Header::field(b"Yar TCP Client"),
        token: Header::field(b""),
        body_len: 0,
    }
}

fn frame(layout: Layout, body: &[u8]) -> Vec<u8> {
    let mut out = b"before".to_vec();
    let start = begin(&mut out, layout, &header(), *b"MSGPACK\0");
    out.extend_from_slice(body);
    finish(&mut out, start).unwrap();
    out.split_off(6)
}

#[test]
fn both_layouts_are_read_back() {
    for (layout, counted) in [(Layout::Yar, 12), (Layout::LuaYar, 4)] {
        let bytes = frame(layout, b"body");
        let mut more = bytes.clone();
        more.extend_from_slice(b"next frame");
        let found = peek(&more, 100).unwrap().unwrap();
        assert_eq!(found.layout, layout);
        assert_eq!(found.header.body_len, counted);
        assert_eq!(found.header.provider(), b"Yar TCP Client");
        assert_eq!(found.header.token(), b"");
        assert!(found.header.keeps_connection());
        assert_eq!(&found.packager, b"MSGPACK\0");
        assert_eq!((found.body, found.len), (&b"body"[..], bytes.len()));
        assert_eq!(found.to_vec(), bytes);
        for end in 0..bytes.len() {
            assert!(peek(&bytes[..end], 100).unwrap().is_none(), "{end} bytes");
        }
    }
}

#[test]
fn the_first_bytes_are_those_of_the_wire_document() {
    let bytes = frame(Layout::Yar, &[0; 19]);
    assert_eq!(
        bytes[..14],
        [
            0x4e, 0x61, 0xc4, 0xe7, 0, 0, 0x80, 0xdf, 0xec, 0x60, 0, 0, 0, 1
        ]
    );
    assert_eq!(bytes[78..82], [0, 0, 0, 27]);
}

#[test]
fn lengths_are_checked_as_soon_as_the_header_is_there() {
    let mut bytes = frame(Layout::Yar, b"");
    bytes.truncate(HEADER_LEN);
    for (length, error) in [
        (0u32, FrameError::TooShort(0)),
        (7, FrameError::TooShort(7)),
        (101, FrameError::TooLong(101)),
        (u32::MAX, FrameError::TooLong(u32::MAX)),
    ] {
        bytes[78..82].copy_from_slice(&length.to_be_bytes());
        assert_eq!(peek(&bytes, 100).unwrap_err(), error);
    }
    bytes[78..82].copy_from_slice(&100u32.to_be_bytes());
    assert!(peek(&bytes, 100).unwrap().is_none());
}

#[test]
fn other_protocols_are_refused() {
    assert_eq!(
        peek(b"GET / HTTP/1.1\r\nHost: x\r\n", 100).unwrap_err(),
        FrameError::Magic
    );
    assert!(peek(b"GET / HTT", 100).unwrap().is_none());
    let little_endian = [
        0, 0, 0, 0, 0, 0, 0x60, 0xec, 0xdf, 0x80, 0, 0, 0, 0, 0, 0, 0, 0,
    ];
    assert_eq!(peek(&little_endian, 100).unwrap_err(), FrameError::Magic);
}

#[test]
fn over_http_the_length_does_not_count() {
    for layout in [Layout::Yar, Layout::LuaYar] {
        let mut bytes = frame(layout, b"body");
        let at = if layout == Layout::Yar { 78 } else { 86 };
        for length in [0u32, 1, 4, u32::MAX] {
            bytes[at..at + 4].copy_from_slice(&length.to_be_bytes());
            assert_eq!(whole(&bytes).unwrap().body, b"body");
        }
        for end in [0, 9, 17, 82, 89] {
            assert_eq!(whole(&bytes[..end]).unwrap_err(), FrameError::Cut(end));
        }
        assert_eq!(whole(&bytes[..90]).unwrap().body, b"");
    }
}

#[test]
fn fields_keep_32_bytes_and_end_at_a_nul() {
    let mut full = header();
    full.token = Header::field(&[b't'; 40]);
    assert_eq!(full.token(), [b't'; 32]);
    full.provider = Header::field(b"a\0b");
    assert_eq!(full.provider(), b"a");
}
