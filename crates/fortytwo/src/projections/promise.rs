use chance::{Commitment, Hex, ServerSeed};

use super::Projection;
use crate::event::Event;
use crate::seat::{BySeat, Seat};

/// What the table promised about its deals before the first hand, and what the players added.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Promise {
    game: String,
    commitment: Option<Hex>,
    texts: BySeat<Option<String>>,
    /// How many texts were given, replaced ones included.
    given: u32,
    revealed: Option<Hex>,
}

impl Promise {
    /// The name of the game, which is part of every deal; empty where nothing is promised.
    #[must_use]
    pub fn game(&self) -> &str {
        &self.game
    }

    /// The SHA-256 of the secret, once it is promised.
    #[must_use]
    pub const fn commitment(&self) -> Option<Hex> {
        self.commitment
    }

    /// What the players added, in the order of their seats.
    #[must_use]
    pub fn client_seeds(&self) -> Vec<&str> {
        Seat::ALL.into_iter().filter_map(|seat| self.texts[seat].as_deref()).collect()
    }

    /// How many texts were given, replaced ones included.
    #[must_use]
    pub const fn given(&self) -> u32 {
        self.given
    }

    /// The secret, once it is shown.
    #[must_use]
    pub const fn revealed(&self) -> Option<Hex> {
        self.revealed
    }

    /// Whether this is the secret that was promised.
    #[must_use]
    pub fn is_kept_by(&self, secret: Hex) -> bool {
        let promised = self.commitment.map(|commitment| Commitment::from_bytes(commitment.0));
        promised.is_some_and(|promised| promised.is_kept_by(&ServerSeed::from_bytes(secret.0)))
    }
}

impl Projection for Promise {
    fn fold(&mut self, event: &Event) {
        match event {
            Event::SeedCommitted { game_id, commitment } => {
                self.game.clone_from(game_id);
                self.commitment = Some(*commitment);
            }
            Event::SeedMixed { player, client_seed } => {
                self.texts[*player] = Some(client_seed.clone());
                self.given += 1;
            }
            Event::SeedRevealed { server_seed } => self.revealed = Some(*server_seed),
            _ => {}
        }
    }
}
