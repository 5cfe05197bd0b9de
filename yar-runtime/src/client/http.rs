//! A connection over HTTP/1.1.

use super::failure::{Failure, excerpt, protocol, timed_out};
use super::settings::Settings;
use crate::error::{Error, Stage};
use crate::packager::base64;
use crate::transport::{Address, BodyError, HttpAddress, Stream, read_body};
use crate::wire::{Frame, HEADER_LEN, whole};
use bytes::Bytes;
use http::header::{self, HeaderName, HeaderValue};
use http::{Request, Response, StatusCode};
use http_body_util::Full;
use hyper::body::Incoming;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper_util::rt::TokioIo;
use std::error::Error as StdError;
use tokio::time::{Instant, timeout_at};

/// A connection over HTTP/1.1, and the answer it brought last.
pub(super) struct HttpLink {
    sender: SendRequest<Full<Bytes>>,
    answer: Bytes,
}

impl HttpLink {
    pub(super) async fn open(http: &HttpAddress, settings: &Settings) -> Result<Self, Error> {
        let cannot = |error: Box<dyn StdError + Send + Sync>| {
            let text = format!("cannot connect to {}: {error}", settings.address);
            Error::new(Stage::Connect, text).with_source(error)
        };
        let stream = Stream::connect_tcp(&http.place)
            .await
            .map_err(|error| cannot(error.into()))?;
        let (sender, connection) = handshake(TokioIo::new(stream))
            .await
            .map_err(|error| cannot(error.into()))?;
        // It ends with the connection; what goes wrong is told to the call.
        tokio::spawn(connection);
        Ok(Self {
            sender,
            answer: Bytes::new(),
        })
    }

    pub(super) fn is_open(&self) -> bool {
        !self.sender.is_closed()
    }

    pub(super) fn answer(&self, settings: &Settings) -> Result<Frame<'_>, Error> {
        whole(&self.answer).map_err(|error| {
            let what = format!("expected an answer, got {error}: {}", excerpt(&self.answer));
            protocol(settings, &what).with_source(error)
        })
    }

    pub(super) async fn exchange(
        &mut self,
        request: &[u8],
        settings: &Settings,
        deadline: Instant,
    ) -> Result<(), Failure> {
        let request = build(request, settings).map_err(Failure::Failed)?;
        match timeout_at(deadline, self.exchange_at_leisure(request, settings)).await {
            Ok(result) => result,
            Err(_) => {
                let what = "waiting for the answer over HTTP";
                Err(Failure::Failed(timed_out(settings, settings.timeout, what)))
            }
        }
    }

    async fn exchange_at_leisure(
        &mut self,
        request: Request<Full<Bytes>>,
        settings: &Settings,
    ) -> Result<(), Failure> {
        if let Err(error) = self.sender.ready().await {
            return Err(Failure::Unsent(failed(settings, Stage::Send, error)));
        }
        let response = match self.sender.try_send_request(request).await {
            Ok(response) => response,
            Err(mut error) => {
                let unsent = error.take_message().is_some();
                let error = error.into_error();
                return Err(if unsent {
                    Failure::Unsent(failed(settings, Stage::Send, error))
                } else {
                    Failure::Failed(failed(settings, Stage::Receive, error))
                });
            }
        };
        self.answer = receive(response, settings).await.map_err(Failure::Failed)?;
        Ok(())
    }
}

async fn receive(response: Response<Incoming>, settings: &Settings) -> Result<Bytes, Error> {
    let (parts, body) = response.into_parts();
    let most = settings.max_body.saturating_add(HEADER_LEN);
    let body = read_body(body, most).await;
    if parts.status != StatusCode::OK {
        let body = body.unwrap_or_default();
        let target = parts
            .headers
            .get(header::LOCATION)
            .map_or_else(String::new, |location| {
                format!(
                    ", which sends the caller to {}",
                    excerpt(location.as_bytes())
                )
            });
        let what = format!(
            "expected HTTP status 200, got {}{target}; the body is {}",
            parts.status,
            excerpt(&body)
        );
        return Err(protocol(settings, &what));
    }
    match body {
        Ok(body) => Ok(body),
        Err(BodyError::TooLong) => {
            let what = format!("the answer has more than the {most} bytes allowed");
            Err(protocol(settings, &what))
        }
        Err(BodyError::Broken(error)) => {
            let text = format!("{}: cannot receive the answer: {error}", settings.address);
            Err(Error::new(Stage::Receive, text).with_source(error))
        }
    }
}

fn failed(settings: &Settings, stage: Stage, error: hyper::Error) -> Error {
    let what = match stage {
        Stage::Send => "cannot send the request",
        _ => "the connection failed before an answer came",
    };
    Error::new(stage, format!("{}: {what}: {error}", settings.address)).with_source(error)
}

fn build(frame: &[u8], settings: &Settings) -> Result<Request<Full<Bytes>>, Error> {
    let Address::Http(http) = &settings.address else {
        return Err(Error::new(
            Stage::Configure,
            "an http:// address is expected",
        ));
    };
    let connection = if settings.persistent {
        "keep-alive"
    } else {
        "close"
    };
    let mut request = Request::post(&http.target)
        .header(header::HOST, &http.authority)
        .header(header::ACCEPT, "*/*")
        .header(
            header::USER_AGENT,
            concat!("yar/", env!("CARGO_PKG_VERSION")),
        )
        .header(header::CONNECTION, connection)
        .header(header::CONTENT_TYPE, "application/octet-stream");
    if let Some((name, password)) = &http.user {
        request = request.header(header::AUTHORIZATION, basic(name, password));
    }
    let body = Full::from(Bytes::copy_from_slice(frame));
    let mut request = request.body(body).map_err(unusable)?;
    for (name, value) in &settings.headers {
        let name = HeaderName::try_from(name).map_err(unusable)?;
        let value = HeaderValue::try_from(value).map_err(unusable)?;
        request.headers_mut().insert(name, value);
    }
    Ok(request)
}

fn unusable(error: impl StdError + Send + Sync + 'static) -> Error {
    let text = format!("the address or a header cannot be sent: {error}");
    Error::new(Stage::Configure, text).with_source(error)
}

/// As curl does: the parts of the address, percent-decoded.
fn basic(name: &str, password: &str) -> String {
    let mut pair = percent_decoded(name);
    pair.push(b':');
    pair.extend(percent_decoded(password));
    format!("Basic {}", base64::encode(&pair))
}

fn percent_decoded(text: &str) -> Vec<u8> {
    let mut decoded = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((byte, after)) = rest.split_first() {
        let digits = after.get(..2).and_then(|two| str::from_utf8(two).ok());
        let code = digits.and_then(|two| u8::from_str_radix(two, 16).ok());
        match code.filter(|_| *byte == b'%') {
            Some(code) => {
                decoded.push(code);
                rest = after.get(2..).unwrap_or_default();
            }
            None => {
                decoded.push(*byte);
                rest = after;
            }
        }
    }
    decoded
}
