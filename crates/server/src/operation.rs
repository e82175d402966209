//! What can be asked of the server: one entry for each address and method, from which the router, the limits, the
//! metrics and the description for programs are made.

use protocol::GameKind;
use serde_json::{Value, json};

use crate::limit::Quota;

/// One address with one method.
#[derive(Debug)]
pub(crate) struct Operation {
    /// Its name: `operationId`, the label of its metrics, the bucket of its limit.
    pub(crate) name: &'static str,
    pub(crate) method: Method,
    /// With its parameters in braces, as the router and OpenAPI write them.
    pub(crate) path: &'static str,
    pub(crate) tag: &'static str,
    /// A one-line summary.
    pub(crate) summary: &'static str,
    /// How often one client may ask it; without, as often as it likes.
    pub(crate) quota: Option<Quota>,
    pub(crate) access: Access,
    /// The query parameters.
    pub(crate) query: &'static [Parameter],
    /// The schema of its body, if it takes one.
    pub(crate) takes: Option<&'static str>,
    /// The status and the schema of what it gives when all is well; no schema is no body.
    pub(crate) gives: &'static [(u16, Option<&'static str>)],
    /// Statuses of errors besides those that follow from the rest: from the body, the limit, the access and the path.
    pub(crate) errors: &'static [u16],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Method {
    Get,
    Post,
    Patch,
    Delete,
}

/// Who may ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    /// Anybody; a token is not looked at.
    Open,
    /// Anybody; with a token a player sees their own seat.
    Known,
    /// Players, with a token.
    Player,
    /// The holder of the operator's token.
    Operator,
}

/// A parameter of a query.
#[derive(Debug)]
pub(crate) struct Parameter {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    pub(crate) takes: Takes,
}

/// The type of a parameter.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Takes {
    /// A whole number within bounds.
    Integer { least: u64, most: u64 },
    /// A number within bounds.
    Number { least: f64, most: f64 },
    /// The name of a game.
    GameKind,
}

impl Method {
    /// As OpenAPI writes it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Get => "get",
            Self::Post => "post",
            Self::Patch => "patch",
            Self::Delete => "delete",
        }
    }
}

impl Takes {
    /// As OpenAPI writes it, for a server with these games.
    pub(crate) fn schema(self, kinds: &[&GameKind]) -> Value {
        match self {
            Self::Integer { least, most } => json!({ "type": "integer", "minimum": least, "maximum": most }),
            Self::Number { least, most } => json!({ "type": "number", "minimum": least, "maximum": most }),
            Self::GameKind => json!({ "enum": kinds }),
        }
    }
}

impl Operation {
    /// The names in braces.
    pub(crate) fn path_parameters(&self) -> impl Iterator<Item = &'static str> {
        self.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
    }

    /// Every status of an error that it may answer with.
    pub(crate) fn error_statuses(&self) -> Vec<u16> {
        // Whatever takes too long is given up.
        let mut statuses = vec![504];
        statuses.extend(self.errors);
        if self.takes.is_some() {
            statuses.extend([400, 408, 413, 415]);
        }
        if !self.query.is_empty() || self.path_parameters().next().is_some() {
            statuses.push(400);
        }
        if self.quota.is_some() {
            statuses.push(429);
        }
        match self.access {
            Access::Open => {}
            Access::Known | Access::Player => statuses.extend([401, 503]),
            Access::Operator => statuses.extend([401, 404]),
        }
        statuses.sort_unstable();
        statuses.dedup();
        statuses
    }
}
