//! What the commands about dice pools take.

use std::fs;
use std::path::{Path, PathBuf};

use chance::InputError;
use pools::{Aliases, ConfigError, Dice, DiceAsked, DiceSystem, Expression, RngRules};
use serde_json::Value;

use crate::args::seed_or_fresh;
use crate::failure::Failure;
use crate::{files, output};

/// What the commands take that ask for odds and may roll as well.
#[derive(Debug, clap::Args)]
pub(crate) struct TrialArgs {
    /// Also roll, from a new seed, which is shown
    #[arg(long)]
    roll: bool,
    /// Also roll, from this seed: the same seed gives the same dice
    #[arg(long, value_name = "S", value_parser = seed, allow_negative_numbers = true)]
    seed: Option<u64>,
    #[command(flatten)]
    writing: DecimalArgs,
    #[command(flatten)]
    aliases: AliasArgs,
    /// A dice-system.json with the differences from the built-in system
    #[arg(long, value_name = "FILE")]
    system: Option<PathBuf>,
}

impl TrialArgs {
    /// The dice system.
    pub(crate) fn system(&self) -> Result<DiceSystem, Failure> {
        system(self.system.as_deref())
    }

    /// Names for expressions.
    pub(crate) fn aliases(&self) -> Result<Aliases, Failure> {
        self.aliases.aliases()
    }

    /// The seed to roll from, if a roll is asked for.
    pub(crate) fn seed(&self) -> Result<Option<u64>, Failure> {
        if self.roll || self.seed.is_some() { seed_or_fresh(self.seed).map(Some) } else { Ok(None) }
    }

    /// Whether fractions are left out.
    pub(crate) const fn decimals(&self) -> bool {
        self.writing.decimals
    }
}

/// The system of a file, or the built-in one.
pub(crate) fn system(file: Option<&Path>) -> Result<DiceSystem, Failure> {
    let Some(file) = file else { return Ok(DiceSystem::standard()) };
    let text = read("system", file)?;
    DiceSystem::from_json(&text).map_err(|error| bad_file("system", file, error))
}

/// The dice of an argument. What cannot be read names the argument, of which a command may have several.
pub(crate) fn resolve(
    asked: &DiceAsked,
    argument: &str,
    system: &DiceSystem,
    aliases: &Aliases,
    modifier: i64,
) -> Result<Dice, InputError> {
    asked.resolve(argument, system, aliases, modifier).map_err(|error| {
        if error.to_string().starts_with("expression") { error.found_in(argument) } else { error }
    })
}

/// How numbers are written.
#[derive(Debug, clap::Args)]
pub(crate) struct DecimalArgs {
    /// With --json: decimals only, without the exact fractions, which are long for many dice
    #[arg(long, requires = "json")]
    pub(crate) decimals: bool,
}

/// Names for expressions.
#[derive(Debug, clap::Args)]
pub(crate) struct AliasArgs {
    /// Name an expression, such as sword=2d6+3, and use it as @sword; may be given several times
    #[arg(long = "define", value_name = "NAME=EXPR")]
    definitions: Vec<String>,
    /// A JSON file of names, such as {"sword": "2d6+3"}; a name may use those above it
    #[arg(long, value_name = "FILE")]
    aliases: Option<PathBuf>,
}

impl AliasArgs {
    pub(crate) fn parse(&self, text: &str) -> Result<Expression, Failure> {
        Ok(Expression::parse(text, &self.aliases()?).map_err(InputError::from)?)
    }

    pub(crate) fn aliases(&self) -> Result<Aliases, Failure> {
        let mut aliases = Aliases::default();
        if let Some(file) = &self.aliases {
            let expected = "a JSON object of names and expressions";
            let shown = file.display().to_string();
            let names: serde_json::Map<String, Value> = serde_json::from_str(&read("aliases", file)?)
                .map_err(|error| InputError::new("aliases", expected, format!("{shown}: {error}")))?;
            for (name, expression) in &names {
                let Some(expression) = expression.as_str() else {
                    let bad = InputError::new(name.as_str(), "an expression as text", expression.to_string());
                    return Err(bad.found_in(shown).at("aliases").into());
                };
                define(&mut aliases, name, expression)
                    .map_err(|error| error.at("aliases").found_in(&shown))?;
            }
        }
        for definition in &self.definitions {
            let parts = definition.split_once('=').map(|(name, text)| (name.trim(), text));
            let Some((name, text)) = parts.filter(|(name, _)| !name.is_empty()) else {
                return Err(
                    InputError::new("define", "NAME=EXPR, such as sword=2d6+3", definition.as_str()).into()
                );
            };
            define(&mut aliases, name, text).map_err(|error| error.at("define").found_in("define"))?;
        }
        Ok(aliases)
    }
}

fn define(aliases: &mut Aliases, name: &str, text: &str) -> Result<(), InputError> {
    aliases.define(name.trim(), text).map_err(|error| InputError::from(error).found_in(name))
}

/// A seed as it is written.
pub(crate) fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("expected a whole number from 0 to {}", u64::MAX))
}

/// Dice as they are asked for: a number, or an expression.
pub(crate) fn asked(text: &str) -> Result<DiceAsked, std::convert::Infallible> {
    text.parse()
}

/// Dice in words, with what was asked for where the rules made it larger.
pub(crate) fn dice(dice: &Dice, asked: &DiceAsked) -> String {
    match (dice, asked) {
        (Dice::Expression(expression), _) => expression.to_string(),
        (Dice::Pool(pool), DiceAsked::Pool(asked)) if i64::from(pool.dice()) != *asked => {
            format!("{} (for {asked}: no pool is smaller)", output::dice(pool.dice()))
        }
        (Dice::Pool(pool), _) => output::dice(pool.dice()),
    }
}

/// What a die of a pool is and what counts; nothing for expressions, which say so themselves.
pub(crate) fn die(system: &DiceSystem, dice: &[&Dice]) -> Option<String> {
    if !dice.iter().any(|dice| matches!(dice, Dice::Pool(_))) {
        return None;
    }
    let mut text =
        format!("A die has {} sides; {} or more is a success", system.sides(), system.success_threshold());
    if let Some(double) = system.double_threshold() {
        text += &format!(", {double} or more counts twice");
    }
    if let Some(botch) = system.botch_value() {
        text += &format!(", a {botch} takes one away. A {botch} without any success is a fumble");
    }
    Some(text + ".")
}

/// The rules of the contexts.
pub(crate) fn rng_rules(file: Option<&Path>) -> Result<RngRules, Failure> {
    let Some(file) = file else { return Ok(RngRules::standard()) };
    RngRules::from_json(&read("contexts", file)?).map_err(|error| bad_file("contexts", file, error))
}

/// An invalid configuration file, by the name it was given under.
fn bad_file(field: &str, file: &Path, error: ConfigError) -> Failure {
    let ConfigError { path, expected, actual, .. } = error;
    let path = if path == "$" { field } else { &path };
    InputError::new(path, expected, actual).found_in(file.display()).into()
}

fn read(field: &str, file: &Path) -> Result<String, InputError> {
    let bad = |error| {
        let why = files::why_unreadable(&error);
        InputError::new(field, "a file that can be read", format!("{}: {why}", file.display()))
    };
    fs::read_to_string(file).map_err(bad)
}
