//! Cards, and questions about them, as they arrive from outside.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use dicee::{
    Bot, CardMoment, Category, Contender, Counted, Dice, DiceConfig, DistributionRequest, Findings,
    InputError, KeepPattern, KeptMask, Position, RollsLeft, Rules, ScenarioRequest, Scorecard, ScorecardData,
    TargetRequest, TurnStart, Violation, WinRequest,
};
use serde_json::{Value, json};

fn played(turns: &[([u8; 5], Category)]) -> Scorecard {
    let mut card = Scorecard::default();
    for (dice, category) in turns {
        card.score(Rules::JokerRules, DiceConfig::from_dice(dice).unwrap(), *category).unwrap();
    }
    card
}

/// A Dicee, a further one in sixes, and a full house.
fn three_turns() -> Scorecard {
    played(&[([4; 5], Category::Dicee), ([6; 5], Category::Sixes), ([2, 2, 5, 5, 5], Category::FullHouse)])
}

fn full() -> Scorecard {
    played(&Category::ALL.map(|category| ([1, 2, 3, 4, 6], category)))
}

fn written(card: &Scorecard) -> ScorecardData {
    ScorecardData::from(card)
}

/// The card of [`three_turns`] with some fields replaced.
fn forged(changes: Value) -> ScorecardData {
    let mut card = serde_json::to_value(three_turns()).unwrap();
    for (field, value) in changes.as_object().unwrap() {
        card[field] = value.clone();
    }
    serde_json::from_value(card).unwrap()
}

fn moment(json: Value) -> CardMoment {
    serde_json::from_value(json).unwrap()
}

fn refused<T: std::fmt::Debug>(result: Result<T, InputError>) -> String {
    result.unwrap_err().to_string()
}

#[test]
fn every_card_that_was_played_is_read_as_it_was_written() {
    for card in [Scorecard::default(), three_turns(), full()] {
        let data = written(&card);
        assert_eq!(data.violations(), []);
        assert_eq!(data.card(), Ok(card));
        let json = serde_json::to_string(&data).unwrap();
        assert_eq!(serde_json::from_str::<ScorecardData>(&json).unwrap(), data);
        for category in Category::ALL {
            assert_eq!(data.points(category), card.points(category), "{category}");
        }
    }
}

#[test]
fn a_card_that_contradicts_itself_is_refused_with_the_rule_and_the_field() {
    for (changes, rule, message) in [
        (
            json!({"fullHouse": 24, "lowerTotal": 174, "grandTotal": 204}),
            "10.3.6",
            "full_house: no roll scores 24 there",
        ),
        (
            json!({"upperSubtotal": 31, "upperTotal": 31, "grandTotal": 206}),
            "10.3.2",
            "upperSubtotal: expected 30, got 31",
        ),
        (
            json!({"upperBonus": 35, "upperTotal": 65, "grandTotal": 240}),
            "10.3.2",
            "upperBonus: expected 0, got 35",
        ),
        (json!({"upperTotal": 29, "grandTotal": 204}), "10.3.2", "upperTotal: expected 30, got 29"),
        (json!({"lowerTotal": 75, "grandTotal": 105}), "10.3.3", "lowerTotal: expected 175, got 75"),
        (json!({"grandTotal": 1}), "10.3.4", "grandTotal: expected 205, got 1"),
        (
            json!({"diceeBonus": 50, "lowerTotal": 125, "grandTotal": 155}),
            "10.3.5",
            "diceeBonus: expected a multiple of 100, got 50",
        ),
        (json!({"turnsCompleted": 4}), "10.4.3", "turnsCompleted: expected 3, got 4"),
    ] {
        let violations = forged(changes).violations();
        let [violation] = &violations[..] else { panic!("{message}: {violations:?}") };
        assert_eq!((violation.rule, violation.message.as_str()), (rule, message));
        assert_eq!(violation.to_string(), format!("{message} (rule {rule})"));
    }
}

#[test]
fn the_open_boxes_of_a_card_are_those_that_hold_nothing_in_card_order() {
    let [violation] =
        &forged(json!({"categoriesRemaining": ["ones"], "turnsCompleted": 12})).violations()[..]
    else {
        panic!("one contradiction")
    };
    assert_eq!(violation.rule, "9.2.2");
    let open = "ones, twos, threes, fours, fives, three_of_kind, four_of_kind, small_straight, \
                large_straight, chance";
    let expected = format!("categoriesRemaining: expected the open boxes in card order ({open})");
    assert_eq!(violation.message, expected);
}

