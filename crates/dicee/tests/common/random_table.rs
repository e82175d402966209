//! Random games of dice, for the promises of the ledger and of the data contract: commands are chosen by what everybody
//! can see, never by the game's own judgement.
#![allow(dead_code, reason = "every test takes what it needs")]

use chance::{Chance, SeededChance, ServerSeed};
use dicee::{
    Bot, Category, CategorySet, CompletionReason, DiceSource, DiceeBox, DiceeCommand, DiceeGame, DiceeView,
    GameId, GameMode, GameStatus, Hex, KeptMask, PlayerId, Rules, Settings, TABLE, TurnPhase,
};
use ledger::conformance::Driver;
use ledger::{Game, Log, Seat};
use uuid::Uuid;

/// The one secret of all fair games here.
const SECRET: [u8; 32] = [42; 32];

fn player(number: u32) -> PlayerId {
    PlayerId(Uuid::from_u128(0x1000_0000_0000_4000_8000_0000_0000_0000 + u128::from(number)))
}

fn mask(luck: &mut SeededChance) -> KeptMask {
    KeptMask(std::array::from_fn(|_| luck.below(2) == 0))
}

fn category(luck: &mut SeededChance) -> Category {
    Category::ALL[luck.below(13) as usize]
}

fn settings(luck: &mut SeededChance) -> Settings {
    Settings {
        rules_variant: (luck.below(5) > 0).then(|| Rules::ALL[luck.below(4) as usize]),
        time_limit: (luck.below(3) == 0).then_some(30),
        allow_undo: (luck.below(2) == 0).then(|| luck.below(2) == 0),
        seats: None,
    }
}

/// Plays by what everybody can see, never by the game's own judgement.
pub(crate) struct RandomTable {
    /// How many commands in ten are thought over.
    pub(crate) sense: u32,
    /// What must hold of every view, besides.
    pub(crate) check_view: fn(&DiceeView),
    /// What must hold of every history, besides.
    pub(crate) check_history: fn(&Log<DiceeGame>),
}

impl RandomTable {
    fn any(&self, luck: &mut SeededChance) -> (Seat, DiceeCommand) {
        let seat = if luck.below(8) == 0 { TABLE } else { Seat(luck.below(4) as u8) };
        let command = match luck.below(12) {
            0 => DiceeCommand::Create {
                game_id: GameId(Uuid::from_u128(1)),
                game_mode: GameMode::Solo,
                player_ids: vec![player(luck.below(3))],
                settings: settings(luck),
                dice: DiceSource::Table,
            },
            1 => DiceeCommand::Join { player_id: player(luck.below(12)) },
            2 => DiceeCommand::AddBot { player_id: player(luck.below(12)), bot: Bot::Casual },
            3 => DiceeCommand::Mix { client_seed: "x".repeat(luck.below(100) as usize) },
            4 => DiceeCommand::Start {},
            5 => DiceeCommand::Roll { kept_mask: (luck.below(2) == 0).then(|| mask(luck)) },
            6 => DiceeCommand::Keep { kept_mask: mask(luck) },
            7 => DiceeCommand::Score { category: category(luck) },
            8 => DiceeCommand::Undo {},
            9 if luck.below(20) == 0 => DiceeCommand::Abandon {},
            10 => DiceeCommand::Expire {},
            11 => {
                DiceeCommand::Reveal { server_seed: Hex(if luck.below(2) == 0 { SECRET } else { [1; 32] }) }
            }
            _ => DiceeCommand::Roll { kept_mask: None },
        };
        (seat, command)
    }

