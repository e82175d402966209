//! The dice game at a live table.

use std::time::Duration;

use chance::{Chance, InputError, SeededChance};
use coach::{GameReport, WinCurve};
use dicee::{
    Bot, CompletionReason, DiceSource, DiceeCommand, DiceeEvent, DiceeGame, DiceeRefusal, GameMode, Hex,
    Player, SolvedGame, TABLE, Table, WinForecaster,
};
use ledger::{Envelope, Game as _, GameStatus, Log, PlayerId, Seat, Upcaster};
use protocol::contract::{EventBody, EventWriter, GameEvent, invariants};
use protocol::{
    ClientMessage, DiceeState, ErrorCode, ErrorContext, GameId, GameKind, GameState, OpenDicee, PlayerReport,
    PlayerState, Report, ServerMessage, ShownEvent, read,
};
use serde_json::Value;
use uuid::Uuid;

use crate::attendance::Attendance;
use crate::context::Context;
use crate::game::{
    Action, Authorised, Creating, Denied, Hosted, OccupiedSeat, Outcome, Pending, Seating, Showing, Shown,
    Timing, Uses, link_to,
};
use crate::solved_games::SolvedGames;

/// How often dice may be put aside and moves be taken back in one turn; the node still remembers when the turn began.
const MOST_CHANGES: usize = 60;

impl Hosted for DiceeGame {
    type Services = SolvedGames;

    fn upcaster() -> Upcaster {
        dicee::upcaster()
    }
}

