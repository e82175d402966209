//! The integrity rules of the data contract, section 9, each a function over a whole history in the words of the contract, and
//! [`against`], which compares everything that can be computed with what it should be.

use std::collections::{BTreeMap, HashMap};

use dicee::{
    CategorySet, CompletionReason, Dice, Findings, Horizon, KeptMask, PlayerId, Quality, Rules, Scorecard,
    Violation,
};
use serde_json::{Map, Value};
use uuid::Uuid;

use super::event::{EventBody, GameEvent, Roll, RollType, ScoreDecision};

type Rule = fn(&[GameEvent]) -> Vec<Violation>;

/// Everything that breaks a rule, in the order of the rules.
#[must_use]
pub fn check(events: &[GameEvent]) -> Vec<Violation> {
    let rules: [Rule; 12] = [
        rolls_per_turn,
        turn_advancement,
        turns_per_game,
        category_scored_once,
        categories_remaining,
        kept_mask,
        dice_changes,
        score_calculation,
        card_arithmetic,
        causal_chain,
        sequence_numbers,
        timestamps,
    ];
    rules.into_iter().flat_map(|rule| rule(events)).collect()
}

/// What the history itself does not decide: names, times, and what players guessed and were shown.
const FREE: [&str; 16] = [
    "id",
    "traceId",
    "causalChain",
    "timestamp",
    "eventVersion",
    "analysisId",
    "timeFromPreviousAction",
    "timeToDecision",
    "gameDurationMs",
    "averageDecisionTimeMs",
    "categoriesConsidered",
    "backtrackCount",
    "hintRequested",
    "byClock",
    "learningTip",
    "conceptsApplied",
];

/// How a score was graded; which horizon, the writer may choose.
const GRADES: [&str; 7] = [
    "expectedValue",
    "optimalCategory",
    "optimalKeptMask",
    "optimalEV",
    "evDifference",
    "decisionQuality",
    "horizon",
];

/// Everything in these events that is not as `computed` says, which is the same history written again by
/// [`events`](super::events()). Grades are compared where both look equally far ahead; those that do not say how far they look
/// are from before rolling on counted, and are compared as they were given then.
#[must_use]
pub fn against(events: &[GameEvent], computed: &[GameEvent]) -> Vec<Violation> {
    let mut found = Findings::default();
    for (event, computed) in events.iter().zip(computed) {
        let number = event.base.sequence_number;
        let (Ok(Value::Object(actual)), Ok(Value::Object(mut expected))) =
            (serde_json::to_value(event), serde_json::to_value(computed))
        else {
            continue;
        };
        if !actual.contains_key("horizon") {
            grade_as_before(&actual, &mut expected);
        }
        let same_horizon =
            actual.get("horizon").is_none_or(|horizon| Some(horizon) == expected.get("horizon"));
        for field in actual.keys().chain(expected.keys().filter(|field| !actual.contains_key(*field))) {
            let graded = GRADES.contains(&field.as_str());
            if FREE.contains(&field.as_str()) || field == "horizon" || (graded && !same_horizon) {
                continue;
            }
            let (came, wanted) = (actual.get(field), expected.get(field));
            found.check(alike(came, wanted), || {
                let show = |value: Option<&Value>| value.map_or_else(|| "nothing".into(), Value::to_string);
                let message = format!("{field}: expected {}, got {}", show(wanted), show(came));
                Violation::at("10.5.3", number, message)
            });
        }
    }
    found.into_vec()
}

/// Before grades said how far they look, keeps had none, and a box was graded among the boxes alone. Where a box was the
/// best there was, that is the same grade; elsewhere the best box was worth at most as much as rolling on.
fn grade_as_before(actual: &Map<String, Value>, expected: &mut Map<String, Value>) {
    if expected.get("eventType").is_some_and(|kind| kind == "roll") {
        expected.retain(|field, _| !GRADES.contains(&field.as_str()));
        return;
    }
    let number = |value: Option<&Value>| value.and_then(Value::as_f64);
    let (best, most) = (number(actual.get("optimalEV")), number(expected.get("optimalEV")));
    let (Some(best), Some(most), Some(chosen)) = (best, most, number(expected.get("expectedValue"))) else {
        return;
    };
    if !expected.contains_key("optimalKeptMask") || !(chosen - 1e-6..=most + 1e-6).contains(&best) {
        return;
    }
    let is_best_box = expected.get("chosenCategory") == expected.get("optimalCategory");
    let best = if is_best_box { chosen } else { best };
    let loss = best - chosen;
    let quality = serde_json::to_value(Quality::of_loss(Horizon::Turn, loss, best, 0.0));
    expected.remove("optimalKeptMask");
    expected.insert("optimalEV".into(), best.into());
    expected.insert("evDifference".into(), loss.into());
    expected.insert("decisionQuality".into(), quality.unwrap_or_default());
}

