//! Advice, grading in words and mistakes, over random cards of all rules and both horizons.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeSet;
use std::sync::OnceLock;

use chance::{Chance, SeededChance};
use dicee::{
    Action, Advisor, Audience, Category, CategoryOdds, CategorySet, DecisionRecommendation, DiceConfig,
    DiceeBox, ExplanationDepth, Horizon, KeepPattern, Outlook, Position, Quality, RecommendedAction,
    RollsLeft, Rules, Scorecard, SkillLevel, SolvedGame, TurnAnalysis,
};

/// Solved when a test first asks for these rules: each test is a process of its own.
fn table(rules: Rules) -> &'static SolvedGame {
    static SOLVED: [OnceLock<SolvedGame>; 4] = [const { OnceLock::new() }; 4];
    let place = Rules::ALL.into_iter().position(|known| known == rules).unwrap();
    SOLVED[place].get_or_init(|| SolvedGame::solve_values(rules, |_| {}))
}

fn audience(depth: ExplanationDepth) -> Audience {
    Audience { depth, level: SkillLevel::Beginner }
}

/// A roll on the card of a random, clumsy game. Five equal dice come often, because they are the special case.
fn random_advisor(rules: Rules, luck: &mut SeededChance) -> Advisor {
    let mut card = Scorecard::default();
    for _ in 0..luck.below(13) {
        let roll = random_roll(luck);
        let allowed: Vec<Category> = rules.allowed(card.open(), card.dicee_box(), roll).iter().collect();
        let place = usize::try_from(luck.below(u32::try_from(allowed.len()).unwrap())).unwrap();
        card.score(rules, roll, allowed[place]).unwrap();
    }
    let outlook = if luck.below(2) == 0 { Outlook::Turn } else { Outlook::Game(table(rules)) };
    let mut dice: [u8; 5] = random_roll(luck).faces().try_into().unwrap();
    luck.shuffle(&mut dice);
    let rolls = RollsLeft::parse(i64::from(luck.below(3))).unwrap();
    Advisor::new(rules, card.position(), outlook, dice, rolls).unwrap()
}

fn random_roll(luck: &mut SeededChance) -> DiceConfig {
    if luck.below(4) == 0 {
        DiceConfig::from_dice(&[luck.die(); 5]).unwrap()
    } else {
        KeepPattern::NOTHING.complete(luck)
    }
}

fn for_many_rolls(check: fn(&Advisor, &mut SeededChance)) {
    for rules in Rules::ALL {
        let mut luck = SeededChance::from_seed(3);
        for _ in 0..400 {
            check(&random_advisor(rules, &mut luck), &mut luck);
        }
    }
}

#[test]
fn no_text_is_longer_than_200_characters_and_every_number_in_it_is_true() {
    for_many_rolls(|advisor, luck| {
        let truth = Truth::of(advisor);
        let options = &advisor.analysis().options;
        let chosen =
            options[usize::try_from(luck.below(u32::try_from(options.len()).unwrap())).unwrap()].action;
        for depth in ExplanationDepth::ALL {
            let advice = advisor.recommend(audience(depth));
            truth.check(&advice.reasoning);
            advice.reroll_reason.iter().for_each(|text| truth.check(text));
            let scores = advice.alternatives.iter().map(|other| (&other.reasoning, other.ev_difference));
            let keeps = advice.keep_alternatives.iter().flatten();
            for (text, loss) in scores.chain(keeps.map(|other| (&other.reasoning, other.ev_difference))) {
                truth.check(text);
                assert!(text.contains(&behind(loss)), "{loss}: {text}");
            }
            for action in [chosen, advisor.analysis().best.action] {
                let graded = advisor.evaluate(action, audience(depth)).unwrap();
                truth.check(&graded.feedback.summary);
                truth.check(&graded.feedback.reasoning);
                if graded.decision_quality != Quality::Optimal {
                    let (loss, text) = (behind(graded.ev_difference), &graded.feedback.reasoning);
                    assert!(
                        graded.feedback.summary.contains(&loss) && text.starts_with("Better: "),
                        "{text}"
                    );
                    let values =
                        [graded.optimal_ev, graded.expected_value].map(|value| format!("{value:.2}"));
                    let spoken = values.iter().all(|value| text.contains(value)) && text.contains(&loss);
                    assert_eq!(spoken, depth != ExplanationDepth::Minimal, "{text}");
                }
                assert!(graded.feedback.learning_tip.is_none_or(|tip| tip.len() <= 200));
            }
            if depth == ExplanationDepth::Minimal {
                assert!(!advice.reasoning.contains('%') && !truth.has_decimals(&advice.reasoning));
            } else {
                let worth = format!("{:.2} points", advisor.analysis().best.value);
                assert!(advice.reasoning.contains(&worth), "{}", advice.reasoning);
            }
        }
    });
}

