//! What to keep and when to stop.

use dicee::Category::{Chance, Fours};
use dicee::Category::{FullHouse, LargeStraight, Ones, SmallStraight, ThreeOfKind};

use super::Lesson;
use super::number::Choice::{Keep, Score};
use super::number::Number::{Cost, Fraction};
use super::number::{Step, Task};

pub(super) const KEEPS: Lesson = Lesson {
    name: "keeps",
    title: "Keeping less",
    goal: "Keep only what you collect, and throw the rest.",
    steps: &[
        Step {
            boxes: &[],
            dice: [6, 6, 1, 2, 3],
            rolls_left: 2,
            task: Task::Find(Keep(&[6, 6])),
            ask: "Two rolls are left and the card is empty. Which dice do you keep?",
            sentence: "The pair alone. Holding the 3 beside it costs {0} points: every die you keep is one that cannot become a 6.",
            numbers: &[Cost(Keep(&[3, 6, 6]))],
        },
        Step {
            boxes: &[],
            dice: [5, 5, 5, 2, 6],
            rolls_left: 1,
            task: Task::Find(Keep(&[5, 5, 5])),
            ask: "One roll is left. Keep, or score?",
            sentence: "Keep 5 5 5. Writing Fives now gives away {0} points, and holding the 6 as well {1}.",
            numbers: &[Cost(Score(dicee::Category::Fives)), Cost(Keep(&[5, 5, 5, 6]))],
        },
        Step {
            boxes: &[],
            dice: [6, 6, 6, 2, 2],
            rolls_left: 2,
            task: Task::Find(Keep(&[6, 6, 6])),
            ask: "A full house lies there, with two rolls left and an empty card. What now?",
            sentence: "Three 6s early on are worth more than 25 points: they open Sixes, both kinds and the Dicee. Scoring the full house costs {0}.",
            numbers: &[Cost(Score(FullHouse))],
        },
    ],
};

pub(super) const SETS: Lesson = Lesson {
    name: "sets",
    title: "Sets first",
    goal: "Keep equal dice together, and choose the right pair.",
    steps: &[
        Step {
            boxes: &[],
            dice: [4, 4, 4, 4, 6],
            rolls_left: 1,
            task: Task::Find(Keep(&[4, 4, 4, 4])),
            ask: "Four 4s and a roll left. What do you do?",
            sentence: "Throw the 6. One time in six it is a Dicee; writing Fours at once would cost {0} points.",
            numbers: &[Cost(Score(Fours))],
        },
        Step {
            boxes: &[],
            dice: [2, 2, 4, 4, 6],
            rolls_left: 1,
            task: Task::Find(Keep(&[4, 4])),
            ask: "Two pairs and one roll. Which dice do you keep?",
            sentence: "The higher pair alone. Both pairs reach the full house {0} of the time, but one pair helps more boxes; both cost {1}.",
            numbers: &[Fraction(&[2, 2, 4, 4], FullHouse), Cost(Keep(&[2, 2, 4, 4]))],
        },
        Step {
            boxes: &[],
            dice: [3, 3, 3, 6, 6],
            rolls_left: 1,
            task: Task::Find(Score(FullHouse)),
            ask: "The full house again, now with one roll left and low dice. Score it or roll?",
            sentence: "Take it. Rolling for a fourth 3 costs {0} points: close, and with higher dice it would have been the other way round.",
            numbers: &[Cost(Keep(&[3, 3, 3]))],
        },
    ],
};

