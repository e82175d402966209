//! What is recorded is what happened: grades, looks, times, refusals and counts.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use ledger::{PlayerId, Stream};
use live::{
    Bus, Clock, CommandAnswer, CommandInput, LiveMetrics, LiveSettings, RoomCommand, RoomError, Rooms,
    SeededEntropy, SendQueueReader, SolvedGames, WatcherRequest, games, send_queue,
};
use protocol::contract::integrity;
use protocol::{ClientMessage, ErrorCode, GameId, GameKind, GameState, GameStatus, ServerMessage};
use serde_json::{Value, json};
use store::{Directory as _, Memory, PlayerRecord, Store as _};
use uuid::Uuid;

const START: u64 = 1_767_225_600_000;

/// A clock that is set by hand.
#[derive(Debug)]
struct SetClock(AtomicU64);

impl Clock for SetClock {
    fn now(&self) -> u64 {
        self.0.load(Relaxed)
    }
}

struct Node {
    rooms: Arc<Rooms>,
    clock: Arc<SetClock>,
    metrics: LiveMetrics,
    archive: Arc<Memory>,
}

/// A node over a store, whose clock shows `now`.
fn node(archive: &Arc<Memory>, now: u64, bot_delay: Duration) -> Node {
    let clock = Arc::new(SetClock(AtomicU64::new(now)));
    let metrics = LiveMetrics::default();
    let mut settings = LiveSettings::new([7; 32]);
    settings.clock = Arc::clone(&clock) as _;
    settings.entropy = Arc::new(SeededEntropy::from_seed(3));
    settings.bot_delay = bot_delay;
    let solved = Arc::new(SolvedGames::default());
    solved.solve(dicee::Rules::Standard);
    let rooms = Rooms::new(games(solved), Arc::clone(archive) as _, Bus::local(), metrics.clone(), settings);
    let rooms = Arc::new(rooms);
    rooms.start();
    Node { rooms, clock, metrics, archive: Arc::clone(archive) }
}

fn player(number: u128) -> PlayerId {
    PlayerId(Uuid::from_u128(number))
}

impl Node {
    async fn create(&self, options: Value) -> GameId {
        let Value::Object(options) = options else { panic!("options are an object") };
        let opening = self.rooms.registry().read_options(&GameKind::DICEE, options).unwrap();
        self.rooms.create_game(player(1), opening, live::TableTerms::default()).await.unwrap()
    }

    async fn send(
        &self,
        game: &GameId,
        by: u128,
        id: &str,
        command: Value,
    ) -> Result<CommandAnswer, RoomError> {
        let Value::Object(command) = command else { panic!("a command is an object") };
        let request = RoomCommand {
            wants_events: true,
            trace: Some(Uuid::from_u128(77)),
            ..RoomCommand::new(id, CommandInput::Json(command))
        };
        self.rooms.command(game, player(by), request).await
    }

    async fn events(&self, game: &GameId) -> Vec<protocol::contract::GameEvent> {
        let GameState::Dicee(state) = self.rooms.state(game, Some(player(1)), 0).await.unwrap() else {
            panic!("not a dice game")
        };
        state.events
    }
}

async fn message(reader: &mut SendQueueReader) -> ServerMessage {
    serde_json::from_slice(&reader.recv().await.unwrap().into_bytes()).unwrap()
}

/// The next event of this kind that the watcher is sent.
async fn event(reader: &mut SendQueueReader, kind: &str) -> Value {
    loop {
        if let ServerMessage::Events { events, .. } = message(reader).await {
            let events = events.iter().map(|event| serde_json::to_value(event).unwrap());
            if let Some(event) = events.into_iter().find(|event| event["eventType"] == kind) {
                return event;
            }
        }
    }
}

#[tokio::test(start_paused = true)]
async fn time_never_goes_back_when_a_node_restarts_with_an_earlier_clock() {
    let archive = Arc::new(Memory::default());
    let first = node(&archive, START, Duration::ZERO);
    let game = first.create(json!({})).await;
    first.send(&game, 1, "1", json!({"type": "roll"})).await.unwrap();
    first.rooms.close().await;
    let second = node(&archive, START - 600_000, Duration::ZERO);
    second.send(&game, 1, "2", json!({"type": "score", "category": "chance"})).await.unwrap();
    let events = second.events(&game).await;
    assert_eq!(integrity::check(&events), []);
    assert!(events.iter().all(|event| event.base.timestamp >= START));
    second.rooms.close().await;
}

