use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_edge::{DeviceChance, from_json, now, request, to_js};

use crate::history::history;
use crate::session::Session;

/// A playable table: one game on this device.
#[wasm_bindgen]
#[derive(Debug)]
pub struct DiceeTable {
    session: Session,
}

#[wasm_bindgen]
impl DiceeTable {
    /// Opens a table, seats everybody and starts the game.
    ///
    /// # Errors
    ///
    /// Throws an `InputError` for a request that does not fit, a `Refusal` for a table that the rules do not allow.
    pub fn create(
        #[wasm_bindgen(js_name = request, unchecked_param_type = "TableRequest")] table: &JsValue,
    ) -> Result<Self, JsValue> {
        Ok(Self { session: Session::create(&request(table)?, now(), &mut DeviceChance::default())? })
    }

    /// The game that a link holds: a URL, a query or fragment, or the bare value of `g`.
    ///
    /// # Errors
    ///
    /// Throws a `LinkError` if the link is cut off, damaged or foreign.
    #[wasm_bindgen(js_name = fromLink)]
    pub fn from_link(link: &str) -> Result<Self, JsValue> {
        Ok(Self { session: Session::from_link(link, now())? })
    }

    /// All that can be read of a damaged link: the beginning of its game.
    ///
    /// # Errors
    ///
    /// Throws a `LinkError` if not even the first event can be read.
    #[wasm_bindgen(js_name = fromDamagedLink)]
    pub fn from_damaged_link(link: &str) -> Result<Self, JsValue> {
        Ok(Self { session: Session::from_damaged_link(link, now())? })
    }

    /// The game that a log holds.
    ///
    /// # Errors
    ///
    /// Throws a `LogError` that says which event does not hold.
    #[wasm_bindgen(js_name = fromLog)]
    pub fn from_log(json: &str) -> Result<Self, JsValue> {
        Ok(Self { session: Session::from_log(json)? })
    }

    /// The game as it stood after `version` events, to be played on from there.
    ///
    /// # Errors
    ///
    /// Never in practice.
    pub fn fork(&self, version: u32) -> Result<Self, JsValue> {
        Ok(Self { session: self.session.fork(version.into(), now())? })
    }

    /// Carries out a command, at most once for each seat and command id. `faces` are those of real dice.
    ///
    /// # Errors
    ///
    /// Throws a `Refusal` with `code` and, where one is at fault, `field`; nothing has changed then.
    #[wasm_bindgen(unchecked_return_type = "Receipt")]
    pub fn submit(
        &mut self,
        seat: u8,
        #[wasm_bindgen(js_name = commandId)] command_id: &str,
        #[wasm_bindgen(unchecked_param_type = "DiceeCommand")] command: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "number[]")] faces: &JsValue,
    ) -> Result<JsValue, JsValue> {
        let command = crate::command::command(from_json(command)?)?;
        let faces: Option<Vec<u8>> = from_json(faces)?;
        let device = &mut DeviceChance::default();
        to_js(&self.session.submit(seat, command_id, &command, faces.as_deref(), now(), device)?)
    }

    /// How many events there are.
    #[wasm_bindgen(getter)]
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "a log holds at most 100,000 events")]
    pub fn version(&self) -> u32 {
        self.session.version() as u32
    }

    /// What a seat sees, or a spectator where it is left out; after `at` events, or all of them.
    ///
    /// # Errors
    ///
    /// Never in practice.
    #[wasm_bindgen(unchecked_return_type = "DiceeView")]
    pub fn view(&self, seat: Option<u8>, at: Option<u32>) -> Result<JsValue, JsValue> {
        to_js(&self.session.view(seat, at.map(u64::from)))
    }

    /// The bot whose turn it is, or null.
    ///
    /// # Errors
    ///
    /// Never in practice.
    #[wasm_bindgen(unchecked_return_type = "BotTurn | null")]
    pub fn bot(&self) -> Result<JsValue, JsValue> {
        to_js(&self.session.bot())
    }

    /// The whole game as the parameters of a link: `g=...`, or `g1=...&g2=...` where it is long.
    ///
    /// # Errors
    ///
    /// Never in practice.
    pub fn link(&self) -> Result<String, JsValue> {
        Ok(self.session.link()?)
    }

    /// The log as JSON, for `fromLog`.
    ///
    /// # Errors
    ///
    /// Never in practice.
    pub fn log(&self) -> Result<String, JsValue> {
        Ok(self.session.log()?)
    }

    /// Every event with the turn it belongs to.
    ///
    /// # Errors
    ///
    /// Never in practice.
    #[wasm_bindgen(unchecked_return_type = "HistoryEntry[]")]
    pub fn history(&self) -> Result<JsValue, JsValue> {
        to_js(&history(self.session.events()))
    }

    /// What a seat's player rolled and did in finished turns, for `report` of `@dicee/coach`; null for an empty seat.
    ///
    /// # Errors
    ///
    /// Never in practice.
    #[wasm_bindgen(unchecked_return_type = "GameRecordData | null")]
    pub fn record(&self, seat: u8) -> Result<JsValue, JsValue> {
        to_js(&self.session.record(seat))
    }

    /// The seed that every roll follows from, where there is one: another game with it has the same dice.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn seed(&self) -> Option<f64> {
        // Seeds are at most 2^53, which a JavaScript number holds exactly.
        self.session.seed().map(|seed| seed as f64)
    }

    /// Draws every roll again from the game's seeds.
    ///
    /// # Errors
    ///
    /// Never in practice.
    #[wasm_bindgen(unchecked_return_type = "DiceVerdict")]
    pub fn verify(&self) -> Result<JsValue, JsValue> {
        to_js(&self.session.verify())
    }
}