    fn sensible(&self, game: &DiceeGame, luck: &mut SeededChance) -> (Seat, DiceeCommand) {
        let view = game.view(None);
        let host = Seat(0);
        match view.status {
            GameStatus::Waiting if view.mode == GameMode::Multiplayer && view.players.len() < 2 => {
                let next = Seat(view.players.len() as u8);
                (next, DiceeCommand::Join { player_id: player(100 + u32::from(next.0)) })
            }
            GameStatus::Waiting => match luck.below(4) {
                0 => (host, DiceeCommand::Mix { client_seed: "alice".into() }),
                1 => (host, DiceeCommand::AddBot { player_id: player(luck.below(50)), bot: Bot::Greedy }),
                _ => (host, DiceeCommand::Start {}),
            },
            GameStatus::Active => {
                let turn = view.current_turn.as_ref().unwrap();
                let seat = seat_of(&view, turn.player_id);
                match turn.phase {
                    TurnPhase::InitialRoll if turn.undo_player_id.is_some() && luck.below(4) == 0 => {
                        (Seat(luck.below(view.players.len() as u32) as u8), DiceeCommand::Undo {})
                    }
                    TurnPhase::InitialRoll if luck.below(40) == 0 => (TABLE, DiceeCommand::Expire {}),
                    TurnPhase::InitialRoll => (seat, DiceeCommand::Roll { kept_mask: None }),
                    TurnPhase::MidTurn if luck.below(3) > 0 => match luck.below(5) {
                        0 => (seat, DiceeCommand::Keep { kept_mask: mask(luck) }),
                        1 => (seat, DiceeCommand::Roll { kept_mask: None }),
                        2 => (seat, DiceeCommand::Undo {}),
                        _ => (seat, DiceeCommand::Roll { kept_mask: Some(mask(luck)) }),
                    },
                    TurnPhase::MidTurn | TurnPhase::Scoring => {
                        (seat, DiceeCommand::Score { category: category(luck) })
                    }
                }
            }
            GameStatus::Completed | GameStatus::Abandoned => {
                (TABLE, DiceeCommand::Reveal { server_seed: Hex(SECRET) })
            }
        }
    }
}

fn seat_of(view: &DiceeView, player: PlayerId) -> Seat {
    Seat(view.players.iter().position(|other| other.player_id == player).unwrap() as u8)
}

/// Whether a box may be filled, by the words of the rules and not by the function that scores.
fn may_score(view: &DiceeView, category: Category) -> bool {
    let turn = view.current_turn.as_ref().unwrap();
    let card = view.players.iter().find(|player| player.is_current_player).unwrap().scorecard;
    let Some(dice) = turn.current_dice.map(dicee::Dice::pips) else { return false };
    let open: CategorySet = card.open();
    if !open.contains(category) {
        return false;
    }
    let five = dice.iter().all(|&die| die == dice[0]);
    let forced = view.settings.rules() == Rules::ForcedDicee && five && card.dicee_box() != DiceeBox::Open;
    let own = Category::ALL[usize::from(dice[0]) - 1];
    !forced
        || category == own
        || (!open.contains(own) && (open.lower().is_empty() || !CategorySet::UPPER.contains(category)))
}

impl Driver for RandomTable {
    type Game = DiceeGame;

    fn start(&self, luck: &mut SeededChance) -> (Seat, DiceeCommand) {
        let game_mode = match luck.below(8) {
            0 => GameMode::Multiplayer,
            1 | 2 => GameMode::Tutorial,
            _ => GameMode::Solo,
        };
        let several = game_mode == GameMode::Multiplayer && luck.below(2) == 0;
        let dice = match luck.below(3) {
            0 => DiceSource::Table,
            1 => DiceSource::Seeded { seed: 7 },
            _ => {
                DiceSource::Fair { commitment: Hex(*ServerSeed::from_bytes(SECRET).commitment().as_bytes()) }
            }
        };
        let create = DiceeCommand::Create {
            game_id: GameId(Uuid::from_u128(u128::from(luck.next_word()))),
            game_mode,
            player_ids: (0..if several { 3 } else { 1 }).map(|number| player(60 + number)).collect(),
            settings: settings(luck),
            dice,
        };
        (Seat(0), create)
    }

    fn propose(&self, game: &DiceeGame, luck: &mut SeededChance) -> (Seat, DiceeCommand) {
        if luck.below(10) < self.sense { self.sensible(game, luck) } else { self.any(luck) }
    }

