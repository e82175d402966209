//! Events and commands as they were written, read again.
//!
//! By hand, because what serde derives for a tagged enum buffers every value it may meet: in a browser module that is a
//! good part of the download. Unknown kinds and unknown fields are refused, as everywhere.

use chance::Fields;
use serde::Deserialize;
use serde::de::{Deserializer, Error};
use serde_json::Value;

use super::{Command, Event};

impl<'de> Deserialize<'de> for Event {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Fields::of(Value::deserialize(deserializer)?).and_then(event).map_err(D::Error::custom)
    }
}

impl<'de> Deserialize<'de> for Command {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Fields::of(Value::deserialize(deserializer)?).and_then(command).map_err(D::Error::custom)
    }
}

type Read<T> = Result<T, serde_json::Error>;

fn event(mut fields: Fields) -> Read<Event> {
    let kind: String = fields.take("type")?;
    let event = match kind.as_str() {
        "SEED_COMMITTED" => {
            Event::SeedCommitted { game_id: fields.take("gameId")?, commitment: fields.take("commitment")? }
        }
        "SEED_MIXED" => {
            Event::SeedMixed { player: fields.take("player")?, client_seed: fields.take("clientSeed")? }
        }
        "SEED_REVEALED" => Event::SeedRevealed { server_seed: fields.take("serverSeed")? },
        "GAME_STARTED" => Event::GameStarted {
            seed: fields.optional("seed")?,
            dealer: fields.take("dealer")?,
            player_types: fields.take("playerTypes")?,
            house: fields.object("house")?,
        },
        "HANDS_DEALT" => Event::HandsDealt { hands: fields.take("hands")? },
        "REDEAL_INITIATED" => {
            Event::RedealInitiated { new_seed: fields.optional("newSeed")?, dealer: fields.take("dealer")? }
        }
        "GAME_ENDED" => Event::GameEnded { winning_team: fields.take("winningTeam")? },
        "BID_PLACED" => Event::BidPlaced { player: fields.take("player")?, bid: fields.take("bid")? },
        "PLAYER_PASSED" => Event::PlayerPassed { player: fields.take("player")? },
        "BIDDING_COMPLETED" => {
            Event::BiddingCompleted { winner: fields.take("winner")?, bid: fields.take("bid")? }
        }
        "ALL_PLAYERS_PASSED" => Event::AllPlayersPassed { dealer: fields.take("dealer")? },
        "TRUMP_SELECTED" => {
            Event::TrumpSelected { player: fields.take("player")?, trump: fields.take("trump")? }
        }
        "DOMINO_PLAYED" => {
            Event::DominoPlayed { player: fields.take("player")?, domino: fields.take("domino")? }
        }
        "TRICK_COMPLETED" => {
            Event::TrickCompleted { winner: fields.take("winner")?, points: fields.take("points")? }
        }
        "HAND_READY_FOR_SCORING" => Event::HandReadyForScoring { reason: fields.take("reason")? },
        "HAND_SCORED" => Event::HandScored { team_scores: fields.take("teamScores")? },
        "MARKS_AWARDED" => Event::MarksAwarded { team: fields.take("team")?, marks: fields.take("marks")? },
        "GAME_TARGET_REACHED" => {
            Event::GameTargetReached { team: fields.take("team")?, final_marks: fields.take("finalMarks")? }
        }
        "CONSENSUS_REQUESTED" => Event::ConsensusRequested { action: fields.take("action")? },
        "PLAYER_AGREED" => {
            Event::PlayerAgreed { player: fields.take("player")?, action: fields.take("action")? }
        }
        "CONSENSUS_REACHED" => Event::ConsensusReached { action: fields.take("action")? },
        "AI_SCHEDULED" => {
            Event::AiScheduled { player: fields.take("player")?, execute_at: fields.take("executeAt")? }
        }
        "AI_THINKING" => Event::AiThinking { player: fields.take("player")? },
        "AI_DECIDED" => Event::AiDecided { player: fields.take("player")?, action: fields.take("action")? },
        "QUICKPLAY_ENABLED" => Event::QuickplayEnabled {},
        "QUICKPLAY_DISABLED" => Event::QuickplayDisabled {},
        "QUICKPLAY_SPEED_SET" => Event::QuickplaySpeedSet { speed: fields.take("speed")? },
        "EFFECT_SCHEDULED" => {
            Event::EffectScheduled { effect: fields.take("effect")?, execute_at: fields.take("executeAt")? }
        }
        "ANIMATION_STARTED" => Event::AnimationStarted {
            animation: fields.take("animation")?,
            duration: fields.take("duration")?,
        },
        "ANIMATION_COMPLETED" => Event::AnimationCompleted {
            animation: fields.take("animation")?,
            duration: fields.optional("duration")?,
        },
        other => return Err(Error::custom(format_args!("unknown variant `{other}` of `type`"))),
    };
    fields.end(event)
}

fn command(mut fields: Fields) -> Read<Command> {
    let kind: String = fields.take("type")?;
    let command = match kind.as_str() {
        "COMMIT" => {
            Command::Commit { game_id: fields.take("gameId")?, commitment: fields.take("commitment")? }
        }
        "MIX" => Command::Mix { player: fields.take("player")?, client_seed: fields.take("clientSeed")? },
        "REVEAL" => Command::Reveal { server_seed: fields.take("serverSeed")? },
        "START_GAME" => Command::StartGame {
            seed: fields.optional("seed")?,
            player_types: fields.optional("playerTypes")?,
            dealer: fields.optional("dealer")?,
            house: fields.object_or_default("house")?,
        },
        "PLACE_BID" => Command::PlaceBid { player: fields.take("player")?, bid: fields.take("bid")? },
        "PASS" => Command::Pass { player: fields.take("player")? },
        "SELECT_TRUMP" => {
            Command::SelectTrump { player: fields.take("player")?, trump: fields.take("trump")? }
        }
        "PLAY_DOMINO" => {
            Command::PlayDomino { player: fields.take("player")?, domino: fields.take("domino")? }
        }
        "AGREE_TO_ACTION" => {
            Command::AgreeToAction { player: fields.take("player")?, action: fields.take("action")? }
        }
        "ENABLE_QUICKPLAY" => Command::EnableQuickplay { speed: fields.optional("speed")? },
        "DISABLE_QUICKPLAY" => Command::DisableQuickplay {},
        "REQUEST_REDEAL" => Command::RequestRedeal {},
        "RECORD" => Command::Record { event: fields.take("event")? },
        other => return Err(Error::custom(format_args!("unknown variant `{other}` of `type`"))),
    };
    fields.end(command)
}
