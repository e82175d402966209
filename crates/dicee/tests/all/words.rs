//! The names on the wire and on screens, and what is said about names that do not exist.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::fmt::Display;
use std::str::FromStr;

use dicee::{
    Bot, Category, CategorySet, ConfigIndex, Dice, DiceConfig, DiceSource, DiceeCommand, ExplanationDepth,
    Face, GameId, GameMode, Hex, Horizon, InputError, KeepPattern, KeptMask, Names, RollsLeft, Rules,
    Settings, SkillLevel, input,
};
use serde::Serialize;

use crate::common::player;

/// Shown, written as JSON and read back, it has this name; another name is refused in these words.
fn check<T>(value: T, name: &str)
where
    T: Copy + Display + Serialize + FromStr<Err = InputError> + PartialEq + std::fmt::Debug,
{
    assert_eq!(value.to_string(), name);
    assert_eq!(format!("{value:>12}|"), format!("{name:>12}|"), "columns are aligned");
    assert_eq!(serde_json::to_value(value).unwrap(), name);
    assert_eq!(name.parse(), Ok(value));
}

fn refused<T: FromStr<Err = InputError> + std::fmt::Debug>(name: &str, words: &str) {
    assert_eq!(name.parse::<T>().unwrap_err().to_string(), words);
}

#[test]
fn names_are_read_as_they_are_shown_and_others_are_refused_with_the_choice() {
    for (horizon, name) in [(Horizon::Turn, "turn"), (Horizon::Game, "game")] {
        check(horizon, name);
    }
    refused::<Horizon>("year", "horizon: expected turn or game, got year");
    for (bot, name) in
        Bot::ALL.into_iter().zip(["optimal", "expert", "skilled", "greedy", "casual", "beginner"])
    {
        check(bot, name);
    }
    refused::<Bot>("hal", "bot: expected one of optimal, expert, skilled, greedy, casual, beginner, got hal");
    for rules in Rules::ALL {
        check(rules, rules.name());
    }
    refused::<Rules>(
        "house",
        "rules: expected one of standard, joker_rules, forced_dicee, classic, got house",
    );
}

#[test]
fn levels_and_depths_are_shown_by_the_name_on_the_wire() {
    for (level, name) in SkillLevel::ALL.into_iter().zip(["beginner", "intermediate", "advanced", "expert"]) {
        assert_eq!((level.name(), level.to_string().as_str()), (name, name));
        assert_eq!(serde_json::to_value(level).unwrap(), name);
    }
    for (depth, name) in ExplanationDepth::ALL.into_iter().zip(["minimal", "standard", "detailed"]) {
        assert_eq!((depth.name(), depth.to_string().as_str()), (name, name));
        assert_eq!(serde_json::to_value(depth).unwrap(), name);
    }
    assert!(SkillLevel::ALL.is_sorted() && ExplanationDepth::ALL.is_sorted(), "from least to most");
}

#[test]
fn screens_get_every_name_in_card_order_with_the_default_rules_first() {
    let names = Names::default();
    assert_eq!(names, Names::new());
    let json = serde_json::to_value(&names).unwrap();
    assert_eq!(names.categories.len(), 13);
    assert_eq!(
        (&json["categories"][0], &json["categories"][11]),
        (
            &serde_json::json!({"category": "ones", "title": "Ones", "upper": true}),
            &serde_json::json!({"category": "dicee", "title": Category::Dicee.title(), "upper": false}),
        )
    );
    assert_eq!(names.categories.iter().filter(|name| name.upper).count(), 6);
    let titles: Vec<&str> = names.rules.iter().map(|name| name.title).collect();
    assert_eq!(titles, ["Standard", "Joker rules", "Forced Dicee", "Classic"]);
    assert_eq!(names.rules[0].rules, Rules::default());
    assert!(names.rules.iter().all(|name| name.note.ends_with('.')), "notes are sentences");
    assert_eq!(
        json["horizons"],
        serde_json::json!([
            {
                "horizon": "turn",
                "title": "This turn",
                "unit": "points this turn",
                "short_unit": "pts this turn",
            },
            {
                "horizon": "game",
                "title": "Whole game",
                "unit": "points still to come",
                "short_unit": "pts to come",
            },
        ])
    );
}

#[test]
fn notes_say_what_sets_the_rules_apart() {
    for (rules, words) in [
        (Rules::Standard, "Every further Dicee earns 100 once the Dicee box holds 50."),
        (
            Rules::JokerRules,
            "a further Dicee is a joker in the lower boxes once its own upper box is filled.",
        ),
        (Rules::ForcedDicee, "its own upper box must be used first."),
        (Rules::Classic, "No bonus for a further Dicee, and no jokers."),
    ] {
        assert!(rules.note().ends_with(words), "{rules}: {}", rules.note());
        assert_eq!(rules.note().starts_with("No bonus"), !rules.has_dicee_bonus());
    }
}