#[tokio::test(start_paused = true)]
async fn a_node_whose_clock_is_ahead_takes_nobodys_turn() {
    let archive = Arc::new(Memory::default());
    let first = node(&archive, START, Duration::ZERO);
    let game = first.create(json!({"settings": {"timeLimit": 30}})).await;
    first.send(&game, 1, "1", json!({"type": "roll"})).await.unwrap();
    let version = first.events(&game).await.len();
    first.rooms.close().await;
    let ahead = node(&archive, START + 50_000, Duration::ZERO);
    assert_eq!(ahead.events(&game).await.len(), version);
    tokio::time::sleep(Duration::from_secs(25)).await;
    assert_eq!(ahead.events(&game).await.len(), version, "the player has thirty seconds");
    tokio::time::sleep(Duration::from_secs(6)).await;
    assert!(ahead.events(&game).await.len() > version, "and no more");
    ahead.rooms.close().await;
}

#[tokio::test(start_paused = true)]
async fn a_clock_that_is_set_back_stalls_no_bot() {
    let archive = Arc::new(Memory::default());
    let node = node(&archive, START, Duration::from_secs(1));
    let game = node.create(json!({"mode": "multiplayer", "bots": ["greedy"], "start": false})).await;
    node.send(&game, 1, "1", json!({"type": "start"})).await.unwrap();
    node.clock.0.store(START - 3_600_000, Relaxed);
    for number in 2..40 {
        // The bot has moved after a while, first or second.
        let _ = node.send(&game, 1, &number.to_string(), json!({"type": "roll"})).await;
        let scored = json!({"type": "score", "category": "chance"});
        let _ = node.send(&game, 1, &format!("s{number}"), scored).await;
        tokio::time::sleep(Duration::from_secs(10)).await;
        let events = node.events(&game).await;
        let bot = |event: &&protocol::contract::GameEvent| {
            event.body.kind() == "score" && event.base.player_id != player(1)
        };
        if events.iter().any(|event| bot(&event)) {
            return node.rooms.close().await;
        }
    }
    panic!("the bot never moved");
}

#[tokio::test(start_paused = true)]
async fn a_turn_played_by_the_clock_is_nobodys_decision() {
    let archive = Arc::new(Memory::default());
    let node = node(&archive, START, Duration::ZERO);
    let game = node.create(json!({"settings": {"timeLimit": 30}})).await;
    assert_eq!(node.events(&game).await.len(), 2);
    tokio::time::sleep(Duration::from_secs(31)).await;
    let events = node.events(&game).await;
    let score = events.iter().find(|event| event.body.kind() == "score").unwrap();
    let score = serde_json::to_value(score).unwrap();
    assert_eq!(score["byClock"], true);
    assert_eq!(score.get("hintRequested"), None);
    let report = serde_json::to_value(node.rooms.report(&game, Some(player(1))).await.unwrap()).unwrap();
    let report = &report["players"][0]["report"];
    assert_eq!(report["decisions"][0]["byClock"], true, "{report}");
    assert_eq!(report["accuracy"]["decisions"], 0);
    assert_eq!(report["mistakes"], json!([]));
    // The points still add up, and the summary says whose they are.
    let of = |name: &str| report["totals"][name].as_f64().unwrap();
    let sum = of("optimum") + of("luck") - of("loss");
    assert!((sum - of("score") - of("toCome")).abs() < 1e-6, "{report}");
    let summary = report["summary"].to_string();
    let lost = format!("Decisions gave away 0.0, and what the clock chose {:.1};", of("loss"));
    assert!(summary.contains(&lost) && summary.contains("The clock made every decision."), "{summary}");
    node.rooms.close().await;
}

