use dicee::{Category, KeepPattern};

use crate::args;

/// What somebody typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Input {
    Roll,
    Keep(KeepPattern),
    Score(Category),
    Undo,
    Advice,
    Card,
    Link,
    Help,
    Quit,
}

pub(crate) const HELP: &str = "  roll, r            roll the dice; after the first roll, roll all five again
  keep 5 5 5, k 555  keep these and roll the others
  score chance, s c  fill a box: ones ... sixes (or 1 ... 6), 3k, 4k, fh, ss, ls, dicee (d), chance (c)
  advice, a, why     what is best here, and why
  undo, u            take the last score back, where the game allows it
  card               the cards, with what the dice would score now
  link               a link that holds the game so far
  quit, q            stop; the game is saved";

/// The short names of boxes; every box also goes by its own name and by the beginning of it.
const SHORT: [(&str, Category); 15] = [
    ("1", Category::Ones),
    ("2", Category::Twos),
    ("3", Category::Threes),
    ("4", Category::Fours),
    ("5", Category::Fives),
    ("6", Category::Sixes),
    ("3k", Category::ThreeOfKind),
    ("4k", Category::FourOfKind),
    ("fh", Category::FullHouse),
    ("ss", Category::SmallStraight),
    ("ls", Category::LargeStraight),
    ("small", Category::SmallStraight),
    ("large", Category::LargeStraight),
    ("d", Category::Dicee),
    ("c", Category::Chance),
];

/// Reads a line. The error says what can be typed instead.
pub(crate) fn parse(line: &str) -> Result<Input, String> {
    let line = line.trim().to_lowercase();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
    let rest = rest.trim();
    let alone = |input| {
        if rest.is_empty() { Ok(input) } else { Err(format!("{word} stands alone: remove {rest:?}")) }
    };
    match word {
        "roll" | "r" if !rest.is_empty() => {
            Err("roll rolls all dice that you do not keep: say keep and the dice to keep".to_owned())
        }
        "roll" | "r" => Ok(Input::Roll),
        "keep" | "k" => keep(rest),
        "score" | "s" => category(rest).map(Input::Score),
        "advice" | "a" | "hint" | "why" | "why?" => alone(Input::Advice),
        "undo" | "u" => alone(Input::Undo),
        "card" | "cards" => alone(Input::Card),
        "link" => alone(Input::Link),
        "help" | "h" | "?" => Ok(Input::Help),
        "quit" | "q" | "exit" => Ok(Input::Quit),
        "" => Err("type roll, keep, score, advice, or help".to_owned()),
        _ => Err(format!("{word:?} is no move: type roll, keep, score, advice, or help")),
    }
}

fn keep(faces: &str) -> Result<Input, String> {
    match faces {
        "" => return Err("keep which dice? For example: keep 5 5 5; keep none rolls all five".to_owned()),
        "none" | "nothing" => return Ok(Input::Keep(KeepPattern::NOTHING)),
        "all" => return Err("all five dice kept leave nothing to roll: score a box".to_owned()),
        _ => {}
    }
    let faces = args::faces("keep", faces).map_err(|error| error.to_string())?;
    let keep = KeepPattern::parse("keep", &faces).map_err(|error| error.to_string())?;
    Ok(Input::Keep(keep))
}

fn category(name: &str) -> Result<Category, String> {
    let typed = name;
    let name = name.replace([' ', '-'], "_").replace("_of_a_kind", "_of_kind");
    if name.is_empty() {
        return Err("score which box? For example: score chance".to_owned());
    }
    let short = SHORT.iter().find(|(short, _)| *short == name).map(|(_, category)| *category);
    let mut beginning = Category::ALL.into_iter().filter(|category| category.name().starts_with(&name));
    let unique = beginning.next().filter(|category| beginning.next().is_none() || category.name() == name);
    let exact = name.parse().ok();
    short.or(exact).or(unique).ok_or_else(|| {
        let names = Category::ALL.map(Category::name).join(", ");
        format!("there is no box {typed:?}: {names}, or short 1 ... 6, 3k, 4k, fh, ss, ls, d, c")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_read_as_people_type_them() {
        let keep = |faces: &[u8]| Ok(Input::Keep(KeepPattern::from_faces(faces).unwrap()));
        for (line, expected) in [
            ("roll", Ok(Input::Roll)),
            ("R ", Ok(Input::Roll)),
            ("keep 5 5 5", keep(&[5, 5, 5])),
            ("k 555", keep(&[5, 5, 5])),
            ("keep 6", keep(&[6])),
            ("keep none", keep(&[])),
            ("s three of a kind", Ok(Input::Score(Category::ThreeOfKind))),
            ("score chance", Ok(Input::Score(Category::Chance))),
            ("s 3k", Ok(Input::Score(Category::ThreeOfKind))),
            ("s full", Ok(Input::Score(Category::FullHouse))),
            ("s full house", Ok(Input::Score(Category::FullHouse))),
            ("s large", Ok(Input::Score(Category::LargeStraight))),
            ("s 4", Ok(Input::Score(Category::Fours))),
            ("s fours", Ok(Input::Score(Category::Fours))),
            ("why", Ok(Input::Advice)),
            ("why?", Ok(Input::Advice)),
            ("?", Ok(Input::Help)),
        ] {
            assert_eq!(parse(line), expected, "{line}");
        }
    }

    #[test]
    fn what_is_no_move_is_answered_with_what_is() {
        for (line, words) in [
            ("", "type roll"),
            ("dance", "is no move"),
            ("keep", "which dice"),
            ("keep all", "nothing to roll"),
            ("keep 7", "faces from 1 to 6"),
            ("keep 1 1 1 1 1 1", "keep"),
            ("score", "which box"),
            ("score f", "no box"),
            ("score yahtzee", "no box"),
            ("roll 5", "say keep"),
            ("quit now please", ""),
            ("undo it", "stands alone"),
        ] {
            match parse(line) {
                Err(message) => assert!(message.contains(words), "{line}: {message}"),
                Ok(input) => assert_eq!(input, Input::Quit, "{line}"),
            }
        }
    }
}
