//! The page that describes a service to people, and to programs as JSON.

mod escaped;
mod html;

use crate::dispatch::ServiceInfo;
use bytes::Bytes;
use http::header::{ACCEPT, CONTENT_TYPE, HeaderMap, HeaderValue, VARY};
use http::{Response, StatusCode};
use http_body_util::Full;
use std::fmt;

/// A further service and its path.
type Other<'a> = (&'a str, &'static ServiceInfo);

/// The description, as JSON where that is asked for; the page leads on to the
/// `others`.
pub(super) fn answer(
    info: &ServiceInfo,
    others: &[Other<'_>],
    headers: &HeaderMap,
) -> Response<Full<Bytes>> {
    let wants_json = headers.get_all(ACCEPT).iter().any(|accept| {
        accept
            .to_str()
            .is_ok_and(|accept| accept.contains("application/json"))
    });
    let (kind, page) = if wants_json {
        (
            "application/json",
            serde_json::to_string(info).map_err(|_| fmt::Error),
        )
    } else {
        ("text/html; charset=utf-8", html::page(info, others))
    };
    let Ok(page) = page else {
        let mut answer = Response::new(Full::default());
        *answer.status_mut() = StatusCode::INTERNAL_SERVER_ERROR;
        return answer;
    };
    let mut answer = Response::new(Full::from(page));
    let headers = answer.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    // Which of the two it is depends on the request.
    headers.insert(VARY, HeaderValue::from_static("Accept"));
    answer
}
