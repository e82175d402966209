use coach::{Day, Exercise};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_edge::{Fault, request, to_js};

/// Mistakes to repeat until they are none; stored as an object. Days are such as `2026-11-15`, in UTC.
#[wasm_bindgen(js_name = MistakeDeck)]
#[derive(Debug, Default)]
pub struct MistakeDeck {
    inner: coach::Deck,
}

#[wasm_bindgen(js_class = MistakeDeck)]
impl MistakeDeck {
    /// An empty deck.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn create() -> Self {
        Self::default()
    }

    /// A stored deck.
    ///
    /// # Errors
    ///
    /// Throws an `InputError` for what is no deck.
    #[wasm_bindgen(js_name = fromStored)]
    pub fn from_stored(
        #[wasm_bindgen(unchecked_param_type = "Deck")] stored: &JsValue,
    ) -> Result<Self, JsValue> {
        Ok(Self { inner: request(stored)? })
    }

    /// The deck as an object to store.
    ///
    /// # Errors
    ///
    /// Never in practice.
    #[wasm_bindgen(js_name = toStored, unchecked_return_type = "Deck")]
    pub fn to_stored(&self) -> Result<JsValue, JsValue> {
        to_js(&self.inner)
    }

    /// Adds a mistake; one that is in the deck already stays as it is.
    ///
    /// # Errors
    ///
    /// Throws an `InputError` if the exercise or the day is invalid.
    pub fn add(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Exercise")] exercise: &JsValue,
        today: &str,
    ) -> Result<(), JsValue> {
        let exercise: Exercise = request(exercise)?;
        exercise.situation.check().map_err(|error| Fault::from(&error))?;
        self.inner.add(exercise, day(today)?);
        Ok(())
    }

    /// The cards that are due, longest waiting first.
    ///
    /// # Errors
    ///
    /// Throws an `InputError` for what is no day.
    #[wasm_bindgen(unchecked_return_type = "DeckCard[]")]
    pub fn due(&self, today: &str) -> Result<JsValue, JsValue> {
        to_js(&self.inner.due(day(today)?))
    }

    /// Records an answer.
    ///
    /// # Errors
    ///
    /// Throws an `InputError` for what is no day.
    pub fn answer(&mut self, key: &str, solved: bool, today: &str) -> Result<(), JsValue> {
        self.inner.answer(key, solved, day(today)?);
        Ok(())
    }
}

fn day(text: &str) -> Result<Day, Fault> {
    text.parse().map_err(|error| Fault::from(&error))
}
