use std::ops::ControlFlow;

use chance::InputError;
use dicee::{
    AnalyzeRequest, DiceConfig, Position, Question, RollsLeft, Rules, SolveProgress, TargetChances,
    TargetReport,
};
use js_sys::Function;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_edge::{Fault, to_js, traced_request};

/// The highest chance to make at least `target` points still to come, and the chance after every option of the roll, best
/// first. It takes the request of `analyze` of the engine, and needs no solved game. Eight open boxes take seconds, an empty
/// card minutes: `onProgress` gets how much of the work is done.
///
/// # Errors
///
/// Throws an `InputError` that names the field if the request is invalid or has no `target`.
#[wasm_bindgen(js_name = analyzeTarget, unchecked_return_type = "TargetReport")]
pub fn analyze_target(
    #[wasm_bindgen(js_name = request, unchecked_param_type = "AnalyzeRequest")] asked: &JsValue,
    #[wasm_bindgen(js_name = onProgress, unchecked_optional_param_type = "(done: number, total: number) => void")]
    on_progress: Option<Function>,
) -> Result<JsValue, JsValue> {
    let asked = traced_request::<AnalyzeRequest>(asked)?.resolve().map_err(|error| Fault::from(&error))?;
    let Question { rules, position, roll, rolls_left, target } = asked;
    let missing = || InputError::new("target", "the points that are wanted, 0 to 511", "nothing");
    let points = target.ok_or_else(|| Fault::from(&missing()))?;
    report(rules, position, points, Some((roll, rolls_left)), on_progress.as_ref())
}

/// Solves the targets of one turn.
pub(crate) fn report(
    rules: Rules,
    position: Position,
    points: u16,
    rolled: Option<(DiceConfig, RollsLeft)>,
    on_progress: Option<&Function>,
) -> Result<JsValue, JsValue> {
    let solved = TargetChances::solve_turn_of(rules, position, points, |SolveProgress { done, total }| {
        if let Some(on_progress) = on_progress {
            // A listener that throws must not stop the solve.
            let _ = on_progress.call2(&JsValue::NULL, &JsValue::from(done), &JsValue::from(total));
        }
        ControlFlow::Continue(())
    });
    let report = solved.and_then(|chances| {
        TargetReport::new(&chances.expect("nothing breaks it off"), position, points, rolled)
    });
    to_js(&report.map_err(|error| Fault::from(&error))?)
}
