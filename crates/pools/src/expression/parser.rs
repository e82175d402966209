//! From text to tree: arithmetic, comparisons, repeats, functions and aliases. Dice are in `pool_parser`.

use super::Aliases;
use super::error::{ExpressionError, Problem, Reading};
use super::limits;
use super::tree::{Function, Node, Operator, Relation};

pub(super) fn parse(text: &str, aliases: &Aliases) -> Result<Node, ExpressionError> {
    read(text, aliases, Readings::Offered)
}

/// Whether an ambiguous spelling is answered with its readings. Readings are tried before they are offered; while one
/// is tried, no others are, or a text full of ambiguities would take for ever.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Readings {
    Offered,
    LeftOut,
}

fn read(text: &str, aliases: &Aliases, readings: Readings) -> Result<Node, ExpressionError> {
    let characters: Vec<char> = text.chars().take(limits::MOST_CHARACTERS + 1).collect();
    let mut parser = Parser {
        characters,
        place: 0,
        depth: 0,
        nodes: 0,
        dice_start: 0,
        bare_counts: Vec::new(),
        aliases,
        readings,
    };
    let refuse = |parser: &Parser<'_>, (place, problem): Refused| {
        let column = place.min(parser.characters.len()) + 1;
        ExpressionError { text: parser.characters.iter().collect(), column, problem }
    };
    if parser.characters.len() > limits::MOST_CHARACTERS {
        let problem = Problem::TooLarge { what: "characters", most: limits::MOST_CHARACTERS as u64 };
        return Err(refuse(&parser, (0, problem)));
    }
    let root = parser.expression().and_then(|root| match parser.peek() {
        None => Ok(root),
        Some(_) => Err(parser.unexpected("an operator or the end; repeated terms are written 3x(2d6)")),
    });
    root.map_err(|refused| refuse(&parser, refused))
}

/// A problem and its place.
pub(super) type Refused = (usize, Problem);
pub(super) type Parsed<T> = Result<T, Refused>;

pub(super) struct Parser<'a> {
    pub(super) characters: Vec<char>,
    pub(super) place: usize,
    depth: usize,
    nodes: usize,
    /// Where the dice begin that are being read.
    pub(super) dice_start: usize,
    /// Success counts without a botch or failure behind them and without parentheses around them: next to other terms
    /// they could be meant as a comparison of the whole.
    pub(super) bare_counts: Vec<BareCount>,
    aliases: &'a Aliases,
    readings: Readings,
}

/// Where the dice, the comparison and the end of a success count are.
#[derive(Clone, Copy)]
pub(super) struct BareCount {
    pub(super) dice: usize,
    pub(super) comparison: usize,
    pub(super) end: usize,
}

