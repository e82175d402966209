use fortytwo::{Drill, DrillKind, FortyTwo};
use ledger::link;
use serde::Serialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_edge::{DeviceChance, Fault, json_value, json_value_with_null, now};

use crate::glance::{Glance, Open};
use crate::request::NewGame;
use crate::session::Session;

/// A playable table: one person and three bots on this device.
#[wasm_bindgen]
#[derive(Debug)]
pub struct FortyTwoTable {
    session: Session,
}

#[wasm_bindgen]
impl FortyTwoTable {
    /// Sets up the table and deals.
    ///
    /// # Errors
    ///
    /// Throws an `InputError` for a request that does not fit.
    pub fn create(
        #[wasm_bindgen(js_name = request, unchecked_param_type = "NewGame")] game: &JsValue,
    ) -> Result<Self, JsValue> {
        let request = NewGame::read(json_value(game)?)?;
        Ok(Self { session: Session::create(&request, now(), &mut DeviceChance::default())? })
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

    /// The same deals again, beside what came of them here: a new game with the person in the same seat, or on the other side
    /// in the next seat. Its link is for the person who is to play them.
    ///
    /// # Errors
    ///
    /// Throws a `LogError` while the secret of a live game is not shown.
    pub fn duplicate(&self, #[wasm_bindgen(js_name = otherSide)] other_side: bool) -> Result<Self, JsValue> {
        Ok(Self { session: self.session.duplicate(other_side, now(), &mut DeviceChance::default())? })
    }

    /// What came of the deals here and at the table where they were played first; null where they were not.
    ///
    /// # Errors
    ///
    /// Never in practice.
    #[wasm_bindgen(unchecked_return_type = "FortyTwoComparison | null")]
    pub fn comparison(&self) -> Result<JsValue, JsValue> {
        to_js(&self.session.comparison())
    }

    /// Carries out a command, at most once for each seat and command id.
    ///
    /// # Errors
    ///
    /// Throws a `Refusal` with `code` and, where one is at fault, `field`; nothing has changed then.
    #[wasm_bindgen(unchecked_return_type = "Receipt")]
    pub fn submit(
        &mut self,
        seat: u8,
        #[wasm_bindgen(js_name = commandId)] command_id: &str,
        #[wasm_bindgen(unchecked_param_type = "FortyTwoCommand")] command: &JsValue,
    ) -> Result<JsValue, JsValue> {
        let command = crate::command::command(json_value(command)?)?;
        to_js(&self.session.submit(seat, command_id, &command, now(), &mut DeviceChance::default())?)
    }

    /// How many events there are.
    #[wasm_bindgen(getter)]
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "a log holds at most 100,000 events")]
    pub fn version(&self) -> u32 {
        self.session.version() as u32
    }

    /// The seat of the person at this device.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn seat(&self) -> u8 {
        self.session.person().into()
    }

    /// How well the bots play.
    #[wasm_bindgen(getter, unchecked_return_type = "FortyTwoSkill")]
    #[must_use]
    pub fn skill(&self) -> String {
        self.session.skill().name().to_owned()
    }

    /// What a seat sees, or a spectator where it is left out; after `at` events, or all of them.
    ///
    /// # Errors
    ///
    /// Never in practice.
    #[wasm_bindgen(unchecked_return_type = "FortyTwoView")]
    pub fn view(&self, seat: Option<u8>, at: Option<u32>) -> Result<JsValue, JsValue> {
        to_js(&self.session.view(seat, at.map(u64::from)))
    }

    /// What the table shows that seat at a glance: who wins the trick, what is needed, the hand by suit.
    ///
    /// # Errors
    ///
    /// Never in practice.
    #[wasm_bindgen(unchecked_return_type = "Glance")]
    pub fn glance(&self, seat: Option<u8>, at: Option<u32>) -> Result<JsValue, JsValue> {
        to_js(&Glance::of(&Open::from(self.session.view(seat, at.map(u64::from)))))
    }

    /// What everybody holds after `at` events, or all of them: for looking back at one's own table of bots.
    ///
    /// # Errors
    ///
    /// Never in practice.
    #[wasm_bindgen(unchecked_return_type = "FortyTwoTiles[]")]
    pub fn hands(&self, at: Option<u32>) -> Result<JsValue, JsValue> {
        to_js(&self.session.hands(at.map(u64::from)))
    }

    /// What the bots will do by themselves, and when.
    ///
    /// # Errors
    ///
    /// Never in practice.
    #[wasm_bindgen(unchecked_return_type = "Due[]")]
    pub fn due(&self) -> Result<JsValue, JsValue> {
        to_js(&self.session.due())
    }

    /// Every event as kind and payload; those after the first `since`, where that is said.
    ///
    /// # Errors
    ///
    /// Never in practice.
    #[wasm_bindgen(unchecked_return_type = "PlayedEvent[]")]
    pub fn events(&self, since: Option<u32>) -> Result<JsValue, JsValue> {
        to_js(&self.session.events(since.unwrap_or(0) as usize)?)
    }

    /// Every event with the hand and the trick it belongs to.
    ///
    /// # Errors
    ///
    /// Never in practice.
    #[wasm_bindgen(unchecked_return_type = "HistoryEntry[]")]
    pub fn history(&self) -> Result<JsValue, JsValue> {
        to_js(&self.session.history())
    }

    /// The whole game as the parameters of a link: `g=...`, or `g1=...&g2=...` where it is long.
    ///
    /// # Errors
    ///
    /// Never in practice.
    pub fn link(&self) -> Result<String, JsValue> {
        Ok(self.session.link()?)
    }

    /// The log as JSON, for `fromLog` and `dicee replay`.
    ///
    /// # Errors
    ///
    /// Never in practice.
    pub fn log(&self) -> Result<String, JsValue> {
        Ok(self.session.log()?)
    }

    /// Deals every hand again: whether all follow from the secret that was promised before the first.
    ///
    /// # Errors
    ///
    /// Never in practice.
    #[wasm_bindgen(js_name = checkDeals, unchecked_return_type = "CheckedDeals")]
    pub fn check_deals(&self) -> Result<JsValue, JsValue> {
        to_js(&self.session.check_deals())
    }

    /// The hands that were played to their decision, by number, the first being 0.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn finished(&self) -> Vec<u32> {
        self.session.records().into_iter().map(|(number, _)| number).collect()
    }

    /// A finished hand, for `review` of `@dicee/fortytwo-coach`; null for one that is not finished.
    ///
    /// # Errors
    ///
    /// Never in practice.
    #[wasm_bindgen(unchecked_return_type = "FortyTwoHandRecord | null")]
    pub fn record(&self, hand: u32) -> Result<JsValue, JsValue> {
        to_js(&self.session.record(hand))
    }

    /// What a seat knows of the hand being played, for bots and hints of `@dicee/fortytwo-coach`; after `at` events or now.
    ///
    /// # Errors
    ///
    /// Throws an `InputError` between hands.
    #[wasm_bindgen(unchecked_return_type = "FortyTwoSight")]
    pub fn sight(&self, seat: u8, at: Option<u32>) -> Result<JsValue, JsValue> {
        to_js(&self.session.sight(seat, at.map(u64::from))?)
    }
}

