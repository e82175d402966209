//! What happened, and what can be asked for. The two are one definition, because each can hold the other: `AI_DECIDED`
//! tells of a command, `RECORD` asks for an event.

mod command;
mod read;

pub use command::Command;

use chance::Hex;
use ledger::Version;
use serde::{Deserialize, Serialize};

use crate::bid::Bid;
use crate::consensus_action::ConsensusAction;
use crate::declaration::Declaration;
use crate::effect::Effect;
use crate::house::HouseRules;
use crate::seat::{BySeat, ByTeam, Seat, Team};
use crate::tile::Tile;
use crate::tile_set::TileSet;

/// What happened at the table. On the wire an object whose field `type` is the name in capitals, such as
/// `DOMINO_PLAYED`, followed by the fields in the order below; ids are hashes of exactly that text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(
    tag = "type",
    rename_all = "SCREAMING_SNAKE_CASE",
    rename_all_fields = "camelCase",
    deny_unknown_fields
)]
pub enum Event {
    /// The table promised a secret before the first hand: all tiles are dealt from it, and it is shown after the game.
    SeedCommitted {
        /// The name of the game, which is part of every deal.
        game_id: String,
        /// The SHA-256 of the secret.
        commitment: Hex,
    },
    /// A seat added a text of its own to the deals; its newest one counts.
    SeedMixed {
        /// The seat.
        player: Seat,
        /// The text.
        client_seed: String,
    },
    /// The secret of the deals was shown.
    SeedRevealed {
        /// The secret.
        server_seed: Hex,
    },
    /// A table was set up.
    GameStarted {
        /// The seed of the first hand, for practice and links; absent where the deals follow from a promised secret.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seed: Option<u32>,
        /// Who deals it.
        dealer: Seat,
        /// Who sits where.
        player_types: BySeat<PlayerType>,
        /// What the table agreed on: always said, so that a replay is complete.
        house: HouseRules,
    },
    /// Tiles were dealt: those of the last seed, or of the promised secret.
    HandsDealt {
        /// Seven tiles a seat.
        hands: BySeat<TileSet>,
    },
    /// Tiles are dealt again: after a hand, after four passes, or at the wish of a single player.
    RedealInitiated {
        /// The next seed of the chain, where there is one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        new_seed: Option<u32>,
        /// The next dealer.
        dealer: Seat,
    },
    /// The game is over.
    GameEnded {
        /// Who won.
        winning_team: Team,
    },
    /// A seat bid.
    BidPlaced {
        /// The seat.
        player: Seat,
        /// Its bid.
        bid: Bid,
    },
    /// A seat passed.
    PlayerPassed {
        /// The seat.
        player: Seat,
    },
    /// All have spoken, and somebody bid.
    BiddingCompleted {
        /// Who bid highest.
        winner: Seat,
        /// That bid.
        bid: Bid,
    },
    /// All have passed.
    AllPlayersPassed {
        /// Who had dealt.
        dealer: Seat,
    },
    /// Trumps, or a special contract, were named.
    TrumpSelected {
        /// Who named them, and leads.
        player: Seat,
        /// What was named.
        trump: Declaration,
    },
    /// A tile was played.
    DominoPlayed {
        /// By this seat.
        player: Seat,
        /// The tile.
        domino: Tile,
    },
    /// A trick was turned over.
    TrickCompleted {
        /// Who won it, and leads the next.
        winner: Seat,
        /// Its count and one.
        points: u8,
    },
    /// The hand is decided.
    HandReadyForScoring {
        /// How.
        reason: HandReason,
    },
    /// The hand was counted.
    HandScored {
        /// The points of each team in this hand.
        team_scores: ByTeam<u8>,
    },
    /// A team got marks.
    MarksAwarded {
        /// The team.
        team: Team,
        /// The number of marks.
        marks: u8,
    },
    /// A team has the marks that win.
    GameTargetReached {
        /// The team.
        team: Team,
        /// The marks of both.
        final_marks: ByTeam<u8>,
    },
    /// Every seat in the hand is asked to agree.
    ConsensusRequested {
        /// To what.
        action: ConsensusAction,
    },
    /// A seat agreed.
    PlayerAgreed {
        /// The seat.
        player: Seat,
        /// To what.
        action: ConsensusAction,
    },
    /// Every seat in the hand has agreed.
    ConsensusReached {
        /// To what.
        action: ConsensusAction,
    },
    /// An AI seat will act.
    AiScheduled {
        /// The seat.
        player: Seat,
        /// When: milliseconds after the event that caused it.
        execute_at: u32,
    },
    /// An AI seat has begun to think.
    AiThinking {
        /// The seat.
        player: Seat,
    },
    /// An AI seat has made up its mind.
    AiDecided {
        /// The seat.
        player: Seat,
        /// What it is about to do.
        action: Box<Command>,
    },
    /// AI seats act at the pace that is set.
    QuickplayEnabled {},
    /// AI seats act at the normal pace.
    QuickplayDisabled {},
    /// The pace was set.
    QuickplaySpeedSet {
        /// To this.
        speed: Speed,
    },
    /// Something will happen by itself.
    EffectScheduled {
        /// The effect.
        effect: Effect,
        /// When: milliseconds after the event that caused it.
        execute_at: u32,
    },
    /// The screen began to show something.
    AnimationStarted {
        /// The animation.
        animation: String,
        /// How long it takes, in milliseconds.
        duration: u32,
    },
    /// The screen has shown it.
    AnimationCompleted {
        /// The animation.
        animation: String,
        /// How long it took, in milliseconds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        duration: Option<u32>,
    },
}

