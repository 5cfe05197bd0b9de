//! Responses: where they end, and what they carry.

use std::borrow::Cow;
use std::fmt;
use std::mem::MaybeUninit;

/// Finds the end of responses, one after the other.
#[derive(Debug)]
pub(in crate::client) struct Reader {
    max_body: usize,
    /// How far the response that is coming in has been looked through.
    progress: Option<Progress>,
    /// The peer closes the connection after the response.
    pub(in crate::client) closes: bool,
}

#[derive(Debug)]
struct Progress {
    length: Length,
    /// Where the body begins.
    body: usize,
    /// Where the next chunk begins.
    at: usize,
    /// Bytes in the chunks so far.
    bytes: usize,
}

/// How long the body is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Length {
    Known(usize),
    Chunked,
    /// Up to the end of the stream.
    ToEnd,
}

/// Why bytes are no response.
#[derive(Debug)]
pub(in crate::client) enum Malformed {
    /// No HTTP.
    Head(&'static str),
    /// The body is longer than allowed.
    TooLong(usize),
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Head(reason) => write!(f, "no HTTP response: {reason}"),
            Self::TooLong(most) => write!(f, "an answer of more than the {most} bytes allowed"),
        }
    }
}

/// A whole response.
#[derive(Debug)]
pub(in crate::client) struct Received<'a> {
    pub(in crate::client) status: u16,
    /// Left out for status 200.
    pub(in crate::client) reason: String,
    /// Where the `Location` line points.
    pub(in crate::client) location: Option<Vec<u8>>,
    pub(in crate::client) body: Cow<'a, [u8]>,
}

/// What a head says.
struct Head {
    status: u16,
    reason: String,
    length: Length,
    closes: bool,
    location: Option<Vec<u8>>,
    /// Bytes of it.
    len: usize,
}

/// Longest head, lines of a chunk included.
const HEAD: usize = 64 * 1024;
const LINES: usize = 64;

impl Reader {
    /// `max_body` is the most bytes of a body.
    pub(in crate::client) fn new(max_body: usize) -> Self {
        Self {
            max_body,
            progress: None,
            closes: false,
        }
    }

    /// Bytes of the whole response in front of `input`.
    pub(in crate::client) fn measure(&mut self, input: &[u8]) -> Result<Option<usize>, Malformed> {
        let mut progress = match self.progress.take() {
            Some(progress) => progress,
            None => match self.begin(input)? {
                Some(progress) => progress,
                None => return Ok(None),
            },
        };
        let end = match progress.length {
            Length::Known(bytes) => Some(progress.body.saturating_add(bytes)),
            Length::Chunked => self.chunks(&mut progress, input)?,
            Length::ToEnd if input.len() - progress.body > self.max_body => {
                return Err(Malformed::TooLong(self.max_body));
            }
            Length::ToEnd => None,
        };
        let end = end.filter(|end| *end <= input.len());
        if end.is_none() {
            self.progress = Some(progress);
        }
        Ok(end)
    }

    /// The same at the end of the stream.
    pub(in crate::client) fn measure_at_end(&mut self, input: &[u8]) -> Option<usize> {
        let progress = self.progress.take()?;
        (progress.length == Length::ToEnd).then_some(input.len())
    }

    fn begin(&mut self, input: &[u8]) -> Result<Option<Progress>, Malformed> {
        let Some((skipped, head)) = final_head(input)? else {
            return Ok(None);
        };
        self.closes = head.closes;
        if matches!(head.length, Length::Known(bytes) if bytes > self.max_body) {
            return Err(Malformed::TooLong(self.max_body));
        }
        let body = skipped + head.len;
        Ok(Some(Progress {
            length: head.length,
            body,
            at: body,
            bytes: 0,
        }))
    }

    fn chunks(&self, progress: &mut Progress, input: &[u8]) -> Result<Option<usize>, Malformed> {
        loop {
            let rest = input.get(progress.at..).unwrap_or_default();
            let Some(chunk) = Chunk::read(rest)? else {
                return Ok(None);
            };
            let bytes = progress.bytes.saturating_add(chunk.len);
            if bytes > self.max_body {
                return Err(Malformed::TooLong(self.max_body));
            }
            let start = progress.at + chunk.start;
            if chunk.len == 0 {
                let trailer = trailer(input.get(start..).unwrap_or_default())?;
                return Ok(trailer.map(|len| start + len));
            }
            let next = start.saturating_add(chunk.len).saturating_add(2);
            if next > input.len() {
                return Ok(None);
            }
            progress.at = next;
            progress.bytes = bytes;
        }
    }
}

impl<'a> Received<'a> {
    /// Takes a response apart that a [`Reader`] has found whole.
    pub(in crate::client) fn read(whole: &'a [u8]) -> Result<Self, Malformed> {
        let cut = Malformed::Head("it breaks off");
        let (skipped, head) = final_head(whole)?.ok_or(cut)?;
        let body = whole.get(skipped + head.len..).unwrap_or_default();
        let body = match head.length {
            Length::Chunked => Cow::Owned(join(body)?),
            Length::Known(_) | Length::ToEnd => Cow::Borrowed(body),
        };
        Ok(Self {
            status: head.status,
            reason: head.reason,
            location: head.location,
            body,
        })
    }
}

/// Status, reason and length of a response's head, interim ones included, as
/// soon as it is whole.
pub(super) fn head(input: &[u8]) -> Result<Option<(u16, String, usize)>, Malformed> {
    let found = final_head(input)?;
    Ok(found.map(|(skipped, head)| (head.status, head.reason, skipped + head.len)))
}

