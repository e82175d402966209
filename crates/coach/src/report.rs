mod summary;

use dicee::{
    Account, Advisor, Audience, Decision, GameRecord, InputError, Outlook, Quality, Rules, SolvedGame,
};
use serde::Serialize;

use crate::accuracy::Accuracy;
use crate::decision::{DecisionReport, MistakeReport, Move, TurnReport};
use crate::standing::{Standing, standings};

/// Everything there is to say about a game, finished or running.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct GameReport {
    /// The rules it is played by.
    pub rules: Rules,
    /// Whether the card is full.
    pub finished: bool,
    /// Where the points came from.
    pub totals: Totals,
    /// How good the decisions were.
    pub accuracy: Accuracy,
    /// Every finished turn, in order.
    pub turns: Vec<TurnReport>,
    /// Every roll of them and what was done with it, in order.
    pub decisions: Vec<DecisionReport>,
    /// The decisions that cost at least 0.05 points, most expensive first.
    pub mistakes: Vec<MistakeReport>,
    /// Where the final score stands among the games of each bot; empty while the game runs.
    pub standings: Vec<Standing>,
    /// The report in a few sentences.
    pub summary: Vec<String>,
}

/// Where the points of a game came from: **score + to come = optimum + luck - loss**, exactly.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Totals {
    /// What perfect play expects before the first roll.
    pub optimum: f64,
    /// What the rolls changed, together.
    pub luck: f64,
    /// What the decisions gave away, together.
    pub loss: f64,
    /// Points on the card.
    pub score: u16,
    /// What perfect play expects from here on; 0 when the game is over.
    pub to_come: f64,
    /// What perfect play would expect with this luck and no loss: optimum + luck.
    pub without_mistakes: f64,
}

impl GameReport {
    /// A mistake of at least so many points is called serious.
    pub const SERIOUS: f64 = 5.0;

    /// Reports on a game, with tips in plain words.
    ///
    /// # Errors
    ///
    /// [`InputError`] if the solved game has other rules than the game that is played.
    pub fn new(solved: &SolvedGame, game: &GameRecord) -> Result<Self, InputError> {
        Self::for_audience(solved, game, Audience::default())
    }

    /// Reports on a game, with explanations and tips for this audience.
    ///
    /// # Errors
    ///
    /// As [`Self::new`].
    pub fn for_audience(
        solved: &SolvedGame,
        game: &GameRecord,
        audience: Audience,
    ) -> Result<Self, InputError> {
        let rules = game.rules();
        solved.expect_rules(rules)?;
        let account = Account::new(solved, game);
        let mut decisions = Vec::with_capacity(account.losses.len());
        let mut mistakes = Vec::new();
        for (decision, &luck) in game.decisions().iter().zip(&account.luck) {
            let (report, mistake) = look_at(solved, decision, luck, audience);
            decisions.push(report);
            mistakes.extend(mistake);
        }
        // Stable: of two that cost the same, the earlier comes first.
        mistakes.sort_by(|a, b| b.loss.total_cmp(&a.loss));
        let finished = game.card().position().is_full();
        let (luck, loss) = (account.total_luck(), account.total_loss());
        let mut report = Self {
            rules,
            finished,
            totals: Totals {
                optimum: account.optimum,
                luck,
                loss,
                score: account.score,
                to_come: account.to_come,
                without_mistakes: account.optimum + luck,
            },
            accuracy: Accuracy::new(&decisions),
            turns: decisions.chunk_by(|a, b| a.turn == b.turn).filter_map(turn).collect(),
            standings: if finished { standings(rules, account.score) } else { Vec::new() },
            decisions,
            mistakes,
            summary: Vec::new(),
        };
        report.summary = summary::lines(&report);
        Ok(report)
    }
}

/// One decision, and what to learn from it if it cost more than a trifle.
fn look_at(
    solved: &SolvedGame,
    decision: &Decision,
    luck: f64,
    audience: Audience,
) -> (DecisionReport, Option<MistakeReport>) {
    const LEGAL: &str = "every decision of a record is legal, and the solved game has its rules";
    let rules = solved.rules();
    let dice = decision.roll.faces().try_into().expect("a roll has five dice");
    let advisor = Advisor::new(rules, decision.position, Outlook::Game(solved), dice, decision.rolls_left);
    let advisor = advisor.expect(LEGAL);
    let graded = advisor.grade(decision.action).expect(LEGAL);
    let kind = advisor.mistake(decision.action).expect(LEGAL);
    let report = DecisionReport::new(rules, decision, &graded, luck, kind);
    let own = kind.filter(|_| graded.loss >= Quality::TRIFLE && !decision.by_clock);
    let mistake = own.map(|kind| {
        let feedback = advisor.evaluate(decision.action, audience).expect(LEGAL).feedback;
        MistakeReport {
            turn: report.turn,
            roll_number: report.roll_number,
            dice: report.dice.clone(),
            chosen: report.chosen.clone(),
            best: report.best.clone(),
            loss: graded.loss,
            quality: graded.quality,
            kind,
            category: kind.category(),
            instead: feedback.reasoning,
            tip: kind.tip(audience.level).to_owned(),
        }
    });
    (report, mistake)
}

/// The decisions of a turn in a line; every finished turn ends with a score.
fn turn(decisions: &[DecisionReport]) -> Option<TurnReport> {
    let last = decisions.last()?;
    let Move::Score { category, points, bonus } = last.chosen else { return None };
    Some(TurnReport {
        turn: last.turn,
        category,
        points,
        bonus,
        luck: decisions.iter().map(|decision| decision.luck).sum(),
        loss: decisions.iter().map(|decision| decision.loss).sum(),
    })
}
