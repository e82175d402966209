mod calls;
mod seen;

pub use seen::Seen;

use chance::{InputError, SeededChance};
use serde::{Deserialize, Serialize};

use crate::ai::{Belief, HandRecord, likely_declarations};
use crate::bid::Bid;
use crate::contract::{Contract, Tally, may_declare};
use crate::declaration::Declaration;
use crate::hint::hint_luck;
use crate::misplay::Misplay;
use crate::moment::{Choice, Moment};
use crate::review::HandReview;
use crate::seat::{BySeat, Seat};
use crate::sight::Sight;
use crate::solver::{Goal, Layout, Solver};
use crate::tile_set::TileSet;

/// The choices of one seat in a finished hand, judged by what it could know.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "FortyTwoJudgedHand"))]
#[serde(rename_all = "camelCase")]
pub struct JudgedHand {
    /// Its number, the first being 1.
    pub hand: u32,
    /// Whose choices these are.
    pub seat: Seat,
    /// In order; where the rules left one choice there was none to judge.
    pub choices: Vec<JudgedChoice>,
    /// How many choices had help, and are not among them.
    #[serde(default)]
    pub aided: u32,
}

/// A choice, and what it gave away.
///
/// Marks are counted as the chance of winning the hand times the marks that it is worth, over deals that fit all that the
/// seat could know. Half of the deals find the best option, and the other half measure what was lost against it, so that
/// luck among the deals makes no mistake of a choice that was as good as any. So measured a loss can be slightly negative.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "FortyTwoJudgedChoice"))]
#[serde(rename_all = "camelCase")]
pub struct JudgedChoice {
    /// The trick, the first being 1; absent in the auction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trick: Option<u8>,
    /// What was chosen.
    pub chosen: Choice,
    /// What was best; the same where nothing was better.
    pub best: Choice,
    /// Marks given away; 0 where nothing was better.
    pub loss: f64,
    /// What was wrong, where the loss is no accident of the deals.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mistake: Option<Misplay>,
    /// What the play cost with all tiles face up: points, or tricks where only those count. Absent in the auction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub face_up: Option<u8>,
    /// What the seat saw, where something was wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<Seen>,
    /// Every option, cheapest first: what it gives away, never less than nothing, and what would be wrong with it.
    pub options: Vec<JudgedOption>,
}

/// One of the things that could have been chosen.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "FortyTwoJudgedOption"))]
#[serde(rename_all = "camelCase")]
pub struct JudgedOption {
    /// Marks given away.
    pub loss: f64,
    /// What would be wrong; absent where it costs too little to tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mistake: Option<Misplay>,
}

/// Deals in each half.
const DEALS: u32 = 60;
/// Declarations that are looked at, those first that look best; special ones that the house rules allow come on top.
const LIKELY: usize = 4;
/// Marks from which on a loss is a mistake, if both halves of the deals say so.
const MISTAKE: f64 = 0.1;
impl JudgedHand {
    /// Judges the choices of a seat in one of the hands that [`HandRecord::of_game`] gives, by its number there, the first
    /// being 0. The same hand is always judged by the same deals.
    ///
    /// ```no_run
    /// use fortytwo::{Bot, BySeat, HouseRules, JudgedHand, Seat, Skill, Solver, deal, play_hand};
    ///
    /// let [me, ..] = Seat::ALL;
    /// let mut bots = BySeat([0; 4].map(|seed| Bot::new(Skill::Random, seed)));
    /// let record = play_hand(deal(2), me, HouseRules::default(), &mut bots)?;
    /// let judged = JudgedHand::new(0, &record, me, &mut Solver::new())?;
    /// let given_away: f64 = judged.choices.iter().map(|choice| choice.loss).sum();
    /// println!("{given_away:.2} marks");
    /// # Ok::<(), fortytwo::InputError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`InputError`] if the record breaks a rule; none that a game gives does.
    pub fn new(
        number: u32,
        record: &HandRecord,
        seat: Seat,
        solver: &mut Solver,
    ) -> Result<Self, InputError> {
        let review = HandReview::new(record, solver)?;
        let mut plays = review.plays.iter();
        let mut choices = Vec::new();
        for moment in record.moments()? {
            let play = if matches!(moment.choice, Choice::Play(_)) { plays.next() } else { None };
            if moment.sight.seat() != seat {
                continue;
            }
            if let Some(mut choice) = judge(&moment, solver)? {
                choice.trick = play.map(|play| play.trick);
                choice.face_up = play.map(|play| play.cost);
                choices.push(choice);
            }
        }
        Ok(Self { hand: number + 1, seat, choices, aided: 0 })
    }

