//! Drills: short questions about tricks that were played by chance. Each has an answer that the rules alone give.

use chance::{Chance as _, SeededChance};
use serde::Serialize;

use crate::deal::deal_by;
use crate::declaration::{Declaration, Suit, trick_points};
use crate::seat::{BySeat, Seat, Team};
use crate::tile::Tile;
use crate::tile_set::TileSet;

/// What is practised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrillKind {
    /// Who wins a trick.
    Winner,
    /// Who has shown that a suit is gone.
    Void,
    /// How many trumps the others still hold.
    Trumps,
    /// Which tiles take enough of the last three tricks, all tiles face up.
    Make,
}

/// A question, and its answer. The player sits on seat 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "FortyTwoDrill"))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Drill {
    /// Who wins this trick?
    Winner {
        /// What is named.
        declaration: Declaration,
        /// The trick.
        trick: DrillTrick,
        /// Who wins it.
        answer: Seat,
        /// What it is worth.
        points: u8,
    },
    /// Who of the others has shown to hold nothing of a suit?
    Void {
        /// What is named.
        declaration: Declaration,
        /// The pip of the suit; absent for the doubles, where they are a suit of their own.
        #[serde(skip_serializing_if = "Option::is_none")]
        pip: Option<u8>,
        /// What was played.
        tricks: Vec<DrillTrick>,
        /// Those who did not follow, by seat.
        answer: Vec<Seat>,
    },
    /// How many trumps do the others still hold?
    Trumps {
        /// What is named.
        declaration: Declaration,
        /// What the player still holds.
        hand: TileSet,
        /// What was played.
        tricks: Vec<DrillTrick>,
        /// How many.
        answer: u8,
    },
    /// Which tiles make it?
    Make {
        /// What is named.
        declaration: Declaration,
        /// What everybody holds.
        hands: BySeat<TileSet>,
        /// Who led the trick under way, or leads it now.
        leader: Seat,
        /// The tiles of the trick under way, the lead first.
        trick: Vec<Tile>,
        /// How many points the side of the player needs from here on, this trick included.
        needed: u8,
        /// Which tiles may be played.
        legal: TileSet,
        /// Those after which best play by all takes them.
        answer: TileSet,
    },
}

/// A whole trick.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "FortyTwoDrillTrick"))]
pub struct DrillTrick {
    /// Who led.
    pub leader: Seat,
    /// The tiles, the lead first.
    pub plays: Vec<Tile>,
}

const ME: Seat = Seat::ALL[0];
/// Tricks that are looked back at: so many, and up to two more.
const TRICKS: u32 = 2;
/// Tricks before the ending.
const PLAYED: u32 = 4;

impl DrillKind {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Winner, Self::Void, Self::Trumps, Self::Make];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Winner => "winner",
            Self::Void => "void",
            Self::Trumps => "trumps",
            Self::Make => "make",
        }
    }

    /// The kind of this name.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

impl Drill {
    /// A question of a kind. The same seed asks the same.
    ///
    /// ```
    /// use fortytwo::{Drill, DrillKind};
    ///
    /// let Drill::Winner { trick, answer, .. } = Drill::new(DrillKind::Winner, 7) else { unreachable!() };
    /// println!("{} leads {}; seat {answer} wins", trick.leader, trick.plays[0]);
    /// ```
    #[must_use]
    pub fn new(kind: DrillKind, seed: u32) -> Self {
        let mut luck = SeededChance::from_seed(seed.into()).stream(kind as u64);
        // Most hands hold a question of each kind: a few are tried.
        loop {
            let found = match kind {
                DrillKind::Winner => winner(&mut luck),
                DrillKind::Void => void(&mut luck),
                DrillKind::Trumps => trumps(&mut luck),
                DrillKind::Make => make(&mut luck),
            };
            if let Some(found) = found {
                return found;
            }
        }
    }
}

/// A hand that is played by chance.
struct Hand {
    declaration: Declaration,
    hands: BySeat<TileSet>,
    leader: Seat,
    tricks: Vec<DrillTrick>,
}

impl Hand {
    fn deal(luck: &mut SeededChance) -> Self {
        // Pips as a rule, now and then doubles or no trumps.
        let declaration = Declaration::ALL[luck.below(9) as usize];
        let hands = deal_by(luck);
        let leader = Seat::ALL[luck.below(4) as usize];
        Self { declaration, hands, leader, tricks: Vec::new() }
    }

    fn play(mut self, tricks: u32, luck: &mut SeededChance) -> Self {
        for _ in 0..tricks {
            let mut plays = Vec::with_capacity(4);
            let mut seat = self.leader;
            while plays.len() < 4 {
                self.play_tile(seat, &mut plays, luck);
                seat = seat.left();
            }
            let trick = DrillTrick { leader: self.leader, plays };
            self.leader = trick.winner(self.declaration);
            self.tricks.push(trick);
        }
        self
    }

