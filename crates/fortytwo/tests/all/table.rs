//! A table from the first command to the last: what each command brings about, who must agree to what, and that the same
//! seed is the same game.
#![allow(clippy::unwrap_used, reason = "a test may panic")]
#![allow(clippy::wildcard_enum_match_arm, reason = "a test names the events that concern it")]

use chance::{Chance as _, SeededChance};
use fortytwo::projections::{
    Bids, CompletedTricks, Consensus, CurrentPlayer, Deck, Hands, LastHand, PlayerTypes, Projection,
    Quickplay, Teams, Trick, TrickCount, Trump,
};
use fortytwo::{
    BidRefusal, Command, ConsensusAction, Declaration, Event, FortyTwo, HouseRules, Phase, Refusal, Seat,
    Speed, TargetMarks, Team, deal, next_seed,
};
use ledger::{Event as _, Game as _, Log, Source, Stamp, SubmitError};

const STAMP: Stamp = Stamp { timestamp: 1, source: Source::Client };

/// A table at which commands are given as the table would say them.
struct Table {
    log: Log<FortyTwo>,
    luck: SeededChance,
}

impl Table {
    fn new(seed: u32, house: HouseRules) -> Self {
        let mut table = Self { log: Log::default(), luck: SeededChance::from_seed(u64::from(seed)) };
        table
            .send(0, Command::StartGame { seed: Some(seed), player_types: None, dealer: None, house })
            .unwrap();
        table
    }

    /// The kinds of the events that the command brought about.
    fn send(&mut self, seat: u8, command: Command) -> Result<Vec<String>, Refusal> {
        let id = self.log.version().to_string();
        match self.log.submit(ledger::Seat(seat), &id, None, &command, &mut self.luck, STAMP) {
            Ok(receipt) => {
                Ok(self.log.envelopes()[receipt.events].iter().map(|e| kind(&e.payload)).collect())
            }
            Err(SubmitError::Refused(refusal)) => Err(refusal),
            Err(other) => panic!("{other}"),
        }
    }

    /// `1 pass`, `2 bid M1`, `2 trump 5`, `3 play 6-4`, `0 agree`.
    fn says(&mut self, text: &str) -> Result<Vec<String>, Refusal> {
        let (seat, words) = text.split_once(' ').unwrap();
        let number: u8 = seat.parse().unwrap();
        let player = Seat::new(number).unwrap();
        let command = match words.split_once(' ') {
            None if words == "pass" => Command::Pass { player },
            None if words == "agree" => Command::AgreeToAction {
                player,
                action: self.log.state().consensus().pending().unwrap_or(ConsensusAction::CompleteTrick),
            },
            Some(("bid", bid)) => Command::PlaceBid { player, bid: bid.parse().unwrap() },
            Some(("trump", trump)) => Command::SelectTrump { player, trump: trump.parse().unwrap() },
            Some(("play", domino)) => Command::PlayDomino { player, domino: domino.parse().unwrap() },
            _ => panic!("{text}"),
        };
        self.send(number, command)
    }

    fn all(&mut self, lines: &[&str]) -> Vec<String> {
        lines.iter().flat_map(|line| self.says(line).unwrap_or_else(|r| panic!("{line}: {r}"))).collect()
    }

    /// A random move of a random seat that has one.
    fn random_move(&mut self) -> Vec<String> {
        let moves: Vec<Command> =
            Seat::ALL.into_iter().flat_map(|seat| self.log.state().moves(seat)).collect();
        // Cheap bids half of the time, so that some hands are played to their end.
        let cheap = self.game().phase() == Phase::Bidding && self.luck.below(2) == 0;
        let choice = if cheap { moves.len().min(2) } else { moves.len() };
        let command = moves[self.luck.below(u32::try_from(choice).unwrap()) as usize].clone();
        self.send(command.player().unwrap().into(), command).unwrap()
    }

    fn game(&self) -> &FortyTwo {
        self.log.state()
    }
}

fn kind(event: &Event) -> String {
    serde_json::to_value(event).unwrap()[Event::TAG].as_str().unwrap().to_owned()
}

