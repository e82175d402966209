use chance::Chance;
use dicee::{DiceeCommand, DiceeGame, KeptMask};
use wasm_edge::Fault;

/// The faces of real dice, as people entered them, from left to right.
pub(crate) struct EnteredDice<'a> {
    faces: std::slice::Iter<'a, u8>,
    device: &'a mut dyn Chance,
}

impl<'a> EnteredDice<'a> {
    /// Takes entered faces for the roll that this command makes.
    ///
    /// # Errors
    ///
    /// An `InputError` if the command rolls nothing, the dice follow from a seed, the number of faces is not the number
    /// of dice that are rolled, or one is not a face.
    pub(crate) fn new(
        game: &DiceeGame,
        command: &DiceeCommand,
        faces: &'a [u8],
        device: &'a mut dyn Chance,
    ) -> Result<Self, Fault> {
        let wrong = |expected: &str| Fault::input("faces", expected, &format!("{faces:?}"));
        let DiceeCommand::Roll { kept_mask } = command else {
            return Err(wrong("none, because nothing is rolled"));
        };
        let Some(table) = game.table() else { return Err(wrong("none before the game is created")) };
        if table.dice_source().is_checkable() {
            return Err(wrong("none, because the dice of this game follow from a seed"));
        }
        let held = table.turn().ok().filter(|turn| turn.dice().is_some()).map(dicee::Turn::held);
        let kept = kept_mask.or(held).unwrap_or(KeptMask::NONE);
        let rolled = kept.0.iter().filter(|kept| !**kept).count();
        if faces.len() != rolled || faces.iter().any(|face| !(1..=6).contains(face)) {
            return Err(wrong(&format!("{rolled} faces from 1 to 6, one for each die that is rolled")));
        }
        Ok(Self { faces: faces.iter(), device })
    }
}

impl Chance for EnteredDice<'_> {
    fn next_word(&mut self) -> u32 {
        self.device.next_word()
    }

    fn die(&mut self) -> u8 {
        self.faces.next().copied().unwrap_or_else(|| self.device.die())
    }
}
