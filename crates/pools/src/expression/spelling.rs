//! The canonical spelling of an expression: the one text that every spelling of the same tree is shown and stored as.
//!
//! Parentheses stand where the tree needs them to be read back, and around what is repeated or compared, where they
//! help the reader. [`extent`] measures a spelling without writing it, so that nothing is accepted that could not be
//! read again.

use std::fmt::{self, Display, Formatter, Write};

use super::tree::{Function, Node, Operator};

/// What stands for an alias.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Names {
    /// Its name.
    Kept,
    /// What it was defined as.
    WrittenOut,
}

/// How large a spelling is, as the parser counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Extent {
    pub(super) characters: usize,
    /// Levels of parentheses and repeats.
    pub(super) levels: usize,
}

/// How large the canonical spelling of a tree is.
pub(super) fn extent(node: &Node, names: Names) -> Extent {
    let mut length = Length(0);
    let mut speller = Speller { out: &mut length, names, level: 0, levels: 0 };
    // Counting characters does not fail.
    let counted = speller.node(node, Place::Whole);
    debug_assert!(counted.is_ok());
    let levels = speller.levels;
    Extent { characters: length.0, levels }
}

impl Display for Node {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Speller { out: f, names: Names::Kept, level: 0, levels: 0 }.node(self, Place::Whole)
    }
}

/// Counts what is written.
struct Length(usize);

impl Write for Length {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 += text.chars().count();
        Ok(())
    }
}

/// The rules of the grammar, the loosest first. A place takes what its rule or a tighter one makes; all else goes into
/// parentheses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Whole,
    Sum,
    Product,
    Factor,
    Term,
}

struct Speller<'a> {
    out: &'a mut dyn Write,
    names: Names,
    /// The level that is being written, and the deepest so far.
    level: usize,
    levels: usize,
}

