//! What is the same in every body, and stands around what is not: put together
//! when this is compiled, there is nothing but the copying left of it.

use crate::packager::{Format, Json, MsgPack, Php};

/// The fixed parts of requests, and of answers with a result.
pub(super) trait Fixed: Format {
    const BEFORE_ID: &'static [u8];
    const BEFORE_METHOD: &'static [u8];
    const BEFORE_PARAMS: &'static [u8];
    const BEFORE_RESULT: &'static [u8];
}

impl Fixed for Php {
    const BEFORE_ID: &'static [u8] = br#"a:3:{s:1:"i";"#;
    const BEFORE_METHOD: &'static [u8] = br#"s:1:"m";"#;
    const BEFORE_PARAMS: &'static [u8] = br#"s:1:"p";"#;
    const BEFORE_RESULT: &'static [u8] = br#"s:1:"s";i:0;s:1:"r";"#;
}

impl Fixed for Json {
    const BEFORE_ID: &'static [u8] = br#"{"i":"#;
    const BEFORE_METHOD: &'static [u8] = br#","m":"#;
    const BEFORE_PARAMS: &'static [u8] = br#","p":"#;
    const BEFORE_RESULT: &'static [u8] = br#","s":0,"r":"#;
}

impl Fixed for MsgPack<false> {
    const BEFORE_ID: &'static [u8] = b"\x83\xa1i";
    const BEFORE_METHOD: &'static [u8] = b"\xa1m";
    const BEFORE_PARAMS: &'static [u8] = b"\xa1p";
    const BEFORE_RESULT: &'static [u8] = b"\xa1s\x00\xa1r";
}
