//! Deals that can be checked afterwards, by anybody.

use chance::ServerSeed;
use ledger::Game as _;
use thiserror::Error;

use crate::deal::deal_by;
use crate::event::Event;
use crate::game::FortyTwo;

/// What is known about the deals of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DealCheck {
    /// Every deal follows from the seed, which everybody may know: practice, or a link.
    Seeded {
        /// How many there were.
        deals: u64,
    },
    /// A secret was promised; it is not shown yet.
    NotRevealed,
    /// Every deal follows from the secret that was promised before the first hand.
    Fair {
        /// How many there were.
        deals: u64,
    },
}

/// A deal that does not follow from the secret that was promised.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("event {}: the tiles are not those that the promised secret deals", position + 1)]
pub struct DealError {
    /// Where, from 0.
    pub position: usize,
}

/// Deals every hand of a history again. Hand number `n` is dealt by [`FairDice`](chance::FairDice) with the shown secret,
/// the texts of the players in the order of their seats, the name of the game, and `n` as the counter; that the secret is
/// the promised one, and that seeds lead to their deals, was judged when the history was read.
///
/// # Errors
///
/// [`DealError`] at the first deal that differs.
///
/// ```
/// use chance::{Hex, SeededChance, ServerSeed};
/// use fortytwo::{Command, DealCheck, FortyTwo, HouseRules, check_deals};
/// use ledger::{Log, Seat, Source, Stamp};
///
/// let secret = ServerSeed::from_bytes([7; 32]);
/// let (mut log, stamp) = (Log::<FortyTwo>::default(), Stamp { timestamp: 0, source: Source::Server });
/// let commitment = Hex(*secret.commitment().as_bytes());
/// let commit = Command::Commit { game_id: "game-1".into(), commitment };
/// log.submit(Seat(0), "promise", None, &commit, &mut SeededChance::from_seed(1), stamp)?;
/// let start = Command::StartGame { seed: None, player_types: None, dealer: None, house: HouseRules::default() };
/// let mut luck = log.state().luck(&secret).unwrap();
/// log.submit(Seat(0), "start", None, &start, &mut luck, stamp)?;
/// assert_eq!(check_deals(log.events()), Ok(DealCheck::NotRevealed));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check_deals<'a>(events: impl IntoIterator<Item = &'a Event> + Clone) -> Result<DealCheck, DealError> {
    let mut last = FortyTwo::default();
    events.clone().into_iter().for_each(|event| last.apply(event));
    let is_deal = |event: &&Event| matches!(event, Event::HandsDealt { .. });
    let deals = events.clone().into_iter().filter(is_deal).count() as u64;
    if last.promise().commitment().is_none() || last.deck().seed().is_some() {
        return Ok(DealCheck::Seeded { deals });
    }
    let Some(secret) = last.promise().revealed() else { return Ok(DealCheck::NotRevealed) };
    let secret = ServerSeed::from_bytes(secret.0);
    let mut game = FortyTwo::default();
    // The luck of a deal belongs to the state before the event that led to it.
    let mut luck = None;
    for (position, event) in events.into_iter().enumerate() {
        match event {
            Event::GameStarted { .. } | Event::RedealInitiated { .. } => luck = game.luck(&secret),
            Event::HandsDealt { hands } => {
                let dealt = luck.take().map(|mut luck| deal_by(&mut luck));
                if dealt != Some(*hands) {
                    return Err(DealError { position });
                }
            }
            _ => {}
        }
        game.apply(event);
    }
    Ok(DealCheck::Fair { deals })
}
