//! Every roll there is, for tests that prove the fast by the slow.

/// All rolls of so many ten-sided dice.
pub(crate) fn rolls(dice: u32) -> impl Iterator<Item = Vec<u8>> {
    (0..10u32.pow(dice)).map(move |number| {
        let face = |place| u8::try_from(number / 10u32.pow(place) % 10 + 1).expect("a face is at most 10");
        (0..dice).map(face).collect()
    })
}
