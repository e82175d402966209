//! The lines that are typed in a session.

use chance::InputError;
use pools::{DiceAsked, RngContext, Seed, SessionCommand, SessionSide};
use serde_json::Value;

/// What a line asks for.
#[derive(Debug, PartialEq)]
pub(super) enum Line {
    /// Something that becomes part of the session.
    Do(SessionCommand),
    /// The last rolls, those whose label starts like this.
    Log { prefix: Option<String>, most: usize },
    /// Characters, contexts and checks.
    Show,
    /// How lucky everybody was.
    Luck,
    /// A copy of the session in another file.
    Save(String),
    /// The list of lines.
    Help,
    /// The end.
    Quit,
}

pub(super) const HELP: &str = "\
  pool mira stealth 6            mira has a pool called stealth; dice or an expression
  remove mira                    forget a character
  define sword 2d6+3             @sword stands for 2d6+3
  roll 4d6kh3 [for Exploration:Search] [by mira]
  check mira stealth 2 [+1]      against difficulty 2, with one die more
  check 6d10!10>=8b1 2           the same with any dice
  contest mira stealth orc notice
  attack mira blade 3 [armour 2] [on orc]      3 damage dice
  start lock mira stealth 8 4    an extended check: 8 successes in 4 rounds
  round lock, abandon lock       its next round, or no more of it
  encounter [SEED]               the dice of a fight, the same when it is played again
  enter combat, leave            the context of rolls without a label
  lock crafting [SEED], release crafting
  system {\"sides\": 6, \"successThreshold\": 5}   what differs from the standard
  log [PREFIX] [N], clear, luck, show, save FILE, help, quit
What a roll is for stands behind `for`, such as for Combat:Attack.";

/// Reads a line. Words are separated by blanks; an expression has none unless it stands in quotes.
pub(super) fn read(line: &str) -> Result<Line, InputError> {
    let mut words = Words { words: split(line)?, place: 0 };
    let verb = words.next("a command; type help")?.to_lowercase();
    let line = match verb.as_str() {
        "help" | "?" => Line::Help,
        "quit" | "exit" => Line::Quit,
        "show" => Line::Show,
        "luck" => Line::Luck,
        "save" => Line::Save(words.next("the name of a file")?),
        "log" => {
            let (mut prefix, mut most) = (None, 20);
            while let Some(word) = words.maybe() {
                match word.parse() {
                    Ok(number) => most = number,
                    Err(_) => prefix = Some(word),
                }
            }
            Line::Log { prefix, most }
        }
        _ => Line::Do(words.command(&verb)?),
    };
    match words.maybe() {
        None => Ok(line),
        Some(more) => Err(InputError::text("line", format!("nothing more behind {verb}"), &more)),
    }
}

struct Words {
    words: Vec<String>,
    place: usize,
}

impl Words {
    fn maybe(&mut self) -> Option<String> {
        let word = self.words.get(self.place)?.clone();
        self.place += 1;
        Some(word)
    }

    fn next(&mut self, expected: &str) -> Result<String, InputError> {
        self.maybe().ok_or_else(|| InputError::new("line", expected, "the end"))
    }

    fn number(&mut self, expected: &str) -> Result<i64, InputError> {
        let word = self.next(expected)?;
        word.parse().map_err(|_| InputError::text("line", expected, &word))
    }

    /// The word behind this one, if it comes next.
    fn after(&mut self, keyword: &str) -> Result<Option<String>, InputError> {
        if self.words.get(self.place).is_none_or(|word| !word.eq_ignore_ascii_case(keyword)) {
            return Ok(None);
        }
        self.place += 1;
        self.next(&format!("a word behind {keyword}")).map(Some)
    }

    fn seed(&mut self) -> Result<Option<Seed>, InputError> {
        let Some(word) = self.maybe() else { return Ok(None) };
        let seed = word.parse().map_err(|_| InputError::text("seed", "a whole number", &word))?;
        Ok(Some(Seed(seed)))
    }

    fn context(&mut self) -> Result<RngContext, InputError> {
        self.next("a context, such as combat")?.parse()
    }

    /// Dice, or a character and the name of their pool.
    fn side(&mut self) -> Result<SessionSide, InputError> {
        let word = self.next("dice, or a character and a pool")?;
        // A name is letters; dice begin with a digit, d, @ or a parenthesis, or are a function.
        let is_dice = word.starts_with(|first: char| first.is_ascii_digit() || "@(-".contains(first))
            || word.contains('(')
            || (word.starts_with(['d', 'D'])
                && word[1..].starts_with(|c: char| c.is_ascii_digit() || c == '%'));
        if is_dice {
            let Ok(dice) = word.parse::<DiceAsked>();
            return Ok(SessionSide { character: None, pool: None, dice: Some(dice) });
        }
        let pool = self.next("the name of a pool")?;
        Ok(SessionSide { character: Some(word), pool: Some(pool), dice: None })
    }

    fn command(&mut self, verb: &str) -> Result<SessionCommand, InputError> {
        Ok(match verb {
            "pool" => {
                let (character, pool) = (self.next("a character")?, self.next("the name of a pool")?);
                let Ok(dice) = self.next("dice")?.parse();
                SessionCommand::SetPool { character, pool, dice }
            }
            "remove" => SessionCommand::RemoveCharacter { character: self.next("a character")? },
            "define" => {
                let name = self.next("a name")?;
                SessionCommand::Define { name, expression: self.next("an expression")? }
            }
            "roll" => {
                let expression = self.next("an expression")?;
                let (mut label, mut character) = (self.after("for")?, self.after("by")?);
                label = label.or(self.after("for")?);
                character = character.or(self.after("by")?);
                SessionCommand::Roll { expression, character, label }
            }
            "check" => {
                let SessionSide { character, pool, dice } = self.side()?;
                let dc = self.number("a difficulty")?;
                let signed = |word: &String| word.starts_with(['+', '-']);
                let modifier = match self.words.get(self.place).filter(|word| signed(word)) {
                    None => 0,
                    Some(_) => self.number("dice to add or to take away")?,
                };
                SessionCommand::Check { character, pool, dice, modifier, dc, label: self.after("for")? }
            }
            "contest" => {
                let (initiator, defender) = (self.side()?, self.side()?);
                SessionCommand::Contest { initiator, defender, label: self.after("for")? }
            }
            "attack" => {
                let SessionSide { character, pool, dice } = self.side()?;
                let damage = self.number("a number of damage dice")?;
                let armour = self.after("armour")?.or(self.after("armor")?);
                let armour = armour.map_or(Ok(0), |word| {
                    word.parse().map_err(|_| InputError::text("armour", "a number", &word))
                })?;
                let (target, label) = (self.after("on")?, self.after("for")?);
                SessionCommand::Attack { character, pool, dice, damage, armour, target, label }
            }
            "start" => {
                let check = self.next("the name of a check")?;
                let SessionSide { character, pool, dice } = self.side()?;
                let (target, rounds) = (self.number("successes to reach")?, self.number("rounds")?);
                SessionCommand::StartCheck { check, character, pool, dice, target, rounds }
            }
            "round" => SessionCommand::RollRound { check: self.next("the name of a check")? },
            "abandon" => SessionCommand::AbandonCheck { check: self.next("the name of a check")? },
            "encounter" => SessionCommand::BeginEncounter { seed: self.seed()? },
            "enter" => SessionCommand::EnterContext { context: self.context()? },
            "leave" => SessionCommand::LeaveContext {},
            "lock" => SessionCommand::LockContext { context: self.context()?, seed: self.seed()? },
            "release" => SessionCommand::ReleaseContext { context: self.context()? },
            "clear" => SessionCommand::ClearLog {},
            "system" => {
                let text = self.words[self.place..].join(" ");
                self.place = self.words.len();
                let expected = "a system as JSON, such as {\"sides\": 6, \"successThreshold\": 5}";
                let system: Value =
                    serde_json::from_str(&text).map_err(|_| InputError::text("system", expected, &text))?;
                SessionCommand::SetSystem { system }
            }
            _ => return Err(InputError::text("line", "a command; type help", verb)),
        })
    }
}

/// Words, of which quoted ones may have blanks. JSON is left as it is.
fn split(line: &str) -> Result<Vec<String>, InputError> {
    if line.trim_start().to_lowercase().starts_with("system") {
        return Ok(line.split_whitespace().map(str::to_owned).collect());
    }
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for character in line.chars() {
        match (quote, character) {
            (Some(open), _) if character == open => quote = None,
            (None, '\'' | '"') => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            (None, _) if character.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(character),
        }
    }
    if quote.is_some() {
        return Err(InputError::new("line", "a closing quote", "the end"));
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_become_commands() {
        let command = |line: &str| match read(line) {
            Ok(Line::Do(command)) => serde_json::to_value(command).unwrap(),
            other => panic!("{line}: {other:?}"),
        };
        for (line, json) in [
            (
                "check mira stealth 2 +1",
                r#"{"type":"CHECK","character":"mira","pool":"stealth","modifier":1,"dc":2}"#,
            ),
            ("check d10 2", r#"{"type":"CHECK","dice":"d10","modifier":0,"dc":2}"#),
            (
                "roll '2d6 + 3' by orc for Combat:Damage",
                r#"{"type":"ROLL","expression":"2d6 + 3","character":"orc","label":"Combat:Damage"}"#,
            ),
            (
                "contest mira stealth 4",
                r#"{"type":"CONTEST","initiator":{"character":"mira","pool":"stealth"},"defender":{"dice":4}}"#,
            ),
            (
                "attack dora blade 3 armour 2 on orc",
                r#"{"type":"ATTACK","character":"dora","pool":"blade","damage":3,"armour":2,"target":"orc"}"#,
            ),
            ("system {\"sides\": 6}", r#"{"type":"SET_SYSTEM","system":{"sides":6}}"#),
            ("encounter 99", r#"{"type":"BEGIN_ENCOUNTER","seed":"99"}"#),
        ] {
            assert_eq!(command(line), serde_json::from_str::<Value>(json).unwrap(), "{line}");
        }
        assert_eq!(read("log Combat: 5"), Ok(Line::Log { prefix: Some("Combat:".to_owned()), most: 5 }));
    }

    #[test]
    fn wrong_lines_say_what_was_expected() {
        for (line, words) in [
            ("dance", "expected a command; type help, got dance"),
            ("check mira stealth", "expected a difficulty, got the end"),
            ("show me", "expected nothing more behind show, got me"),
            ("roll 'd6", "expected a closing quote"),
            ("enter pub", "expected combat"),
        ] {
            let error = read(line).unwrap_err().to_string();
            assert!(error.contains(words), "{line}: {error}");
        }
    }
}
