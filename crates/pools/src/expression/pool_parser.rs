//! Dice and what is done to them, in our spelling and in the spellings of others that mean the same to everyone.

use super::error::{Problem, Reading};
use super::limits;
use super::parser::{Parsed, Parser};
use super::tree::{Against, Condition, Counting, DicePool, Die, Explosion, Keep, Node, Relation, Reroll};

impl Parser<'_> {
    /// dice = [ number ] "d" ( number | "%" | "F" ) { modifier } ; the number has been read.
    pub(super) fn dice(&mut self, count: u32) -> Parsed<Node> {
        let start = self.place;
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
        if let Some(Keep { count, .. }) = pool.keep
            && !(1..=pool.count).contains(&count)
        {
            let (high, actual) = (pool.count.into(), count.to_string());
            return Err(Problem::OutOfRange { what: "kept dice", low: 1, high, actual });
        }
        if pool.keep.is_some() && pool.explosion.is_some_and(|explosion| !explosion.compound) {
            let what = "keeping some of the dice while explosions add dice";
            return Err(Problem::Unsupported { what, instead: "write !! to add explosions to their die" });
        }
        if let Some(Reroll { when, once: false }) = pool.reroll
            && pool.die.faces().all(|face| when.holds(face))
        {
            return Err(Problem::NoFaceLeft);
        }
        Ok(())
    }

    /// Reads one modifier; false if there is none.
    fn modifier(&mut self, pool: &mut DicePool) -> Parsed<bool> {
        let start = self.here();
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
            let instead = "say each once: keep or drop, reroll, min, max, explode, count";
            return Err((start, Problem::Unsupported { what: "the same kind of modifier twice", instead }));
        }
        Ok(true)
    }

    /// keep = ( "kh" | "kl" | "dh" | "dl" | "k" | "d" ) [ number ] ;
    fn keep(&mut self, pool: &mut DicePool) -> Parsed<bool> {
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
        let place = self.place;
        let number = if self.at_digit() { self.number("dice", 1, limits::MOST_DICE.into())? } else { 1 };
        let most = if keeps { pool.count } else { pool.count.saturating_sub(1) };
        let what = if keeps { "dice to keep" } else { "dice to drop" };
        let number = self.in_range(place, what, 1, most.max(1), number)?;
        pool.keep = Some(if keeps {
            Keep { highest, count: number }
        } else {
            Keep { highest: !highest, count: pool.count.saturating_sub(number) }
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
            let rest: String =
                self.characters[self.place..].iter().take_while(|c| !c.is_whitespace()).collect();
            let first = Reading::new(format!("ro{rest}"), "once (Foundry, Dice Maiden)");
            let second = Reading::new(format!("rr{rest}"), "until it no longer shows (Roll20)");
            return Err((start, Problem::ambiguous(first, second)));
        } else {
            return Ok(false);
        };
        pool.reroll = Some(Reroll { when, once });
        Ok(true)
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
            let second = Reading::new("(...) != 6", "compare the sum");
            let first = Reading::new("!6", "explode on a 6");
            return Err((start, Problem::ambiguous(first, second)));
        }
        if next.eq_ignore_ascii_case("!p") {
            let instead = "use ! or !!";
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
        let when = if said {
            self.condition("a face that explodes", bare)?
        } else {
            Condition { relation: Relation::Equal, value: top }
        };
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

    /// count = ( ">=" | "<=" | "=" | "t" ) number [ ( "b" | "f" ) condition ] ;
    fn count(&mut self, pool: &mut DicePool) -> Parsed<bool> {
        let start = self.here();
        let next: String = self.characters[start..].iter().take(2).collect();
        if pool.counting.is_some() {
            // A second comparison compares the count: `6d10>=8>=2`.
            return Ok(false);
        }
        if next.eq_ignore_ascii_case("cs") || next.eq_ignore_ascii_case("cf") {
            let first = Reading::new(">=8", "count dice of 8 or more (Foundry)");
            let means = "only colour them (Roll20): leave it out";
            let second = Reading::new("(nothing)", means);
            return Err((start, Problem::ambiguous(first, second)));
        }
        let target = self.accept("t");
        if !target
            && (!matches!(next.chars().next(), Some('>' | '<' | '=')) || self.compares_with_dice(start))
        {
            return Ok(false);
        }
        let success = self.condition("a face that is a success", Relation::AtLeast)?;
        let against = self.against(pool, success)?;
        if against.is_none() && !target {
            self.bare_counts.push(start);
        }
        let compounds = pool.explosion.is_some_and(|explosion| explosion.compound);
        if !compounds && !pool.die.faces().any(|face| success.holds(pool.clamp(face))) {
            let dice = DicePool { counting: None, ..pool.clone() };
            let Condition { relation, value } = success;
            let first = Reading::new(format!("({dice}) {relation} {value}"), "compare the sum");
            let second = Reading::new("0", "count such faces, of which there is none");
            return Err((start, Problem::ambiguous(first, second)));
        }
        pool.counting = Some(Counting { success, against });
        Ok(true)
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
        matches!(rest.next(), Some('d' | 'D' | 'x' | 'X'))
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
                let first = Reading::new(format!("f<={value}"), "that or less (Dice Maiden)");
                let second = Reading::new(format!("f={value}"), "exactly that (Roll20)");
                return Err((start, Problem::ambiguous(first, second)));
            }
            (false, when)
        } else {
            return Ok(None);
        };
        if pool.die.faces().any(|face| when.holds(face) && success.holds(face)) {
            let instead = "let the faces that count against successes be other ones";
            return Err((
                start,
                Problem::Unsupported { what: "a face that is a success and counts against it", instead },
            ));
        }
        Ok(Some(Against { when, botch }))
    }

    /// condition = [ ">=" | "<=" | "=" ] number ;
    fn condition(&mut self, what: &'static str, bare: Relation) -> Parsed<Condition> {
        let start = self.here();
        let relation = if self.accept(">=") {
            Relation::AtLeast
        } else if self.accept("<=") {
            Relation::AtMost
        } else if self.accept("==") || self.accept("=") {
            Relation::Equal
        } else if matches!(self.peek(), Some('>' | '<')) {
            return Err(self.strict_or_not(start));
        } else {
            bare
        };
        let negative = self.accept("-");
        let value = self.number(what, 0, limits::MOST_NUMBER)?;
        Ok(Condition { relation, value: if negative { -value } else { value } })
    }

    /// `>8` on dice: Roll20 includes the 8, mathematics and Foundry do not.
    fn strict_or_not(&mut self, start: usize) -> (usize, Problem) {
        let more = self.accept(">");
        if !more {
            self.accept("<");
        }
        let value = match self.number("a face", 0, limits::MOST_NUMBER) {
            Ok(value) => value,
            Err(refused) => return refused,
        };
        let dice: String = self.characters[..start].iter().collect();
        let dice = dice.trim();
        let (with, without) = if more {
            (format!("{dice}>={value}"), format!("{dice}>={}", value + 1))
        } else {
            (format!("{dice}<={value}"), format!("{dice}<={}", value - 1))
        };
        let first = Reading::new(with, format!("{value} itself counts (Roll20)"));
        let second = Reading::new(without, format!("{value} itself does not count (Foundry)"));
        (start, Problem::ambiguous(first, second))
    }
}
