use std::fmt;

/// One face of a die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names say it all")]
pub enum Face {
    One = 1,
    Two,
    Three,
    Four,
    Five,
    Six,
}

impl Face {
    /// All faces, ascending.
    pub const ALL: [Self; 6] = [Self::One, Self::Two, Self::Three, Self::Four, Self::Five, Self::Six];

    /// The face with this many pips, if there is one.
    #[must_use]
    pub const fn from_pips(pips: u8) -> Option<Self> {
        match pips {
            1..=6 => Some(Self::ALL[pips as usize - 1]),
            _ => None,
        }
    }

    /// How many pips it shows, 1 to 6.
    #[must_use]
    pub const fn pips(self) -> u8 {
        self as u8
    }

    /// Its place in [`Face::ALL`], 0 to 5.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize - 1
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pips().fmt(f)
    }
}
