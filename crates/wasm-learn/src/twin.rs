use chance::SeededChance;
use coach::{Move, Situation};
use dicee::SolvedGame;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_edge::Fault;

/// A bot that overlooks what one player overlooks, as often and as dearly.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Twin {
    inner: coach::Twin,
}

impl Twin {
    pub(crate) const fn new(inner: coach::Twin) -> Self {
        Self { inner }
    }

    pub(crate) fn decide(
        &self,
        solved: &SolvedGame,
        situation: &Situation,
        seed: u32,
    ) -> Result<Move, Fault> {
        let mut mind = SeededChance::from_seed(seed.into());
        self.inner.decide_in(solved, situation, &mut mind).map_err(|error| Fault::from(&error))
    }
}
