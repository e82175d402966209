//! Structs from JSON objects alone. What serde derives also reads a struct from the list of its values, which no schema
//! offers: `#[serde(deserialize_with = "chance::object")]` on the field refuses that.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// Reads something that is written as an object.
///
/// ```
/// #[derive(serde::Deserialize)]
/// struct Size {
///     #[serde(default)]
///     width: u32,
/// }
///
/// #[derive(serde::Deserialize)]
/// struct Picture {
///     #[serde(deserialize_with = "chance::object")]
///     size: Size,
/// }
///
/// let picture: Picture = serde_json::from_str(r#"{"size": {"width": 5}}"#)?;
/// assert_eq!(picture.size.width, 5);
/// assert!(serde_json::from_str::<Picture>(r#"{"size": [5]}"#).is_err());
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// # Errors
///
/// If it is anything else, or not a `T`.
pub fn object<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<T, D::Error> {
    struct Whole<T>(PhantomData<T>);

    impl<'de, T: Deserialize<'de>> Visitor<'de> for Whole<T> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
            T::deserialize(MapAccessDeserializer::new(map))
        }
    }

    deserializer.deserialize_map(Whole(PhantomData))
}

/// As [`object`], or nothing.
///
/// # Errors
///
/// As [`object`].
pub fn optional_object<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    Option::<Object<T>>::deserialize(deserializer).map(|read| read.map(|Object(value)| value))
}

/// A list, each entry read as [`object`] does.
///
/// # Errors
///
/// If it is no list, or as [`object`].
pub fn objects<'de, D, C>(deserializer: D) -> Result<C, D::Error>
where
    D: Deserializer<'de>,
    C: IntoIterator<Item: Deserialize<'de>> + FromIterator<C::Item>,
{
    Vec::<Object<C::Item>>::deserialize(deserializer).map(values)
}

/// So many, each read as [`object`] does.
///
/// # Errors
///
/// If it is no list of so many, or as [`object`].
pub fn object_array<'de, D, T, const N: usize>(deserializer: D) -> Result<[T; N], D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    let read: Vec<T> = objects(deserializer)?;
    let count = read.len();
    read.try_into().map_err(|_| D::Error::invalid_length(count, &"a list of another length"))
}

/// As [`objects`], or nothing.
///
/// # Errors
///
/// As [`objects`].
pub fn optional_objects<'de, D, T>(deserializer: D) -> Result<Option<Vec<T>>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    Option::<Vec<Object<T>>>::deserialize(deserializer).map(|read| read.map(values))
}

/// A map, each value read as [`object`] does.
///
/// # Errors
///
/// If it is no map, or as [`object`].
pub fn objects_by_key<'de, D, K, T>(deserializer: D) -> Result<BTreeMap<K, T>, D::Error>
where
    D: Deserializer<'de>,
    K: Deserialize<'de> + Ord,
    T: Deserialize<'de>,
{
    struct Entries<K, T>(PhantomData<(K, T)>);

    impl<'de, K: Deserialize<'de> + Ord, T: Deserialize<'de>> Visitor<'de> for Entries<K, T> {
        type Value = BTreeMap<K, T>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut entries = BTreeMap::new();
            while let Some((key, Object(value))) = map.next_entry()? {
                entries.insert(key, value);
            }
            Ok(entries)
        }
    }

    deserializer.deserialize_map(Entries(PhantomData))
}

/// A value that was written as an object.
struct Object<T>(T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        object(deserializer).map(Self)
    }
}

fn values<T, C: FromIterator<T>>(read: Vec<Object<T>>) -> C {
    read.into_iter().map(|Object(value)| value).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Default, PartialEq, Deserialize)]
    struct Point {
        #[serde(default)]
        x: u8,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    struct Drawing {
        #[serde(default, deserialize_with = "optional_object")]
        start: Option<Point>,
        #[serde(default, deserialize_with = "objects")]
        path: Vec<Point>,
        #[serde(default, deserialize_with = "optional_objects")]
        marks: Option<Vec<Point>>,
        #[serde(default, deserialize_with = "objects_by_key")]
        named: BTreeMap<String, Point>,
        #[serde(default, deserialize_with = "object_array")]
        ends: [Point; 2],
    }

    #[test]
    fn a_list_of_values_is_no_struct() {
        let read = serde_json::from_str::<Drawing>;
        let whole = r#"{"start":{"x":1},"path":[{"x":2},{}],"marks":[{}],"named":{"end":{"x":3}},"ends":[{"x":4},{}]}"#;
        let drawing = read(whole).unwrap();
        assert_eq!((drawing.start, drawing.path.len()), (Some(Point { x: 1 }), 2));
        assert_eq!((drawing.marks, drawing.named["end"].x), (Some(vec![Point { x: 0 }]), 3));
        assert_eq!(drawing.ends, [Point { x: 4 }, Point { x: 0 }]);
        assert!(read(r#"{"ends":[{}]}"#).is_err() && read(r#"{"ends":[[4],{}]}"#).is_err());
        assert_eq!(read(r#"{"start":null,"marks":null}"#).unwrap().start, None);
        for wrong in [r#"{"start":[]}"#, r#"{"path":[[2]]}"#, r#"{"marks":[[]]}"#, r#"{"named":{"end":[3]}}"#]
        {
            let error = read(wrong).unwrap_err().to_string();
            assert!(error.starts_with("invalid type: sequence, expected an object"), "{wrong}: {error}");
        }
    }
}
