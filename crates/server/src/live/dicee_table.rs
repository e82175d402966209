//! The dice game at a live table.

use std::time::{Duration, Instant};

use chance::{Chance, SeededChance};
use dicee::{
    Audience, Bot, DiceSource, DiceeCommand, DiceeEvent, DiceeGame, DiceeRefusal, ExplanationDepth,
    GameStatus, Player, PlayerId, SkillLevel, SolvedGame, TABLE, Table,
};
use ledger::{Envelope, Game as _, Log, Seat, Stream, Upcaster};
use protocol::contract::{EventBody, GameEvent, Moment, Narrator, ScorecardData, Stamp};
use protocol::{ErrorContext, ServerMessage};
use serde_json::{Map, Value, json};
use uuid::Uuid;

use super::hosted::{
    Asked, Denied, Hosted, Kind, NoteCounts, Pending, Remark, SeatTaken, Sent, Thought, later,
};
use super::house::House;
use crate::body;
use crate::clock::now;
use crate::error::WrongField;

impl Hosted for DiceeGame {
    const KIND: Kind = Kind::Dicee;

    fn upcaster() -> Upcaster {
        dicee::upcaster()
    }

    fn read_command(mut value: Value) -> Result<DiceeCommand, WrongField> {
        // The server names bots.
        if value["type"] == "add_bot"
            && let Some(command) = value.as_object_mut()
        {
            command.entry("playerId").or_insert_with(|| Uuid::nil().to_string().into());
        }
        body::read_value(value, "command")
    }

    fn authorise(&self, player: PlayerId, command: DiceeCommand) -> Result<Sent<DiceeCommand>, Denied> {
        match &command {
            DiceeCommand::Create { .. } | DiceeCommand::Expire | DiceeCommand::Reveal { .. } => {
                return Err(Denied::forbidden(format!("{} is for the server alone", command.name())));
            }
            DiceeCommand::Join { player_id } => {
                if *player_id != player {
                    return Err(Denied::forbidden("command.playerId: expected your own id"));
                }
                let next = self.table().map_or(Seat(0), Table::next_seat);
                let seat = self.seat_of(player).unwrap_or(next);
                return Ok(Sent { seat, command, takes_seat: true });
            }
            // The id of a bot is nobody's: it must not shut anybody out, or play under their name.
            DiceeCommand::AddBot { bot, .. } => {
                let command = DiceeCommand::AddBot { player_id: PlayerId(Uuid::new_v4()), bot: *bot };
                return of_seated(self, player, command);
            }
            DiceeCommand::Mix { .. }
            | DiceeCommand::Start
            | DiceeCommand::Roll { .. }
            | DiceeCommand::Keep { .. }
            | DiceeCommand::Score { .. }
            | DiceeCommand::Undo
            | DiceeCommand::Abandon => {}
        }
        of_seated(self, player, command)
    }

    fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        let table = self.table()?;
        let seat = table.seat_of(player)?;
        table.player(seat).filter(|player| player.bot().is_none()).map(|_| seat)
    }

    fn seats(&self) -> Vec<SeatTaken> {
        let players = self.table().map(Table::players).unwrap_or_default();
        (0..)
            .zip(players)
            .map(|(seat, player)| SeatTaken {
                seat: Seat(seat),
                player: Some(player.id()),
                bot: player.bot().map(|bot| bot.name().to_owned()),
            })
            .collect()
    }

    fn free_seats(&self) -> u8 {
        let Some(table) = self.table() else { return 0 };
        if self.status() != GameStatus::Waiting {
            return 0;
        }
        let chairs = MOST_SEATS.saturating_sub(table.players().len());
        let free = table.mode().players().end().saturating_sub(table.staying().count()).min(chairs);
        u8::try_from(free).unwrap_or(u8::MAX)
    }

    fn status(&self) -> GameStatus {
        self.view(None).status
    }

    fn luck(&self, house: &House) -> Option<Box<dyn Chance + Send>> {
        let secret = self.table().map(|table| house.dice_secret(&table.id().text()));
        Some(Box::new(self.luck(secret.as_ref())?))
    }

    fn pending(log: &Log<Self>, house: &House) -> Vec<Pending<DiceeCommand>> {
        let game = log.state();
        let Some(table) = game.table() else { return Vec::new() };
        let last = log.envelopes().last().map_or(0, |last| last.timestamp);
        let by_table =
            |at, name, command| Pending { at, seat: TABLE, name, thought: Thought::Ready(command) };
        if table.is_over() {
            let promised = matches!(table.dice_source(), DiceSource::Fair { .. });
            if !promised || table.revealed().is_some() {
                return Vec::new();
            }
            let server_seed = dicee::Hex(house.dice_secret(&table.id().text()).reveal());
            return vec![by_table(last, "reveal", DiceeCommand::Reveal { server_seed })];
        }
        let Ok(turn) = table.turn() else { return Vec::new() };
        let mut pending = Vec::new();
        if let Some(bot) = table.player(turn.seat()).and_then(Player::bot) {
            let (rules, version) = (table.rules(), log.version());
            let thought = match house.tables().get(rules) {
                Some(solved) => bot_command(bot, solved, game, version).map(Thought::Ready),
                // Right after the start of a server the bot waits until its game is solved.
                None => {
                    let (tables, game) = (house.share_tables(), game.clone());
                    Some(Thought::Slow(Box::new(move || {
                        tables.solve(rules);
                        bot_command(bot, tables.get(rules)?, &game, version)
                    })))
                }
            };
            let at = later(last, house.bot_delay());
            pending.extend(thought.map(|thought| Pending { at, seat: turn.seat(), name: "bot", thought }));
        }
        if let Some(limit) = table.settings().time_limit {
            let at = later(turn_began(log).unwrap_or(last), Duration::from_secs(limit.into()));
            pending.push(by_table(at, "expire", DiceeCommand::Expire));
        }
        pending
    }

    type Teller = Option<Narrator>;
    type Told = GameEvent;

    fn pass(teller: &mut Option<Narrator>, envelope: &Envelope<DiceeEvent>) {
        if let Some(narrator) = narrator(teller, &envelope.payload) {
            narrator.pass(envelope);
        }
    }

    fn tell(teller: &mut Option<Narrator>, envelope: &Envelope<DiceeEvent>, house: &House) -> GameEvent {
        let narrator = narrator(teller, &envelope.payload).expect("a game is created before anything else");
        let rules = narrator.rules();
        narrator.tell(envelope, house.tables().outlook(rules))
    }

    fn show(told: &GameEvent, _viewer: Option<Seat>) -> Value {
        serde_json::to_value(told).unwrap_or_default()
    }

    fn details(
        log: &Log<Self>,
        viewer: Option<Seat>,
        names: &dyn Fn(PlayerId) -> String,
    ) -> Map<String, Value> {
        let Ok(Value::Object(mut details)) = serde_json::to_value(log.state().view(viewer)) else {
            return Map::new();
        };
        details.shift_remove("gameId");
        details.shift_remove("status");
        let players = log.state().table().map(Table::players).unwrap_or_default();
        if let Some(Value::Array(shown)) = details.get_mut("players") {
            for (shown, player) in shown.iter_mut().zip(players) {
                shown["displayName"] = names(player.id()).into();
                shown["scorecard"] =
                    serde_json::to_value(ScorecardData::from(player.card())).unwrap_or_default();
            }
        }
        details
    }

    fn announcements(log: &Log<Self>, told: &[GameEvent], names: &dyn Fn(PlayerId) -> String) -> Vec<Value> {
        let mut said = Vec::new();
        let rolls = told.iter().filter(|event| matches!(event.body, EventBody::Roll(_)));
        said.extend(rolls.map(|event| json!({ "type": "roll_result", "event": event })));
        let fresh = log.envelopes().iter().rev().take(told.len());
        let turn = log.state().view(None).current_turn;
        if let Some(turn) = turn.filter(|_| fresh.clone().any(|envelope| begins_turn(&envelope.payload))) {
            let message = ServerMessage::TurnChanged {
                new_player_id: turn.player_id,
                player_name: names(turn.player_id),
                turn_number: turn.turn_number,
            };
            said.extend(serde_json::to_value(message));
        }
        said
    }

    fn remark(
        log: &Log<Self>,
        seat: Option<Seat>,
        asked: Asked,
        counts: NoteCounts,
        house: &House,
    ) -> Result<Remark, Denied> {
        let nothing = |message: &str| Denied::new("ERR_INVALID_TURN", message);
        let table = log.state().table().ok_or_else(|| nothing("there is no game yet"))?;
        let turn = table.turn().map_err(|refusal| Denied::new(refusal.code(), refusal.to_string()))?;
        if seat != Some(turn.seat()) {
            return Err(Denied::new("ERR_NOT_YOUR_TURN", "this is for the player whose turn it is"));
        }
        let started = Instant::now();
        let moment = Moment::now(log, house.tables().outlook(table.rules()));
        let moment = moment.ok_or_else(|| nothing("roll the dice first"))?;
        let timestamp = now();
        let next = |count: u64| Stamp { sequence_number: count + 1, timestamp };
        let (analysis, telemetry) = (next(counts.analysis), next(counts.telemetry));
        let json = |value: serde_json::Result<Value>| {
            value.map_err(|error| Denied::new("ERR_INTERNAL", error.to_string()))
        };
        let audience = |depth| Audience { depth, level: SkillLevel::default() };
        let mut remark = Remark::default();
        match asked {
            Asked::Analysis => {
                let audience = audience(ExplanationDepth::default());
                let time = started.elapsed().as_secs_f64() * 1e3;
                let event = json(serde_json::to_value(moment.analysis(audience, time, analysis)))?;
                remark.message = Some(json!({ "type": "analysis", "event": event }));
                remark.notes.push((Stream::Analysis, event));
            }
            Asked::Hint(depth) => {
                let audience = audience(depth);
                let recommendation = Box::new(moment.advisor().recommend(audience));
                remark.message = Some(json(serde_json::to_value(ServerMessage::Hint { recommendation }))?);
                let advice = json(serde_json::to_value(moment.recommendation(audience, analysis)))?;
                remark.notes.push((Stream::Analysis, advice));
                let asked = json(serde_json::to_value(moment.hint_requested(audience, telemetry)))?;
                remark.notes.push((Stream::Telemetry, asked));
            }
            Asked::Hover { category, since, count } => {
                let duration = now().saturating_sub(since).min(60 * 60 * 1000);
                let looked = moment.hover(category, duration, count, telemetry);
                remark.notes.extend(
                    looked.and_then(|event| Some((Stream::Telemetry, serde_json::to_value(event).ok()?))),
                );
            }
        }
        Ok(remark)
    }

    /// Its log holds nothing but what everybody sees.
    fn is_open(&self) -> bool {
        true
    }

    fn report(log: &Log<Self>, _viewer: Option<Seat>, house: &House) -> Result<Value, Denied> {
        let table =
            log.state().table().ok_or_else(|| Denied::new("ERR_GAME_NOT_FOUND", "there is no game yet"))?;
        let solved = house.tables().get(table.rules());
        let solved = solved.ok_or_else(|| {
            Denied::new("ERR_SERVICE_DOWN", "the game under these rules is still being solved")
        })?;
        let mut players = Vec::new();
        for (player, record) in dicee::records(log.events()) {
            let report = coach::GameReport::new(solved, &record)
                .map_err(|error| Denied::new("ERR_INVALID_TURN", error.to_string()))?;
            players.push(json!({ "playerId": player, "report": report }));
        }
        Ok(json!({ "players": players }))
    }

    fn explain(refusal: &DiceeRefusal) -> (&'static str, Option<ErrorContext>) {
        (refusal.code(), None)
    }

    fn begins(event: &DiceeEvent) -> bool {
        matches!(event, DiceeEvent::GameStarted { .. })
    }

    fn ends(event: &DiceeEvent) -> bool {
        matches!(event, DiceeEvent::GameCompleted { .. })
    }
}

