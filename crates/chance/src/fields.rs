use serde::de::{DeserializeOwned, Error};
use serde_json::{Map, Value};

use crate::object::object;

/// The fields of a JSON object, read one by one.
///
/// For commands and events that are read by hand: what serde derives for a tagged enum buffers every value that it may
/// meet, which is a good part of the download of a browser module. Errors are worded as serde's; those within a field
/// begin with its name. [`Fields::end`] refuses what nobody read.
///
/// ```
/// use chance::Fields;
/// use serde_json::json;
///
/// let mut fields = Fields::of(json!({ "type": "MOVE", "steps": 3, "far": true }))?;
/// assert_eq!(fields.take::<String>("type")?, "MOVE");
/// assert_eq!(fields.take::<u8>("steps")?, 3);
/// assert_eq!(fields.optional::<u8>("seat")?, None);
/// let error = fields.end(()).unwrap_err().to_string();
/// assert_eq!(error, "unknown field `far`, expected one of `type`, `steps`, `seat`");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug)]
pub struct Fields {
    unread: Map<String, Value>,
    asked: Vec<&'static str>,
    /// The first field that was asked for by [`Self::get`] or [`Self::find`] and is not what it should be.
    wrong: Option<serde_json::Error>,
}

impl Fields {
    /// The fields of an object.
    ///
    /// # Errors
    ///
    /// Anything else.
    pub fn of(value: Value) -> Result<Self, serde_json::Error> {
        let actual = match value {
            Value::Object(unread) => return Ok(Self { unread, asked: Vec::new(), wrong: None }),
            Value::Null => "null",
            Value::Bool(_) => "boolean",
            Value::Number(_) => "number",
            Value::String(_) => "string",
            Value::Array(_) => "sequence",
        };
        Err(Error::custom(format_args!("invalid type: {actual}, expected an object")))
    }

    /// Something read from an object by a function, which must ask for every field.
    ///
    /// # Errors
    ///
    /// No object, what the function refuses, or further fields.
    pub fn read<T>(
        value: Value,
        read: impl FnOnce(&mut Self) -> Result<T, serde_json::Error>,
    ) -> Result<T, serde_json::Error> {
        let mut fields = Self::of(value)?;
        let read = read(&mut fields)?;
        fields.end(read)
    }

    /// A field that must be there.
    ///
    /// # Errors
    ///
    /// It is missing, or of another type.
    pub fn take<T: DeserializeOwned>(&mut self, name: &'static str) -> Result<T, serde_json::Error> {
        serde_json::from_value(self.value(name)?).map_err(|error| within(name, &error))
    }

    /// A field that must be there, as it is.
    ///
    /// # Errors
    ///
    /// It is missing.
    pub fn value(&mut self, name: &'static str) -> Result<Value, serde_json::Error> {
        self.remove(name).ok_or_else(|| Error::missing_field(name))
    }

    /// A field that may be left out; null is the same.
    ///
    /// # Errors
    ///
    /// It is of another type.
    pub fn optional<T: DeserializeOwned>(
        &mut self,
        name: &'static str,
    ) -> Result<Option<T>, serde_json::Error> {
        match self.remove(name) {
            None | Some(Value::Null) => Ok(None),
            Some(value) => serde_json::from_value(value).map(Some).map_err(|error| within(name, &error)),
        }
    }

    /// A field that has its default where it is left out.
    ///
    /// # Errors
    ///
    /// It is of another type.
    pub fn or_default<T: DeserializeOwned + Default>(
        &mut self,
        name: &'static str,
    ) -> Result<T, serde_json::Error> {
        self.or(name, T::default)
    }

    /// A field that has this default where it is left out.
    ///
    /// # Errors
    ///
    /// It is of another type.
    pub fn or<T: DeserializeOwned>(
        &mut self,
        name: &'static str,
        default: impl FnOnce() -> T,
    ) -> Result<T, serde_json::Error> {
        if self.unread.contains_key(name) {
            return self.take(name);
        }
        self.asked.push(name);
        Ok(default())
    }

    /// A field that must be there, written as an object: a list of the values is refused.
    ///
    /// # Errors
    ///
    /// It is missing, no object, or of another type.
    pub fn object<T: DeserializeOwned>(&mut self, name: &'static str) -> Result<T, serde_json::Error> {
        object(self.value(name)?).map_err(|error| within(name, &error))
    }