#[test]
fn a_scored_hand_stays_in_sight_until_the_next_deal() {
    let mut table = Table::new(3, to_marks(7));
    while table.game().phase() != Phase::GameOver {
        table.random_move();
    }
    let mut before = None;
    let mut scored = 0;
    for (version, event) in (1..).zip(table.log.events()) {
        let (game, view) = (table.log.state_at(version), table.log.state_at(version).view(None));
        match event {
            Event::HandReadyForScoring { .. } => before = Some((view.tally, view.completed_tricks)),
            Event::HandScored { team_scores } => {
                scored += 1;
                assert_eq!(game.teams().tally().played() + game.trick_count().get(), 0, "play forgets it");
                assert!(game.completed_tricks().tricks().is_empty());
                assert_eq!(view.tally.points, *team_scores);
                assert_eq!(before, Some((view.tally, view.completed_tricks)));
            }
            Event::GameEnded { .. } => assert_eq!(before, Some((view.tally, view.completed_tricks))),
            Event::RedealInitiated { .. } => {
                assert_eq!((view.tally.played(), view.completed_tricks.len()), (0, 0));
            }
            _ => {}
        }
    }
    assert!(scored >= 2, "{scored} hands");
}

fn to_marks(marks: u8) -> HouseRules {
    HouseRules { target_marks: TargetMarks::try_from(marks).unwrap(), ..HouseRules::default() }
}

/// A whole random game.
fn played(seed: u32, house: HouseRules) -> Log<FortyTwo> {
    let mut table = Table::new(seed, house);
    while table.game().phase() != Phase::GameOver {
        table.random_move();
    }
    table.log
}

#[test]
fn a_start_deals_the_hands_of_its_seed() {
    let table = Table::new(42, HouseRules::default());
    let kinds: Vec<String> = table.log.events().map(kind).collect();
    assert_eq!(kinds, ["GAME_STARTED", "HANDS_DEALT"]);
    assert_eq!(table.game().hands().by_seat(), deal(42));
    assert_eq!(table.game().current_player(), Some(Seat::ALL[0]));
}

#[test]
fn four_passes_deal_again_from_the_next_dealer() {
    let mut table = Table::new(42, HouseRules::default());
    assert_eq!(table.all(&["0 pass", "1 pass", "2 pass"]), ["PLAYER_PASSED"; 3]);
    let kinds = table.says("3 pass").unwrap();
    assert_eq!(kinds, ["PLAYER_PASSED", "ALL_PLAYERS_PASSED", "REDEAL_INITIATED", "HANDS_DEALT"]);
    let (game, seed) = (table.game(), next_seed(42, 1));
    assert_eq!((game.deck().seed(), game.deck().dealer()), (Some(seed), Some(Seat::ALL[0])));
    assert_eq!(game.hands().by_seat(), deal(seed));
    assert_eq!((game.phase(), game.current_player()), (Phase::Bidding, Some(Seat::ALL[1])));
    assert_eq!(game.teams().marks().0, [0, 0]);
}

#[test]
fn the_winner_of_the_auction_names_trumps_and_leads() {
    let mut table = Table::new(42, HouseRules::default());
    let kinds = table.all(&["0 pass", "1 bid 30", "2 pass", "3 pass"]);
    assert_eq!(kinds[3..], ["PLAYER_PASSED", "BIDDING_COMPLETED"]);
    assert_eq!(table.game().current_player(), Some(Seat::ALL[1]));
    assert_eq!(table.all(&["1 trump 6"]), ["TRUMP_SELECTED"]);
    assert_eq!(table.all(&["1 play 6-6", "2 play 1-1", "3 play 6-1"]), ["DOMINO_PLAYED"; 3]);
    assert_eq!(table.all(&["0 play 6-3"]), ["DOMINO_PLAYED", "CONSENSUS_REQUESTED"]);
}

