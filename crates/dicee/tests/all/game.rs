//! The rules of the table, one by one.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeMap;

use chance::ServerSeed;
use dicee::{
    Account, Bot, Category, CompletionReason, DiceCheck, DiceError, DiceSource, DiceeCommand, DiceeEvent,
    DiceeGame, GameId, GameMode, GameStatus, Hex, KeptMask, Rules, Settings, SolvedGame, TABLE, check_dice,
    records,
};
use ledger::{Event as _, Game as _, Log, Seat, Source, Stamp, link};
use proptest::prelude::*;

use crate::common::{Hand, SECRET, multiplayer_game, played_by, player, solo_game};

const HOST: Seat = Seat(0);

fn started(mode: GameMode) -> Hand {
    let mut hand = Hand::new(1);
    hand.create(mode, Rules::Standard, DiceSource::Table);
    if mode == GameMode::Multiplayer {
        hand.send(Seat(1), &DiceeCommand::Join { player_id: player(1) });
    }
    hand.send(HOST, &DiceeCommand::Start {});
    hand
}

fn current(hand: &Hand) -> Seat {
    hand.log.state().table().unwrap().current_seat().unwrap()
}

fn roll(kept: Option<[bool; 5]>) -> DiceeCommand {
    DiceeCommand::Roll { kept_mask: kept.map(KeptMask) }
}

const CHANCE: DiceeCommand = DiceeCommand::Score { category: Category::Chance };

/// The command is refused with these words, and nothing changes.
fn refused(hand: &mut Hand, seat: Seat, command: &DiceeCommand, words: &str) {
    let before = hand.log.clone();
    let message = hand.try_send(seat, command).unwrap_err();
    assert!(message.contains(words), "{command:?}: {message}");
    assert_eq!((hand.log.state(), hand.log.version()), (before.state(), before.version()));
}

#[test]
fn a_turn_has_at_most_three_rolls_and_needs_one() {
    let mut hand = started(GameMode::Solo);
    refused(&mut hand, HOST, &CHANCE, "roll the dice first");
    refused(&mut hand, HOST, &DiceeCommand::Keep { kept_mask: KeptMask::NONE }, "roll the dice first");
    refused(
        &mut hand,
        HOST,
        &roll(Some([true, false, false, false, false])),
        "expected no die before the first roll",
    );
    hand.send(HOST, &roll(None));
    refused(&mut hand, HOST, &roll(Some([true; 5])), "at least one die to roll");
    hand.send(HOST, &roll(Some([true, true, false, false, false])));
    hand.send(HOST, &roll(Some([false; 5])));
    refused(&mut hand, HOST, &roll(None), "three rolls are made");
    hand.send(HOST, &CHANCE);
    hand.send(HOST, &roll(None));
    refused(&mut hand, HOST, &CHANCE, "chance is already filled");
}

#[test]
fn a_roll_without_a_mask_keeps_what_was_put_aside() {
    let mut hand = started(GameMode::Solo);
    hand.send(HOST, &roll(None));
    let dice = |hand: &Hand| hand.log.state().table().unwrap().turn().unwrap().dice().unwrap().pips();
    let before = dice(&hand);
    hand.send(HOST, &DiceeCommand::Keep { kept_mask: KeptMask([true, true, true, true, false]) });
    hand.send(HOST, &roll(None));
    assert_eq!(dice(&hand)[..4], before[..4]);
}

#[test]
fn a_table_has_as_many_seats_as_were_agreed() {
    let create = |game_mode, seats| DiceeCommand::Create {
        game_id: GameId(uuid::Uuid::from_u128(7)),
        game_mode,
        player_ids: vec![player(0)],
        settings: Settings { seats: Some(seats), ..Settings::default() },
        dice: DiceSource::Table,
    };
    for (mode, seats) in [(GameMode::Multiplayer, 1), (GameMode::Multiplayer, 9), (GameMode::Solo, 2)] {
        refused(&mut Hand::new(1), HOST, &create(mode, seats), "expected");
    }
    let mut hand = Hand::new(1);
    hand.send(HOST, &create(GameMode::Multiplayer, 3));
    hand.send(Seat(1), &DiceeCommand::Join { player_id: player(1) });
    hand.send(Seat(2), &DiceeCommand::Join { player_id: player(2) });
    refused(&mut hand, Seat(3), &DiceeCommand::Join { player_id: player(3) }, "2 to 3");
    hand.send(HOST, &DiceeCommand::Start {});
}

