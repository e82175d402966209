//! What is refused, in which words, with which code, and which field is at fault.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use fortytwo::effects::Effect;
use fortytwo::{
    Auction, Bid, BidRefusal, BySeat, Command, ConsensusAction, Declaration, Event, HouseRules, Layout,
    Marks, Phase, Points, Refusal, Seat, Sight, Team, Tile, TileSet, deal,
};

fn tile(text: &str) -> Tile {
    text.parse().unwrap()
}

fn tiles(text: &str) -> TileSet {
    text.split(' ').map(tile).collect()
}

fn bid(text: &str) -> Bid {
    text.parse().unwrap()
}

#[test]
fn every_refusal_has_its_text_its_code_and_the_field_at_fault() {
    let [zero, one, ..] = Seat::ALL;
    let turn = "ERR_INVALID_TURN";
    let player = Some("player");
    let action = ConsensusAction::ScoreHand;
    for (refusal, text, code, field) in [
        (Refusal::NoSeat { seat: 4 }, "seat: expected 0 to 3, got 4", "ERR_FORBIDDEN", Some("seat")),
        (
            Refusal::NotYourSeat { seat: one, player: zero },
            "player: expected your own seat 1, got 0",
            "ERR_FORBIDDEN",
            player,
        ),
        (Refusal::NotStarted, "the game has not started", "ERR_GAME_NOT_STARTED", None),
        (Refusal::AlreadyStarted, "the game has already started", turn, None),
        (Refusal::GameOver { winner: Team::Odd }, "the game is over: team 1 won", "ERR_GAME_COMPLETED", None),
        (
            Refusal::NotYourTurn { player: zero, current: Some(one) },
            "player: expected seat 1, got 0",
            "ERR_NOT_YOUR_TURN",
            player,
        ),
        (
            Refusal::NotYourTurn { player: zero, current: None },
            "player: expected nobody, got 0",
            "ERR_NOT_YOUR_TURN",
            player,
        ),
        (Refusal::Bid(BidRefusal::Over), "bid: the auction is over", turn, Some("bid")),
        (
            Refusal::Bid(BidRefusal::Forced),
            "bid: everybody passed, so the dealer must bid at least 30",
            turn,
            Some("bid"),
        ),
        (
            Refusal::Declaration { declaration: Declaration::Sevens, bid: bid("30") },
            "trump: sevens cannot be named after a bid of 30 at this table",
            turn,
            Some("trump"),
        ),
        (
            Refusal::NotInHand { domino: tile("6-6"), hand: tiles("1-0 2-0") },
            "domino: expected one of your tiles (1-0, 2-0), got 6-6",
            turn,
            Some("domino"),
        ),
        (
            Refusal::NotLegal { domino: tile("6-6"), legal: tiles("5-5") },
            "domino: expected one of 5-5, got 6-6",
            turn,
            Some("domino"),
        ),
        (Refusal::NothingToAgree { action }, "action: nothing to agree to now", turn, Some("action")),
        (Refusal::AlreadyAgreed { player: one }, "player: seat 1 has agreed already", turn, player),
        (Refusal::SitsOut { player: one }, "player: seat 1 sits this hand out", turn, player),
        (Refusal::NotYourTable, "a new deal is for the only person at a table of bots", turn, None),
        (Refusal::AlreadyPromised, "the secret of the deals was promised or shown before", turn, None),
        (Refusal::NothingPromised, "nothing was promised about the deals of this game", turn, None),
        (
            Refusal::Text { field: "gameId" },
            "gameId: expected 1 to 64 characters, none of them a control character",
            turn,
            Some("gameId"),
        ),
        (Refusal::TooManyTexts, "as many texts were added as a table takes", turn, None),
        (Refusal::NotOver, "the game is not over yet: the secret of its deals stays secret", turn, None),
        (
            Refusal::BrokenPromise,
            "serverSeed: expected the secret that was promised",
            turn,
            Some("serverSeed"),
        ),
        (
            Refusal::NotANote,
            "event: expected a note about an AI seat, an effect or an animation that can be now",
            turn,
            Some("event"),
        ),
    ] {
        assert_eq!(refusal.to_string(), text);
        assert_eq!((refusal.code(), refusal.field()), (code, field), "{text}");
    }
}

