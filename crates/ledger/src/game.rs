use std::fmt::Debug;

use chance::Chance;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::envelope::Stream;
use crate::seat::Seat;
use crate::version::Version;

/// The rules of a game, as a machine of commands and events. `Default` is the table before anything happened.
pub trait Game: Clone + Default {
    /// The permanent name of the game, such as `dicee`: links and saved logs begin with it.
    const NAME: &'static str;

    /// What a player may ask for; imperative.
    type Command;
    /// What happened; past tense.
    type Event: Event;
    /// Why a command was not carried out; carries data.
    type Refusal: std::error::Error;
    /// What a seat, or a spectator, may know.
    type View: PartialEq + Debug + Serialize;

    /// The events that a command brings about now. All judgement is here, and so is all luck: what `chance` says
    /// becomes part of an event. A refused command changes nothing.
    ///
    /// # Errors
    ///
    /// The refusal, if the rules do not allow the command.
    fn decide(
        &self,
        seat: Seat,
        command: &Self::Command,
        chance: &mut dyn Chance,
    ) -> Result<Vec<Self::Event>, Self::Refusal>;

    /// Whether this event can follow this state. It is asked about events from outside, a link or a file, before they
    /// are applied; events that `decide` made need no question.
    fn admits(&self, event: &Self::Event) -> bool;

    /// The event that must follow this state, if the rules leave no choice. Links leave its payload out, because
    /// their reader can ask again; no answer is always right, and only makes links longer.
    fn due(&self) -> Option<Self::Event> {
        None
    }

    /// Folds an event into the state. It happened, so this never fails and never judges.
    fn apply(&mut self, event: &Self::Event);

    /// What this seat may know; `None` is a spectator.
    fn view(&self, viewer: Option<Seat>) -> Self::View;
}

/// A fact of a game, as it is stored for ever.
///
/// It serialises as an object whose field [`Self::TAG`] names its kind. Names and shapes are permanent: a change is
/// a new schema version, and an [`Upcaster`](crate::Upcaster) for the old one.
pub trait Event: Clone + PartialEq + Debug + Serialize + DeserializeOwned {
    /// The field that names the kind.
    const TAG: &'static str;

    /// The version of the schema it is written in.
    fn schema(&self) -> Version;

    /// Where it is kept, and for how long.
    fn stream(&self) -> Stream {
        Stream::Domain
    }
}