#[test]
fn players_act_only_in_their_own_turn_and_seat() {
    let mut hand = started(GameMode::Multiplayer);
    let (now, other) = (current(&hand), Seat(1 - current(&hand).0));
    refused(&mut hand, other, &roll(None), "it is the turn of player");
    refused(&mut hand, Seat(5), &roll(None), "seat 5 has no player");
    refused(&mut hand, Seat(1), &DiceeCommand::Start {}, "only the host");
    refused(&mut hand, HOST, &DiceeCommand::Start {}, "already started");
    refused(&mut hand, HOST, &DiceeCommand::Expire {}, "only the table itself");
    refused(&mut hand, Seat(2), &DiceeCommand::Join { player_id: player(9) }, "already started");
    hand.send(now, &roll(None));
    hand.send(now, &CHANCE);
    assert_eq!(current(&hand), other);
}

#[test]
fn tables_take_as_many_players_as_their_mode_says() {
    let mut hand = Hand::new(1);
    refused(&mut hand, HOST, &DiceeCommand::Start {}, "no game yet");
    hand.create(GameMode::Multiplayer, Rules::Standard, DiceSource::Table);
    refused(&mut hand, HOST, &DiceeCommand::Start {}, "expected 2 to 8 for this mode, got 1");
    refused(&mut hand, Seat(3), &DiceeCommand::Join { player_id: player(1) }, "expected seat 1");
    refused(&mut hand, Seat(1), &DiceeCommand::Join { player_id: player(0) }, "already in this game");
    for seat in 1..8 {
        hand.send(Seat(seat), &DiceeCommand::Join { player_id: player(u128::from(seat)) });
    }
    refused(
        &mut hand,
        Seat(8),
        &DiceeCommand::Join { player_id: player(8) },
        "expected 2 to 8 for this mode, got 9",
    );
    let mut solo = Hand::new(1);
    solo.create(GameMode::Solo, Rules::Standard, DiceSource::Table);
    let bot = DiceeCommand::AddBot { player_id: player(3), bot: Bot::Greedy };
    refused(&mut solo, HOST, &bot, "expected 1 for this mode, got 2");
}

#[test]
fn undo_takes_back_one_step_and_never_crosses_a_roll() {
    let mut hand = started(GameMode::Multiplayer);
    let (now, other) = (current(&hand), Seat(1 - current(&hand).0));
    refused(&mut hand, now, &DiceeCommand::Undo {}, "nothing to take back");
    hand.send(now, &roll(None));
    refused(&mut hand, now, &DiceeCommand::Undo {}, "nothing to take back");
    let rolled = hand.log.state().clone();
    hand.send(now, &CHANCE);
    refused(&mut hand, other, &DiceeCommand::Undo {}, "it is the turn of player");
    hand.send(now, &DiceeCommand::Undo {});
    assert_eq!(hand.log.state().table(), rolled.table(), "the score is gone, the dice lie there again");
    assert!(hand.log.state().has_taken_back(now) && !hand.log.state().has_taken_back(other));
    refused(&mut hand, now, &DiceeCommand::Undo {}, "nothing to take back");
    hand.send(now, &DiceeCommand::Keep { kept_mask: KeptMask([true, false, false, false, false]) });
    hand.send(now, &DiceeCommand::Undo {});
    assert_eq!(hand.log.state().table(), rolled.table());
    hand.send(now, &CHANCE);
    hand.send(other, &roll(None));
    refused(&mut hand, now, &DiceeCommand::Undo {}, "nothing to take back");
    hand.send(other, &DiceeCommand::Keep { kept_mask: KeptMask([true, false, false, false, false]) });
    hand.send(other, &DiceeCommand::Undo {});
    assert!(!hand.log.state().has_taken_back(other), "a keep is no decision before the roll");
    let mut strict = Hand::new(1);
    strict.send(
        HOST,
        &serde_json::from_str(
            r#"{"type":"create","gameId":"00000000-0000-4000-8000-000000000001","gameMode":"solo",
                "playerIds":["00000000-0000-4000-8000-000000000002"]}"#,
        )
        .unwrap(),
    );
    strict.send(HOST, &DiceeCommand::Start {});
    strict.send(HOST, &roll(None));
    strict.send(HOST, &CHANCE);
    refused(&mut strict, HOST, &DiceeCommand::Undo {}, "without taking back");
}

