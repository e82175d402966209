use js_sys::JsString;
use ledger::{Log, Seat, Source, Stamp, SubmitError, Upcaster};
use pools::{Session, SessionCommand, SessionRefusal, SessionView};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_edge::{DeviceChance, Fault, from_json_with_null as read, now, parse, to_js};

/// A play session on this device: characters, rolls, checks, encounters, and a log that replays.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct PoolSession {
    log: Log<Session>,
}

#[wasm_bindgen]
impl PoolSession {
    /// A new session, from a fresh seed.
    ///
    /// # Errors
    ///
    /// Never in practice.
    pub fn create() -> Result<Self, JsValue> {
        let mut session = Self::default();
        session.submit(&SessionCommand::Open { seed: None })?;
        Ok(session)
    }

    /// The session of a file, as `dicee session` writes it. Contexts that are not locked get fresh dice.
    ///
    /// # Errors
    ///
    /// Throws a `LogError` that says what does not hold.
    #[wasm_bindgen(js_name = fromJson)]
    pub fn from_json(text: &str) -> Result<Self, JsValue> {
        let parsed = parse("text", text).map_err(|fault| log_error(format!("not a log: {fault}")))?;
        let log =
            Log::from_value(parsed, &Upcaster::default()).map_err(|error| log_error(error.to_string()))?;
        let mut session = Self { log };
        session.submit(&SessionCommand::Resume { seed: None })?;
        Ok(session)
    }

    /// Carries a command out, and shows the session after it.
    ///
    /// # Errors
    ///
    /// Throws an `InputError` for a command that does not fit, a `Refusal` for one that cannot be carried out now.
    #[wasm_bindgen(unchecked_return_type = "SessionView")]
    pub fn send(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "SessionCommand")] command: &JsValue,
    ) -> Result<JsValue, JsValue> {
        self.submit(&read(command)?)?;
        self.view(None, None)
    }

    /// The session with the last rolls, those whose label starts like this, in small letters or capitals.
    ///
    /// # Errors
    ///
    /// Never in practice.
    #[wasm_bindgen(unchecked_return_type = "SessionView")]
    pub fn view(&self, prefix: Option<String>, most: Option<u32>) -> Result<JsValue, JsValue> {
        let most = most.map_or(SessionView::SHOWN, |most| most as usize);
        let prefix = prefix.map(|prefix| small(&prefix));
        let wanted = |label: Option<&str>| match (&prefix, label) {
            (None, _) => true,
            (Some(prefix), Some(label)) => small(label).starts_with(prefix),
            (Some(_), None) => false,
        };
        to_js(&self.log.state().look_at(wanted, most))
    }

    /// The whole session, to be saved.
    ///
    /// # Errors
    ///
    /// Never in practice.
    #[wasm_bindgen(js_name = toJson)]
    pub fn to_json(&self) -> Result<String, JsValue> {
        Ok(self.log.to_json().map_err(|error| log_error(error.to_string()))?)
    }

    fn submit(&mut self, command: &SessionCommand) -> Result<(), JsValue> {
        let stamp = Stamp { timestamp: now(), source: Source::Client };
        let id = (self.log.version() + 1).to_string();
        let submitted = self.log.submit(Seat(0), &id, None, command, &mut DeviceChance::default(), stamp);
        submitted.map(|_| ()).map_err(|error| {
            let fault = match error {
                SubmitError::Refused(SessionRefusal::Input(error)) => Fault::from(&error),
                SubmitError::Refused(refusal) => Fault::new("Refusal", refusal.to_string()),
                error @ (SubmitError::Conflict { .. } | SubmitError::Storage(_)) => {
                    log_error(error.to_string())
                }
            };
            fault.into()
        })
    }
}

fn log_error(message: String) -> Fault {
    Fault::new("LogError", message)
}

/// In small letters, by JavaScript: the capitals of all languages would be a table of twelve kilobytes here.
fn small(text: &str) -> String {
    JsString::from(text).to_lower_case().into()
}
