//! What changed, told to everybody once, leads each viewer to the state that they are shown.

use std::sync::Arc;
use std::time::Duration;

use ledger::PlayerId;
use live::{
    Bus, LiveMetrics, LiveSettings, Rooms, SeededEntropy, SendQueueReader, SolvedGames, TableTerms,
    TokioClock, WatcherRequest, games, send_queue,
};
use protocol::message::apply;
use protocol::{GameId, GameKind, ServerMessage, StateUpdate, UpdateStyle};
use serde_json::{Value, json};
use store::Memory;

use crate::client::{open, player, send};

/// Somebody who asked for changes, and what they know by them.
struct Follower {
    viewer: Option<PlayerId>,
    reader: SendQueueReader,
    state: Value,
    /// How many updates were changes.
    changes: u32,
}

impl Follower {
    async fn join(rooms: &Arc<Rooms>, game: &GameId, viewer: Option<PlayerId>) -> Self {
        let (queue, reader) = send_queue(1000);
        let watcher = rooms.watch(game, viewer, 0, queue).await.unwrap();
        let resume = WatcherRequest::Resume { since: 0, updates: UpdateStyle::Changes };
        rooms.tell(game, watcher, resume).unwrap();
        Self { viewer, reader, state: Value::Null, changes: 0 }
    }

    /// Reads what waits, and compares what it leads to with what the room says.
    async fn check(&mut self, rooms: &Arc<Rooms>, game: &GameId) {
        let shown = rooms.state(game, self.viewer, u64::MAX).await.unwrap();
        while let Some(text) = self.reader.try_recv() {
            let ServerMessage::StateUpdate(update) = serde_json::from_slice(&text.into_bytes()).unwrap()
            else {
                continue;
            };
            match update {
                StateUpdate::Whole { game_state, .. } => {
                    self.state = serde_json::to_value(game_state).unwrap();
                    self.state["events"] = json!([]);
                }
                StateUpdate::Changes { changes, .. } => {
                    assert_eq!(self.state["version"], changes.since);
                    apply(&mut self.state, &changes.patch).unwrap();
                    self.changes += 1;
                }
            }
        }
        assert_eq!(self.state, serde_json::to_value(shown).unwrap(), "{:?}", self.viewer);
    }
}

#[tokio::test(start_paused = true)]
async fn changes_lead_everybody_to_their_own_state_also_one_who_takes_a_seat() {
    let mut settings = LiveSettings::new([7; 32]);
    settings.clock = Arc::new(TokioClock::starting_at(1_767_225_600_000));
    settings.entropy = Arc::new(SeededEntropy::from_seed(1));
    settings.idle = Duration::from_secs(60 * 60);
    let (solved, archive) = (Arc::new(SolvedGames::default()), Arc::new(Memory::default()));
    let rooms = Rooms::new(games(solved), archive, Bus::local(), LiveMetrics::default(), settings);
    let rooms = Arc::new(rooms);
    let (ann, ben) = (player(1), player(2));
    let options = json!({ "mode": "multiplayer" });
    let game = open(&rooms, ann, GameKind::DICEE, options, TableTerms::default()).await;
    let mut followers = Vec::new();
    for viewer in [Some(ann), Some(ben), None] {
        followers.push(Follower::join(&rooms, &game, viewer).await);
        rooms.state(&game, viewer, u64::MAX).await.unwrap();
    }
    // Ben watches from the start, and takes a seat only then.
    send(&rooms, &game, ben, "join", json!({ "type": "join", "playerId": ben })).await.unwrap();
    for follower in &mut followers {
        follower.check(&rooms, &game).await;
    }
    assert_eq!((&followers[1].state["you"], &followers[2].state["you"]), (&json!(1), &Value::Null));
    send(&rooms, &game, ann, "start", json!({ "type": "start" })).await.unwrap();
    for follower in &mut followers {
        follower.check(&rooms, &game).await;
    }
    for (turn, category) in ["chance", "sixes", "ones", "twos"].into_iter().enumerate() {
        for command in [json!({ "type": "roll" }), json!({ "type": "score", "category": category })] {
            let by = if followers[0].state["currentTurn"]["playerId"] == json!(ben) { ben } else { ann };
            let id = format!("{turn}-{}", command["type"]);
            send(&rooms, &game, by, &id, command).await.unwrap();
            for follower in &mut followers {
                follower.check(&rooms, &game).await;
            }
        }
    }
    assert!(followers.iter().all(|follower| follower.changes >= 8), "almost all of it came as changes");
    rooms.close().await;
}
