use serde::de::{DeserializeOwned, Error};
use serde_json::{Map, Value};

/// The fields of a JSON object, read one by one.
///
/// For commands and events that are read by hand: what serde derives for a tagged enum buffers every value that it may
/// meet, which is a good part of the download of a browser module. Errors are worded as serde's; those within a field
/// begin with its name. [`Fields::end`] refuses what nobody read.
///
/// ```
/// use ledger::Fields;
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
#[derive(Clone, Debug)]
pub struct Fields {
    unread: Map<String, Value>,
    asked: Vec<&'static str>,
}

impl Fields {
    /// The fields of an object.
    ///
    /// # Errors
    ///
    /// Anything else.
    pub fn of(value: Value) -> Result<Self, serde_json::Error> {
        let actual = match value {
            Value::Object(unread) => return Ok(Self { unread, asked: Vec::new() }),
            Value::Null => "null",
            Value::Bool(_) => "boolean",
            Value::Number(_) => "number",
            Value::String(_) => "string",
            Value::Array(_) => "sequence",
        };
        Err(Error::custom(format_args!("invalid type: {actual}, expected an object")))
    }

    /// A field that must be there.
    ///
    /// # Errors
    ///
    /// It is missing, or of another type.
    pub fn take<T: DeserializeOwned>(&mut self, name: &'static str) -> Result<T, serde_json::Error> {
        let value = self.remove(name).ok_or_else(|| Error::missing_field(name))?;
        serde_json::from_value(value).map_err(|error| within(name, &error))
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
        if self.unread.contains_key(name) {
            return self.take(name);
        }
        self.asked.push(name);
        Ok(T::default())
    }

    /// A field that must be there, written as an object: a list of the values is refused.
    ///
    /// # Errors
    ///
    /// It is missing, no object, or of another type.
    pub fn object<T: DeserializeOwned>(&mut self, name: &'static str) -> Result<T, serde_json::Error> {
        let value = self.remove(name).ok_or_else(|| Error::missing_field(name))?;
        chance::object(value).map_err(|error| within(name, &error))
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

    /// What was read, if it was everything.
    ///
    /// # Errors
    ///
    /// There are further fields.
    pub fn end<T>(self, read: T) -> Result<T, serde_json::Error> {
        let Some(unknown) = self.unread.keys().next() else { return Ok(read) };
        let known: Vec<String> = self.asked.iter().map(|name| format!("`{name}`")).collect();
        let known = known.join(", ");
        Err(Error::custom(format_args!("unknown field `{unknown}`, expected one of {known}")))
    }

    fn remove(&mut self, name: &'static str) -> Option<Value> {
        self.asked.push(name);
        self.unread.remove(name)
    }
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
