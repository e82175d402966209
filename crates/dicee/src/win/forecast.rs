use chance::SeededChance;
use ledger::PlayerId;
use serde::Serialize;

use super::outlook::ScoreOutlook;
use super::{WinChance, win_chances_of};
use crate::distribution::{ScoreDistribution, TurnStart};
use crate::game::{Player, Table};
use crate::policy::Policy;
use crate::position::Position;
use crate::rolls_left::RollsLeft;
use crate::simulate::play_on;
use crate::solver::{Outlook, SolvedGame, TurnValues};

/// Somebody who may still win: the points on the card, and where the next ones come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contender {
    /// The points on the card.
    pub points: u16,
    /// The card and the moment of its turn; `None` once nothing more is scored on it.
    pub ahead: Option<(Position, TurnStart)>,
}

impl Contender {
    /// Everybody at a table who may still win, in seat order; nobody before the start. Those who left cannot win, unless
    /// everybody did.
    #[must_use]
    pub fn at(table: &Table) -> Vec<(PlayerId, Self)> {
        let mut seats = table.order().to_vec();
        seats.sort_unstable();
        let players = || seats.iter().filter_map(|&seat| Some((seat, table.player(seat)?)));
        let anybody_stays = players().any(|(_, player)| !player.left());
        let playing = players().filter(|(_, player)| !player.left() || !anybody_stays);
        let turn = table.turn().ok();
        let contender = |player: &Player, start| {
            let card = player.card();
            let ahead = card.to_play().ok().filter(|_| !table.is_over() && !player.left());
            Self { points: card.grand_total(), ahead: ahead.map(|position| (position, start)) }
        };
        playing
            .map(|(seat, player)| {
                let dice = turn.filter(|turn| turn.seat() == seat).and_then(|turn| {
                    Some(TurnStart::Rolled { roll: turn.dice()?.config(), rolls_left: turn.rolls_left() })
                });
                (player.id(), contender(player, dice.unwrap_or(TurnStart::Fresh)))
            })
            .collect()
    }

    /// How many boxes are open.
    #[must_use]
    pub fn open_boxes(&self) -> usize {
        self.ahead.map_or(0, |(position, _)| position.open().len())
    }
}

/// Everybody's chance to win from one moment of a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WinForecast {
    /// One for each player, in the order in which they were given.
    pub chances: Vec<WinChance>,
    /// Whether the chances are exact.
    pub exact: bool,
    /// What the chances assume, in a sentence.
    pub basis: &'static str,
}

/// Forecasts one moment of a game after the other. The distributions of players who did not move are remembered.
#[derive(Debug)]
pub struct WinForecaster<'t> {
    solved: &'t SolvedGame,
    source: Source<'t>,
    known: KnownScores,
}

/// Where the points to come are taken from.
#[derive(Clone, Copy, Debug)]
enum Source<'t> {
    Exact,
    Quick,
    Outlook(&'t ScoreOutlook),
}

/// What a [`WinForecaster`] remembers, for the next one.
#[derive(Clone, Debug, Default)]
pub struct KnownScores(Vec<((Position, TurnStart), Counted)>);

#[derive(Clone, Debug)]
struct Counted {
    to_come: ScoreDistribution,
    exact: bool,
}

/// Games that are played on where points are not counted.
const GAMES: u64 = 1000;

impl<'t> WinForecaster<'t> {
    /// Open boxes up to which the points of a player are counted exactly in some ten milliseconds.
    pub const EXACT_BOXES: usize = 8;

    /// Counts all points to come exactly. From the empty card that takes seconds.
    #[must_use]
    pub fn exact(solved: &'t SolvedGame) -> Self {
        Self { solved, source: Source::Exact, known: KnownScores::default() }
    }

