//! AI seats act by themselves: a runtime that only runs timers plays whole games, in no time, because time is a number.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use chance::SeededChance;
use fortytwo::effects::{Effect, Schedule, Scheduled, resumed, triggered};
use fortytwo::{
    Bot, BySeat, Command, ConsensusAction, Event, FortyTwo, HouseRules, Phase, PlayerType, Seat, Skill,
    Speed, TargetMarks, View,
};
use ledger::{Game as _, Log, Source, Stamp};

/// The smallest runtime: a log, timers, and the time.
struct Runtime {
    log: Log<FortyTwo>,
    schedule: Schedule,
    now: u64,
}

impl Runtime {
    fn new(players: [PlayerType; 4], house: HouseRules) -> Self {
        let mut runtime = Self { log: Log::default(), schedule: Schedule::default(), now: 0 };
        let start =
            Command::StartGame { seed: Some(6), player_types: Some(BySeat(players)), dealer: None, house };
        runtime.send(Seat::ALL[0], &start);
        runtime
    }

    fn send(&mut self, seat: Seat, command: &Command) {
        let stamp = Stamp { timestamp: self.now, source: Source::System };
        let id = self.log.version().to_string();
        let mut luck = SeededChance::from_seed(1);
        let events = self.log.submit(seat.into(), &id, None, command, &mut luck, stamp).unwrap().events;
        for place in events {
            let after = self.log.state_at(place as u64 + 1);
            for scheduled in triggered(&after, &self.log.envelopes()[place].payload) {
                self.schedule.add(scheduled, self.now);
            }
        }
    }

    /// Runs the timers until none is left.
    fn run(&mut self) {
        while let Some(next) = self.schedule.next() {
            self.now = next;
            for effect in self.schedule.take_due(self.now) {
                let seat = effect.player();
                let view = self.log.state().view(Some(seat.into()));
                if let Some(command) = effect.command(&view, &mut choose) {
                    self.send(seat, &command);
                }
            }
        }
    }

    fn travel(&mut self, version: u64) {
        self.log.reset_to(version);
        self.schedule.reset();
    }
}

const AI: PlayerType = PlayerType::Ai;
const HUMAN: PlayerType = PlayerType::Human;

/// What a sensible player does.
fn choose(view: &View) -> Option<Command> {
    Bot::new(Skill::Heuristic, 1).choose(view)
}

fn to(marks: u8) -> HouseRules {
    HouseRules { target_marks: TargetMarks::try_from(marks).unwrap(), ..HouseRules::default() }
}

#[test]
fn four_ai_seats_play_and_agree_to_the_end_of_the_game() {
    for house in [HouseRules::default(), HouseRules::EVERYTHING] {
        let mut runtime = Runtime::new([AI; 4], house);
        runtime.run();
        assert_eq!(runtime.log.state().phase(), Phase::GameOver);
        assert!(runtime.now > 0);
    }
}

#[test]
fn quickplay_decides_how_long_it_takes() {
    let mut took = Vec::new();
    for speed in [Some(Speed::Instant), Some(Speed::Fast), Some(Speed::Normal), None] {
        let mut runtime = Runtime::new([AI; 4], to(1));
        runtime.schedule.reset();
        if let Some(speed) = speed {
            runtime.send(Seat::ALL[0], &Command::EnableQuickplay { speed: Some(speed) });
        }
        for scheduled in resumed(runtime.log.state()) {
            runtime.schedule.add(scheduled, 0);
        }
        runtime.run();
        assert_eq!(runtime.log.state().phase(), Phase::GameOver);
        took.push(runtime.now);
    }
    assert_eq!((took[0], took[2], took[3]), (0, 6 * took[1], 6 * took[1]));
    assert!(took[1] > 0);
}

#[test]
fn ai_seats_wait_for_people_to_agree() {
    let mut runtime = Runtime::new([HUMAN, AI, AI, AI], to(1));
    for _ in 0..200 {
        runtime.run();
        let game = runtime.log.state();
        if game.phase() == Phase::GameOver {
            return;
        }
        // Nothing happens by itself any more: it is the turn of the only person, or only that agreement is missing.
        let view = game.view(Some(ledger::Seat(0)));
        match &view.consensus {
            Some(asked) => assert_eq!(asked.missing, [Seat::ALL[0]]),
            None => assert_eq!(game.current_player(), Some(Seat::ALL[0])),
        }
        let command = choose(&view).unwrap();
        runtime.send(Seat::ALL[0], &command);
    }
    panic!("the game did not end");
}