    /// A field that must be there, an object that is read by a function in its turn.
    ///
    /// # Errors
    ///
    /// It is missing, no object, or not what the function reads.
    pub fn part<T>(
        &mut self,
        name: &'static str,
        read: impl FnOnce(&mut Self) -> Result<T, serde_json::Error>,
    ) -> Result<T, serde_json::Error> {
        Self::read(self.value(name)?, read).map_err(|error| within(name, &error))
    }

    /// As [`Self::object`], with its default where it is left out.
    ///
    /// # Errors
    ///
    /// It is no object, or of another type.
    pub fn object_or_default<T: DeserializeOwned + Default>(
        &mut self,
        name: &'static str,
    ) -> Result<T, serde_json::Error> {
        if self.unread.contains_key(name) {
            return self.object(name);
        }
        self.asked.push(name);
        Ok(T::default())
    }

    /// A field that must be there; [`Self::end`] says if it is missing or of another type, and until then it has its
    /// default. For events of many fields: to give up at each of them, and to drop those before it, is most of their code.
    pub fn get<T: DeserializeOwned + Default>(&mut self, name: &'static str) -> T {
        let read = self.take(name);
        self.noted(read)
    }

    /// A field that may be left out; null is the same. As [`Self::get`] if it is of another type.
    pub fn find<T: DeserializeOwned>(&mut self, name: &'static str) -> Option<T> {
        let read = self.optional(name);
        self.noted(read)
    }

    fn noted<T: Default>(&mut self, read: Result<T, serde_json::Error>) -> T {
        read.unwrap_or_else(|error| {
            self.wrong.get_or_insert(error);
            T::default()
        })
    }

    /// A field that must be there and is one of these names: what serde derives for them is read letter by letter.
    ///
    /// # Errors
    ///
    /// It is missing, no text, or no such name.
    pub fn one_of<T: Copy>(
        &mut self,
        name: &'static str,
        known: &[T],
        name_of: fn(T) -> &'static str,
    ) -> Result<T, serde_json::Error> {
        let text: String = self.take(name)?;
        known.iter().copied().find(|&known| name_of(known) == text).ok_or_else(|| {
            let known = listed(known.iter().map(|&known| name_of(known)));
            Error::custom(format_args!("{name}: unknown variant `{text}`, expected one of {known}"))
        })
    }

    /// What was read, if it is what it should be; fields that nobody asked for are passed over.
    ///
    /// # Errors
    ///
    /// A field that was [got](Self::get) is missing or of another type.
    pub fn checked<T>(&mut self, read: T) -> Result<T, serde_json::Error> {
        self.wrong.take().map_or(Ok(read), Err)
    }

    /// What was read, if it was everything.
    ///
    /// # Errors
    ///
    /// A field that was [got](Self::get) is missing or of another type, or there are further fields.
    pub fn end<T>(mut self, read: T) -> Result<T, serde_json::Error> {
        self.checked(())?;
        let Some(unknown) = self.unread.keys().next() else { return Ok(read) };
        let known = listed(self.asked.iter().copied());
        Err(Error::custom(format_args!("unknown field `{unknown}`, expected one of {known}")))
    }

    /// A field as it is, if it is there.
    pub fn remove(&mut self, name: &'static str) -> Option<Value> {
        self.asked.push(name);
        self.unread.remove(name)
    }
}

fn listed(names: impl Iterator<Item = &'static str>) -> String {
    let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    names.join(", ")
}

