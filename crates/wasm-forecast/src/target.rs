use std::ops::ControlFlow;

use chance::InputError;
use dicee::{AnalyzeRequest, DiceConfig, Position, Question, RollsLeft, Rules, TargetChances, TargetReport};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_edge::{Fault, to_js, traced_request};

/// Open boxes up to which points and targets are counted here; with more it takes many seconds.
const MOST_BOXES: usize = 8;

/// The highest chance to make at least `target` points still to come, and the chance after every option of the roll, best
/// first. It takes the request of `analyze` of the engine, and needs no solved game.
///
/// # Errors
///
/// Throws an `InputError` that names the field if the request is invalid or has no `target`, or if more than eight boxes are
/// open.
#[wasm_bindgen(js_name = analyzeTarget, unchecked_return_type = "TargetReport")]
pub fn analyze_target(
    #[wasm_bindgen(js_name = request, unchecked_param_type = "AnalyzeRequest")] asked: &JsValue,
) -> Result<JsValue, JsValue> {
    let asked = traced_request::<AnalyzeRequest>(asked)?.resolve().map_err(|error| Fault::from(&error))?;
    let Question { rules, position, roll, rolls_left, target } = asked;
    let missing = || InputError::new("target", "the points that are wanted, 0 to 511", "nothing");
    let points = target.ok_or_else(|| Fault::from(&missing()))?;
    check_boxes("open", position)?;
    report(rules, position, points, Some((roll, rolls_left)))
}

/// Solves the targets of one turn.
pub(crate) fn report(
    rules: Rules,
    position: Position,
    points: u16,
    rolled: Option<(DiceConfig, RollsLeft)>,
) -> Result<JsValue, JsValue> {
    let solved = TargetChances::solve_turn_of(rules, position, points, |_| ControlFlow::Continue(()));
    let report = solved.and_then(|chances| {
        TargetReport::new(&chances.expect("nothing breaks it off"), position, points, rolled)
    });
    to_js(&report.map_err(|error| Fault::from(&error))?)
}

/// Refuses what takes too long in a browser.
pub(crate) fn check_boxes(field: &str, position: Position) -> Result<(), Fault> {
    let open = position.open().len();
    if open <= MOST_BOXES {
        return Ok(());
    }
    let expected = format!("a card with at most {MOST_BOXES} open boxes");
    Err(Fault::from(&InputError::new(field, expected, open as u64)))
}