#[test]
fn dice_are_shown_by_their_pips() {
    assert_eq!(Dice::new([5, 2, 5, 6, 1]).unwrap().to_string(), "5 2 5 6 1", "in the order of the table");
    assert_eq!(Face::ALL.map(|face| face.to_string()).join(""), "123456");
    assert_eq!(RollsLeft::iter_all().map(|rolls| rolls.to_string()).collect::<String>(), "0123");
    assert_eq!(KeepPattern::NOTHING.to_string(), "nothing");
    assert_eq!(KeepPattern::from_faces(&[6, 2, 6]).unwrap().to_string(), "2 6 6");
    let few = CategorySet::from_slice(&[Category::Chance, Category::Ones]);
    assert_eq!((few.to_string(), format!("{few:?}")), ("ones, chance".into(), "{ones, chance}".into()));
}

#[test]
fn dice_have_an_index_that_leads_back_to_them() {
    for (index, place) in ConfigIndex::iter_all().zip(0u8..) {
        assert_eq!(index.get(), place);
        assert_eq!(DiceConfig::from_index(index).to_index(), index);
    }
    let counts = [0, 1, 0, 0, 3, 1];
    assert_eq!(KeepPattern::from_counts(counts), KeepPattern::from_faces(&[2, 5, 5, 5, 6]).ok());
    assert_eq!(KeepPattern::from_counts([1; 6]), None, "six dice are too many");
}

#[test]
fn invalid_input_is_named_with_its_field_and_what_would_do() {
    let open = CategorySet::from_slice(&[Category::Ones, Category::Chance]);
    for (error, words) in [
        (
            input::random_bot(Bot::Casual),
            "bot: expected optimal or greedy: the other bots overlook options by chance, got casual",
        ),
        (
            input::repeated_category(Category::Twos),
            "open: expected each category at most once, got twos twice",
        ),
        (
            input::category_not_open(Category::Twos, open),
            "category: expected an open category (ones, chance), got twos",
        ),
        (input::keep_count(6), "keep: expected at most five dice, got 6"),
        (input::kept_mask("12"), "kept: expected five flags, each 0 or 1, got 12"),
        (
            input::state_key("5/5"),
            "state_key: expected sorted dice, kept faces and rolls left, such as 25556/555/1, got 5/5",
        ),
        (
            input::solved_for_other_rules(Rules::Classic, Rules::Standard),
            "rules: expected classic, the rules this table was solved for, got standard",
        ),
        (
            input::unknown_category("open", "sevens"),
            "open: expected one of ones, twos, threes, fours, fives, sixes, three_of_kind, four_of_kind, \
             full_house, small_straight, large_straight, dicee, chance, got sevens",
        ),
    ] {
        assert_eq!(error.to_string(), words);
    }
    let six = KeepPattern::from_faces(&[1; 6]).unwrap_err();
    assert_eq!(six, input::keep_count(6));
}

#[test]
fn a_command_has_the_name_that_it_has_on_the_wire() {
    let kept_mask = KeptMask::NONE;
    let player_id = player(1);
    let game_id = GameId(uuid::Uuid::from_u128(7));
    let commands = [
        DiceeCommand::Create {
            game_id,
            game_mode: GameMode::Solo,
            player_ids: vec![player_id],
            settings: Settings::default(),
            dice: DiceSource::Table,
        },
        DiceeCommand::Join { player_id },
        DiceeCommand::AddBot { player_id, bot: Bot::Greedy },
        DiceeCommand::Mix { client_seed: "luck".into() },
        DiceeCommand::Start {},
        DiceeCommand::Roll { kept_mask: Some(kept_mask) },
        DiceeCommand::Keep { kept_mask },
        DiceeCommand::Score { category: Category::Ones },
        DiceeCommand::Undo {},
        DiceeCommand::Abandon {},
        DiceeCommand::Expire {},
        DiceeCommand::Reveal { server_seed: Hex([3; 32]) },
    ];
    for command in &commands {
        let json = serde_json::to_value(command).unwrap();
        assert_eq!(json["type"], command.name());
        assert_eq!(serde_json::from_value::<DiceeCommand>(json).unwrap(), *command);
    }
    for mode in [GameMode::Solo, GameMode::Multiplayer, GameMode::Tutorial] {
        assert_eq!(serde_json::to_value(mode).unwrap(), mode.name());
    }
    assert_eq!(game_id.to_string(), game_id.text());
    assert_eq!(game_id.to_string(), "00000000-0000-0000-0000-000000000007");
}
