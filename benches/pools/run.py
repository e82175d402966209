"""Dicee's pools beside icepool, in one run: `python3 benches/pools/run.py`.

Makes a virtual environment in benches/pools/.venv, installs icepool from PyPI into it, builds the release example
`peer_questions` of crates/pools, and asks both the same questions, taking turns, each in a fresh process. Both must
give the same exact answer; the best of several rounds counts.
"""

import json
import os
import subprocess
import sys
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
ICEPOOL = "icepool==2.1.3"
ROUNDS = 7
QUESTIONS = {
    "joint": "joint distribution of 200d10",
    "contest": "contest of 20 against 20, with fumbles",
    "extended": "extended check of 6d10, target 20, 8 rounds",
    "keep": "10d10kh5, at least 40",
    "explode": "20d6!6, ten explosions a die, at least 80",
    "double": "40d10>=7ds10, at least 20",
    "reroll": "12d6ro1kh8, at least 35",
    "opposed": "30d6>=5 against 24d6>=5",
    "wild": "max(10d8!!8, 10d6!!6), at least 60",
}


def environment():
    """The Python that has icepool."""
    folder = HERE / ".venv"
    python = folder / "bin" / "python"
    if not python.exists():
        venv.create(folder, with_pip=True)
    subprocess.run([python, "-m", "pip", "install", "--quiet", ICEPOOL], check=True)
    return python


def example():
    """The built example."""
    build = ["cargo", "build", "--release", "--quiet", "-p", "pools", "--example", "peer_questions"]
    subprocess.run(build, check=True, cwd=ROOT)
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    return target / "release" / "examples" / "peer_questions"


def ask(command):
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def main():
    python, ours = environment(), example()
    print(f"{'':46} {'Dicee':>10} {'icepool':>10} {'ratio':>7}")
    for question, title in QUESTIONS.items():
        best = {}
        answers = set()
        for _ in range(ROUNDS):
            for name, command in (("dicee", [ours, question]), ("icepool", [python, HERE / "peer.py", question])):
                reply = ask(command)
                answers.add(reply["answer"])
                best[name] = min(best.get(name, reply["seconds"]), reply["seconds"])
        if len(answers) != 1:
            sys.exit(f"{title}: the answers differ: {answers}")
        mine, theirs = best["dicee"] * 1e3, best["icepool"] * 1e3
        print(f"{title:46} {mine:7.3f} ms {theirs:7.1f} ms {theirs / mine:6.0f}x")


if __name__ == "__main__":
    main()
