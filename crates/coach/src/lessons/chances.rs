//! How likely: counting, complements, straights.

use dicee::Category::{Dicee, FourOfKind, FullHouse, LargeStraight, Sixes, SmallStraight, ThreeOfKind};

use super::Lesson;
use super::number::Number::{Fraction, Percent};
use super::number::{Step, Task};

pub(super) const COUNTING: Lesson = Lesson {
    name: "counting",
    title: "Counting",
    goal: "Count the ways dice can fall, and turn them into a chance.",
    steps: &[
        Step {
            boxes: &[],
            dice: [4, 4, 4, 4, 6],
            rolls_left: 1,
            task: Task::Guess(&[4, 4, 4, 4], Dicee),
            ask: "You keep four 4s and roll one die once. How likely is the Dicee?",
            sentence: "{0}: one die falls in six ways, and one of them is the 4 you need. That is {1}.",
            numbers: &[Fraction(&[4, 4, 4, 4], Dicee), Percent(&[4, 4, 4, 4], Dicee)],
        },
        Step {
            boxes: &[],
            dice: [5, 5, 5, 2, 6],
            rolls_left: 1,
            task: Task::Guess(&[5, 5, 5], FourOfKind),
            ask: "You keep 5 5 5 and roll two dice once. How likely is four of a kind?",
            sentence: "{0}. Two dice fall in 36 ways; five times five of them show no further 5, and all the others do.",
            numbers: &[Fraction(&[5, 5, 5], FourOfKind)],
        },
        Step {
            boxes: &[],
            dice: [5, 5, 5, 2, 6],
            rolls_left: 1,
            task: Task::Guess(&[5, 5, 5], FullHouse),
            ask: "Again you keep 5 5 5 and roll two dice once. How likely is a full house?",
            sentence: "{0}: a pair of any other face. A pair of 5s would make five of a kind, which is no full house.",
            numbers: &[Fraction(&[5, 5, 5], FullHouse)],
        },
    ],
};

pub(super) const COMPLEMENTS: Lesson = Lesson {
    name: "complements",
    title: "Complements",
    goal: "Find the chance of at least one by counting none.",
    steps: &[
        Step {
            boxes: &[],
            dice: [1, 2, 3, 4, 6],
            rolls_left: 1,
            task: Task::Guess(&[], Sixes),
            ask: "You roll all five dice once. How likely is at least one 6?",
            sentence: "{1}. Do not count one 6, two 6s and so on: count none, five sixths five times over. The rest is {0}.",
            numbers: &[Fraction(&[], Sixes), Percent(&[], Sixes)],
        },
        Step {
            boxes: &[],
            dice: [6, 6, 1, 2, 3],
            rolls_left: 1,
            task: Task::Guess(&[6, 6], ThreeOfKind),
            ask: "You keep 6 6 and roll three dice once. How likely is three of a kind?",
            sentence: "{1}. Three dice fall in 216 ways, and a third 6 is missing from five times five times five of them; the few triples among those help too: {0}.",
            numbers: &[Fraction(&[6, 6], ThreeOfKind), Percent(&[6, 6], ThreeOfKind)],
        },
        Step {
            boxes: &[],
            dice: [6, 6, 1, 2, 3],
            rolls_left: 2,
            task: Task::Guess(&[6, 6], ThreeOfKind),
            ask: "The same 6 6, but two rolls are left. How likely is three of a kind now?",
            sentence: "{0}. To miss, you must miss twice: a second try takes away most of what was left over by the first.",
            numbers: &[Percent(&[6, 6], ThreeOfKind)],
        },
    ],
};

pub(super) const STRAIGHT_ODDS: Lesson = Lesson {
    name: "runs",
    title: "Open and closed runs",
    goal: "See at a glance which run is worth a throw.",
    steps: &[
        Step {
            boxes: &[],
            dice: [2, 3, 4, 5, 5],
            rolls_left: 1,
            task: Task::Guess(&[2, 3, 4, 5], LargeStraight),
            ask: "You keep 2 3 4 5 and roll one die once. How likely is a large straight?",
            sentence: "{0}: the run is open at both ends, and two faces of six complete it.",
            numbers: &[Fraction(&[2, 3, 4, 5], LargeStraight)],
        },
        Step {
            boxes: &[],
            dice: [1, 2, 3, 4, 6],
            rolls_left: 1,
            task: Task::Guess(&[1, 2, 3, 4], LargeStraight),
            ask: "You keep 1 2 3 4 and roll one die once. How likely is a large straight?",
            sentence: "{0}: this run is open at one end only, so half as many faces help.",
            numbers: &[Fraction(&[1, 2, 3, 4], LargeStraight)],
        },
        Step {
            boxes: &[],
            dice: [3, 4, 5, 5, 1],
            rolls_left: 2,
            task: Task::Guess(&[3, 4, 5], SmallStraight),
            ask: "You keep 3 4 5 and roll two dice, twice if need be. How likely is a small straight?",
            sentence: "{0}: a face at either end, on either die, in either throw. Count what misses: both dice, both times.",
            numbers: &[Percent(&[3, 4, 5], SmallStraight)],
        },
    ],
};
