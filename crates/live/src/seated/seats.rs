use ledger::{PlayerId, Seat};

/// Who sits where.
#[derive(Clone, Debug, PartialEq)]
pub struct Seats<O> {
    /// Who opened the table, or inherited it.
    pub host: PlayerId,
    /// What was agreed.
    pub options: O,
    /// By seat.
    pub players: Vec<Option<PlayerId>>,
    /// Who sat there last, by seat.
    pub(super) owners: Vec<Option<PlayerId>>,
}

impl<O> Seats<O> {
    /// The seat of a player.
    #[must_use]
    pub fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        position(&self.players, player)
    }

    /// The player on a seat.
    #[must_use]
    pub fn player(&self, seat: Seat) -> Option<PlayerId> {
        self.players.get(usize::from(seat.0)).copied().flatten()
    }

    /// Whether nobody sits here.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.players.iter().all(Option::is_none)
    }

    /// The seats on which this player could sit down; `kept` says whether seats stay their owners'.
    pub(super) fn free(&self, player: Option<PlayerId>, kept: bool) -> impl Iterator<Item = Seat> {
        let seats = (0..).map(Seat).zip(self.players.iter().zip(&self.owners));
        let is_free = move |owner: &Option<PlayerId>| !kept || owner.is_none() || *owner == player;
        seats.filter(move |(_, (seated, owner))| seated.is_none() && is_free(owner)).map(|(seat, _)| seat)
    }

    /// The seat that this player gave up.
    pub(super) fn seat_before(&self, player: PlayerId) -> Option<Seat> {
        position(&self.owners, player)
    }
}

fn position(seats: &[Option<PlayerId>], player: PlayerId) -> Option<Seat> {
    let place = seats.iter().position(|seated| *seated == Some(player))?;
    u8::try_from(place).ok().map(Seat)
}
