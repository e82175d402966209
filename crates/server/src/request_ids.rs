use uuid::Uuid;

/// The ids of one request, for logs and error bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ids {
    /// This request alone.
    pub(crate) request: Uuid,
    /// The operation that the request is part of; the client's own id if it sent a UUID.
    pub(crate) trace: Uuid,
}
