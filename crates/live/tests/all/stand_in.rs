//! A bot that thinks for somebody who is gone, and what happens when they come back meanwhile.

use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use chance::Chance;
use ledger::{Event, Game, GameStatus, PlayerId, Seat, Version};
use live::{
    Action, Attendance, Bus, CommandInput, Context, GameRegistry, LiveMetrics, LiveSettings, Pending,
    RoomCommand, Rooms, Seated, Seats, SeededEntropy, TableGame, TableTerms, TokioClock, send_queue,
};
use protocol::NoOptions;
use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep};
use uuid::Uuid;

/// For how long somebody is away before the bot moves for them.
const AWAY: Duration = Duration::from_secs(60);

/// Stops the bot in the middle of its thoughts.
struct Gate {
    thinking: oneshot::Sender<()>,
    go_on: mpsc::Receiver<()>,
}

static GATE: Mutex<Option<Gate>> = Mutex::new(None);

/// Two seats count together, without an end. A bot counts the first time for seat 1 while nobody is there.
#[derive(Clone, Debug, Default)]
struct Counting(u32);

#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE")]
enum Command {
    Count {},
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE")]
enum Happened {
    Counted {},
}

#[derive(Debug, thiserror::Error)]
#[error("nothing is refused")]
struct Never;

impl Event for Happened {
    const TAG: &'static str = "type";

    fn schema(&self) -> Version {
        Version::new(1, 0, 0)
    }
}

impl Game for Counting {
    const NAME: &'static str = "counting";

    type Command = Command;
    type Event = Happened;
    type Refusal = Never;
    type View = u32;

    fn decide(&self, _: Seat, _: &Command, _: &mut dyn Chance) -> Result<Vec<Happened>, Never> {
        Ok(vec![Happened::Counted {}])
    }

    fn apply(&mut self, _: &Happened) {
        self.0 += 1;
    }

    fn admits(&self, _: &Happened) -> bool {
        true
    }

    fn view(&self, _: Option<Seat>) -> u32 {
        self.0
    }
}

impl TableGame for Counting {
    const SEATS: u8 = 2;
    type Request = NoOptions;
    type Options = NoOptions;

    fn status(&self) -> GameStatus {
        if self.0 == 0 { GameStatus::Waiting } else { GameStatus::Active }
    }

    fn pending(
        &self,
        seats: &Seats<NoOptions>,
        _: &str,
        version: u64,
        attendance: &Attendance,
        _: &Context<()>,
    ) -> Vec<Pending<Command>> {
        let away = |seat: Seat| -> Option<Instant> { attendance.away_since(seats.player(seat)?) };
        let stands_in = |since: Instant| Pending {
            since: version.saturating_sub(1),
            wait: Duration::ZERO,
            not_before: Some(since + AWAY),
            seat: Seat(1),
            name: "stand-in",
            ends_turn: true,
            action: Action::Compute(Box::new(|| {
                let gate = GATE.lock().unwrap().take();
                if let Some(Gate { thinking, go_on }) = gate {
                    thinking.send(()).unwrap();
                    go_on.recv().unwrap();
                }
                Some(Command::Count {})
            })),
        };
        away(Seat(1)).filter(|_| self.0 == 0).map(stands_in).into_iter().collect()
    }
}

#[tokio::test(start_paused = true)]
async fn a_bot_does_not_move_for_somebody_who_came_back_while_it_thought() {
    let mut settings = LiveSettings::new([7; 32]);
    settings.clock = Arc::new(TokioClock::starting_at(1_767_225_600_000));
    settings.entropy = Arc::new(SeededEntropy::from_seed(1));
    let registry = GameRegistry::default().with::<Seated<Counting>>(Arc::new(()));
    let archive = Arc::new(store::Memory::default());
    let rooms = Arc::new(Rooms::new(registry, archive, Bus::local(), LiveMetrics::default(), settings));
    let (ann, ben) = (PlayerId(Uuid::from_u128(1)), PlayerId(Uuid::from_u128(2)));
    let opening = rooms.registry().options_for_strangers(&"counting".parse().unwrap()).unwrap();
    let game = rooms.create_game(ann, opening, TableTerms::default()).await.unwrap();
    let sit = RoomCommand::new("sit", CommandInput::Join { seat: Some(Seat(1)) });
    rooms.command(&game, ben, sit).await.unwrap();
    let (queue, _reader) = send_queue(1_000);
    rooms.watch(&game, Some(ann), 0, queue).await.unwrap();
    let version = async || rooms.state(&game, Some(ann), u64::MAX).await.unwrap().table().version;
    let before = version().await;

    let ((thinking, thinks), (release, go_on)) = (oneshot::channel(), mpsc::channel());
    *GATE.lock().unwrap() = Some(Gate { thinking, go_on });
    thinks.await.unwrap();
    let (queue, _ben_reader) = send_queue(1_000);
    let watcher = rooms.watch(&game, Some(ben), 0, queue).await.unwrap();
    release.send(()).unwrap();
    sleep(2 * AWAY).await;
    assert_eq!(version().await, before, "Ben is here again");

    rooms.leave(&game, watcher).await;
    sleep(2 * AWAY).await;
    assert!(version().await > before, "and gone again, for a minute");
    rooms.close().await;
}