#[test]
fn a_bonus_that_no_play_can_have_earned_is_refused_although_it_adds_up() {
    // Three turns have at most two further Dicees.
    let data = forged(json!({"diceeBonus": 300, "lowerTotal": 375, "grandTotal": 405}));
    assert_eq!(data.violations(), [], "the arithmetic is right");
    let [violation] = &data.card().unwrap_err()[..] else { panic!("one contradiction") };
    assert_eq!(
        violation.to_string(),
        "dicee_bonus: expected at most 100 for each turn but one, got 300 (rule 10.3)"
    );
    assert_eq!(forged(json!({"grandTotal": 1})).card().unwrap_err().len(), 1);
}

#[test]
fn a_card_with_a_field_that_cards_do_not_have_is_not_read() {
    let mut card = serde_json::to_value(three_turns()).unwrap();
    card["sevens"] = 7.into();
    let error = serde_json::from_value::<ScorecardData>(card).unwrap_err().to_string();
    assert!(error.starts_with("unknown field `sevens`"), "{error}");
}

#[test]
fn findings_keep_their_order_and_name_the_event() {
    let mut findings = Findings::default();
    findings.check(true, || unreachable!("what holds is not described"));
    findings.check(false, || Violation::at("9.3.2", 7, "a kept die changed"));
    findings.extend([Violation::new("10.1", "no turns")]);
    let found = findings.into_vec();
    let shown: Vec<String> = found.iter().map(Violation::to_string).collect();
    assert_eq!(shown, ["event 7: a kept die changed (rule 9.3.2)", "no turns (rule 10.1)"]);
    assert_eq!(
        serde_json::to_value(&found).unwrap(),
        json!([
            {"rule": "9.3.2", "sequenceNumber": 7, "message": "a kept die changed"},
            {"rule": "10.1", "message": "no turns"},
        ])
    );
}

#[test]
fn a_moment_is_resolved_to_the_points_the_card_and_the_place_in_the_turn() {
    let roll = DiceConfig::from_dice(&[6, 6, 6, 2, 1]).unwrap();
    let keep = KeepPattern::from_faces(&[6, 6, 6]).unwrap();
    let one = RollsLeft::parse(1).unwrap();
    let dice = json!([6, 2, 6, 1, 6]);
    for (json, start) in [
        (json!({}), TurnStart::Fresh),
        (json!({"diceResult": dice, "rollsRemaining": 1}), TurnStart::Rolled { roll, rolls_left: one }),
        (
            json!({"diceResult": dice, "rollsRemaining": 1, "keptMask": [true, false, true, false, true]}),
            TurnStart::Kept { keep, rolls_left: one },
        ),
        // A player who keeps all five is done, and so is one without a roll left.
        (
            json!({"diceResult": dice, "rollsRemaining": 2, "keptMask": [true, true, true, true, true]}),
            TurnStart::Rolled { roll, rolls_left: RollsLeft::NONE },
        ),
        (
            json!({"diceResult": dice, "rollsRemaining": 0, "keptMask": [true, false, true, false, true]}),
            TurnStart::Rolled { roll, rolls_left: RollsLeft::NONE },
        ),
    ] {
        let mut asked = moment(json);
        assert_eq!(asked.resolve(), Ok(Contender { points: 0, ahead: Some((Position::START, start)) }));
        asked.current_scorecard = Some(written(&three_turns()));
        let position = three_turns().position();
        assert_eq!(asked.resolve_open(), Ok((205, position, start)));
    }
}

#[test]
fn nothing_is_left_to_do_on_a_full_card() {
    let asked = CardMoment { current_scorecard: Some(written(&full())), ..CardMoment::default() };
    assert_eq!(asked.resolve(), Ok(Contender { points: full().grand_total(), ahead: None }));
    assert_eq!(
        refused(asked.resolve_open()),
        "currentScorecard: expected a card with an open box, got a full one"
    );
}

#[test]
fn a_moment_that_cannot_be_is_refused_with_its_field() {
    let dice = json!([6, 2, 6, 1, 6]);
    for (json, text) in [
        (json!({"rollsRemaining": 2}), "rollsRemaining: expected nothing without diceResult, got 2"),
        (
            json!({"keptMask": [true, false, false, false, false]}),
            "keptMask: expected nothing without diceResult, got five flags",
        ),
        (json!({"diceResult": dice}), "rollsRemaining: expected a number from 0 to 2, got nothing"),
        (
            json!({"diceResult": dice, "rollsRemaining": 3}),
            "rollsRemaining: expected a number from 0 to 2, got 3",
        ),
        (
            json!({"diceResult": dice, "rollsRemaining": 9}),
            "rollsRemaining: expected a number from 0 to 2, got 9",
        ),
    ] {
        assert_eq!(refused(moment(json).resolve()), text);
    }
    let current_scorecard = Some(forged(json!({"grandTotal": 1, "turnsCompleted": 4})));
    assert_eq!(
        refused(CardMoment { current_scorecard, ..CardMoment::default() }.resolve()),
        "currentScorecard: expected a card that play can lead to, \
         got grandTotal: expected 205, got 1; turnsCompleted: expected 3, got 4"
    );
}

