//! Dice and what is done to them, in our spelling and in the spellings of others that mean the same to everyone.

use super::error::Problem;
use super::limits;
use super::parser::{BareCount, Parsed, Parser, Refused};
use super::tree::{Against, Condition, Counting, DicePool, Die, Explosion, Keep, Node, Relation, Reroll};

/// What people write out, and how it is written. Their letters alone would mean something else.
const WORDS: [(&str, &str); 4] =
    [("keep", "kh3 or kl3"), ("drop", "dl1 or dh1"), ("reroll", "ro1 or rr1"), ("explode", "!")];

impl Parser<'_> {
    /// dice = [ number ] "d" ( number | "%" | "F" ) { modifier } ; the number has been read.
    pub(super) fn dice(&mut self, count: u32) -> Parsed<Node> {
        let start = self.dice_start;
        self.place += 1;
        let die = if self.accept("%") {
            Die::Sides(100)
        } else if self.accept("f") {
            Die::Fate
        } else {
            let place = self.place;
            let sides = self.number("sides", 1, limits::MOST_SIDES.into())?;
            Die::Sides(self.in_range(place, "sides", 1, limits::MOST_SIDES, sides)?)
        };
        let mut pool = DicePool::new(count, die);
        while self.modifier(&mut pool)? {}
        let botches =
            pool.counting.and_then(|counting| counting.against).is_some_and(|against| against.botch);
        if count == 0 && botches {
            // A pool of successes and botches always rolls at least one die.
            pool.count = 1;
        }
        self.check_pool(&pool).map_err(|problem| (start, problem))?;
        self.node(Node::Pool(pool))
    }

    fn check_pool(&self, pool: &DicePool) -> Result<(), Problem> {
        if pool.count == 0 {
            let high = limits::MOST_DICE.into();
            return Err(Problem::OutOfRange { what: "dice", low: 1, high, actual: "0".to_owned() });
        }
        if pool.keep.is_some() && pool.explosion.is_some_and(|explosion| !explosion.compound) {
            let what = "dice to keep while explosions bring more dice";
            return Err(Problem::Unsupported { what, instead: "!!, which adds explosions to their die" });
        }
        if let Some(Reroll { when, once: false }) = pool.reroll
            && pool.die.faces().all(|face| when.holds(face))
        {
            return Err(Problem::NoFaceLeft);
        }
        // A floor or a ceiling behind the count may have left no face of it.
        if let Some(Counting { success, double, .. }) = pool.counting {
            if !pool.can_show(|face| success.holds(face)) {
                let instead = "a face to count that the dice can show";
                return Err(Problem::Unsupported { what: "one that no die shows", instead });
            }
            check_double(pool, success, double)?;
        }
        Ok(())
    }

    /// Reads one modifier; false if there is none.
    fn modifier(&mut self, pool: &mut DicePool) -> Parsed<bool> {
        let start = self.here();
        for (word, instead) in WORDS {
            if self.accept(word) {
                return Err((start, Problem::Unsupported { what: "a whole word", instead }));
            }
        }
        let before = pool.clone();
        if !(self.keep(pool)?
            || self.reroll(pool)?
            || self.clamp(pool)?
            || self.explosion(pool)?
            || self.count(pool)?)
        {
            return Ok(false);
        }
        // Each may be said once; what is said again would have to be a second thing of the same kind.
        let again = (before.keep.is_some() && before.keep != pool.keep)
            || (before.reroll.is_some() && before.reroll != pool.reroll)
            || (before.floor.is_some() && before.floor != pool.floor)
            || (before.ceiling.is_some() && before.ceiling != pool.ceiling)
            || (before.explosion.is_some() && before.explosion != pool.explosion)
            || (before.counting.is_some() && before.counting != pool.counting);
        if again || before == *pool {
            let instead = "each kind of modifier once (keep or drop, reroll, min, max, explode, count)";
            return Err((start, Problem::Unsupported { what: "the same kind twice", instead }));
        }
        Ok(true)
    }

    /// keep = ( "kh" | "kl" | "dh" | "dl" | "k" | "d" ) [ number ] ;
    fn keep(&mut self, pool: &mut DicePool) -> Parsed<bool> {
        let start = self.here();
        let (highest, keeps) = if self.accept("kh") {
            (true, true)
        } else if self.accept("kl") {
            (false, true)
        } else if self.accept("dh") {
            (true, false)
        } else if self.accept("dl") {
            (false, false)
        } else if self.accept("k") {
            (true, true)
        } else if self.accept("d") {
            (false, false)
        } else {
            return Ok(false);
        };
        // A pool of no dice rolls one, if it is read to its end.
        let dice = pool.count.max(1);
        if !keeps && dice == 1 {
            let instead = "two dice or more to drop some of";
            return Err((start, Problem::Unsupported { what: "a single die", instead }));
        }
        let place = self.here();
        let number = if self.at_digit() { self.number("dice", 0, limits::MOST_NUMBER)? } else { 1 };
        let (most, what) = if keeps { (dice, "dice to keep") } else { (dice - 1, "dice to drop") };
        let number = self.in_range(place, what, 1, most, number)?;
        pool.keep = Some(if keeps {
            Keep { highest, count: number }
        } else {
            Keep { highest: !highest, count: dice - number }
        });
        Ok(true)
    }

    /// reroll = ( "ro" | "rr" ) condition | "ir" number ;
    fn reroll(&mut self, pool: &mut DicePool) -> Parsed<bool> {
        let start = self.place;
        let (once, when) = if self.accept("ro") {
            (true, self.condition("a face to roll again", Relation::Equal)?)
        } else if self.accept("rr") {
            (false, self.condition("a face to roll again", Relation::Equal)?)
        } else if self.accept("ir") {
            (false, self.condition("a face to roll again", Relation::AtMost)?)
        } else if self.accept("r") {
            return Err(self.once_or_again(start, pool));
        } else {
            return Ok(false);
        };
        pool.reroll = Some(Reroll { when, once });
        Ok(true)
    }

    /// `r1`: once to Foundry and Dice Maiden, until it no longer shows to Roll20.
    fn once_or_again(&mut self, start: usize, pool: &DicePool) -> Refused {
        let dice = self.text(self.dice_start..start).trim().to_owned();
        // Without a face, both mean the lowest one.
        let lowest = Condition { relation: Relation::Equal, value: *pool.die.faces().start() };
        let found = match self.loose_condition() {
            Ok(found) => found.unwrap_or(Loose(lowest)),
            Err(refused) => return refused,
        };
        let (by, with, without) = if found.is_strict() {
            ("Foundry", ", with that face itself", ", without that face itself")
        } else {
            ("Foundry, Dice Maiden", "", "")
        };
        let ways = [
            (format!("{dice}ro{}", found.foundry()), format!("once{without} ({by})")),
            (format!("{dice}rr{}", found.roll20()), format!("until it no longer shows{with} (Roll20)")),
        ];
        self.ambiguous(start, self.dice_start..self.place, &ways)
    }

    /// clamp = ( "min" | "max" ) number ;
    fn clamp(&mut self, pool: &mut DicePool) -> Parsed<bool> {
        let high = pool.die.sides().into();
        if self.accept("min") {
            pool.floor = Some(self.number("the lowest face", 1, high)?);
        } else if self.accept("max") {
            pool.ceiling = Some(self.number("the highest face", 1, high)?);
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    /// explosion = ( "!" | "!!" | "x" | "xo" ) [ condition ] [ ":" number ] | ( "e" | "ie" ) [ number ] ;
    fn explosion(&mut self, pool: &mut DicePool) -> Parsed<bool> {
        let start = self.here();
        let top = *pool.die.faces().end();
        let next: String = self.characters[start..].iter().take(2).collect();
        if next == "!=" && !self.compares_with_dice(start) {
            return Err(self.explode_or_compare(start, pool));
        }
        if next.eq_ignore_ascii_case("!p") {
            let instead = "! or !!";
            return Err((start, Problem::Unsupported { what: "a penetrating explosion", instead }));
        }
        if next == "!=" {
            return Ok(false);
        }
        let (compound, cap, bare) = if self.accept("!!") {
            (true, limits::EXPLOSIONS, Relation::Equal)
        } else if self.accept("!") {
            (false, limits::EXPLOSIONS, Relation::Equal)
        } else if self.accept("xo") {
            (false, 1, Relation::Equal)
        } else if self.accept("x") {
            (false, limits::EXPLOSIONS, Relation::Equal)
        } else if self.accept("ie") {
            (false, limits::MOST_EXPLOSIONS, Relation::AtLeast)
        } else if self.accept("e") {
            (false, 1, Relation::AtLeast)
        } else {
            return Ok(false);
        };
        let said = self.at_digit() || matches!(self.peek(), Some('>' | '<' | '='));
        let (stated, place) = (said && !self.at_digit(), self.here());
        let mut when = if said {
            self.condition("a face that explodes", bare)?
        } else {
            Condition { relation: Relation::Equal, value: top }
        };
        if when.relation == Relation::Equal && when.value < 0 {
            // No face is below -1, and `!-1` is an explosion and a subtraction: the same faces are spelt `!<=-1`.
            when.relation = Relation::AtMost;
        }
        if stated && pool.counting.is_none() && self.at_against() {
            return Err(self.explode_or_count(place, top));
        }
        let cap = if self.accept(":") {
            let place = self.place;
            let cap = self.number("explosions of one die", 1, limits::MOST_EXPLOSIONS.into())?;
            self.in_range(place, "explosions of one die", 1, limits::MOST_EXPLOSIONS, cap)?
        } else {
            cap
        };
        pool.explosion = Some(Explosion { when, cap, compound });
        Ok(true)
    }

    /// Whether a botch, a failure or a double comes next, which only a count can have.
    fn at_against(&mut self) -> bool {
        let start = self.here();
        let next = |step: usize| self.characters.get(start + step).map(char::to_ascii_lowercase);
        let condition =
            |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit() || matches!(c, '>' | '<' | '='));
        match next(0) {
            Some('b' | 'f') => condition(next(1)),
            Some('d') => next(1) == Some('s') && condition(next(2)),
            _ => false,
        }
    }

    /// `10d10!!>=8b1`: the comparison is read as what explodes, but what follows belongs to a count.
    fn explode_or_count(&mut self, place: usize, top: i64) -> Refused {
        let (dice, faces) = (self.text(self.dice_start..place), self.text(place..self.place));
        let (dice, faces) = (dice.trim(), faces.trim());
        let start = self.here();
        while self.at_against() {
            self.place += if self.characters[self.place].eq_ignore_ascii_case(&'d') { 2 } else { 1 };
            if let Err(refused) = self.condition("a face", Relation::Equal) {
                return refused;
            }
        }
        let against = self.text(start..self.place);
        let ways = [
            (format!("{dice}{top}{faces}{against}"), format!("explode on {top}, count {faces}")),
            (format!("{dice}{faces}{faces}{against}"), format!("explode and count on {faces}")),
        ];
        self.ambiguous(place, self.dice_start..self.place, &ways)
    }

    /// `6d6!=6`: an explosion on 6, or a comparison with 6?
    fn explode_or_compare(&mut self, start: usize, pool: &DicePool) -> Refused {
        let dice = self.text(self.dice_start..start).trim().to_owned();
        self.place += 2;
        let negative = self.accept("-");
        let value = match self.number("a number", 0, limits::MOST_NUMBER) {
            Ok(value) if negative => -value,
            Ok(value) => value,
            Err(refused) => return refused,
        };
        let explode = if pool.die.faces().any(|face| pool.clamp(face) == value) {
            (format!("{dice}!{value}"), format!("explode on a {value}"))
        } else {
            (dice.clone(), format!("explode on a {value}, which no die shows"))
        };
        let compare = (format!("({dice}) != {value}"), "compare the sum".to_owned());
        self.ambiguous(start, self.dice_start..self.place, &[explode, compare])
    }

    /// count = ( ">=" | "<=" | "=" | "t" ) number { ( "b" | "f" | "ds" ) condition } ;
    fn count(&mut self, pool: &mut DicePool) -> Parsed<bool> {
        let start = self.here();
        let next: String = self.characters[start..].iter().take(2).collect();
        if pool.counting.is_some() {
            // A second comparison compares the count: `6d10>=8>=2`.
            return Ok(false);
        }
        if next.eq_ignore_ascii_case("cs") || next.eq_ignore_ascii_case("cf") {
            return Err(self.count_or_colour(start, pool));
        }
        let target = self.accept("t");
        if !target
            && (!matches!(next.chars().next(), Some('>' | '<' | '=')) || self.compares_with_dice(start))
        {
            return Ok(false);
        }
        if !target && let Some(found) = self.strict()? {
            return Err(self.strict_count(start, pool, &found));
        }
        let success = self.condition("a face that is a success", Relation::AtLeast)?;
        let end = self.place;
        let mut double = self.double(pool, success)?;
        let against = self.against(pool, success)?;
        if double.is_none() {
            double = self.double(pool, success)?;
        }
        if against.is_none() && double.is_none() && !target {
            self.bare_counts.push(BareCount { dice: self.dice_start, comparison: start, end });
        }
        if !pool.can_show(|face| success.holds(face)) {
            let dice = self.text(self.dice_start..start);
            let Condition { relation, value } = success;
            let ways = [(format!("({}) {relation} {value}", dice.trim()), COMPARE.to_owned()), none()];
            return Err(self.ambiguous(start, self.dice_start..self.place, &ways));
        }
        pool.counting = Some(Counting { success, double, against });
        Ok(true)
    }

    /// `ds10` or `double 10`: such successes count as two.
    fn double(&mut self, pool: &DicePool, success: Condition) -> Parsed<Option<Condition>> {
        let start = self.here();
        if !(self.accept("double") || self.accept("ds")) {
            return Ok(None);
        }
        let double = self.condition("a face that counts double", Relation::Equal)?;
        check_double(pool, success, Some(double)).map_err(|problem| (start, problem))?;
        Ok(Some(double))
    }

    /// `6d10>8`: with the 8 or without, or the sum compared with 8?
    fn strict_count(&self, start: usize, pool: &DicePool, found: &Loose) -> Refused {
        let dice = self.text(self.dice_start..start);
        let dice = dice.trim();
        let [with, without] = found.both(dice);
        let compare = (format!("({dice}) {}", found.as_written()), COMPARE.to_owned());
        let mut ways = vec![with, without, compare];
        if !pool.can_show(|face| found.may_hold(face)) {
            ways.push(none());
        }
        self.ambiguous(start, self.dice_start..self.place, &ways)
    }

    /// `6d10cs>=8`: Foundry counts, Roll20 colours.
    fn count_or_colour(&mut self, start: usize, pool: &DicePool) -> Refused {
        let dice = self.text(self.dice_start..start).trim().to_owned();
        let successes = self.accept("cs");
        self.place = start + 2;
        let face = match self.loose_condition() {
            Ok(Some(found)) => found.foundry(),
            Ok(None) if successes => format!("{}", pool.die.faces().end()),
            Ok(None) => format!("{}", pool.die.faces().start()),
            Err(refused) => return refused,
        };
        let sign = if face.starts_with(['<', '>', '=']) { "" } else { "=" };
        let ways = [
            (format!("{dice}{sign}{face}"), "count such dice (Foundry)".to_owned()),
            (dice, "only colour them (Roll20)".to_owned()),
        ];
        self.ambiguous(start, self.dice_start..self.place, &ways)
    }

    /// Whether the comparison here is with something else than a face: `2d6 > d12`, `2d6 >= 3x(d4)`.
    fn compares_with_dice(&self, start: usize) -> bool {
        let signs = |c: &&char| matches!(c, '>' | '<' | '=' | '!');
        let rest = self.characters[start..].iter().skip_while(signs);
        let mut rest = rest.skip_while(|c| c.is_whitespace() || **c == '-').peekable();
        if rest.peek().is_some_and(|c| !c.is_ascii_digit()) {
            return true;
        }
        let mut rest = rest.skip_while(|c| c.is_ascii_digit() || c.is_whitespace());
        match rest.next() {
            Some('x' | 'X') => true,
            // Sides make it dice; `ds10` and `dl1` belong to the dice that are being read.
            Some('d' | 'D') => {
                rest.next().is_some_and(|c| c.is_ascii_digit() || matches!(c, '%' | 'f' | 'F'))
            }
            _ => false,
        }
    }

    fn against(&mut self, pool: &DicePool, success: Condition) -> Parsed<Option<Against>> {
        let start = self.here();
        let (botch, when) = if self.accept("b") {
            (true, self.condition("a face that is a botch", Relation::Equal)?)
        } else if self.accept("f") {
            let bare = self.at_digit();
            let when = self.condition("a face that is a failure", Relation::AtMost)?;
            let lowest = *pool.die.faces().start();
            if bare && when.value != lowest {
                let value = when.value;
                let dice = self.text(self.dice_start..start);
                let ways = [
                    (format!("{dice}f<={value}"), format!("{value} or less (Dice Maiden)")),
                    (format!("{dice}f={value}"), format!("exactly {value} (Roll20)")),
                ];
                return Err(self.ambiguous(start, self.dice_start..self.place, &ways));
            }
            (false, when)
        } else {
            return Ok(None);
        };
        if pool.die.faces().any(|face| when.holds(face) && success.holds(face)) {
            let instead = "a face against successes that is none itself";
            return Err((start, Problem::Unsupported { what: "one that is a success", instead }));
        }
        Ok(Some(Against { when, botch }))
    }

    /// condition = [ ">=" | "<=" | "=" ] [ "-" ] number ;
    fn condition(&mut self, what: &'static str, bare: Relation) -> Parsed<Condition> {
        let start = self.here();
        if let Some(found) = self.strict()? {
            let dice = self.text(self.dice_start..start);
            let ways = found.both(dice.trim());
            return Err(self.ambiguous(start, self.dice_start..self.place, &ways));
        }
        let relation = self.relation_of_faces().unwrap_or(bare);
        let value = self.face(what)?;
        Ok(Condition { relation, value })
    }

    fn relation_of_faces(&mut self) -> Option<Relation> {
        if self.accept(">=") {
            Some(Relation::AtLeast)
        } else if self.accept("<=") {
            Some(Relation::AtMost)
        } else if self.accept("==") || self.accept("=") {
            Some(Relation::Equal)
        } else {
            None
        }
    }

    fn face(&mut self, what: &'static str) -> Parsed<i64> {
        let negative = self.accept("-");
        let value = self.number(what, 0, limits::MOST_NUMBER)?;
        Ok(if negative { -value } else { value })
    }

    /// `>8` or `<8`, if that comes next.
    fn strict(&mut self) -> Parsed<Option<Loose>> {
        let start = self.here();
        let relation = match (self.characters.get(start), self.characters.get(start + 1)) {
            (_, Some('=')) => return Ok(None),
            (Some('>'), _) => Relation::More,
            (Some('<'), _) => Relation::Less,
            _ => return Ok(None),
        };
        self.place += 1;
        Ok(Some(Loose(Condition { relation, value: self.face("a face")? })))
    }

    /// A condition of any spelling, if one comes next.
    fn loose_condition(&mut self) -> Parsed<Option<Loose>> {
        if let Some(found) = self.strict()? {
            return Ok(Some(found));
        }
        let relation = self.relation_of_faces();
        if relation.is_none() && !self.at_digit() {
            return Ok(None);
        }
        let value = self.face("a face")?;
        Ok(Some(Loose(Condition { relation: relation.unwrap_or(Relation::Equal), value })))
    }
}

