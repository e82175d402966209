//! The text that is compiled for the device: the tables of the game as constants, and the kernels.

use std::fmt::{Display, Write as _};

use dicee::layout::{KEEPS, Shapes};

const KERNELS: &str = include_str!("kernels.cu");

/// Pairs in the order in which they can be computed: those of two slots first, then those of a pair, and so on.
pub(crate) struct OrderedPairs {
    /// Numbers from the number of slots on mean places in this list.
    pub(crate) pairs: Vec<[u16; 2]>,
    /// Where each depth ends.
    pub(crate) ends: [usize; 3],
    /// The choices of every roll, with the new numbers.
    pub(crate) choices: Vec<[u16; 5]>,
}

impl OrderedPairs {
    pub(crate) fn new(shapes: &Shapes) -> Self {
        let slots = shapes.slots.len();
        let mut depths: Vec<usize> = Vec::new();
        for pair in &shapes.pairs {
            let depth = |&choice: &u16| usize::from(choice).checked_sub(slots).map_or(0, |pair| depths[pair]);
            depths.push(1 + pair.iter().map(depth).max().unwrap_or(0));
        }
        let mut order: Vec<usize> = (0..depths.len()).collect();
        order.sort_by_key(|&pair| (depths[pair], pair));
        let renamed = |choice: u16| match usize::from(choice).checked_sub(slots) {
            None => choice,
            Some(pair) => {
                let place = order.iter().position(|&old| old == pair).expect("every pair has a place");
                u16::try_from(slots + place).expect("a few hundred choices")
            }
        };
        Self {
            pairs: order.iter().map(|&pair| shapes.pairs[pair].map(renamed)).collect(),
            ends: [1, 2, 3].map(|depth| depths.iter().filter(|&&other| other <= depth).count()),
            choices: shapes.choices.iter().map(|choices| choices.map(renamed)).collect(),
        }
    }
}

/// The whole source.
pub(crate) fn source(shapes: &Shapes) -> String {
    let ordered = OrderedPairs::new(shapes);
    assert!(ordered.pairs.len() <= usize::from(shapes.first_of_size[5]), "pairs fit where the keeps will be");
    assert_eq!(ordered.ends[2], ordered.pairs.len(), "at most four boxes in a group");
    let mut text = String::new();
    let mut firsts = vec![0];
    for without in &shapes.without {
        firsts.push(firsts[firsts.len() - 1] + without.len());
    }
    let sizes: Vec<u16> = shapes.first_of_size.iter().copied().chain([462]).collect();
    for (name, value) in [("KEEPS", KEEPS), ("ROLLS", shapes.choices.len()), ("SLOTS", shapes.slots.len())] {
        writeln!(text, "#define {name} {value}").expect("writing to a string cannot fail");
    }
    array(&mut text, "unsigned short", "FIRST_OF_SIZE", &sizes);
    array(&mut text, "unsigned short", "WITH_FACE", shapes.with_face.as_flattened());
    array(&mut text, "unsigned short", "WITHOUT_FIRST", &firsts);
    array(&mut text, "unsigned short", "WITHOUT", &shapes.without.concat());
    array(&mut text, "unsigned short", "PAIRS", ordered.pairs.as_flattened());
    array(&mut text, "unsigned short", "PAIR_ENDS", &ordered.ends);
    array(&mut text, "unsigned short", "CHOICES", ordered.choices.as_flattened());
    let (categories, points): (Vec<u8>, Vec<u8>) = shapes.slots.iter().copied().unzip();
    array(&mut text, "unsigned char", "SLOT_CATEGORY", &categories);
    array(&mut text, "unsigned char", "SLOT_POINTS", &points);
    array(&mut text, "unsigned short", "FIVES", &shapes.fives);
    text.push_str(KERNELS);
    text
}

fn array(text: &mut String, kind: &str, name: &str, values: &[impl Display]) {
    let values: Vec<String> = values.iter().map(ToString::to_string).collect();
    writeln!(text, "__constant__ {kind} {name}[{}] = {{{}}};", values.len(), values.join(","))
        .expect("writing to a string cannot fail");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_follows_what_it_is_made_of() {
        let shapes = Shapes::new();
        let ordered = OrderedPairs::new(&shapes);
        for (place, pair) in ordered.pairs.iter().enumerate() {
            let depth = ordered.ends.iter().position(|&end| place < end).unwrap();
            let start = if depth == 0 { 0 } else { ordered.ends[depth - 1] };
            for choice in pair {
                assert!(usize::from(*choice) < shapes.slots.len() + start, "{place}: {pair:?}");
            }
        }
    }

    #[test]
    fn the_constants_fit_into_the_memory_for_them() {
        let shapes = Shapes::new();
        let words = 7 + 6 * 210 + 463 + 1260 + 2 * shapes.pairs.len() + 3 + 5 * 252 + 6;
        assert!(2 * words + 2 * shapes.slots.len() < 64 << 10);
        assert!(source(&shapes).contains("#define KEEPS 462\n"));
    }
}
