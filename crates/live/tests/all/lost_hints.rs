//! What a room knows only from hints of other nodes, when such a hint is lost.

use std::sync::Arc;
use std::time::Duration;

use live::{
    Bus, BusState, Carrier, LiveMetrics, LiveSettings, NodeHint, RoomError, Rooms, SeededEntropy,
    SendQueueReader, SolvedGames, TableTerms, TokioClock, WatcherRequest, games,
};
use protocol::{ErrorCode, GameKind, ServerMessage, StateUpdate};
use serde_json::json;
use store::{Block, Directory as _, Memory, PlayerRecord, Sanction};
use tokio::time::{Instant, sleep, timeout};

use crate::client::{message, open, player, send, watch};

/// To other nodes that never answer.
#[derive(Debug)]
struct Nowhere;

impl Carrier for Nowhere {
    fn publish(&self, _: NodeHint) {}

    fn state(&self) -> BusState {
        BusState::Connected
    }
}

/// The rooms of a node, over a store that others write to as well.
fn rooms_over(archive: &Arc<Memory>, bus: Bus) -> Arc<Rooms> {
    let mut settings = LiveSettings::new([7; 32]);
    settings.clock = Arc::new(TokioClock::starting_at(1_767_225_600_000));
    settings.entropy = Arc::new(SeededEntropy::from_seed(1));
    let registry = games(Arc::new(SolvedGames::default()));
    let rooms = Rooms::new(registry, Arc::clone(archive) as _, bus, LiveMetrics::default(), settings);
    let rooms = Arc::new(rooms);
    rooms.start();
    rooms
}

/// Reads until a state shows this name, for an hour at most.
async fn until_named(reader: &mut SendQueueReader, name: &str) {
    let named = async {
        loop {
            if let ServerMessage::StateUpdate(StateUpdate::Whole { game_state, .. }) = message(reader).await
                && game_state.table().seats.iter().any(|seat| seat.display_name == name)
            {
                return;
            }
        }
    };
    timeout(Duration::from_secs(60 * 60), named).await.expect("the name is read again");
}

#[tokio::test(start_paused = true)]
async fn names_blocks_and_sanctions_are_read_again_after_a_lost_hint_and_now_and_then() {
    for hinted in [true, false] {
        let archive = Arc::new(Memory::default());
        let (ann, ben, eve) = (player(1), player(2), player(3));
        for (who, name) in [(ann, "Ann"), (ben, "Ben"), (eve, "Eve")] {
            archive.register(PlayerRecord::new(who, name, [1; 32], 0)).await.unwrap();
        }
        let (bus, heard) = Bus::over(Arc::new(Nowhere));
        let rooms = rooms_over(&archive, bus);
        let options = json!({ "mode": "multiplayer" });
        let game = open(&rooms, ann, GameKind::DICEE, options, TableTerms::default()).await;
        send(&rooms, &game, ben, "join", json!({ "type": "join", "playerId": ben })).await.unwrap();
        let (by_ann, mut ann_hears) = watch(&rooms, &game, ann).await;
        let (by_ben, _ben_hears) = watch(&rooms, &game, ben).await;
        let (_, mut eve_hears) = watch(&rooms, &game, eve).await;
        let look_again = async || {
            if hinted {
                heard.send(NodeHint::Missed).unwrap();
            } else {
                sleep(Duration::from_secs(6 * 60)).await;
            }
        };

        // Another node did all of this, and nobody was told.
        archive.rename(ben, "Benedict").await.unwrap();
        archive.set_block(Block { player: ann, other: ben }, true).await.unwrap();
        archive.erase(eve, 1).await.unwrap();
        look_again().await;
        until_named(&mut ann_hears, "Benedict").await;
        while eve_hears.recv().await.is_some() {}
        assert!(eve_hears.was_revoked(), "her socket ends as that of any erased player");
        rooms.tell(&game, by_ben, WatcherRequest::Chat("you do not want to hear this".into())).unwrap();
        rooms.tell(&game, by_ann, WatcherRequest::Chat("peace".into())).unwrap();
        loop {
            if let ServerMessage::Chat(line) = message(&mut ann_hears).await {
                assert_eq!((line.player_id, line.text.as_str()), (ann, "peace"), "hinted: {hinted}");
                break;
            }
        }

        archive.set_sanction(Sanction::Closed(game.clone()), Some(1)).await.unwrap();
        archive.rename(ben, "Ben again").await.unwrap();
        let lost = Instant::now();
        look_again().await;
        until_named(&mut ann_hears, "Ben again").await;
        // All rooms hear of a lost hint at once: none asks the store again at once.
        let waited = lost.elapsed().as_secs();
        assert!(!hinted || (30..=75).contains(&waited), "{waited} s");
        let refused = send(&rooms, &game, ann, "start", json!({ "type": "start" })).await.unwrap_err();
        assert!(matches!(refused, RoomError::Refused { code: ErrorCode::Forbidden, .. }), "{refused}");
        rooms.close().await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_player_who_was_erased_elsewhere_takes_no_seat_and_opens_no_table() {
    let archive = Arc::new(Memory::default());
    let (ann, eve) = (player(1), player(2));
    for (who, name) in [(ann, "Ann"), (eve, "Eve")] {
        archive.register(PlayerRecord::new(who, name, [1; 32], 0)).await.unwrap();
    }
    let rooms = rooms_over(&archive, Bus::over(Arc::new(Nowhere)).0);
    let options = json!({ "mode": "multiplayer" });
    let game = open(&rooms, ann, GameKind::DICEE, options, TableTerms::default()).await;
    // Another node did it, and this one was not told.
    archive.erase(eve, 1).await.unwrap();
    let refused =
        send(&rooms, &game, eve, "join", json!({ "type": "join", "playerId": eve })).await.unwrap_err();
    assert!(matches!(refused, RoomError::Refused { code: ErrorCode::Forbidden, .. }), "{refused}");
    let state = rooms.state(&game, Some(ann), 0).await.unwrap();
    assert_eq!(state.table().seats.iter().filter(|seat| seat.player_id == Some(eve)).count(), 0);
    rooms.close().await;
}
