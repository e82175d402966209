use chance::Fields;
use fortytwo::{
    Bid, ByTeam, Contract, Declaration, Outcome, Play, Seat, Stake, Suit, Tally, Tile, TileSet, View,
    trick_points,
};
use serde::Serialize;
use serde_json::Value;
use wasm_edge::Fault;

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

/// What a glance is taken at: the part of a view that it needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Open {
    hand: TileSet,
    trump: Option<Declaration>,
    contract: Option<Contract>,
    trick: Vec<Play>,
    tally: Tally,
}

impl From<View> for Open {
    fn from(view: View) -> Self {
        let (trump, contract) = (view.trump, view.contract());
        Self { hand: view.hand, trump, contract, trick: view.trick, tally: view.tally }
    }
}

impl Open {
    /// From a view as JSON. Read by hand: what serde makes of a whole view is a tenth of what a browser has to load.
    ///
    /// # Errors
    ///
    /// An `InputError` that names the field.
    pub fn read(view: Value) -> Result<Self, Fault> {
        let read = |mut view: Fields| -> Result<Self, serde_json::Error> {
            let (hand, trump) = (view.take("hand")?, view.optional("trump")?);
            let contract = match (view.optional("bidder")?, view.optional("bid")?, trump) {
                (Some(bidder), Some(bid), Some(declaration)) => Some(Contract { bidder, bid, declaration }),
                _ => None,
            };
            Ok(Self { hand, trump, contract, trick: view.take("trick")?, tally: view.object("tally")? })
        };
        Fields::of(view).and_then(read).map_err(|error| Fault::of_value("view", &error.to_string()))
    }
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
    /// Looks at what lies open.
    #[must_use]
    pub fn of(open: &Open) -> Self {
        let plays: Vec<Tile> = open.trick.iter().map(|play| play.domino).collect();
        let winner =
            open.trump.and_then(|trump| trump.winner(&plays)).and_then(|place| open.trick.get(place));
        let led = plays.first().zip(open.trump).and_then(|(lead, trump)| led(trump, *lead));
        Self {
            led,
            winning: winner.map(|play| play.player),
            points: if plays.is_empty() { 0 } else { trick_points(&plays) },
            race: open.contract.map(|contract| race(contract, &open.tally)),
            outcome: open.contract.map(|contract| contract.outcome(&open.tally)),
            order: order(open.hand, open.trump),
            trumps: Declaration::ALL
                .into_iter()
                .map(|declaration| TrumpsInHand { declaration, tiles: trumps(declaration, open.hand) })
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

fn race(contract: Contract, tally: &Tally) -> Race {
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
    let mut has = if unit == Stake::Points { tally.points } else { tally.tricks };
    if contract.declaration == Declaration::Nello {
        // In nello it is the bidder's own tricks that the others need.
        has = ByTeam([has[fortytwo::Team::Odd], has[fortytwo::Team::Even]]);
    }
    Race { unit, has, needs }
}

/// Trumps first, then the suits from six down, each from its highest tile.
fn order(hand: TileSet, trump: Option<Declaration>) -> Vec<Tile> {
    let trump = trump.unwrap_or(Declaration::NoTrump);
    descending(hand, |tile| {
        let is_trump = trump.trumps().is_some_and(|suit| trump.belongs(tile, suit));
        (is_trump, if is_trump { 0 } else { tile.high().get() }, trump.strength(tile, tile), tile.index())
    })
}

fn trumps(declaration: Declaration, hand: TileSet) -> Vec<Tile> {
    let Some(suit) = declaration.trumps() else { return Vec::new() };
    let trumps = hand.iter().filter(|tile| declaration.belongs(*tile, suit)).collect();
    descending(trumps, |tile| declaration.strength(tile, tile))
}

/// The highest first. For seven tiles the sorts of the library are a kilobyte more to load.
fn descending<K: Ord>(mut tiles: TileSet, key: impl Fn(Tile) -> K) -> Vec<Tile> {
    let mut sorted = Vec::new();
    while let Some(highest) = tiles.iter().max_by_key(|tile| key(*tile)) {
        sorted.push(highest);
        tiles = tiles.without(highest);
    }
    sorted
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