    fn play_tile(&mut self, seat: Seat, plays: &mut Vec<Tile>, luck: &mut SeededChance) {
        let legal = self.declaration.legal(plays.first().copied(), self.hands[seat]);
        let chosen = luck.below(u32::try_from(legal.len()).expect("a hand has seven tiles")) as usize;
        let tile = legal.iter().nth(chosen).expect("it is below the number of tiles");
        self.hands[seat] = self.hands[seat].without(tile);
        plays.push(tile);
    }

    fn seen(&self) -> TileSet {
        self.tricks.iter().flat_map(|trick| trick.plays.iter().copied()).collect()
    }
}

impl DrillTrick {
    fn winner(&self, declaration: Declaration) -> Seat {
        let place = declaration.winner(&self.plays).expect("a trick has tiles");
        nth_after(self.leader, place)
    }
}

fn nth_after(leader: Seat, place: usize) -> Seat {
    (0..place).fold(leader, |seat, _| seat.left())
}

fn winner(luck: &mut SeededChance) -> Option<Drill> {
    let mut hand = Hand::deal(luck).play(1, luck);
    let trick = hand.tricks.pop()?;
    let answer = trick.winner(hand.declaration);
    // The lead wins often enough.
    if answer == trick.leader && luck.below(3) > 0 {
        return None;
    }
    let points = trick_points(&trick.plays);
    Some(Drill::Winner { declaration: hand.declaration, trick, answer, points })
}

fn void(luck: &mut SeededChance) -> Option<Drill> {
    let tricks = TRICKS + luck.below(3);
    let hand = Hand::deal(luck).play(tricks, luck);
    let declaration = hand.declaration;
    let led = &hand.tricks[luck.below(tricks) as usize];
    let suit = declaration.led_suit(led.plays[0])?;
    let of_suit = |tile: Tile| declaration.belongs(tile, suit);
    let mut answer = Vec::new();
    for trick in hand.tricks.iter().filter(|trick| declaration.led_suit(trick.plays[0]) == Some(suit)) {
        let missing = (0..).zip(&trick.plays).filter(|(_, tile)| !of_suit(**tile));
        answer.extend(missing.map(|(place, _)| nth_after(trick.leader, place)));
    }
    answer.retain(|seat| *seat != ME);
    answer.sort_by_key(|seat| u8::from(*seat));
    answer.dedup();
    // Where all of the suit is gone, nobody holds any, whatever they showed.
    let unseen = Tile::ALL.into_iter().filter(|tile| of_suit(*tile) && !hand.seen().contains(*tile)).count();
    if answer.is_empty() || unseen < 2 {
        return None;
    }
    let pip = if let Suit::Pip(pip) = suit { Some(pip.get()) } else { None };
    Some(Drill::Void { declaration, pip, tricks: hand.tricks, answer })
}

fn trumps(luck: &mut SeededChance) -> Option<Drill> {
    let tricks = TRICKS + luck.below(3);
    let hand = Hand::deal(luck).play(tricks, luck);
    let trumps = hand.declaration.trumps()?;
    let all: TileSet = Tile::ALL.into_iter().filter(|tile| hand.declaration.belongs(*tile, trumps)).collect();
    let (played, own) = (all.intersection(hand.seen()), hand.hands[ME]);
    if played.is_empty() {
        return None;
    }
    let left = all.minus(played).minus(own).len();
    let answer = u8::try_from(left).expect("there are seven");
    Some(Drill::Trumps { declaration: hand.declaration, hand: own, tricks: hand.tricks, answer })
}

fn make(luck: &mut SeededChance) -> Option<Drill> {
    let mut hand = Hand::deal(luck).play(PLAYED, luck);
    let (mut trick, mut turn) = (Vec::new(), hand.leader);
    while turn != ME {
        hand.play_tile(turn, &mut trick, luck);
        turn = turn.left();
    }
    let Hand { declaration, hands, leader, .. } = hand;
    let ending = Ending { declaration, hands, leader, trick: trick.clone() };
    let legal = declaration.legal(trick.first().copied(), hands[ME]);
    let values: Vec<(Tile, u8)> = legal.iter().map(|tile| (tile, ending.after(tile).value())).collect();
    let (least, most) =
        (values.iter().map(|(_, value)| *value).min()?, values.iter().map(|(_, value)| *value).max()?);
    if least == most {
        return None;
    }
    // What some tiles take and others do not.
    let needed =
        values[luck.below(u32::try_from(values.len()).expect("three tiles")) as usize].1.max(least + 1);
    let answer = values.iter().filter(|(_, value)| *value >= needed).map(|(tile, _)| *tile).collect();
    Some(Drill::Make { declaration, hands, leader, trick, needed, legal, answer })
}

/// The end of a hand with all tiles face up. So few tiles need no search but all of it.
#[derive(Clone)]
struct Ending {
    declaration: Declaration,
    hands: BySeat<TileSet>,
    leader: Seat,
    trick: Vec<Tile>,
}

