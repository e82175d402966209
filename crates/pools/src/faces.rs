use crate::DiceSystem;

/// How many faces of a die are one success, two of them, a botch, or nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Faces {
    pub(crate) success: u32,
    pub(crate) double: u32,
    pub(crate) botch: u32,
    pub(crate) neutral: u32,
}

impl Faces {
    pub(crate) fn of(system: &DiceSystem) -> Self {
        let double = system.double_faces();
        Self {
            success: system.success_faces() - double,
            double,
            botch: system.botch_faces(),
            neutral: system.neutral_faces(),
        }
    }
}
