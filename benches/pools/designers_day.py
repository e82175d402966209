"""The questions of a designer's day (docs/pools.md), asked of icepool: `python3 benches/pools/designers_day.py`.

Prints what crates/pools/tests/designers_day.json holds: each expression of ours with its exact mean, and the exact
chance to reach a difficulty, of a fumble, or to win a contest, as icepool counts them.
"""

import json
from fractions import Fraction

import icepool
from icepool import d

CAP = 10  # explosions of one die, as in our language


def exploding_count(die, again, successes, cap=CAP):
    """What one die counts that is rolled again as long as `again` holds, at most `cap` times."""
    result = die.map(successes)
    for _ in range(cap):
        result = icepool.map(
            lambda face, more: successes(face) + (more if again(face) else 0), die, result
        )
    return result


def exploding_sum(die, again, cap=CAP):
    return exploding_count(die, again, lambda face: face, cap)


def pool(die, n):
    return n @ die


class Counted(icepool.MultisetEvaluator):
    """Net successes of a pool with botches; a fumble is -1."""

    def next_state(self, state, order, outcome, count):
        successes, botches = state or (0, 0)
        return (successes + count * max(outcome, 0), botches + count * (outcome == -1))

    def final_outcome(self, final_state, *args):
        successes, botches = final_state or (0, 0)
        if successes == 0 and botches > 0:
            return -1
        return max(0, successes - botches)


def text(fraction):
    return f"{fraction.numerator}/{fraction.denominator}"



def at_least(die, target):
    return text(sum((die.probability(o) for o in die.outcomes() if o >= target), start=Fraction(0)))


def win(first, second):
    total = icepool.map(lambda a, b: "first" if a > b else "second" if b > a else "tie", first, second)
    return text(total.probability("first"))


def mean(die):
    value = die.mean()
    return text(value)


def main():
    rows = []

    # Chronicles of Darkness: 8 and up, tens again, no botches.
    chronicles = pool(exploding_count(d(10), lambda f: f == 10, lambda f: int(f >= 8)), 6)
    rows.append({"system": "Chronicles of Darkness", "expression": "6d10!10>=8", "dc": 1,
                 "mean": mean(chronicles), "success": at_least(chronicles, 1)})
    rows.append({"system": "Chronicles of Darkness", "expression": "6d10!10>=8", "dc": 5,
                 "mean": mean(chronicles), "success": at_least(chronicles, 5)})

    # Vampire, twentieth anniversary: difficulty 6, ones cancel, no success and a one is a botch.
    kinds = d(10).map(lambda f: 1 if f >= 6 else -1 if f == 1 else 0)
    vampire = Counted()(kinds.pool(6))
    rows.append({"system": "Vampire V20", "expression": "6d10>=6b1", "dc": 1,
                 "fumble": text(vampire.probability(-1)), "success": at_least(vampire, 1)})
    rows.append({"system": "Vampire V20", "expression": "6d10>=6b1", "dc": 3,
                 "fumble": text(vampire.probability(-1)), "success": at_least(vampire, 3)})

    # Exalted: 7 and up, tens count double.
    exalted = pool(d(10).map(lambda f: 2 if f == 10 else int(f >= 7)), 8)
    rows.append({"system": "Exalted", "expression": "8d10>=7ds10", "dc": 5,
                 "mean": mean(exalted), "success": at_least(exalted, 5)})

    # Shadowrun: hits on 5 and 6; an opposed test.
    hits = lambda n: pool(d(6).map(lambda f: int(f >= 5)), n)
    rows.append({"system": "Shadowrun", "expression": "12d6>=5", "dc": 4,
                 "mean": mean(hits(12)), "success": at_least(hits(12), 4)})
    rows.append({"system": "Shadowrun", "expression": "12d6>=5", "versus": "9d6>=5",
                 "wins": win(hits(12), hits(9))})

    # Blades in the Dark: the highest of a few dice; 6 is a full success, 4 and 5 a partial one.
    blades = d(6).highest(3)
    rows.append({"system": "Blades in the Dark", "expression": "3d6kh1", "dc": 6,
                 "mean": mean(blades), "success": at_least(blades, 6)})
    rows.append({"system": "Blades in the Dark", "expression": "2d6kl1", "dc": 4,
                 "mean": mean(d(6).lowest(2)), "success": at_least(d(6).lowest(2), 4)})

    # Savage Worlds: trait die and wild die, both open-ended, the better one counts.
    trait = exploding_sum(d(8), lambda f: f == 8)
    wild = exploding_sum(d(6), lambda f: f == 6)
    savage = icepool.highest(trait, wild)
    rows.append({"system": "Savage Worlds", "expression": "max(1d8!!8, 1d6!!6)", "dc": 4,
                 "mean": mean(savage), "success": at_least(savage, 4)})
    rows.append({"system": "Savage Worlds", "expression": "max(1d8!!8, 1d6!!6)", "dc": 8,
                 "mean": mean(savage), "success": at_least(savage, 8)})
    print(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