#[test]
fn a_trick_is_turned_over_only_when_all_four_agree() {
    let mut table = Table::new(42, HouseRules::default());
    table.all(&["0 pass", "1 bid 30", "2 pass", "3 pass", "1 trump 6", "1 play 6-6"]);
    assert_eq!(
        table.says("1 agree"),
        Err(Refusal::NothingToAgree { action: ConsensusAction::CompleteTrick })
    );
    table.all(&["2 play 1-1", "3 play 6-1", "0 play 6-3"]);
    assert_eq!(table.says("1 play 6-5"), Err(Refusal::NotYourTurn { player: Seat::ALL[1], current: None }));
    assert_eq!(table.all(&["3 agree", "0 agree", "1 agree"]), ["PLAYER_AGREED"; 3]);
    assert_eq!(table.says("0 agree"), Err(Refusal::AlreadyAgreed { player: Seat::ALL[0] }));
    assert_eq!(table.all(&["2 agree"]), ["PLAYER_AGREED", "CONSENSUS_REACHED", "TRICK_COMPLETED"]);
    let game = table.game();
    assert_eq!((game.current_player(), game.teams().tally().points.0), (Some(Seat::ALL[1]), [0, 1]));
    // And the second trick as the first.
    table.all(&["1 play 6-5", "2 play 3-1", "3 play 6-2", "0 play 6-0"]);
    table.all(&["0 agree", "1 agree", "2 agree", "3 agree"]);
    assert_eq!(table.game().trick_count().get(), 2);
}

#[test]
fn refusals_say_what_would_have_been_right() {
    let mut table = Table::new(42, HouseRules::default());
    let nobody: Log<FortyTwo> = Log::default();
    let pass = Command::Pass { player: Seat::ALL[0] };
    let mut luck = SeededChance::from_seed(1);
    assert_eq!(nobody.state().decide(ledger::Seat(0), &pass, &mut luck), Err(Refusal::NotStarted));
    assert_eq!(table.send(4, pass.clone()), Err(Refusal::NoSeat { seat: 4 }));
    let other = Refusal::NotYourSeat { seat: Seat::ALL[1], player: Seat::ALL[0] };
    assert_eq!(table.send(1, pass), Err(other));
    let text = |table: &mut Table, line: &str| table.says(line).unwrap_err().to_string();
    assert_eq!(text(&mut table, "1 pass"), "player: expected seat 0, got 1");
    assert_eq!(text(&mut table, "0 bid M3"), "bid: expected at most M2, got M3");
    assert_eq!(
        text(&mut table, "0 bid splash 2"),
        "bid: splash 2 is a house rule that this table does not play"
    );
    assert_eq!(text(&mut table, "0 play 0-0"), "phase: expected playing, got bidding");
    table.says("0 bid 35").unwrap();
    let low = BidRefusal::TooLow { high: "35".parse().unwrap(), offered: "30".parse().unwrap() };
    assert_eq!(table.says("1 bid 30"), Err(Refusal::Bid(low)));
    table.all(&["1 pass", "2 bid M1", "3 pass"]);
    assert_eq!(
        text(&mut table, "2 trump nello"),
        "trump: nello cannot be named after a bid of M1 at this table"
    );
    table.all(&["2 trump 5", "2 play 5-3"]);
    assert_eq!(
        text(&mut table, "3 play 6-6"),
        "domino: expected one of your tiles (2-0, 2-1, 3-2, 5-4, 5-5, 6-1, 6-2), got 6-6"
    );
    assert_eq!(text(&mut table, "3 play 6-1"), "domino: expected one of 5-4, 5-5, got 6-1");
}

#[test]
fn in_nello_three_seats_play_and_agree() {
    let mut table = Table::new(42, HouseRules::EVERYTHING);
    table.all(&["0 bid M1", "1 pass", "2 pass", "3 pass", "0 trump nello", "0 play 3-0"]);
    // 3-3 is a double in nello, and no three.
    assert!(matches!(table.says("1 play 3-3"), Err(Refusal::NotLegal { .. })));
    table.all(&["1 play 4-3"]);
    assert_eq!(table.says("2 play 1-1"), Err(Refusal::SitsOut { player: Seat::ALL[2] }));
    assert!(table.says("3 play 3-2").unwrap().contains(&"CONSENSUS_REQUESTED".to_owned()));
    assert_eq!(table.says("2 agree"), Err(Refusal::SitsOut { player: Seat::ALL[2] }));
    let kinds = table.all(&["0 agree", "1 agree", "3 agree"]);
    assert_eq!(kinds.last().unwrap(), "TRICK_COMPLETED");
    assert_eq!(table.game().current_player(), Some(Seat::ALL[1]));
}

