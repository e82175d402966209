use chance::{Chance as _, SeededChance};
use dicee::{Category, CategorySet, DiceeBox, Position};

/// A random position with `boxes` open boxes.
pub(crate) fn any_position(luck: &mut SeededChance, boxes: usize) -> Position {
    loop {
        let mut open = CategorySet::EMPTY;
        while open.len() < boxes {
            open = open.with(Category::ALL[luck.below(13) as usize]);
        }
        let dicee_box = match luck.below(2) {
            _ if open.contains(Category::Dicee) => DiceeBox::Open,
            0 => DiceeBox::Zero,
            _ => DiceeBox::Fifty,
        };
        if let Ok(position) = Position::new(open, i64::from(luck.below(64)), dicee_box) {
            return position;
        }
    }
}