/// What the words about a roll may say, found without the code that says it.
struct Truth {
    /// Values, losses, and what is left of a value after the points of a score.
    decimals: BTreeSet<String>,
    percentages: BTreeSet<String>,
    whole: BTreeSet<String>,
    best: Vec<String>,
    second: Option<f64>,
}

impl Truth {
    fn of(advisor: &Advisor) -> Self {
        let analysis = advisor.analysis();
        let position = advisor.position();
        let mut truth = Self {
            decimals: BTreeSet::from(["0.01".to_owned()]),
            percentages: BTreeSet::new(),
            // Faces, the goal and its bonus.
            whole: (1..=6).chain([63, 35]).map(|number: u16| number.to_string()).collect(),
            best: Vec::new(),
            second: analysis.options.get(1).map(|option| option.loss),
        };
        let scores: Vec<u16> = position
            .open()
            .iter()
            .filter_map(|category| position.score(analysis.rules, analysis.roll, category).ok())
            .flat_map(|outcome| {
                let (points, bonus) = (u16::from(outcome.scored.points), outcome.bonus());
                [points, bonus, points + bonus]
            })
            .collect();
        for option in &analysis.options {
            truth.decimals.extend([option.value, option.loss].map(|number| format!("{number:.2}")));
            if let Action::Score(category) = option.action {
                let outcome = position.score(analysis.rules, analysis.roll, category).unwrap();
                let later = option.value - f64::from(outcome.points());
                truth.decimals.insert(format!("{later:.2}"));
                for upper in [position.upper(), outcome.next.upper()] {
                    truth.whole.insert(upper.to_string());
                    for next in [position, outcome.next] {
                        let filled = next.open().complement().upper();
                        let par: u8 = filled.iter().map(|box_| 3 * box_.face().unwrap().pips()).sum();
                        truth.whole.insert(upper.abs_diff(par).to_string());
                    }
                }
            }
        }
        for &a in &scores {
            truth.whole.insert(a.to_string());
            truth.whole.extend(scores.iter().filter(|&&b| b < a).map(|b| (a - b).to_string()));
        }
        if analysis.rolls_left > RollsLeft::NONE {
            for category in position.open().iter() {
                let odds = CategoryOdds::new(analysis.rules, position, category);
                for keep in KeepPattern::iter_valid_for(analysis.roll) {
                    let chance = odds.with_keep(keep, analysis.rolls_left);
                    let points = odds.expected_with_keep(keep, analysis.rolls_left);
                    truth.percentages.insert(chance.percentage());
                    truth.decimals.insert(format!("{points:.2}"));
                    if analysis.best.action == Action::Keep(keep) {
                        truth.best.push(format!("{} {}", category.title(), chance.percentage()));
                        truth.best.push(format!("{} {points:.2} on average", category.title()));
                    }
                }
            }
        }
        truth
    }

