use chance::{Chance, InputError};

use crate::category::CategorySet;
use crate::config::DiceConfig;
use crate::distribution::{ScoreDistribution, TurnStart};
use crate::policy::Policy;
use crate::position::Position;
use crate::rolls_left::RollsLeft;
use crate::rules::Rules;
use crate::scorecard::Scorecard;
use crate::solver::{SolveProgress, SolvedGame, TurnValues};
use crate::target::{TargetChances, TargetOption};
use crate::win::win_chances_of;

/// Playing to win: the highest expected share of the win, from every position and every number of points so far, and
/// what to do for it.
///
/// What a final score is worth is given: the chance that it beats everybody else. Against opponents who are finished
/// that is certain, against others it comes from the distributions of their scores.
#[derive(Clone, Debug)]
pub struct BestReply(TargetChances);

impl BestReply {
    /// Scores from here on are worth as much as this one; beyond it nobody's chances change by more than a billionth.
    pub const HIGHEST: u16 = 1023;

    /// The worth of each final score against opponents whose scores have these distributions; ties share the win.
    #[must_use]
    pub fn worth_against(opponents: &[ScoreDistribution]) -> Vec<f64> {
        let mut everybody = opponents.to_vec();
        everybody.push(ScoreDistribution::certain(0));
        (0..=Self::HIGHEST)
            .map(|score| {
                everybody[opponents.len()] = ScoreDistribution::certain(score);
                win_chances_of(&everybody)[opponents.len()].share
            })
            .collect()
    }

    /// The worth of each final score among so many players in all, the others of whom have this distribution: the
    /// chance to have the highest score, shared with those who have it too.
    #[must_use]
    pub fn worth_among(players: u32, others: &ScoreDistribution) -> Vec<f64> {
        let players = f64::from(players);
        let mut below = 0.0;
        (0..=Self::HIGHEST)
            .map(|score| {
                let here = others.chance(score);
                let worth: f64 = if here > 0.0 {
                    // The sum over the number of those who share, in closed form; for rare scores all shares are
                    // whole, and the closed form would lose its digits.
                    let closed = ((below + here).powf(players) - below.powf(players)) / (players * here);
                    if players * here < 1e-6 { below.powf(players - 1.0) } else { closed }
                } else {
                    below.powf(players - 1.0)
                };
                below = (below + here).min(1.0);
                worth.min(1.0)
            })
            .collect()
    }

    /// Solves it for these open boxes and all that can follow, on the surrounding rayon pool (feature `parallel`).
    /// `worth[n]` is what a final score of `n` points is worth, from 0 to 1, never falling.
    ///
    /// # Panics
    ///
    /// Panics unless there is a worth for each score up to [`Self::HIGHEST`].
    #[must_use]
    pub fn solve(
        rules: Rules,
        open: CategorySet,
        worth: &[f64],
        mut progress: impl FnMut(SolveProgress),
    ) -> Self {
        assert_eq!(worth.len(), usize::from(Self::HIGHEST) + 1, "a worth for each score");
        Self(TargetChances::solve_worth(rules, open, worth.iter().rev().copied(), &mut progress))
    }

    /// The highest expected share of the win with so many points on the card, before the first roll of the next turn.
    ///
    /// # Errors
    ///
    /// [`InputError`] for more than [`Self::HIGHEST`] points.
    pub fn share(&self, position: Position, scored: u16) -> Result<f64, InputError> {
        self.0.chance(position, Self::lacking(scored)?)
    }

    /// Every option of a roll with its expected share of the win, best first.
    ///
    /// # Errors
    ///
    /// As [`Self::share`].
    ///
    /// # Panics
    ///
    /// Panics if the card is full.
    pub fn options(
        &self,
        position: Position,
        scored: u16,
        roll: DiceConfig,
        rolls_left: RollsLeft,
    ) -> Result<Vec<TargetOption>, InputError> {
        self.0.options(position, Self::lacking(scored)?, roll, rolls_left)
    }

    /// This play from the empty card on, for [`ScoreDistribution`]. Once nothing can be won any more, it is for the highest
    /// expected score.
    #[must_use]
    pub const fn policy<'t>(&'t self, then: &'t SolvedGame) -> Policy<'t> {
        Policy::Target { chances: &self.0, points: Self::HIGHEST, then }
    }

