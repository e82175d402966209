//! Requests of the stats API become questions that have an answer, or an error that names the field.

use chance::{Chance as _, SeededChance};
use dicee::{
    Bot, Category, CategorySet, Dice, DiceConfig, DiceSource, KeptMask, MistakeKind, Outlook, Position,
    RollsLeft, Rules, Scorecard, ScorecardData, SkillLevel, SolvedGame, Tally, WinForecaster,
};
use proptest::prelude::*;
use protocol::{
    ChanceToWin, ErrorCode, EvaluationRequest, OpenDicee, ProbabilityRequest, RecommendationRequest,
    SimulationRequest, VerificationRequest, contract, odds_after_keeping,
};
use serde_json::json;

fn card(filled: &[Category]) -> ScorecardData {
    let mut card = Scorecard::default();
    for &category in filled {
        card.score(Rules::Standard, DiceConfig::from_dice(&[3, 3, 3, 4, 4]).unwrap(), category).unwrap();
    }
    ScorecardData::from(&card)
}

fn probability(rolls: u8, card: ScorecardData, available: Vec<Category>) -> ProbabilityRequest {
    ProbabilityRequest {
        dice_result: Dice::new([3, 3, 3, 4, 4]).unwrap(),
        kept_mask: KeptMask::NONE,
        rolls_remaining: rolls,
        available_categories: available,
        current_scorecard: card,
        rules_variant: None,
        opponent_scores: None,
        skill_level: None,
        computation_method: None,
        max_computation_time_ms: None,
        show_distributions: None,
    }
}

#[test]
fn open_boxes_may_come_in_any_order_but_must_be_those_of_the_card() {
    let card = card(&[Category::Threes, Category::FullHouse]);
    let open = card.categories_remaining.clone();
    let mut backwards = open.clone();
    backwards.reverse();
    for listed in [open.clone(), backwards] {
        let asked = probability(2, card.clone(), listed).resolve().unwrap();
        assert_eq!(asked.position().open(), CategorySet::from_slice(&open));
        assert_eq!((asked.rules(), asked.rolls_left()), (Rules::Standard, RollsLeft::AFTER_FIRST));
    }
    let one_less = open[1..].to_vec();
    let one_twice = [&open[..], &open[..1]].concat();
    let one_filled = [&open[1..], &[Category::Threes]].concat();
    for listed in [one_less, one_twice, one_filled, Vec::new(), vec![Category::Ones; 5000]] {
        let error = probability(2, card.clone(), listed).resolve().unwrap_err();
        assert_eq!(
            (error.field(), ErrorCode::from(&error)),
            ("availableCategories", ErrorCode::InvalidCategory)
        );
        assert!(error.to_string().len() < 500, "{error}");
    }
}

#[test]
fn a_card_that_contradicts_itself_is_refused_with_every_contradiction() {
    let mut wrong = card(&[Category::Threes]);
    wrong.upper_subtotal = 10;
    wrong.turns_completed = 3;
    let open = wrong.categories_remaining.clone();
    let error = probability(1, wrong, open).resolve().unwrap_err();
    assert_eq!((error.field(), ErrorCode::from(&error)), ("currentScorecard", ErrorCode::InvalidScorecard));
    let text = error.to_string();
    assert!(text.contains("upperSubtotal") && text.contains("turnsCompleted"), "{text}");
}

#[test]
fn a_full_card_has_nothing_to_ask() {
    let error = probability(1, card(&Category::ALL), Vec::new()).resolve().unwrap_err();
    assert_eq!((error.field(), ErrorCode::from(&error)), ("currentScorecard", ErrorCode::GameCompleted));
}