#[tokio::test(start_paused = true)]
async fn what_a_player_looked_at_and_asked_is_told_with_the_score_of_that_turn() {
    let archive = Arc::new(Memory::default());
    let node = node(&archive, START, Duration::ZERO);
    let game = node.create(json!({})).await;
    let (queue, mut reader) = send_queue(1000);
    let watcher = node.rooms.watch(&game, Some(player(1)), 0, queue).await.unwrap();
    let tell = |message: Value| {
        let message: ClientMessage = serde_json::from_value(message).unwrap();
        node.rooms.tell(&game, watcher, WatcherRequest::Query(message)).unwrap();
    };
    node.send(&game, 1, "1", json!({"type": "roll"})).await.unwrap();
    for category in ["ones", "chance", "ones"] {
        tell(json!({"type": "hover", "category": category, "hoverStartTime": START}));
    }
    tell(json!({"type": "request_hint", "explanationDepth": "minimal"}));
    // A second roll is the same turn.
    let kept = json!([false, false, false, false, true]);
    node.send(&game, 1, "2", json!({"type": "roll", "keptMask": kept})).await.unwrap();
    tell(json!({"type": "hover", "category": "twos", "hoverStartTime": START}));
    node.send(&game, 1, "3", json!({"type": "score", "category": "chance"})).await.unwrap();
    let score = event(&mut reader, "score").await;
    assert_eq!(score["categoriesConsidered"], json!(["ones", "chance", "ones", "twos"]));
    assert_eq!((&score["backtrackCount"], &score["hintRequested"]), (&json!(1), &json!(true)));
    assert_eq!(score["traceId"], Uuid::from_u128(77).to_string());
    node.send(&game, 1, "4", json!({"type": "roll"})).await.unwrap();
    node.send(&game, 1, "5", json!({"type": "score", "category": "ones"})).await.unwrap();
    let score = event(&mut reader, "score").await;
    assert_eq!(score["categoriesConsidered"], json!([]));
    assert_eq!((&score["backtrackCount"], &score["hintRequested"]), (&json!(0), &json!(false)));
    // Read again without what was in memory, nothing is claimed; and nothing points to an analysis that nobody made.
    for event in node.events(&game).await {
        let event = serde_json::to_value(event).unwrap();
        assert_eq!((event.get("hintRequested"), event.get("analysisId")), (None, None));
    }
    node.rooms.close().await;
    let telemetry = node.archive.notes(&game, Stream::Telemetry).await.unwrap();
    let sequence: Vec<&Value> =
        telemetry.iter().map(|note| &note.body()["hoverSequence"]).filter(|number| number.is_u64()).collect();
    assert_eq!(sequence, [&json!(1), &json!(2), &json!(3), &json!(4)]);
}

/// Advice stays known whatever is taken back, and an analysis is advice.
#[tokio::test(start_paused = true)]
async fn a_decision_after_a_hint_is_hinted_however_often_it_is_taken_back() {
    let ask_first = json!({"type": "request_hint", "explanationDepth": "minimal"});
    let analyse = json!({"type": "roll", "requestProbabilities": true});
    for (message, before) in [(&ask_first, true), (&ask_first, false), (&analyse, false)] {
        let archive = Arc::new(Memory::default());
        let node = node(&archive, START, Duration::ZERO);
        let game = node.create(json!({"settings": {"allowUndo": true}})).await;
        let (queue, mut reader) = send_queue(1000);
        let watcher = node.rooms.watch(&game, Some(player(1)), 0, queue).await.unwrap();
        let ask = || {
            let message: ClientMessage = serde_json::from_value(message.clone()).unwrap();
            node.rooms.tell(&game, watcher, WatcherRequest::Query(message)).unwrap();
        };
        node.send(&game, 1, "1", json!({"type": "roll"})).await.unwrap();
        if before {
            ask();
        }
        node.send(&game, 1, "2", json!({"type": "score", "category": "ones"})).await.unwrap();
        assert_eq!(event(&mut reader, "score").await["hintRequested"], before);
        node.send(&game, 1, "3", json!({"type": "undo"})).await.unwrap();
        if !before {
            ask();
        }
        node.send(&game, 1, "4", json!({"type": "score", "category": "chance"})).await.unwrap();
        assert_eq!(event(&mut reader, "score").await["hintRequested"], true, "{message}, {before}");
        node.rooms.close().await;
        let notes = node.archive.notes(&game, Stream::Telemetry).await.unwrap();
        let hints: Vec<_> =
            notes.iter().filter(|note| note.body()["eventType"] == "hint_requested").collect();
        assert_eq!(hints.len(), 1, "what is learned from the game leaves the decision out");
        assert_eq!((&hints[0].body()["turnNumber"], &hints[0].body()["rollNumber"]), (&json!(1), &json!(1)));
    }
}

