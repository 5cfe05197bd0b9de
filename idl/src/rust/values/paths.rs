//! Paths that are values: constants, and cases of enums and unions.

use super::Reader;
use crate::ast::ValueKind;
use crate::rust::members;
use crate::rust::scope::{Role, plain, role};
use syn::Path;

impl Reader<'_, '_> {
    pub(super) fn path(&mut self, path: &Path) -> Option<ValueKind> {
        let words: Vec<String> = path.segments.iter().map(|it| plain(&it.ident)).collect();
        let last_two = words.split_last_chunk::<2>().map(|(_, words)| words);
        if self.scope.find_constant(path).is_some() {
            return Some(ValueKind::Path(words.concat()));
        }
        match last_two {
            Some([owner, null]) if owner == "Value" && null == "Null" => Some(ValueKind::Null),
            _ if words.last().is_some_and(|it| it == "None") => Some(ValueKind::Null),
            _ => {
                let (name, case, role) = self.case(path)?;
                Some(ValueKind::Path(match role {
                    Role::Enum => format!("{name}.{case}"),
                    _ => case,
                }))
            }
        }
    }

    /// The type and the case that `Type::Case` names, both as in the contract.
    pub(super) fn case(&mut self, path: &Path) -> Option<(String, String, Role)> {
        let mut owner = path.clone();
        let case = owner.segments.pop()?;
        owner.segments.pop_punct();
        let item = self.scope.find(&owner)?;
        let role = role(item);
        if !matches!(role, Role::Enum | Role::Union) {
            return None;
        }
        let name = self.scope.refer(&owner)?;
        let cases = members::of(item, self.scope);
        let case = cases.get(&plain(&case.ident))?;
        Some((name, case.name.clone(), role))
    }
}
