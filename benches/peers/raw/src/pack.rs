//! MSGPACK of exactly the four calls, by hand.

use common::{PutReply, Record, Stats};

pub(crate) struct Writer<'a>(pub(crate) &'a mut Vec<u8>);

impl Writer<'_> {
    pub(crate) fn map(&mut self, len: u8) {
        self.0.push(0x80 + len);
    }

    pub(crate) fn list(&mut self, len: u8) {
        self.0.push(0x90 + len);
    }

    pub(crate) fn key(&mut self, name: &str) {
        self.0.push(0xa0 + name.len() as u8);
        self.0.extend_from_slice(name.as_bytes());
    }

    fn marked<const N: usize>(&mut self, marker: u8, bytes: [u8; N]) {
        self.0.push(marker);
        self.0.extend_from_slice(&bytes);
    }

    pub(crate) fn int(&mut self, value: i64) {
        if (0..128).contains(&value) {
            self.0.push(value as u8);
        } else if let Ok(value) = u8::try_from(value) {
            self.marked(0xcc, [value]);
        } else if let Ok(value) = u16::try_from(value) {
            self.marked(0xcd, value.to_be_bytes());
        } else if let Ok(value) = u32::try_from(value) {
            self.marked(0xce, value.to_be_bytes());
        } else {
            self.marked(0xd3, value.to_be_bytes());
        }
    }

    fn float(&mut self, value: f64) {
        self.marked(0xcb, value.to_be_bytes());
    }

    pub(crate) fn text(&mut self, text: &str) {
        match text.len() {
            len @ 0..32 => self.0.push(0xa0 + len as u8),
            len @ 32..256 => self.marked(0xd9, [len as u8]),
            len => self.marked(0xda, (len as u16).to_be_bytes()),
        }
        self.0.extend_from_slice(text.as_bytes());
    }

    pub(crate) fn floats(&mut self, floats: &[f64]) {
        self.marked(0xdc, (floats.len() as u16).to_be_bytes());
        let at = self.0.len();
        self.0.resize(at + floats.len() * 9, 0xcb);
        let (slots, _) = self.0[at..].as_chunks_mut::<9>();
        for (slot, float) in slots.iter_mut().zip(floats) {
            slot[1..].copy_from_slice(&float.to_be_bytes());
        }
    }

    pub(crate) fn stats(&mut self, stats: &Stats) {
        self.map(4);
        self.key("count");
        self.int(stats.count);
        self.key("mean");
        self.float(stats.mean);
        self.key("min");
        self.float(stats.min);
        self.key("max");
        self.float(stats.max);
    }

    pub(crate) fn put(&mut self, reply: &PutReply) {
        self.map(2);
        self.key("id");
        self.int(reply.id);
        self.key("version");
        self.int(reply.version);
    }

    pub(crate) fn record(&mut self, record: &Record) {
        self.map(12);
        self.key("id");
        self.int(record.id);
        self.key("name");
        self.text(&record.name);
        self.key("email");
        self.text(&record.email);
        self.key("active");
        self.0.push(0xc2 + u8::from(record.active));
        self.key("score");
        self.float(record.score);
        self.key("level");
        self.int(record.level.into());
        self.key("tags");
        self.list(record.tags.len() as u8);
        for tag in &record.tags {
            self.text(tag);
        }
        self.key("history");
        self.list(record.history.len() as u8);
        for value in &record.history {
            self.int(*value);
        }
        self.key("note");
        match &record.note {
            Some(note) => self.text(note),
            None => self.0.push(0xc0),
        }
        self.key("blob");
        self.marked(0xc4, [record.blob.len() as u8]);
        self.0.extend_from_slice(&record.blob);
        self.key("attrs");
        self.map(record.attrs.len() as u8);
        for (name, value) in &record.attrs {
            self.text(name);
            self.text(value);
        }
        self.key("created");
        self.int(record.created);
    }
}

pub(crate) struct Reader<'a>(pub(crate) &'a [u8]);

impl<'a> Reader<'a> {
    fn byte(&mut self) -> u8 {
        let (byte, rest) = self.0.split_first().expect("a byte");
        self.0 = rest;
        *byte
    }

