//! Questions that take long, asked step by step.

use chance::SeededChance;
use fortytwo::{
    DeclarationOdds, HandStudy, PlayStudy, ReviewStudy, Seat, Sight, Solver, TileOdds, Wish, fits_wish,
    hint_luck, nameable,
};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_edge::{Fault, to_js};

use crate::answer::FoundDeal;
use crate::request::SearchRequest;

/// The share of deals in which each legal play of a seat makes the bid, from what the seat can know.
#[wasm_bindgen]
#[derive(Debug)]
pub struct PlayHints {
    study: PlayStudy,
    luck: SeededChance,
    solver: Solver,
}

impl PlayHints {
    pub(crate) fn new(sight: Sight) -> Self {
        let luck = hint_luck(&sight);
        Self { study: PlayStudy::new(sight), luck, solver: Solver::new() }
    }
}

#[wasm_bindgen]
impl PlayHints {
    /// Looks at so many more deals, and answers for all so far.
    ///
    /// # Errors
    ///
    /// Throws an `InputError` if what was seen cannot have happened.
    #[wasm_bindgen(unchecked_return_type = "TileOdds[]")]
    pub fn step(&mut self, deals: u32) -> Result<JsValue, JsValue> {
        self.study.add(deals, &mut self.luck, &mut self.solver).map_err(|error| Fault::from(&error))?;
        to_js(&self.study.odds().iter().map(TileOdds::from).collect::<Vec<_>>())
    }
}

/// The share of deals in which a hand makes each bid under each declaration, from what the seat can know.
#[wasm_bindgen]
#[derive(Debug)]
pub struct HandHints {
    study: HandStudy,
    luck: SeededChance,
    solver: Solver,
}

impl HandHints {
    pub(crate) fn new(sight: Sight) -> Self {
        let luck = hint_luck(&sight);
        let declarations = nameable(&sight);
        Self { study: HandStudy::new(sight, &declarations), luck, solver: Solver::new() }
    }
}

#[wasm_bindgen]
impl HandHints {
    /// Looks at so many more deals, and answers for all so far.
    ///
    /// # Errors
    ///
    /// Throws an `InputError` if what was heard cannot have been said.
    #[wasm_bindgen(unchecked_return_type = "DeclarationOdds[]")]
    pub fn step(&mut self, deals: u32) -> Result<JsValue, JsValue> {
        self.study
            .add(deals, &mut self.luck, &mut self.solver, || {})
            .map_err(|error| Fault::from(&error))?;
        self.odds()
    }

    /// Looks at so many new deals for the declarations that came out best, and answers for all so far.
    ///
    /// # Errors
    ///
    /// As `step`.
    #[wasm_bindgen(unchecked_return_type = "DeclarationOdds[]")]
    pub fn measure(&mut self, deals: u32) -> Result<JsValue, JsValue> {
        self.study.measure(deals, &mut self.luck, &mut self.solver).map_err(|error| Fault::from(&error))?;
        self.odds()
    }

    fn odds(&self) -> Result<JsValue, JsValue> {
        to_js(&self.study.odds().iter().map(DeclarationOdds::from).collect::<Vec<_>>())
    }
}

/// The review of a finished hand: what was so with all tiles face up at once, what could be known choice by choice.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Review {
    study: ReviewStudy,
    solver: Solver,
}

impl Review {
    pub(crate) const fn new(study: ReviewStudy, solver: Solver) -> Self {
        Self { study, solver }
    }
}

#[wasm_bindgen]
impl Review {
    /// How many choices there are.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn total(&self) -> usize {
        self.study.total()
    }

    /// How many of them were looked at.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn done(&self) -> usize {
        self.study.done()
    }

    /// The hand, with what could be known as far as it was looked at.
    ///
    /// # Errors
    ///
    /// Never in practice.
    #[wasm_bindgen(getter, unchecked_return_type = "FortyTwoReviewedHand")]
    pub fn hand(&self) -> Result<JsValue, JsValue> {
        to_js(self.study.hand())
    }

    /// Looks at so many more choices, each over so many deals, and answers with the hand as far as it was looked at.
    ///
    /// # Errors
    ///
    /// Throws an `InputError` if the hand cannot have been played so, which none of ours is.
    #[wasm_bindgen(unchecked_return_type = "FortyTwoReviewedHand")]
    pub fn step(&mut self, choices: u32, deals: u32) -> Result<JsValue, JsValue> {
        for _ in 0..choices {
            if !self.study.step(deals, &mut self.solver).map_err(|error| Fault::from(&error))? {
                break;
            }
        }
        self.hand()
    }
}

/// Looks for a deal, seed by seed.
#[wasm_bindgen]
#[derive(Debug)]
pub struct SeedSearch {
    wish: Wish,
    seat: Seat,
    next: u32,
    solver: Solver,
}

impl SeedSearch {
    pub(crate) fn new(request: &SearchRequest) -> Self {
        let next = request.from.unwrap_or_else(any_word);
        Self { wish: request.wish(), seat: request.seat.unwrap_or(Seat::ALL[0]), next, solver: Solver::new() }
    }
}

#[wasm_bindgen]
impl SeedSearch {
    /// Looks at so many more seeds; the first deal that is as wished, or null.
    ///
    /// # Errors
    ///
    /// Never in practice: a seed always means a deal.
    #[wasm_bindgen(unchecked_return_type = "FoundDeal | null")]
    pub fn step(&mut self, seeds: u32) -> Result<JsValue, JsValue> {
        for _ in 0..seeds {
            let seed = self.next;
            self.next = self.next.wrapping_add(1);
            let mut luck = SeededChance::from_seed(seed.into());
            let found = fits_wish(seed, self.seat, self.wish, &mut luck, &mut self.solver);
            if let Some(found) = found.map_err(|error| Fault::from(&error))? {
                return to_js(&FoundDeal {
                    seed: found.seed,
                    declaration: found.declaration,
                    points: found.points,
                    makes: found.makes.map(Into::into),
                });
            }
        }
        Ok(JsValue::NULL)
    }
}

/// Any 32 bits. Where a search begins is no secret.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to below 2^32")]
fn any_word() -> u32 {
    (js_sys::Math::random() * 2f64.powi(32)) as u32
}