    fn is_legal(&self, game: &DiceeGame, seat: Seat, command: &DiceeCommand) -> bool {
        let view = game.view(None);
        let created = view.game_id.is_some();
        if let DiceeCommand::Create { player_ids, .. } = command {
            return !created && seat == Seat(0) && !player_ids.is_empty();
        }
        if !created {
            return false;
        }
        let sits = view.players.get(usize::from(seat.0)).is_some_and(|player| !player.left);
        let hosts = sits && Some(view.players[usize::from(seat.0)].player_id) == view.host_player_id;
        let waiting = view.status == GameStatus::Waiting;
        let active = view.status == GameStatus::Active;
        let over = !waiting && !active;
        let staying = view.players.iter().filter(|player| !player.left).count();
        let room = view.mode == GameMode::Multiplayer && staying < 8 && view.players.len() < 64;
        let known = |id: PlayerId| view.players.iter().any(|player| player.player_id == id);
        let mine = active && sits && seat_of(&view, view.current_turn.as_ref().unwrap().player_id) == seat;
        let turn = view.current_turn;
        let rolled = turn.is_some_and(|turn| turn.roll_number > 0);
        let rolls = turn.is_some_and(|turn| turn.roll_number < 3);
        match command {
            DiceeCommand::Create { .. } => unreachable!("judged above"),
            DiceeCommand::Join { player_id } => {
                waiting && room && !known(*player_id) && usize::from(seat.0) == view.players.len()
            }
            DiceeCommand::AddBot { player_id, .. } => waiting && hosts && room && !known(*player_id),
            DiceeCommand::Mix { client_seed } => {
                let fresh = sits && !view.players[usize::from(seat.0)].mixed_seed;
                waiting && fresh && view.commitment.is_some() && (1..=64).contains(&client_seed.len())
            }
            DiceeCommand::Start {} => {
                waiting && hosts && (view.mode != GameMode::Multiplayer || staying >= 2)
            }
            DiceeCommand::Roll { kept_mask } => {
                let kept = kept_mask.or_else(|| turn?.kept_mask).unwrap_or_default();
                mine && rolls && kept.0.contains(&false) && (rolled || !kept.0.contains(&true))
            }
            DiceeCommand::Keep { .. } => mine && rolled && rolls,
            DiceeCommand::Score { category } => mine && rolled && may_score(&view, *category),
            DiceeCommand::Undo {} => {
                let undo = turn.and_then(|turn| turn.undo_player_id);
                active && sits && undo == Some(view.players[usize::from(seat.0)].player_id)
            }
            DiceeCommand::Abandon {} => sits && !over,
            DiceeCommand::Expire {} => seat == TABLE && active && view.settings.time_limit.is_some(),
            DiceeCommand::Reveal { server_seed } => {
                let promised = view.commitment.is_some() && view.server_seed.is_none();
                seat == TABLE && over && promised && server_seed.0 == SECRET
            }
        }
    }

    fn is_over(&self, game: &DiceeGame) -> bool {
        let view = game.view(None);
        let over = matches!(view.status, GameStatus::Completed | GameStatus::Abandoned);
        over && (view.commitment.is_none() || view.server_seed.is_some())
    }

    fn check_state(&self, game: &DiceeGame) {
        let view = game.view(None);
        (self.check_view)(&view);
        assert_eq!(view.status == GameStatus::Completed, view.reason == Some(CompletionReason::Normal));
        for seat in 0..4 {
            assert_eq!(game.view(Some(Seat(seat))), view, "nothing is hidden in this game");
        }
    }

    fn check_history(&self, log: &Log<DiceeGame>) {
        (self.check_history)(log);
    }

    fn check_view(&self, _game: &DiceeGame, _viewer: Option<Seat>, view: &DiceeView) {
        let json = serde_json::to_string(view).unwrap();
        let secret = String::from(Hex(SECRET));
        assert_eq!(
            json.contains(&secret),
            view.server_seed.is_some(),
            "the seed is secret until it is shown"
        );
    }
}
