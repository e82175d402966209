use std::time::{Duration, Instant};

use chance::{Chance as _, SeededChance};
use dicee::{Bot, GameMode};
use fortytwo::Skill;
use futures_util::StreamExt as _;
use futures_util::stream::SelectAll;
use protocol::message::apply;
use protocol::message::brief::{BriefChanges, BriefMessage, BriefState, Glance};
use protocol::{
    ClientMessage, CommandId, CreateGameRequest, GameKind, OpenDicee, OpenFortyTwo, OpenedResponse,
    RegisterRequest, RegisterResponse, UpdateStyle,
};
use serde::Deserialize;
use serde_json::Value;

use super::choice;
use super::http::{Http, LoadError};
use super::moves::Moves;
use super::plan::{Kind, Plan};
use super::run::{Known, Run};
use super::socket::{self, Received, Receiver, Sender};

/// How often in a row a socket is opened again, and how long to wait before the first time.
const ATTEMPTS: u32 = 8;
const PAUSE: Duration = Duration::from_millis(100);
/// How long to wait before a command is sent again that could not be carried out just now.
const AGAIN: Duration = Duration::from_secs(1);
/// How many moves a game makes that is to be idle then.
const BEFORE_IDLE: u32 = 4;

/// Why a game was given up.
#[derive(Debug)]
pub(super) enum GivenUp {
    /// It was counted; the others go on.
    Alone,
    /// The server limits this client: no game will get far.
    Limited(LoadError),
}

/// One game: the player, and all sockets at it.
struct Table<'a> {
    run: &'a Run,
    /// The number of the node at which the player is; each of the others at the next.
    node: usize,
    me: RegisterResponse,
    game: String,
    /// The first is the player's.
    sockets: Vec<At>,
    incoming: SelectAll<Receiver>,
    state: Option<BriefState>,
    /// The same as JSON, to which changes apply; without its events.
    whole: Value,
    moves: Moves,
    luck: SeededChance,
    /// The number of the last command, which is its id; all before it are acknowledged.
    command: u32,
    waiting: Option<Waiting>,
    /// When the player will have made up their mind.
    thinks_until: Option<tokio::time::Instant>,
    /// The version of the last acknowledgement.
    acknowledged: u64,
    is_idle: bool,
    shown: u64,
}

/// Where one socket is.
struct At {
    /// Of the last state.
    version: u64,
    /// How many events were delivered.
    delivered: u64,
    sender: Sender,
    /// Whether it asked for changes.
    asked: bool,
    /// How often it was opened since it last said something.
    attempts: u32,
}

/// A command that is not answered.
struct Waiting {
    text: String,
    sent: Instant,
}

/// Plays one game from the registration of its player to its end.
pub(super) async fn play(run: &Run, number: u32) -> Result<(), GivenUp> {
    let began = Instant::now();
    let mut table = match Table::open(run, number).await {
        Ok(table) => table,
        Err(error) => {
            run.tally().error(error.name());
            return Err(if error.is_limit() { GivenUp::Limited(error) } else { GivenUp::Alone });
        }
    };
    run.tally().sat_down(began.elapsed());
    let ended = table.play().await;
    run.tally().stood_up();
    if run.plan().soak {
        // Now: in the end its token would be over.
        run.check_ended().await;
    }
    ended
}

impl<'a> Table<'a> {
    async fn open(run: &'a Run, number: u32) -> Result<Self, LoadError> {
        let plan = run.plan();
        let node = usize::try_from(number).unwrap_or_default();
        let mut http = Http::connect(run.address_of(node)).await?;
        let name = RegisterRequest { display_name: Some(format!("Load {number}")) };
        let me: RegisterResponse = http.post("/api/v1/players", None, &name).await?;
        let opening = opening(plan, number);
        let opened: OpenedResponse = http.post("/api/v1/games", Some(&me.token), &opening).await?;
        drop(http);
        let count = 1 + usize::from(plan.watchers);
        let mut table = Self {
            run,
            node,
            me,
            game: opened.game_id.as_str().to_owned(),
            sockets: Vec::with_capacity(count),
            incoming: SelectAll::new(),
            state: None,
            whole: Value::Null,
            moves: Moves::of_sockets(count),
            luck: SeededChance::from_seed(plan.seed.wrapping_add(u64::from(number))),
            command: 0,
            waiting: None,
            thinks_until: None,
            acknowledged: 0,
            is_idle: false,
            shown: 0,
        };
        for socket in 0..count {
            let sender = table.connect(socket, 0).await?;
            table.sockets.push(At { version: 0, delivered: 0, sender, asked: false, attempts: 0 });
        }
        Ok(table)
    }

    async fn connect(&mut self, socket: usize, since: u64) -> Result<Sender, LoadError> {
        let token = (socket == 0).then_some(self.me.token.as_str());
        let (sender, incoming) =
            socket::open(self.run.address_of(self.node + socket), &self.game, token, since, socket).await?;
        self.incoming.push(incoming);
        Ok(sender)
    }

