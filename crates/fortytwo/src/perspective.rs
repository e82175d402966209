use crate::game::FortyTwo;
use crate::seat::{BySeat, Seat};
use crate::tile_set::TileSet;
use crate::view::{Asked, Call, View};

/// What is hidden, and from whom.
impl FortyTwo {
    /// The table as this seat, or a spectator, may see it.
    pub(crate) fn seen_by(&self, viewer: Option<Seat>) -> View {
        let hands = self.hands().by_seat();
        let calls = self.bids().auction().into_iter().flat_map(|auction| auction.calls());
        let asked = self.consensus().pending().map(|action| {
            let in_hand = Seat::ALL.into_iter().filter(|seat| self.plays(*seat));
            let (agreed, missing) = in_hand.partition(|seat| self.consensus().has_agreed(action, *seat));
            Asked { action, agreed, missing }
        });
        View {
            viewer,
            phase: self.phase(),
            house: self.house(),
            player_types: self.players().by_seat(),
            dealer: self.deck().dealer(),
            hand_number: self.deck().hand(),
            current_player: self.current_player(),
            hand: viewer.map_or(TileSet::EMPTY, |seat| hands[seat]),
            tiles_left: BySeat(hands.0.map(TileSet::len)),
            calls: calls.map(|(player, bid)| Call { player, bid }).collect(),
            bidder: self.bids().winner().map(|(bidder, _)| bidder),
            bid: self.bids().high().map(|(_, bid)| bid),
            trump: self.trump().declaration(),
            trick: self.trick().plays().to_vec(),
            completed_tricks: self.last_hand().tricks().to_vec(),
            tally: *self.last_hand().tally(),
            marks: self.teams().marks(),
            consensus: asked,
            quickplay: self.quickplay(),
            moves: viewer.map_or_else(Vec::new, |seat| self.moves(seat)),
            winner: self.winner(),
            seed: self.winner().and_then(|_| self.deck().first_seed()),
            commitment: self.promise().commitment(),
            client_seeds: self.promise().client_seeds().into_iter().map(str::to_owned).collect(),
            server_seed: self.promise().revealed(),
        }
    }
}