    /// Plays a whole game with dice from `luck`. With `then`, options that are equal for the win, as all are once nothing can be
    /// won any more, are told apart by the expected score, and a chance below some 1e-11 counts as none; without, the chance
    /// alone decides, however small it is, and the first of equals is taken.
    ///
    /// # Panics
    ///
    /// Panics if it was not solved for the empty card.
    pub fn play_game(&self, then: Option<&SolvedGame>, luck: &mut impl Chance) -> Scorecard {
        self.finish_game(then, Scorecard::default(), luck)
    }

    /// The same, from this card on.
    fn finish_game(
        &self,
        then: Option<&SolvedGame>,
        mut card: Scorecard,
        luck: &mut impl Chance,
    ) -> Scorecard {
        let rules = self.0.rules();
        for _ in 0..card.open().len() {
            let position = card.position();
            let lacking = Self::HIGHEST - card.grand_total().min(Self::HIGHEST);
            let best = |roll: DiceConfig| {
                let scores = position.open().iter().filter_map(|category| {
                    let outcome = position.score(rules, roll, category).ok()?;
                    let expected =
                        then.map_or(0.0, |then| f64::from(outcome.points()) + then.value(outcome.next));
                    Some((category, self.0.after_score(lacking, &outcome) + Policy::POINT * expected))
                });
                let best = scores.reduce(|best, rival| if rival.1 > best.1 { rival } else { best });
                best.expect("some open box is always allowed")
            };
            let standing = std::array::from_fn(|index| best(DiceConfig::at(index)).1);
            let turn = TurnValues::from_standing(standing, RollsLeft::AFTER_FIRST);
            let roll = turn.play(TurnStart::Fresh.roll(luck), luck);
            card.score(rules, roll, best(roll).0).expect("the box is allowed");
        }
        card
    }

