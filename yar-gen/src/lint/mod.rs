//! What is right and still worth a look: named rules, each of which an
//! `@allow` can switch off.
//!
//! Knows the model and where it is declared; how findings look is known
//! elsewhere. Rules that depend on a language or a packager ask the
//! [`Setting`].

mod names;
mod rules;
mod sites;
mod types;
mod unused;

use yar_idl::diag::Diagnostic;

use crate::{Contract, Target};
pub use rules::{RULES, Rule};
use sites::Sites;

/// What a contract is meant for.
///
/// ```
/// use yar_gen::Target;
/// use yar_gen::lint::{Packager, Setting};
///
/// let all = Setting::default();
/// let gateway = Setting { targets: vec![Target::Lua], packagers: vec![Packager::Json] };
/// assert!(all.targets.contains(&Target::Lua) && gateway != all);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting {
    /// Languages that it is generated for.
    pub targets: Vec<Target>,
    /// Packagers that calls are made with.
    pub packagers: Vec<Packager>,
}

/// A body format of the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Packager {
    /// JSON
    Json,
    /// MessagePack
    Msgpack,
    /// PHP's `serialize`
    Php,
}

impl Default for Setting {
    /// Everything there is.
    fn default() -> Self {
        Self {
            targets: Target::ALL.to_vec(),
            packagers: vec![Packager::Json, Packager::Msgpack, Packager::Php],
        }
    }
}

/// All findings in the declarations of a contract itself, sorted by place;
/// what it imports is looked at when that is asked for.
#[must_use]
pub fn lint(contract: &Contract, setting: &Setting) -> Vec<Diagnostic> {
    let mut sites = Sites::new(contract);
    types::check(contract.package(), setting, &mut sites);
    names::check(contract.package(), &mut sites);
    unused::check_types(contract.package(), &mut sites);
    sites.finish()
}

#[cfg(test)]
mod tests;