impl Seating for DiceeGame {
    fn read_command(command: Value) -> Result<DiceeCommand, InputError> {
        read::value(command, "command")
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "no other message stands for a command")]
    fn command_of(message: &ClientMessage) -> Option<DiceeCommand> {
        match message {
            ClientMessage::Roll { kept_mask, .. } => Some(DiceeCommand::Roll { kept_mask: *kept_mask }),
            ClientMessage::Score { category } => Some(DiceeCommand::Score { category: *category }),
            _ => None,
        }
    }

    fn join(player: PlayerId, _seat: Option<Seat>) -> DiceeCommand {
        DiceeCommand::Join { player_id: player }
    }

    fn leave() -> DiceeCommand {
        DiceeCommand::Abandon {}
    }

    fn begin() -> Option<DiceeCommand> {
        Some(DiceeCommand::Start {})
    }

    fn is_leave(command: &DiceeCommand) -> bool {
        matches!(command, DiceeCommand::Abandon {})
    }

    fn check_share(
        log: &Log<Self>,
        _used: &Uses,
        _player: PlayerId,
        command: &DiceeCommand,
    ) -> Result<(), Denied> {
        // What is taken back may be the score of the turn before.
        let taken_back = match command {
            DiceeCommand::Keep { .. } => 0,
            DiceeCommand::Undo {} => 1,
            DiceeCommand::Create { .. }
            | DiceeCommand::Join { .. }
            | DiceeCommand::AddBot { .. }
            | DiceeCommand::Mix { .. }
            | DiceeCommand::Start {}
            | DiceeCommand::Roll { .. }
            | DiceeCommand::Score { .. }
            | DiceeCommand::Abandon {}
            | DiceeCommand::Expire {}
            | DiceeCommand::Reveal { .. } => return Ok(()),
        };
        let began = turn_began(log, taken_back);
        let turn = log.envelopes().iter().rev().take_while(|envelope| Some(envelope.position) > began);
        let changes =
            turn.filter(|event| matches!(event.payload, DiceeEvent::Keep { .. } | DiceeEvent::Undo {}));
        if changes.count() < MOST_CHANGES {
            return Ok(());
        }
        let message =
            format!("dice are put aside and moves taken back at most {MOST_CHANGES} times in one turn");
        Err(Denied::forbidden(message))
    }

    fn authorise(
        &self,
        player: PlayerId,
        command: &DiceeCommand,
        context: &Context<SolvedGames>,
    ) -> Result<Authorised<DiceeCommand>, Denied> {
        let seated = |command: DiceeCommand| {
            let seat = self.seat_of(player).ok_or_else(Denied::no_seat)?;
            Ok(Authorised { seat, command, takes_seat: false })
        };
        match command {
            DiceeCommand::Create { .. } | DiceeCommand::Expire {} | DiceeCommand::Reveal { .. } => {
                Err(Denied::forbidden(format!("{} is for the server alone", command.name())))
            }
            DiceeCommand::Join { player_id } => {
                if *player_id != player {
                    return Err(Denied::forbidden("command.playerId: expected your own id"));
                }
                let next = self.table().map_or(Seat(0), Table::next_seat);
                let seat = self.seat_of(player).unwrap_or(next);
                Ok(Authorised { seat, command: command.clone(), takes_seat: true })
            }
            // The id of a bot is nobody's: it must not shut anybody out, or play under their name.
            DiceeCommand::AddBot { bot, .. } => {
                seated(DiceeCommand::AddBot { player_id: PlayerId(context.uuid()), bot: *bot })
            }
            DiceeCommand::Mix { .. }
            | DiceeCommand::Start {}
            | DiceeCommand::Roll { .. }
            | DiceeCommand::Keep { .. }
            | DiceeCommand::Score { .. }
            | DiceeCommand::Undo {}
            | DiceeCommand::Abandon {} => seated(command.clone()),
        }
    }

    fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        let table = self.table()?;
        let seat = table.seat_of(player)?;
        table.player(seat).filter(|player| player.bot().is_none()).map(|_| seat)
    }

    fn seats(&self) -> Vec<OccupiedSeat> {
        let players = self.table().map(Table::players).unwrap_or_default();
        let seats = (0..).map(Seat).zip(players).map(|(seat, player)| OccupiedSeat {
            seat,
            player: Some(player.id()),
            bot: player.bot().map(|bot| bot.name().to_owned()),
        });
        seats.collect()
    }

    fn host(&self) -> Option<PlayerId> {
        self.table().map(Table::host)
    }

    fn free_seats(&self) -> u8 {
        let Some(table) = self.table() else { return 0 };
        if self.status() != GameStatus::Waiting {
            return 0;
        }
        let seats = Self::MOST_SEATS.saturating_sub(table.players().len());
        let free = table.fits().end().saturating_sub(table.staying().count()).min(seats);
        u8::try_from(free).unwrap_or(u8::MAX)
    }

    fn status(&self) -> GameStatus {
        Self::status(self)
    }

    fn outcome(&self, player: PlayerId) -> Outcome {
        let Some(table) = self.table() else { return Outcome::default() };
        let Some(seat) = table.seat_of(player) else { return Outcome::default() };
        let left = table.player(seat).is_none_or(Player::left);
        let finished = table.ended() == Some(CompletionReason::Normal) && !left;
        let several = table.order().len() > 1;
        Outcome {
            seat: Some(seat),
            finished,
            score: table.scores().get(&player).copied(),
            won: (finished && several).then(|| table.winners().contains(&player)),
            practice: table.mode() == GameMode::Tutorial
                || matches!(table.dice_source(), DiceSource::Seeded { .. })
                || self.has_taken_back(seat),
        }
    }

    fn explain(&self, refusal: &DiceeRefusal, by: Option<PlayerId>) -> (ErrorCode, Option<ErrorContext>) {
        let mut details = ErrorContext::from(refusal);
        if let DiceeRefusal::NotYourTurn { .. } = refusal {
            details.actual = by.map(|player| player.to_string().into());
        }
        (refusal.into(), Some(details))
    }
}

impl Creating for DiceeGame {
    type Options = OpenDicee;

    fn options_for_strangers() -> OpenDicee {
        OpenDicee::for_strangers()
    }