#[test]
fn a_turn_that_takes_too_long_is_played_out_by_the_table() {
    let mut hand = started(GameMode::Solo);
    hand.send(TABLE, &DiceeCommand::Expire {});
    let kinds: Vec<&str> = hand.log.events().map(DiceeEvent::kind).collect();
    assert_eq!(kinds[2..], ["error", "roll", "score"]);
    hand.send(HOST, &roll(None));
    let dice = hand.log.state().table().unwrap().turn().unwrap().dice().unwrap();
    hand.send(TABLE, &DiceeCommand::Expire {});
    refused(&mut hand, HOST, &DiceeCommand::Undo {}, "nothing to take back");
    let Some(DiceeEvent::Score { points_earned, .. }) = hand.log.events().last() else { panic!("a score") };
    let open = hand.log.state_at(hand.log.version() - 1).table().unwrap().players()[0].card().position();
    let most = open.open().iter().filter_map(|box_| open.score(Rules::Standard, dice.config(), box_).ok());
    assert_eq!(most.map(|outcome| outcome.scored.points).max(), Some(*points_earned));
}

#[test]
fn the_others_play_on_when_somebody_leaves_and_the_last_one_wins() {
    let mut hand = Hand::new(4);
    hand.create(GameMode::Multiplayer, Rules::Standard, DiceSource::Table);
    for seat in 1..3 {
        hand.send(Seat(seat), &DiceeCommand::Join { player_id: player(u128::from(seat)) });
    }
    hand.send(HOST, &DiceeCommand::Start {});
    let leaver = current(&hand);
    hand.send(leaver, &roll(None));
    hand.send(leaver, &DiceeCommand::Abandon {});
    assert_ne!(current(&hand), leaver);
    refused(&mut hand, leaver, &roll(None), "has no player");
    let second = current(&hand);
    hand.send(second, &DiceeCommand::Abandon {});
    let view = hand.log.state().view(None);
    assert_eq!((view.status, view.reason), (GameStatus::Abandoned, Some(CompletionReason::Abandoned)));
    let winner = view.winner_ids.unwrap();
    assert_eq!(winner, [player(u128::from(3 - leaver.0 - second.0))]);
    refused(&mut hand, HOST, &roll(None), "");
}

#[test]
fn a_history_that_was_cut_off_goes_on_with_what_must_follow_and_nothing_else() {
    let log = solo_game(Rules::Standard, 1);
    let cut = log.state_at(log.version() - 1);
    assert_eq!(cut.due().as_ref(), log.events().last());
    let mut luck = chance::SeededChance::from_seed(1);
    for command in
        [roll(None), CHANCE, DiceeCommand::Undo {}, DiceeCommand::Abandon {}, DiceeCommand::Expire {}]
    {
        for seat in [HOST, TABLE] {
            assert!(cut.decide(seat, &command, &mut luck).is_err(), "{command:?}");
        }
    }
    // In the middle of a turn that the table plays out, only the table goes on.
    let mut hand = started(GameMode::Solo);
    hand.send(TABLE, &DiceeCommand::Expire {});
    let late = hand.log.state_at(hand.log.version() - 2);
    assert!(late.decide(HOST, &roll(None), &mut luck).is_err());
    let rest = late.decide(TABLE, &DiceeCommand::Expire {}, &mut luck).unwrap();
    assert_eq!(rest.iter().map(DiceeEvent::kind).collect::<Vec<_>>(), ["roll", "score"]);
}

#[test]
fn players_who_left_a_lobby_make_room() {
    let mut hand = Hand::new(1);
    hand.create(GameMode::Multiplayer, Rules::Standard, DiceSource::Table);
    for seat in 1..20 {
        hand.send(Seat(seat), &DiceeCommand::Join { player_id: player(u128::from(seat)) });
        hand.send(Seat(seat), &DiceeCommand::Abandon {});
    }
    hand.send(Seat(20), &DiceeCommand::Join { player_id: player(20) });
    hand.send(HOST, &DiceeCommand::Start {});
    hand.play_out();
    assert_eq!(hand.log.state().view(None).status, GameStatus::Completed);
}

#[test]
fn fair_dice_follow_from_their_seeds_and_one_changed_die_is_found() {
    let log = multiplayer_game(Rules::Standard, 6);
    let DiceCheck::Fair { rolls } = check_dice(log.events()).unwrap() else { panic!("they are fair") };
    assert_eq!(rolls, log.events().filter(|event| event.kind() == "roll").count() as u64);
    let mut events: Vec<DiceeEvent> = log.events().cloned().collect();
    let place = events.iter().position(|event| event.kind() == "roll").unwrap();
    let DiceeEvent::Roll { dice_result, .. } = &mut events[place] else { panic!("a roll") };
    *dice_result = dicee::Dice::new(dice_result.pips().map(|pips| pips % 6 + 1)).unwrap();
    assert!(matches!(check_dice(&events), Err(DiceError::Roll { position, .. }) if position == place));
    let revealed = events.len() - 1;
    assert_eq!(check_dice(&events[..revealed]), Ok(DiceCheck::NotRevealed));
    assert_eq!(check_dice(solo_game(Rules::Standard, 1).events()), Ok(DiceCheck::Unpromised));
}

