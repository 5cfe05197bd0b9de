//! The lines in front of every request.

use super::Proxy;
use super::basic::basic;
use crate::client::settings::Settings;
use crate::transport::{Address, HttpAddress};
use std::io::Write;

/// All lines of a request but the number in the last one.
#[derive(Debug)]
pub(in crate::client) struct RequestLines(Vec<u8>);

impl RequestLines {
    /// `None` for an address without HTTP.
    pub(in crate::client) fn of(
        settings: &Settings,
        address: &Address,
        proxy: Option<&Proxy>,
    ) -> Option<Self> {
        match address {
            Address::Http(http) => Some(Self::new(settings, http, proxy)),
            _ => None,
        }
    }

    fn new(settings: &Settings, http: &HttpAddress, proxy: Option<&Proxy>) -> Self {
        let headers = &settings.headers;
        let connection = if settings.persistent {
            "keep-alive"
        } else {
            "close"
        };
        // Through a tunnel the server is spoken to as if there were none.
        let proxy = proxy.filter(|_| !http.tls);
        let start = proxy.map_or_else(String::new, |_| format!("http://{}", http.authority));
        let mut lines = format!("POST {start}{} HTTP/1.1\r\n", http.target);
        let mut line = |name: &str, value: &str| {
            let is_replaced = headers
                .iter()
                .any(|(ours, _)| ours.eq_ignore_ascii_case(name));
            if !is_replaced {
                lines.extend([name, ": ", value, "\r\n"]);
            }
        };
        line("host", &http.authority);
        line("accept", "*/*");
        line("user-agent", concat!("yar/", env!("CARGO_PKG_VERSION")));
        line("connection", connection);
        line("content-type", "application/octet-stream");
        if let Some((name, password)) = &http.user {
            line("authorization", &basic(name, password));
        }
        if let Some(authorization) = proxy.and_then(|proxy| proxy.authorization.as_ref()) {
            line("proxy-authorization", authorization);
        }
        for (name, value) in headers {
            lines.extend([&name.to_ascii_lowercase(), ": ", value, "\r\n"]);
        }
        lines.push_str("content-length: ");
        Self(lines.into_bytes())
    }

    /// Appends a whole request.
    pub(in crate::client) fn write(&self, body: &[u8], out: &mut Vec<u8>) {
        out.extend_from_slice(&self.0);
        // Writing to memory does not fail.
        let _ = write!(out, "{}\r\n\r\n", body.len());
        out.extend_from_slice(body);
    }
}
