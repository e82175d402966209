//! Worlds never contradict what was seen, and are drawn evenly.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::HashMap;

use chance::{Chance as _, SeededChance};
use fortytwo::{BySeat, ByTeam, Declaration, HouseRules, Seat, Sight, Tile, TileSet, Worlds, deal};

fn pick<T: Copy>(luck: &mut SeededChance, list: &[T]) -> T {
    list[luck.below(u32::try_from(list.len()).unwrap()) as usize]
}

/// A hand played at random for a while, as one seat saw it, with what really lies where.
fn played(luck: &mut SeededChance, declaration: Declaration, plays: u32) -> (Sight, BySeat<TileSet>) {
    let mut hands = deal(luck.next_word());
    let seat = pick(luck, &Seat::ALL);
    let mut sight = Sight::new(seat, Seat::ALL[3], hands[seat]).unwrap();
    sight = sight.at_table(HouseRules::EVERYTHING, ByTeam::default());
    sight.hear("M1".parse().ok()).unwrap();
    (0..3).for_each(|_| sight.hear(None).unwrap());
    sight.hear_declaration(declaration).unwrap();
    for _ in 0..plays {
        let Some(turn) = sight.player() else { break };
        let legal: Vec<Tile> =
            declaration.legal(sight.table().first().copied(), hands[turn]).iter().collect();
        let tile = pick(luck, &legal);
        sight.see(tile).unwrap();
        hands[turn] = hands[turn].without(tile);
    }
    (sight, hands)
}

#[test]
fn worlds_never_contradict_a_void_or_a_seen_tile() {
    let mut luck = SeededChance::from_seed(1);
    for round in 0..3000 {
        let declaration = pick(&mut luck, &Declaration::ALL);
        let (sight, truth) = played(&mut luck, declaration, round % 28);
        let worlds = Worlds::of(&sight).unwrap();
        for _ in 0..5 {
            let world = worlds.draw(&mut luck);
            assert_eq!(world[sight.seat()], sight.hand());
            let mut all = TileSet::EMPTY;
            for (seat, hand) in world.iter() {
                assert_eq!(hand.len(), truth[seat].len(), "{declaration} {sight:?}");
                assert!(seat == sight.seat() || (*hand & sight.seen()).is_empty(), "{declaration} {sight:?}");
                assert!((*hand & sight.denied(seat)).is_empty(), "{declaration} {sight:?}");
                assert!((*hand & all).is_empty());
                all = all | *hand;
            }
        }
    }
}

#[test]
fn the_truth_is_among_the_worlds_and_the_count_is_their_number() {
    let mut luck = SeededChance::from_seed(2);
    for round in 0..600 {
        let declaration = pick(&mut luck, &Declaration::ALL);
        let (sight, truth) = played(&mut luck, declaration, 12 + round % 16);
        let worlds = Worlds::of(&sight).unwrap();
        if worlds.count() > 20_000 {
            continue;
        }
        let all = worlds.all();
        assert_eq!(all.len() as u64, worlds.count());
        assert!(all.contains(&truth), "{declaration} {sight:?}");
        // Written a second way: every split of the unseen tiles, kept if nobody holds what it denied.
        let unseen: Vec<Tile> = (TileSet::ALL - sight.seen()).iter().collect();
        if unseen.len() <= 9 {
            let mut count = 0;
            for code in 0..4u64.pow(u32::try_from(unseen.len()).unwrap()) {
                let owner = |place: usize| Seat::ALL[(code >> (2 * place) & 3) as usize];
                let fits = unseen.iter().enumerate().all(|(place, tile)| {
                    owner(place) != sight.seat() && !sight.denied(owner(place)).contains(*tile)
                });
                let sizes = Seat::ALL.into_iter().all(|seat| {
                    seat == sight.seat()
                        || (0..unseen.len()).filter(|place| owner(*place) == seat).count() == sight.held(seat)
                });
                count += u64::from(fits && sizes);
            }
            assert_eq!(count, worlds.count(), "{declaration} {sight:?}");
        }
    }
}

#[test]
fn every_world_is_equally_likely() {
    let mut luck = SeededChance::from_seed(3);
    let mut checked = 0;
    while checked < 12 {
        let declaration = pick(&mut luck, &Declaration::ALL);
        let (sight, _) = played(&mut luck, declaration, 16);
        let worlds = Worlds::of(&sight).unwrap();
        if !(10..=300).contains(&worlds.count()) {
            continue;
        }
        checked += 1;
        let mut seen: HashMap<[TileSet; 4], u32> = worlds.all().iter().map(|world| (world.0, 0)).collect();
        let each = 100.0;
        for _ in 0..100 * worlds.count() {
            *seen.get_mut(&worlds.draw(&mut luck).0).unwrap() += 1;
        }
        let chi_squared: f64 = seen.values().map(|&n| (f64::from(n) - each).powi(2) / each).sum();
        // Twelve tests, each within four standard deviations of chi-squared's mean.
        let freedom = (worlds.count() - 1) as f64;
        let bound = freedom + 4.0 * (2.0 * freedom).sqrt() + 8.0;
        assert!(chi_squared < bound, "chi-squared {chi_squared} of {freedom}, bound {bound}");
    }
}

#[test]
fn voids_that_leave_one_world_leave_that_one() {
    let tiles = |text: &str| text.split(' ').map(|tile| tile.parse::<Tile>().unwrap()).collect::<TileSet>();
    // Seat 1 may hold only 6-6 and 6-5, seat 2 not 5-5: 5-5 and 4-4 are settled one after the other.
    let unknown = tiles("4-4 5-5 6-5 6-6");
    let denied = BySeat([TileSet::EMPTY, tiles("4-4 5-5"), tiles("5-5 6-5"), tiles("4-4")]);
    let worlds = Worlds::new(BySeat::default(), unknown, BySeat([0, 2, 1, 1]), denied).unwrap();
    assert_eq!(worlds.count(), 1);
    let world = worlds.draw(&mut SeededChance::from_seed(1));
    assert_eq!(world.0.map(|hand| hand.to_string()), ["", "6-5 6-6", "4-4", "5-5"]);
    let none = BySeat([TileSet::EMPTY, TileSet::ALL, TileSet::EMPTY, TileSet::EMPTY]);
    assert!(Worlds::new(BySeat::default(), unknown, BySeat([0, 2, 1, 1]), none).is_err());
    assert!(Worlds::new(BySeat::default(), unknown, BySeat([0, 2, 1, 2]), denied).is_err());
}

#[test]
fn whole_deals_are_drawn_evenly_though_there_are_more_than_a_word_can_number() {
    let worlds = Worlds::new(BySeat::default(), TileSet::ALL, BySeat([7; 4]), BySeat::default()).unwrap();
    assert_eq!(worlds.count(), 472_518_347_558_400); // 28! / (7! 7! 7! 7!)
    let mut luck = SeededChance::from_seed(1);
    let mut held = [[0u32; 4]; 28];
    let draws = 4_000;
    for _ in 0..draws {
        let world = worlds.draw(&mut luck);
        assert!(world.0.iter().all(|hand| hand.len() == 7));
        for (place, hand) in world.0.iter().enumerate() {
            hand.iter().for_each(|tile| held[tile.index()][place] += 1);
        }
    }
    // A quarter each, within five standard deviations: 1000 of 4000, and one is 27.
    assert!(held.iter().flatten().all(|count| count.abs_diff(draws / 4) < 137), "{held:?}");
}