    fn options_again(&self) -> OpenDicee {
        let Some(table) = self.table() else { return OpenDicee::default() };
        // A bot that was taken away again does not come back: more of them may have sat here than there are seats.
        let bots: Vec<Bot> = table.staying().filter_map(Player::bot).collect();
        let people = table.players().iter().filter(|player| player.bot().is_none()).count();
        OpenDicee {
            mode: Some(table.mode()),
            settings: Some(*table.settings()),
            start: Some(people == 1),
            bots: (!bots.is_empty()).then_some(bots),
            ..OpenDicee::default()
        }
    }

    fn opening(
        open: OpenDicee,
        id: &GameId,
        host: PlayerId,
        context: &Context<SolvedGames>,
    ) -> Result<Vec<DiceeCommand>, InputError> {
        open.check()?;
        let game_id = Uuid::parse_str(id.as_str()).map(dicee::GameId);
        let game_id = game_id.map_err(|_| InputError::new("gameId", "a UUID", id.as_str()))?;
        let dice = match open.seed {
            Some(seed) => DiceSource::Seeded { seed },
            None => DiceSource::Fair { commitment: Hex(*context.game_secret().commitment().as_bytes()) },
        };
        let (game_mode, start) = (open.mode(), open.starts());
        let settings = open.settings.unwrap_or_default();
        let mut commands =
            vec![DiceeCommand::Create { game_id, game_mode, player_ids: vec![host], settings, dice }];
        let bots = open.bots.into_iter().flatten();
        commands.extend(bots.map(|bot| DiceeCommand::AddBot { player_id: PlayerId(context.uuid()), bot }));
        commands.extend(start.then_some(DiceeCommand::Start {}));
        Ok(commands)
    }
}

impl Timing for DiceeGame {
    fn luck(&self, _id: &GameId, context: &Context<SolvedGames>) -> Option<Box<dyn Chance + Send>> {
        Some(Box::new(self.luck(Some(context.game_secret()))?))
    }

    fn pending(
        log: &Log<Self>,
        _id: &GameId,
        _attendance: &Attendance,
        context: &Context<SolvedGames>,
    ) -> Vec<Pending<DiceeCommand>> {
        let game = log.state();
        let Some(table) = game.table() else { return Vec::new() };
        let last = log.version().saturating_sub(1);
        let by_table = |since, wait, name, ends_turn, command| Pending {
            since,
            wait,
            not_before: None,
            seat: TABLE,
            name,
            ends_turn,
            action: Action::Ready(command),
        };
        if table.is_over() {
            if !matches!(table.dice_source(), DiceSource::Fair { .. }) || table.revealed().is_some() {
                return Vec::new();
            }
            let server_seed = Hex(context.game_secret().reveal());
            return vec![by_table(
                last,
                Duration::ZERO,
                "reveal",
                false,
                DiceeCommand::Reveal { server_seed },
            )];
        }
        let Ok(turn) = table.turn() else { return Vec::new() };
        let mut pending = Vec::new();
        if let Some(bot) = table.player(turn.seat()).and_then(Player::bot) {
            let (rules, seed) = (table.rules(), context.bot_seed(&table.id().text(), log.version()));
            let action = match context.services().get(rules) {
                Some(solved) => bot_command(bot, solved, game, seed).map(Action::Ready),
                // Right after the start of a server the bot waits until its game is solved.
                None => {
                    let (solved, game) = (context.share_services(), game.clone());
                    Some(Action::Compute(Box::new(move || {
                        solved.solve(rules);
                        bot_command(bot, solved.get(rules)?, &game, seed)
                    })))
                }
            };
            let (seat, wait) = (turn.seat(), context.bot_delay());
            pending.extend(action.map(|action| Pending {
                since: last,
                wait,
                not_before: None,
                seat,
                name: "bot",
                ends_turn: false,
                action,
            }));
        }
        if let Some(limit) = table.settings().time_limit {
            let (since, wait) = (turn_began(log, 0).unwrap_or(last), Duration::from_secs(limit.into()));
            pending.push(by_table(since, wait, "expire", true, DiceeCommand::Expire {}));
        }
        pending
    }
}

