//! Errors on the wire: one list of codes for HTTP and WebSocket (data contract 11).

use std::fmt;
use std::str::FromStr;

use chance::InputError;
use dicee::{DiceeRefusal, ScoreRefusal, Severity};
use pools::{ExtendedRefusal, TableRefusal};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use uuid::Uuid;

use crate::state::GameState;

macro_rules! codes {
    ($($(#[doc = $about:literal])+ $variant:ident = $name:literal,)*) => {
        /// Why something did not happen, for machines. The data contract, section 11.2, has most of them; the others are
        /// additions.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        pub enum ErrorCode {
            $($(#[doc = $about])+ #[serde(rename = $name)] $variant,)*
        }

        impl ErrorCode {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// As it is written.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }
        }
    };
}

codes! {
    /// Invalid dice, or an invalid choice of dice.
    InvalidDice = "ERR_INVALID_DICE",
    /// A box that cannot be chosen.
    InvalidCategory = "ERR_INVALID_CATEGORY",
    /// A box that is filled.
    CategoryScored = "ERR_CATEGORY_SCORED",
    /// Not possible at this moment of the game.
    InvalidTurn = "ERR_INVALID_TURN",
    /// A card that contradicts itself.
    InvalidScorecard = "ERR_INVALID_SCORECARD",
    /// Any other field that is wrong.
    InvalidRequest = "ERR_INVALID_REQUEST",
    /// The text is not JSON.
    MalformedJson = "ERR_MALFORMED_JSON",
    /// The body or message is too large.
    BodyTooLarge = "ERR_BODY_TOO_LARGE",
    /// The body is not said to be JSON.
    UnsupportedMediaType = "ERR_UNSUPPORTED_MEDIA_TYPE",
    /// None of the forms that the client accepts exists.
    NotAcceptable = "ERR_NOT_ACCEPTABLE",
    /// There is nothing at this path.
    NotFound = "ERR_NOT_FOUND",
    /// The address does not take this method.
    MethodNotAllowed = "ERR_METHOD_NOT_ALLOWED",
    /// The address takes WebSocket connections only.
    UpgradeRequired = "ERR_UPGRADE_REQUIRED",
    /// There is no such player.
    PlayerNotFound = "ERR_PLAYER_NOT_FOUND",
    /// There is no such game.
    GameNotFound = "ERR_GAME_NOT_FOUND",
    /// The game has not started.
    GameNotStarted = "ERR_GAME_NOT_STARTED",
    /// The game is over.
    GameCompleted = "ERR_GAME_COMPLETED",
    /// It is somebody else's turn.
    NotYourTurn = "ERR_NOT_YOUR_TURN",
    /// The game has moved on, or an id or code is taken; also a block too many, and a guess made twice.
    Conflict = "ERR_CONFLICT",
    /// The token is missing or wrong.
    Unauthorized = "ERR_UNAUTHORIZED",
    /// The token has expired.
    SessionExpired = "ERR_SESSION_EXPIRED",
    /// This player may not do that.
    Forbidden = "ERR_FORBIDDEN",
    /// Hints are off at this table.
    CoachOff = "ERR_COACH_OFF",
    /// The player keeps as many open tables as one may.
    TooManyTables = "ERR_TOO_MANY_TABLES",
    /// Too many requests.
    RateLimit = "ERR_RATE_LIMIT",
    /// No answer in time.
    Timeout = "ERR_TIMEOUT",
    /// Not now.
    ServiceDown = "ERR_SERVICE_DOWN",
    /// The store has no room.
    Database = "ERR_DATABASE",
    /// A fault of the server, or of its store.
    Internal = "ERR_INTERNAL",
}

impl ErrorCode {
    /// Whether sending the same again can help: later, or with another token. The one answer for HTTP and sockets.
    #[must_use]
    pub const fn is_recoverable(self) -> bool {
        matches!(
            self,
            Self::ServiceDown
                | Self::RateLimit
                | Self::Conflict
                | Self::Database
                | Self::Timeout
                | Self::SessionExpired
        )
    }

    /// How bad it is: a warning where sending the same again can help.
    #[must_use]
    pub const fn severity(self) -> Severity {
        if self.is_recoverable() { Severity::Warning } else { Severity::Error }
    }

    /// The code for a field whose value is wrong, whatever the request. The field may be given with the path to it.
    #[must_use]
    pub fn of_field(field: &str) -> Self {
        if field.contains("Scorecard") || field.contains("scorecard") {
            return Self::InvalidScorecard;
        }
        let last = field.rsplit('.').next().unwrap_or(field);
        match last.split('[').next().unwrap_or(last) {
            "diceResult" | "keptMask" | "chosenKeptMask" => Self::InvalidDice,
            "availableCategories" | "chosenCategory" | "category" => Self::InvalidCategory,
            "rollsRemaining" | "rollNumber" => Self::InvalidTurn,
            _ => Self::InvalidRequest,
        }
    }
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for ErrorCode {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        let known = Self::ALL.iter().find(|code| code.as_str() == text).copied();
        known.ok_or_else(|| InputError::quoted("code", "an error code", text))
    }
}

/// The code that the input itself names, or else that of its field.
impl From<&InputError> for ErrorCode {
    fn from(error: &InputError) -> Self {
        let named = error.code().and_then(|code| code.parse().ok());
        named.unwrap_or_else(|| Self::of_field(error.field()))
    }
}

impl From<&DiceeRefusal> for ErrorCode {
    fn from(refusal: &DiceeRefusal) -> Self {
        match refusal {
            DiceeRefusal::NotCreated => Self::GameNotFound,
            DiceeRefusal::NotStarted => Self::GameNotStarted,
            DiceeRefusal::Over => Self::GameCompleted,
            DiceeRefusal::NotYourTurn { .. } => Self::NotYourTurn,
            DiceeRefusal::NotSeated { .. }
            | DiceeRefusal::NotHost
            | DiceeRefusal::NotTable
            | DiceeRefusal::WrongSeat { .. } => Self::Forbidden,
            DiceeRefusal::Score(ScoreRefusal::AlreadyFilled { .. }) => Self::CategoryScored,
            DiceeRefusal::Score(ScoreRefusal::ForcedElsewhere { .. }) => Self::InvalidCategory,
            DiceeRefusal::NothingToKeep { .. } | DiceeRefusal::NothingToRoll => Self::InvalidDice,
            DiceeRefusal::AlreadyCreated
            | DiceeRefusal::AlreadyStarted
            | DiceeRefusal::NotOver
            | DiceeRefusal::Overtime
            | DiceeRefusal::Players { .. }
            | DiceeRefusal::AlreadySeated { .. }
            | DiceeRefusal::TimeLimit { .. }
            | DiceeRefusal::NoTimeLimit
            | DiceeRefusal::Seed { .. }
            | DiceeRefusal::NoRollLeft
            | DiceeRefusal::NotRolled
            | DiceeRefusal::UndoForbidden
            | DiceeRefusal::NothingToUndo => Self::InvalidTurn,
        }
    }
}

impl From<&fortytwo::Refusal> for ErrorCode {
    fn from(refusal: &fortytwo::Refusal) -> Self {
        use fortytwo::Refusal;
        #[expect(clippy::wildcard_enum_match_arm, reason = "the others are about what was chosen")]
        match refusal {
            Refusal::NotYourTurn { .. } => Self::NotYourTurn,
            Refusal::NotStarted => Self::GameNotStarted,
            Refusal::GameOver { .. } => Self::GameCompleted,
            Refusal::NoSeat { .. } | Refusal::NotYourSeat { .. } => Self::Forbidden,
            _ => Self::InvalidTurn,
        }
    }
}

impl From<&ExtendedRefusal> for ErrorCode {
    fn from(refusal: &ExtendedRefusal) -> Self {
        match refusal {
            ExtendedRefusal::NotStarted => Self::GameNotStarted,
            ExtendedRefusal::Over { .. } => Self::GameCompleted,
            ExtendedRefusal::NotYours { .. } => Self::Forbidden,
            ExtendedRefusal::Started { .. } => Self::InvalidTurn,
        }
    }
}

impl From<&TableRefusal> for ErrorCode {
    fn from(refusal: &TableRefusal) -> Self {
        match refusal {
            TableRefusal::NotYours { .. } => Self::Forbidden,
            TableRefusal::Full { .. } | TableRefusal::TooManyChecks { .. } => Self::GameCompleted,
            TableRefusal::Extended(refusal) => refusal.into(),
            TableRefusal::Input(_)
            | TableRefusal::LongExpression { .. }
            | TableRefusal::TooManyDice { .. }
            | TableRefusal::Words { .. }
            | TableRefusal::Alias { .. }
            | TableRefusal::TooManyAliases { .. }
            | TableRefusal::NoSuchCheck { .. }
            | TableRefusal::NoSuchRoll { .. }
            | TableRefusal::NotHidden { .. } => Self::InvalidRequest,
        }
    }
}

/// The answer to every request that fails (data contract 11.3).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ErrorResponse {
    /// False.
    pub success: bool,
    /// The reason.
    pub error: ErrorDetail,
    /// How the game stands, where a command expected another version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game_state: Option<Box<GameState>>,
}

/// What went wrong (data contract 11.1).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ErrorDetail {
    /// For machines.
    pub code: ErrorCode,
    /// For people.
    pub message: String,
    /// How bad it is.
    pub severity: Severity,
    /// Milliseconds since 1970.
    pub timestamp: u64,
    /// The request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request_id: Option<Uuid>,
    /// What it was part of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trace_id: Option<Uuid>,
    /// What exactly was wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub details: Option<ErrorContext>,
    /// Whether trying again can help.
    pub recoverable: bool,
    /// Seconds to wait before that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after: Option<u64>,
    /// What to do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suggested_action: Option<String>,
}

/// What exactly was wrong.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ErrorContext {
    /// The field, with the path to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// The rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub constraint: Option<String>,
    /// What was expected.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub expected: Option<Value>,
    /// What came.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub actual: Option<Value>,
}

