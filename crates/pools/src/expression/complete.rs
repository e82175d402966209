//! What can be typed next.

use serde::Serialize;

use super::tree::{Die, Node};
use super::{Aliases, Expression, parser};

/// One way to go on typing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Completion {
    /// The whole text with it, up to where the caret is then.
    pub text: String,
    /// What is inserted.
    pub insert: String,
    /// What it means, in a few words.
    pub means: String,
}

/// Ways to begin.
const BEGINNINGS: [(&str, &str); 7] = [
    ("6d10>=8b1", "count 8 and up, each 1 takes one off"),
    ("5d10>=7ds10", "count 7 and up, tens count double"),
    ("8d6>=5", "count 5 and 6"),
    ("4d6kh3", "add up the three highest"),
    ("2d6+3", "add up, and three more"),
    ("2d20kh1+5", "advantage"),
    ("4dF", "Fate dice"),
];

/// Dice by their sides.
const SIDES: [(&str, &str); 9] = [
    ("10", "ten-sided"),
    ("6", "six-sided"),
    ("20", "twenty-sided"),
    ("4", "four-sided"),
    ("8", "eight-sided"),
    ("12", "twelve-sided"),
    ("%", "a hundred sides"),
    ("100", "a hundred sides"),
    ("F", "Fate: -1, 0 or 1"),
];

pub(super) fn complete(text: &str, aliases: &Aliases) -> Vec<Completion> {
    let text: String = text.chars().take(super::limits::MOST_CHARACTERS).collect();
    let offer = |insert: String, means: &str| Completion {
        text: format!("{text}{insert}"),
        insert,
        means: means.to_owned(),
    };
    if text.trim().is_empty() {
        // Behind more blanks than an expression may have there is no room for one.
        let ways = BEGINNINGS.iter().map(|(insert, means)| offer((*insert).to_owned(), means));
        return ways.filter(|way| Expression::parse(&way.text, aliases).is_ok()).collect();
    }
    if let Some((_, begun)) = text.rsplit_once('@')
        && begun.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    {
        let begun = begun.to_ascii_lowercase();
        let names = aliases.names().filter(|name| name.starts_with(&begun) && **name != *begun);
        return names
            .map(|name| offer(name[begun.len()..].to_owned(), &aliases.shown(name).unwrap_or_default()))
            .collect();
    }
    if wants_sides(&text) {
        let means = |(insert, means): &(&str, &str)| offer((*insert).to_owned(), means);
        return SIDES.iter().map(means).filter(|way| Expression::parse(&way.text, aliases).is_ok()).collect();
    }
    let mut ways = begun(&text, aliases);
    if ways.is_empty() {
        ways = modifiers(&text, aliases);
    }
    ways.into_iter()
        .map(|(insert, means)| offer(insert, &means))
        .filter(|way| Expression::parse(&way.text, aliases).is_ok_and(|known| !known.is_same(&text, aliases)))
        .collect()
}

/// The rest of the modifiers of which the first letters stand at the end, as in `4d6k`.
fn begun(text: &str, aliases: &Aliases) -> Vec<(String, String)> {
    let (dice, letters) = text.split_at(text.trim_end_matches(|c: char| c.is_ascii_alphabetic()).len());
    if letters.is_empty() {
        return Vec::new();
    }
    let letters = letters.to_ascii_lowercase();
    let rest = |(insert, means): (String, String)| Some((insert.strip_prefix(&letters)?.to_owned(), means));
    modifiers(dice, aliases).into_iter().filter_map(rest).collect()
}

/// Whether a `d` was typed that sides follow.
fn wants_sides(text: &str) -> bool {
    let Some(before) = text.strip_suffix(['d', 'D']) else { return false };
    let last = before.trim_end().chars().last();
    last.is_none_or(|last| last.is_ascii_digit() || "+-*/(,x ".contains(last))
        && !before.trim_end().ends_with(|c: char| c.is_ascii_digit() && behind_dice(before))
}

/// Whether the digits at the end belong to dice that were written already, as in `4d6`.
fn behind_dice(text: &str) -> bool {
    let before = text.trim_end().trim_end_matches(|c: char| c.is_ascii_digit());
    before.ends_with(['d', 'D', 'h', 'l', 'k', '=', '<', '>', '!', 'o', 'r', 'b', 'f', 'n', 'x', ':'])
}