    async fn play(&mut self) -> Result<(), GivenUp> {
        loop {
            tokio::select! {
                incoming = self.incoming.next() => {
                    let at = Instant::now();
                    match incoming {
                        Some((socket, Received::Text(text))) => {
                            self.receive(socket, &text, at)?;
                            self.ask_for_changes(socket).await;
                        }
                        Some((socket, Received::End(reason))) => self.reconnect(socket, &reason).await?,
                        // Every socket says its end, and is opened again then.
                        None => return Err(GivenUp::Alone),
                    }
                }
                () = until(self.thinks_until) => {
                    self.thinks_until = None;
                    self.act().await;
                }
            }
            if self.is_over() {
                self.run.finished(self.known());
                return Ok(());
            }
            self.plan_next();
        }
    }

    /// Every move has reached everybody.
    fn is_over(&self) -> bool {
        let Some(state) = self.state.as_ref().filter(|state| state.is_over()) else { return false };
        self.waiting.is_none()
            && self.moves.is_done()
            && self.sockets.iter().all(|socket| socket.version >= state.version)
    }

    fn known(&self) -> Known {
        Known {
            game: self.game.clone(),
            token: self.me.token.clone(),
            seat: self.state.as_ref().and_then(|state| state.you).unwrap_or(0),
            commands: self.command,
            version: self.sockets.iter().map(|socket| socket.version).max().unwrap_or(0),
        }
    }

