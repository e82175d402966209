use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use futures_util::StreamExt as _;
use indicatif::ProgressBar;
use ledger::{CommandKey, Seat, Sender};
use protocol::{EventsResponse, LogResponse};
use serde::Deserialize;
use serde_json::{Map, Value};

use super::address::Address;
use super::http::{Http, LoadError};
use super::plan::Plan;
use super::process::Probe;
use super::tally::{Opened, Tally};

/// How many games are looked at at once after the end.
const CHECKED_AT_ONCE: usize = 8;

/// Many games, and what they share.
#[derive(Debug)]
pub(super) struct Run {
    addresses: Vec<Address>,
    plan: Plan,
    tally: Mutex<Tally>,
    known: Mutex<Vec<Known>>,
    bar: ProgressBar,
}

/// What a client knows of its game in the end: the server has to know it, too.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub(super) game: String,
    pub(super) token: String,
    pub(super) seat: u8,
    /// Commands 1 to this were acknowledged.
    pub(super) commands: u32,
    pub(super) version: u64,
}

impl Run {
    /// At least one address.
    pub(super) fn new(addresses: Vec<Address>, plan: Plan, bar: ProgressBar) -> Self {
        bar.set_length(if plan.soak { plan.limit.as_secs() } else { u64::from(plan.games) * 100 });
        Self { addresses, plan, tally: Mutex::new(Tally::new()), known: Mutex::default(), bar }
    }

    /// The node for a socket or a game of this number.
    pub(super) fn address_of(&self, number: usize) -> &Address {
        &self.addresses[number % self.addresses.len()]
    }

    /// All nodes.
    pub(super) fn urls(&self) -> String {
        self.addresses.iter().map(Address::url).collect::<Vec<_>>().join(", ")
    }

    pub(super) const fn plan(&self) -> &Plan {
        &self.plan
    }

    pub(super) fn tally(&self) -> MutexGuard<'_, Tally> {
        // Counts are never half done.
        self.tally.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A game went on by so many percent.
    pub(super) fn progressed(&self, percent: u64) {
        if !self.plan.soak {
            self.bar.inc(percent);
        }
    }

    pub(super) fn finished(&self, known: Known) {
        self.tally().finished += 1;
        self.remember(known);
    }

    /// A game has made its moves and will stay as it is.
    pub(super) fn is_idle(&self, known: Known) {
        self.tally().idle += 1;
        self.bar.inc(100);
        self.remember(known);
    }

    fn remember(&self, known: Known) {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).push(known);
    }

    /// Says how it goes; `before` is how many moves there were half a second ago.
    pub(super) fn show(&self, before: usize) -> usize {
        let (playing, finished, moves, elapsed) = {
            let tally = self.tally();
            (tally.playing(), tally.finished, tally.acknowledged.len(), tally.elapsed())
        };
        if self.plan.soak {
            self.bar.set_position(elapsed.as_secs());
        }
        let pace = moves.saturating_sub(before) * 2;
        self.bar.set_message(format!("{playing} playing, {finished} over, {pace} moves/s"));
        moves
    }

    /// Remembers what the server had spent once all games are open.
    pub(super) fn note_opened(&self, probe: Option<&Probe>) {
        let mut tally = self.tally();
        if tally.opened.is_none() && tally.setup.len() >= self.plan.games as usize {
            let moves = tally.acknowledged.len();
            let usage = probe.and_then(Probe::usage);
            tally.opened = usage.map(|usage| Opened { server_cpu_seconds: usage.cpu_seconds, moves });
        }
    }

    /// Playing has ended.
    pub(super) fn ended(&self) {
        self.bar.finish_and_clear();
    }

    /// Asks the server about every game that the clients know to the end: whether everything that was acknowledged is
    /// there, each once.
    pub(super) async fn check(&self) {
        let known = std::mem::take(&mut *self.known.lock().unwrap_or_else(PoisonError::into_inner));
        let checks = known.iter().map(|known| self.check_one(known));
        futures_util::stream::iter(checks).buffer_unordered(CHECKED_AT_ONCE).for_each(|()| async {}).await;
    }

    /// The same of the games that have ended so far, one after the other.
    pub(super) async fn check_ended(&self) {
        loop {
            let known = self.known.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let Some(known) = known else { return };
            self.check_one(&known).await;
        }
    }

    async fn check_one(&self, known: &Known) {
        match self.missing(known).await {
            Ok(missing) => self.tally().missing += missing,
            Err(error) => self.tally().error(format!("checking: {}", error.name())),
        }
    }

    /// How many events are missing.
    async fn missing(&self, known: &Known) -> Result<u64, LoadError> {
        let mut http = Http::connect(self.address_of(0)).await?;
        let token = Some(known.token.as_str());
        if self.plan.idle {
            // The log of a game that goes on may be secret.
            let path = format!("/api/v1/games/{}/events", known.game);
            let all: EventsResponse = http.get(&path, token).await?;
            return Ok(known.version.saturating_sub(all.version.min(all.events.len() as u64)));
        }
        let path = format!("/api/v1/games/{}/log", known.game);
        let log: LogResponse = http.get(&path, token).await?;
        let event = |fields: Map<String, Value>| serde_json::from_value(fields.into());
        Ok(missing_from(&log.events.into_iter().map(event).collect::<Result<Vec<_>, _>>()?, known))
    }
}

/// One of the server's numbers.
pub(super) async fn metric(address: &Address, name: &str) -> Result<u64, LoadError> {
    let metrics = Http::connect(address).await?.text("/metrics").await?;
    let value = metrics.lines().find_map(|line| line.strip_prefix(name)?.trim().parse().ok());
    value.ok_or(LoadError::NotHttp)
}

/// What is looked at in an event as it is stored.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Logged {
    correlation_id: CommandKey,
}

fn missing_from(log: &[Logged], known: &Known) -> u64 {
    let of_player = |event: &&Logged| matches!(event.correlation_id.by(), Some(Sender::Player { .. }));
    let name = |event: &Logged| Some((event.correlation_id.seat()?, event.correlation_id.id().to_owned()));
    let there: HashSet<(Seat, String)> = log.iter().filter(of_player).filter_map(name).collect();
    let of_commands = (1..=known.commands).filter(|id| !there.contains(&(Seat(known.seat), id.to_string())));
    let delivered = known.version.saturating_sub(log.len() as u64);
    delivered.max(of_commands.count() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_without_its_event_is_missed() {
        let known =
            |commands, version| Known { game: "g".into(), token: "t".into(), seat: 1, commands, version };
        let log = ["0:open-0", "1:ANN.1", "1:ANN.1", "1:ANN.3"];
        let ann = "00000000-0000-0000-0000-000000000007";
        let log = log.map(|id| Logged { correlation_id: id.replace("ANN", ann).as_str().into() });
        assert_eq!(missing_from(&log, &known(1, 4)), 0);
        assert_eq!(missing_from(&log, &known(3, 4)), 1, "nothing of command 2");
        assert_eq!(missing_from(&log, &known(1, 9)), 5, "events that were delivered");
    }
}