/// The first head that is not an interim one, and what stands before it.
fn final_head(input: &[u8]) -> Result<Option<(usize, Head)>, Malformed> {
    let mut skipped = 0;
    loop {
        let rest = input.get(skipped..).unwrap_or_default();
        match Head::read(rest)? {
            Some(head) if head.status < 200 && head.status != 101 => skipped += head.len,
            Some(head) => return Ok(Some((skipped, head))),
            None => return Ok(None),
        }
        if skipped > HEAD {
            return Err(Malformed::Head("it has too many interim responses"));
        }
    }
}

impl Head {
    fn read(input: &[u8]) -> Result<Option<Self>, Malformed> {
        // Most heads have a tenth of these lines: the others are not even cleared.
        let mut lines = [const { MaybeUninit::uninit() }; LINES];
        let mut response = httparse::Response::new(&mut []);
        let parser = httparse::ParserConfig::default();
        let len = match parser.parse_response_with_uninit_headers(&mut response, input, &mut lines)
        {
            Ok(httparse::Status::Complete(len)) => len,
            Ok(httparse::Status::Partial) if input.len() > HEAD => {
                return Err(Malformed::Head("the head is too long"));
            }
            Ok(httparse::Status::Partial) => return Ok(None),
            Err(httparse::Error::TooManyHeaders) => {
                return Err(Malformed::Head("it has too many header lines"));
            }
            Err(_) => return Err(Malformed::Head("the head is malformed")),
        };
        let status = response.code.unwrap_or_default();
        let mut head = Self {
            status,
            reason: response
                .reason
                .filter(|_| status != 200)
                .unwrap_or_default()
                .to_owned(),
            length: Length::ToEnd,
            closes: response.version == Some(0),
            location: None,
            len,
        };
        for line in response.headers.iter() {
            head.take(line.name, line.value)?;
        }
        if status < 200 || matches!(status, 204 | 304) {
            head.length = Length::Known(0);
        }
        head.closes |= head.length == Length::ToEnd;
        Ok(Some(head))
    }

    fn take(&mut self, name: &str, value: &[u8]) -> Result<(), Malformed> {
        let is = |other: &str| name.eq_ignore_ascii_case(other);
        if is("content-length") {
            let bytes = str::from_utf8(value).ok().and_then(|text| {
                let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
                text.parse().ok().filter(|_| is_number)
            });
            let bytes = bytes.ok_or(Malformed::Head("its length is no number"))?;
            match self.length {
                Length::Known(other) if other != bytes => {
                    return Err(Malformed::Head("it has two lengths"));
                }
                Length::Chunked => {}
                _ => self.length = Length::Known(bytes),
            }
        } else if is("transfer-encoding") {
            if !value.eq_ignore_ascii_case(b"chunked") {
                return Err(Malformed::Head("its transfer encoding is unknown"));
            }
            self.length = Length::Chunked;
        } else if is("connection") {
            for word in value.split(|byte| *byte == b',') {
                let word = word.trim_ascii();
                if word.eq_ignore_ascii_case(b"close") {
                    self.closes = true;
                } else if word.eq_ignore_ascii_case(b"keep-alive") {
                    self.closes = false;
                }
            }
        } else if is("location") {
            self.location = Some(value.to_vec());
        }
        Ok(())
    }
}

/// The line in front of a chunk.
struct Chunk {
    /// Where its bytes begin.
    start: usize,
    len: usize,
}

impl Chunk {
    fn read(input: &[u8]) -> Result<Option<Self>, Malformed> {
        match httparse::parse_chunk_size(input) {
            Ok(httparse::Status::Complete((start, len))) => {
                let len = usize::try_from(len).unwrap_or(usize::MAX);
                Ok(Some(Self { start, len }))
            }
            Ok(httparse::Status::Partial) if input.len() > HEAD => {
                Err(Malformed::Head("a chunk has no size"))
            }
            Ok(httparse::Status::Partial) => Ok(None),
            Err(_) => Err(Malformed::Head("the size of a chunk is no number")),
        }
    }
}

/// Bytes of the lines behind the last chunk.
fn trailer(input: &[u8]) -> Result<Option<usize>, Malformed> {
    let mut lines = [httparse::EMPTY_HEADER; LINES];
    match httparse::parse_headers(input, &mut lines) {
        Ok(httparse::Status::Complete((len, _))) => Ok(Some(len)),
        Ok(httparse::Status::Partial) if input.len() > HEAD => {
            Err(Malformed::Head("the trailer is too long"))
        }
        Ok(httparse::Status::Partial) => Ok(None),
        Err(_) => Err(Malformed::Head("the trailer is malformed")),
    }
}

/// What the chunks carry.
fn join(chunks: &[u8]) -> Result<Vec<u8>, Malformed> {
    let mut joined = Vec::new();
    let mut rest = chunks;
    while let Some(Chunk { start, len }) = Chunk::read(rest)?.filter(|chunk| chunk.len > 0) {
        let cut = Malformed::Head("a chunk breaks off");
        let (bytes, after) = rest
            .get(start..)
            .and_then(|rest| rest.split_at_checked(len))
            .ok_or(cut)?;
        joined.extend_from_slice(bytes);
        rest = after
            .strip_prefix(b"\r\n")
            .ok_or(Malformed::Head("a chunk is longer than its size"))?;
    }
    Ok(joined)
}