impl Showing for DiceeGame {
    type Renderer = Option<EventWriter>;
    type Rendered = GameEvent;

    const SHOWS_ALL_ALIKE: bool = true;

    fn skip(renderer: &mut Option<EventWriter>, envelope: &Envelope<DiceeEvent>) {
        if let Some(writer) = writer(renderer, &envelope.payload) {
            writer.skip(envelope);
        }
    }

    fn render(
        renderer: &mut Option<EventWriter>,
        envelope: &Envelope<DiceeEvent>,
        context: &Context<SolvedGames>,
    ) -> GameEvent {
        let writer = writer(renderer, &envelope.payload).expect("a game is created before anything else");
        let rules = writer.rules();
        writer.write(envelope, context.services().outlook(rules))
    }

    fn show(rendered: &GameEvent, _viewer: Option<Seat>) -> ShownEvent {
        rendered.clone().into()
    }

    fn state(log: &Log<Self>, _kind: &GameKind, shown: Shown<'_>) -> GameState {
        let Shown { viewer, table, events, names } = shown;
        let view = log.state().view(viewer);
        let cards = log.state().table().map(Table::players).unwrap_or_default();
        let players = view.players.into_iter().zip(cards).map(|(player, card)| PlayerState {
            player_id: player.player_id,
            display_name: names(player.player_id),
            bot: player.bot,
            scorecard: card.card().into(),
            is_current_player: player.is_current_player,
            mixed_seed: player.mixed_seed,
            left: player.left,
        });
        let events = events.into_iter().filter_map(|event| match event {
            ShownEvent::Dicee(event) => Some(*event),
            ShownEvent::Seen(_) => None,
        });
        GameState::Dicee(Box::new(DiceeState {
            table,
            mode: view.mode,
            settings: view.settings,
            host_player_id: view.host_player_id,
            players: players.collect(),
            turn_order: view.turn_order,
            current_turn: view.current_turn,
            winner_ids: view.winner_ids,
            reason: view.reason,
            commitment: view.commitment,
            server_seed: view.server_seed,
            events: events.collect(),
        }))
    }

    fn announcements(
        log: &Log<Self>,
        rendered: &[GameEvent],
        names: &dyn Fn(PlayerId) -> String,
    ) -> Vec<ServerMessage> {
        let rolls = rendered.iter().filter(|event| matches!(event.body, EventBody::Roll(_)));
        let mut messages: Vec<ServerMessage> =
            rolls.map(|event| ServerMessage::RollResult { event: Box::new(event.clone()) }).collect();
        let mut fresh = log.envelopes().iter().rev().take(rendered.len());
        if fresh.any(|envelope| begins_turn(&envelope.payload))
            && let Some(turn) = log.state().view(None).current_turn
        {
            messages.push(ServerMessage::TurnChanged {
                new_player_id: turn.player_id,
                player_name: names(turn.player_id),
                turn_number: turn.turn_number,
            });
        }
        messages
    }

    /// Its log holds nothing but what everybody sees.
    fn is_open(&self) -> bool {
        true
    }

    fn report(
        log: &Log<Self>,
        _viewer: Option<Seat>,
        context: &Context<SolvedGames>,
    ) -> Result<Report, Denied> {
        let table = log.state().table();
        let table = table.ok_or_else(|| Denied::new(ErrorCode::GameNotFound, "there is no game yet"))?;
        let solved = context.services().get(table.rules()).ok_or_else(|| {
            Denied::new(ErrorCode::ServiceDown, "the game with these rules is still being solved")
        })?;
        let mut players = Vec::new();
        for (player_id, record) in dicee::records_of(log) {
            let report = GameReport::new(solved, &record)
                .map_err(|error| Denied::new(ErrorCode::InvalidTurn, error.to_string()))?;
            players.push(PlayerReport { player_id, report });
        }
        // The table of all positions where it is there: a report must not wait for it to be made.
        let services = context.share_services();
        let mut forecaster = match services.score_outlook(table.rules()) {
            Some(outlook) => WinForecaster::with_outlook(solved, outlook),
            None => WinForecaster::quick(solved),
        };
        Ok(Report::Dicee { players, win_curve: WinCurve::new(log.events(), &mut forecaster) })
    }