#[test]
fn a_wrong_phase_is_named_as_on_the_wire() {
    for phase in [
        Phase::Waiting,
        Phase::Bidding,
        Phase::TrumpSelection,
        Phase::Playing,
        Phase::Scoring,
        Phase::GameOver,
    ] {
        let refusal = Refusal::WrongPhase { expected: Phase::Bidding, actual: phase };
        let wire = serde_json::to_value(phase).unwrap();
        assert_eq!(refusal.to_string(), format!("phase: expected bidding, got {}", wire.as_str().unwrap()));
        assert_eq!((refusal.code(), refusal.field()), ("ERR_INVALID_TURN", None));
    }
}

#[test]
fn an_auction_refuses_bids_after_its_end_and_contracts_for_other_marks() {
    let rules = HouseRules::EVERYTHING;
    let marks = |marks| Marks::new(marks).unwrap();
    let fresh = Auction::new(Seat::ALL[3]);
    let over = (0..4).fold(fresh, |auction, _| auction.after(None));
    assert_eq!(over.check_bid(rules, 7, bid("30")), Err(BidRefusal::Over));
    for (offered, most) in [
        (Bid::Splash(marks(1)), 3),
        (Bid::Splash(marks(4)), 3),
        (Bid::Plunge(marks(3)), 7),
        (Bid::Plunge(marks(8)), 7),
    ] {
        assert_eq!(fresh.check_bid(rules, 7, offered), Err(BidRefusal::TooHigh { most, offered }));
    }
    for (offered, needed) in [(bid("splash 2"), 3), (bid("plunge 4"), 4)] {
        let held = needed - 1;
        let refusal = Err(BidRefusal::Doubles { offered, needed, held });
        assert_eq!(fresh.check_bid(rules, held, offered), refusal);
        assert_eq!(fresh.check_bid(rules, needed, offered), Ok(()));
    }
}

#[test]
fn points_are_30_to_41_and_marks_1_to_10() {
    for number in 0..=u8::MAX {
        assert_eq!(Points::new(number).map(Points::get), (30..=41).contains(&number).then_some(number));
        assert_eq!(Marks::new(number).map(Marks::get), (1..=10).contains(&number).then_some(number));
    }
}

#[test]
fn a_sight_refuses_what_cannot_have_happened_and_stays_as_it_was() {
    let error = |sight: &Sight, what: &dyn Fn(&mut Sight) -> Result<(), fortytwo::InputError>| {
        let mut tried = sight.clone();
        let error = what(&mut tried).unwrap_err();
        assert_eq!(tried, *sight);
        error.to_string()
    };
    let hand = tiles("1-0 2-0 3-0 2-1 6-1 6-6 5-5");
    let mut sight = Sight::new(Seat::ALL[0], Seat::ALL[3], hand).unwrap();
    let fives: Declaration = "5".parse().unwrap();
    let early = "trump: expected the auction to be won and nothing named, got another moment";
    assert_eq!(error(&sight, &|sight| sight.hear_declaration(fives)), early);
    assert_eq!(error(&sight, &|sight| sight.see(tile("6-6"))), "play: expected a hand in play, got 6-6");
    let none = sight.layout(BySeat::default()).unwrap_err().to_string();
    assert_eq!(none, "trump: expected a declaration, got none yet");
    sight.hear(Some(bid("31"))).unwrap();
    let low = "bid: expected a call that may be made, got bid: expected more than 31, got 30";
    assert_eq!(error(&sight, &|sight| sight.hear(Some(bid("30")))), low);
    (0..3).for_each(|_| sight.hear(None).unwrap());
    let nello = "trump: expected what 31 may name, got nello";
    assert_eq!(error(&sight, &|sight| sight.hear_declaration(Declaration::Nello)), nello);
    sight.hear_declaration(fives).unwrap();
    assert_eq!(error(&sight, &|sight| sight.hear_declaration(fives)), early);
    // It leads what it holds; seat 1 cannot play a tile of another hand, and after it did not follow no six.
    assert_eq!(
        error(&sight, &|sight| sight.see(tile("4-4"))),
        "play: expected a tile that seat 0 may play, got 4-4"
    );
    sight.see(tile("6-6")).unwrap();
    let first = "play: expected a tile that seat 1 may play, got ";
    assert_eq!(error(&sight, &|sight| sight.see(tile("6-6"))), format!("{first}6-6"));
    assert_eq!(error(&sight, &|sight| sight.see(tile("1-0"))), format!("{first}1-0"));
    for text in ["4-4", "6-2", "6-3", "6-1"] {
        sight.see(tile(text)).unwrap();
    }
    assert_eq!(error(&sight, &|sight| sight.see(tile("6-4"))), format!("{first}6-4"));
}

