#!/usr/bin/env python3
"""Asks a running Dicee server everything that its own /openapi.json says can be asked, with schemathesis.

    python3 crates/server/tests/schemathesis.py http://127.0.0.1:9301 [--venv FOLDER] [--examples N] [--full] [--seed N] [--operator-token T]

Starts no server: run `dicee serve --memory --no-limits --bot-delay-ms 0 --addr ...` first. Installs schemathesis into
the venv if it is not there. Exits 0 without findings, 1 with some, 2 if the server cannot be asked.
"""
import argparse, json, os, subprocess, sys, tempfile, time, urllib.error, urllib.request, venv
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

VERSION = "4.32.5"
# The socket speaks WebSocket alone: over plain HTTP all it can answer is 426, so no example is ever accepted.
LEFT_OUT = ["game_socket"]
# Fields depend on each other here (a card and its totals, a kind and its options, the grammar of dice), integers may be
# written 1.0 by JSON Schema, and blanks are trimmed: no schema can say all of that, so a 400 to valid data is right.
FREE_TO_REFUSE = ["probabilities", "recommendation", "evaluate", "verify", "analysis", "simulate", "pool_odds", "pool_roll",
                  "pool_check", "pool_contest", "pool_extended", "pool_attack", "create_game", "game_command",
                  "game_report", "register_player", "rename_player", "distribution", "target", "block_player",
                  "answer_deck", "upload_games"]

# While the targets of many open boxes are being solved, 503 with Retry-After is the answer that docs/api.md promises.
SOLVING = ["target", "recommendation", "analysis"]

# A scenario that takes longer than the `maxComputationTimeMs` of its request is answered with 504; docs/api.md.
LIMITED = ["simulate"]

# For operators alone.
OPERATORS = ["behaviour", "reports", "sanctions", "ban_player", "unban_player", "erase_on_request", "close_table"]

def ask(base, method, path, body=None, token=None):
    head = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(base + path, data, head, method=method), timeout=30) as answer:
        return json.loads(answer.read() or b"null")

RULES = ["standard", "joker_rules", "forced_dicee", "classic"]

def wait_until_solved(base, patience=120):
    """Whole games are solved behind the first requests, which get 503 until then; docs/api.md."""
    until = time.monotonic() + patience
    for rules in RULES:
        while True:
            try:
                ask(base, "POST", "/api/v1/stats/distribution", {"rulesVariant": rules})
                break
            except urllib.error.HTTPError as refusal:
                if refusal.code != 503 or time.monotonic() > until:
                    raise
                time.sleep(float(refusal.headers.get("Retry-After", 1)))

def operations(ids, **settings):
    lines = ["[[operations]]", f"include-operation-id = {json.dumps(ids)}"]
    return "\n".join(lines + [f"{name} = {value}" for name, value in settings.items()]) + "\n"

# An id that was used before is answered as a repetition, whatever the command says: every case gets one of its own.
HOOKS = """
import uuid
import schemathesis

@schemathesis.hook
def before_call(context, case, kwargs):
    if isinstance(case.body, dict) and case.body.get("commandId") == "roll-1":
        case.body = {**case.body, "commandId": str(uuid.uuid4())}
"""