/// A question for advice on an empty card, with more fields.
fn advice(more: serde_json::Value) -> RecommendationRequest {
    let card = card(&[]);
    let mut body = json!({
        "diceResult": [5, 2, 5, 6, 5], "keptMask": [false, false, false, false, false], "rollsRemaining": 1,
        "availableCategories": card.categories_remaining, "currentScorecard": card,
        "skillLevel": "beginner", "showAlternatives": true, "explanationDepth": "standard",
    });
    let serde_json::Value::Object(more) = more else { panic!("not an object: {more}") };
    body.as_object_mut().unwrap().extend(more);
    serde_json::from_value(body).unwrap()
}

/// Scores as a game writes them: so many points given away by a mistake of this kind.
fn scores(mistakes: &[(MistakeKind, f64)]) -> Vec<serde_json::Value> {
    let log = crate::common::solo_game(Rules::Standard, 11);
    let events = contract::events(&log, Outlook::Turn).into_iter();
    let score = events.map(|event| serde_json::to_value(event).unwrap());
    let score = score.into_iter().find(|event| event["eventType"] == "score").unwrap();
    let with = |&(kind, loss): &(MistakeKind, f64)| {
        let mut score = score.clone();
        score["evDifference"] = json!(loss);
        score["learningTip"] = json!(kind.tip(SkillLevel::Advanced));
        score["conceptsApplied"] = json!([kind.category().name()]);
        score
    };
    mistakes.iter().map(with).collect()
}

#[test]
fn recent_decisions_name_the_mistakes_that_cost_most_and_leave_out_what_nobody_decided_alone() {
    use MistakeKind::{RolledOn, StoppedEarly, WastedChance};
    let mut events = scores(&[(RolledOn, 2.0), (StoppedEarly, 3.0), (WastedChance, 9.0), (RolledOn, 1.5)]);
    events[2]["hintRequested"] = json!(true);
    let request = advice(json!({ "recentDecisions": events }));
    assert_eq!(request.recent_mistakes(), [RolledOn, StoppedEarly]);
    events[2]["hintRequested"] = json!(false);
    events[1]["byClock"] = json!(true);
    let request = advice(json!({ "recentDecisions": events }));
    assert_eq!(request.recent_mistakes(), [WastedChance, RolledOn]);
    // A score from elsewhere has another tip, and its family still counts.
    events[2]["learningTip"] = json!("Play better.");
    let request = advice(json!({ "recentDecisions": &events[2..3] }));
    let family = request.recent_mistakes();
    assert!(
        family.contains(&WastedChance)
            && family.iter().all(|kind| kind.category() == WastedChance.category())
    );
    assert!(advice(json!({})).recent_mistakes().is_empty());
}

#[test]
fn the_tip_warns_of_what_the_player_got_wrong_lately_where_the_roll_invites_it() {
    let solved = SolvedGame::solve_values(Rules::Standard, |_| {});
    let plain = advice(json!({}));
    let advisor = plain.resolve().unwrap().advisor(Outlook::Game(&solved)).unwrap();
    let usual = plain.recommend(&advisor).learning_tip;
    let mut other = 0;
    for kind in MistakeKind::ALL {
        let tip = |level: &str| {
            let recent = scores(&[(kind, 4.0)]);
            advice(json!({ "recentDecisions": recent, "skillLevel": level })).recommend(&advisor).learning_tip
        };
        let invited = advisor.tempting(&[kind]).is_some();
        let expected = if invited { Some(kind.tip(SkillLevel::Beginner).to_owned()) } else { usual.clone() };
        assert_eq!(tip("beginner"), expected, "{kind}");
        assert_eq!(tip("expert"), None, "{kind}");
        other += usize::from(expected != usual);
    }
    assert!(other > 0, "the roll invites one mistake alone");
}