#[test]
fn a_decided_hand_is_scored_when_all_agree_and_the_next_is_dealt() {
    let mut table = Table::new(42, HouseRules::default());
    table.all(&["0 bid M2", "1 pass", "2 pass", "3 pass", "0 trump 0"]);
    // The 6-6 is no trump; the bidders lose the trick, and with it the hand.
    table.all(&["0 play 6-3", "1 play 6-6", "2 play 1-1", "3 play 6-1"]);
    let kinds = table.all(&["0 agree", "1 agree", "2 agree", "3 agree"]);
    assert_eq!(
        kinds[4..],
        ["CONSENSUS_REACHED", "TRICK_COMPLETED", "HAND_READY_FOR_SCORING", "CONSENSUS_REQUESTED"]
    );
    assert_eq!((table.game().phase(), table.game().current_player()), (Phase::Scoring, None));
    let kinds = table.all(&["0 agree", "1 agree", "2 agree", "3 agree"]);
    let after = ["CONSENSUS_REACHED", "HAND_SCORED", "MARKS_AWARDED", "REDEAL_INITIATED", "HANDS_DEALT"];
    assert_eq!(kinds[4..], after);
    assert_eq!(table.game().teams().marks().0, [0, 2]);
    assert_eq!(table.game().deck().dealer(), Some(Seat::ALL[0]));
}

#[test]
fn the_marks_that_are_agreed_on_end_the_game() {
    for (seed, marks) in [(1, 1), (2, 7), (3, 7), (4, 2)] {
        let log =
            played(seed, HouseRules { target_marks: to_marks(marks).target_marks, ..HouseRules::EVERYTHING });
        let kinds: Vec<String> = log.events().map(kind).collect();
        assert_eq!(kinds[kinds.len() - 3..], ["MARKS_AWARDED", "GAME_TARGET_REACHED", "GAME_ENDED"]);
        let winner = log.state().winner().unwrap();
        assert!(log.state().teams().marks()[winner] >= marks);
        assert!(log.state().teams().marks()[winner.opponents()] < marks);
        let mut luck = SeededChance::from_seed(1);
        let again = log.state().decide(ledger::Seat(0), &Command::RequestRedeal {}, &mut luck);
        assert_eq!(again, Err(Refusal::GameOver { winner }));
    }
}

#[test]
fn no_trick_without_agreement_and_no_score_without_agreement() {
    for seed in 0..40 {
        let log = played(seed, HouseRules { nello: true, ..to_marks(3) });
        let (mut plays, mut agreed, mut in_hand) = (0, 0, 4);
        for event in log.events() {
            match event {
                Event::TrumpSelected { trump, .. } => {
                    in_hand = if *trump == Declaration::Nello { 3 } else { 4 };
                }
                Event::DominoPlayed { .. } => plays += 1,
                Event::PlayerAgreed { .. } => agreed += 1,
                Event::TrickCompleted { .. } => {
                    assert_eq!((plays, agreed), (in_hand, in_hand));
                    (plays, agreed) = (0, 0);
                }
                Event::HandScored { .. } => {
                    assert_eq!((plays, agreed), (0, in_hand));
                    agreed = 0;
                }
                _ => {}
            }
        }
    }
}

#[test]
fn every_hand_that_is_played_out_totals_42() {
    let mut played_out = 0;
    for seed in 0..60 {
        let log = played(seed, to_marks(5));
        let (mut last, mut reason) = (None, None);
        for event in log.events() {
            match event {
                Event::HandReadyForScoring { reason: why } => reason = Some(*why),
                Event::HandScored { team_scores } if reason == Some(fortytwo::HandReason::AllTricks) => {
                    assert_eq!(team_scores.0.iter().sum::<u8>(), 42);
                    played_out += 1;
                }
                Event::HandScored { team_scores } => {
                    assert!(team_scores.0.iter().sum::<u8>() < 42);
                }
                _ => {}
            }
            last = Some(event);
        }
        assert!(matches!(last, Some(Event::GameEnded { .. })));
    }
    assert!(played_out > 20, "{played_out}");
}