/// A field that is there, also where it is null: `null` may be what came.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

impl From<&InputError> for ErrorContext {
    fn from(error: &InputError) -> Self {
        Self {
            field: Some(error.field().to_owned()),
            constraint: None,
            expected: Some(error.expected().into()),
            actual: Some(error.actual().clone()),
        }
    }
}

impl From<&TableRefusal> for ErrorContext {
    fn from(refusal: &TableRefusal) -> Self {
        let field = refusal.field().map(|field| format!("command.{field}"));
        Self { field, constraint: Some(refusal.to_string()), ..Self::default() }
    }
}

/// Whose turn it is stands in `expected`; the sender is known to the receiver of the command.
impl From<&DiceeRefusal> for ErrorContext {
    fn from(refusal: &DiceeRefusal) -> Self {
        let mut context = Self {
            field: refusal.field().map(|field| format!("command.{field}")),
            constraint: Some(refusal.to_string()),
            ..Self::default()
        };
        #[expect(clippy::wildcard_enum_match_arm, reason = "the others say all they know in their words")]
        match refusal {
            DiceeRefusal::NotYourTurn { current } => {
                context.field = Some("playerId".into());
                context.expected = Some(current.to_string().into());
            }
            DiceeRefusal::Players { expected, actual } => {
                context.expected = Some(expected.as_str().into());
                context.actual = Some((*actual).into());
            }
            DiceeRefusal::WrongSeat { expected, actual } => {
                context.expected = Some((*expected).into());
                context.actual = Some((*actual).into());
            }
            DiceeRefusal::TimeLimit { actual } => context.actual = Some((*actual).into()),
            DiceeRefusal::AlreadySeated { player } => context.actual = Some(player.to_string().into()),
            DiceeRefusal::Score(ScoreRefusal::AlreadyFilled { category }) => {
                context.actual = Some(category.name().into());
            }
            DiceeRefusal::Score(ScoreRefusal::ForcedElsewhere { category, allowed }) => {
                context.expected = Some(allowed.to_string().into());
                context.actual = Some(category.name().into());
            }
            _ => {}
        }
        context
    }
}