impl Parser<'_> {
    /// expression = sum [ relation sum ] ;
    fn expression(&mut self) -> Parsed<Node> {
        self.deeper()?;
        let left = self.sum()?;
        let node = match self.relation() {
            None => left,
            Some(relation) => {
                let right = self.sum()?;
                self.node(Node::Compare(relation, Box::new(left), Box::new(right)))?
            }
        };
        self.depth -= 1;
        Ok(node)
    }

    /// One level further in; the outermost expression is none.
    fn deeper(&mut self) -> Parsed<()> {
        if self.depth > limits::MOST_DEPTH {
            let most = limits::MOST_DEPTH as u64;
            return Err((self.place, Problem::TooLarge { what: limits::LEVELS, most }));
        }
        self.depth += 1;
        Ok(())
    }

    /// sum = product { ( "+" | "-" ) product } ;
    fn sum(&mut self) -> Parsed<Node> {
        let (start, counts_before) = (self.here(), self.bare_counts.len());
        let mut node = self.product()?;
        let mut alone = true;
        loop {
            let operator = match self.peek() {
                Some('+') => Operator::Plus,
                Some('-') => Operator::Minus,
                _ => break,
            };
            self.place += 1;
            alone = false;
            let right = self.product()?;
            node = self.node(Node::Binary(operator, Box::new(node), Box::new(right)))?;
        }
        if !alone {
            self.refuse_bare_counts(start, counts_before)?;
        }
        Ok(node)
    }

    /// product = factor { ( "*" | "/" ) factor } ;
    fn product(&mut self) -> Parsed<Node> {
        let (start, counts_before) = (self.here(), self.bare_counts.len());
        let mut node = self.factor()?;
        let mut alone = true;
        loop {
            let operator = match self.peek() {
                Some('*') => Operator::Times,
                Some('/') => Operator::Over,
                _ => break,
            };
            self.place += 1;
            alone = false;
            let divisor = self.here();
            let right = self.factor()?;
            if operator == Operator::Over && limits::can_be_zero(&right) {
                return Err((divisor, Problem::DivisionByZero));
            }
            node = self.node(Node::Binary(operator, Box::new(node), Box::new(right)))?;
        }
        if !alone {
            self.refuse_bare_counts(start, counts_before)?;
        }
        Ok(node)
    }

    /// factor = [ "-" ] term ;
    fn factor(&mut self) -> Parsed<Node> {
        let (start, counts_before) = (self.here(), self.bare_counts.len());
        match self.peek() {
            Some('-') => {
                self.place += 1;
                let inner = self.term()?;
                self.refuse_bare_counts(start, counts_before)?;
                self.node(Node::Negative(Box::new(inner)))
            }
            // `+d20` is advantage to Dice Maiden; any other sign before a term is a slip.
            Some('+') if matches!(self.characters.get(self.place + 1), Some('d' | 'D')) => {
                let sides = |c: &&char| c.is_ascii_digit() || matches!(c, '%' | 'f' | 'F');
                let name: String = self.characters[self.place + 2..].iter().take_while(sides).collect();
                let end = self.place + 2 + name.chars().count();
                let ways = [
                    (format!("d{name}"), "the die as it is".to_owned()),
                    (format!("2d{name}kh1"), "advantage (Dice Maiden)".to_owned()),
                ];
                Err(self.ambiguous(self.place, self.place..end, &ways))
            }
            _ => self.term(),
        }
    }

    /// term = number | number "x" term | dice | "(" expression ")" | name "(" arguments ")" | "@" alias ;
    fn term(&mut self) -> Parsed<Node> {
        match self.peek() {
            Some('(') => self.parentheses(),
            Some('@') => self.alias(),
            Some(first) if first.is_ascii_digit() => self.number_or_dice(),
            Some('d' | 'D') => {
                self.dice_start = self.place;
                self.dice(1)
            }
            Some(first) if first.is_ascii_alphabetic() => self.call(),
            _ => Err(self.unexpected("dice such as 2d6, a number or a parenthesis")),
        }
    }

    fn number_or_dice(&mut self) -> Parsed<Node> {
        let start = self.place;
        let number = self.number("a number", 0, limits::MOST_NUMBER)?;
        match self.peek() {
            Some('d' | 'D') => {
                // No dice are few, but enough for a pool with botches, which rolls at least one.
                let none = number == 0;
                let count =
                    if none { 0 } else { self.in_range(start, "dice", 1, limits::MOST_DICE, number)? };
                self.dice_start = start;
                self.dice(count)
            }
            Some('x' | 'X') => {
                let times = self.in_range(start, "repeats", 1, limits::MOST_REPEATS, number)?;
                self.place += 1;
                let counts_before = self.bare_counts.len();
                // `3x(2d6)` is one level, as `3x2d6` is.
                let level = usize::from(self.peek() != Some('('));
                if level > 0 {
                    self.deeper()?;
                }
                let body = self.term()?;
                self.depth -= level;
                self.refuse_bare_counts(start, counts_before)?;
                self.node(Node::Repeat(times, Box::new(body)))
            }
            _ => self.node(Node::Number(number)),
        }
    }

    fn parentheses(&mut self) -> Parsed<Node> {
        self.place += 1;
        let counts_before = self.bare_counts.len();
        let inner = self.expression()?;
        self.bare_counts.truncate(counts_before);
        self.expect(')', "a closing parenthesis")?;
        Ok(inner)
    }

    fn alias(&mut self) -> Parsed<Node> {
        let start = self.place;
        self.place += 1;
        let name = self.word();
        let Some(node) = self.aliases.get(&name) else {
            let known = self.aliases.names().map(str::to_owned).collect();
            return Err((start, Problem::UnknownAlias { name, known }));
        };
        let node = node.clone();
        self.nodes += limits::nodes(&node);
        self.node(Node::Alias(name, Box::new(node)))
    }

    fn call(&mut self) -> Parsed<Node> {
        let start = self.place;
        let (function, fewest, most) = match self.word().as_str() {
            "max" => (Function::Max, 1, limits::MOST_ARGUMENTS),
            "min" => (Function::Min, 1, limits::MOST_ARGUMENTS),
            "if" => (Function::If, 3, 3),
            _ => {
                self.place = start;
                return Err(self.unexpected("dice such as 2d6, max(...), min(...), if(...) or an @alias"));
            }
        };
        self.expect('(', "an opening parenthesis")?;
        let counts_before = self.bare_counts.len();
        let mut arguments = vec![self.expression()?];
        while self.peek() == Some(',') {
            self.place += 1;
            arguments.push(self.expression()?);
        }
        self.bare_counts.truncate(counts_before);
        self.expect(')', "a comma or a closing parenthesis")?;
        if !(fewest..=most).contains(&arguments.len()) {
            if function == Function::If {
                let found = arguments.len().to_string();
                return Err((start, Problem::Unexpected { expected: "exactly 3 arguments", found }));
            }
            let (low, high) = (fewest.try_into().unwrap_or(1), most.try_into().unwrap_or(1));
            let actual = arguments.len().to_string();
            return Err((start, Problem::OutOfRange { what: "arguments", low, high, actual }));
        }
        self.node(Node::Call(function, arguments))
    }

    /// `3 + 2d6>=10`: three more than the count, or the whole compared with ten?
    fn refuse_bare_counts(&self, start: usize, counts_before: usize) -> Parsed<()> {
        let counts = &self.bare_counts[counts_before..];
        let Some(&BareCount { comparison, .. }) = counts.first() else { return Ok(()) };
        let (mut count, mut done) = (String::new(), start);
        for &BareCount { dice, end, .. } in counts {
            count.push_str(&format!("{}({})", self.text(done..dice), self.text(dice..end).trim()));
            done = end;
        }
        count.push_str(&self.text(done..self.place));
        let (left, right) = (self.text(start..comparison), self.text(comparison..self.place));
        let compare = format!("({}) {}", left.trim(), right.trim());
        let ways = [
            (count.trim().to_owned(), "count the dice, then calculate".to_owned()),
            (compare, "calculate, then compare the whole".to_owned()),
        ];
        Err(self.ambiguous(comparison, start..self.place, &ways))
    }

    /// A spelling between two places that is read in two ways. Each way is what to write there instead, and what that
    /// means; the first two that can be read are offered, within the whole expression if that can be read, too.
    pub(super) fn ambiguous(
        &self,
        place: usize,
        span: std::ops::Range<usize>,
        ways: &[(String, String)],
    ) -> Refused {
        if self.readings == Readings::LeftOut {
            return (place, Problem::Ambiguous { readings: Vec::new() });
        }
        let before = self.text(0..span.start);
        let after = self.text(span.end..self.characters.len());
        let (before, after) = (before.trim_start(), after.trim_end());
        let try_out = |text: &str| {
            let node = read(text, self.aliases, Readings::LeftOut).map_err(|error| error.problem)?;
            limits::check(&node)
        };
        let offer = |(part, means): &(String, String)| {
            let tries = [format!("{before}{part}{after}"), format!("{before}({part}){after}"), part.clone()];
            let write = tries.into_iter().find(|text| try_out(text).is_ok())?;
            Some(Reading { write, means: means.clone() })
        };
        let readings: Vec<Reading> = ways.iter().filter_map(offer).take(2).collect();
        // If neither can be, then there is something else wrong, and that is what to say.
        let deeper = ways.first().filter(|_| readings.is_empty()).and_then(|(part, _)| try_out(part).err());
        (place, deeper.unwrap_or(Problem::Ambiguous { readings }))
    }

    /// The text between two places.
    pub(super) fn text(&self, range: std::ops::Range<usize>) -> String {
        self.characters[range].iter().collect()
    }

    /// A comparison between two sums. Right behind dice it has already been read as counting.
    fn relation(&mut self) -> Option<Relation> {
        let first = self.peek()?;
        let second = self.characters.get(self.place + 1).copied();
        let (relation, length) = match (first, second) {
            ('>', Some('=')) => (Relation::AtLeast, 2),
            ('<', Some('=')) => (Relation::AtMost, 2),
            ('!', Some('=')) => (Relation::Unequal, 2),
            ('=', Some('=')) => (Relation::Equal, 2),
            ('>', _) => (Relation::More, 1),
            ('<', _) => (Relation::Less, 1),
            ('=', _) => (Relation::Equal, 1),
            _ => return None,
        };
        self.place += length;
        Some(relation)
    }

    /// The next character after blanks, which are skipped.
    pub(super) fn peek(&mut self) -> Option<char> {
        while self.characters.get(self.place).is_some_and(|c| c.is_whitespace()) {
            self.place += 1;
        }
        self.characters.get(self.place).copied()
    }

    /// The place of the next character after blanks.
    pub(super) fn here(&mut self) -> usize {
        self.peek();
        self.place
    }

    /// Skips a word if it comes next, whatever its case.
    pub(super) fn accept(&mut self, word: &str) -> bool {
        self.peek();
        let end = self.place + word.chars().count();
        let found = self.characters.get(self.place..end).is_some_and(|next| {
            next.iter().zip(word.chars()).all(|(c, expected)| c.eq_ignore_ascii_case(&expected))
        });
        if found {
            self.place = end;
        }
        found
    }

    fn expect(&mut self, character: char, what: &'static str) -> Parsed<()> {
        if self.peek() != Some(character) {
            return Err(self.unexpected(what));
        }
        self.place += 1;
        Ok(())
    }

    /// Letters, digits and `_`, in lower case.
    fn word(&mut self) -> String {
        let rest = self.characters[self.place..].iter();
        let word: String = rest
            .take_while(|c| c.is_ascii_alphanumeric() || **c == '_')
            .map(char::to_ascii_lowercase)
            .collect();
        self.place += word.len();
        word
    }

    /// Whether a digit comes next.
    pub(super) fn at_digit(&mut self) -> bool {
        self.peek().is_some_and(|c| c.is_ascii_digit())
    }

    /// A whole number within its range.
    pub(super) fn number(&mut self, what: &'static str, low: i64, high: i64) -> Parsed<i64> {
        if !self.at_digit() {
            return Err(self.unexpected(what));
        }
        let start = self.place;
        let digits: String = self.characters[start..].iter().take_while(|c| c.is_ascii_digit()).collect();
        self.place += digits.len();
        match digits.parse() {
            Ok(number) if (low..=high).contains(&number) => Ok(number),
            _ => Err((
                start,
                Problem::OutOfRange { what, low, high, actual: digits.chars().take(30).collect() },
            )),
        }
    }

    pub(super) fn in_range(
        &self,
        place: usize,
        what: &'static str,
        low: u32,
        high: u32,
        number: i64,
    ) -> Parsed<u32> {
        let refuse = || {
            (
                place,
                Problem::OutOfRange { what, low: low.into(), high: high.into(), actual: number.to_string() },
            )
        };
        u32::try_from(number).ok().filter(|number| (low..=high).contains(number)).ok_or_else(refuse)
    }

    pub(super) fn unexpected(&mut self, expected: &'static str) -> Refused {
        let found = match self.peek() {
            None => "the end".to_owned(),
            Some(found) => format!("`{found}`"),
        };
        (self.place, Problem::Unexpected { expected, found })
    }

    pub(super) fn node(&mut self, node: Node) -> Parsed<Node> {
        self.nodes += 1;
        if self.nodes > limits::MOST_NODES {
            return Err((
                self.place,
                Problem::TooLarge { what: limits::TERMS, most: limits::MOST_NODES as u64 },
            ));
        }
        Ok(node)
    }
}