    /// Leaves out choices that had help: those of these tricks, 0 being bid and declaration.
    #[must_use]
    pub fn without(mut self, tricks: &[u8]) -> Self {
        let all = self.choices.len();
        self.choices.retain(|choice| !tricks.contains(&choice.trick.unwrap_or(0)));
        self.aided += u32::try_from(all - self.choices.len()).expect("a seat has at most nine choices");
        self
    }
}

/// What each option is worth in marks, in both halves of the deals.
type Worth = [(Choice, [f64; 2])];

fn judge(moment: &Moment, solver: &mut Solver) -> Result<Option<JudgedChoice>, InputError> {
    let Moment { sight, choice } = moment;
    let options = match choice {
        Choice::Call(call) => calls::worth_asking(sight, *call),
        Choice::Declaration(named) => declarations(sight, *named),
        Choice::Play(_) => sight.legal().iter().map(Choice::Play).collect(),
    };
    if options.len() < 2 {
        return Ok(None);
    }
    let luck = hint_luck(sight);
    let mut worth: Vec<(Choice, [f64; 2])> = options.into_iter().map(|option| (option, [0.0; 2])).collect();
    let mut own = Vec::new();
    for (half, stream) in [(0, 0), (1, 1)] {
        let worlds = draw(sight, &mut luck.stream(stream))?;
        match choice {
            Choice::Call(_) => calls::add(&mut worth, half, sight, &worlds, &mut own, solver),
            Choice::Declaration(_) => add_declarations(&mut worth, half, sight, &worlds, solver),
            Choice::Play(_) => add_plays(&mut worth, half, sight, &worlds, solver)?,
        }
    }
    Ok(Some(judged(sight, *choice, &worth)))
}

fn draw(sight: &Sight, luck: &mut SeededChance) -> Result<Vec<BySeat<TileSet>>, InputError> {
    let belief = Belief::of_house(sight)?;
    Ok((0..DEALS).map(|_| belief.draw(luck)).collect())
}

/// The best option by the first half, and what the others lose against it by the second.
fn judged(sight: &Sight, chosen: Choice, worth: &Worth) -> JudgedChoice {
    let of = |choice: Choice| {
        worth.iter().find(|(option, _)| *option == choice).map_or([0.0; 2], |(_, worth)| *worth)
    };
    // Of equals the one that was chosen.
    let best = worth.iter().fold(
        chosen,
        |best, (option, values)| {
            if values[0] > of(best)[0] { *option } else { best }
        },
    );
    let loss = |choice: Choice| [0, 1].map(|half| of(best)[half] - of(choice)[half]);
    let mistake = |choice: Choice| {
        let is_mistake = choice != best && loss(choice).iter().all(|loss| *loss >= MISTAKE);
        if is_mistake { Misplay::of(sight, choice, best) } else { None }
    };
    let mut options: Vec<JudgedOption> = worth
        .iter()
        .map(|(option, _)| JudgedOption { loss: loss(*option)[1].max(0.0), mistake: mistake(*option) })
        .collect();
    options.sort_by(|one, other| one.loss.total_cmp(&other.loss));
    let found = mistake(chosen);
    JudgedChoice {
        trick: None,
        chosen,
        best,
        loss: loss(chosen)[1],
        mistake: found,
        face_up: None,
        seen: found.map(|_| Seen::new(sight)),
        options,
    }
}