/// With the numbers of seats, and nothing that is hidden from the seat that asked.
impl From<&fortytwo::Refusal> for ErrorContext {
    fn from(refusal: &fortytwo::Refusal) -> Self {
        use fortytwo::Refusal;
        let mut context = Self { constraint: Some(refusal.to_string()), ..Self::default() };
        let number = |seat: fortytwo::Seat| Value::from(u8::from(seat));
        #[expect(clippy::wildcard_enum_match_arm, reason = "the others say all they know in their words")]
        match refusal {
            Refusal::NotYourTurn { player, current } => {
                context.field = Some("command.player".into());
                context.expected = current.map(number);
                context.actual = Some(number(*player));
            }
            Refusal::NotYourSeat { seat, player } => {
                context.field = Some("command.player".into());
                context.expected = Some(number(*seat));
                context.actual = Some(number(*player));
            }
            Refusal::NotInHand { domino, hand: may } | Refusal::NotLegal { domino, legal: may } => {
                context.field = Some("command.domino".into());
                context.expected = Some(may.to_string().into());
                context.actual = Some(domino.to_string().into());
            }
            Refusal::WrongPhase { expected, actual } => {
                context.expected = Some(expected.to_string().into());
                context.actual = Some(actual.to_string().into());
            }
            _ => {}
        }
        context
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_written_as_they_are_named() {
        for code in ErrorCode::ALL {
            assert_eq!(serde_json::to_value(code).unwrap(), code.as_str());
            assert_eq!(code.as_str().parse::<ErrorCode>().unwrap(), *code);
            assert!(code.as_str().starts_with("ERR_"));
        }
        assert!("ERR_NOTHING".parse::<ErrorCode>().is_err());
    }

    #[test]
    fn null_is_a_value_that_came() {
        let context = ErrorContext { actual: Some(Value::Null), ..ErrorContext::default() };
        let written = serde_json::to_string(&context).unwrap();
        assert_eq!(written, r#"{"actual":null}"#);
        assert_eq!(serde_json::from_str::<ErrorContext>(&written).unwrap(), context);
        assert_eq!(serde_json::from_str::<ErrorContext>("{}").unwrap(), ErrorContext::default());
    }

    #[test]
    fn fields_have_the_codes_of_the_contract() {
        for (field, code) in [
            ("diceResult[2]", ErrorCode::InvalidDice),
            ("gameState.scorecard.ones", ErrorCode::InvalidScorecard),
            ("currentScorecard", ErrorCode::InvalidScorecard),
            ("gameState.rollNumber", ErrorCode::InvalidTurn),
            ("command.category", ErrorCode::InvalidCategory),
            ("seed", ErrorCode::InvalidRequest),
        ] {
            assert_eq!(ErrorCode::of_field(field), code, "{field}");
        }
    }
}