#[test]
fn seeds_follow_each_other_and_the_dealer_goes_round() {
    let log = played(9, to_marks(7));
    let (mut seed, mut hand, mut dealer) = (9, 0, Seat::ALL[3]);
    for event in log.events() {
        if let Event::RedealInitiated { new_seed, dealer: next } = event {
            hand += 1;
            let new_seed = new_seed.unwrap();
            assert_eq!(new_seed, next_seed(seed, hand));
            assert_eq!(*next, dealer.left());
            (seed, dealer) = (new_seed, *next);
        }
    }
    assert!(hand > 2);
}

#[test]
fn the_same_commands_are_the_same_game_to_the_last_id() {
    let (one, two) = (played(77, HouseRules::EVERYTHING), played(77, HouseRules::EVERYTHING));
    assert_eq!(one.envelopes(), two.envelopes());
    let replayed = Log::<FortyTwo>::from_events(
        one.events().cloned().collect::<Vec<_>>(),
        "replay",
        Stamp { timestamp: 999, source: Source::System },
    )
    .unwrap();
    assert_eq!(replayed.state(), one.state());
    let ids = |log: &Log<FortyTwo>| log.envelopes().iter().map(|e| e.id.clone()).collect::<Vec<_>>();
    assert_eq!(ids(&replayed), ids(&one));
}

#[test]
fn all_events_of_a_command_share_its_correlation_and_follow_each_other() {
    let log = played(5, to_marks(1));
    for pair in log.envelopes().windows(2) {
        assert_eq!(pair[1].causation_id.as_ref(), Some(&pair[0].id));
    }
    let last = log.envelopes().last().unwrap();
    let of_last: Vec<_> =
        log.envelopes().iter().filter(|e| e.correlation_id == last.correlation_id).collect();
    // The last agreement, the consensus, the score, the marks, the target and the end.
    assert_eq!(of_last.len(), 6);
}

#[test]
fn every_projection_stands_alone_and_agrees_with_the_game_at_every_event() {
    let log = played(13, HouseRules { target_marks: to_marks(2).target_marks, ..HouseRules::EVERYTHING });
    let events: Vec<Event> = log.events().cloned().collect();
    for version in 0..=events.len() {
        let (game, past) = (log.state_at(version as u64), &events[..version]);
        assert_eq!(Phase::of(past), game.phase());
        assert_eq!(PlayerTypes::of(past), *game.players());
        assert_eq!(Deck::of(past), *game.deck());
        assert_eq!(Hands::of(past), *game.hands());
        assert_eq!(Trick::of(past), *game.trick());
        assert_eq!(Trump::of(past), game.trump());
        assert_eq!(CurrentPlayer::of(past).seat(), game.current_player());
        assert_eq!(Teams::of(past), *game.teams());
        assert_eq!(Bids::of(past), *game.bids());
        assert_eq!(LastHand::of(past), *game.last_hand());
        assert_eq!(CompletedTricks::of(past), *game.completed_tricks());
        assert_eq!(TrickCount::of(past), game.trick_count());
        assert_eq!(Consensus::of(past), *game.consensus());
        assert_eq!(Quickplay::of(past), game.quickplay());
    }
}

#[test]
fn travelling_back_restarts_the_projections_and_another_future_may_follow() {
    let mut table = Table::new(42, HouseRules::default());
    table.all(&["0 pass", "1 bid 30", "2 pass", "3 pass", "1 trump 6", "1 play 6-6"]);
    let before = table.log.state_at(5);
    table.log.reset_to(5);
    assert_eq!(*table.game(), before);
    assert_eq!(table.game().phase(), Phase::Bidding);
    assert_eq!(table.all(&["3 bid 31", "3 trump doubles"]).len(), 3);
    assert_eq!(table.game().trump().declaration(), Some(Declaration::Doubles));
}

#[test]
fn a_history_that_ends_inside_a_command_goes_on_by_itself() {
    let mut table = Table::new(42, HouseRules::default());
    table.all(&["0 pass", "1 bid 30", "2 pass", "3 pass"]);
    table.log.reset_to(6);
    let offered = table.game().moves(Seat::ALL[1]);
    assert!(offered.contains(&Command::SelectTrump { player: Seat::ALL[1], trump: Declaration::Doubles }));
    assert_eq!(table.says("1 trump doubles").unwrap(), ["BIDDING_COMPLETED", "TRUMP_SELECTED"]);
}