impl Ending {
    fn after(&self, tile: Tile) -> Self {
        let mut next = self.clone();
        let seat = nth_after(self.leader, self.trick.len());
        next.hands[seat] = next.hands[seat].without(tile);
        next.trick.push(tile);
        next
    }

    /// The points of seats 0 and 2 from this trick on, by best play of all.
    fn value(&self) -> u8 {
        if self.trick.len() == 4 {
            let place = self.declaration.winner(&self.trick).expect("a trick has tiles");
            let leader = nth_after(self.leader, place);
            let points = if leader.team() == Team::Even { trick_points(&self.trick) } else { 0 };
            return points + Self { leader, trick: Vec::new(), ..*self }.value();
        }
        let seat = nth_after(self.leader, self.trick.len());
        let legal = self.declaration.legal(self.trick.first().copied(), self.hands[seat]);
        let values = legal.iter().map(|tile| self.after(tile).value());
        let best = if seat.team() == Team::Even { values.max() } else { values.min() };
        best.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::{Layout, Solver, Stake};

    fn of_kind(kind: DrillKind) -> impl Iterator<Item = Drill> {
        (0..300).map(move |seed| Drill::new(kind, seed))
    }

    #[test]
    fn the_same_seed_asks_the_same_and_every_kind_has_its_name() {
        for kind in DrillKind::ALL {
            assert_eq!(Drill::new(kind, 9), Drill::new(kind, 9));
            assert_eq!(DrillKind::find(kind.name()), Some(kind));
            let json = serde_json::to_value(Drill::new(kind, 9)).unwrap();
            assert_eq!(json["kind"], kind.name());
        }
        assert_eq!(DrillKind::find("other"), None);
    }

    #[test]
    fn the_winner_is_nobody_who_was_beaten() {
        let mut elsewhere = 0;
        for drill in of_kind(DrillKind::Winner) {
            let Drill::Winner { declaration, trick, answer, points } = drill else { panic!("another kind") };
            let seats = (0..4).map(|place| nth_after(trick.leader, place)).zip(&trick.plays);
            let strength = |tile: &Tile| declaration.strength(trick.plays[0], *tile);
            let best = seats.clone().max_by_key(|(_, tile)| strength(tile)).unwrap();
            assert_eq!(best.0, answer);
            assert_eq!(
                usize::from(points),
                1 + trick.plays.iter().map(|tile| usize::from(tile.count())).sum::<usize>()
            );
            elsewhere += u32::from(answer != trick.leader);
        }
        assert!((150..300).contains(&elsewhere), "{elsewhere}");
    }

    #[test]
    fn who_is_void_could_not_have_held_a_tile_of_the_suit() {
        for drill in of_kind(DrillKind::Void) {
            let Drill::Void { declaration, pip, tricks, answer } = drill else { panic!("another kind") };
            let suit = pip.map_or(Suit::Doubles, |pip| Suit::Pip(crate::tile::Pip::new(pip).unwrap()));
            let of_suit: TileSet =
                Tile::ALL.into_iter().filter(|tile| declaration.belongs(*tile, suit)).collect();
            // By the function from which bots infer what others hold.
            let mut denied = BySeat([TileSet::EMPTY; 4]);
            for trick in &tricks {
                for (place, tile) in trick.plays.iter().enumerate().skip(1) {
                    let seat = nth_after(trick.leader, place);
                    denied[seat] = denied[seat].union(declaration.denied(Some(trick.plays[0]), *tile));
                }
            }
            let shown: Vec<Seat> = Seat::ALL[1..]
                .iter()
                .copied()
                .filter(|seat| denied[*seat].intersection(of_suit) == of_suit)
                .collect();
            assert_eq!(answer, shown);
            assert!(!answer.is_empty());
        }
    }

    #[test]
    fn trumps_that_are_left_are_those_of_the_others() {
        for drill in of_kind(DrillKind::Trumps) {
            let Drill::Trumps { declaration, hand, tricks, answer } = drill else { panic!("another kind") };
            let trumps = declaration.trumps().unwrap();
            let known = tricks.iter().flat_map(|trick| trick.plays.iter().copied()).chain(hand.iter());
            let known = known.filter(|tile| declaration.belongs(*tile, trumps)).count();
            assert_eq!(known + usize::from(answer), 7);
        }
    }

    #[test]
    fn what_makes_it_is_what_the_solver_says() {
        let mut solver = Solver::new();
        for drill in of_kind(DrillKind::Make) {
            let Drill::Make { declaration, hands, leader, trick, needed, legal, answer } = drill else {
                panic!("another kind")
            };
            let layout = Layout::new(declaration, ME, hands, leader, &trick).unwrap();
            assert_eq!((layout.turn(), layout.legal()), (ME, legal));
            let plays = solver.plays(&layout, Stake::Points, Team::Even);
            let enough = plays.into_iter().filter(|(_, value)| *value >= needed).map(|(tile, _)| tile);
            assert_eq!(answer, enough.collect());
            assert!(!answer.is_empty() && answer != legal);
        }
    }
}
