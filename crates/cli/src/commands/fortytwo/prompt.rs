//! What a player types.

use chance::InputError;
use fortytwo::{Bid, Command, Declaration, Phase, Refusal, View};

use super::{table, words};

/// What a line of input asks for.
#[derive(Debug, PartialEq)]
pub(super) enum Input {
    Command(Command),
    Help,
    Hint,
    Odds,
    Table,
    LastTrick,
    Undo,
    Link,
    Quit,
}

/// An answer that is none of those that may be given.
fn unexpected(view: &View, actual: impl Into<String>) -> InputError {
    InputError::new(field(view), expected(view), actual.into())
}

/// A command that the rules refused. Where they know more than that something else may be done, they say it.
pub(super) fn refused(view: &View, command: &Command, refusal: &Refusal) -> InputError {
    let error = unexpected(view, object(command));
    match refusal {
        Refusal::NotLegal { .. } | Refusal::WrongPhase { .. } | Refusal::NothingToAgree { .. } => error,
        Refusal::NotInHand { .. } => {
            let message = format!("{error}, which is not in your hand");
            error.saying(message)
        }
        Refusal::NoSeat { .. }
        | Refusal::NotYourSeat { .. }
        | Refusal::NotStarted
        | Refusal::AlreadyStarted
        | Refusal::GameOver { .. }
        | Refusal::NotYourTurn { .. }
        | Refusal::Bid(_)
        | Refusal::Declaration { .. }
        | Refusal::AlreadyAgreed { .. }
        | Refusal::SitsOut { .. }
        | Refusal::NotYourTable
        | Refusal::AlreadyPromised
        | Refusal::NothingPromised
        | Refusal::Text { .. }
        | Refusal::TooManyTexts
        | Refusal::NotOver
        | Refusal::BrokenPromise
        | Refusal::NotANote => error.saying(refusal),
    }
}

/// What is asked for.
fn field(view: &View) -> &'static str {
    match view.phase {
        Phase::Bidding => "bid",
        Phase::TrumpSelection => "trump",
        Phase::Playing if agreement(view).is_none() => "domino",
        Phase::Waiting | Phase::Playing | Phase::Scoring | Phase::GameOver => "action",
    }
}

/// What may be answered, in a clause.
fn expected(view: &View) -> String {
    if agreement(view).is_some() {
        return "Enter, or agree".to_owned();
    }
    let one_of = if view.moves.len() > 1 { "one of " } else { "" };
    format!("{one_of}{}", offers(view))
}

fn agreement(view: &View) -> Option<&Command> {
    view.moves.iter().find(|command| matches!(command, Command::AgreeToAction { .. }))
}

/// A command without its verb: `31`, `6-4`, `pass`.
fn object(command: &Command) -> String {
    let text = command.to_string();
    text.split_once(' ').map_or(text.clone(), |(_, object)| object.to_owned())
}

/// The legal answers, in short; tiles in the order in which the hand is shown.
pub(super) fn offers(view: &View) -> String {
    if view.phase == Phase::Playing {
        let tiles = table::sorted(table::playable(view), view.trump);
        return tiles.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    }
    let words: Vec<String> = view.moves.iter().map(object).collect();
    let points = words.iter().filter(|word| word.parse::<u8>().is_ok()).count();
    // A row of points is told by its ends.
    if view.phase == Phase::Bidding && points > 3 {
        let from = words.iter().position(|word| word.parse::<u8>().is_ok()).unwrap_or(0);
        let row = format!("{} to {}", words[from], words[from + points - 1]);
        return [&words[..from], &[row], &words[from + points..]].concat().join(", ");
    }
    words.join(", ")
}

/// What a line asks for, given what may be done.
pub(super) fn parse(line: &str, view: &View) -> Result<Input, InputError> {
    let line = line.trim();
    if line.starts_with('{') {
        return serde_json::from_str(line).map(Input::Command).map_err(|error| {
            let expected = "a command as JSON, such as one of the moves of the view";
            InputError::new("command", expected, quoted(line)).saying(format!("no command: {error}"))
        });
    }
    let typed = line.to_lowercase();
    let problem = || unexpected(view, quoted(line));
    let player = view.viewer.ok_or_else(problem)?;
    match typed.as_str() {
        "help" | "h" | "?" => return Ok(Input::Help),
        "hint" => return Ok(Input::Hint),
        "odds" | "o" => return Ok(Input::Odds),
        "table" | "t" => return Ok(Input::Table),
        "last" | "l" => return Ok(Input::LastTrick),
        "undo" | "u" => return Ok(Input::Undo),
        "link" => return Ok(Input::Link),
        "quit" | "q" | "exit" => return Ok(Input::Quit),
        "redeal" => return Ok(Input::Command(Command::RequestRedeal {})),
        "" | "agree" | "a" => {
            return agreement(view).cloned().map(Input::Command).ok_or_else(problem);
        }
        "pass" | "p" => return Ok(Input::Command(Command::Pass { player })),
        _ => {}
    }
    let object =
        ["bid ", "trump ", "play "].iter().find_map(|verb| typed.strip_prefix(verb)).unwrap_or(&typed);
    let command = match view.phase {
        Phase::Bidding => bid(object).map(|bid| Command::PlaceBid { player, bid }),
        Phase::TrumpSelection => declaration(object).map(|trump| Command::SelectTrump { player, trump }),
        Phase::Playing if agreement(view).is_none() => {
            object.parse().map(|domino| Command::PlayDomino { player, domino })
        }
        Phase::Waiting | Phase::Playing | Phase::Scoring | Phase::GameOver => {
            return Err(problem());
        }
    };
    command.map(Input::Command).map_err(|_| problem())
}

