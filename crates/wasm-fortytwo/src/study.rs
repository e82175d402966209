//! Questions that take long, asked step by step.

use chance::{Chance as _, SeededChance};
use fortytwo::{
    Choice, DeclarationOdds, HandStudy, Moment, PlayStudy, Seat, Sight, Solver, TileOdds, Wish, fits_wish,
    hint_luck, nameable,
};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_edge::{Fault, to_js};

use crate::answer::{FoundDeal, LookBackEntry};
use crate::luck::Device;
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
        to_js(&self.study.odds().iter().map(DeclarationOdds::from).collect::<Vec<_>>())
    }
}

/// Every choice of a finished hand beside what its seat could know, one at a time.
#[wasm_bindgen]
#[derive(Debug)]
pub struct LookBack {
    moments: Vec<Moment>,
    next: usize,
    solver: Solver,
}

impl LookBack {
    pub(crate) fn new(moments: Vec<Moment>) -> Self {
        Self { moments, next: 0, solver: Solver::new() }
    }
}

#[wasm_bindgen]
impl LookBack {
    /// How many choices there are.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn total(&self) -> usize {
        self.moments.len()
    }

    /// The next choice, judged over so many deals; null after the last.
    ///
    /// # Errors
    ///
    /// Throws an `InputError` if the hand cannot have been played so, which none of ours is.
    #[wasm_bindgen(unchecked_return_type = "LookBackEntry | null")]
    pub fn step(&mut self, deals: u32) -> Result<JsValue, JsValue> {
        let Some(moment) = self.moments.get(self.next) else { return Ok(JsValue::NULL) };
        self.next += 1;
        let mut luck = hint_luck(&moment.sight);
        let entry = match moment.choice {
            Choice::Call(_) | Choice::Declaration(_) => {
                let mut study = HandStudy::new(moment.sight.clone(), &nameable(&moment.sight));
                let added = study.add(deals, &mut luck, &mut self.solver, || {});
                added.map_err(|error| Fault::from(&error))?;
                LookBackEntry::new(moment, &[], study.odds())
            }
            Choice::Play(_) => {
                let mut study = PlayStudy::new(moment.sight.clone());
                // A forced play is no choice: one deal says so.
                let deals = if moment.sight.legal().len() > 1 { deals } else { 1 };
                study.add(deals, &mut luck, &mut self.solver).map_err(|error| Fault::from(&error))?;
                LookBackEntry::new(moment, study.odds(), &[])
            }
        };
        to_js(&entry)
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
        let next = request.from.unwrap_or_else(|| Device::default().next_word());
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