def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("url")
    parser.add_argument("--venv", default=".schemathesis")
    parser.add_argument("--examples", type=int, default=20)
    parser.add_argument("--full", action="store_true", help="every constraint of the longest bodies too: two minutes more")
    parser.add_argument("--seed", type=int, default=42)
    parser.add_argument("--operator-token", default=os.environ.get("DICEE_OPERATOR_TOKEN"))
    args = parser.parse_args()
    base, home = args.url.rstrip("/"), Path(args.venv).resolve()
    tool = home / "bin" / "schemathesis"
    if not tool.exists():
        venv.create(home, with_pip=True)
        subprocess.run([home / "bin" / "pip", "install", "-q", f"schemathesis=={VERSION}"], check=True)
    try:
        described = {o["operationId"] for path in ask(base, "GET", "/openapi.json")["paths"].values() for o in path.values()}
        wait_until_solved(base)
        player = ask(base, "POST", "/api/v1/players", {"displayName": "Schema"})
        leaver = ask(base, "POST", "/api/v1/players", {})
        game = ask(base, "POST", "/api/v1/games", {}, player["token"])["gameId"]
    except (OSError, ValueError, KeyError) as problem:
        print(f"{base} cannot be asked: {problem}", file=sys.stderr)
        return 2
    unknown = set(LEFT_OUT + FREE_TO_REFUSE + SOLVING + LIMITED + OPERATORS) - described
    if unknown:
        print(f"no such operations any more: {sorted(unknown)}", file=sys.stderr)
        return 2
    common = operations(FREE_TO_REFUSE, **{"checks.positive_data_acceptance.enabled": "false"})
    # Where no operator's token is configured there is no such address; docs/api.md.
    common += operations(OPERATORS, **{"checks.missing_required_header.enabled": "false"})
    common += operations(SOLVING, **{"checks.not_a_server_error.expected-statuses": '["2xx", "3xx", "4xx", "503"]'})
    common += operations(LIMITED, **{"checks.not_a_server_error.expected-statuses": '["2xx", "3xx", "4xx", "504"]'})
    own = lambda who: operations(["player_profile", "player_skill", "player_patterns", "player_decisions", "player_deck",
                                  "answer_deck", "player_privacy", "upload_games", "export_player", "rename_player", "erase_player"],
                                 parameters='{ "path.id" = "%s" }' % who["playerId"])
    at_table = operations(["game_state", "game_events", "game_command", "game_report", "game_log"],
                          parameters='{ "path.id" = "%s" }' % game)
    without = lambda names: [word for name in names for word in ("--exclude-operation-id", name)]
    out = lambda *names: without((*LEFT_OUT, *names))
    about = lambda word, *tags: [part for tag in tags for part in (f"--{word}-tag", tag)]
    chances = ("stats", "pools")
    runs = [  # name, token, configuration, which operations, phases; the longest first
        ("player, targets", player["token"], common, ["--include-operation-id-regex", f"^({'|'.join(SOLVING)})$"],
         "examples,coverage,fuzzing" if args.full else "examples,fuzzing"),
        *((f"player, {tag}", player["token"], common, [*about("include", tag), *without(SOLVING)], "examples,coverage,fuzzing")
          for tag in chances),
        ("player", player["token"], common, [*out("erase_player"), *about("exclude", *chances)],
         "examples,coverage,fuzzing,stateful"),
        ("player, own ids", player["token"], common + own(player) + at_table,
         ["--include-operation-id-regex", "^(game_(state|events|command|report|log)|player_(profile|skill|patterns|decisions|deck|privacy)|answer_deck|upload_games|(export|rename)_player)$"],
         "examples,coverage,fuzzing"),
        ("nobody", None, common, [*out(), *about("exclude", *chances)],
         "examples,coverage,fuzzing,stateful"),
        ("leaver", leaver["token"], common + own(leaver), ["--include-operation-id", "erase_player"], "coverage,fuzzing"),
    ]
    if args.operator_token:
        runs.append(("operator", args.operator_token, common, ["--include-operation-id-regex", f"^({'|'.join(OPERATORS)})$"], "coverage,fuzzing"))
    def run(name, token, configuration, which, phases):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "schemathesis.toml").write_text(configuration)
            (Path(folder) / "hooks.py").write_text(HOOKS)
            environment = {**os.environ, "SCHEMATHESIS_HOOKS": "hooks", "PYTHONPATH": folder}
            command = [tool, "--config-file", Path(folder) / "schemathesis.toml", "run", f"{base}/openapi.json", *which,
                       "--phases", phases, "--max-examples", str(args.examples),
                       "--seed", str(args.seed), "--continue-on-failure", "--generation-database", "none",
                       "--request-timeout", "20", "--warnings", "off", "--no-color"]
            if token:
                command += ["--header", f"Authorization: Bearer {token}"]
            began = time.monotonic()
            said = subprocess.run(command, cwd=folder, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            print(f"=== {name}\n{said.stdout}=== {name}: {time.monotonic() - began:.0f} s", flush=True)
            return name, said.returncode

    # Each asks with one core, and the first one mostly waits, so that three at a time take a third as long. What is said of
    # one stays together.
    with ThreadPoolExecutor(max_workers=3) as pool:
        failed = [name for name, code in pool.map(lambda one: run(*one), runs) if code]
    print("findings as: " + ", ".join(failed) if failed else "no findings")
    return 1 if failed else 0

if __name__ == "__main__":
    sys.exit(main())