/// Equal, numbers up to rounding.
fn alike(a: Option<&Value>, b: Option<&Value>) -> bool {
    match (a.and_then(Value::as_f64), b.and_then(Value::as_f64)) {
        (Some(a), Some(b)) => (a - b).abs() < 1e-6,
        _ => a == b,
    }
}

/// What an event does to a turn.
enum Act<'a> {
    Roll(&'a Roll),
    Keep,
    Score(&'a ScoreDecision),
    Undo,
    Leave,
    /// Nothing: it happens around turns.
    Aside,
}

impl<'a> Act<'a> {
    fn of(event: &'a GameEvent) -> Self {
        match &event.body {
            EventBody::Roll(roll) => Self::Roll(roll),
            EventBody::Keep(_) => Self::Keep,
            EventBody::Score(score) => Self::Score(score),
            EventBody::Undo {} => Self::Undo,
            EventBody::GameAbandoned {} => Self::Leave,
            EventBody::GameCreated(_)
            | EventBody::PlayerJoined(_)
            | EventBody::SeedMixed(_)
            | EventBody::GameStarted(_)
            | EventBody::Error(_)
            | EventBody::GameCompleted(_)
            | EventBody::SeedRevealed(_) => Self::Aside,
        }
    }
}

/// 9.1.1: one to three rolls in a turn, numbered as they come.
#[must_use]
pub fn rolls_per_turn(events: &[GameEvent]) -> Vec<Violation> {
    let mut found = Findings::default();
    let (mut rolls, mut player) = (0, None);
    for event in events {
        let (base, number) = (&event.base, event.base.sequence_number);
        match Act::of(event) {
            Act::Roll(_) => {
                rolls = u8::saturating_add(rolls, 1);
                player = Some(base.player_id);
                found.check(rolls <= 3, || Violation::at("9.1.1", number, "a fourth roll in one turn"));
                found.check(base.roll_number == rolls || rolls > 3, || {
                    Violation::at(
                        "9.1.1",
                        number,
                        format!("rollNumber: expected {rolls}, got {}", base.roll_number),
                    )
                });
            }
            Act::Score(_) => {
                found.check(rolls > 0, || Violation::at("9.1.1", number, "a score without a roll"));
                rolls = 0;
            }
            // The turn goes on with the rolls that it had.
            Act::Undo => (rolls, player) = (base.roll_number, Some(base.player_id)),
            // A player who leaves in the middle of a turn ends it.
            Act::Leave if player == Some(base.player_id) => rolls = 0,
            Act::Keep | Act::Leave | Act::Aside => {}
        }
    }
    found.into_vec()
}

/// 9.1.2: a player's turn number goes up by one with each score, and only with it.
#[must_use]
pub fn turn_advancement(events: &[GameEvent]) -> Vec<Violation> {
    let mut found = Findings::default();
    let mut scored: BTreeMap<PlayerId, u8> = BTreeMap::new();
    let mut last = None;
    for event in events {
        let base = &event.base;
        let done = scored.entry(base.player_id).or_default();
        let act = Act::of(event);
        match act {
            Act::Roll(_) | Act::Keep | Act::Score(_) => {
                let expected = done.saturating_add(1);
                found.check(base.turn_number == expected, || {
                    let message = format!("turnNumber: expected {expected}, got {}", base.turn_number);
                    Violation::at("9.1.2", base.sequence_number, message)
                });
                if matches!(act, Act::Score(_)) {
                    *done = done.saturating_add(1);
                    last = Some(base.player_id);
                } else {
                    last = None;
                }
            }
            Act::Undo => {
                if let Some(player) = last.take() {
                    scored.entry(player).and_modify(|done| *done = done.saturating_sub(1));
                }
            }
            Act::Leave | Act::Aside => {}
        }
    }
    found.into_vec()
}

/// 9.1.3: a game that ended normally has thirteen scores of everybody who stayed; one that ended otherwise says so.
#[must_use]
pub fn turns_per_game(events: &[GameEvent]) -> Vec<Violation> {
    let mut found = Findings::default();
    let mut open: BTreeMap<PlayerId, u8> = BTreeMap::new();
    let mut over = false;
    let mut last_score = None;
    for event in events {
        let (base, number) = (&event.base, event.base.sequence_number);
        match &event.body {
            EventBody::GameStarted(started) => {
                open = started.turn_order.iter().map(|&player| (player, 13)).collect();
            }
            EventBody::Score(_) => {
                last_score = Some(base.player_id);
                let left = open.entry(base.player_id).or_default();
                found.check(*left > 0, || Violation::at("9.1.3", number, "a fourteenth score"));
                *left = left.saturating_sub(1);
            }
            EventBody::Undo {} => {
                if let Some(left) = last_score.take().and_then(|player| open.get_mut(&player)) {
                    *left += 1;
                }
            }
            EventBody::Roll(_) | EventBody::Keep(_) => last_score = None,
            EventBody::GameAbandoned {} => {
                open.remove(&base.player_id);
            }
            EventBody::GameCompleted(completed) => {
                over = true;
                let full = open.values().all(|&left| left == 0);
                let normal = completed.reason == CompletionReason::Normal;
                found.check(!normal || full, || {
                    Violation::at("9.1.3", number, "a normal end before everybody scored thirteen times")
                });
            }
            EventBody::SeedRevealed(_) | EventBody::Error(_) => {}
            EventBody::GameCreated(_) | EventBody::PlayerJoined(_) | EventBody::SeedMixed(_) => {}
        }
        let after_end = over
            && !matches!(
                event.body,
                EventBody::GameCompleted(_) | EventBody::SeedRevealed(_) | EventBody::Error(_)
            );
        found.check(!after_end, || Violation::at("9.1.3", number, "the game was over"));
    }
    let begun = !open.is_empty();
    let full = open.values().all(|&left| left == 0);
    found.check(over || !begun || !full, || {
        Violation::new("9.1.3", "every card is full, but the game did not end")
    });
    found.into_vec()
}

/// Every score with the card that its player had, by the scores before it.
fn scores(events: &[GameEvent]) -> Vec<(&GameEvent, &ScoreDecision, Scorecard, Option<Dice>)> {
    let rules = rules_of(events);
    let mut cards: HashMap<PlayerId, Vec<Scorecard>> = HashMap::new();
    let (mut dice, mut last_score) = (None, None);
    let mut scores = Vec::new();
    for event in events {
        match Act::of(event) {
            Act::Roll(roll) => (dice, last_score) = (Some(roll.dice_result), None),
            Act::Score(score) => {
                let history = cards.entry(event.base.player_id).or_default();
                let card = history.last().copied().unwrap_or_default();
                scores.push((event, score, card, dice));
                let mut after = card;
                if let Some(dice) = dice {
                    // A score that the rules forbid is found by the rules below; here it changes nothing.
                    let _ = after.score(rules, dice.config(), score.chosen_category);
                }
                history.push(after);
                last_score = Some(event.base.player_id);
            }
            Act::Undo => {
                if let Some(player) = last_score.take() {
                    cards.entry(player).or_default().pop();
                }
            }
            Act::Keep | Act::Leave | Act::Aside => {}
        }
    }
    scores
}

fn rules_of(events: &[GameEvent]) -> Rules {
    let created = events.iter().find_map(|event| {
        if let EventBody::GameCreated(created) = &event.body { Some(created.settings.rules()) } else { None }
    });
    created.unwrap_or_default()
}

/// 9.2.1: a box is scored once by each player.
#[must_use]
pub fn category_scored_once(events: &[GameEvent]) -> Vec<Violation> {
    let mut found = Findings::default();
    for (event, score, card, _) in scores(events) {
        let category = score.chosen_category;
        let open = score.previous_scorecard.points(category).is_none() && card.points(category).is_none();
        found.check(open, || {
            Violation::at("9.2.1", event.base.sequence_number, format!("{category} was already filled"))
        });
    }
    found.into_vec()
}

/// 9.2.2: the open boxes are those without points, and each score leaves one fewer.
#[must_use]
pub fn categories_remaining(events: &[GameEvent]) -> Vec<Violation> {
    let mut found = Findings::default();
    for (event, score, ..) in scores(events) {
        let number = event.base.sequence_number;
        let remaining = |card: &super::ScorecardData| -> CategorySet {
            card.categories_remaining.iter().copied().collect()
        };
        let (before, after) = (remaining(&score.previous_scorecard), remaining(&score.updated_scorecard));
        found.check(after == before.without(score.chosen_category) && after != before, || {
            Violation::at(
                "9.2.2",
                number,
                format!("categoriesRemaining: expected {before} without {}", score.chosen_category),
            )
        });
    }
    found.into_vec()
}

/// 9.3.1: a first roll keeps nothing; a reroll rolls something.
#[must_use]
pub fn kept_mask(events: &[GameEvent]) -> Vec<Violation> {
    let mut found = Findings::default();
    for (event, roll) in rolls(events) {
        let number = event.base.sequence_number;
        match roll.roll_type {
            RollType::Initial => found.check(roll.kept_mask == KeptMask::NONE, || {
                Violation::at("9.3.1", number, "keptMask: expected no die kept for the first roll of a turn")
            }),
            RollType::Reroll => found.check(roll.kept_mask != KeptMask::ALL, || {
                Violation::at("9.3.1", number, "keptMask: expected at least one die to roll")
            }),
        }
        let first = event.base.roll_number <= 1;
        found.check(first == (roll.roll_type == RollType::Initial), || {
            Violation::at(
                "9.3.1",
                number,
                "rollType: expected initial for the first roll of a turn and reroll after it",
            )
        });
    }
    found.into_vec()
}

/// 9.3.2: kept dice do not change, and a reroll starts from what lay there.
#[must_use]
pub fn dice_changes(events: &[GameEvent]) -> Vec<Violation> {
    let mut found = Findings::default();
    let mut table = None;
    for (event, roll) in rolls(events) {
        let number = event.base.sequence_number;
        if roll.roll_type == RollType::Reroll {
            found.check(roll.pre_roll_dice.is_some() && roll.pre_roll_dice == table, || {
                Violation::at("9.3.2", number, "preRollDice: expected the dice of the roll before")
            });
            if let Some(before) = roll.pre_roll_dice {
                found.check(roll.dice_result.follows(before, roll.kept_mask), || {
                    Violation::at(
                        "9.3.2",
                        number,
                        format!("a kept die changed from {before} to {}", roll.dice_result),
                    )
                });
            }
        }
        table = Some(roll.dice_result);
    }
    found.into_vec()
}

fn rolls(events: &[GameEvent]) -> impl Iterator<Item = (&GameEvent, &Roll)> {
    events.iter().filter_map(
        |event| {
            if let EventBody::Roll(roll) = &event.body { Some((event, roll)) } else { None }
        },
    )
}

/// 9.4.1: the points are those that the rules give for these dice on this card.
#[must_use]
pub fn score_calculation(events: &[GameEvent]) -> Vec<Violation> {
    let rules = rules_of(events);
    let mut found = Findings::default();
    for (event, score, card, dice) in scores(events) {
        let number = event.base.sequence_number;
        let Some(dice) = dice else { continue };
        match card.position().score(rules, dice.config(), score.chosen_category) {
            Ok(outcome) => found.check(outcome.scored.points == score.points_earned, || {
                let expected = outcome.scored.points;
                let message = format!(
                    "pointsEarned: {dice} in {} is {expected}, got {}",
                    score.chosen_category, score.points_earned
                );
                Violation::at("9.4.1", number, message)
            }),
            Err(refusal) => found.extend([Violation::at("9.4.1", number, refusal.to_string())]),
        }
    }
    found.into_vec()
}

/// 9.4.2 and 9.4.3: cards add up, the first ones are empty, the card after a score is the card before with the box
/// filled, and the final scores are those of the last cards.
#[must_use]
pub fn card_arithmetic(events: &[GameEvent]) -> Vec<Violation> {
    let rules = rules_of(events);
    let mut found = Findings::default();
    found.extend(results(events));
    for (event, score, card, dice) in scores(events) {
        let number = event.base.sequence_number;
        let mut after = card;
        let scored = dice.map(|dice| after.score(rules, dice.config(), score.chosen_category).is_ok());
        for (name, written, expected) in [
            ("previousScorecard", &score.previous_scorecard, Some(card)),
            ("updatedScorecard", &score.updated_scorecard, Some(after).filter(|_| scored == Some(true))),
        ] {
            let violations = written.violations();
            let sound = violations.is_empty();
            for violation in violations {
                let rule = if violation.message.starts_with("upperBonus") { "9.4.2" } else { "9.4.3" };
                found.extend([Violation::at(rule, number, format!("{name}: {}", violation.message))]);
            }
            let same = expected.is_none_or(|card| *written == (&card).into());
            found.check(!sound || same, || {
                Violation::at(
                    "9.4.3",
                    number,
                    format!("{name} is not the card that the scores before it lead to"),
                )
            });
        }
    }
    found.into_vec()
}

/// 9.4.3: the game starts with empty cards and ends with the totals of the last ones.
fn results(events: &[GameEvent]) -> Vec<Violation> {
    let mut found = Findings::default();
    let empty = super::ScorecardData::from(&Scorecard::default());
    let mut totals: BTreeMap<PlayerId, u16> = BTreeMap::new();
    let mut taken_back = None;
    for event in events {
        let number = event.base.sequence_number;
        match &event.body {
            EventBody::GameStarted(started) => {
                let players: Vec<PlayerId> = started.initial_scorecards.keys().copied().collect();
                let mut order = started.turn_order.clone();
                order.sort_unstable();
                found.check(
                    players == order && started.initial_scorecards.values().all(|card| *card == empty),
                    || {
                        Violation::at(
                            "9.4.3",
                            number,
                            "initialScorecards: expected an empty card for everybody in the order",
                        )
                    },
                );
                found.check(Some(&started.first_player_id) == started.turn_order.first(), || {
                    Violation::at("9.1.2", number, "firstPlayerId: expected the first of turnOrder")
                });
                totals = players.into_iter().map(|player| (player, 0)).collect();
            }
            EventBody::Score(score) => {
                taken_back = Some((event.base.player_id, score.previous_scorecard.grand_total));
                totals.insert(event.base.player_id, score.updated_scorecard.grand_total);
            }
            EventBody::Undo {} => totals.extend(taken_back.take()),
            EventBody::Roll(_) | EventBody::Keep(_) => taken_back = None,
            EventBody::GameCompleted(completed) => {
                found.check(completed.final_scores == totals, || {
                    Violation::at("9.4.3", number, "finalScores: expected the totals of the last cards")
                });
            }
            EventBody::GameCreated(_)
            | EventBody::PlayerJoined(_)
            | EventBody::SeedMixed(_)
            | EventBody::Error(_)
            | EventBody::GameAbandoned {}
            | EventBody::SeedRevealed(_) => {}
        }
    }
    found.into_vec()
}

/// 9.5.1: causes are events of this game that came before.
#[must_use]
pub fn causal_chain(events: &[GameEvent]) -> Vec<Violation> {
    let places: HashMap<Uuid, u64> =
        events.iter().map(|event| (event.base.id, event.base.sequence_number)).collect();
    let mut found = Findings::default();
    for event in events {
        let number = event.base.sequence_number;
        for cause in &event.base.causal_chain {
            found.check(places.get(cause).is_some_and(|&place| place < number), || {
                Violation::at("9.5.1", number, format!("causalChain: {cause} is no earlier event"))
            });
        }
    }
    found.into_vec()
}

/// 9.5.2: sequence numbers start at 1 and have no gaps.
#[must_use]
pub fn sequence_numbers(events: &[GameEvent]) -> Vec<Violation> {
    let mut found = Findings::default();
    for (expected, event) in (1..).zip(events) {
        let actual = event.base.sequence_number;
        found.check(actual == expected, || {
            Violation::at("9.5.2", actual, format!("sequenceNumber: expected {expected}, got {actual}"))
        });
    }
    found.into_vec()
}

/// 9.6.1: time does not run backwards.
#[must_use]
pub fn timestamps(events: &[GameEvent]) -> Vec<Violation> {
    let mut found = Findings::default();
    for pair in events.windows(2) {
        let (before, after) = (&pair[0].base, &pair[1].base);
        found.check(before.timestamp <= after.timestamp, || {
            let message = format!("timestamp: {} is before {}", after.timestamp, before.timestamp);
            Violation::at("9.6.1", after.sequence_number, message)
        });
    }
    found.into_vec()
}
