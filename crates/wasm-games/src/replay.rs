use dicee::{DiceeGame, DiceeView};
use ledger::{Game as _, link};
use serde::Serialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// A game as it stood after `version` of its `of` events.
#[derive(Debug, Serialize)]
struct Replay {
    version: u32,
    of: u32,
    view: DiceeView,
}

/// Replays the game in a link: a URL, a query, or the bare value of `g`. `at` says after how many events to stop; all of
/// them when left out or beyond the last.
///
/// # Errors
///
/// Throws a `LinkError` if the link is cut off, damaged or foreign, or if what it holds cannot have happened.
#[wasm_bindgen(js_name = replayLink, unchecked_return_type = "Replay")]
pub fn replay_link(link: &str, at: Option<u32>) -> Result<JsValue, JsValue> {
    let events =
        link::decode_game::<DiceeGame>(&link::parameters(link)).map_err(|e| refused(&e.to_string()))?;
    let of = u32::try_from(events.len()).unwrap_or(u32::MAX);
    let version = at.unwrap_or(of).min(of);
    let mut game = DiceeGame::default();
    events.iter().zip(0..version).for_each(|(event, _)| game.apply(event));
    let replay = Replay { version, of, view: game.view(None) };
    let json = serde_json::to_string(&replay).map_err(|error| refused(&error.to_string()))?;
    js_sys::JSON::parse(&json)
}

fn refused(message: &str) -> JsValue {
    let error = js_sys::Error::new(message);
    error.set_name("LinkError");
    error.into()
}
