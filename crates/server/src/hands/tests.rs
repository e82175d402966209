use std::collections::BTreeMap;

use chance::{Hex, SeededChance, ServerSeed};
use fortytwo::{
    Bot, BySeat, Command, Event, FortyTwo, HandRecord, HouseRules, Phase, PlayerType, Skill, TargetMarks,
};
use ledger::{Game as _, Log, Proposed, Sender, Source, Stamp};
use live::{Seated, SeatedCommand, SeatedEvent};
use protocol::{
    DecisionsResponse, FortyTwoOptions, HandsResponse, HintAsked, PatternsResponse, ProfileResponse,
    SkillResponse,
};
use store::{Note, StoredEvent};
use uuid::Uuid;

use super::*;
use crate::api::Api;
use crate::learning::tests::{ask, get_json, registered};
use crate::testing::{BEGIN, fresh, keep};

/// A live table whose seats play like heuristic bots. It ends with the first hand that is decided.
struct Table<'a> {
    api: &'a Api,
    name: GameId,
    log: Log<Seated<FortyTwo>>,
    game: FortyTwo,
    people: BTreeMap<Seat, PlayerId>,
    secret: ServerSeed,
    timestamp: u64,
}

impl<'a> Table<'a> {
    fn open(api: &'a Api, number: u8, people: &[(usize, PlayerId)]) -> Self {
        let name: GameId = Uuid::from_u128(u128::from(number)).to_string().parse().unwrap();
        let people: BTreeMap<Seat, PlayerId> =
            people.iter().map(|(seat, player)| (Seat::ALL[*seat], *player)).collect();
        let (log, game, secret) = (Log::default(), FortyTwo::default(), ServerSeed::from_bytes([number; 32]));
        let timestamp = *BEGIN + 1_000_000 * u64::from(number);
        let mut table = Self { api, name, log, game, people, secret, timestamp };
        let host = table.people[&Seat::ALL[0]];
        let target_marks = TargetMarks::try_from(1).unwrap();
        let house = HouseRules { target_marks, ..HouseRules::default() };
        let options = FortyTwoOptions { house, ..FortyTwoOptions::default() };
        table.send(Sender::Seat(ledger::Seat(0)), "open", SeatedCommand::Open { host, options });
        let commitment = Hex(*table.secret.commitment().as_bytes());
        let game_id = table.name.to_string();
        table.by_table(Seat::ALL[0], Command::Commit { game_id, commitment });
        for (seat, player) in table.people.clone().into_iter().skip(1) {
            let sit = SeatedCommand::Sit { player: Some(player), seat: None };
            table.send(Sender::Player { player, seat: seat.into() }, "sit", sit);
        }
        let types = Seat::ALL.map(|seat| match table.people.contains_key(&seat) {
            true => PlayerType::Human,
            false => PlayerType::Ai,
        });
        let start = Command::StartGame { seed: None, player_types: Some(BySeat(types)), dealer: None, house };
        table.by_player(Seat::ALL[0], start);
        table
    }

    fn send(&mut self, by: Sender, id: &str, command: SeatedCommand<Command, FortyTwoOptions>) {
        self.timestamp += 100;
        let stamp = Stamp { timestamp: self.timestamp, source: Source::Client };
        let mut fair = self.game.luck(&self.secret);
        let mut any = SeededChance::from_seed(1);
        let luck: &mut dyn chance::Chance = match &mut fair {
            Some(fair) => fair,
            None => &mut any,
        };
        let Ok(Proposed::New(proposal)) = self.log.propose(by, id, None, &command, luck, stamp) else {
            panic!("{command:?} is refused")
        };
        let receipt = self.log.accept(proposal).unwrap();
        for envelope in &self.log.envelopes()[receipt.events] {
            if let SeatedEvent::Game(event) = &envelope.payload {
                self.game.apply(event);
            }
        }
    }

    fn by_table(&mut self, seat: Seat, command: Command) {
        let id = format!("table-{}", self.log.version());
        self.send(Sender::Seat(seat.into()), &id, SeatedCommand::Game(command));
    }

    fn by_player(&mut self, seat: Seat, command: Command) {
        let (id, by) = (
            self.log.version().to_string(),
            Sender::Player { player: self.people[&seat], seat: seat.into() },
        );
        self.send(by, &id, SeatedCommand::Game(command));
    }