    fn check(&self, text: &str) {
        assert!(text.is_ascii() && text.len() <= 200, "{} characters: {text}", text.len());
        assert!(
            text.ends_with('.') && text.starts_with(char::is_uppercase) || text.starts_with(char::is_numeric)
        );
        for word in numbers(text) {
            let known = match () {
                () if word.ends_with('%') => &self.percentages,
                () if word.contains('.') => &self.decimals,
                () => &self.whole,
            };
            assert!(known.contains(word), "{word} is made up: {text}");
        }
        if let Some((_, next)) = text.split_once("Next best: ") {
            let loss = self.second.unwrap();
            assert!(next.contains(&behind(loss)), "{loss}: {text}");
        }
        // A text that begins with the best action speaks of that action's chances.
        if let (true, Some((_, aims))) = (text.starts_with("Keep "), text.split_once("Aims: ")) {
            let aims = aims.split(". ").next().unwrap().trim_end_matches('.');
            for aim in aims.split(", ") {
                assert!(self.best.iter().any(|known| known == aim), "{aim}: {text}");
            }
        }
    }

    fn has_decimals(&self, text: &str) -> bool {
        numbers(text).any(|word| word.contains('.'))
    }
}

/// How texts speak of a loss.
fn behind(loss: f64) -> String {
    match loss {
        _ if loss < 1e-9 => "ust as good".to_owned(),
        _ if loss < 0.005 => "ess than 0.01 points worse".to_owned(),
        _ => format!("{loss:.2} points worse"),
    }
}

fn numbers(text: &str) -> impl Iterator<Item = &str> {
    text.split([' ', ',', ':', ';'])
        .map(|word| word.strip_suffix('.').unwrap_or(word))
        .filter(|word| word.starts_with(|c: char| c.is_ascii_digit()))
}

fn kept_dice(advisor: &Advisor, mask: [bool; 5]) -> KeepPattern {
    let dice = advisor.dice().into_iter().zip(mask).filter_map(|(face, kept)| kept.then_some(face));
    KeepPattern::from_faces(&dice.collect::<Vec<_>>()).unwrap()
}

#[test]
fn masks_are_for_the_dice_in_the_order_in_which_they_came() {
    for_many_rolls(|advisor, _| {
        let kept = |mask| Action::Keep(kept_dice(advisor, mask));
        let advice = advisor.recommend(Audience::default());
        let options = &advisor.analysis().options;
        if let Some(mask) = advice.kept_mask {
            assert_eq!(kept(mask), options[0].action);
        }
        for other in advice.keep_alternatives.iter().flatten() {
            let option = options.iter().find(|option| option.action == kept(other.kept_mask)).unwrap();
            assert!(
                (option.value - other.ev).abs() < 1e-12 && (option.loss - other.ev_difference).abs() < 1e-12
            );
        }
    });
}

#[test]
fn alternatives_are_the_best_other_scores_and_never_gain() {
    for_many_rolls(|advisor, _| {
        let analysis = advisor.analysis();
        let advice = advisor.recommend(Audience::default());
        let others: Vec<Category> = analysis.options[1..]
            .iter()
            .filter_map(|option| match option.action {
                Action::Score(category) => Some(category),
                Action::Keep(_) => None,
            })
            .take(5)
            .collect();
        assert_eq!(advice.alternatives.iter().map(|other| other.category).collect::<Vec<_>>(), others);
        assert!(advice.alternatives.iter().all(|other| other.ev_difference >= 0.0));
        assert_eq!(advice.horizon, Some(analysis.horizon));
        match advice.action {
            RecommendedAction::Reroll => {
                assert!(advice.expected_improvement.unwrap() > 0.0 && advice.reroll_reason.is_some());
                assert!(advice.recommended_category.is_none());
            }
            RecommendedAction::Score => {
                assert!(advice.recommended_category.is_some());
                assert!(advice.kept_mask.is_none() && advice.expected_improvement.is_none());
            }
            RecommendedAction::Roll => panic!("dice are on the table"),
        }
        assert_eq!(advice.keep_alternatives.is_some(), analysis.rolls_left > RollsLeft::NONE);
    });
}

#[test]
fn only_the_best_decisions_are_without_a_mistake() {
    for_many_rolls(|advisor, _| {
        for option in &advisor.analysis().options {
            let graded = advisor.evaluate(option.action, Audience::default()).unwrap();
            let optimal = graded.decision_quality == Quality::Optimal;
            assert_eq!(graded.ev_difference < 1e-9, optimal);
            assert_eq!(graded.feedback.mistake_kind.is_none(), optimal);
            assert_eq!(graded.feedback.mistake_category.is_none(), optimal);
            assert_eq!(graded.feedback.learning_tip.is_none(), optimal);
            assert!((0.0..=1.0).contains(&graded.ev_percentage_loss));
            assert!((graded.optimal_ev - graded.expected_value - graded.ev_difference).abs() < 2e-9);
        }
    });
}