    fn receive(&mut self, socket: usize, text: &str, at: Instant) -> Result<(), GivenUp> {
        {
            let mut tally = self.run.tally();
            tally.traffic.messages_in += 1;
            tally.traffic.bytes_in += text.len() as u64;
        }
        if socket > 0 {
            let frame: BriefMessage<'_, Glance> = self.read(text)?;
            if let Some(seen) = frame.game_state {
                self.saw(socket, seen.version, seen.events.len(), at);
            } else if let Some(changes) = frame.changes {
                self.saw_changes(socket, &changes, at);
            } else if frame.kind == "events" {
                self.delivered(socket, frame.version.unwrap_or_default(), frame.events.len());
            } else if let Some(code) = frame.error_code {
                self.run.tally().error(code);
            }
            return Ok(());
        }
        let frame: BriefMessage<'_, Value> = self.read(text)?;
        if let Some(mut whole) = frame.game_state {
            let events = whole["events"].take().as_array().map_or(0, Vec::len);
            whole["events"] = Value::Array(Vec::new());
            self.whole = whole;
            let state = self.look()?;
            self.saw(0, state.version, events, at);
            self.show(state);
        } else if let Some(changes) = frame.changes {
            self.saw_changes(0, &changes, at);
            if let Err(error) = apply(&mut self.whole, &changes.patch) {
                self.run.tally().error(format!("changes that do not apply: {error}"));
                return Err(GivenUp::Alone);
            }
            let state = self.look()?;
            self.show(state);
        }
        match &*frame.kind {
            "ack" if frame.command_id.as_deref() == Some(self.command.to_string().as_str()) => {
                let version = frame.version.unwrap_or_default();
                let Some(waiting) = self.waiting.take() else { return Ok(()) };
                let mut tally = self.run.tally();
                tally.moved(at.saturating_duration_since(waiting.sent));
                // Every command brings something about.
                if version <= self.acknowledged {
                    tally.missing += 1;
                }
                self.acknowledged = version;
                self.moves.acknowledged(version).into_iter().for_each(|took| tally.broadcast.add(took));
            }
            "events" => self.delivered(0, frame.version.unwrap_or_default(), frame.events.len()),
            "error" => {
                let code = frame.error_code.unwrap_or_default();
                self.run.tally().error(code);
                if self.waiting.is_some() {
                    if !frame.recoverable {
                        return Err(GivenUp::Alone);
                    }
                    self.thinks_until = Some(tokio::time::Instant::now() + AGAIN);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// The state as the player needs it.
    fn look(&self) -> Result<BriefState, GivenUp> {
        BriefState::deserialize(&self.whole).map_err(|error| {
            self.run.tally().error(format!("unreadable state: {error}"));
            GivenUp::Alone
        })
    }

    fn show(&mut self, state: BriefState) {
        let progress = choice::progress(&state);
        self.run.progressed(progress.saturating_sub(self.shown));
        self.shown = self.shown.max(progress);
        self.state = Some(state);
    }

    /// Asks a socket that was shown the whole state for changes from then on.
    async fn ask_for_changes(&mut self, socket: usize) {
        let place = &mut self.sockets[socket];
        if place.asked || place.version == 0 || !self.run.plan().changes {
            return;
        }
        place.asked = true;
        let message = ClientMessage::Resume { since: place.delivered, updates: UpdateStyle::Changes };
        // If it fails, the socket ends, and its successor asks again.
        socket::send(&mut place.sender, &message.to_json()).await;
    }

    fn read<'t, S: Deserialize<'t>>(&self, text: &'t str) -> Result<BriefMessage<'t, S>, GivenUp> {
        serde_json::from_str(text).map_err(|error| {
            self.run.tally().error(format!("unreadable message: {error}"));
            GivenUp::Alone
        })
    }

    /// A socket was shown a state. The first one brings the events that it did not know; those of an answer may have
    /// crossed with the question.
    fn saw(&mut self, socket: usize, version: u64, events: usize, at: Instant) {
        let place = &mut self.sockets[socket];
        (place.version, place.attempts) = (version, 0);
        let took = self.moves.delivered(socket, version, at);
        took.into_iter().for_each(|took| self.run.tally().broadcast.add(took));
        let known = (place.delivered + events as u64).saturating_sub(version);
        if events as u64 > known {
            self.delivered(socket, version, events - usize::try_from(known).unwrap_or(events));
        }
    }

    /// A socket was sent what changed, which must be since the state that it was shown last.
    fn saw_changes(&mut self, socket: usize, changes: &BriefChanges, at: Instant) {
        let follows = self.sockets[socket].version == changes.since;
        self.run.tally().gaps += u64::from(!follows);
        self.saw(socket, changes.version, changes.events.len(), at);
    }

    /// A socket was sent events up to a version.
    fn delivered(&mut self, socket: usize, version: u64, events: usize) {
        let place = &mut self.sockets[socket];
        let follows = place.delivered + events as u64 == version;
        place.delivered = version;
        let mut tally = self.run.tally();
        tally.gaps += u64::from(!follows);
        if socket == 0 {
            tally.events += events as u64;
        }
    }

    /// Opens a socket again from what it knows, and sends again what was not answered.
    async fn reconnect(&mut self, socket: usize, reason: &str) -> Result<(), GivenUp> {
        let At { version, delivered, mut attempts, .. } = self.sockets[socket];
        loop {
            if attempts >= ATTEMPTS {
                self.run.tally().error(reason);
                return Err(GivenUp::Alone);
            }
            tokio::time::sleep(PAUSE * 2u32.pow(attempts)).await;
            attempts += 1;
            self.run.tally().reconnects += 1;
            if let Ok(sender) = self.connect(socket, delivered).await {
                self.sockets[socket] = At { version, delivered, sender, asked: false, attempts };
                break;
            }
        }
        if socket == 0 {
            self.send_again().await;
        }
        Ok(())
    }

    /// Lets the player think, if there is something to think about.
    fn plan_next(&mut self) {
        if self.waiting.is_some() || self.thinks_until.is_some() || self.is_idle {
            return;
        }
        let Some(state) = &self.state else { return };
        if choice::next(state, self.me.player_id).is_none() {
            return;
        }
        if self.run.plan().idle && self.command >= BEFORE_IDLE {
            self.is_idle = true;
            self.run.is_idle(self.known());
            return;
        }
        // Half as long to one and a half times as long, so that games do not go in step.
        let think = self.run.plan().think;
        let share = f64::from(self.luck.below(1_001)) / 1_000.0 + 0.5;
        self.thinks_until = Some(tokio::time::Instant::now() + think.mul_f64(share));
    }

    /// Sends a command by how the game stands now.
    async fn act(&mut self) {
        if self.waiting.is_some() {
            return self.send_again().await;
        }
        let choice = self.state.as_ref().and_then(|state| choice::next(state, self.me.player_id));
        let Some(command) = choice else { return };
        self.command += 1;
        let message = ClientMessage::Command {
            command_id: CommandId::numbered(self.command),
            expected_version: None,
            command: command.to_object(),
        };
        let text = message.to_json();
        let sent = Instant::now();
        self.waiting = Some(Waiting { text, sent });
        self.moves.sent(sent);
        self.send_again().await;
    }

    /// Sends what is not answered. The server carries a command out once, however often it comes.
    async fn send_again(&mut self) {
        let Some(waiting) = &self.waiting else { return };
        {
            let mut tally = self.run.tally();
            tally.traffic.messages_out += 1;
            tally.traffic.bytes_out += waiting.text.len() as u64;
        }
        // If it fails, the socket ends, and it is sent again over the next one.
        socket::send(&mut self.sockets[0].sender, &waiting.text).await;
    }
}

/// What a game is opened with.
fn opening(plan: &Plan, number: u32) -> CreateGameRequest {
    match plan.kind_of(number) {
        Kind::Dicee => {
            let alone = plan.bots == 0;
            let options = OpenDicee {
                mode: Some(if alone { GameMode::Solo } else { GameMode::Multiplayer }),
                bots: (!alone).then(|| vec![Bot::Greedy; usize::from(plan.bots)]),
                ..OpenDicee::default()
            };
            CreateGameRequest::new(GameKind::DICEE, options)
        }
        Kind::Fortytwo => {
            let bots = Some(Skill::Heuristic);
            let options = OpenFortyTwo { start: Some(true), bots, ..OpenFortyTwo::default() };
            CreateGameRequest::new(GameKind::FORTYTWO, options)
        }
    }
}

async fn until(moment: Option<tokio::time::Instant>) {
    match moment {
        Some(moment) => tokio::time::sleep_until(moment).await,
        None => std::future::pending().await,
    }
}
