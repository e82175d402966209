"""The questions of this benchmark, asked of icepool.

Each is asked in a fresh process, so that no cache of an earlier question answers it; the import is not counted, and
neither is the first use of the library, for which a small question of the same kind goes before. Prints seconds and
the answers as JSON.
"""

import json
import sys
import time

import icepool

# One die as far as it matters: 1 a success, -1 a botch, 0 neither. Fewer outcomes make the pool much faster.
DIE = icepool.Die({1: 3, -1: 1, 0: 6})
FUMBLE = -1
SUCCESS, CATASTROPHE = -1, -2


class SuccessesAndBotches(icepool.MultisetEvaluator):
    """Both counts of a pool. Adding up pairs with `200 @ die` takes minutes; this is the fast way."""

    def next_state(self, state, order, outcome, count):
        successes, botches = state or (0, 0)
        if outcome == 1:
            successes += count
        elif outcome == -1:
            botches += count
        return successes, botches


EVALUATOR = SuccessesAndBotches()


def joint(dice):
    return EVALUATOR(DIE.pool(dice))


def net(dice):
    """Net successes of a pool; a fumble is an outcome of its own."""
    return joint(dice).map(lambda s, b: FUMBLE if s == 0 and b > 0 else max(0, s - b))


def contest(first, second):
    def outcome(a, b):
        if a == FUMBLE or b == FUMBLE:
            return "both" if a == b else ("second" if a == FUMBLE else "first")
        return "first" if a > b else "second" if b > a else "tie"

    return icepool.map(outcome, net(first), net(second))


def extended(dice, target, rounds):
    def play(state, roll):
        if state < 0:
            return state
        total, fumbles = divmod(state, 3)
        if roll == FUMBLE:
            if fumbles == 2:
                return CATASTROPHE
            return max(0, total - 2) * 3 + fumbles + 1
        total += roll
        return SUCCESS if total >= target else total * 3

    roll = net(dice)
    state = icepool.Die([0])
    for _ in range(rounds):
        state = icepool.map(play, state, roll)
    return state


def keep(dice, kept):
    return icepool.d(10).pool(dice).highest(kept).sum()


def explode(dice, cap, sides=6):
    die = icepool.d(sides)
    total = die
    for _ in range(cap):
        total = icepool.map(lambda face, more: face + more if face == sides else face, die, total)
    return dice @ total


def opposed(first, second):
    die = icepool.Die({0: 4, 1: 2})
    return first @ die > second @ die


def wild(dice, cap):
    return icepool.highest(explode(dice, cap, 8), explode(dice, cap, 6))


def double(dice):
    return dice @ icepool.Die({0: 6, 1: 3, 2: 1})


def reroll(dice, kept):
    die = icepool.d(6).map(lambda face: icepool.d(6) if face == 1 else face)
    return die.pool(dice).highest(kept).sum()


def at_least(target):
    return lambda die: die.probability(">=", target)


QUESTIONS = {
    "keep": (lambda: keep(10, 5), lambda: keep(3, 2), at_least(40)),
    "explode": (lambda: explode(20, 10), lambda: explode(2, 2), at_least(80)),
    "double": (lambda: double(40), lambda: double(3), at_least(20)),
    "reroll": (lambda: reroll(12, 8), lambda: reroll(3, 2), at_least(35)),
    "opposed": (lambda: opposed(30, 24), lambda: opposed(3, 2), lambda die: die.probability(True)),
    "wild": (lambda: wild(10, 10), lambda: wild(2, 2), at_least(60)),
    "joint": (lambda: joint(200), lambda: joint(3), lambda die: die.probability((60, 20))),
    "contest": (lambda: contest(20, 20), lambda: contest(2, 3), lambda die: die.probability("first")),
    "extended": (lambda: extended(6, 20, 8), lambda: extended(2, 3, 2), lambda die: die.probability(SUCCESS)),
}

ask, warm_up, answer = QUESTIONS[sys.argv[1]]
warm_up()
started = time.perf_counter()
result = ask()
seconds = time.perf_counter() - started
exact = answer(result)
print(json.dumps({"seconds": seconds, "answer": f"{exact.numerator}/{exact.denominator}"}))