/// Who sits in a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "FortyTwoPlayerType"))]
#[serde(rename_all = "lowercase")]
pub enum PlayerType {
    /// A person.
    Human,
    /// A bot.
    #[default]
    Ai,
}

/// Why a hand is ready to be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HandReason {
    /// All seven tricks were played.
    AllTricks,
    /// The rest of the tricks can change nothing.
    DeterminedEarly,
}

/// The pace of AI seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "FortyTwoSpeed"))]
#[serde(rename_all = "lowercase")]
pub enum Speed {
    /// At once.
    Instant,
    /// After a tenth of a second.
    Fast,
    /// As a person would.
    #[default]
    Normal,
}

impl Speed {
    /// The delay in milliseconds.
    #[must_use]
    pub const fn delay(self) -> u32 {
        match self {
            Self::Instant => 0,
            Self::Fast => 100,
            Self::Normal => 600,
        }
    }
}

impl Event {
    /// The AI seat that this is a note about, if it is one.
    #[must_use]
    #[expect(clippy::wildcard_enum_match_arm, reason = "no other event is a note about a seat")]
    pub const fn note_of(&self) -> Option<Seat> {
        match self {
            Self::AiScheduled { player, .. }
            | Self::AiThinking { player }
            | Self::AiDecided { player, .. } => Some(*player),
            Self::EffectScheduled { effect, .. } => Some(effect.player()),
            _ => None,
        }
    }
}

/// All events of a log are needed to check its chain, so all are kept for ever; machinery need not record its notes.
impl ledger::Event for Event {
    const TAG: &'static str = "type";