/// What counts double must be a success.
fn check_double(pool: &DicePool, success: Condition, double: Option<Condition>) -> Result<(), Problem> {
    let Some(double) = double else { return Ok(()) };
    if pool.can_show(|face| double.holds(face) && success.holds(face)) {
        return Ok(());
    }
    let instead = "a face to count double that is a success";
    Err(Problem::Unsupported { what: "one that is no success", instead })
}

const COMPARE: &str = "compare the sum";

/// The count of faces that no die shows.
fn none() -> (String, String) {
    ("0".to_owned(), "count such faces, of which there is none".to_owned())
}

/// A condition on faces as others may write it: Roll20 includes the 8 in `>8`, mathematics and Foundry do not.
struct Loose(Condition);

impl Loose {
    fn as_written(&self) -> String {
        format!("{} {}", self.0.relation, self.0.value)
    }

    const fn is_strict(&self) -> bool {
        matches!(self.0.relation, Relation::More | Relation::Less)
    }

    /// Whether it holds in either reading.
    const fn may_hold(&self, face: i64) -> bool {
        let Condition { relation, value } = self.0;
        relation.holds(face, value) || face == value
    }

    fn roll20(&self) -> String {
        self.spelt(0)
    }

    fn foundry(&self) -> String {
        self.spelt(1)
    }

    /// What to write for it where a strict comparison leaves out so many faces.
    fn spelt(&self, less: i64) -> String {
        let Condition { relation, value } = self.0;
        match relation {
            Relation::More => format!(">={}", value + less),
            Relation::Less => format!("<={}", value - less),
            Relation::Equal => value.to_string(),
            Relation::AtLeast | Relation::AtMost | Relation::Unequal => format!("{relation}{value}"),
        }
    }

    /// Both readings behind these dice.
    fn both(&self, dice: &str) -> [(String, String); 2] {
        let value = self.0.value;
        [
            (format!("{dice}{}", self.roll20()), format!("{value} itself counts (Roll20)")),
            (format!("{dice}{}", self.foundry()), format!("{value} itself does not count (Foundry)")),
        ]
    }
}
