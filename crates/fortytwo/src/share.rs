//! What may leave the table: the link or the file that holds a whole game with how well its bots play, where nothing in it
//! is secret, and otherwise the history as one seat may know it.

use std::collections::BTreeMap;

use chance::{Hex, InputError};
use ledger::link::{self, LinkError};
use ledger::{Log, LogError, SeenEvent, Stamp, Upcaster};
use serde_json::Value;
use thiserror::Error;

use crate::ai::Skill;
use crate::duplicate::TableResult;
use crate::event::Event;
use crate::game::FortyTwo;
use crate::seat::Seat;

/// The parameter of a link, and the field of a saved game, that say how well the bots play; without it they are strong.
const BOTS: &str = "bots";
/// The parameters of a link that are in [`LinkNotes`].
const PLAYED: &str = "played";
const SECRET: &str = "secret";
const SEAT: &str = "seat";

/// What the link of one person's table says beside the game and its bots.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LinkNotes {
    /// What came of the same deals at the table where they were played first.
    pub played: Option<TableResult>,
    /// The secret of a finished live game from which these deals follow, until the game itself shows it.
    pub secret: Option<Hex>,
    /// From which seat the game is shown, where that is not the first with a person.
    pub seat: Option<Seat>,
}

impl LinkNotes {
    /// What a link says.
    ///
    /// # Errors
    ///
    /// [`InputError`] that names the parameter.
    #[inline]
    pub fn read(parameters: &BTreeMap<String, String>) -> Result<Self, InputError> {
        let played = parameters.get(PLAYED).map(|played| played.parse()).transpose()?;
        let secret = |text: &String| {
            let wrong = |_| InputError::new(SECRET, "64 hexadecimal digits", text.clone());
            Hex::try_from(text.clone()).map_err(wrong)
        };
        let seat = |text: &String| {
            let seat = text.parse().ok().and_then(|seat: u8| Seat::try_from(seat).ok());
            seat.ok_or_else(|| InputError::new(SEAT, "a seat from 0 to 3", text.clone()))
        };
        Ok(Self {
            played,
            secret: parameters.get(SECRET).map(secret).transpose()?,
            seat: parameters.get(SEAT).map(seat).transpose()?,
        })
    }

    fn parameters(&self) -> impl Iterator<Item = (String, String)> {
        let played = self.played.as_ref().map(|played| (PLAYED.to_owned(), played.to_string()));
        let secret = self.secret.map(|secret| (SECRET.to_owned(), String::from(secret)));
        let seat = self.seat.map(|seat| (SEAT.to_owned(), seat.to_string()));
        [played, secret, seat].into_iter().flatten()
    }
}

