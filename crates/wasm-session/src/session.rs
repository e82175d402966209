use ledger::{Log, Seat, Source, Stamp, SubmitError, Upcaster};
use pools::{Session, SessionCommand, SessionRefusal, SessionView};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_edge::{Fault, from_json_with_null as read, to_js};

use crate::device::{luck, now};
use crate::thrown;

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
        let log = Log::from_json(text, &Upcaster::default())
            .map_err(|error| Fault::new("LogError", error.to_string()))?;
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
        to_js(&self.log.state().look(None, SessionView::SHOWN))
    }

    /// The session with the last rolls, those whose label starts like this.
    ///
    /// # Errors
    ///
    /// Never in practice.
    #[wasm_bindgen(unchecked_return_type = "SessionView")]
    pub fn view(&self, prefix: Option<String>, most: Option<u32>) -> Result<JsValue, JsValue> {
        let most = most.map_or(SessionView::SHOWN, |most| most as usize);
        to_js(&self.log.state().look(prefix.as_deref(), most))
    }

    /// The whole session, to be saved.
    ///
    /// # Errors
    ///
    /// Never in practice.
    #[wasm_bindgen(js_name = toJson)]
    pub fn to_json(&self) -> Result<String, JsValue> {
        self.log.to_json().map_err(|error| Fault::new("LogError", error.to_string()).into())
    }

    fn submit(&mut self, command: &SessionCommand) -> Result<(), JsValue> {
        let stamp = Stamp { timestamp: now(), source: Source::Client };
        let id = (self.log.version() + 1).to_string();
        self.log.submit(Seat(0), &id, None, command, &mut luck(), stamp).map(|_| ()).map_err(|error| {
            match error {
                SubmitError::Refused(SessionRefusal::Input(error)) => thrown(&error),
                SubmitError::Refused(refusal) => Fault::new("Refusal", refusal.to_string()).into(),
                error @ (SubmitError::Conflict { .. } | SubmitError::Storage(_)) => {
                    Fault::new("LogError", error.to_string()).into()
                }
            }
        })
    }
}
