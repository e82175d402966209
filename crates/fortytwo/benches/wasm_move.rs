//! The strong bot as a WebAssembly module without any bindings, for `wasm_move.mjs` to time decision by decision.
#![allow(unsafe_code, reason = "functions for JavaScript need names that are not mangled")]

use std::cell::RefCell;

use fortytwo::{Bot, BySeat, HandInPlay, HouseRules, Seat, Skill, deal};

thread_local! {
    static TABLE: RefCell<Option<(HandInPlay, BySeat<Bot>)>> = const { RefCell::new(None) };
}

/// Deals a hand to four strong bots.
#[unsafe(no_mangle)]
pub extern "C" fn start(seed: u32) {
    let hand = HandInPlay::new(deal(seed), Seat::ALL[seed as usize % 4], HouseRules::default()).ok();
    let bots = BySeat(Seat::ALL.map(|_| Bot::new(Skill::Strong, seed.into())));
    TABLE.with(|table| *table.borrow_mut() = hand.map(|hand| (hand, bots)));
}

/// Lets the next bot decide; 0 when the hand is over.
#[unsafe(no_mangle)]
pub extern "C" fn step() -> u32 {
    TABLE.with(|table| match &mut *table.borrow_mut() {
        Some((hand, bots)) => u32::from(hand.step(bots).unwrap_or(false)),
        None => 0,
    })
}