impl Speller<'_> {
    fn node(&mut self, node: &Node, place: Place) -> fmt::Result {
        if self.rule(node) < place {
            return self.group(node);
        }
        match node {
            Node::Number(value) => write!(self.out, "{value}"),
            Node::Pool(pool) => write!(self.out, "{pool}"),
            Node::Negative(inner) => {
                self.out.write_char('-')?;
                self.node(inner, Place::Term)
            }
            Node::Binary(operator, left, right) => {
                // Chains are read from the left, so only what stands to the right of its operator is set apart.
                let (sign, chain, right_place) = match operator {
                    Operator::Plus => ('+', Place::Sum, Place::Product),
                    Operator::Minus => ('-', Place::Sum, Place::Product),
                    Operator::Times => ('*', Place::Product, Place::Factor),
                    Operator::Over => ('/', Place::Product, Place::Factor),
                };
                self.node(left, chain)?;
                write!(self.out, " {sign} ")?;
                self.node(right, right_place)
            }
            Node::Compare(relation, left, right) => {
                // Right behind dice a comparison would count them.
                if self.ends_in_dice(left) {
                    self.group(left)?
                } else {
                    self.node(left, Place::Sum)?
                }
                write!(self.out, " {relation} ")?;
                self.node(right, Place::Sum)
            }
            Node::Repeat(times, body) => {
                write!(self.out, "{times}x")?;
                self.group(body)
            }
            Node::Call(function, arguments) => {
                self.out.write_str(match function {
                    Function::Max => "max",
                    Function::Min => "min",
                    Function::If => "if",
                })?;
                self.list(arguments)
            }
            Node::Alias(name, inner) => match self.names {
                Names::Kept => write!(self.out, "@{name}"),
                Names::WrittenOut => self.node(inner, place),
            },
        }
    }

    fn group(&mut self, node: &Node) -> fmt::Result {
        self.list(std::slice::from_ref(node))
    }

    fn list(&mut self, nodes: &[Node]) -> fmt::Result {
        self.out.write_char('(')?;
        self.level += 1;
        self.levels = self.levels.max(self.level);
        for (place, node) in nodes.iter().enumerate() {
            if place > 0 {
                self.out.write_str(", ")?;
            }
            self.node(node, Place::Whole)?;
        }
        self.level -= 1;
        self.out.write_char(')')
    }

    /// The rule that makes a node of its spelling.
    fn rule(&self, node: &Node) -> Place {
        match node {
            Node::Compare(..) => Place::Whole,
            // Beside an operator such a count is refused: a comparison of the whole could be meant.
            Node::Pool(pool) if pool.is_bare_count() => Place::Whole,
            Node::Binary(Operator::Plus | Operator::Minus, ..) => Place::Sum,
            Node::Binary(Operator::Times | Operator::Over, ..) => Place::Product,
            Node::Negative(_) => Place::Factor,
            Node::Number(value) if *value < 0 => Place::Factor,
            Node::Alias(_, inner) if self.names == Names::WrittenOut => self.rule(inner),
            Node::Number(_) | Node::Pool(_) | Node::Repeat(..) | Node::Call(..) | Node::Alias(..) => {
                Place::Term
            }
        }
    }

    /// Whether the last thing in the spelling of a node are dice without a parenthesis behind them.
    fn ends_in_dice(&self, node: &Node) -> bool {
        let last = |node: &Node, place: Place| self.rule(node) >= place && self.ends_in_dice(node);
        match node {
            Node::Pool(_) => true,
            Node::Negative(inner) => last(inner, Place::Term),
            Node::Binary(Operator::Plus | Operator::Minus, _, right) => last(right, Place::Product),
            Node::Binary(Operator::Times | Operator::Over, _, right) => last(right, Place::Factor),
            Node::Compare(_, _, right) => last(right, Place::Sum),
            Node::Alias(_, inner) => self.names == Names::WrittenOut && self.ends_in_dice(inner),
            Node::Number(_) | Node::Repeat(..) | Node::Call(..) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Aliases, parser};
    use super::*;

    #[test]
    fn only_the_parentheses_that_are_needed_are_written() {
        for (text, spelt) in [
            ("((1d6/2)/3)*4", "1d6 / 2 / 3 * 4"),
            ("1d6/(24/(3*4))", "1d6 / (24 / (3 * 4))"),
            ("(1-2)-(3-4)", "1 - 2 - (3 - 4)"),
            ("(2*3)+(4/5)", "2 * 3 + 4 / 5"),
            ("(2+3)*(4-5)", "(2 + 3) * (4 - 5)"),
            ("(-d6)*-(2)", "-1d6 * -2"),
            ("-(-d6)", "-(-1d6)"),
            ("-(2*d6)", "-(2 * 1d6)"),
            ("(3d6>=5)*2", "(3d6>=5) * 2"),
            ("(3d6>=5b1)*2", "3d6>=5b1 * 2"),
            ("2d6+3 >= 10", "2d6 + 3 >= 10"),
            ("(3+2d6) >= 10", "(3 + 2d6) >= 10"),
            ("(-2d6) < 1", "(-2d6) < 1"),
            ("2d6 > d12", "(2d6) > 1d12"),
            ("(1 < 2) < 3", "(1 < 2) < 3"),
            ("2x3xd6", "2x(3x(1d6))"),
            ("max((1),((2)))", "max(1, 2)"),
        ] {
            let node = parser::parse(text, &Aliases::default()).unwrap();
            assert_eq!(node.to_string(), spelt, "{text}");
        }
    }

    #[test]
    fn the_extent_is_that_of_the_spelling() {
        let mut aliases = Aliases::default();
        aliases.define("sum", "d6+1").unwrap();
        aliases.define("twice", "2x(@sum)").unwrap();
        for (text, kept, written_out) in [
            ("5", (1, 0), (1, 0)),
            ("@sum*2", (8, 0), ("(1d6 + 1) * 2".len(), 1)),
            ("max(@twice, 3)", (14, 1), ("max(2x(1d6 + 1), 3)".len(), 2)),
        ] {
            let node = parser::parse(text, &aliases).unwrap();
            for (names, (characters, levels)) in [(Names::Kept, kept), (Names::WrittenOut, written_out)] {
                assert_eq!(extent(&node, names), Extent { characters, levels }, "{text}, {names:?}");
            }
        }
    }
}