#[test]
fn a_seed_is_shown_only_after_the_game_and_must_be_the_promised_one() {
    let mut hand = Hand::new(3);
    let commitment = Hex(*ServerSeed::from_bytes(SECRET).commitment().as_bytes());
    hand.create(GameMode::Solo, Rules::Standard, DiceSource::Fair { commitment });
    hand.send(HOST, &DiceeCommand::Mix { client_seed: "mine".into() });
    refused(&mut hand, HOST, &DiceeCommand::Mix { client_seed: "again".into() }, "one seed from each player");
    hand.send(HOST, &DiceeCommand::Start {});
    refused(&mut hand, HOST, &DiceeCommand::Mix { client_seed: "late".into() }, "already started");
    refused(&mut hand, TABLE, &DiceeCommand::Reveal { server_seed: Hex(SECRET) }, "stays secret");
    hand.play_out();
    refused(&mut hand, HOST, &DiceeCommand::Reveal { server_seed: Hex(SECRET) }, "only the table itself");
    refused(&mut hand, TABLE, &DiceeCommand::Reveal { server_seed: Hex([1; 32]) }, "the promised seed");
    hand.send(TABLE, &DiceeCommand::Reveal { server_seed: Hex(SECRET) });
    refused(&mut hand, TABLE, &DiceeCommand::Reveal { server_seed: Hex(SECRET) }, "once");
}

#[test]
fn records_hold_every_turn_once_and_account_for_every_point() {
    let table = SolvedGame::solve(Rules::Standard);
    for log in [solo_game(Rules::Standard, 8), multiplayer_game(Rules::Standard, 9)] {
        let records = records(log.events());
        for player in log.state().table().unwrap().players() {
            let record = &records[&player.id()];
            assert_eq!(record.card(), player.card(), "a score that was taken back is not in it");
            let account = Account::new(&table, record);
            let score = account.optimum + account.total_luck() - account.total_loss() - account.to_come;
            assert!((score - f64::from(player.card().grand_total())).abs() < 1e-6);
        }
    }
}

#[test]
fn a_link_of_a_whole_solo_game_fits_in_one_parameter() {
    let table = SolvedGame::solve(Rules::JokerRules);
    let mut longest = 0;
    for seed in 0..200 {
        // Perfect play rolls three times nearly always; players of every kind roll less.
        let bot = if seed % 2 == 0 { Bot::Optimal } else { Bot::Beginner };
        let log = played_by(&table, bot, seed);
        let parameters = link::encode(log.events()).unwrap();
        assert_eq!(parameters.len(), 1, "seed {seed}");
        longest = longest.max(parameters[0].1.len());
        let events: Vec<DiceeEvent> =
            link::decode(&parameters.into_iter().collect::<BTreeMap<_, _>>()).unwrap();
        let stamp = Stamp { timestamp: 0, source: Source::System };
        let shared = Log::<DiceeGame>::from_events(events, "link", stamp).unwrap();
        assert_eq!(shared.state(), log.state());
    }
    assert!((700..=link::LONGEST).contains(&longest), "{longest}");
}

proptest! {
    #[test]
    fn no_bytes_make_a_decoder_panic(text in ".{0,300}", bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let text = if bytes.len() % 2 == 0 { text } else { String::from_utf8_lossy(&bytes).into_owned() };
        let _ = Log::<DiceeGame>::from_json(&text, &dicee::upcaster());
        let _ = serde_json::from_str::<DiceeCommand>(&text);
        let _ = link::decode::<DiceeEvent>(&BTreeMap::from([("g".to_owned(), text)]));
    }

    #[test]
    fn a_log_with_any_byte_changed_is_refused_or_the_same_game(place in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let log = solo_game(Rules::Standard, 1);
        let mut json = log.to_json().unwrap().into_bytes();
        let place = place.index(json.len());
        json[place] = byte;
        if let Ok(text) = String::from_utf8(json)
            && let Ok(read) = Log::<DiceeGame>::from_json(&text, &dicee::upcaster())
        {
            // Times, sources and command names are not sealed; the game is.
            prop_assert_eq!(read.state(), log.state());
        }
    }
}

#[test]
fn every_kind_of_event_is_registered_and_tagged() {
    for event in multiplayer_game(Rules::Standard, 2).events() {
        let json = serde_json::to_value(event).unwrap();
        assert_eq!(json[DiceeEvent::TAG], event.kind());
        assert_eq!(Some(event.schema()), dicee::registration(event.kind()).map(|kind| kind.version));
    }
}
