//! One call to any server, as documents and as the frames that travelled.

#[cfg(feature = "tls")]
use std::path::PathBuf;
use std::time::Duration;

use serde::de::IgnoredAny;
use yar_runtime::message::Response;
use yar_runtime::packager::DecodeLimits;
use yar_runtime::wire::{self, FIELD_LEN, Header, Layout};
use yar_runtime::{Client, Error, Packager, Stage};

use super::{Document, WireError, body};

/// A call to be made.
#[derive(Debug, Clone)]
pub struct Call {
    /// Address of the server: `tcp://`, `unix://` or `http://`, and with the
    /// feature `tls` `tls://` or `https://`.
    pub uri: String,
    /// Name of the method.
    pub method: String,
    /// Its arguments.
    pub arguments: Vec<Document>,
    /// How they are packed.
    pub packager: Packager,
    /// How the request is framed.
    pub layout: Layout,
    /// Who calls; the user name of an `http://` address if there is none here.
    pub provider: Option<String>,
    /// The secret; the password of an `http://` address if there is none here.
    pub token: Option<String>,
    /// How long it may take in all.
    pub timeout: Duration,
    /// A PEM file with the certificates that are trusted; those of the system
    /// if there is none here.
    #[cfg(feature = "tls")]
    pub tls_root: Option<PathBuf>,
}

/// What a server answered.
#[derive(Debug)]
pub struct Answer {
    /// What the method printed, if anything.
    pub output: Option<String>,
    /// The result, or the error that the server reported.
    pub result: Result<Document, Error>,
    /// What came with that error, if anything.
    pub data: Option<Document>,
}

/// One connection, one call: nothing to tell apart.
const ID: u32 = 1;

impl Call {
    /// The frame of the request.
    ///
    /// # Errors
    /// When provider or token are too long, or the packager has no form for an
    /// argument.
    pub fn request(&self) -> Result<Vec<u8>, WireError> {
        let (user, password) = userinfo(&self.uri);
        let header = Header {
            id: ID,
            version: 0,
            reserved: 0,
            provider: field("provider", self.provider.as_deref(), user)?,
            token: field("token", self.token.as_deref(), password)?,
            body_len: 0,
        };
        let text = |text: &str| Document::Text(text.to_owned());
        let body = Document::Map(vec![
            (text("i"), Document::Int(ID.into())),
            (text("m"), text(&self.method)),
            (text("p"), Document::List(self.arguments.clone())),
        ]);
        let mut frame = Vec::new();
        let start = wire::begin(&mut frame, self.layout, &header, self.packager.to_wire());
        body.write(self.packager, &mut frame)?;
        wire::finish(&mut frame, start).map_err(|error| WireError::new(error.to_string()))?;
        Ok(frame)
    }

    /// Sends the request and waits for the frame of the answer.
    ///
    /// # Errors
    /// When the address makes no sense or the transport fails; the stage tells.
    pub fn exchange(&self, request: Vec<u8>) -> Result<Vec<u8>, Error> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|error| Error::new(Stage::Configure, error.to_string()).with_source(error))?;
        runtime.block_on(async {
            let builder = Client::builder(&self.uri)
                .timeout(self.timeout)
                .connect_timeout(self.timeout)
                .persistent(false);
            #[cfg(feature = "tls")]
            let builder = match &self.tls_root {
                Some(root) => builder.tls_root(root),
                None => builder,
            };
            builder.build()?.relay(request).await
        })
    }
}

impl Answer {
    /// What a frame says.
    ///
    /// # Errors
    /// When it is no answer to this tool's request.
    pub fn read(frame: &[u8]) -> Result<Self, Error> {
        let protocol = |text: String| Error::new(Stage::Protocol, text);
        let frame = wire::whole(frame).map_err(|error| protocol(error.to_string()))?;
        let packager = Packager::from_wire(frame.packager).ok_or_else(|| {
            let name = frame.packager.escape_ascii();
            protocol(format!("the answer has the unknown packager \"{name}\""))
        })?;
        let unpacked = |text: String| Error::new(Stage::Packager, format!("the answer: {text}"));
        let limits = DecodeLimits::default();
        let response = Response::<IgnoredAny>::read(packager, frame.body, &limits)
            .map_err(|error| unpacked(error.to_string()))?;
        // Zero is what servers answer that could not read the request.
        if response.id != 0 && response.id != i64::from(ID) {
            let id = response.id;
            return Err(protocol(format!(
                "expected the answer to request {ID}, found {id}"
            )));
        }
        let body = body::read(packager, frame.body, wire::HEADER_LEN + wire::PACKAGER_LEN)
            .map_err(|error| unpacked(error.to_string()))?;
        let result = response.outcome;
        let data = body.get("e").and_then(|error| error.get("data"));
        Ok(Self {
            output: response.output,
            data: data.filter(|_| result.is_err()).cloned(),
            result: result.map(|_| body.get("r").cloned().unwrap_or(Document::Null)),
        })
    }
}

/// User name and password of an address, raw, as PHP takes them.
fn userinfo(uri: &str) -> (&str, &str) {
    let authority = uri.strip_prefix("http://");
    let authority = authority.or_else(|| uri.strip_prefix("https://"));
    let authority = authority.unwrap_or_default();
    let end = authority.find(['/', '?', '#']).unwrap_or(authority.len());
    let authority = authority.get(..end).unwrap_or_default();
    let (userinfo, _) = authority.rsplit_once('@').unwrap_or_default();
    userinfo.split_once(':').unwrap_or((userinfo, ""))
}

/// What is given must fit; what an address says is cut, as PHP does.
fn field(name: &str, given: Option<&str>, fallback: &str) -> Result<[u8; FIELD_LEN], WireError> {
    match given {
        Some(text) if text.len() > FIELD_LEN => {
            let len = text.len();
            Err(WireError::new(format!(
                "the {name} has {len} bytes, at most {FIELD_LEN} fit"
            )))
        }
        Some(text) => Ok(Header::field(text.as_bytes())),
        None => Ok(Header::field(fallback.as_bytes())),
    }
}
