use fortytwo::{ByTeam, HouseRules, ReviewStudy, Seat, Sight, Solver, Tile, deal};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_edge::{Fault, json_value, named, to_js};

use crate::read::{self, different};
use crate::request::{DealRequest, PositionRequest, SearchRequest};
use crate::solve::{solve_deals, solve_position};
use crate::study::{HandHints, PlayHints, Review, SeedSearch};

/// The share of deals in which each legal play of a seat makes the bid.
///
/// # Errors
///
/// Throws an `InputError` if what the seat is said to know cannot have happened.
#[wasm_bindgen]
pub fn hint(
    #[wasm_bindgen(unchecked_param_type = "FortyTwoSight")] sight: &JsValue,
) -> Result<PlayHints, JsValue> {
    Ok(PlayHints::new(read::sight(sight)?))
}

/// The share of deals in which the hand of a seat makes each bid under each declaration.
///
/// # Errors
///
/// Throws an `InputError` if what the seat is said to know cannot have happened.
#[wasm_bindgen(js_name = handHint)]
pub fn hand_hint(
    #[wasm_bindgen(unchecked_param_type = "FortyTwoSight")] sight: &JsValue,
) -> Result<HandHints, JsValue> {
    Ok(HandHints::new(read::sight(sight)?))
}

/// What every choice of a finished hand was worth, with all tiles face up and by what its seat could know; null if all
/// passed.
///
/// # Errors
///
/// Throws an `InputError` if the hand cannot have been played so.
#[wasm_bindgen]
pub fn review(
    #[wasm_bindgen(unchecked_param_type = "FortyTwoHandRecord")] hand: &JsValue,
) -> Result<Option<Review>, JsValue> {
    let (number, record) = read::hand(hand)?;
    let mut solver = Solver::new();
    let study = ReviewStudy::new(number, &record, &mut solver).map_err(|error| Fault::from(&error))?;
    Ok(study.map(|study| Review::new(study, solver)))
}

/// The four hands that a seed means.
///
/// # Errors
///
/// Never in practice.
#[wasm_bindgen(js_name = dealSeed, unchecked_return_type = "FortyTwoTiles[]")]
pub fn deal_seed(seed: u32) -> Result<JsValue, JsValue> {
    to_js(&deal(seed))
}

/// The odds of seven tiles for every bid and declaration, before anybody has spoken, under every house rule.
///
/// # Errors
///
/// Throws an `InputError` unless there are seven different tiles.
#[wasm_bindgen(js_name = handOdds)]
pub fn hand_odds(
    #[wasm_bindgen(unchecked_param_type = "FortyTwoTiles")] hand: &JsValue,
) -> Result<HandHints, JsValue> {
    let me = Seat::ALL[0];
    let hand = different("hand", &named::<Vec<Tile>>("hand", hand)?)?;
    let sight = Sight::new(me, me, hand).map_err(|error| Fault::from(&error))?;
    Ok(HandHints::new(sight.at_table(HouseRules::EVERYTHING, ByTeam::default())))
}

/// What a deal is worth to the bidders under every declaration, all tiles face up.
///
/// # Errors
///
/// Throws an `InputError` that names the field if the hands are no deal.
#[wasm_bindgen(js_name = solveDeal, unchecked_return_type = "SolvedDeal[]")]
pub fn solve_deal(
    #[wasm_bindgen(js_name = request, unchecked_param_type = "DealRequest")] deal: &JsValue,
) -> Result<JsValue, JsValue> {
    to_js(&solve_deals(&DealRequest::read(json_value(deal)?)?)?)
}

/// What every legal tile of the seat whose turn it is leaves the bidders, all tiles face up.
///
/// # Errors
///
/// Throws an `InputError` that names the field if the position cannot be played on.
#[wasm_bindgen(unchecked_return_type = "PositionAnswer")]
pub fn solve(
    #[wasm_bindgen(js_name = request, unchecked_param_type = "PositionRequest")] position: &JsValue,
) -> Result<JsValue, JsValue> {
    to_js(&solve_position(&PositionRequest::read(json_value(position)?)?)?)
}

/// A search for a deal, seed by seed.
///
/// # Errors
///
/// Throws an `InputError` that names the field.
#[wasm_bindgen(js_name = findSeed)]
pub fn find_seed(
    #[wasm_bindgen(js_name = request, unchecked_param_type = "SearchRequest")] search: &JsValue,
) -> Result<SeedSearch, JsValue> {
    Ok(SeedSearch::new(&SearchRequest::read(json_value(search)?)?))
}
