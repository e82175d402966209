//! The promises of the ledger, kept over random games, legal and not. What is legal is decided here a second time, from
//! the rules as people tell them: pips, suits and turns in plain arithmetic, no tables, no masks.
#![allow(clippy::unwrap_used, reason = "a test may panic")]
#![allow(clippy::wildcard_enum_match_arm, reason = "a test names the events that concern it")]

use chance::{Chance, SeededChance};
use fortytwo::effects::Effect;
use fortytwo::{
    Bid, BySeat, Command, ConsensusAction, Declaration, Event, FortyTwo, HouseRules, Phase, PlayerType, Seat,
    Speed, TargetMarks, Team, Tile, TileSet, View,
};
use ledger::conformance::{self, Driver};

/// How a random game is played: so many commands in a thousand may be anything at all.
struct Random {
    noise: u32,
    long: bool,
}

const EVERYBODY: [Option<ledger::Seat>; 5] =
    [None, Some(ledger::Seat(0)), Some(ledger::Seat(1)), Some(ledger::Seat(2)), Some(ledger::Seat(3))];

fn pick<T: Copy>(list: &[T], luck: &mut SeededChance) -> T {
    list[luck.below(u32::try_from(list.len()).unwrap()) as usize]
}

fn coin(luck: &mut SeededChance) -> bool {
    luck.below(2) == 0
}

fn house(luck: &mut SeededChance, long: bool) -> HouseRules {
    HouseRules {
        nello: coin(luck),
        splash: coin(luck),
        plunge: coin(luck),
        sevens: coin(luck),
        forced_bid: coin(luck),
        target_marks: TargetMarks::try_from(if long { 7 } else { 1 }).unwrap(),
    }
}

fn start(luck: &mut SeededChance, long: bool) -> Command {
    let kind = |luck: &mut SeededChance| if coin(luck) { PlayerType::Human } else { PlayerType::Ai };
    Command::StartGame {
        seed: coin(luck).then(|| luck.next_word()),
        player_types: coin(luck).then(|| BySeat([kind(luck), kind(luck), kind(luck), kind(luck)])),
        dealer: coin(luck).then(|| pick(&Seat::ALL, luck)),
        house: house(luck, long),
    }
}

/// Any command, mostly impossible.
fn anything(luck: &mut SeededChance) -> Command {
    let player = pick(&Seat::ALL, luck);
    match luck.below(12) {
        0 => start(luck, false),
        1 | 2 => Command::PlaceBid { player, bid: pick(&Bid::all().collect::<Vec<_>>(), luck) },
        3 => Command::Pass { player },
        4 => Command::SelectTrump { player, trump: pick(&Declaration::ALL, luck) },
        5..8 => Command::PlayDomino { player, domino: pick(&Tile::ALL, luck) },
        8 => Command::AgreeToAction { player, action: pick(&ConsensusAction::ALL, luck) },
        9 if coin(luck) => Command::EnableQuickplay { speed: coin(luck).then_some(Speed::Fast) },
        9 => Command::DisableQuickplay {},
        10 => Command::RequestRedeal {},
        _ => Command::Record { event: Box::new(note(luck, player)) },
    }
}

fn note(luck: &mut SeededChance, player: Seat) -> Event {
    match luck.below(7) {
        0 => Event::AiScheduled { player, execute_at: luck.below(1000) },
        1 => Event::AiThinking { player },
        2 => Event::AiDecided { player, action: Box::new(Command::Pass { player }) },
        3 => Event::EffectScheduled { effect: Effect::AiTurn { player }, execute_at: 5 },
        4 => Event::AnimationStarted {
            animation: "x".repeat(luck.below(100) as usize),
            duration: luck.below(9),
        },
        5 => Event::AnimationCompleted { animation: "deal".into(), duration: None },
        _ => Event::PlayerPassed { player },
    }
}

impl Driver for Random {
    type Game = FortyTwo;

    fn start(&self, luck: &mut SeededChance) -> (ledger::Seat, Command) {
        (ledger::Seat(0), start(luck, self.long))
    }

    fn propose(&self, game: &FortyTwo, luck: &mut SeededChance) -> (ledger::Seat, Command) {
        if luck.below(1000) < self.noise {
            return (ledger::Seat(u8::try_from(luck.below(5)).unwrap()), anything(luck));
        }
        let moves: Vec<Command> = Seat::ALL.into_iter().flat_map(|seat| game.moves(seat)).collect();
        if moves.is_empty() {
            return (ledger::Seat(0), anything(luck));
        }
        let command = moves[luck.below(u32::try_from(moves.len()).unwrap()) as usize].clone();
        (command.player().unwrap().into(), command)
    }

    fn is_legal(&self, game: &FortyTwo, seat: ledger::Seat, command: &Command) -> bool {
        let Some(seat) = Seat::new(seat.0) else { return false };
        if let Command::StartGame { .. } = command {
            return game.phase() == Phase::Waiting;
        }
        if matches!(game.phase(), Phase::Waiting | Phase::GameOver) {
            return false;
        }
        legal(game, seat, command)
    }