/// The narrator, who begins with the game.
fn narrator<'a>(teller: &'a mut Option<Narrator>, event: &DiceeEvent) -> Option<&'a mut Narrator> {
    if let DiceeEvent::GameCreated { game_id, .. } = event {
        *teller = Some(Narrator::new(*game_id));
    }
    teller.as_mut()
}

/// What a bot does. The same state gives the same oversights, on whichever node it is looked at.
fn bot_command(bot: Bot, solved: &SolvedGame, game: &DiceeGame, version: u64) -> Option<DiceeCommand> {
    bot.command(solved, game, &mut SeededChance::from_seed(version))
}

/// How many people a table may see come and go before it starts.
const MOST_SEATS: usize = 64;

/// A command of somebody who has a seat.
fn of_seated(
    game: &DiceeGame,
    player: PlayerId,
    command: DiceeCommand,
) -> Result<Sent<DiceeCommand>, Denied> {
    let seat = game.seat_of(player).ok_or_else(|| Denied::forbidden("you have no seat in this game"))?;
    Ok(Sent { seat, command, takes_seat: false })
}

/// When the turn that goes on began. What was taken back did not happen: nobody wins time by it.
fn turn_began(log: &Log<DiceeGame>) -> Option<u64> {
    let mut taken_back = 0_u32;
    for envelope in log.envelopes().iter().rev() {
        match &envelope.payload {
            DiceeEvent::Undo {} => taken_back += 1,
            DiceeEvent::Keep { .. } | DiceeEvent::Score { .. } if taken_back > 0 => taken_back -= 1,
            event if begins_turn(event) => return Some(envelope.timestamp),
            DiceeEvent::GameCreated { .. }
            | DiceeEvent::PlayerJoined { .. }
            | DiceeEvent::SeedMixed { .. }
            | DiceeEvent::GameStarted { .. }
            | DiceeEvent::Roll { .. }
            | DiceeEvent::Keep { .. }
            | DiceeEvent::Score { .. }
            | DiceeEvent::Error { .. }
            | DiceeEvent::GameAbandoned { .. }
            | DiceeEvent::GameCompleted { .. }
            | DiceeEvent::SeedRevealed { .. } => {}
        }
    }
    None
}

