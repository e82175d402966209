//! JSON Schemas of what is written as one text or number.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::bid::Bid;
use crate::declaration::Declaration;
use crate::house::TargetMarks;
use crate::seat::{Seat, Team};
use crate::tile::Tile;
use crate::tile_set::TileSet;

/// A type with a schema of its own.
macro_rules! described {
    ($type:ty, $name:literal, $schema:expr) => {
        impl JsonSchema for $type {
            fn schema_name() -> Cow<'static, str> {
                $name.into()
            }

            fn json_schema(generator: &mut SchemaGenerator) -> Schema {
                let schema: fn(&mut SchemaGenerator) -> Schema = $schema;
                schema(generator)
            }
        }
    };
}

described!(Seat, "FortyTwoSeat", |_| json_schema!({ "type": "integer", "minimum": 0, "maximum": 3 }));
described!(Team, "FortyTwoTeam", |_| json_schema!({
    "description": "0 is seats 0 and 2, 1 is seats 1 and 3.",
    "type": "integer",
    "minimum": 0,
    "maximum": 1,
}));
described!(TargetMarks, "FortyTwoTargetMarks", |_| json_schema!({
    "type": "integer",
    "minimum": 1,
    "maximum": TargetMarks::MAX,
}));
described!(Tile, "FortyTwoTile", |_| texts(Tile::ALL));
described!(Declaration, "FortyTwoDeclaration", |_| texts(Declaration::ALL));
described!(TileSet, "FortyTwoTiles", |generator| {
    let tile = generator.subschema_for::<Tile>();
    json_schema!({
        "description": "Different tiles in the order of their index.",
        "type": "array",
        "items": tile,
        "maxItems": Tile::COUNT,
    })
});
described!(Bid, "FortyTwoBid", |generator| {
    // One mark is also read as 42, and always written M1.
    let read = generator.contract().is_deserialize().then(|| "42".to_owned());
    texts(Bid::all().map(|bid| bid.to_string()).chain(read))
});

fn texts(all: impl IntoIterator<Item = impl ToString>) -> Schema {
    let all: Vec<String> = all.into_iter().map(|one| one.to_string()).collect();
    json_schema!({ "type": "string", "enum": all })
}

#[cfg(test)]
mod tests {
    use schemars::generate::SchemaSettings;
    use serde_json::Value;

    use super::*;
    use crate::{Command, View};

    #[test]
    fn every_text_that_a_schema_lists_is_read() {
        let mut generator = SchemaSettings::draft2020_12().for_deserialize().into_generator();
        let listed =
            |schema: Schema| -> Vec<Value> { schema.get("enum").unwrap().as_array().unwrap().clone() };
        let tiles = listed(Tile::json_schema(&mut generator));
        assert_eq!(tiles.len(), 28);
        assert!(tiles.into_iter().all(|tile| serde_json::from_value::<Tile>(tile).is_ok()));
        let bids = listed(Bid::json_schema(&mut generator));
        assert!(bids.contains(&"42".into()) && bids.contains(&"splash 2".into()));
        assert!(bids.into_iter().all(|bid| serde_json::from_value::<Bid>(bid).is_ok()));
        let named = listed(Declaration::json_schema(&mut generator));
        assert!(named.into_iter().all(|named| serde_json::from_value::<Declaration>(named).is_ok()));
    }

    #[test]
    fn all_names_say_which_game_they_are_of() {
        let mut generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
        generator.subschema_for::<Command>();
        generator.subschema_for::<View>();
        let all = generator.take_definitions(true);
        // Bytes as text are of no game: all that promise a secret share them.
        let named = |name: &String| name.starts_with("FortyTwo") || name == "Hex";
        assert!(all.len() > 10 && all.keys().all(named), "{:?}", all.keys());
    }
}