#[test]
fn a_layout_holds_at_most_seven_tiles_a_seat_and_plays_only_what_is_held() {
    let mut all = Tile::ALL.into_iter();
    let hands = BySeat([8, 7, 7, 6].map(|size| all.by_ref().take(size).collect::<TileSet>()));
    let fives: Declaration = "5".parse().unwrap();
    let error = Layout::deal(fives, Seat::ALL[0], hands).unwrap_err().to_string();
    assert_eq!(error, "hands: expected at most 7 tiles in a hand, got 8");
    let layout = Layout::deal(fives, Seat::ALL[0], deal(1)).unwrap();
    for tile in Tile::ALL {
        let held = deal(1)[Seat::ALL[0]].contains(tile);
        assert_eq!(layout.after_play(tile).is_some(), held, "{tile}");
    }
}

#[test]
fn commands_and_effects_of_another_kind_are_refused_by_name() {
    let read = |text: &str| serde_json::from_str::<Command>(text);
    let unknown = read(r#"{"type":"FOLD","player":1}"#).unwrap_err().to_string();
    assert_eq!(unknown, "unknown variant `FOLD` of `type`");
    let effect = |text: &str| serde_json::from_str::<Effect>(text);
    let unknown = effect(r#"{"type":"AI_RESIGN","player":1}"#).unwrap_err().to_string();
    assert_eq!(unknown, "unknown variant `AI_RESIGN` of `type`");
    let player = Seat::ALL[1];
    let agree = Effect::AiAgree { player, action: ConsensusAction::CompleteTrick };
    let written = serde_json::to_string(&agree).unwrap();
    assert_eq!(written, r#"{"type":"AI_AGREE","player":1,"action":"complete-trick"}"#);
    assert_eq!(effect(&written).unwrap(), agree);
    let note = Event::EffectScheduled { effect: agree, execute_at: 100 };
    let record = Command::Record { event: Box::new(note) };
    assert_eq!(read(&serde_json::to_string(&record).unwrap()).unwrap(), record);
}

#[test]
fn commands_are_told_in_the_words_of_the_table_and_read_as_they_are_written() {
    let player = Seat::ALL[1];
    let (action, house) = (ConsensusAction::CompleteTrick, HouseRules::default());
    let hex = chance::Hex([1; 32]);
    for (command, words, speaker) in [
        (Command::Commit { game_id: "g".into(), commitment: hex }, "promise", None),
        (Command::Mix { player, client_seed: "luck".into() }, "mix luck", Some(player)),
        (Command::Reveal { server_seed: hex }, "reveal", None),
        (Command::StartGame { seed: None, player_types: None, dealer: None, house }, "start", None),
        (Command::PlaceBid { player, bid: bid("42") }, "bid M1", Some(player)),
        (Command::Pass { player }, "pass", Some(player)),
        (Command::SelectTrump { player, trump: Declaration::Doubles }, "trump doubles", Some(player)),
        (Command::PlayDomino { player, domino: tile("6-4") }, "play 6-4", Some(player)),
        (Command::AgreeToAction { player, action }, "agree", Some(player)),
        (Command::EnableQuickplay { speed: None }, "quickplay on", None),
        (Command::DisableQuickplay {}, "quickplay off", None),
        (Command::RequestRedeal {}, "redeal", None),
        (Command::Record { event: Box::new(Event::AiThinking { player }) }, "record", None),
    ] {
        assert_eq!((command.to_string().as_str(), command.player()), (words, speaker));
        let json = serde_json::to_string(&command).unwrap();
        assert_eq!(serde_json::from_str::<Command>(&json).unwrap(), command);
    }
}