    fn is_over(&self, game: &FortyTwo) -> bool {
        game.phase() == Phase::GameOver
    }

    fn check_view(&self, game: &FortyTwo, viewer: Option<ledger::Seat>, view: &View) {
        let seat = viewer.and_then(|seat| Seat::new(seat.0));
        assert_eq!(view.hand, seat.map_or(TileSet::EMPTY, |seat| game.hands().of_seat(seat)));
        assert!(view.seed.is_none() || game.phase() == Phase::GameOver);
        // Exactly what the view offers is legal.
        let Some(seat) = seat else { return assert!(view.moves.is_empty()) };
        assert!(view.moves.iter().all(|command| legal(game, seat, command)), "{view:?}");
    }

    fn check_state(&self, game: &FortyTwo) {
        if game.phase() == Phase::Waiting {
            return;
        }
        let hands = game.hands().by_seat();
        let on_table = game.trick().plays().iter();
        let turned = game.completed_tricks().tricks().iter().flat_map(|trick| &trick.plays);
        let played: Vec<Tile> = on_table.chain(turned).map(|play| play.domino).collect();
        let held: usize = hands.0.iter().map(|hand| hand.len()).sum();
        let all = hands.0.into_iter().fold(TileSet::EMPTY, TileSet::union);
        let scored = game.phase() == Phase::GameOver;
        assert!(scored || held + played.len() == 28, "a tile is lost or doubled");
        assert!(scored || played.iter().copied().collect::<TileSet>().union(all) == TileSet::ALL);
        // Seven full tricks of four are worth 42.
        let tally = game.teams().tally();
        if tally.played() == 7 && game.contract().unwrap().declaration != Declaration::Nello {
            assert_eq!(tally.points.0.iter().sum::<u8>(), 42);
        }
        assert_eq!(usize::from(game.trick_count().get()), game.completed_tricks().tricks().len());
        assert_eq!(tally.played(), game.trick_count().get());
        assert_eq!(game.winner().is_some(), game.phase() == Phase::GameOver);
        let target = game.house().target_marks.get();
        let reached = Team::ALL.iter().any(|team| game.teams().marks()[*team] >= target);
        assert_eq!(reached, game.phase() == Phase::GameOver);
    }
}

fn legal(game: &FortyTwo, seat: Seat, command: &Command) -> bool {
    if command.player().is_some_and(|player| player != seat) {
        return false;
    }
    let calls: Vec<Option<Bid>> = game.bids().auction().unwrap().calls().map(|(_, call)| call).collect();
    let bids: Vec<Bid> = calls.iter().flatten().copied().collect();
    let dealer = u8::from(game.deck().dealer().unwrap());
    let speaks =
        usize::from(u8::from(seat)) == (usize::from(dealer) + 1 + calls.len()) % 4 && calls.len() < 4;
    let bidding = game.phase() == Phase::Bidding;
    let hand = game.hands().of_seat(seat);
    let people = game.players().by_seat().0.iter().filter(|kind| **kind == PlayerType::Human).count();
    match command {
        Command::PlaceBid { bid, .. } => {
            bidding && speaks && may_bid(game.house(), bids.last().copied(), hand, &bid.to_string())
        }
        Command::Pass { .. } => {
            bidding && speaks && !(game.house().forced_bid && calls.len() == 3 && bids.is_empty())
        }
        Command::SelectTrump { trump, .. } => {
            game.phase() == Phase::TrumpSelection && may_name(game, seat, *trump)
        }
        Command::PlayDomino { domino, .. } => {
            game.phase() == Phase::Playing && hand.contains(*domino) && may_play(game, seat, *domino)
        }
        Command::AgreeToAction { action, .. } => {
            let full = game.trick().plays().len() == seats_in_hand(game).len();
            let asked = match action {
                ConsensusAction::CompleteTrick => game.phase() == Phase::Playing && full,
                ConsensusAction::ScoreHand => game.phase() == Phase::Scoring,
            };
            asked && seats_in_hand(game).contains(&seat) && !game.consensus().has_agreed(*action, seat)
        }
        Command::EnableQuickplay { .. } | Command::DisableQuickplay {} => true,
        Command::RequestRedeal {} => {
            bidding && people == 1 && game.players().by_seat()[seat] == PlayerType::Human
        }
        Command::Record { event } => match &**event {
            Event::AiScheduled { player, .. }
            | Event::AiThinking { player }
            | Event::EffectScheduled { effect: Effect::AiTurn { player }, .. } => {
                *player == seat && game.players().by_seat()[seat] == PlayerType::Ai
            }
            Event::AiDecided { player, action } => {
                *player == seat
                    && game.players().by_seat()[seat] == PlayerType::Ai
                    && legal(game, seat, action)
            }
            Event::AnimationStarted { animation, .. } | Event::AnimationCompleted { animation, .. } => {
                animation.len() <= 64
            }
            _ => false,
        },
        // A game that was started from a seed has promised nothing.
        Command::StartGame { .. } | Command::Commit { .. } | Command::Mix { .. } | Command::Reveal { .. } => {
            false
        }
    }
}