/// A bid as it is written or said: `31`, `M2`, `m2`, `2 marks`, `84`.
fn bid(text: &str) -> Result<Bid, InputError> {
    let marks = text.strip_suffix(" marks").or_else(|| text.strip_suffix(" mark"));
    // All the points of so many hands are so many marks.
    let hands = text.parse::<u16>().ok().filter(|points| *points >= 84 && points.is_multiple_of(42));
    match (marks, hands) {
        (Some(marks), _) => format!("M{marks}").parse(),
        (None, Some(points)) => format!("M{}", points / 42).parse(),
        (None, None) if text.starts_with('m') => text.to_uppercase().parse(),
        (None, None) => text.parse(),
    }
}

/// A declaration as it is written or said: `5`, `fives`, `none`, `no trumps`.
fn declaration(text: &str) -> Result<Declaration, InputError> {
    let said = |declaration: &Declaration| words::named(*declaration) == text;
    match Declaration::ALL.into_iter().find(said) {
        Some(declaration) => Ok(declaration),
        None if matches!(text, "no trump" | "follow me") => Ok(Declaration::NoTrump),
        None => text.parse(),
    }
}

/// What was typed, cut off where it is longer than anything that could have been meant.
fn quoted(line: &str) -> String {
    if line.is_empty() {
        return "an empty line".to_owned();
    }
    let start: String = line.chars().take(40).collect();
    format!("{start:?}")
}