pub(super) const STRAIGHTS: Lesson = Lesson {
    name: "straights",
    title: "Straights",
    goal: "Know when a run beats a pair.",
    steps: &[
        Step {
            boxes: &[],
            dice: [2, 3, 4, 5, 5],
            rolls_left: 1,
            task: Task::Find(Keep(&[2, 3, 4, 5])),
            ask: "A small straight lies there and one roll is left. What do you do?",
            sentence: "Roll the spare die. The small straight stays whatever falls, and {0} of the time it becomes a large one. Scoring now costs {1}.",
            numbers: &[Fraction(&[2, 3, 4, 5], LargeStraight), Cost(Score(SmallStraight))],
        },
        Step {
            boxes: &[],
            dice: [2, 3, 4, 5, 6],
            rolls_left: 2,
            task: Task::Find(Score(LargeStraight)),
            ask: "A large straight at the first throw. What now?",
            sentence: "Write it down: nothing you could roll is worth more than 40 points and two saved throws.",
            numbers: &[],
        },
        Step {
            boxes: &[],
            dice: [6, 6, 1, 2, 3],
            rolls_left: 2,
            task: Task::Find(Keep(&[6, 6])),
            ask: "A pair of 6s, or the run 1 2 3? Two rolls are left.",
            sentence: "The pair. A run at the edge of the dice grows in one direction only; keeping it would cost {0} points.",
            numbers: &[Cost(Keep(&[1, 2, 3]))],
        },
    ],
};

pub(super) const EXPECTED_VALUE: Lesson = Lesson {
    name: "expected-value",
    title: "Expected value",
    goal: "Weigh points in hand against the average of what may come.",
    steps: &[
        Step {
            boxes: &[],
            dice: [1, 2, 3, 4, 6],
            rolls_left: 1,
            task: Task::Find(Keep(&[1, 2, 3, 4])),
            ask: "30 points for the small straight are certain. One roll is left: take them or roll the 6?",
            sentence: "Roll it. The small straight cannot be lost, and the large one comes {0} of the time. Stopping costs {1} points on average.",
            numbers: &[Fraction(&[1, 2, 3, 4], LargeStraight), Cost(Score(SmallStraight))],
        },
        Step {
            boxes: &[],
            dice: [5, 5, 5, 6, 6],
            rolls_left: 1,
            task: Task::Find(Keep(&[5, 5, 5])),
            ask: "25 points for the full house are certain, with one roll left. Take them?",
            sentence: "No: three 5s are worth more on average, though the full house is usually lost. Taking it costs {0} points.",
            numbers: &[Cost(Score(FullHouse))],
        },
        Step {
            boxes: &[],
            dice: [3, 3, 3, 6, 6],
            rolls_left: 2,
            task: Task::Find(Keep(&[3, 3, 3])),
            ask: "With 3 3 3 and two rolls left: full house, or roll?",
            sentence: "With two rolls even 3s are worth rolling for: the full house would cost {0}. With one roll left it was right to stop.",
            numbers: &[Cost(Score(FullHouse))],
        },
    ],
};

pub(super) const GREED: Lesson = Lesson {
    name: "greed",
    title: "Greed",
    goal: "See what the most points now can cost later.",
    steps: &[
        Step {
            boxes: &[],
            dice: [1, 2, 3, 5, 6],
            rolls_left: 0,
            task: Task::Find(Score(Ones)),
            ask: "Nothing came. Chance pays most: is that the box to use?",
            sentence: "Give up Ones. They pay little in any game, and Chance saves a better roll later; using it here costs {0} points.",
            numbers: &[Cost(Score(Chance))],
        },
        Step {
            boxes: &[],
            dice: [4, 4, 4, 3, 2],
            rolls_left: 0,
            task: Task::Find(Score(Fours)),
            ask: "Three 4s. Three of a kind pays more than Fours: where do they go?",
            sentence: "Into Fours: three of each face reach the bonus at 63. Three of a kind pays more now and costs {0} points in the end.",
            numbers: &[Cost(Score(ThreeOfKind))],
        },
        Step {
            boxes: &[],
            dice: [6, 6, 6, 5, 5],
            rolls_left: 2,
            task: Task::Find(Keep(&[6, 6, 6])),
            ask: "Full house at the first throw, and the dice are high. What now?",
            sentence: "Keep the three 6s. What looks like a gift costs {0} points if you take it.",
            numbers: &[Cost(Score(FullHouse))],
        },
    ],
};
