//! What the commands about dice pools take.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use pools::{Aliases, DiceSystem, Expression, RngRules};
use serde_json::Value;

use crate::args::seed_or_fresh;
use crate::failure::Failure;

/// The dice system.
#[derive(Debug, clap::Args)]
pub(crate) struct SystemArgs {
    /// A dice-system.json to go by instead of the built-in system
    #[arg(long, value_name = "FILE")]
    system: Option<PathBuf>,
}

impl SystemArgs {
    pub(crate) fn system(&self) -> Result<DiceSystem, Failure> {
        let Some(file) = &self.system else { return Ok(DiceSystem::standard()) };
        Ok(DiceSystem::from_json(&read(file)?).map_err(pools::InputError::from)?)
    }
}

/// Whether to roll, and from which seed.
#[derive(Debug, clap::Args)]
pub(crate) struct RollArgs {
    /// Roll it as well, and say how the roll ranks
    #[arg(long)]
    roll: bool,
    /// Roll from this seed: the same seed, the same dice
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
}

impl RollArgs {
    /// The seed to roll from, if a roll is asked for.
    pub(crate) fn seed(&self) -> Result<Option<u64>, Failure> {
        if self.roll || self.seed.is_some() { seed_or_fresh(self.seed).map(Some) } else { Ok(None) }
    }
}

/// Names for expressions.
#[derive(Debug, clap::Args)]
pub(crate) struct AliasArgs {
    /// Give an expression a name, such as sword=2d6+3, to be written @sword; may be given several times
    #[arg(long = "define", value_name = "NAME=EXPR")]
    definitions: Vec<String>,
    /// A JSON file of names, such as {"sword": "2d6+3"}; a name may use those above it
    #[arg(long, value_name = "FILE")]
    aliases: Option<PathBuf>,
}

impl AliasArgs {
    pub(crate) fn parse(&self, text: &str) -> Result<Expression, Failure> {
        Ok(Expression::parse(text, &self.aliases()?).map_err(pools::InputError::from)?)
    }

    fn aliases(&self) -> Result<Aliases, Failure> {
        let mut aliases = Aliases::default();
        let mut define = |name: &str, text: &str| {
            aliases.define(name.trim(), text).map_err(pools::InputError::from).map_err(Failure::from)
        };
        if let Some(file) = &self.aliases {
            let text = read(file)?;
            let names: serde_json::Map<String, Value> = serde_json::from_str(&text).with_context(|| {
                format!("{}: expected an object of names and expressions", file.display())
            })?;
            for (name, expression) in &names {
                let expression = expression.as_str().with_context(|| {
                    format!("{}: {name}: expected text, got {expression}", file.display())
                })?;
                define(name, expression)?;
            }
        }
        for definition in &self.definitions {
            // Without an equal sign the name is the whole text, which no name can be.
            let (name, text) = definition.split_once('=').unwrap_or((definition, ""));
            define(name, text)?;
        }
        Ok(aliases)
    }
}

/// The rules of the contexts.
pub(crate) fn rng_rules(file: Option<&Path>) -> Result<RngRules, Failure> {
    let Some(file) = file else { return Ok(RngRules::standard()) };
    Ok(RngRules::from_json(&read(file)?).map_err(pools::InputError::from)?)
}

fn read(file: &Path) -> anyhow::Result<String> {
    fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))
}
