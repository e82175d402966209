//! Giving names to expressions.

use super::aliases::Aliases;
use super::error::{ExpressionError, Problem};
use super::{limits, parser};

/// The longest name.
const LONGEST: usize = 30;
/// The most names that are given at once.
const MOST: usize = 100;

impl Aliases {
    /// Gives an expression a name; a name that is given again means the new one.
    ///
    /// # Errors
    ///
    /// [`ExpressionError`] if the name or the expression cannot be.
    pub fn define(&mut self, name: &str, text: &str) -> Result<(), ExpressionError> {
        let starts_well = name.starts_with(|first: char| first.is_ascii_alphabetic());
        let all_well = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if !(starts_well && all_well && name.len() <= LONGEST) {
            let name = start_of(name);
            return Err(ExpressionError::whole(&name, Problem::AliasName { name: name.clone() }));
        }
        let node = parser::parse(text, self)?;
        limits::check(&node).map_err(|problem| ExpressionError::whole(text, problem))?;
        self.insert(name.to_ascii_lowercase(), node);
        Ok(())
    }

    /// Names in any order: those that others use are defined first.
    ///
    /// # Errors
    ///
    /// The first name that cannot be defined, cut off where it is too long for one, and why.
    pub fn of_map<'a>(
        names: impl IntoIterator<Item = (&'a String, &'a String)>,
    ) -> Result<Self, (String, ExpressionError)> {
        let mut left: Vec<(&String, &String)> = names.into_iter().collect();
        if left.len() > MOST {
            let problem = Problem::TooLarge { what: "aliases", most: MOST as u64 };
            return Err((start_of(left[MOST].0), ExpressionError::whole("", problem)));
        }
        let mut aliases = Self::default();
        loop {
            let before = left.len();
            let mut wrong = None;
            left.retain(|(name, text)| match aliases.define(name, text) {
                Ok(()) => false,
                Err(error) => {
                    wrong.get_or_insert((start_of(name), error));
                    true
                }
            });
            match wrong {
                None => return Ok(aliases),
                Some(wrong) if left.len() == before => return Err(wrong),
                Some(_) => {}
            }
        }
    }
}

/// Enough of a name to know which it is: it may be a megabyte long.
fn start_of(name: &str) -> String {
    name.chars().take(LONGEST).collect()
}
