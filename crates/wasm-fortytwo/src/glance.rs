use fortytwo::{Bid, ByTeam, Declaration, Outcome, Seat, Stake, Suit, Tile, TileSet, View, trick_points};
use serde::Serialize;

/// What a table shows at a glance, all of it from the view of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Glance {
    /// The suit that was led: `trumps`, `doubles`, or a pip.
    pub led: Option<String>,
    /// Whose tile wins the trick so far.
    pub winning: Option<Seat>,
    /// What the trick is worth so far.
    pub points: u8,
    /// What each team has and needs, once trumps are named.
    pub race: Option<Race>,
    /// How the hand stands, once trumps are named.
    pub outcome: Option<Outcome>,
    /// The viewer's tiles by suit: trumps first, the highest first.
    pub order: Vec<Tile>,
    /// What would become trumps of the viewer's tiles under each declaration.
    pub trumps: Vec<TrumpsInHand>,
}

/// What each team has and needs to make or to set the bid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Race {
    /// What is counted.
    pub unit: Stake,
    /// What each team has.
    pub has: ByTeam<u8>,
    /// What each team needs; in nello the bidders need none.
    pub needs: ByTeam<u8>,
}

/// The viewer's tiles that a declaration makes trumps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TrumpsInHand {
    /// What is named.
    pub declaration: Declaration,
    /// The tiles, the highest first.
    pub tiles: Vec<Tile>,
}

impl Glance {
    /// Looks at a view.
    #[must_use]
    pub fn of(view: &View) -> Self {
        let plays: Vec<Tile> = view.trick.iter().map(|play| play.domino).collect();
        let winner =
            view.trump.and_then(|trump| trump.winner(&plays)).and_then(|place| view.trick.get(place));
        let led = plays.first().zip(view.trump).and_then(|(lead, trump)| led(trump, *lead));
        Self {
            led,
            winning: winner.map(|play| play.player),
            points: if plays.is_empty() { 0 } else { trick_points(&plays) },
            race: race(view),
            outcome: view.contract().map(|contract| contract.outcome(&view.tally)),
            order: order(view.hand, view.trump),
            trumps: Declaration::ALL
                .into_iter()
                .map(|declaration| TrumpsInHand { declaration, tiles: trumps(declaration, view.hand) })
                .collect(),
        }
    }
}

fn led(trump: Declaration, lead: Tile) -> Option<String> {
    let suit = trump.led_suit(lead)?;
    Some(match suit {
        _ if trump.trumps() == Some(suit) => "trumps".to_owned(),
        Suit::Doubles => "doubles".to_owned(),
        Suit::Pip(pip) => pip.to_string(),
    })
}

fn race(view: &View) -> Option<Race> {
    let contract = view.contract()?;
    let bidders = contract.bidder.team();
    let mut needs = ByTeam::default();
    let unit = match (contract.declaration, contract.bid) {
        (Declaration::Nello, _) => {
            (needs[bidders], needs[bidders.opponents()]) = (0, 1);
            Stake::Tricks
        }
        (_, Bid::Points(points)) => {
            (needs[bidders], needs[bidders.opponents()]) = (points.get(), 43 - points.get());
            Stake::Points
        }
        (_, Bid::Marks(_) | Bid::Splash(_) | Bid::Plunge(_)) => {
            (needs[bidders], needs[bidders.opponents()]) = (7, 1);
            Stake::Tricks
        }
    };
    let mut has = if unit == Stake::Points { view.tally.points } else { view.tally.tricks };
    if contract.declaration == Declaration::Nello {
        // In nello it is the bidder's own tricks that the others need.
        has = ByTeam([has[fortytwo::Team::Odd], has[fortytwo::Team::Even]]);
    }
    Some(Race { unit, has, needs })
}

/// Trumps first, then the suits from six down, each from its highest tile.
fn order(hand: TileSet, trump: Option<Declaration>) -> Vec<Tile> {
    let mut tiles: Vec<Tile> = hand.iter().collect();
    let trump = trump.unwrap_or(Declaration::NoTrump);
    let key = |tile: &Tile| {
        let trumps = trump.trumps();
        let is_trump = trumps.is_some_and(|suit| trump.belongs(*tile, suit));
        (is_trump, if is_trump { 0 } else { tile.high().get() }, trump.strength(*tile, *tile), tile.index())
    };
    tiles.sort_by_key(|tile| std::cmp::Reverse(key(tile)));
    tiles
}

fn trumps(declaration: Declaration, hand: TileSet) -> Vec<Tile> {
    let Some(suit) = declaration.trumps() else { return Vec::new() };
    let mut tiles: Vec<Tile> = hand.iter().filter(|tile| declaration.belongs(*tile, suit)).collect();
    tiles.sort_by_key(|tile| std::cmp::Reverse(declaration.strength(*tile, *tile)));
    tiles
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trumps_stand_first_and_the_double_is_the_highest_of_its_suit() {
        let hand: TileSet = ["6-6", "5-5", "6-5", "5-1", "6-4", "4-1", "3-0"]
            .map(|t| t.parse::<Tile>().unwrap())
            .into_iter()
            .collect();
        let shown = |trump: Option<&str>| {
            let order = order(hand, trump.map(|trump| trump.parse().unwrap()));
            order.iter().map(Tile::to_string).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(shown(None), "6-6 6-5 6-4 5-5 5-1 4-1 3-0");
        assert_eq!(shown(Some("5")), "5-5 6-5 5-1 6-6 6-4 4-1 3-0");
        assert_eq!(shown(Some("doubles")), "6-6 5-5 6-5 6-4 5-1 4-1 3-0");
        let fives = trumps("5".parse().unwrap(), hand);
        assert_eq!(fives.iter().map(Tile::to_string).collect::<Vec<_>>(), ["5-5", "6-5", "5-1"]);
    }
}
