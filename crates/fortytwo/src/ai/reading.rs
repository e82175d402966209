use crate::contract::Contract;
use crate::declaration::Declaration;
use crate::seat::{BySeat, Seat};
use crate::sight::Sight;
use crate::tile::Tile;
use crate::tile_set::TileSet;

use super::appraisal::trumps;

/// What the plays so far say about the hands they came from, beyond the voids: what a seat did not do with a tile that
/// would have been better is a sign that it had none.
///
/// Every sign is one of legal plays that all can see. A bot that is free to choose plays so that these signs are true
/// ([`signal`]), so partners tell each other something by them.
#[derive(Clone, Debug, Default)]
pub(super) struct Reading {
    signs: Vec<Sign>,
}

/// If the seat had any of these tiles at that moment (or, for `lacking`, had none of them), the play was this likely.
#[derive(Clone, Copy, Debug)]
struct Sign {
    seat: Seat,
    tiles: TileSet,
    lacking: bool,
    likely: f64,
    /// What the seat played from that moment on.
    later: TileSet,
}

/// No count for the partner's sure trick, with count in hand.
const KEPT_COUNT: f64 = 0.5;
/// Count for the opponents' sure trick, with something else in hand.
const GAVE_COUNT: f64 = 0.4;
/// A trick with count left to the opponents, with a tile in hand that takes it.
const LEFT_COUNT: f64 = 0.45;
/// A low lead of the bidders while the highest trump is in hand.
const HELD_TRUMP: f64 = 0.6;
/// A tile that the partner throws away whose suit it does not hold the double of: others need not keep to that.
const NO_DOUBLE: f64 = 0.8;

impl Reading {
    /// Reads the plays that this seat saw.
    pub(super) fn new(sight: &Sight) -> Self {
        let Some(contract) = sight.contract() else { return Self::default() };
        if contract.declaration.is_special() {
            return Self::default();
        }
        let mut later = BySeat(Seat::ALL.map(|seat| sight.shown(seat)));
        let (mut out, mut table, mut leader) = (TileSet::ALL, Vec::new(), contract.leader());
        let mut signs = Vec::new();
        for &tile in sight.plays() {
            let seat = table.iter().fold(leader, |seat, _| contract.after(seat));
            if seat != sight.seat() {
                let moment = Moment { contract: &contract, table: &table, leader, out };
                let signals = seat == sight.seat().partner();
                let sign = moment.sign(seat, tile).or_else(|| moment.signal(tile).filter(|_| signals));
                signs.extend(sign.map(|(tiles, lacking, likely)| {
                    let later = later[seat];
                    Sign { seat, tiles, lacking, likely, later }
                }));
            }
            later[seat] = later[seat].without(tile);
            out = out.without(tile);
            table.push(tile);
            if table.len() == contract.declaration.trick_size() {
                let places = contract.declaration.winner(&table).unwrap_or(0);
                leader = (0..places).fold(leader, |seat, _| contract.after(seat));
                table.clear();
            }
        }
        Self { signs }
    }

    /// From 0 to 1, how well the plays fit these hands.
    pub(super) fn fits(&self, world: &BySeat<TileSet>) -> f64 {
        let unlikely = self.signs.iter().filter(|sign| {
            let hand = world[sign.seat] | sign.later;
            (hand & sign.tiles).is_empty() == sign.lacking
        });
        unlikely.map(|sign| sign.likely).product()
    }
}

/// The table before a play.
struct Moment<'a> {
    contract: &'a Contract,
    table: &'a [Tile],
    leader: Seat,
    /// What was not played yet.
    out: TileSet,
}

