use std::ops::Deref;

use serde::ser::SerializeMap as _;
use serde::{Serialize, Serializer};

/// The exact numbers of an answer. They are written beside its other fields, unless only decimals were asked for:
/// thousand-digit fractions take longer to write than to count.
#[derive(Clone, Debug, PartialEq)]
pub struct Exact<T> {
    numbers: T,
    left_out: bool,
}

impl<T> Exact<T> {
    /// Numbers that are written.
    pub(super) const fn new(numbers: T) -> Self {
        Self { numbers, left_out: false }
    }

    /// Leaves them out when the answer is written.
    pub(super) const fn leave_out(&mut self) {
        self.left_out = true;
    }
}

impl<T> Deref for Exact<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.numbers
    }
}

impl<T: Serialize> Serialize for Exact<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.left_out {
            serializer.serialize_map(Some(0))?.end()
        } else {
            self.numbers.serialize(serializer)
        }
    }
}

#[cfg(feature = "schema")]
impl<T: schemars::JsonSchema> schemars::JsonSchema for Exact<T> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        T::schema_name()
    }

    fn inline_schema() -> bool {
        true
    }

    /// None of them is required.
    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let mut schema = T::json_schema(generator);
        schema.remove("required");
        schema
    }
}
