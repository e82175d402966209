use dicee::InputError;
use serde::Serialize;
use wasm_bindgen::JsValue;

/// A JavaScript `Error` that carries the field, what was expected and what came.
pub(crate) fn input_error(error: &InputError) -> JsValue {
    named_error(
        "InputError",
        &error.to_string(),
        &[("field", error.field()), ("expected", &error.expected()), ("actual", &error.actual())],
    )
}

/// A JavaScript `Error` with a name and further text properties.
pub(crate) fn named_error(name: &str, message: &str, properties: &[(&str, &str)]) -> JsValue {
    let error = js_sys::Error::new(message);
    error.set_name(name);
    for (key, value) in properties {
        // Setting a property of a fresh, unfrozen object cannot fail.
        let _ = js_sys::Reflect::set(&error, &JsValue::from_str(key), &JsValue::from_str(value));
    }
    error.into()
}

/// A plain object or array from anything serialisable.
pub(crate) fn to_js(value: &impl Serialize) -> Result<JsValue, JsValue> {
    let json =
        serde_json::to_string(value).map_err(|error| named_error("EngineError", &error.to_string(), &[]))?;
    js_sys::JSON::parse(&json)
}

/// A request from a plain object.
pub(crate) fn from_js<T: serde::de::DeserializeOwned>(value: &JsValue) -> Result<T, JsValue> {
    // `stringify` answers undefined for what JSON cannot say.
    let json = js_sys::JSON::stringify(value)?.as_string().unwrap_or_else(|| "null".into());
    serde_path_to_error::deserialize(&mut serde_json::Deserializer::from_str(&json)).map_err(|error| {
        let path = error.path().to_string();
        let field = if path == "." { "request" } else { &path };
        let problem = error.inner().to_string();
        named_error(
            "InputError",
            &format!("{field}: {problem}"),
            &[("field", field), ("expected", &problem), ("actual", &json)],
        )
    })
}
