use coach::{PlayedGame, SetAside};
use dicee::{InputError, SolvedGame};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_edge::{Fault, parse, to_js};

use crate::requests::Insights;

/// What is remembered about how somebody plays: folded game by game, stored as text.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Profile {
    inner: coach::Profile,
}

#[wasm_bindgen]
impl Profile {
    /// The profile of somebody who has not played yet.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn create() -> Self {
        Self::default()
    }

    /// A stored profile.
    ///
    /// # Errors
    ///
    /// Throws an `InputError` for text that is no profile, or one of another version: fold it again from its games.
    #[wasm_bindgen(js_name = fromJson)]
    pub fn from_json(text: &str) -> Result<Self, JsValue> {
        let inner =
            coach::Profile::from_value(parse("profile", text)?).map_err(|error| Fault::from(&error))?;
        Ok(Self { inner })
    }

    /// The profile as text to store.
    #[wasm_bindgen(js_name = toJson)]
    #[must_use]
    pub fn to_json(&self) -> String {
        self.inner.to_json()
    }

    /// How well the player plays, where the points go, and what follows from it.
    ///
    /// # Errors
    ///
    /// Never in practice.
    #[wasm_bindgen(unchecked_return_type = "Insights")]
    pub fn insights(&self) -> Result<JsValue, JsValue> {
        to_js(&Insights::new(&self.inner))
    }
}

impl Profile {
    pub(crate) fn add(
        &mut self,
        solved: &SolvedGame,
        game: &PlayedGame,
    ) -> Result<Option<SetAside>, InputError> {
        self.inner.add(solved, game)
    }

    pub(crate) const fn get(&self) -> &coach::Profile {
        &self.inner
    }
}
