//! Expansions raise no lint where all of them are errors. There is nothing to
//! run: the compiler and clippy are the test.
#![deny(
    warnings,
    missing_docs,
    missing_debug_implementations,
    unused,
    clippy::all
)]
#![deny(clippy::pedantic, clippy::nursery)]

pub mod contract {
    //! A contract that has everything.

    /// Fails.
    #[derive(Debug, Clone, PartialEq, Eq, yar::Error)]
    #[yar(code = 1, message = "failed")]
    pub struct Failed {
        /// Text for people.
        pub message: String,
    }

    /// Fails in another way.
    #[derive(Debug, Clone, PartialEq, Eq, yar::Error)]
    #[yar(code = 2)]
    pub struct Refused {
        /// Text for people.
        pub message: String,
    }

    /// Fails in one of two ways.
    #[derive(Debug, Clone, PartialEq, Eq, yar::Error)]
    pub enum Trouble {
        /// Fails.
        Failed(Failed),
        /// Fails in another way.
        Refused(Refused),
    }

    /// Words.
    #[derive(Debug, Clone, PartialEq, Eq, yar::Enum)]
    pub enum Word {
        /// Yes.
        Yes,
        /// Another word.
        Unknown(String),
    }

    /// Numbers.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, yar::Enum)]
    #[yar(repr = "u64")]
    pub enum Number {
        /// One.
        #[yar(value = 1)]
        One,
        /// Another number.
        Unknown(u64),
    }

    /// A large argument.
    #[derive(Debug, Clone, PartialEq, Eq, yar::Serialize, yar::Deserialize)]
    #[serde(crate = "yar::serde")]
    pub struct Large {
        /// Texts.
        pub texts: (
            String,
            String,
            String,
            String,
            String,
            String,
            String,
            String,
        ),
        /// More of them.
        pub more: (
            String,
            String,
            String,
            String,
            String,
            String,
            String,
            String,
        ),
    }

    /// A service.
    #[yar::service]
    pub trait Everything {
        /// Adds.
        async fn add(&self, a: i64, b: i64) -> Result<i64, yar::Error>;
        /// Makes.
        async fn make(&self) -> Result<i64, yar::Fault<Trouble>>;
        /// Measures.
        fn measure(&self) -> u64;
        /// Tells.
        fn is_large(&self, large: Large) -> bool;
        /// Has many.
        #[expect(clippy::too_many_arguments, reason = "the contract is so")]
        fn many(&self, a: u8, b: u8, c: u8, d: u8, e: u8, f: u8, g: u8, h: u8);
        /// Is old.
        ///
        /// # Errors
        ///
        /// Always.
        #[deprecated = "use `many`"]
        fn old(&self, word: Word, number: Number) -> Result<(), Failed>;
    }

    /// A service whose contract spells types in its own way, and of old.
    #[yar::service]
    #[deprecated = "use `Everything`"]
    #[allow(non_camel_case_types)]
    pub trait small {
        /// Stops.
        async fn stop(&self) -> Result<(), yar::Error>;
    }

    /// Was a word.
    #[deprecated]
    #[derive(Debug, Clone, PartialEq, Eq, yar::Enum)]
    pub enum OldWord {
        /// Yes.
        Yes,
        /// Another word.
        Unknown(String),
    }

    /// Failed once.
    #[deprecated]
    #[derive(Debug, Clone, PartialEq, Eq, yar::Error)]
    #[yar(code = 3)]
    #[allow(deprecated, clippy::option_option)]
    pub struct OldFailed {
        /// Text for people.
        pub message: String,
        /// What it was about.
        #[serde(
            default,
            skip_serializing_if = "Option::is_none",
            with = "yar::tri_state"
        )]
        pub word: Option<Option<OldWord>>,
    }

    /// A service of old, with names that are no words.
    #[yar::service]
    #[allow(deprecated, clippy::option_option)]
    pub trait Old {
        /// Says.
        #[yar(name = "say \"it\"")]
        async fn say(
            &self,
            #[yar(optional)] word: Option<Option<OldWord>>,
        ) -> Result<(), yar::Fault<OldFailed>>;
    }

    #[yar::service]
    trait Private {
        fn never_called(&self);
    }
}
