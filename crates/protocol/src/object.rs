use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// Reads something that is written as an object. By itself serde would also take a list of the values.
///
/// # Errors
///
/// If it is anything else, or not a `T`.
pub fn object<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<T, D::Error> {
    struct Object<T>(PhantomData<T>);

    impl<'de, T: Deserialize<'de>> Visitor<'de> for Object<T> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
            T::deserialize(MapAccessDeserializer::new(map))
        }
    }

    deserializer.deserialize_map(Object(PhantomData))
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
    struct Something<T>(PhantomData<T>);

    impl<'de, T: Deserialize<'de>> Visitor<'de> for Something<T> {
        type Value = Option<T>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_none<E>(self) -> Result<Option<T>, E> {
            Ok(None)
        }

        fn visit_unit<E>(self) -> Result<Option<T>, E> {
            Ok(None)
        }

        fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Option<T>, D::Error> {
            object(deserializer).map(Some)
        }
    }

    deserializer.deserialize_option(Something(PhantomData))
}

#[cfg(test)]
mod tests {
    use crate::{ProbabilityRequest, VerificationRequest};

    /// Thirteen boxes, six totals, the open boxes and the turns: the values of a card without their names.
    #[test]
    fn a_list_of_values_is_no_card() {
        let boxes = r#"["ones","twos","threes","fours","fives","sixes","three_of_kind","four_of_kind","full_house",
            "small_straight","large_straight","dicee","chance"]"#;
        let nulls = "null,".repeat(13);
        let card = format!("[{nulls}0,0,0,0,0,0,{boxes},0]");
        let roll = r#""diceResult":[5,5,5,2,6],"rollsRemaining":1"#;
        let verify = format!(r#"{{{roll},"category":"chance","probability":1,"currentScorecard":{card}}}"#);
        let error = serde_json::from_str::<VerificationRequest>(&verify).unwrap_err().to_string();
        assert!(error.contains("expected an object"), "{error}");
        let ask = format!(
            r#"{{{roll},"keptMask":[true,true,true,false,false],"availableCategories":{boxes},"currentScorecard":{card}}}"#
        );
        assert!(serde_json::from_str::<ProbabilityRequest>(&ask).is_err());
    }
}