    /// What has no seed cannot be read by programs that know only the chain of seeds.
    #[expect(clippy::wildcard_enum_match_arm, reason = "all other events are as they always were")]
    fn schema(&self) -> Version {
        match self {
            Self::GameStarted { seed: None, .. } | Self::RedealInitiated { new_seed: None, .. } => {
                Version::new(2, 0, 0)
            }
            _ => Version::new(1, 0, 0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_have_their_documented_text() {
        let check = |event: Event, text: &str| {
            assert_eq!(ledger::to_canonical_json(&event).unwrap(), text);
            assert_eq!(serde_json::from_str::<Event>(text).unwrap(), event);
        };
        let two = Seat::ALL[2];
        check(
            Event::GameStarted {
                seed: Some(42),
                dealer: Seat::ALL[3],
                player_types: BySeat([PlayerType::Human, PlayerType::Ai, PlayerType::Ai, PlayerType::Ai]),
                house: HouseRules::default(),
            },
            r#"{"type":"GAME_STARTED","seed":42,"dealer":3,"playerTypes":["human","ai","ai","ai"],"house":{"nello":false,"splash":false,"plunge":false,"sevens":false,"forcedBid":false,"targetMarks":7}}"#,
        );
        check(
            Event::RedealInitiated { new_seed: Some(7), dealer: two },
            r#"{"type":"REDEAL_INITIATED","newSeed":7,"dealer":2}"#,
        );
        check(
            Event::RedealInitiated { new_seed: None, dealer: two },
            r#"{"type":"REDEAL_INITIATED","dealer":2}"#,
        );
        check(
            Event::SeedCommitted { game_id: "g-1".into(), commitment: Hex([17; 32]) },
            r#"{"type":"SEED_COMMITTED","gameId":"g-1","commitment":"1111111111111111111111111111111111111111111111111111111111111111"}"#,
        );
        check(
            Event::SeedMixed { player: two, client_seed: "luck".into() },
            r#"{"type":"SEED_MIXED","player":2,"clientSeed":"luck"}"#,
        );
        check(
            Event::BidPlaced { player: two, bid: "splash 2".parse().unwrap() },
            r#"{"type":"BID_PLACED","player":2,"bid":"splash 2"}"#,
        );
        check(
            Event::TrumpSelected { player: two, trump: Declaration::NoTrump },
            r#"{"type":"TRUMP_SELECTED","player":2,"trump":"none"}"#,
        );
        check(
            Event::HandReadyForScoring { reason: HandReason::DeterminedEarly },
            r#"{"type":"HAND_READY_FOR_SCORING","reason":"determined-early"}"#,
        );
        check(
            Event::GameTargetReached { team: Team::Odd, final_marks: ByTeam([6, 7]) },
            r#"{"type":"GAME_TARGET_REACHED","team":1,"finalMarks":[6,7]}"#,
        );
        check(
            Event::PlayerAgreed { player: two, action: ConsensusAction::CompleteTrick },
            r#"{"type":"PLAYER_AGREED","player":2,"action":"complete-trick"}"#,
        );
        check(
            Event::AiDecided { player: two, action: Box::new(Command::Pass { player: two }) },
            r#"{"type":"AI_DECIDED","player":2,"action":{"type":"PASS","player":2}}"#,
        );
        check(Event::QuickplayEnabled {}, r#"{"type":"QUICKPLAY_ENABLED"}"#);
        check(
            Event::EffectScheduled { effect: Effect::AiTurn { player: two }, execute_at: 600 },
            r#"{"type":"EFFECT_SCHEDULED","effect":{"type":"AI_TURN","player":2},"executeAt":600}"#,
        );
        check(
            Event::AnimationCompleted { animation: "deal".into(), duration: None },
            r#"{"type":"ANIMATION_COMPLETED","animation":"deal"}"#,
        );
    }

    #[test]
    fn other_text_is_no_event() {
        for text in [
            r#"{"type":"QUICKPLAY_ENABLED","speed":"fast"}"#,
            r#"{"type":"PLAYER_PASSED","player":4}"#,
            r#"{"type":"PLAYER_PASSED"}"#,
            r#"{"type":"DOMINO_PLAYED","player":1,"domino":"6-7"}"#,
            r#"{"type":"BID_PLACED","player":1,"bid":"29"}"#,
            r#"{"type":"RESET"}"#,
        ] {
            assert!(serde_json::from_str::<Event>(text).is_err(), "{text}");
        }
    }
}