/// Why a game cannot be shared whole.
#[derive(Debug, Error)]
pub enum ShareError {
    /// It would tell what people at the table must not know.
    #[error("the game is not over and {people} people play: a link would show their tiles")]
    Hidden {
        /// How many people.
        people: usize,
    },
    /// No link can hold it.
    #[error("writing the link: {0}")]
    Link(#[from] LinkError),
}

/// Why a link is no game of 42.
#[derive(Debug, Error)]
pub enum LoadError {
    /// The link cannot be read.
    #[error(transparent)]
    Link(#[from] LinkError),
    /// It holds something that cannot have happened.
    #[error(transparent)]
    Log(#[from] LogError),
}

/// The parameters of a link that holds the whole game, `g` or `g1`, `g2`, ...
///
/// # Errors
///
/// [`ShareError::Hidden`] while more than one person plays: the seed in it leads to everybody's tiles, of this hand
/// and of all to come. Such a game is shared once it is over; until then see [`seen`].
pub fn to_link(log: &Log<FortyTwo>) -> Result<Vec<(String, String)>, ShareError> {
    if !log.state().is_open() {
        return Err(ShareError::Hidden { people: log.state().players().people() });
    }
    Ok(link::encode_game::<FortyTwo>(log.events())?)
}

/// The game that a link holds. Every event is checked, and every deal, winner and score computed again.
///
/// # Errors
///
/// [`LoadError`] if the link is damaged, or holds something that cannot have happened.
pub fn from_link(parameters: &BTreeMap<String, String>, stamp: Stamp) -> Result<Log<FortyTwo>, LoadError> {
    let events = link::decode_game::<FortyTwo>(parameters)?;
    Ok(Log::from_events(events, "link", stamp)?)
}

/// The whole game as the parameters of a link, as text, with how well the bots play where that is not strong, and what else
/// there is to say.
///
/// # Errors
///
/// As [`to_link`].
// Inlined, it is compiled as small as the browser module that calls it asks for, with all that it reads and writes.
#[inline]
pub fn query(log: &Log<FortyTwo>, bots: Skill, notes: &LinkNotes) -> Result<String, ShareError> {
    let mut parameters = to_link(log)?;
    if bots != Skill::default() {
        parameters.push((BOTS.to_owned(), bots.name().to_owned()));
    }
    parameters.extend(notes.parameters());
    Ok(link::query(&parameters))
}

/// How well the bots of the game in a link play.
///
/// # Errors
///
/// [`InputError`] for a skill that no bot has.
#[inline]
pub fn linked_skill(parameters: &BTreeMap<String, String>) -> Result<Skill, InputError> {
    parameters.get(BOTS).map_or(Ok(Skill::default()), |skill| skill.parse())
}

/// The game as a file to go on with: its log, with how well the bots play as `bots` where that is not strong. No seal covers
/// that, as no rule knows it.
///
/// # Errors
///
/// If an event cannot be written as JSON.
#[inline]
pub fn saved(log: &Log<FortyTwo>, bots: Skill) -> Result<String, serde_json::Error> {
    let named = log.to_named_json()?;
    if bots == Skill::default() {
        return Ok(named);
    }
    // A name of a skill needs no escaping, and the log begins with a brace.
    let log = named.get(1..).unwrap_or_default();
    Ok(["{\"bots\":\"", bots.name(), "\",", log].concat())
}

/// The game of a file, and how well its bots play. A log that does not say is read as well.
///
/// # Errors
///
/// [`LogError`] if an event does not hold, or no bot has such a skill.
#[inline]
pub fn from_saved(json: &str) -> Result<(Log<FortyTwo>, Skill), LogError> {
    let mut file: Value = serde_json::from_str(json).map_err(LogError::Json)?;
    let bots = match file.as_object_mut().and_then(|file| file.shift_remove(BOTS)) {
        None => Skill::default(),
        Some(skill) => {
            let known = Skill::ALL.into_iter().find(|known| skill.as_str() == Some(known.name()));
            known.ok_or(LogError::Broken { position: 0, problem: "no bot has the skill of this game" })?
        }
    };
    Ok((Log::from_value(file, &Upcaster::default())?, bots))
}

/// The history of a running game as one seat, or a spectator, may know it: without seeds, without the tiles of
/// others, without what bots are about to do; and without ids and chains, from which hands could be found by trying all
/// there are.
///
/// # Errors
///
/// If an event cannot be written as JSON.
pub fn seen(log: &Log<FortyTwo>, viewer: Option<Seat>) -> Result<Vec<SeenEvent>, serde_json::Error> {
    log.events().map(|event| event.seen_by(viewer)).collect()
}

/// The fields of an event that no seat may know while the game runs.
///
/// Every event and every field of it is named here, without a wildcard: what is added to [`Event`] does not compile
/// until somebody has decided whether it is secret.
const fn secrets(event: &Event) -> &'static [&'static str] {
    match event {
        Event::GameStarted { seed: _, dealer: _, player_types: _, house: _ } => &["seed"],
        // Each seat is told its own hand instead.
        Event::HandsDealt { hands: _ } => &["hands"],
        Event::RedealInitiated { new_seed: _, dealer: _ } => &["newSeed"],
        // A bot's decision names tiles of its hand before they are played.
        Event::AiDecided { player: _, action: _ } => &["action"],
        Event::EffectScheduled { effect: _, execute_at: _ } => &["effect"],
        Event::SeedCommitted { game_id: _, commitment: _ }
        | Event::SeedMixed { player: _, client_seed: _ }
        // It is shown after the end.
        | Event::SeedRevealed { server_seed: _ }
        | Event::GameEnded { winning_team: _ }
        | Event::BidPlaced { player: _, bid: _ }
        | Event::PlayerPassed { player: _ }
        | Event::BiddingCompleted { winner: _, bid: _ }
        | Event::AllPlayersPassed { dealer: _ }
        | Event::TrumpSelected { player: _, trump: _ }
        | Event::DominoPlayed { player: _, domino: _ }
        | Event::TrickCompleted { winner: _, points: _ }
        | Event::HandReadyForScoring { reason: _ }
        | Event::HandScored { team_scores: _ }
        | Event::MarksAwarded { team: _, marks: _ }
        | Event::GameTargetReached { team: _, final_marks: _ }
        | Event::ConsensusRequested { action: _ }
        | Event::PlayerAgreed { player: _, action: _ }
        | Event::ConsensusReached { action: _ }
        | Event::AiScheduled { player: _, execute_at: _ }
        | Event::AiThinking { player: _ }
        | Event::QuickplayEnabled {}
        | Event::QuickplayDisabled {}
        | Event::QuickplaySpeedSet { speed: _ }
        | Event::AnimationStarted { animation: _, duration: _ }
        | Event::AnimationCompleted { animation: _, duration: _ } => &[],
    }
}

impl Event {
    /// The event of a running game as one seat, or a spectator, may know it; see [`seen`].
    ///
    /// # Errors
    ///
    /// If the event cannot be written as JSON.
    pub fn seen_by(&self, viewer: Option<Seat>) -> Result<SeenEvent, serde_json::Error> {
        let mut seen = SeenEvent::whole(self)?;
        for secret in secrets(self) {
            seen.p.shift_remove(*secret);
        }
        if let (Self::HandsDealt { hands }, Some(seat)) = (self, viewer) {
            seen.p.insert("hand".into(), serde_json::to_value(hands[seat])?);
        }
        Ok(seen)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effects::Effect;
    use crate::event::Command;
    use crate::house::HouseRules;
    use crate::seat::BySeat;

    #[test]
    fn every_secret_is_a_field_of_its_event_and_is_left_out() {
        let player = Seat::ALL[1];
        for event in [
            Event::GameStarted {
                seed: Some(7),
                dealer: player,
                player_types: BySeat::default(),
                house: HouseRules::default(),
            },
            Event::HandsDealt { hands: BySeat::default() },
            Event::RedealInitiated { new_seed: Some(7), dealer: player },
            Event::AiDecided { player, action: Box::new(Command::Pass { player }) },
            Event::EffectScheduled { effect: Effect::AiTurn { player }, execute_at: 600 },
        ] {
            let whole = SeenEvent::whole(&event).unwrap();
            let seen = event.seen_by(None).unwrap();
            assert!(!secrets(&event).is_empty(), "{event:?}");
            for secret in secrets(&event) {
                assert!(
                    whole.p.contains_key(*secret) && !seen.p.contains_key(*secret),
                    "{event:?}: {secret}"
                );
            }
        }
    }
}