    fn violations(log: &Log<Self>) -> Vec<String> {
        let found = invariants::of_view(&log.state().view(None));
        found.iter().map(ToString::to_string).collect()
    }

    fn contradictions(rendered: &GameEvent) -> Vec<String> {
        let EventBody::Score(score) = &rendered.body else { return Vec::new() };
        invariants::of_decision(score).iter().map(ToString::to_string).collect()
    }

    fn link(log: &Log<Self>) -> Result<String, Denied> {
        link_to::<Self>(log.events())
    }

    fn begins(event: &DiceeEvent) -> bool {
        matches!(event, DiceeEvent::GameStarted { .. })
    }

    fn ends(event: &DiceeEvent) -> bool {
        matches!(event, DiceeEvent::GameCompleted { .. })
    }
}

/// The writer, which begins with the game.
fn writer<'a>(renderer: &'a mut Option<EventWriter>, event: &DiceeEvent) -> Option<&'a mut EventWriter> {
    if let DiceeEvent::GameCreated { game_id, .. } = event {
        *renderer = Some(EventWriter::new(*game_id));
    }
    renderer.as_mut()
}

/// The move of a bot. The same state gives the same oversights on every node, and nobody outside can know them.
fn bot_command(bot: Bot, solved: &SolvedGame, game: &DiceeGame, seed: u64) -> Option<DiceeCommand> {
    bot.command(solved, game, &mut SeededChance::from_seed(seed))
}