impl Moment<'_> {
    /// What this play says: tiles, whether it is their absence that makes it unlikely, and how likely it is then.
    fn sign(&self, seat: Seat, tile: Tile) -> Option<(TileSet, bool, f64)> {
        let declaration = self.contract.declaration;
        let trumps = trumps(declaration);
        let Some(&lead) = self.table.first() else {
            let bidders = self.contract.bidder.team() == seat.team();
            let best = (trumps & self.out).iter().max_by_key(|tile| declaration.strength(*tile, *tile))?;
            let low = !trumps.contains(tile) && !tile.is_double();
            return (bidders && low).then_some((TileSet::EMPTY.with(best), false, HELD_TRUMP));
        };
        let followers = declaration.followers(lead);
        let choice = if followers.contains(tile) { followers } else { TileSet::ALL }.without(tile);
        let winner = declaration.winner(self.table)?;
        let best = declaration.strength(lead, self.table[winner]);
        let holder = (0..winner).fold(self.leader, |seat, _| self.contract.after(seat));
        let last = self.table.len() + 1 == declaration.trick_size();
        let beating: TileSet =
            self.out.iter().filter(|tile| declaration.strength(lead, *tile) > best).collect();
        let count: TileSet = self.out.iter().filter(|tile| tile.count() > 0).collect();
        let takes = declaration.strength(lead, tile) > best;
        if holder == seat.partner() && !takes {
            let sure = last || beating.is_empty();
            let kept = (count & choice) - beating;
            if sure && tile.count() == 0 {
                return Some((kept, false, KEPT_COUNT));
            }
        } else if !takes {
            let on_table: u8 = self.table.iter().map(|tile| tile.count()).sum();
            if last && on_table + tile.count() > 0 {
                return Some((beating & choice, false, LEFT_COUNT));
            }
            if tile.count() > 0 && (last || beating.is_empty()) {
                return Some((choice - count, false, GAVE_COUNT));
            }
        }
        None
    }

    /// What a tile says that is thrown away by somebody who keeps to [`signal`].
    fn signal(&self, tile: Tile) -> Option<(TileSet, bool, f64)> {
        let double = indicated_double(self.contract.declaration, *self.table.first()?, tile)?;
        Some((double, true, NO_DOUBLE))
    }
}

/// The double that throwing this tile away speaks of: that of the suit which the tile would lead.
fn indicated_double(declaration: Declaration, lead: Tile, tile: Tile) -> Option<TileSet> {
    let thrown = !declaration.followers(lead).contains(tile)
        && !trumps(declaration).contains(tile)
        && tile.count() == 0;
    thrown.then(|| own_double(declaration, tile)).flatten()
}

/// The double of the suit that this tile would lead, if the tile is another and doubles are no suit of their own.
fn own_double(declaration: Declaration, tile: Tile) -> Option<TileSet> {
    let double = Tile::new(tile.high(), tile.high());
    let suited = declaration.led_suit(tile) == declaration.led_suit(double);
    (suited && tile != double).then(|| TileSet::EMPTY.with(double))
}

/// Whether throwing this tile away says something true to the partner: the hand holds the double of its suit.
pub(super) fn signal(sight: &Sight, declaration: Declaration, tile: Tile) -> bool {
    let double = sight.table().first().and_then(|lead| indicated_double(declaration, *lead, tile));
    double.is_some_and(|double| !(double & sight.hand()).is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::house::HouseRules;
    use crate::seat::ByTeam;

    fn tiles(text: &str) -> TileSet {
        text.split(' ').map(|tile| tile.parse::<Tile>().unwrap()).collect()
    }

    /// Seat 0 has bid 30 on fives and leads the highest; seat 2, its partner, follows with this.
    fn partner_plays(tile: &str) -> Sight {
        let me = Seat::ALL[0];
        let mut sight = Sight::new(me, Seat::ALL[3], tiles("5-5 6-5 5-4 6-6 3-1 2-1 1-0")).unwrap();
        sight = sight.at_table(HouseRules::default(), ByTeam::default());
        sight.hear("30".parse().ok()).unwrap();
        (0..3).for_each(|_| sight.hear(None).unwrap());
        sight.hear_declaration("5".parse().unwrap()).unwrap();
        for tile in ["5-5", "5-2", tile] {
            sight.see(tile.parse().unwrap()).unwrap();
        }
        sight
    }

    fn world(partner: &str) -> BySeat<TileSet> {
        let mut world = BySeat::default();
        world[Seat::ALL[2]] = tiles(partner);
        world
    }

    #[test]
    fn who_gives_no_count_to_the_partners_sure_trick_has_none() {
        let reading = Reading::new(&partner_plays("6-1"));
        let (with, without) = (reading.fits(&world("6-4 3-0")), reading.fits(&world("6-3 3-0")));
        assert!(with < without, "{with} {without}");
        // Count that must not be thrown, because fives are led and 5-1 follows, says nothing.
        let followed = Reading::new(&partner_plays("5-1"));
        assert!((followed.fits(&world("6-4 3-0")) - followed.fits(&world("6-3 3-0"))).abs() < 1e-12);
    }

    #[test]
    fn a_tile_thrown_away_speaks_for_the_double_of_its_suit() {
        let mut sight = partner_plays("4-1");
        for tile in ["5-3", "6-6", "6-2", "4-2", "6-0"] {
            sight.see(tile.parse().unwrap()).unwrap();
        }
        let reading = Reading::new(&sight);
        let (with, without) = (reading.fits(&world("4-4 1-1")), reading.fits(&world("3-3 1-1")));
        assert!(with > without, "{with} {without}");
    }
}
