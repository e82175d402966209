//! Exact answers as JSON: fractions as text, and the same numbers as decimals under `decimal` for plots.

use std::io;

use pools::{Fraction, OneMoreDie};
use serde_json::{Map, Value};

use crate::paper;

/// Named numbers, in the order they were put in.
#[derive(Debug, Default)]
pub(crate) struct Answer {
    exact: Map<String, Value>,
    decimal: Map<String, Value>,
}

impl Answer {
    /// Anything that is no fraction.
    pub(crate) fn say(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.exact.insert(name.to_owned(), value.into());
        self
    }

    /// A fraction, also as a decimal.
    pub(crate) fn put(mut self, name: &str, fraction: &Fraction) -> Self {
        self.exact.insert(name.to_owned(), fraction.to_string().into());
        self.decimal.insert(name.to_owned(), fraction.value().into());
        self
    }

    /// Several fractions under one name.
    pub(crate) fn put_all(
        mut self,
        name: &str,
        fractions: impl IntoIterator<Item = (String, Fraction)>,
    ) -> Self {
        let (mut exact, mut decimal) = (Map::new(), Map::new());
        for (key, fraction) in fractions {
            exact.insert(key.clone(), fraction.to_string().into());
            decimal.insert(key, fraction.value().into());
        }
        self.exact.insert(name.to_owned(), exact.into());
        self.decimal.insert(name.to_owned(), decimal.into());
        self
    }

    /// What one more die changes, if there can be one more.
    pub(crate) fn one_more_die(self, more: Option<&OneMoreDie>) -> Self {
        self.maybe(more, |answer, OneMoreDie { mean, chance, fumble, critical }| {
            let all = [("mean", mean), ("chance", chance), ("fumble", fumble), ("critical", critical)];
            answer.put_all("one_more_die", all.map(|(name, change)| (name.to_owned(), change.clone())))
        })
    }

    /// Decimals of something that was already said exactly.
    pub(crate) fn plot(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.decimal.insert(name.to_owned(), value.into());
        self
    }

    /// Adds an optional part.
    pub(crate) fn maybe<T>(self, part: Option<T>, add: impl FnOnce(Self, T) -> Self) -> Self {
        match part {
            Some(part) => add(self, part),
            None => self,
        }
    }

    pub(crate) fn print(mut self) -> io::Result<()> {
        self.exact.insert("decimal".to_owned(), self.decimal.into());
        paper::print_json(&Value::Object(self.exact))
    }
}

/// Something from the library that serialises, as JSON.
pub(crate) fn json(value: &impl serde::Serialize) -> Value {
    serde_json::to_value(value).unwrap_or_default()
}