/// What a table shows at a glance, from any view of it, as a live table sends it.
///
/// # Errors
///
/// Throws an `InputError` for what is no view.
#[wasm_bindgen(js_name = glanceOf, unchecked_return_type = "Glance")]
pub fn glance_of(
    #[wasm_bindgen(unchecked_param_type = "FortyTwoView")] view: &JsValue,
) -> Result<JsValue, JsValue> {
    to_js(&Glance::of(&Open::read(json_value_with_null(view)?)?))
}

/// A question about tricks that were played by chance, and its answer: `winner`, `void`, `trumps` or `make`. The same seed asks
/// the same.
///
/// # Errors
///
/// Throws an `InputError` for another kind.
#[wasm_bindgen(unchecked_return_type = "FortyTwoDrill")]
pub fn drill(kind: &str, seed: u32) -> Result<JsValue, JsValue> {
    let kind = DrillKind::find(kind);
    let kind = kind.ok_or_else(|| Fault::input("kind", "winner, void, trumps or make", "another one"))?;
    to_js(&Drill::new(kind, seed))
}

/// Whether a text holds a game of 42, before any event of it is read.
#[wasm_bindgen(js_name = holdsGame)]
#[must_use]
pub fn holds_game(link: &str) -> bool {
    let contents = link::contents(&link::parameters(link.trim_start_matches(['#', '?'])));
    contents.is_ok_and(|contents| {
        contents.game.as_deref() == Some(<FortyTwo as ledger::Game>::NAME)
            || contents.first_event.as_deref() == Some("GAME_STARTED")
    })
}

/// A plain object or array. By way of `Value`, as events are written: one writer for every type keeps the module small.
fn to_js(answer: &impl Serialize) -> Result<JsValue, JsValue> {
    let value = serde_json::to_value(answer).map_err(|error| Fault::new("EngineError", error.to_string()))?;
    wasm_edge::to_js(&value)
}