/// Whether a turn may begin with this event.
fn begins_turn(event: &DiceeEvent) -> bool {
    match event {
        DiceeEvent::GameStarted { .. }
        | DiceeEvent::Score { .. }
        | DiceeEvent::Undo {}
        | DiceeEvent::GameAbandoned { .. } => true,
        DiceeEvent::GameCreated { .. }
        | DiceeEvent::PlayerJoined { .. }
        | DiceeEvent::SeedMixed { .. }
        | DiceeEvent::Roll { .. }
        | DiceeEvent::Keep { .. }
        | DiceeEvent::Error { .. }
        | DiceeEvent::GameCompleted { .. }
        | DiceeEvent::SeedRevealed { .. } => false,
    }
}

#[cfg(test)]
mod tests {
    use dicee::{GameMode, Settings};
    use uuid::Uuid;

    use super::*;
    use crate::live::{CommandRequest, Opening};
    use crate::testing::fresh;

    #[tokio::test]
    async fn a_bot_whose_turn_comes_before_its_game_is_solved_plays_when_it_is() {
        let api = fresh();
        let house = &api.house;
        house.listen();
        let me = PlayerId(Uuid::from_u128(7));
        let opening = Opening::Dicee {
            mode: GameMode::Multiplayer,
            settings: Settings::default(),
            seed: None,
            bots: vec![Bot::Greedy],
            start: true,
        };
        let game = house.found(me, opening, false).await.unwrap();
        let first = house.look(&game, Some(me), 0).await.unwrap();
        let begun = first["currentTurn"]["playerId"] == json!(me);
        assert!(api.tables.get(dicee::Rules::Standard).is_none(), "nothing is solved");
        if begun {
            for (id, command) in
                [("1", json!({ "type": "roll" })), ("2", json!({ "type": "score", "category": "chance" }))]
            {
                let request = CommandRequest { id: id.into(), expected: None, command, wants_events: false };
                house.command(&game, me, request).await.unwrap();
            }
        }
        // Its whole turn, until it is the player's again.
        testbed::eventually("the bot has played", async || {
            let state = house.look(&game, Some(me), 0).await.unwrap();
            let filled = &state["players"][1]["scorecard"]["turnsCompleted"];
            (filled == 1).then_some(())
        })
        .await;
    }

    #[test]
    fn taking_back_wins_no_time() {
        let me = PlayerId(Uuid::from_u128(7));
        let create = DiceeCommand::Create {
            game_id: dicee::GameId(Uuid::from_u128(1)),
            game_mode: GameMode::Solo,
            player_ids: vec![me],
            settings: Settings { time_limit: Some(60), allow_undo: Some(true), ..Settings::default() },
            dice: DiceSource::Seeded { seed: 3 },
        };
        let keep = DiceeCommand::Keep { kept_mask: dicee::KeptMask([true, false, false, false, false]) };
        let score = DiceeCommand::Score { category: dicee::Category::Chance };
        let mut log = Log::<DiceeGame>::default();
        let mut at = 0;
        let mut send = |log: &mut Log<DiceeGame>, command: &DiceeCommand| {
            at += 10;
            let clock = ledger::Clock { timestamp: at, source: ledger::Source::Client };
            let mut luck = SeededChance::from_seed(1);
            log.submit(Seat(0), &at.to_string(), None, command, &mut luck, clock).unwrap();
        };
        for command in [create, DiceeCommand::Start, DiceeCommand::Roll { kept_mask: None }] {
            send(&mut log, &command);
        }
        assert_eq!(turn_began(&log), Some(20));
        for command in [&keep, &DiceeCommand::Undo, &score, &DiceeCommand::Undo] {
            send(&mut log, command);
        }
        assert_eq!(turn_began(&log), Some(20), "what was taken back did not happen");
        send(&mut log, &score);
        assert_eq!(turn_began(&log), Some(80));
    }
}