#[test]
fn valid_tiles_are_exactly_the_tiles_that_may_be_played() {
    for seed in 0..20 {
        let mut table = Table::new(seed, HouseRules::EVERYTHING);
        for _ in 0..120 {
            let game = table.game().clone();
            for player in Seat::ALL {
                for domino in fortytwo::Tile::ALL {
                    let command = Command::PlayDomino { player, domino };
                    let accepted =
                        game.decide(player.into(), &command, &mut SeededChance::from_seed(0)).is_ok();
                    assert_eq!(accepted, game.valid_tiles(player).contains(domino), "{command:?}");
                    assert_eq!(accepted, game.moves(player).contains(&command));
                }
            }
            if game.phase() == Phase::GameOver {
                break;
            }
            table.random_move();
        }
    }
}

#[test]
fn a_redeal_is_for_the_only_person_at_the_table() {
    let mut table = Table::new(42, HouseRules::default());
    assert_eq!(table.send(1, Command::RequestRedeal {}), Err(Refusal::NotYourTable));
    assert_eq!(table.send(0, Command::RequestRedeal {}).unwrap(), ["REDEAL_INITIATED", "HANDS_DEALT"]);
    assert_eq!(table.game().deck().dealer(), Some(Seat::ALL[0]));
    table.all(&["1 bid 30", "2 pass", "3 pass", "0 pass"]);
    assert!(matches!(table.send(0, Command::RequestRedeal {}), Err(Refusal::WrongPhase { .. })));
}

#[test]
fn a_game_in_which_somebody_had_tiles_dealt_again_is_practice() {
    let mut table = Table::new(42, to_marks(21));
    table.all(&["0 pass", "1 pass", "2 pass", "3 pass"]);
    assert_eq!(table.game().deck().hand(), 1);
    assert!(!table.game().is_practice(), "nobody chose that all passed");
    table.send(0, Command::RequestRedeal {}).unwrap();
    assert!(table.game().is_practice());
    let play_on = |table: &mut Table| {
        while table.game().deck().hand() < 5 && table.game().phase() != Phase::GameOver {
            table.random_move();
        }
        assert!(table.game().deck().hand() > 1);
        table.game().is_practice()
    };
    assert!(play_on(&mut table), "it stays so");
    assert!(!play_on(&mut Table::new(42, to_marks(21))), "nor did anybody choose that a hand is over");
}

#[test]
fn quickplay_sets_the_pace() {
    let mut table = Table::new(42, HouseRules::default());
    let kinds = table.send(0, Command::EnableQuickplay { speed: Some(Speed::Fast) }).unwrap();
    assert_eq!(kinds, ["QUICKPLAY_ENABLED", "QUICKPLAY_SPEED_SET"]);
    assert_eq!(table.game().quickplay().pace().delay(), 100);
    assert_eq!(table.send(0, Command::DisableQuickplay {}).unwrap(), ["QUICKPLAY_DISABLED"]);
    assert_eq!(table.game().quickplay().pace().delay(), 600);
    table.send(0, Command::EnableQuickplay { speed: None }).unwrap();
    assert_eq!(table.game().quickplay().pace(), Speed::Fast);
}

#[test]
fn random_games_meet_every_contract_and_both_ends() {
    let mut named = std::collections::BTreeSet::new();
    let mut won = [0; 2];
    for seed in 0..150 {
        let log =
            played(seed, HouseRules { target_marks: to_marks(3).target_marks, ..HouseRules::EVERYTHING });
        for event in log.events() {
            match event {
                Event::TrumpSelected { trump, .. } => drop(named.insert(trump.to_string())),
                Event::BiddingCompleted { bid, .. } => {
                    named.insert(bid.to_string().split(' ').next().unwrap().to_owned());
                }
                _ => {}
            }
        }
        won[log.state().winner().unwrap().index()] += 1;
    }
    for contract in ["nello", "sevens", "splash", "plunge", "doubles", "none", "0", "6", "30", "M1"] {
        assert!(named.contains(contract), "{contract} never came: {named:?}");
    }
    assert!(won[Team::Even.index()] > 0 && won[Team::Odd.index()] > 0);
}
