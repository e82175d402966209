//! Work that is repeated for as long as the server runs.

use std::fmt::Display;
use std::sync::{Arc, Weak};
use std::time::Duration;

use crate::api::Api;
use crate::drain::Drain;

/// Does `work` again and again, with a rest before each time, until the server stops or is gone. What fails is logged under
/// the name `what`, and tried again the next time.
pub(crate) fn repeat_in_background<W, E>(
    api: &Weak<Api>,
    drain: Drain,
    rest: Duration,
    what: &'static str,
    work: impl Fn(Arc<Api>) -> W + Send + 'static,
) where
    W: Future<Output = Result<(), E>> + Send,
    E: Display + Send,
{
    let api = api.clone();
    tokio::spawn(async move {
        loop {
            tokio::select! {
                () = drain.begun() => return,
                () = tokio::time::sleep(rest) => {}
            }
            let Some(api) = api.upgrade() else { return };
            let done = tokio::select! {
                () = drain.begun() => return,
                done = work(api) => done,
            };
            if let Err(error) = done {
                tracing::warn!(what, %error, "work in the background failed");
            }
        }
    });
}