#[test]
fn scores_of_the_others_make_a_chance_to_win() {
    let solved = SolvedGame::solve_values(Rules::Standard, |_| {});
    assert_eq!(advice(json!({})).contenders(&advice(json!({})).resolve().unwrap()), None);
    let chance = |scores: &[u16]| {
        let request = advice(json!({ "opponentScores": scores }));
        let contenders = request.contenders(&request.resolve().unwrap()).unwrap();
        assert_eq!(contenders.len(), scores.len() + 1);
        let forecast = WinForecaster::quick(&solved).forecast(&contenders);
        ChanceToWin::of_first(&forecast).unwrap()
    };
    let (even, ahead, both) = (chance(&[250]), chance(&[150]), chance(&[150, 250]));
    assert!((0.3..0.6).contains(&even.probability) && !even.exact, "{even:?}");
    assert!(
        ahead.probability > 0.95 && (both.probability - even.probability).abs() < 0.01,
        "{ahead:?} {both:?}"
    );
    for wrong in [json!([1576]), json!([1, 2, 3, 4, 5, 6, 7, 8])] {
        let error = advice(json!({ "opponentScores": wrong })).resolve().unwrap_err();
        assert_eq!((error.field(), ErrorCode::from(&error)), ("opponentScores", ErrorCode::InvalidRequest));
    }
}

#[test]
fn roll_numbers_become_rolls_left() {
    let request = |number: u8| -> EvaluationRequest {
        let card = card(&[]);
        serde_json::from_value(json!({
            "gameState": {
                "diceResult": [1, 2, 3, 4, 5], "rollNumber": number,
                "availableCategories": card.categories_remaining, "scorecard": card,
            },
            "chosenCategory": "large_straight", "timeToDecision": 0, "skillLevel": "beginner",
        }))
        .unwrap()
    };
    for (number, left) in [(1, 2), (2, 1), (3, 0)] {
        assert_eq!(request(number).resolve().unwrap().rolls_left().get(), left);
    }
    for number in [0, 4, 255] {
        let error = request(number).resolve().unwrap_err();
        assert_eq!(
            (error.field(), ErrorCode::from(&error)),
            ("gameState.rollNumber", ErrorCode::InvalidTurn)
        );
    }
}

#[test]
fn odds_of_a_keep_equal_a_count_of_all_outcomes() {
    let mut luck = SeededChance::from_seed(11);
    let one = RollsLeft::parse(1).unwrap();
    for _ in 0..40 {
        let dice = Dice::roll(&mut luck);
        let kept = KeptMask(std::array::from_fn(|_| luck.below(2) == 0));
        let rolled: Vec<usize> = (0..5).filter(|&die| !kept.0[die]).collect();
        let cases = 6u64.pow(u32::try_from(rolled.len()).unwrap());
        let mut hits = [0u64; 13];
        for case in 0..cases {
            let (mut pips, mut rest) = (dice.pips(), case);
            for &die in &rolled {
                pips[die] = u8::try_from(rest % 6 + 1).unwrap();
                rest /= 6;
            }
            let roll = DiceConfig::from_dice(&pips).unwrap();
            for category in Category::ALL {
                hits[category.index()] += u64::from(category.score(roll) > 0);
            }
        }
        for (category, odds) in odds_after_keeping(Rules::Standard, Position::START, dice, kept, one) {
            let counted = hits[category.index()];
            assert_eq!(odds.numerator() * cases, counted * odds.denominator(), "{category} {dice} {kept:?}");
        }
    }
}

#[test]
fn claims_within_a_thousandth_match() {
    for (claim, matches) in
        [(5.0 / 36.0, true), (5.0 / 36.0 + 0.000_99, true), (5.0 / 36.0 - 0.001_01, false)]
    {
        let request: VerificationRequest = serde_json::from_value(json!({
            "diceResult": [5, 5, 5, 2, 6], "keptMask": [true, true, true, false, false], "rollsRemaining": 1,
            "category": "full_house", "probability": claim,
        }))
        .unwrap();
        assert_eq!(request.verify().unwrap().matches, matches, "{claim}");
    }
}

