use serde::{Serialize, Serializer};

/// Something for each of a few names, in the order of the names; JSON has it as an object.
///
/// A sorted list: there are at most a hundred names, and a tree is ten times the code in a browser module.
///
/// ```
/// use pools::NameMap;
///
/// let mut pools = NameMap::default();
/// pools.insert("stealth".to_owned(), 6);
/// pools.insert("lore".to_owned(), 4);
/// assert_eq!(pools.names().collect::<Vec<_>>(), ["lore", "stealth"]);
/// assert_eq!((pools.get("lore"), pools.get("aim")), (Some(&4), None));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameMap<V> {
    /// Ascending by name, each name once.
    entries: Vec<(String, V)>,
}

impl<V> NameMap<V> {
    /// How many names there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// What a name has.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&V> {
        Some(&self.entries[self.place(name).ok()?].1)
    }

    pub(crate) fn get_mut(&mut self, name: &str) -> Option<&mut V> {
        let place = self.place(name).ok()?;
        Some(&mut self.entries[place].1)
    }

    /// Whether a name is known.
    #[must_use]
    pub fn contains(&self, name: &str) -> bool {
        self.place(name).is_ok()
    }

    /// Gives a name something, in place of what it had.
    pub fn insert(&mut self, name: String, value: V) {
        match self.place(&name) {
            Ok(place) => self.entries[place].1 = value,
            Err(place) => self.entries.insert(place, (name, value)),
        }
    }

    pub(crate) fn remove(&mut self, name: &str) {
        self.entries.retain(|(known, _)| known != name);
    }

    /// The names, ascending.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.entries.iter().map(|(name, _)| name.as_str())
    }

    /// Every name and what it has, in the order of the names.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&String, &V)> {
        self.entries.iter().map(|(name, value)| (name, value))
    }

    /// Where a name is, or would be.
    fn place(&self, name: &str) -> Result<usize, usize> {
        self.entries.binary_search_by(|(known, _)| known.as_str().cmp(name))
    }
}

/// Panics if the name is unknown.
impl<V> std::ops::Index<&str> for NameMap<V> {
    type Output = V;

    fn index(&self, name: &str) -> &V {
        self.get(name).expect("the name is known")
    }
}

impl<V> Default for NameMap<V> {
    fn default() -> Self {
        Self { entries: Vec::new() }
    }
}

impl<V: Serialize> Serialize for NameMap<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_order_and_each_is_there_once() {
        let mut map = NameMap::default();
        for (name, value) in [("b", 1), ("c", 2), ("a", 3), ("b", 4)] {
            map.insert(name.to_owned(), value);
        }
        assert_eq!(serde_json::to_string(&map).unwrap(), r#"{"a":3,"b":4,"c":2}"#);
        map.remove("b");
        map.remove("d");
        assert_eq!((map.len(), map.contains("b"), map.get("c"), map["a"]), (2, false, Some(&2), 3));
        *map.get_mut("c").unwrap() = 5;
        assert_eq!(map.iter().map(|(_, value)| *value).collect::<Vec<_>>(), [3, 5]);
    }
}