#[tokio::test(start_paused = true)]
async fn a_refusal_says_whose_turn_it_is_and_leaves_a_note() {
    let archive = Arc::new(Memory::default());
    let node = node(&archive, START, Duration::ZERO);
    let game = node.create(json!({"mode": "multiplayer"})).await;
    node.send(&game, 2, "join", json!({"type": "join", "playerId": player(2).to_string()})).await.unwrap();
    node.send(&game, 1, "start", json!({"type": "start"})).await.unwrap();
    let GameState::Dicee(state) = node.rooms.state(&game, None, 0).await.unwrap() else { panic!() };
    let current = state.current_turn.unwrap().player_id;
    let (other, number) = if current == player(1) { (player(2), 2) } else { (player(1), 1) };
    let refused = node.send(&game, number, "roll", json!({"type": "roll"})).await.unwrap_err();
    let RoomError::Refused { code: ErrorCode::NotYourTurn, details: Some(details), .. } = refused else {
        panic!("{refused:?}")
    };
    assert_eq!(details.expected, Some(current.to_string().into()));
    assert_eq!(details.actual, Some(other.to_string().into()));
    let filled = json!({"type": "score", "category": "ones"});
    let refused = node.send(&game, 3 - number, "score", filled).await.unwrap_err();
    let RoomError::Refused { details: Some(details), .. } = refused else { panic!("{refused:?}") };
    assert_eq!(details.constraint.as_deref(), Some("roll the dice first"));
    node.rooms.close().await;
    let notes = node.archive.notes(&game, Stream::Telemetry).await.unwrap();
    let notes: Vec<&Value> = notes.iter().map(store::Note::body).collect();
    assert_eq!(notes.len(), 1, "a slip of the rules is nobody's business: {notes:?}");
    assert_eq!(notes[0]["eventType"], "refused_command");
    assert_eq!(notes[0]["playerId"], other.to_string());
    assert_eq!((&notes[0]["command"], &notes[0]["errorCode"]), (&json!("roll"), &json!("ERR_NOT_YOUR_TURN")));
}

#[tokio::test(start_paused = true)]
async fn refused_commands_are_noted_as_long_as_a_game_may_have_notes() {
    let archive = Arc::new(Memory::default());
    let node = node(&archive, START, Duration::ZERO);
    let game = node.create(json!({"mode": "multiplayer"})).await;
    let looks = (0..3_999).map(|_| {
        let body = json!({ "eventType": "category_hover" });
        store::Note::new(game.clone(), Stream::Telemetry, START, body).unwrap()
    });
    archive.note(looks.collect()).await.unwrap();
    for number in 0..3 {
        let expire = node.send(&game, 1, &format!("{number}"), json!({"type": "expire"})).await.unwrap_err();
        assert!(matches!(expire, RoomError::Refused { code: ErrorCode::Forbidden, .. }), "{expire}");
    }
    node.rooms.close().await;
    assert_eq!(archive.count_notes(&game, Stream::Telemetry).await.unwrap(), 4_000);
}

/// Hints are counted by the roll, and of the notes that a game can do without nobody takes the room of the others.
#[tokio::test(start_paused = true)]
async fn one_player_cannot_use_up_the_notes_of_a_table() {
    let node = node(&Arc::default(), START, Duration::ZERO);
    let game = node.create(json!({"mode": "multiplayer"})).await;
    node.send(&game, 2, "join", json!({"type": "join", "playerId": player(2).to_string()})).await.unwrap();
    node.send(&game, 1, "start", json!({"type": "start"})).await.unwrap();
    let GameState::Dicee(state) = node.rooms.state(&game, None, 0).await.unwrap() else { panic!() };
    let greedy = if state.current_turn.unwrap().player_id == player(1) { 1 } else { 2 };
    let (queue, mut reader) = send_queue(100_000);
    let watcher = node.rooms.watch(&game, Some(player(greedy)), 0, queue).await.unwrap();
    let tell = |message: Value| {
        let message: ClientMessage = serde_json::from_value(message).unwrap();
        node.rooms.tell(&game, watcher, WatcherRequest::Query(message)).unwrap();
    };
    node.send(&game, greedy, "roll", json!({"type": "roll"})).await.unwrap();
    let mut answers = Vec::new();
    for number in 0..20 {
        tell(json!({"type": "request_hint", "explanationDepth": "minimal"}));
        answers.push(loop {
            let message = message(&mut reader).await;
            if let ServerMessage::Error(error) = message {
                break Some(error.error_code);
            }
            if matches!(message, ServerMessage::Hint { .. }) {
                break None;
            }
        });
        // Every other version has other dice aside, and it is the same roll.
        let keep = json!({"type": "keep", "keptMask": [number % 2 == 0, false, false, false, false]});
        node.send(&game, greedy, &format!("k{number}"), keep).await.unwrap();
    }
    let given = answers.iter().filter(|answer| answer.is_none()).count();
    assert_eq!(given, 10, "{answers:?}");
    assert!(answers[10..].iter().all(|answer| *answer == Some(ErrorCode::RateLimit)), "{answers:?}");
    for number in 0..600 {
        tell(json!({"type": "hover", "category": "ones", "hoverStartTime": START}));
        if number % 20 == 0 {
            // The mailbox has room again when the room has answered.
            node.events(&game).await;
        }
    }
    node.send(&game, 3 - greedy, "early", json!({"type": "roll"})).await.unwrap_err();
    node.rooms.close().await;
    let notes = node.archive.notes(&game, Stream::Telemetry).await.unwrap();
    let of = |kind: &str| notes.iter().filter(|note| note.body()["eventType"] == kind).count();
    assert_eq!((of("hover"), of("hint_requested"), of("refused_command")), (500, 10, 1));
}

