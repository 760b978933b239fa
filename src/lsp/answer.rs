//! What a kind of request is made of.

use lsp_server::ErrorCode;
use lsp_types::{Request, ServerCapabilities};
use serde_json::Value;

pub(super) use super::refusal::Refusal;
use super::workspace::Workspace;

/// What an answer is, or why there is none.
pub(super) type Answered<R> = Result<<R as Request>::Result, Refusal>;

/// A kind of request.
pub(super) trait Answer {
    /// What the protocol calls it.
    type Request: Request;

    /// Says in what the server declares that it answers such requests.
    fn declare(capabilities: &mut ServerCapabilities);

    /// Answers one.
    fn answer(
        workspace: &mut Workspace<'_>,
        params: <Self::Request as Request>::Params,
    ) -> Answered<Self::Request>;
}

/// A kind of request as the server finds it.
pub(super) struct Handler {
    /// The name of the request in the protocol.
    pub(super) method: &'static str,
    /// Says in what the server declares that it answers such requests.
    pub(super) declare: fn(&mut ServerCapabilities),
    /// Answers one.
    pub(super) answer: fn(&mut Workspace<'_>, Value) -> Result<Value, Refusal>,
}

impl Handler {
    /// Returns the entry of a kind of request.
    pub(super) const fn of<A: Answer>() -> Self {
        Self { method: A::Request::METHOD.as_str(), declare: A::declare, answer: answer::<A> }
    }
}

fn answer<A: Answer>(workspace: &mut Workspace<'_>, params: Value) -> Result<Value, Refusal> {
    let wrong = |code, error: serde_json::Error| Refusal { code, message: error.to_string() };
    let params =
        serde_json::from_value(params).map_err(|error| wrong(ErrorCode::InvalidParams, error))?;
    let result = A::answer(workspace, params)?;
    serde_json::to_value(result).map_err(|error| wrong(ErrorCode::InternalError, error))
}