/// The answers explained, as far as this table plays them.
pub(super) fn help(view: &View) -> String {
    let house = view.house;
    let rows = [
        (true, "pass, 30 to 41, M1, M2", "speak in the auction (42 is M1, 84 is M2)"),
        (house.splash, "splash 2, splash 3", "the same, with three doubles in hand"),
        (house.plunge, "plunge 4 to plunge 7", "the same, with four doubles in hand"),
        (true, "0 to 6, doubles, none", "name trumps; fives and no trumps are understood, too"),
        (house.nello, "nello", "instead of trumps, after a bid of marks"),
        (house.sevens, "sevens", "instead of trumps, after a bid of marks"),
        (true, "6-4", "play a tile; the prompt lists those you may"),
        (true, "Enter", "agree to turn the trick over, or to count the hand"),
        (true, "hint", "what a bot would do in your seat, and the odds"),
        (true, "odds", "how often each choice works, and how sure that is"),
        (true, "table", "show the table again"),
        (true, "last", "the trick before this one"),
        (true, "undo", "take back your last choice, and what followed"),
        (true, "link", "the game so far as a link"),
        (true, "redeal", "other tiles, during the auction"),
        (true, "quit", "leave; the game can be gone on with"),
    ];
    let played = rows.iter().filter(|(on, ..)| *on);
    played.map(|(_, words, what)| format!("  {words:<22}  {what}")).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use chance::SeededChance;
    use fortytwo::{FortyTwo, HouseRules, Seat};
    use ledger::{Game as _, Log};

    use crate::game_file;

    /// What seat 0 sees after a start and these calls.
    fn view(calls: &[Command]) -> View {
        let mut log = Log::<FortyTwo>::default();
        let house = HouseRules::EVERYTHING;
        let start = Command::StartGame { seed: Some(42), player_types: None, dealer: None, house };
        for command in [&[start], calls].concat() {
            let seat = command.player().unwrap_or(Seat::ALL[0]);
            let (id, mut luck) = (log.version().to_string(), SeededChance::from_seed(1));
            log.submit(seat.into(), &id, None, &command, &mut luck, game_file::stamp()).unwrap();
        }
        log.state().view(Some(ledger::Seat(0)))
    }

    #[test]
    fn answers_are_read_as_people_type_them() {
        let player = Seat::ALL[0];
        let check = |view: &View, lines: &[&str], expected: Command| {
            for line in lines {
                assert_eq!(parse(line, view), Ok(Input::Command(expected.clone())), "{line}");
            }
        };
        let bidding = view(&[]);
        check(&bidding, &["pass", " P\n"], Command::Pass { player });
        check(
            &bidding,
            &["31", "bid 31", "BID 31"],
            Command::PlaceBid { player, bid: "31".parse().unwrap() },
        );
        check(
            &bidding,
            &["M1", "m1", "42", "1 mark"],
            Command::PlaceBid { player, bid: "M1".parse().unwrap() },
        );
        let two = Command::PlaceBid { player, bid: "M2".parse().unwrap() };
        check(&bidding, &["M2", "84", "2 marks", "bid 2 marks"], two);
        let splash = Command::PlaceBid { player, bid: "splash 2".parse().unwrap() };
        check(&bidding, &["splash 2", "bid Splash 2"], splash);
        check(&bidding, &[r#"{"type":"PASS","player":0}"#], Command::Pass { player });
        let passes = [1, 2, 3].map(|seat| Command::Pass { player: Seat::ALL[seat] });
        let won = [&[Command::PlaceBid { player, bid: "M1".parse().unwrap() }], &passes[..]].concat();
        let naming = view(&won);
        let doubles = Command::SelectTrump { player, trump: "doubles".parse().unwrap() };
        check(&naming, &["doubles", "trump doubles"], doubles.clone());
        let fives = Command::SelectTrump { player, trump: "5".parse().unwrap() };
        check(&naming, &["5", "fives", "Trump Fives"], fives);
        let none = Command::SelectTrump { player, trump: "none".parse().unwrap() };
        check(&naming, &["none", "no trumps", "no trump", "follow me"], none);
        let leading = view(&[&won[..], &[doubles]].concat());
        check(
            &leading,
            &["6-3", "3-6", "play 6-3"],
            Command::PlayDomino { player, domino: "6-3".parse().unwrap() },
        );
        for (line, message) in [
            ("", "domino: expected one of 2-2, 0-0, 6-3, 6-0, 4-2, 4-0, 3-0, got an empty line"),
            ("foo", "domino: expected one of 2-2, 0-0, 6-3, 6-0, 4-2, 4-0, 3-0, got \"foo\""),
        ] {
            assert_eq!(parse(line, &leading).unwrap_err().to_string(), message);
        }
        for line in ["", "29", "6-7", "what?", "{}", "bid", "agree"] {
            assert!(parse(line, &leading).is_err(), "{line}");
        }
        for (line, expected) in [
            ("?", Input::Help),
            ("HINT", Input::Hint),
            ("odds", Input::Odds),
            ("q", Input::Quit),
            ("last", Input::LastTrick),
            ("u", Input::Undo),
        ] {
            assert_eq!(parse(line, &leading), Ok(expected));
        }
    }

    #[test]
    fn a_wrong_answer_is_told_what_may_be_said_now() {
        let table = view(&[]);
        let plain = View { house: HouseRules::default(), ..table.clone() };
        let problem = parse("foo", &plain).unwrap_err();
        let said = (&problem.to_string()[..], problem.field(), problem.expected(), &problem.shown()[..]);
        let expected = "one of pass, 30 to 41, M1, M2";
        let message = "bid: expected one of pass, 30 to 41, M1, M2, got \"foo\"";
        assert_eq!(said, (message, "bid", expected, "\"foo\""));
        for rule in ["splash", "plunge", "nello", "sevens"] {
            assert!(!help(&plain).contains(rule) && help(&table).contains(rule), "{rule}");
        }
        let command = Command::Pass { player: Seat::ALL[0] };
        let refusal = Refusal::WrongPhase { expected: Phase::Playing, actual: Phase::Bidding };
        let problem = refused(&plain, &command, &refusal);
        assert_eq!(problem.to_string(), "bid: expected one of pass, 30 to 41, M1, M2, got pass");
        let (domino, hand) = ("6-6".parse().unwrap(), plain.hand);
        let command = Command::PlayDomino { player: Seat::ALL[0], domino };
        let problem = refused(&plain, &command, &Refusal::NotInHand { domino, hand });
        assert!(problem.to_string().ends_with("M2, got 6-6, which is not in your hand"), "{problem}");
    }

    #[test]
    fn a_row_of_points_is_told_by_its_ends() {
        assert_eq!(offers(&view(&[])), "pass, 30 to 41, M1, M2");
        let player = Seat::ALL[0];
        let high = [Command::PlaceBid { player, bid: "40".parse().unwrap() }];
        // It is the turn of seat 1, and seat 0 has nothing to say.
        assert_eq!(offers(&view(&high)), "");
    }
}
