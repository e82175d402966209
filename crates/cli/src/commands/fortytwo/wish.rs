//! What a player types.

use fortytwo::{Command, Phase, View};

/// What a line of input asks for.
#[derive(Debug, PartialEq)]
pub(super) enum Wish {
    Do(Command),
    Help,
    Hint,
    Table,
    Link,
    Quit,
}

/// The legal answers, in short.
pub(super) fn offers(view: &View) -> String {
    let words: Vec<String> = view
        .moves
        .iter()
        .map(|command| {
            let text = command.to_string();
            text.split_once(' ').map_or(text.clone(), |(_, object)| object.to_owned())
        })
        .collect();
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
pub(super) fn wish(line: &str, view: &View) -> Result<Wish, String> {
    let line = line.trim();
    if line.starts_with('{') {
        return serde_json::from_str(line).map(Wish::Do).map_err(|error| format!("no command: {error}"));
    }
    let words = line.to_lowercase();
    let player = view.viewer.ok_or("nobody plays here")?;
    let agreement = view.moves.iter().find(|command| matches!(command, Command::AgreeToAction { .. }));
    match words.as_str() {
        "help" | "h" | "?" => return Ok(Wish::Help),
        "hint" => return Ok(Wish::Hint),
        "table" | "t" => return Ok(Wish::Table),
        "link" => return Ok(Wish::Link),
        "quit" | "q" | "exit" => return Ok(Wish::Quit),
        "redeal" => return Ok(Wish::Do(Command::RequestRedeal {})),
        "" | "agree" | "a" => {
            return agreement
                .cloned()
                .map(Wish::Do)
                .ok_or_else(|| format!("expected one of: {}", offers(view)));
        }
        "pass" | "p" => return Ok(Wish::Do(Command::Pass { player })),
        _ => {}
    }
    let object =
        ["bid ", "trump ", "play "].iter().find_map(|verb| words.strip_prefix(verb)).unwrap_or(&words);
    let command = match view.phase {
        Phase::Bidding => {
            let upper = object.to_uppercase();
            let bid = if object.starts_with('m') { &upper } else { object };
            bid.parse().map(|bid| Command::PlaceBid { player, bid })
        }
        Phase::TrumpSelection => object.parse().map(|trump| Command::SelectTrump { player, trump }),
        Phase::Playing if agreement.is_none() => {
            object.parse().map(|domino| Command::PlayDomino { player, domino })
        }
        Phase::Waiting | Phase::Playing | Phase::Scoring | Phase::GameOver => {
            return Err(format!("expected Enter, or help, got {line:?}"));
        }
    };
    command.map(Wish::Do).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use chance::SeededChance;
    use fortytwo::{FortyTwo, HouseRules, Seat};
    use ledger::{Game as _, Log};

    use super::super::load;

    /// What seat 0 sees after a start and these calls.
    fn view(calls: &[Command]) -> View {
        let mut log = Log::<FortyTwo>::default();
        let house = HouseRules::EVERYTHING;
        let start = Command::StartGame { seed: Some(42), player_types: None, dealer: None, house };
        for command in [&[start], calls].concat() {
            let seat = command.player().unwrap_or(Seat::ALL[0]);
            let (id, mut luck) = (log.version().to_string(), SeededChance::from_seed(1));
            log.submit(seat.into(), &id, None, &command, &mut luck, load::clock()).unwrap();
        }
        log.state().view(Some(ledger::Seat(0)))
    }

    #[test]
    fn answers_are_read_as_people_type_them() {
        let player = Seat::ALL[0];
        let check = |view: &View, lines: &[&str], expected: Command| {
            for line in lines {
                assert_eq!(wish(line, view), Ok(Wish::Do(expected.clone())), "{line}");
            }
        };
        let bidding = view(&[]);
        check(&bidding, &["pass", " P\n"], Command::Pass { player });
        check(
            &bidding,
            &["31", "bid 31", "BID 31"],
            Command::PlaceBid { player, bid: "31".parse().unwrap() },
        );
        check(&bidding, &["M1", "m1", "42"], Command::PlaceBid { player, bid: "M1".parse().unwrap() });
        let splash = Command::PlaceBid { player, bid: "splash 2".parse().unwrap() };
        check(&bidding, &["splash 2", "bid Splash 2"], splash);
        check(&bidding, &[r#"{"type":"PASS","player":0}"#], Command::Pass { player });
        let passes = [1, 2, 3].map(|seat| Command::Pass { player: Seat::ALL[seat] });
        let won = [&[Command::PlaceBid { player, bid: "M1".parse().unwrap() }], &passes[..]].concat();
        let naming = view(&won);
        let doubles = Command::SelectTrump { player, trump: "doubles".parse().unwrap() };
        check(&naming, &["doubles", "trump doubles"], doubles.clone());
        let leading = view(&[&won[..], &[doubles]].concat());
        check(
            &leading,
            &["6-3", "3-6", "play 6-3"],
            Command::PlayDomino { player, domino: "6-3".parse().unwrap() },
        );
        for line in ["", "29", "6-7", "what?", "{}", "bid", "agree"] {
            assert!(wish(line, &leading).is_err(), "{line}");
        }
        for (line, expected) in
            [("?", Wish::Help), ("HINT", Wish::Hint), ("q", Wish::Quit), ("link", Wish::Link)]
        {
            assert_eq!(wish(line, &leading), Ok(expected));
        }
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