    /// Counts exactly up to [`Self::EXACT_BOXES`] open boxes. With more, a thousand games are played on, always the same
    /// ones, and weighted so that their mean is exact: chances against others who are as far are then off by one
    /// percentage point or two at most.
    #[must_use]
    pub fn quick(solved: &'t SolvedGame) -> Self {
        Self { source: Source::Quick, ..Self::exact(solved) }
    }

    /// Looks the points to come up: exactly up to [`ScoreOutlook::EXACT`] open boxes, and within half a percentage point
    /// with more.
    ///
    /// # Panics
    ///
    /// Panics if both are not of the same rules.
    #[must_use]
    pub fn with_outlook(solved: &'t SolvedGame, outlook: &'t ScoreOutlook) -> Self {
        assert_eq!(solved.rules(), outlook.rules(), "both are of the same rules");
        Self { source: Source::Outlook(outlook), ..Self::exact(solved) }
    }

    /// Begins with what another one of the same kind remembered.
    #[must_use]
    pub fn remembering(self, known: KnownScores) -> Self {
        Self { known, ..self }
    }

    /// What it remembers.
    #[must_use]
    pub fn into_known(self) -> KnownScores {
        self.known
    }

    /// Everybody's chance to win, if everybody plays for the highest expected score from here on.
    pub fn forecast(&mut self, contenders: &[Contender]) -> WinForecast {
        let counted: Vec<(u16, Counted)> =
            contenders.iter().map(|contender| (contender.points, self.count(contender))).collect();
        // What was not asked for this time will not be asked for again.
        let still = |moment: &(Position, TurnStart)| {
            contenders.iter().any(|contender| contender.ahead.as_ref() == Some(moment))
        };
        self.known.0.retain(|(moment, _)| still(moment));
        let exact = counted.iter().all(|(_, counted)| counted.exact);
        let finals: Vec<ScoreDistribution> =
            counted.into_iter().map(|(points, counted)| counted.to_come.plus(points)).collect();
        WinForecast { chances: win_chances_of(&finals), exact, basis: WinChance::ASSUMPTION }
    }

    fn count(&mut self, contender: &Contender) -> Counted {
        let Some(moment) = contender.ahead else {
            return Counted { to_come: ScoreDistribution::certain(0), exact: true };
        };
        if let Some((_, known)) = self.known.0.iter().find(|(known, _)| *known == moment) {
            return known.clone();
        }
        let (position, start) = moment;
        let counted = match self.source {
            Source::Outlook(outlook) => Counted {
                to_come: outlook.scores(self.solved, position, start),
                exact: ScoreOutlook::is_exact(position),
            },
            Source::Quick if position.open().len() > Self::EXACT_BOXES => {
                Counted { to_come: self.play(position, start), exact: false }
            }
            Source::Exact | Source::Quick => {
                let policy = Policy::Expected(self.solved);
                Counted { to_come: ScoreDistribution::new(&policy, position, start), exact: true }
            }
        };
        self.known.0.push((moment, counted.clone()));
        counted
    }

    /// Plays games on from here.
    fn play(&self, position: Position, start: TurnStart) -> ScoreDistribution {
        let points = play_on(self.solved, &SeededChance::from_seed(1), position, start, 0..GAMES);
        ScoreDistribution::from_sample(&points, self.mean(position, start))
    }

    /// The exact mean of the points to come.
    fn mean(&self, position: Position, start: TurnStart) -> f64 {
        let turn =
            |rolls| TurnValues::solve(self.solved.rules(), position, Outlook::Game(self.solved), rolls);
        match start {
            TurnStart::Fresh => self.solved.value(position),
            TurnStart::Rolled { roll, rolls_left } => turn(rolls_left).value(roll, rolls_left),
            TurnStart::Kept { keep, rolls_left: RollsLeft::NONE } => {
                turn(RollsLeft::NONE).value(keep.complete(&mut SeededChance::from_seed(0)), RollsLeft::NONE)
            }
            TurnStart::Kept { keep, rolls_left } => turn(rolls_left).keep_value(keep.to_index(), rolls_left),
        }
    }
}