    fn take(&mut self, len: usize) -> &'a [u8] {
        let (taken, rest) = self.0.split_at(len);
        self.0 = rest;
        taken
    }

    fn array<const N: usize>(&mut self) -> [u8; N] {
        let (taken, rest) = self.0.split_first_chunk().expect("bytes");
        self.0 = rest;
        *taken
    }

    pub(crate) fn map(&mut self, len: u8) {
        assert_eq!(self.byte(), 0x80 + len);
    }

    pub(crate) fn list(&mut self, len: u8) {
        assert_eq!(self.byte(), 0x90 + len);
    }

    pub(crate) fn key(&mut self, name: &str) {
        assert_eq!(self.byte(), 0xa0 + name.len() as u8);
        assert_eq!(self.take(name.len()), name.as_bytes());
    }

    pub(crate) fn int(&mut self) -> i64 {
        match self.byte() {
            value @ 0..0x80 => value.into(),
            0xcc => self.byte().into(),
            0xcd => u16::from_be_bytes(self.array()).into(),
            0xce => u32::from_be_bytes(self.array()).into(),
            0xd3 => i64::from_be_bytes(self.array()),
            marker => panic!("no integer: {marker}"),
        }
    }

    fn float(&mut self) -> f64 {
        assert_eq!(self.byte(), 0xcb);
        f64::from_be_bytes(self.array())
    }

    pub(crate) fn text(&mut self) -> &'a str {
        let len = match self.byte() {
            marker @ 0xa0..0xc0 => usize::from(marker - 0xa0),
            0xd9 => self.byte().into(),
            0xda => u16::from_be_bytes(self.array()).into(),
            marker => panic!("no text: {marker}"),
        };
        std::str::from_utf8(self.take(len)).expect("text")
    }

    pub(crate) fn floats(&mut self) -> Vec<f64> {
        assert_eq!(self.byte(), 0xdc);
        let len: usize = u16::from_be_bytes(self.array()).into();
        let (slots, _) = self.take(len * 9).as_chunks::<9>();
        let float = |slot: &[u8; 9]| {
            let [marker, bytes @ ..] = *slot;
            assert_eq!(marker, 0xcb);
            f64::from_be_bytes(bytes)
        };
        slots.iter().map(float).collect()
    }

    pub(crate) fn stats(&mut self) -> Stats {
        self.map(4);
        self.key("count");
        let count = self.int();
        self.key("mean");
        let mean = self.float();
        self.key("min");
        let min = self.float();
        self.key("max");
        let max = self.float();
        Stats {
            count,
            mean,
            min,
            max,
        }
    }

    pub(crate) fn put(&mut self) -> PutReply {
        self.map(2);
        self.key("id");
        let id = self.int();
        self.key("version");
        let version = self.int();
        PutReply { id, version }
    }

    fn len(&mut self, base: u8) -> usize {
        usize::from(self.byte() - base)
    }

    pub(crate) fn record(&mut self) -> Record {
        self.map(12);
        self.key("id");
        let id = self.int();
        self.key("name");
        let name = self.text().to_owned();
        self.key("email");
        let email = self.text().to_owned();
        self.key("active");
        let active = self.byte() == 0xc3;
        self.key("score");
        let score = self.float();
        self.key("level");
        let level = self.int() as i32;
        self.key("tags");
        let tags = (0..self.len(0x90))
            .map(|_| self.text().to_owned())
            .collect();
        self.key("history");
        let history = (0..self.len(0x90)).map(|_| self.int()).collect();
        self.key("note");
        let note = if self.0[0] == 0xc0 {
            self.byte();
            None
        } else {
            Some(self.text().to_owned())
        };
        self.key("blob");
        assert_eq!(self.byte(), 0xc4);
        let len = self.byte().into();
        let blob = self.take(len).to_vec();
        self.key("attrs");
        let attrs = (0..self.len(0x80))
            .map(|_| (self.text().to_owned(), self.text().to_owned()))
            .collect();
        self.key("created");
        let created = self.int();
        Record {
            id,
            name,
            email,
            active,
            score,
            level,
            tags,
            history,
            note,
            blob,
            attrs,
            created,
        }
    }
}