#[test]
fn a_probability_vector_is_what_each_box_alone_brings() {
    for_many_rolls(|advisor, _| {
        let analysis = advisor.analysis();
        let vector = advisor.probabilities(0.25);
        assert!((vector.computation_time_ms - 0.25).abs() < 1e-12 && !vector.cache_hit);
        let allowed =
            analysis.rules.allowed(advisor.position().open(), advisor.position().dicee_box(), analysis.roll);
        assert_eq!(vector.categories.keys().copied().collect::<CategorySet>(), allowed);
        let most = vector.categories.values().map(|entry| entry.current_score).max().unwrap();
        assert_eq!(vector.categories[&vector.optimal_category].current_score, most);
        assert!((vector.optimal_ev - f64::from(most)).abs() < 1e-12);
        let ordinary = !analysis.rules.favours_further_dicee(advisor.position().dicee_box());
        for (&category, entry) in &vector.categories {
            let outcome = advisor.position().score(analysis.rules, analysis.roll, category).unwrap();
            let odds = CategoryOdds::new(analysis.rules, advisor.position(), category);
            let (roll, rolls) = (analysis.roll.to_index(), analysis.rolls_left);
            assert_eq!(entry.current_score, outcome.scored.points);
            assert!((entry.probability - odds.best(roll, rolls).value()).abs() < 1e-12);
            if !ordinary {
                continue;
            }
            assert_eq!(entry.current_score, category.score(analysis.roll));
            // A card with this box alone, far from the upper bonus, has nothing else to play for.
            let dicee_box = if category == Category::Dicee { DiceeBox::Open } else { DiceeBox::Zero };
            let alone = Position::new(CategorySet::EMPTY.with(category), 0, dicee_box).unwrap();
            let turn =
                TurnAnalysis::new(Rules::Classic, alone, Outlook::Turn, analysis.roll, analysis.rolls_left);
            let future = entry.future_ev.unwrap_or(entry.expected_value);
            assert!((future - turn.best.value).abs() < 1e-9, "{category}");
            assert_eq!(entry.future_ev.is_some(), analysis.rolls_left > RollsLeft::NONE);
            if let Some(reroll) = &entry.reroll_recommendation {
                assert!((reroll.ev_gain - (turn.best.value - entry.expected_value)).abs() < 1e-9);
                assert_eq!(reroll.should_reroll, reroll.ev_gain > 1e-9, "{category}");
                let kept = Action::Keep(kept_dice(advisor, reroll.kept_mask));
                let option = turn.options.iter().find(|option| option.action == kept);
                assert!(option.map_or(!reroll.should_reroll, |option| option.loss < 1e-9), "{category}");
            }
        }
    });
}

#[test]
fn before_the_first_roll_the_advice_is_to_roll() {
    let table = table(Rules::Standard);
    for (outlook, value) in [(Outlook::Game(table), table.expected_score()), (Outlook::Turn, 0.0)] {
        let advice = DecisionRecommendation::before_first_roll(
            Rules::Standard,
            Position::START,
            outlook,
            audience(ExplanationDepth::Detailed),
        );
        let advice = advice.unwrap();
        assert_eq!(advice.action, RecommendedAction::Roll);
        assert!(advice.alternatives.is_empty() && advice.kept_mask.is_none());
        assert_eq!(advice.horizon, Some(outlook.horizon()));
        if let Outlook::Game(_) = outlook {
            assert!((advice.expected_value.unwrap() - value).abs() < 1e-9);
        } else {
            // The mean over all first rolls of what each is worth.
            let turn =
                dicee::TurnValues::solve(Rules::Standard, Position::START, outlook, RollsLeft::AFTER_FIRST);
            let mean: f64 = DiceConfig::iter_all()
                .map(|roll| turn.value(roll, RollsLeft::AFTER_FIRST) * f64::from(roll.multiplicity()))
                .sum::<f64>()
                / f64::from(DiceConfig::ROLLS);
            assert!((advice.expected_value.unwrap() - mean).abs() < 1e-9);
        }
    }
    let wrong = DecisionRecommendation::before_first_roll(
        Rules::Classic,
        Position::START,
        Outlook::Game(table),
        Audience::default(),
    );
    assert_eq!(wrong.unwrap_err().field(), "rules");
}

