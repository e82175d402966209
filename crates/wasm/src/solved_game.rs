use dicee::{
    AnalyzeRequest, InputError, Outlook, Position, PositionRequest, Question, Rules, SolveProgress,
    TurnAnalysis,
};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_edge::{Fault, describe, named, to_js, traced_request};

#[wasm_bindgen]
extern "C" {
    /// `AnalyzeRequest` of the TypeScript types.
    #[wasm_bindgen(typescript_type = "AnalyzeRequest")]
    pub type JsAnalyzeRequest;
    /// `PositionRequest` of the TypeScript types.
    #[wasm_bindgen(typescript_type = "PositionRequest")]
    pub type JsPositionRequest;
    /// `Rules` of the TypeScript types.
    #[wasm_bindgen(typescript_type = "Rules")]
    pub type JsRules;
    /// A function that gets the progress.
    #[wasm_bindgen(typescript_type = "(done: number, total: number) => void")]
    pub type JsProgress;
}

/// Analyses a roll for the most points this turn. Needs no solved game.
///
/// # Errors
///
/// Throws an `InputError` that names the field if the request is invalid.
#[wasm_bindgen(js_name = analyzeTurn, unchecked_return_type = "TurnAnalysis")]
pub fn analyze_turn(request: &JsAnalyzeRequest) -> Result<JsValue, JsValue> {
    analyze(&question(request, None)?, Outlook::Turn)
}

/// What people call the boxes, the rules and the horizons.
///
/// # Errors
///
/// Throws if the names cannot be written, which cannot happen.
#[wasm_bindgen(unchecked_return_type = "Names")]
pub fn names() -> Result<JsValue, JsValue> {
    to_js(&dicee::Names::new())
}

/// The upper subtotals that play can reach while these boxes are open, ascending; all boxes when left out.
///
/// # Errors
///
/// Throws an `InputError` if a box does not exist or is listed twice.
#[wasm_bindgen(js_name = upperTotals)]
pub fn upper_totals(
    #[wasm_bindgen(unchecked_optional_param_type = "Category[]")] open: &JsValue,
) -> Result<Vec<u8>, JsValue> {
    let open: Option<Vec<String>> = named("open", open)?;
    let open = dicee::parse_open(open.as_deref()).map_err(|error| Fault::from(&error))?;
    Ok(Position::upper_totals(open).collect())
}

/// The solved game under one set of rules.
#[wasm_bindgen]
#[derive(Debug)]
pub struct SolvedGame {
    game: dicee::SolvedGame,
}

#[wasm_bindgen]
impl SolvedGame {
    /// Solves the whole game on this thread, which takes a second or two: call it in a worker. `progress`
    /// gets the rows done and the rows in all. The standard deviation of the final score is solved along only if
    /// `deviation` is true, because it nearly doubles the work.
    ///
    /// # Errors
    ///
    /// Throws an `InputError` if there are no such rules.
    pub fn solve(
        rules: &JsRules,
        #[wasm_bindgen(js_name = onProgress, unchecked_optional_param_type = "(done: number, total: number) => void")]
        progress: Option<js_sys::Function>,
        #[wasm_bindgen(unchecked_optional_param_type = "boolean")] deviation: Option<bool>,
    ) -> Result<Self, JsValue> {
        let rules: Rules = describe(rules).parse().map_err(|error: InputError| Fault::from(&error))?;
        let report = |report: SolveProgress| {
            if let Some(progress) = &progress {
                // A listener that throws must not stop the solve.
                let _ =
                    progress.call2(&JsValue::NULL, &JsValue::from(report.done), &JsValue::from(report.total));
            }
        };
        let game = if deviation == Some(true) {
            dicee::SolvedGame::solve_with_progress(rules, report)
        } else {
            dicee::SolvedGame::solve_values(rules, report)
        };
        Ok(Self { game })
    }

    /// Reads a solved game that `toBytes` wrote.
    ///
    /// # Errors
    ///
    /// Throws a `SolvedGameError` if the bytes are foreign, of another version, truncated or changed.
    #[wasm_bindgen(js_name = fromBytes)]
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, JsValue> {
        let game = dicee::SolvedGame::from_bytes(bytes)
            .map_err(|error| Fault::new("SolvedGameError", error.to_string()))?;
        Ok(Self { game })
    }

    /// The solved game as bytes, about 4 MB, for the browser's store.
    #[wasm_bindgen(js_name = toBytes)]
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.game.to_bytes()
    }

    /// The rules it was solved for.
    #[wasm_bindgen(getter, unchecked_return_type = "Rules")]
    #[must_use]
    pub fn rules(&self) -> String {
        self.game.rules().name().into()
    }

    /// The expected final score of a whole game.
    #[wasm_bindgen(getter, js_name = expectedScore)]
    #[must_use]
    pub fn expected_score(&self) -> f64 {
        self.game.expected_score()
    }

    /// The standard deviation of the final score, if it was solved along.
    #[wasm_bindgen(getter, js_name = standardDeviation)]
    #[must_use]
    pub fn standard_deviation(&self) -> Option<f64> {
        self.game.standard_deviation()
    }

    /// How many positions it holds.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn states(&self) -> usize {
        self.game.states()
    }

    /// Analyses a roll for the highest expected final score.
    ///
    /// # Errors
    ///
    /// Throws an `InputError` that names the field if the request cannot be or asks for other rules.
    #[wasm_bindgen(unchecked_return_type = "TurnAnalysis")]
    pub fn analyze(&self, request: &JsAnalyzeRequest) -> Result<JsValue, JsValue> {
        let question = question(request, Some(self.game.rules()))?;
        self.check_rules(question.rules)?;
        analyze(&question, Outlook::Game(&self.game))
    }

    /// Expected points still to come from a position, before the turn's first roll.
    ///
    /// # Errors
    ///
    /// As `analyze`.
    pub fn value(&self, position: &JsPositionRequest) -> Result<f64, JsValue> {
        let mut request: PositionRequest = traced_request(position)?;
        request.rules.get_or_insert_with(|| self.game.rules().name().into());
        let (rules, position) = request.resolve().map_err(|error| Fault::from(&error))?;
        self.check_rules(rules)?;
        Ok(self.game.value(position))
    }
}

impl SolvedGame {
    fn check_rules(&self, actual: Rules) -> Result<(), JsValue> {
        self.game.expect_rules(actual).map_err(|error| Fault::from(&error).into())
    }
}

/// The question of a request; the rules of the solved game hold where the request names none.
fn question(value: &JsAnalyzeRequest, rules: Option<Rules>) -> Result<Question, JsValue> {
    let mut request: AnalyzeRequest = traced_request(value)?;
    if let Some(rules) = rules {
        request.rules.get_or_insert_with(|| rules.name().into());
    }
    let question = request.resolve().map_err(|error| Fault::from(&error))?;
    match question.target {
        None => Ok(question),
        // Solving targets is not in this module, which every page loads first.
        Some(points) => {
            let expected = "nothing: analyzeTarget of @dicee/forecast takes it";
            Err(Fault::from(&InputError::new("target", expected, points)).into())
        }
    }
}

fn analyze(question: &Question, outlook: Outlook<'_>) -> Result<JsValue, JsValue> {
    let Question { rules, position, roll, rolls_left, .. } = *question;
    to_js(&TurnAnalysis::new(rules, position, outlook, roll, rolls_left))
}