/// A bid as people write it, against the last one.
fn may_bid(house: HouseRules, last: Option<Bid>, hand: TileSet, bid: &str) -> bool {
    // Points count by themselves, a mark 42.
    let worth = |bid: &str| match bid.split_once(' ') {
        Some((_, marks)) => 42 * marks.parse::<u32>().unwrap(),
        None => {
            bid.strip_prefix('M').map_or_else(|| bid.parse().unwrap(), |m| 42 * m.parse::<u32>().unwrap())
        }
    };
    let last = last.map_or(0, |bid| worth(&bid.to_string()));
    let doubles = hand.iter().filter(|tile| tile.high() == tile.low()).count();
    if worth(bid) <= last {
        return false;
    }
    match bid.split_once(' ') {
        Some(("splash", _)) => house.splash && doubles >= 3,
        Some(("plunge", _)) => house.plunge && doubles >= 4,
        _ => worth(bid) <= 84.max(42 * (last / 42 + 1)),
    }
}

fn may_name(game: &FortyTwo, seat: Seat, trump: Declaration) -> bool {
    let (bidder, bid) = game.bids().winner().unwrap();
    let text = bid.to_string();
    let for_partner = text.starts_with('s') || text.starts_with('p');
    let namer = if for_partner { (u8::from(bidder) + 2) % 4 } else { u8::from(bidder) };
    u8::from(seat) == namer
        && match trump.to_string().as_str() {
            "nello" => game.house().nello && text.starts_with('M'),
            "sevens" => game.house().sevens && text.starts_with('M'),
            _ => true,
        }
}

fn seats_in_hand(game: &FortyTwo) -> Vec<Seat> {
    let bidder = u8::from(game.bids().winner().map_or(Seat::ALL[0], |(bidder, _)| bidder));
    let nello = game.trump().declaration().is_some_and(|trump| trump.to_string() == "nello");
    Seat::ALL.into_iter().filter(|seat| !nello || u8::from(*seat) != (bidder + 2) % 4).collect()
}

/// The suit of a tile that is led, as people say it: trumps are one suit, else the higher end.
fn may_play(game: &FortyTwo, seat: Seat, tile: Tile) -> bool {
    let plays = game.trick().plays();
    let seats = seats_in_hand(game);
    let first = match game.completed_tricks().tricks().last() {
        Some(trick) => trick.winner,
        None => {
            let (bidder, bid) = game.bids().winner().unwrap();
            if bid.to_string().contains(' ') { bidder.partner() } else { bidder }
        }
    };
    let place = seats.iter().position(|seat| *seat == first).unwrap();
    if plays.len() >= seats.len() || seats[(place + plays.len()) % seats.len()] != seat {
        return false;
    }
    let trump = game.trump().declaration().unwrap().to_string();
    let hand = game.hands().of_seat(seat);
    let ends = |tile: Tile| (tile.high().get(), tile.low().get());
    if trump == "sevens" {
        let far = |tile: Tile| (i32::from(ends(tile).0) + i32::from(ends(tile).1) - 7).abs();
        return hand.iter().all(|other| far(other) >= far(tile));
    }
    let apart = |tile: Tile| match trump.as_str() {
        "none" => false,
        "doubles" | "nello" => ends(tile).0 == ends(tile).1,
        pip => {
            let pip: u8 = pip.parse().unwrap();
            ends(tile).0 == pip || ends(tile).1 == pip
        }
    };
    let Some(lead) = plays.first().map(|play| play.domino) else { return true };
    let follows = |tile: Tile| {
        if apart(lead) || apart(tile) {
            apart(lead) && apart(tile)
        } else {
            ends(tile).0 == ends(lead).0 || ends(tile).1 == ends(lead).0
        }
    };
    follows(tile) || !hand.iter().any(follows)
}

fn check(noise: u32, long: bool, games: std::ops::Range<u64>, commands: usize) {
    conformance::check(&Random { noise, long }, games, commands, &EVERYBODY);
}

#[test]
fn random_legal_games_keep_every_promise() {
    check(5, false, 0..5_000, 400);
}

#[test]
fn more_random_legal_games_keep_every_promise() {
    check(5, false, 5_000..9_900, 400);
}

#[test]
fn long_random_legal_games_keep_every_promise() {
    check(5, true, 0..100, 4_000);
}

#[test]
fn games_of_mostly_illegal_commands_keep_every_promise() {
    check(1_000, false, 0..1_000, 60);
    check(700, false, 1_000..5_000, 60);
}

#[test]
fn more_games_of_mostly_illegal_commands_keep_every_promise() {
    check(700, false, 10_000..14_900, 60);
    check(700, false, 15_000..15_100, 600);
}