#[test]
fn the_wire_shapes_are_those_of_the_contract() {
    let advisor = |dice, rolls| {
        let outlook = Outlook::Game(table(Rules::Standard));
        Advisor::new(Rules::Standard, Position::START, outlook, dice, RollsLeft::parse(rolls).unwrap())
            .unwrap()
    };
    let keys = |value: &serde_json::Value| {
        value
            .as_object()
            .unwrap()
            .keys()
            .cloned()
            .collect::<BTreeSet<_>>()
            .into_iter()
            .collect::<Vec<_>>()
            .join(" ")
    };
    let reroll = serde_json::to_value(advisor([5, 2, 5, 6, 5], 1).recommend(Audience::default())).unwrap();
    assert_eq!(
        keys(&reroll),
        "action alternatives confidence expectedImprovement expectedValue horizon keepAlternatives keptMask \
         learningTip pedagogyLevel reasoning rerollReason"
    );
    assert_eq!(reroll["action"], "reroll");
    assert_eq!(reroll["keptMask"], serde_json::json!([true, false, true, false, true]));
    assert_eq!((&reroll["horizon"], &reroll["pedagogyLevel"]), (&"game".into(), &"beginner".into()));
    assert_eq!(keys(&reroll["alternatives"][0]), "category ev evDifference reasoning");
    assert_eq!(keys(&reroll["keepAlternatives"][0]), "ev evDifference keptMask reasoning");
    let expert = Audience { level: SkillLevel::Expert, depth: ExplanationDepth::Detailed };
    let score = advisor([2, 3, 4, 5, 6], 0).recommend(expert).without_alternatives();
    let score = serde_json::to_value(score).unwrap();
    assert_eq!(
        keys(&score),
        "action alternatives confidence expectedValue horizon pedagogyLevel reasoning recommendedCategory"
    );
    assert_eq!(score["recommendedCategory"], "large_straight");

    let vector = serde_json::to_value(advisor([5, 2, 5, 6, 5], 1).probabilities(0.0)).unwrap();
    assert_eq!(
        keys(&vector),
        "cacheHit categories computationMethod computationTimeMs confidence optimalCategory optimalEV rollsRemaining"
    );
    let full_house = &vector["categories"]["full_house"];
    assert_eq!(keys(full_house), "currentScore expectedValue futureEV probability rerollRecommendation");
    assert_eq!(keys(&full_house["rerollRecommendation"]), "evGain keptMask shouldReroll");
    let standing = serde_json::to_value(advisor([5, 2, 5, 6, 5], 0).probabilities(0.0)).unwrap();
    assert_eq!(keys(&standing["categories"]["chance"]), "currentScore expectedValue probability");

    let kept = Action::Keep(KeepPattern::from_faces(&[5, 6]).unwrap());
    let graded = advisor([5, 2, 5, 6, 5], 1).evaluate(kept, Audience::default()).unwrap();
    let json = serde_json::to_value(&graded).unwrap();
    assert_eq!(
        keys(&json),
        "chosenKeptMask decisionQuality evDifference evPercentageLoss expectedValue feedback horizon optimalEV \
         optimalKeptMask pointsEarned"
    );
    assert_eq!(keys(&json["feedback"]), "learningTip mistakeCategory mistakeKind reasoning summary");
    assert_eq!(json["feedback"]["mistakeCategory"], "probability");
    assert_eq!(serde_json::from_value::<dicee::DecisionEvaluation>(json).unwrap(), graded);
    assert_eq!(
        serde_json::to_value(serde_json::from_value::<DecisionRecommendation>(reroll.clone()).unwrap())
            .unwrap(),
        reroll
    );
    assert_eq!(
        serde_json::to_value(serde_json::from_value::<dicee::ProbabilityVector>(vector.clone()).unwrap())
            .unwrap(),
        vector
    );
}

