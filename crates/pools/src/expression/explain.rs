//! A tree in words.

use super::limits;
use super::tree::{
    Against, Condition, Counting, DicePool, Die, Explosion, Function, Keep, Node, Operator, Relation, Reroll,
};

pub(super) fn explain(node: &Node) -> String {
    let (low, high) = limits::range(node);
    format!("{}\nThe result is from {low} to {high}.", sentence(&words(node)))
}

fn sentence(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(characters).chain(".".chars()).collect()
}

fn words(node: &Node) -> String {
    match node {
        Node::Number(value) => value.to_string(),
        Node::Pool(pool) => pool_words(pool),
        Node::Negative(inner) => format!("the negative of [{}]", words(inner)),
        Node::Alias(name, inner) => format!("{name}: [{}]", words(inner)),
        Node::Binary(operator, left, right) => {
            let word = match operator {
                Operator::Plus => "plus",
                Operator::Minus => "less",
                Operator::Times => "times",
                Operator::Over => "divided, rounding down, by",
            };
            format!("{} {word} {}", part(left), part(right))
        }
        Node::Compare(relation, left, right) => {
            format!("1 if {} is {} {}, else 0", part(left), relation_words(*relation), part(right))
        }
        Node::Repeat(times, body) => {
            format!("{times} times, each rolled again, and added up: [{}]", words(body))
        }
        Node::Call(function, arguments) => {
            let arguments: Vec<String> = arguments.iter().map(part).collect();
            match (function, arguments.as_slice()) {
                (Function::If, [condition, then, otherwise]) => {
                    format!("if {condition} is not 0 then {then}, else {otherwise}")
                }
                (Function::Max, _) => format!("the highest of {}", arguments.join(", ")),
                (Function::Min | Function::If, _) => format!("the lowest of {}", arguments.join(", ")),
            }
        }
    }
}

/// A node within a phrase: numbers as they are, anything else between brackets.
fn part(node: &Node) -> String {
    match node {
        Node::Number(value) => value.to_string(),
        Node::Pool(_)
        | Node::Negative(_)
        | Node::Binary(..)
        | Node::Compare(..)
        | Node::Repeat(..)
        | Node::Call(..)
        | Node::Alias(..) => format!("[{}]", words(node)),
    }
}

fn pool_words(pool: &DicePool) -> String {
    let dice = match (pool.count, pool.die) {
        (1, Die::Sides(sides)) => format!("roll one die of {sides} sides"),
        (count, Die::Sides(sides)) => format!("roll {count} dice of {sides} sides"),
        (count, Die::Fate) => format!("roll {count} Fate dice of -1, 0 and 1"),
    };
    let mut steps = vec![dice];
    if let Some(Reroll { when, once }) = pool.reroll {
        let often = if once { "once" } else { "until it no longer shows" };
        steps.push(format!("roll each {} again, {often}", face_words(when)));
    }
    if let Some(floor) = pool.floor {
        steps.push(format!("let every face below {floor} be {floor}"));
    }
    if let Some(ceiling) = pool.ceiling {
        steps.push(format!("let every face above {ceiling} be {ceiling}"));
    }
    if let Some(Explosion { when, cap, compound }) = pool.explosion {
        let how = if compound { "add another roll to the die" } else { "roll another die" };
        let times = if cap == 1 { "once".to_owned() } else { format!("at most {cap} times for each die") };
        steps.push(format!("for each {} {how}, {times}", face_words(when)));
    }
    if let Some(Keep { highest, count }) = pool.keep {
        let which = if highest { "highest" } else { "lowest" };
        steps.push(if count == 1 {
            format!("keep the {which}")
        } else {
            format!("keep the {count} {which}")
        });
    }
    steps.push(match pool.counting {
        None => "add them up".to_owned(),
        Some(counting) => counting_words(counting),
    });
    steps.join("; ")
}

fn counting_words(Counting { success, double, against }: Counting) -> String {
    let mut words = format!("count each {} as a success", face_words(success));
    if let Some(double) = double {
        words.push_str(&format!(", each {} as two", face_words(double)));
    }
    match against {
        None => {}
        Some(Against { when, botch: true }) => {
            let botch = face_words(when);
            words.push_str(&format!(" and take one off for each {botch}, a botch, but never below 0"));
        }
        Some(Against { when, botch: false }) => {
            words.push_str(&format!(" and take one off for each {}", face_words(when)));
        }
    }
    words
}

fn face_words(Condition { relation, value }: Condition) -> String {
    match relation {
        Relation::AtLeast => format!("{value} or more"),
        Relation::AtMost => format!("{value} or less"),
        Relation::Equal => value.to_string(),
        Relation::More | Relation::Less | Relation::Unequal => {
            format!("{} {value}", relation_words(relation))
        }
    }
}

const fn relation_words(relation: Relation) -> &'static str {
    match relation {
        Relation::AtLeast => "at least",
        Relation::AtMost => "at most",
        Relation::More => "more than",
        Relation::Less => "less than",
        Relation::Equal => "equal to",
        Relation::Unequal => "other than",
    }
}