#[tokio::test(start_paused = true)]
async fn every_count_of_rooms_moves_when_it_should() {
    let archive = Arc::new(Memory::default());
    let node = node(&archive, START, Duration::ZERO);
    let left = node.create(json!({})).await;
    node.send(&left, 1, "leave", json!({"type": "abandon"})).await.unwrap();
    assert_eq!(node.rooms.state(&left, None, 0).await.unwrap().table().status, GameStatus::Abandoned);
    assert_eq!(node.metrics.games_completed.get(), 0, "an abandoned game was not completed");
    let before = node.metrics.commands.get();
    let game = node.create(json!({})).await;
    for (number, category) in dicee::Category::ALL.iter().enumerate() {
        node.send(&game, 1, &format!("r{number}"), json!({"type": "roll"})).await.unwrap();
        let score = json!({"type": "score", "category": category.name()});
        node.send(&game, 1, &format!("s{number}"), score.clone()).await.unwrap();
        // Sent again it is not carried out again.
        node.send(&game, 1, &format!("s{number}"), score).await.unwrap();
    }
    assert_eq!(node.metrics.games_completed.get(), 1);
    assert!((28..=31).contains(&(node.metrics.commands.get() - before)), "{}", node.metrics.commands.get());
    let refused = node.metrics.commands_refused.get();
    node.send(&game, 1, "late", json!({"type": "roll"})).await.unwrap_err();
    assert_eq!(node.metrics.commands_refused.get(), refused + 1);
    let conflict = RoomCommand {
        expected: Some(3),
        ..RoomCommand::new("old", CommandInput::Json(json!({"type": "roll"}).as_object().unwrap().clone()))
    };
    node.rooms.command(&game, player(1), conflict).await.unwrap_err();
    assert_eq!(node.metrics.command_conflicts.get(), 1);
    assert!(node.metrics.invariant_checks.get() > 0);
    assert_eq!(node.metrics.invariant_violations.get(), 0);
    assert!(node.metrics.calculations.get() > 0);
    node.rooms.close().await;
}

#[tokio::test]
async fn a_guess_of_a_spectator_is_scored_but_not_kept_and_is_not_told_under_an_erased_name() {
    let node = node(&Arc::default(), START, Duration::ZERO);
    let (ann, eve) = (player(1), player(3));
    for (who, name) in [(ann, "Ann"), (eve, "Eve")] {
        node.archive.register(PlayerRecord::new(who, name, [1; 32], 0)).await.unwrap();
    }
    let game = node.create(json!({})).await;
    node.send(&game, 1, "1", json!({"type": "roll"})).await.unwrap();
    let (queue, mut reader) = send_queue(1000);
    let by_ann = node.rooms.watch(&game, Some(ann), 0, queue).await.unwrap();
    let (queue, _eve_hears) = send_queue(1000);
    let by_eve = node.rooms.watch(&game, Some(eve), 0, queue).await.unwrap();
    for watcher in [by_eve, by_ann] {
        let guess = json!({
            "type": "prediction", "category": "chance", "predictedProbability": 0.5, "confidenceLevel": "high",
        });
        let guess: ClientMessage = serde_json::from_value(guess).unwrap();
        node.rooms.tell(&game, watcher, WatcherRequest::Query(guess)).unwrap();
    }
    let mut told = 0;
    while told < 2 {
        told += u32::from(matches!(message(&mut reader).await, ServerMessage::Predicted { .. }));
    }
    // Its answer comes when the room is done with both.
    node.events(&game).await;
    node.rooms.flush_notes().await;
    let notes = node.archive.notes(&game, Stream::Telemetry).await.unwrap();
    assert_eq!(notes.iter().map(store::Note::player).collect::<Vec<_>>(), [Some(ann)]);
    node.archive.erase(eve, START).await.unwrap();
    node.rooms.disconnect_everywhere(eve).await;
    node.send(&game, 1, "2", json!({"type": "score", "category": "chance"})).await.unwrap();
    let mut names = Vec::new();
    while names.len() < 2 {
        if let ServerMessage::Prediction { display_name, .. } = message(&mut reader).await {
            names.push(display_name);
        }
    }
    assert_eq!(names, [live::NAMELESS, "Ann"]);
    node.rooms.close().await;
}