    /// Plays to the end; `away` says for whom the table chooses.
    fn play(&mut self, away: impl Fn(&FortyTwo, Seat) -> bool) {
        while self.game.phase() != Phase::GameOver {
            let views = Seat::ALL.map(|seat| (seat, self.game.view(Some(seat.into()))));
            let mut moves = views.into_iter().filter(|(_, view)| !view.moves.is_empty());
            let (seat, view) = moves.next().expect("somebody can do something");
            let command = Bot::new(Skill::Heuristic, 5).choose(&view).unwrap();
            match self.people.contains_key(&seat) && !away(&self.game, seat) {
                true => self.by_player(seat, command),
                false => self.by_table(seat, command),
            }
        }
    }

    /// Keeps the game as a server does.
    async fn keep(&self) {
        let stored: Vec<StoredEvent> = serde_json::from_str(&self.log.to_json().unwrap()).unwrap();
        keep(self.api, &self.name, "fortytwo", &stored).await;
        for player in self.people.values() {
            self.api.archive.record_seat(*player, &self.name, self.timestamp).await.unwrap();
        }
    }

    fn events(&self) -> Vec<Event> {
        let events = self.log.events().filter_map(|event| match event {
            SeatedEvent::Game(event) => Some(event.clone()),
            SeatedEvent::Seating(_) => None,
        });
        events.collect()
    }

    /// The hands of a seat as a browser judges them: from records alone.
    fn on_a_device(&self, seat: Seat, aided: &[u8]) -> Vec<JudgedHand> {
        let judge = |(number, record)| {
            JudgedHand::new(number, &record, seat, &mut Solver::new()).unwrap().without(aided)
        };
        HandRecord::of_game(&self.events()).into_iter().map(judge).collect()
    }
}

const NOBODY: fn(&FortyTwo, Seat) -> bool = |_, _| false;

async fn played<'a>(api: &'a Api, number: u8, people: &[(usize, PlayerId)]) -> Table<'a> {
    let mut table = Table::open(api, number, people);
    table.play(NOBODY);
    table.keep().await;
    table
}

#[tokio::test]
async fn hands_of_live_tables_give_the_same_profile_as_the_same_hands_on_a_device() {
    let api = fresh();
    let ((ann, token), (ben, _)) = (registered(&api, 1).await, registered(&api, 2).await);
    let mut device = FortyTwoProfile::default();
    let mut hands = Vec::new();
    for number in 1..4 {
        let table = played(&api, number, &[(0, ann), (2, ben)]).await;
        for hand in table.on_a_device(Seat::ALL[0], &[]) {
            device.add(table.name.as_str(), &hand);
            hands.push(hand);
        }
    }
    let skill = async || -> SkillResponse {
        serde_json::from_value(get_json(&api, &format!("{ann}/skill"), &token).await).unwrap()
    };
    assert_eq!(
        skill().await.forty_two.map(|standing| (standing.waiting, standing.skill.hands)),
        Some((3, 0))
    );
    api.hands.judge_new().await.unwrap();
    let standing = skill().await.forty_two.unwrap();
    assert_eq!((standing.waiting, standing.set_aside, standing.skill), (0, 0, device.skill()));
    assert!(standing.skill.hands == 3 && standing.skill.loss_per_hand.is_some());
    // Not only what is shown: the fold itself, to the last bit.
    assert_eq!(api.hands.profile(ann, u64::MAX).await.unwrap().profile, device);
    let patterns: PatternsResponse =
        serde_json::from_value(get_json(&api, &format!("{ann}/patterns"), &token).await).unwrap();
    assert_eq!(patterns.forty_two, Some(device.patterns()));
    let decisions: DecisionsResponse =
        serde_json::from_value(get_json(&api, &format!("{ann}/decisions"), &token).await).unwrap();
    assert_eq!(decisions.forty_two, device.mistakes().rev().cloned().collect::<Vec<_>>());
    let told: HandsResponse =
        serde_json::from_value(get_json(&api, &format!("{ann}/hands"), &token).await).unwrap();
    assert_eq!(told.hands.iter().map(|hand| hand.hand.clone()).collect::<Vec<_>>(), hands);
    assert!(told.hands.is_sorted_by_key(|hand| hand.finished_at) && told.waiting == 0);
    let profile: ProfileResponse =
        serde_json::from_value(get_json(&api, &format!("{ann}/profile"), &token).await).unwrap();
    assert_eq!(profile.fortytwo.unwrap().skill, Some(device.skill()));
    let seen = ask(&api, "GET", &format!("{ann}/profile"), None, None).await;
    assert!(!seen.body.contains("skill"), "others see results alone: {}", seen.body);
    let at = told.hands[0].finished_at;
    let then = api.hands.profile(ann, at).await.unwrap().profile;
    assert_eq!(then.skill().hands, 1, "the past is answered as it was");
    assert_eq!(api.hands.profile(ben, u64::MAX).await.unwrap().profile.skill().hands, 3);
    let export = get_json(&api, &format!("{ann}/export"), &token).await;
    assert_eq!(export["hands"].as_array().map(Vec::len), Some(3));
}

