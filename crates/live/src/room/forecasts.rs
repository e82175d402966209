//! Forecasts for those who asked: behind every move, one at a time, and never in front of anything.

use protocol::{ClientMessage, ServerMessage};
use tokio::task::JoinHandle;

use super::Room;
use crate::forecast::{Effort, Forecast};
use crate::game::{Denied, LiveGame};
use crate::request::WatcherId;
use crate::text::Text;

/// The forecast of a room, and who wants it.
#[derive(Debug, Default)]
pub(super) struct Forecasts {
    computing: Option<ForecastTask>,
    /// The last one that was sent.
    sent: Option<Sent>,
    /// The version for which no forecast could be computed; the room tries again at its next poll.
    missed: Option<u64>,
}

impl Forecasts {
    /// Whether a forecast was missed and should be tried again.
    pub(super) const fn is_missing(&self) -> bool {
        self.missed.is_some()
    }

    /// Lets a missed forecast be computed again.
    pub(super) fn retry(&mut self) {
        self.missed = None;
    }
}

/// A forecast that is being computed.
#[derive(Debug)]
pub(super) struct ForecastTask {
    /// The version that it is for.
    version: u64,
    effort: Effort,
    work: JoinHandle<Option<Forecast>>,
}

#[derive(Debug)]
struct Sent {
    version: u64,
    text: Text,
    can_improve: bool,
}

/// Waits for the forecast that is being computed; for ever if there is none.
pub(super) async fn forecasted(forecasts: &mut Forecasts) -> (ForecastTask, Option<Forecast>) {
    let Some(task) = &mut forecasts.computing else { return std::future::pending().await };
    let forecast = (&mut task.work).await.ok().flatten();
    match forecasts.computing.take() {
        Some(task) => (task, forecast),
        None => std::future::pending().await,
    }
}

impl<G: LiveGame> Room<G> {
    /// A watcher wants forecasts from now on, or no more.
    pub(super) fn want_forecasts(&mut self, id: WatcherId, wanted: bool) {
        let Some(queue) = self.audience.want_forecasts(id, wanted && G::FORECASTS) else { return };
        if !G::FORECASTS {
            let denied = Denied::no_message(&ClientMessage::RequestWinChance { wanted });
            queue.send(Text::json(&ServerMessage::Error(denied.into())));
            return;
        }
        let version = self.log.version();
        if let Some(sent) = self.forecasts.sent.as_ref().filter(|sent| wanted && sent.version == version) {
            queue.offer(sent.text.clone());
        }
    }

    /// Begins to compute what is due: a forecast of where the game stands, or a better one.
    pub(super) fn start_forecast(&mut self) {
        let version = self.log.version();
        if self.forecasts.computing.is_some()
            || self.forecasts.missed == Some(version)
            || !self.audience.wants_forecasts()
        {
            return;
        }
        let effort = match &self.forecasts.sent {
            Some(sent) if sent.version == version && sent.can_improve => Effort::Thorough,
            Some(sent) if sent.version == version => return,
            Some(_) | None => Effort::Quick,
        };
        if let Some(work) = G::forecast(&self.log, effort, &self.context) {
            let work = tokio::task::spawn_blocking(work);
            self.forecasts.computing = Some(ForecastTask { version, effort, work });
        }
    }

    /// Sends a forecast to those who asked, unless the game has moved on meanwhile.
    pub(super) fn finish_forecast(&mut self, (task, forecast): (ForecastTask, Option<Forecast>)) {
        let ForecastTask { version, effort, .. } = task;
        if version != self.log.version() {
            return;
        }
        match (forecast, &mut self.forecasts.sent) {
            (Some(Forecast { message, can_improve }), _) => {
                let text = Text::json(&message);
                self.audience.offer_forecast(&text);
                let can_improve = can_improve && effort == Effort::Quick;
                self.forecasts.sent = Some(Sent { version, text, can_improve });
            }
            // The node is busy: the quick forecast that was sent is kept.
            (None, Some(sent)) if effort == Effort::Thorough => sent.can_improve = false,
            (None, _) => self.forecasts.missed = Some(version),
        }
    }
}