fn within(name: &str, error: &serde_json::Error) -> serde_json::Error {
    Error::custom(format_args!("{name}: {error}"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn missing_and_wrong_fields_are_named() {
        let read = |value| Fields::of(value)?.take::<u8>("steps");
        for (value, says) in [
            (json!({}), "missing field `steps`"),
            (json!({ "steps": null }), "steps: invalid type: null, expected u8"),
            (json!({ "steps": "x" }), "steps: invalid type: string \"x\", expected u8"),
            (json!([3]), "invalid type: sequence, expected an object"),
        ] {
            assert_eq!(read(value).unwrap_err().to_string(), says);
        }
    }

    #[test]
    fn a_name_is_one_of_those_that_are_known_and_others_are_refused_with_the_list() {
        let near = |value| {
            let name = |near| if near { "near" } else { "far" };
            Fields::read(value, |fields| fields.one_of("place", &[true, false], name))
        };
        assert!(near(json!({ "place": "near" })).unwrap());
        assert!(!near(json!({ "place": "far" })).unwrap());
        for (value, says) in [
            (json!({}), "missing field `place`"),
            (json!({ "place": 3 }), "place: invalid type: integer `3`, expected a string"),
            (json!({ "place": "Near" }), "place: unknown variant `Near`, expected one of `near`, `far`"),
        ] {
            assert_eq!(near(value).unwrap_err().to_string(), says);
        }
    }

    #[test]
    fn a_function_that_reads_an_object_must_ask_for_every_field() {
        let steps = |value| Fields::read(value, |fields| fields.take::<u8>("steps"));
        assert_eq!(steps(json!({ "steps": 3 })).unwrap(), 3);
        for (value, says) in [
            (json!({ "steps": 3, "far": true }), "unknown field `far`, expected one of `steps`"),
            (json!({ "far": true }), "missing field `steps`"),
            (json!(3), "invalid type: number, expected an object"),
        ] {
            assert_eq!(steps(value).unwrap_err().to_string(), says);
        }
    }

    #[test]
    fn a_part_is_read_by_its_function_and_its_errors_begin_with_its_name() {
        let near = |value| {
            let steps = |fields: &mut Fields| fields.take::<u8>("steps");
            Fields::read(value, |fields| fields.part("near", steps))
        };
        assert_eq!(near(json!({ "near": { "steps": 3 } })).unwrap(), 3);
        for (value, says) in [
            (json!({}), "missing field `near`"),
            (json!({ "near": [3] }), "near: invalid type: sequence, expected an object"),
            (json!({ "near": { "steps": "x" } }), "near: steps: invalid type: string \"x\", expected u8"),
            (
                json!({ "near": { "steps": 3, "far": 1 } }),
                "near: unknown field `far`, expected one of `steps`",
            ),
        ] {
            assert_eq!(near(value).unwrap_err().to_string(), says);
        }
    }

    #[test]
    fn the_first_field_that_is_wrong_is_told_at_the_end() {
        let read = |value| {
            Fields::read(value, |fields| {
                Ok((fields.get::<u8>("steps"), fields.find::<u8>("seat"), fields.get::<bool>("far")))
            })
        };
        assert_eq!(read(json!({ "steps": 3, "far": true })).unwrap(), (3, None, true));
        assert_eq!(read(json!({ "steps": 3, "seat": 1, "far": false })).unwrap(), (3, Some(1), false));
        for (value, says) in [
            (json!({ "far": 7 }), "missing field `steps`"),
            (json!({ "steps": 3, "seat": "x", "far": 7 }), "seat: invalid type: string \"x\", expected u8"),
            (
                json!({ "steps": 3, "far": 7, "near": 1 }),
                "far: invalid type: integer `7`, expected a boolean",
            ),
        ] {
            assert_eq!(read(value).unwrap_err().to_string(), says);
        }
    }

    #[test]
    fn null_is_left_out_only_where_a_field_is_optional() {
        let fields = || Fields::of(json!({ "steps": null })).unwrap();
        assert_eq!(fields().optional::<u8>("steps").unwrap(), None);
        assert!(fields().or_default::<u8>("steps").is_err());
        assert_eq!(fields().or_default::<u8>("far").unwrap(), 0);
    }

    #[test]
    fn only_an_object_has_fields() {
        for (value, kind) in [
            (json!(null), "null"),
            (json!(true), "boolean"),
            (json!(3), "number"),
            (json!("MOVE"), "string"),
            (json!([]), "sequence"),
        ] {
            let error = Fields::of(value).unwrap_err().to_string();
            assert_eq!(error, format!("invalid type: {kind}, expected an object"));
        }
    }

    #[test]
    fn an_object_within_is_read_by_its_names_and_not_as_a_list() {
        #[derive(Debug, Default, PartialEq, serde::Deserialize)]
        struct Place {
            row: u8,
        }

        let fields = |value| Fields::of(json!({ "place": value })).unwrap();
        assert_eq!(fields(json!({ "row": 3 })).object::<Place>("place").unwrap(), Place { row: 3 });
        assert_eq!(
            fields(json!({ "row": 3 })).object_or_default::<Place>("place").unwrap(),
            Place { row: 3 }
        );
        for wrong in [json!([3]), json!({ "row": "x" })] {
            let error = fields(wrong.clone()).object::<Place>("place").unwrap_err().to_string();
            assert!(error.starts_with("place: "), "{wrong}: {error}");
            assert!(fields(wrong).object_or_default::<Place>("place").is_err());
        }
        let mut none = Fields::of(json!({})).unwrap();
        assert_eq!(none.object_or_default::<Place>("place").unwrap(), Place { row: 0 });
        assert_eq!(none.object::<Place>("place").unwrap_err().to_string(), "missing field `place`");
        none.end(()).unwrap();
        assert_eq!(
            fields(json!(null)).end(()).unwrap_err().to_string(),
            "unknown field `place`, expected one of "
        );
    }
}