#[test]
fn one_to_eight_players_can_win_and_an_error_names_the_player() {
    let players = |count| WinRequest { players: vec![CardMoment::default(); count] };
    for count in [0, 9] {
        assert_eq!(
            refused(players(count).resolve()),
            format!("players: expected 1 to 8 players, got {count}")
        );
    }
    assert_eq!(players(8).resolve().unwrap().len(), 8);
    let mut request = players(3);
    request.players[2].rolls_remaining = Some(1);
    assert_eq!(request.resolve().unwrap_err().field(), "players[2].rollsRemaining");
}

#[test]
fn a_distribution_is_asked_for_at_most_a_hundred_scores_on_an_open_card() {
    let request: DistributionRequest =
        serde_json::from_value(json!({"bot": "greedy", "scores": [100, 200]})).unwrap();
    assert_eq!(request.resolve(), Ok((Position::START, TurnStart::Fresh)));
    assert_eq!(request.bot, Some(Bot::Greedy));
    let many = DistributionRequest { scores: vec![7; 101], ..DistributionRequest::default() };
    assert_eq!(refused(many.resolve()), "scores: expected at most 100 scores, got 101");
    let moment = CardMoment { current_scorecard: Some(written(&full())), ..CardMoment::default() };
    let over = DistributionRequest { moment, ..DistributionRequest::default() };
    assert_eq!(over.resolve().unwrap_err().field(), "moment.currentScorecard");
}

#[test]
fn a_target_asks_what_to_keep_and_so_takes_no_kept_dice() {
    let request = |moment: Value| -> TargetRequest {
        serde_json::from_value(json!({"moment": moment, "score": 250})).unwrap()
    };
    assert_eq!(request(json!({})).resolve(), Ok((Position::START, None)));
    let roll = DiceConfig::from_dice(&[1, 1, 3, 4, 6]).unwrap();
    assert_eq!(
        request(json!({"diceResult": [6, 1, 4, 1, 3], "rollsRemaining": 2})).resolve(),
        Ok((Position::START, Some((roll, RollsLeft::AFTER_FIRST))))
    );
    let kept = request(json!({
        "diceResult": [6, 1, 4, 1, 3],
        "rollsRemaining": 2,
        "keptMask": [true, false, false, false, false],
    }));
    assert_eq!(
        refused(kept.resolve()),
        "moment.keptMask: expected nothing: what to keep is the answer, got five flags"
    );
    assert_eq!(request(json!({"rollsRemaining": 2})).resolve().unwrap_err().field(), "moment.rollsRemaining");
}

#[test]
fn a_scenario_counts_an_open_box_or_the_points_of_a_bot() {
    let card = written(&three_turns());
    let moment = CardMoment {
        current_scorecard: Some(card),
        dice_result: Some(Dice::new([3, 3, 3, 2, 1]).unwrap()),
        kept_mask: Some(KeptMask([true, true, true, false, false])),
        rolls_remaining: Some(2),
    };
    let request = |category| ScenarioRequest { moment: moment.clone(), category };
    let resolve = |category| request(category).resolve(Rules::JokerRules, Bot::Casual);
    let counted = resolve(Some(Category::FourOfKind)).unwrap();
    assert_eq!(counted.counted, Counted::Achieved(Category::FourOfKind));
    assert_eq!((counted.rules, counted.position), (Rules::JokerRules, three_turns().position()));
    let keep = KeepPattern::from_faces(&[3, 3, 3]).unwrap();
    assert_eq!(counted.start, TurnStart::Kept { keep, rolls_left: RollsLeft::AFTER_FIRST });
    assert_eq!(resolve(None).unwrap().counted, Counted::Points(Bot::Casual));
    assert_eq!(
        refused(resolve(Some(Category::Sixes))),
        "category: expected one of the open boxes ones, twos, threes, fours, fives, three_of_kind, \
         four_of_kind, small_straight, large_straight, chance, got sixes"
    );
}