#[test]
fn explanations_read_like_this() {
    use ExplanationDepth::{Detailed, Minimal, Standard};
    let advisor = |dice, rolls, open: CategorySet, upper, horizon| {
        let outlook = match horizon {
            Horizon::Turn => Outlook::Turn,
            Horizon::Game => Outlook::Game(table(Rules::Standard)),
        };
        let dicee_box = if open.contains(Category::Dicee) { DiceeBox::Open } else { DiceeBox::Zero };
        let position = Position::new(open, upper, dicee_box).unwrap();
        Advisor::new(Rules::Standard, position, outlook, dice, RollsLeft::parse(rolls).unwrap()).unwrap()
    };
    let start = |dice, rolls, horizon| advisor(dice, rolls, CategorySet::ALL, 0, horizon);
    let late = CategorySet::from_slice(&[Category::Twos, Category::Sixes, Category::Dicee, Category::Chance]);
    for (advisor, depth, text) in [
        (
            start([5, 5, 5, 2, 6], 1, Horizon::Game),
            Minimal,
            "Keep 5 5 5 and roll two dice. That aims for more fives or Four of a Kind.",
        ),
        (
            start([5, 5, 5, 2, 6], 1, Horizon::Game),
            Detailed,
            "Keep 5 5 5 and roll two dice: 255.97 points to the end of the game. Aims: Fives 16.67 on average, \
             Four of a Kind 30.6%, Full House 13.9%. Next best: keeping 5 5 5 6, 3.31 points worse.",
        ),
        (
            start([2, 3, 4, 5, 6], 0, Horizon::Turn),
            Standard,
            "Score Large Straight for 40: worth 40.00 points this turn. Next best: scoring Small Straight for \
             30, 10.00 points worse.",
        ),
        (
            advisor([1, 3, 4, 4, 5], 0, late, 40, Horizon::Game),
            Standard,
            "Put a zero in Dicee: worth 58.49 points to the end of the game. Next best: scoring Chance for 17, 1.91 points worse.",
        ),
        (
            advisor([6, 6, 6, 4, 5], 0, late, 40, Horizon::Game),
            Detailed,
            "Score Sixes for 18: 73.85 points to the end of the game, 55.85 of them later. Next best: scoring Chance for 27, 7.27 points worse. Upper bonus: 58 of 63 points, 1 ahead.",
        ),
    ] {
        assert_eq!(advisor.recommend(audience(depth)).reasoning, text);
    }
    let advisor = start([6, 6, 6, 4, 5], 1, Horizon::Game);
    let kept = Action::Keep(KeepPattern::from_faces(&[4, 5, 6]).unwrap());
    let feedback = advisor.evaluate(kept, audience(Detailed)).unwrap().feedback;
    assert_eq!(
        feedback.summary,
        "Suboptimal: 12.95 points worse by the end of the game than the best choice."
    );
    assert_eq!(
        feedback.reasoning,
        "Better: keep 6 6 6 and roll two dice, worth 257.54 points to the end of the game. Keeping 4 5 6 is worth 244.58, 12.95 points worse. Sixes: 20.00 points instead of 8.00."
    );
}

#[test]
fn a_bonus_is_named_beside_the_points_of_its_box() {
    let open = CategorySet::EMPTY.with(Category::Twos).with(Category::FullHouse);
    let position = Position::new(open, 0, DiceeBox::Fifty).unwrap();
    let advisor =
        Advisor::new(Rules::Standard, position, Outlook::Turn, [2, 2, 2, 2, 2], RollsLeft::NONE).unwrap();
    let graded = advisor.evaluate(Action::Score(Category::Twos), Audience::default()).unwrap();
    assert!(graded.feedback.reasoning.contains("Twos for 10 and 100 bonus"), "{}", graded.feedback.reasoning);
}