/// The position of the event with which the turn that goes on began, or would go on if so many moves more were taken back.
/// What was taken back did not happen: nobody wins time by it.
fn turn_began(log: &Log<DiceeGame>, mut taken_back: u32) -> Option<u64> {
    for envelope in log.envelopes().iter().rev() {
        match &envelope.payload {
            DiceeEvent::Undo {} => taken_back += 1,
            DiceeEvent::Keep { .. } | DiceeEvent::Score { .. } if taken_back > 0 => taken_back -= 1,
            event if begins_turn(event) => return Some(envelope.position),
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
    use dicee::Settings;
    use uuid::Uuid;

    use super::*;
    use crate::node::LiveMetrics;

    /// A solo game of which these commands were taken, ten milliseconds apart.
    fn played(commands: &[DiceeCommand]) -> Log<DiceeGame> {
        let create = DiceeCommand::Create {
            game_id: dicee::GameId(Uuid::from_u128(1)),
            game_mode: GameMode::Solo,
            player_ids: vec![PlayerId(Uuid::from_u128(7))],
            settings: Settings { time_limit: Some(60), allow_undo: Some(true), ..Settings::default() },
            dice: DiceSource::Seeded { seed: 3 },
        };
        let opening = [create, DiceeCommand::Start {}, DiceeCommand::Roll { kept_mask: None }];
        let mut log = Log::<DiceeGame>::default();
        for (command, at) in opening.iter().chain(commands).zip((10..).step_by(10)) {
            let stamp = ledger::Stamp { timestamp: at, source: ledger::Source::Client };
            let mut luck = SeededChance::from_seed(1);
            log.submit(Seat(0), &at.to_string(), None, command, &mut luck, stamp).unwrap();
        }
        log
    }

    #[test]
    fn taking_back_wins_no_time() {
        let keep = DiceeCommand::Keep { kept_mask: dicee::KeptMask([true, false, false, false, false]) };
        let score = DiceeCommand::Score { category: dicee::Category::Chance };
        assert_eq!(turn_began(&played(&[]), 0), Some(1));
        let mut commands = vec![keep, DiceeCommand::Undo {}, score.clone(), DiceeCommand::Undo {}];
        assert_eq!(turn_began(&played(&commands), 0), Some(1), "what was taken back did not happen");
        commands.push(score);
        assert_eq!(turn_began(&played(&commands), 0), Some(7));
    }

    #[test]
    fn a_score_is_not_taken_back_without_end() {
        let score = DiceeCommand::Score { category: dicee::Category::Chance };
        let changes = [score.clone(), DiceeCommand::Undo {}].into_iter().cycle();
        let commands: Vec<_> = changes.take(2 * (MOST_CHANGES - 1)).collect();
        let (player, undo) = (PlayerId(Uuid::from_u128(7)), DiceeCommand::Undo {});
        let check = |commands: &[DiceeCommand]| {
            DiceeGame::check_share(&played(commands), &Uses::new(), player, &undo)
        };
        let again = [commands.as_slice(), std::slice::from_ref(&score)].concat();
        assert_eq!(check(&again), Ok(()));
        let refused = check(&[again.as_slice(), &[undo.clone(), score.clone()]].concat()).unwrap_err();
        assert!(refused.message.contains("at most 60 times in one turn"), "{refused:?}");
        // The next turn begins with the roll after it.
        let next = [again.as_slice(), &[DiceeCommand::Roll { kept_mask: None }]].concat();
        let keep = DiceeCommand::Keep { kept_mask: dicee::KeptMask([true, false, false, false, false]) };
        assert_eq!(DiceeGame::check_share(&played(&next), &Uses::new(), player, &keep), Ok(()));
    }

    #[test]
    fn a_tutorial_is_practice_and_counts_in_no_results() {
        for (mode, practice) in [(GameMode::Tutorial, true), (GameMode::Solo, false)] {
            let player = PlayerId(Uuid::from_u128(7));
            let create = DiceeCommand::Create {
                game_id: dicee::GameId(Uuid::from_u128(1)),
                game_mode: mode,
                player_ids: vec![player],
                settings: Settings::default(),
                dice: DiceSource::Fair { commitment: Hex([1; 32]) },
            };
            let mut game = DiceeGame::default();
            let mut luck = SeededChance::from_seed(1);
            let turns = dicee::Category::ALL.into_iter().flat_map(|category| {
                [DiceeCommand::Roll { kept_mask: None }, DiceeCommand::Score { category }]
            });
            for command in [create, DiceeCommand::Start {}].into_iter().chain(turns) {
                let events = game.decide(Seat(0), &command, &mut luck).unwrap();
                events.iter().for_each(|event| game.apply(event));
            }
            let outcome = game.outcome(player);
            assert!(outcome.finished && outcome.score.is_some(), "{outcome:?}");
            assert_eq!(outcome.practice, practice, "{mode:?}");
        }
    }

    #[test]
    fn a_grade_that_contradicts_itself_is_counted() {
        let log = played(&[DiceeCommand::Score { category: dicee::Category::Chance }]);
        let mut events = protocol::contract::events(&log, dicee::Outlook::Turn);
        let (metrics, id) = (LiveMetrics::default(), "graded".parse::<GameId>().unwrap());
        for event in &events {
            metrics.check_grade::<DiceeGame>(&id, event);
        }
        assert_eq!(metrics.ev_errors.get(), 0, "grades of a game as it was played");
        let graded = events.iter_mut().find(|event| matches!(event.body, EventBody::Score(_))).unwrap();
        if let EventBody::Score(score) = &mut graded.body {
            score.ev_difference += 3.0;
        }
        metrics.check_grade::<DiceeGame>(&id, graded);
        assert_eq!(metrics.ev_errors.get(), 1, "the loss is not best less chosen");
    }
}