/// What a seat could sensibly name, and what it named.
fn declarations(sight: &Sight, named: Declaration) -> Vec<Choice> {
    let Some((_, bid)) = sight.auction().high() else { return Vec::new() };
    let mut found = sensible(sight, bid);
    if !found.contains(&named) {
        found.push(named);
    }
    found.into_iter().map(Choice::Declaration).collect()
}

fn sensible(sight: &Sight, bid: Bid) -> Vec<Declaration> {
    let mut found: Vec<Declaration> = likely_declarations(sight.hand()).into_iter().take(LIKELY).collect();
    let special = Declaration::ALL.into_iter().filter(|declaration| declaration.is_special());
    found.extend(special.filter(|declaration| may_declare(sight.rules(), bid, *declaration)));
    found
}

/// The marks of a hand, if this seat's team wins it.
fn won(sight: &Sight, contract: &Contract, world: &BySeat<TileSet>, solver: &mut Solver) -> f64 {
    let mut hands = *world;
    if let Some(seat) = contract.sits_out() {
        hands[seat] = TileSet::EMPTY;
    }
    let layout = Layout::new(contract.declaration, contract.bidder, hands, contract.leader(), &[]);
    let made = layout.is_ok_and(|layout| solver.makes(&layout, Goal::of(contract, &Tally::default())));
    let ours = contract.bidder.team() == sight.seat().team();
    if made == ours { f64::from(contract.bid.marks()) } else { 0.0 }
}

fn add_declarations(
    worth: &mut Worth,
    half: usize,
    sight: &Sight,
    worlds: &[BySeat<TileSet>],
    solver: &mut Solver,
) {
    let Some((bidder, bid)) = sight.auction().high() else { return };
    for (option, values) in worth {
        let Choice::Declaration(declaration) = *option else { continue };
        let contract = Contract { bidder, bid, declaration };
        let sum: f64 = worlds.iter().map(|world| won(sight, &contract, world, solver)).sum();
        values[half] = sum / worlds.len() as f64;
    }
}

