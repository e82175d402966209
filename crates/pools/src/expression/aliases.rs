use super::tree::Node;

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
    /// By name, ascending: there are at most a hundred.
    known: Vec<(String, Node)>,
}

impl Aliases {
    /// The names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.known.iter().map(|(name, _)| name.as_str())
    }

    /// What a name stands for.
    pub(super) fn shown(&self, name: &str) -> Option<String> {
        self.get(name).map(ToString::to_string)
    }

    pub(super) fn insert(&mut self, name: String, node: Node) {
        match self.place(&name) {
            Ok(place) => self.known[place].1 = node,
            Err(place) => self.known.insert(place, (name, node)),
        }
    }

    pub(super) fn get(&self, name: &str) -> Option<&Node> {
        Some(&self.known[self.place(name).ok()?].1)
    }

    /// Where a name is, or would be.
    fn place(&self, name: &str) -> Result<usize, usize> {
        self.known.binary_search_by(|(known, _)| known.as_str().cmp(name))
    }
}
