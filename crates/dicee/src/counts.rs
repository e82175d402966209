//! Multisets of at most five dice, as how many show each face: their order, their numbers and their text.

use crate::face::Face;
use crate::input;
use crate::{InputError, SixFaces};

/// How many multisets there are, from no die to five.
pub(crate) const KEEPS: usize = 462;

/// Where the keeps of each size begin in [`ALL_COUNTS`].
pub(crate) const FIRST_OF_SIZE: [u16; 6] = [0, 1, 7, 28, 84, 210];

/// Counts of every keep: ascending by size, and within a size by [`rank`].
pub(crate) const ALL_COUNTS: [SixFaces; KEEPS] = generate_all_counts();

/// The place of a multiset among all multisets of its size, in the combinatorial number system: with the
/// faces ascending, f1 <= f2 <= ..., it is the sum of C(f_i + i - 2, i).
pub(crate) const fn rank(counts: &SixFaces) -> u8 {
    let mut rank = 0;
    let mut taken = 0;
    let mut face = 0;
    while face < 6 {
        let mut copies = counts[face];
        while copies > 0 {
            taken += 1;
            rank += BINOMIAL[face + taken - 1][taken];
            copies -= 1;
        }
        face += 1;
    }
    rank
}

/// The index of a keep with these counts.
pub(crate) const fn index_of(counts: &SixFaces) -> u16 {
    FIRST_OF_SIZE[size(counts)] + rank(counts) as u16
}

/// In how many orders a multiset of dice can fall.
pub(crate) const fn multinomial(counts: &SixFaces) -> u32 {
    let mut ways = FACTORIAL[size(counts)];
    let mut face = 0;
    while face < 6 {
        ways /= FACTORIAL[counts[face] as usize];
        face += 1;
    }
    ways
}

/// How many dice they are.
pub(crate) const fn size(counts: &SixFaces) -> usize {
    (counts[0] + counts[1] + counts[2] + counts[3] + counts[4] + counts[5]) as usize
}

const FACTORIAL: [u32; 6] = [1, 1, 2, 6, 24, 120];

const BINOMIAL: [[u8; 6]; 10] = {
    let mut table = [[0; 6]; 10];
    let mut n = 0;
    while n < 10 {
        table[n][0] = 1;
        let mut k = 1;
        while k < 6 && k <= n {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

const fn generate_all_counts() -> [SixFaces; KEEPS] {
    let mut all = [[0; 6]; KEEPS];
    // Every keep but the empty one is a smaller keep with one die added; the index says where it goes.
    let mut index = 0;
    while index < FIRST_OF_SIZE[5] as usize {
        let mut face = 0;
        while face < 6 {
            let mut counts = all[index];
            counts[face] += 1;
            all[index_of(&counts) as usize] = counts;
            face += 1;
        }
        index += 1;
    }
    all
}

/// The counts of a list of numbers; `field` names it in the error.
///
/// # Errors
///
/// [`InputError`] if one is not a face.
pub(crate) fn parse(field: &str, faces: &[i64]) -> Result<SixFaces, InputError> {
    let mut counts = [0; 6];
    for &number in faces {
        let face = u8::try_from(number)
            .ok()
            .and_then(Face::from_pips)
            .ok_or_else(|| input::face(field, &number.to_string()))?;
        counts[face.index()] += 1;
    }
    Ok(counts)
}

/// The faces, ascending.
pub(crate) fn faces(counts: &SixFaces) -> Vec<u8> {
    let mut faces = Vec::with_capacity(size(counts));
    for face in Face::ALL {
        faces.extend(std::iter::repeat_n(face.pips(), usize::from(counts[face.index()])));
    }
    faces
}

/// The faces with blanks between them.
pub(crate) fn text(counts: &SixFaces) -> String {
    let text: Vec<String> = faces(counts).iter().map(u8::to_string).collect();
    text.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_keep_stands_at_its_own_index_fewer_dice_first() {
        let all = generate_all_counts();
        assert_eq!(all, ALL_COUNTS);
        for (place, counts) in all.iter().enumerate() {
            assert_eq!(usize::from(index_of(counts)), place, "{counts:?}");
        }
        assert!(all.is_sorted_by_key(size));
        assert_eq!((all[0], size(&all[KEEPS - 1])), ([0; 6], 5));
    }
}