#[test]
fn time_travel_stops_every_timer() {
    let mut runtime = Runtime::new([AI; 4], to(1));
    assert_eq!(runtime.schedule.next(), Some(600));
    runtime.travel(2);
    assert_eq!(runtime.schedule, Schedule::default());
    let before = runtime.log.version();
    runtime.run();
    assert_eq!(runtime.log.version(), before, "a stopped timer acted");
    // The table takes up where it was.
    for scheduled in resumed(runtime.log.state()) {
        runtime.schedule.add(scheduled, 0);
    }
    runtime.run();
    assert_eq!(runtime.log.state().phase(), Phase::GameOver);
}

#[test]
fn a_timer_that_comes_too_late_does_nothing() {
    let runtime = Runtime::new([HUMAN, AI, AI, AI], to(1));
    let view = |seat: u8| runtime.log.state().view(Some(ledger::Seat(seat)));
    let one = Seat::ALL[1];
    assert_eq!(Effect::AiTurn { player: one }.command(&view(1), &mut choose), None);
    let agree = Effect::AiAgree { player: one, action: ConsensusAction::ScoreHand };
    assert_eq!(agree.command(&view(1), &mut choose), None);
}

#[test]
fn only_ai_seats_in_the_hand_are_asked_to_agree_by_themselves() {
    let mut runtime = Runtime::new([HUMAN, AI, AI, AI], HouseRules::EVERYTHING);
    runtime.schedule.reset();
    let seat = |n: usize| Seat::ALL[n];
    let pass = |n: usize| Command::Pass { player: seat(n) };
    runtime.send(seat(0), &Command::PlaceBid { player: seat(0), bid: "M1".parse().unwrap() });
    (1..4).for_each(|n| runtime.send(seat(n), &pass(n)));
    runtime.send(seat(0), &Command::SelectTrump { player: seat(0), trump: "nello".parse().unwrap() });
    let asked = Event::ConsensusRequested { action: ConsensusAction::CompleteTrick };
    let agreeing: Vec<Seat> =
        triggered(runtime.log.state(), &asked).iter().map(|scheduled| scheduled.effect.player()).collect();
    assert_eq!(agreeing, [seat(1), seat(3)]);
}

#[test]
fn timers_are_kept_by_what_they_are_for_and_end_in_order() {
    let turn = |n: usize| Effect::AiTurn { player: Seat::ALL[n] };
    let mut schedule = Schedule::default();
    schedule.add(Scheduled { effect: turn(2), execute_at: 50 }, 100);
    schedule.add(Scheduled { effect: turn(1), execute_at: 20 }, 100);
    schedule.add(Scheduled { effect: turn(1), execute_at: 30 }, 100);
    schedule.add(Scheduled { effect: turn(0), execute_at: 30 }, 100);
    assert_eq!(schedule.next(), Some(130));
    assert_eq!(schedule.take_due(129), []);
    assert!(schedule.cancel(turn(0)) && !schedule.cancel(turn(0)));
    assert_eq!(schedule.take_due(1000), [turn(1), turn(2)]);
    assert_eq!(schedule.next(), None);
}

#[test]
fn a_table_that_waits_for_agreement_resumes_with_the_ai_seats_that_have_not_agreed() {
    let mut runtime = Runtime::new([AI, HUMAN, AI, AI], to(1));
    runtime.schedule.reset();
    while runtime.log.state().consensus().pending().is_none() {
        let seats = Seat::ALL.into_iter();
        let next =
            seats.map(|seat| runtime.log.state().view(Some(seat.into()))).find_map(|view| choose(&view));
        let command = next.unwrap();
        runtime.send(command.player().unwrap(), &command);
    }
    let waiting = |runtime: &Runtime| {
        let scheduled = resumed(runtime.log.state());
        assert!(scheduled.iter().all(|scheduled| matches!(scheduled.effect, Effect::AiAgree { .. })));
        scheduled.iter().map(|scheduled| scheduled.effect.player()).collect::<Vec<_>>()
    };
    let seat = |n: usize| Seat::ALL[n];
    assert_eq!(waiting(&runtime), [seat(0), seat(2), seat(3)]);
    let action = runtime.log.state().consensus().pending().unwrap();
    runtime.send(seat(2), &Command::AgreeToAction { player: seat(2), action });
    assert_eq!(waiting(&runtime), [seat(0), seat(3)]);
}
