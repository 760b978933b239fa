//! Why a request has no answer.

use lsp_server::ErrorCode;

/// Why there is no answer.
#[derive(Debug)]
pub(super) struct Refusal {
    /// The kind of reason.
    pub(super) code: ErrorCode,
    /// The reason, for people.
    pub(super) message: String,
}

impl Refusal {
    /// Refuses what cannot be done, for a reason that people read.
    pub(super) fn because(reason: impl Into<String>) -> Self {
        Self { code: ErrorCode::RequestFailed, message: reason.into() }
    }

    /// Says that puzgen is wrong.
    pub(super) fn bug() -> Self {
        let message = "a bug of puzgen, please report it with the text".to_owned();
        Self { code: ErrorCode::InternalError, message }
    }
}