#[tokio::test]
async fn choices_after_a_hint_and_those_of_the_table_are_left_out() {
    let api = fresh();
    let (ann, _) = registered(&api, 1).await;
    let me = Seat::ALL[0];
    let mut table = Table::open(&api, 1, &[(0, ann)]);
    // The table plays the third trick for somebody who is away.
    table.play(|game, _| game.contract().is_some() && game.completed_tricks().tricks().len() == 2);
    table.keep().await;
    // A hint before the bid; another player's, and one without a place, are not hers.
    let place = table.log.envelopes().iter().position(|entry| {
        matches!(&entry.payload, SeatedEvent::Game(Event::BidPlaced { player, .. } | Event::PlayerPassed { player }) if *player == me)
    });
    let version = u64::try_from(place.unwrap()).unwrap();
    for (player, version) in [(ann, version), (PlayerId(Uuid::from_u128(9)), 40)] {
        let body = serde_json::to_value(HintAsked::new(player, version, 5)).unwrap();
        let note = Note::new(table.name.clone(), Stream::Telemetry, 5, body).unwrap();
        api.archive.note(vec![note]).await.unwrap();
    }
    api.hands.judge_new().await.unwrap();
    let kept: Vec<JudgedHand> =
        api.hands.last(ann).await.unwrap().into_iter().map(|hand| hand.hand).collect();
    assert_eq!(kept, table.on_a_device(me, &[0, 3]));
    assert!(kept[0].aided >= 1 && !kept[0].choices.is_empty(), "{kept:?}");
}

#[tokio::test]
async fn practice_teaches_nothing_and_waits_no_more() {
    let api = fresh();
    let (ann, _) = registered(&api, 1).await;
    let mut table = Table::open(&api, 1, &[(0, ann)]);
    table.by_player(Seat::ALL[0], Command::RequestRedeal {});
    table.play(NOBODY);
    table.keep().await;
    assert_eq!(api.hands.waiting(ann).await.unwrap(), 1);
    api.hands.judge_new().await.unwrap();
    assert_eq!(api.hands.waiting(ann).await.unwrap(), 0);
    assert_eq!(api.hands.last(ann).await.unwrap(), []);
    assert_eq!(api.hands.profile(ann, u64::MAX).await.unwrap(), HandsPlayed::default());
}

#[tokio::test]
async fn a_rebuild_gives_the_same_and_judges_nothing_twice() {
    let api = fresh();
    let ((ann, _), (ben, _)) = (registered(&api, 1).await, registered(&api, 2).await);
    played(&api, 1, &[(0, ann), (1, ben)]).await;
    api.hands.judge_new().await.unwrap();
    let before = api.hands.last(ann).await.unwrap();
    assert_eq!(before.len(), 1);
    // Another node kept something of a game that this one has not seen: it is left as it is.
    let table = played(&api, 2, &[(0, ann)]).await;
    let place = PlayedPlace { finished_at: table.timestamp, game: table.name.clone() };
    let other = JudgedEntry { player: ann, place, revision: REVISION, body: "[]".to_owned() };
    assert_eq!(api.archive.record_judged(vec![other]).await.unwrap(), 1);
    api.hands.save(Cursor::START).await.unwrap();
    api.hands.judge_new().await.unwrap();
    assert_eq!(api.hands.last(ann).await.unwrap(), before);
    // From the events alone: on a store where nothing was kept.
    let fresh = fresh();
    let ((ann, _), (ben, _)) = (registered(&fresh, 1).await, registered(&fresh, 2).await);
    played(&fresh, 1, &[(0, ann), (1, ben)]).await;
    fresh.hands.judge_new().await.unwrap();
    assert_eq!(fresh.hands.last(ann).await.unwrap(), before);
}

#[tokio::test]
async fn nothing_is_kept_about_somebody_who_was_erased() {
    let api = fresh();
    let ((ann, token), (ben, _)) = (registered(&api, 1).await, registered(&api, 2).await);
    played(&api, 1, &[(0, ann), (2, ben)]).await;
    api.hands.judge_new().await.unwrap();
    assert_eq!(api.hands.last(ann).await.unwrap().len(), 1);
    assert_eq!(ask(&api, "DELETE", &ann.to_string(), Some(&token), None).await.status, 204);
    assert_eq!(api.hands.last(ann).await.unwrap(), []);
    api.hands.save(Cursor::START).await.unwrap();
    api.hands.judge_new().await.unwrap();
    assert_eq!(api.hands.last(ann).await.unwrap(), []);
    assert_eq!(api.hands.last(ben).await.unwrap().len(), 1, "others stay");
}