fn add_plays(
    worth: &mut Worth,
    half: usize,
    sight: &Sight,
    worlds: &[BySeat<TileSet>],
    solver: &mut Solver,
) -> Result<(), InputError> {
    let Some(contract) = sight.contract() else { return Ok(()) };
    let goal = Goal::of(&contract, sight.tally());
    let ours = contract.bidder.team() == sight.seat().team();
    let share = f64::from(contract.bid.marks()) / worlds.len() as f64;
    for world in worlds {
        for (tile, made) in solver.plays_that_make(&sight.layout(*world)?, goal) {
            let option = worth.iter_mut().find(|(option, _)| *option == Choice::Play(tile));
            if let Some((_, values)) = option.filter(|_| made == ours) {
                values[half] += share;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai::{Bot, Skill, play_hand};
    use crate::deal::deal;
    use crate::house::HouseRules;

    fn seats(skill: Skill) -> BySeat<Bot> {
        BySeat(Seat::ALL.map(|seat| Bot::new(skill, u64::from(u8::from(seat)))))
    }

    #[test]
    fn a_hand_is_judged_the_same_again_and_only_where_there_was_a_choice() {
        let [me, ..] = Seat::ALL;
        let record = play_hand(deal(1), me, HouseRules::EVERYTHING, &mut seats(Skill::Random)).unwrap();
        let judged = JudgedHand::new(4, &record, me, &mut Solver::new()).unwrap();
        assert_eq!(judged, JudgedHand::new(4, &record, me, &mut Solver::new()).unwrap());
        assert_eq!((judged.hand, judged.seat), (5, me));
        assert!(!judged.choices.is_empty());
        for choice in &judged.choices {
            assert!(choice.options.len() > 1 && choice.options[0].loss <= choice.options[1].loss);
            assert!(choice.loss.is_finite() && (choice.chosen != choice.best || choice.loss == 0.0));
            assert!(choice.mistake.is_none() || choice.loss >= MISTAKE);
            assert_eq!(choice.trick.is_some(), matches!(choice.chosen, Choice::Play(_)));
        }
        let text = serde_json::to_string(&judged).unwrap();
        assert_eq!(serde_json::from_str::<JudgedHand>(&text).unwrap(), judged);
    }

    fn dealt(hand: &str) -> TileSet {
        hand.split(' ').map(|tile| tile.parse::<crate::tile::Tile>().unwrap()).collect()
    }

    #[test]
    fn choices_that_had_help_are_counted_and_left_out() {
        let [me, ..] = Seat::ALL;
        let record = play_hand(deal(1), me, HouseRules::default(), &mut seats(Skill::Heuristic)).unwrap();
        let whole = JudgedHand::new(0, &record, me, &mut Solver::new()).unwrap();
        let of = |hand: &JudgedHand, trick: u8| {
            hand.choices.iter().filter(|choice| choice.trick.unwrap_or(0) == trick).count()
        };
        let (auction, second) = (of(&whole, 0), of(&whole, 2));
        assert!(auction > 0 && second == 1, "{whole:?}");
        let rest = whole.clone().without(&[0, 2]);
        assert_eq!((of(&rest, 0), of(&rest, 2)), (0, 0));
        assert_eq!(rest.choices.len() + rest.aided as usize, whole.choices.len());
        assert_eq!(whole.clone().without(&[]), whole);
    }

    #[test]
    fn a_hand_that_wins_every_trick_is_not_passed_even_by_the_first_to_speak() {
        let [me, _, _, dealer] = Seat::ALL;
        let call = |text: Option<&str>| Choice::Call(text.map(|bid| bid.parse().unwrap()));
        let judged = |hand: &str, said: Option<&str>| {
            let sight = Sight::new(me, dealer, dealt(hand)).unwrap();
            judge(&Moment { sight, choice: call(said) }, &mut Solver::new()).unwrap().unwrap()
        };
        let sure = "6-6 6-5 6-4 6-3 6-2 5-5 4-4";
        let passed = judged(sure, None);
        assert_eq!((passed.mistake, passed.best), (Some(Misplay::Underbid), call(Some("M2"))), "{passed:?}");
        assert!(passed.loss > 0.3, "{passed:?}");
        let seen = passed.seen.unwrap();
        assert_eq!((seen.seat, seen.hand, seen.calls.len()), (me, dealt(sure), 0));
        assert_eq!(judged(sure, Some("M2")).mistake, None);
        // Likely with all tiles face up is not sure at the table.
        let good = judged("6-6 6-5 6-4 6-1 5-5 4-3 2-0", Some("30"));
        assert_eq!(good.mistake, None, "{good:?}");
    }

    #[test]
    fn a_sure_bid_that_was_passed_is_an_underbid_and_a_bid_on_nothing_an_overbid() {
        // The dealer has the last word: an opponent bid 30.
        let [_, _, _, me] = Seat::ALL;
        for (hand, said, mistake) in [
            ("0-0 6-0 5-0 4-0 3-0 2-0 1-0", None, Misplay::Underbid),
            ("6-1 5-2 4-2 3-1 2-0 1-0 4-3", Some("M2"), Misplay::Overbid),
        ] {
            let call = |text: Option<&str>| Choice::Call(text.map(|bid| bid.parse().unwrap()));
            let mut sight = Sight::new(me, me, dealt(hand)).unwrap();
            for heard in [Some("30".parse().unwrap()), None, None] {
                sight.hear(heard).unwrap();
            }
            let judged = judge(&Moment { sight, choice: call(said) }, &mut Solver::new()).unwrap().unwrap();
            assert_eq!(judged.mistake, Some(mistake), "{judged:?}");
        }
    }
}