/// What may follow, whether it fits or not.
fn modifiers(text: &str, aliases: &Aliases) -> Vec<(String, String)> {
    let mut ways: Vec<(String, String)> = Vec::new();
    let mut way = |insert: String, means: String| ways.push((insert, means));
    if let Ok(node) = parser::parse(text, aliases)
        && let Some(pool) = last_pool(&node)
    {
        let (low, top) = (*pool.die.faces().start(), *pool.die.faces().end());
        let success = match pool.die {
            Die::Sides(10) => 8,
            Die::Sides(6) => 5,
            Die::Sides(_) | Die::Fate => top - (top - low) / 3,
        };
        let kept = (pool.count.saturating_sub(1)).max(1);
        if pool.counting.is_none() {
            way(format!(">={success}b{low}"), format!("count {success} and up; each {low} is a botch"));
            way(format!(">={success}"), format!("count {success} and up"));
        } else {
            way(format!("b{low}"), format!("each {low} is a botch: one off, never below 0"));
            way(format!("ds{top}"), format!("each {top} counts double"));
            way(format!("f{low}"), format!("each {low} takes one off, also below 0"));
        }
        way(format!("kh{kept}"), format!("keep the {kept} highest"));
        way(format!("kl{kept}"), format!("keep the {kept} lowest"));
        way("dl1".to_owned(), "drop the lowest".to_owned());
        way(format!("!{top}"), format!("each {top} brings another die"));
        way(format!("!!{top}"), format!("each {top} is rolled on and added to its die"));
        way(format!("ro{low}"), format!("roll each {low} again, once"));
        way(format!("rr{low}"), format!("roll each {low} again until it no longer shows"));
        way(format!("min{}", low + 1), format!("lower faces count as {}", low + 1));
        way(format!("max{}", top - 1), format!("higher faces count as {}", top - 1));
    }
    way(" + 2".to_owned(), "and two more".to_owned());
    way("d10".to_owned(), "ten-sided dice".to_owned());
    way("d6".to_owned(), "six-sided dice".to_owned());
    way(")".to_owned(), "close the parenthesis".to_owned());
    ways
}

/// The dice at the end of a tree.
fn last_pool(node: &Node) -> Option<&super::DicePool> {
    match node {
        Node::Pool(pool) => Some(pool),
        Node::Binary(_, _, right) | Node::Compare(_, _, right) => last_pool(right),
        Node::Negative(inner) => last_pool(inner),
        Node::Number(_) | Node::Repeat(..) | Node::Call(..) | Node::Alias(..) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inserts(text: &str) -> Vec<String> {
        let mut aliases = Aliases::default();
        aliases.define("sword", "2d6+3").unwrap();
        aliases.define("shield", "d8").unwrap();
        complete(text, &aliases).into_iter().map(|way| way.insert).collect()
    }

    #[test]
    fn after_d_come_sides_and_after_dice_what_is_done_to_them() {
        assert_eq!(inserts("6d")[..3], ["10", "6", "20"]);
        assert!(inserts("2d6 + d").contains(&"20".to_owned()));
        let ways = inserts("6d10");
        assert!(
            [">=8b1", ">=8", "kh5", "!10", "ro1", " + 2"].iter().all(|way| ways.contains(&(*way).to_owned()))
        );
        assert!(!ways.contains(&"b1".to_owned()) && !ways.contains(&")".to_owned()));
        let ways = inserts("6d10>=8");
        assert!(ways.contains(&"b1".to_owned()) && ways.contains(&"ds10".to_owned()), "{ways:?}");
        assert!(!ways.contains(&">=8".to_owned()));
        assert!(inserts("(2d6 + 3").contains(&")".to_owned()));
        assert!(inserts("6").contains(&"d10".to_owned()));
        assert!(!inserts("").is_empty());
        assert!(inserts("6d10>>").is_empty());
    }

    #[test]
    fn after_the_first_letters_of_a_modifier_comes_its_rest() {
        assert_eq!(inserts("4d6k"), ["h3", "l3"]);
        assert_eq!(inserts("4d6kh"), ["3"]);
        assert_eq!(inserts("4d6M"), ["in2", "ax5"]);
        assert_eq!(inserts("6d10>=8d")[0], "s10");
        assert!(inserts("4d6q").is_empty());
    }

    #[test]
    fn after_an_at_sign_come_the_aliases() {
        assert_eq!(inserts("2d6 + @s"), ["hield", "word"]);
        assert_eq!(inserts("@sw"), ["ord"]);
        assert!(inserts("@x").is_empty());
    }

    #[test]
    fn everything_that_is_offered_can_be_read() {
        for text in ["", "4", "4d", "4d6", "4d6k", "4d6!", "6d10>=8b1", "2d6+", "max(d8, 2d6", "4dF", "-d20"]
        {
            for way in complete(text, &Aliases::default()) {
                assert!(Expression::parse(&way.text, &Aliases::default()).is_ok(), "{text}: {way:?}");
            }
        }
    }
}
