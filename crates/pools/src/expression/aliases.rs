use super::tree::Node;
use crate::NameMap;

/// Names that people give to expressions: `sword` for `2d6+3`, written `@sword` from then on.
///
/// An alias may use those defined before it, so none can go round in circles.
///
/// ```
/// use pools::{Aliases, Expression};
///
/// let mut aliases = Aliases::default();
/// aliases.define("sword", "2d6+3")?;
/// aliases.define("flurry", "3x@sword")?;
/// let flurry = Expression::parse("@flurry - 5", &aliases)?;
/// assert_eq!(flurry.range(), (10, 40));
/// # Ok::<(), pools::ExpressionError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Aliases {
    known: NameMap<Node>,
}

impl Aliases {
    /// The names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.known.names()
    }

    /// What a name stands for.
    pub(super) fn shown(&self, name: &str) -> Option<String> {
        self.get(name).map(ToString::to_string)
    }

    pub(super) fn insert(&mut self, name: String, node: Node) {
        self.known.insert(name, node);
    }

    pub(super) fn get(&self, name: &str) -> Option<&Node> {
        self.known.get(name)
    }
}