#[test]
fn simulations_have_defaults_and_bounds() {
    let simulation = SimulationRequest::default().resolve(u64::MAX).unwrap();
    assert_eq!((simulation.iterations, simulation.budget_ms, simulation.bot), (100_000, 5_000, Bot::Optimal));
    assert_eq!(simulation.seed, DiceSource::LARGEST_SEED - 1);
    for (json, field) in [
        (json!({"iterations": 999}), "iterations"),
        (json!({"iterations": 10_000_001}), "iterations"),
        (json!({"seed": DiceSource::LARGEST_SEED + 1}), "seed"),
        (json!({"confidenceLevel": 0.5}), "confidenceLevel"),
        (json!({"maxComputationTimeMs": 0}), "maxComputationTimeMs"),
        (json!({"maxComputationTimeMs": 5_001}), "maxComputationTimeMs"),
    ] {
        let request: SimulationRequest = serde_json::from_value(json).unwrap();
        assert_eq!(request.resolve(1).unwrap_err().field(), field);
    }
}

#[test]
fn games_are_the_same_in_one_go_and_in_parts() {
    let table = SolvedGame::solve_values(Rules::Classic, |_| {});
    let luck = SeededChance::from_seed(5);
    for bot in [Bot::Optimal, Bot::Casual] {
        let tally = |games| Tally::of_games(bot, &table, &luck, games);
        assert_eq!(tally(0..300), tally(0..100).merge(tally(100..300)));
    }
}

#[test]
fn codes_follow_the_field_wherever_it_is() {
    for (field, code) in [
        ("gameState.diceResult", ErrorCode::InvalidDice),
        ("keptMask[3]", ErrorCode::InvalidDice),
        ("gameState.scorecard.categoriesRemaining[2]", ErrorCode::InvalidScorecard),
        ("currentScorecard", ErrorCode::InvalidScorecard),
        ("availableCategories[0]", ErrorCode::InvalidCategory),
        ("rollsRemaining", ErrorCode::InvalidTurn),
        ("", ErrorCode::InvalidRequest),
    ] {
        assert_eq!(ErrorCode::of_field(field), code, "{field}");
    }
}

proptest! {
    #[test]
    fn any_request_is_a_question_or_names_its_field(
        dice in prop::array::uniform5(1u8..=6),
        rolls in any::<u8>(),
        filled in prop::sample::subsequence(Category::ALL.to_vec(), 0..=13),
        listed in prop::sample::subsequence(Category::ALL.to_vec(), 0..=13),
        agree in any::<bool>(),
    ) {
        let card = card(&filled);
        let listed = if agree { card.categories_remaining.clone() } else { listed };
        let request = ProbabilityRequest { dice_result: Dice::new(dice).unwrap(), ..probability(rolls, card, listed) };
        match request.resolve() {
            Ok(asked) => {
                let advisor = asked.advisor(dicee::Outlook::Turn).unwrap();
                prop_assert!(!advisor.probabilities(0.0).categories.is_empty());
            }
            Err(error) => {
                let start = format!("{}: expected ", error.field());
                prop_assert!(error.to_string().starts_with(&start), "{}", error);
            }
        }
    }
}

#[test]
fn a_table_has_two_to_eight_seats_and_no_more_bots_than_seats_beside_the_host() {
    let refused = |open: serde_json::Value| {
        let error = serde_json::from_value::<OpenDicee>(open).unwrap().check().err()?;
        Some(error.field().to_owned())
    };
    let several = |seats: u8, bots: usize| json!({ "mode": "multiplayer", "settings": { "seats": seats }, "bots": vec!["skilled"; bots] });
    for (seats, bots) in [(2, 0), (2, 1), (4, 3), (8, 7)] {
        assert_eq!(refused(several(seats, bots)), None, "{seats} seats, {bots} bots");
    }
    for seats in [0, 1, 9, 255] {
        assert_eq!(refused(several(seats, 0)).as_deref(), Some("settings.seats"), "{seats}");
    }
    assert_eq!(refused(several(2, 2)).as_deref(), Some("bots"));
    let alone = json!({ "mode": "solo", "settings": { "seats": 2 } });
    assert_eq!(refused(alone).as_deref(), Some("settings.seats"));
}