    fn lacking(scored: u16) -> Result<u16, InputError> {
        let lacking = Self::HIGHEST.checked_sub(scored);
        lacking.ok_or_else(|| InputError::new("points", format!("at most {}", Self::HIGHEST), scored))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play_optimal_turn;
    use crate::{Action, Category, DiceeBox};
    use Category::*;
    use chance::SeededChance;

    #[test]
    fn among_two_players_the_worth_is_the_chance_to_beat_one() {
        let others = ScoreDistribution::from_chances(10, vec![0.25, 0.5, 0.25]);
        let among = BestReply::worth_among(2, &others);
        let against = BestReply::worth_against(std::slice::from_ref(&others));
        for (a, b) in among.iter().zip(against) {
            assert!((a - b).abs() < 1e-12);
        }
        let many = BestReply::worth_among(10_000, &others);
        assert!(many.is_sorted() && many[11] < 1e-3 && (many[13] - 1.0).abs() < 1e-12);
    }

    #[test]
    fn against_a_finished_opponent_it_is_the_chance_to_pass_and_half_the_chance_to_tie() {
        let open = CategorySet::from_slice(&[Sixes, Chance]);
        let position = Position::new(open, 40, DiceeBox::Zero).unwrap();
        let worth = BestReply::worth_against(&[ScoreDistribution::certain(200)]);
        let reply = BestReply::solve(Rules::Classic, open, &worth, |_| {});
        let targets = TargetChances::solve_from(Rules::Classic, position, 100, |_| {}).unwrap();
        let solved = SolvedGame::solve_values(Rules::Classic, |_| {});
        let usual = ScoreDistribution::before_turn(&Policy::Expected(&solved), position);
        for scored in [150, 165, 180, 199] {
            let share = reply.share(position, scored).unwrap();
            let pass = targets.chance(position, 201 - scored).unwrap();
            let reach = targets.chance(position, 200 - scored).unwrap();
            assert!(share >= pass - 1e-7 && share <= reach + 1e-7, "{scored}");
            let same = 1.0 - usual.beaten_by(200 - scored);
            assert!(share >= same - 1e-7, "{scored}: {share} {same}");
        }
        assert!(reply.share(position, 1024).is_err());
    }

    #[test]
    fn games_that_are_played_to_win_are_won_as_often_as_promised() {
        let open = CategorySet::from_slice(&[Fours, Chance]);
        // 150 points, with fours and chance to come.
        let mut boxes = Category::ALL.map(|category| (!open.contains(category)).then_some(0));
        for (category, points) in [(Sixes, 30), (Fives, 25), (SmallStraight, 30), (LargeStraight, 40)] {
            boxes[category.index()] = Some(points);
        }
        boxes[FullHouse.index()] = Some(25);
        let card = Scorecard::from_boxes(boxes, 0).unwrap();
        let worth = BestReply::worth_against(&[ScoreDistribution::certain(181)]);
        let reply = BestReply::solve(Rules::Standard, open, &worth, |_| {});
        let promised = reply.share(card.position(), card.grand_total()).unwrap();
        let luck = SeededChance::from_seed(4);
        let games = 2000;
        let then = SolvedGame::solve_values(Rules::Standard, |_| {});
        let won: f64 = (0..games)
            .map(|game| reply.finish_game(Some(&then), card, &mut luck.stream(game)).grand_total())
            .map(|score| worth[usize::from(score)])
            .sum();
        let share = won / games as f64;
        assert!((share - promised).abs() < 4.0 * (0.25 / games as f64).sqrt(), "{share} {promised}");
    }

    #[test]
    fn a_game_that_cannot_be_won_is_played_for_points() {
        let open = CategorySet::from_slice(&[Fours, Chance]);
        let boxes = Category::ALL.map(|category| (!open.contains(category)).then_some(0));
        let card = Scorecard::from_boxes(boxes, 0).unwrap();
        let worth = BestReply::worth_against(&[ScoreDistribution::certain(300)]);
        let reply = BestReply::solve(Rules::Classic, open, &worth, |_| {});
        let then = SolvedGame::solve_values(Rules::Classic, |_| {});
        for game in 0..50 {
            let luck = SeededChance::from_seed(6).stream(game);
            let mut usual = card;
            let mut dice = luck.clone();
            open.iter().for_each(|_| play_optimal_turn(&then, &mut usual, &mut dice));
            assert_eq!(reply.finish_game(Some(&then), card, &mut luck.clone()), usual, "game {game}");
        }
    }

    #[test]
    fn a_chance_of_less_than_a_billionth_is_followed_where_it_alone_decides() {
        let open = CategorySet::from_slice(&[Sixes, Chance]);
        let boxes = Category::ALL.map(|category| (!open.contains(category)).then_some(0));
        let card = Scorecard::from_boxes(boxes, 0).unwrap();
        // Only 60 points, two rolls of five sixes, are worth anything, and that next to nothing.
        let worth: Vec<f64> =
            (0..=BestReply::HIGHEST).map(|score| if score < 60 { 0.0 } else { 1e-20 }).collect();
        let reply = BestReply::solve(Rules::Classic, open, &worth, |_| {});
        let share = reply.share(card.position(), 0).unwrap();
        let five_sixes = (1.0 - (5.0f64 / 6.0).powi(3)).powi(5);
        assert!((share / (1e-20 * five_sixes * five_sixes) - 1.0).abs() < 1e-9, "{share}");
        let roll = DiceConfig::from_dice(&[6, 5, 5, 5, 5]).unwrap();
        let best = reply.options(card.position(), 0, roll, RollsLeft::AFTER_FIRST).unwrap()[0].action;
        assert_eq!(best, Action::Keep(crate::KeepPattern::from_faces(&[6]).unwrap()));
    }

    #[test]
    fn the_best_option_wins_where_the_score_of_the_others_is_passed() {
        let open = CategorySet::EMPTY.with(Chance);
        let position = Position::new(open, 0, DiceeBox::Zero).unwrap();
        let worth = BestReply::worth_against(&[ScoreDistribution::certain(120)]);
        let reply = BestReply::solve(Rules::Classic, open, &worth, |_| {});
        let roll = DiceConfig::from_dice(&[6, 6, 6, 2, 1]).unwrap();
        for (scored, rolls, best, share) in [
            // 21 points are there: 100 and 21 pass 120, 99 and 21 tie, 98 and 21 lose.
            (100, 0, Action::Score(Chance), 1.0),
            (99, 0, Action::Score(Chance), 0.5),
            (98, 0, Action::Score(Chance), 0.0),
            (100, 1, Action::Score(Chance), 1.0),
        ] {
            let rolls = RollsLeft::parse(rolls).unwrap();
            let options = reply.options(position, scored, roll, rolls).unwrap();
            assert_eq!(options[0].action, best, "{scored}");
            assert!((options[0].chance - share).abs() < 1e-7, "{scored}: {}", options[0].chance);
        }
        let error = reply.options(position, 1024, roll, RollsLeft::NONE).unwrap_err();
        assert_eq!(error.to_string(), "points: expected at most 1023, got 1024");
    }
}
