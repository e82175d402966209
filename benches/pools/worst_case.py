"""The most expensive questions that are still answered: processor time and peak memory in the command, the browser module
and the server. Families of expressions grow until the estimate refuses them; of the largest that are answered, the three with the
highest estimate are measured in each place, exactly and as decimals.

    python3 benches/pools/worst_case.py target/release/dicee crates/wasm-pools/npm/dist
"""
import json
import os
import subprocess
import sys
import time
import urllib.error
import urllib.request

DICEE, MODULE = sys.argv[1], os.path.abspath(sys.argv[2])
PORT = 18470

# What each place refuses, in nanoseconds of its estimate; decimals are refused by their steps alone but by the server.
EXACT, SERVER_MOST = 5_000_000_000, 100_000_000

LARGEST = """
import { readFileSync } from 'node:fs';
const [folder, limits] = [process.argv[1], JSON.parse(process.argv[2])];
const pools = await import(`file://${folder}/pools.js`);
pools.initSync({ module: readFileSync(`${folder}/pools_bg.wasm`) });
const half = (n) => Math.max(1, Math.floor(n / 2));
const FAMILIES = [
  (n) => `${n}d10`, (n) => `${n}d10>=8b1`, (n) => `1000d${n}`, (n) => `${n}d${n}`, (n) => `${n}d100`,
  (n) => `${n}d10kh${half(n)}`, (n) => `${n}d10!!10:5kh${half(n)}`, (n) => `${n}d10!10:20>=8b1`, (n) => `${n}x(100d6)`,
  (n) => `${n}d6*${n}d6`, (n) => `max(${n}d20,${n}d20)`, (n) => `if(${n}d6>=${3 * n},${n}d6,${n}d6)`,
];
const nanoseconds = (expression, decimals) => {
  try {
    return pools.cost('odds', { expression, decimals }) / 2e-6;
  } catch {
    return Infinity;
  }
};
const found = limits.map(({ decimals, most }) => {
  const largest = FAMILIES.map((family) => {
    const passes = (n) => n <= 1000 && nanoseconds(family(n), decimals) <= (most ?? Number.MAX_VALUE);
    let [low, high] = [1, 2];
    while (passes(high)) [low, high] = [high, high * 2];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (passes(middle)) low = middle;
      else high = middle;
    }
    return family(low);
  });
  return largest.sort((a, b) => nanoseconds(b, decimals) - nanoseconds(a, decimals)).slice(0, 3);
});
console.log(JSON.stringify(found));
"""

ANSWER = """
import { readFileSync } from 'node:fs';
const pools = await import(`file://${process.argv[1]}/pools.js`);
const { memory } = pools.initSync({ module: readFileSync(`${process.argv[1]}/pools_bg.wasm`) });
const before = process.cpuUsage();
const answer = pools.odds(JSON.parse(process.argv[2]));
const { user, system } = process.cpuUsage(before);
console.log(JSON.stringify([(user + system) / 1e6, memory.buffer.byteLength / 2 ** 20, JSON.stringify(answer).length]));
"""


def node(script, *args):
    command = ["node", "--input-type=module", "-e", script, MODULE, *args]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def in_command(expression, decimals):
    """Seconds, MB and characters."""
    args = [DICEE, "odds-of", expression, "--json"] + ["--decimals"] * decimals
    process = subprocess.Popen(args, stdout=subprocess.PIPE)
    length = sum(len(part) for part in iter(lambda: process.stdout.read(1 << 20), b""))
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, expression
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, length


def in_module(expression, decimals):
    return node(ANSWER, json.dumps({"expression": expression, "decimals": decimals}))


def processor_time(pid):
    """Seconds that a process has used."""
    with open(f"/proc/{pid}/stat") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def in_server(expression, decimals):
    """The memory is that of a process of its own, at its highest."""
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    address = f"127.0.0.1:{PORT}"
    process = subprocess.Popen([DICEE, "serve", "--memory", "--addr", address, "--no-limits"], **quiet)
    try:
        while True:
            try:
                urllib.request.urlopen(f"http://{address}/health/ready")
                break
            except (urllib.error.URLError, ConnectionError):
                time.sleep(0.02)
        # At its start it prepares games in the background.
        used = -1.0
        while processor_time(process.pid) - used > 0.02:
            used = processor_time(process.pid)
            time.sleep(1)
        body = json.dumps({"expression": expression, "decimals": decimals}).encode()
        headers = {"content-type": "application/json"}
        before = processor_time(process.pid)
        question = urllib.request.Request(f"http://{address}/api/v1/pools/odds", body, headers)
        length = len(urllib.request.urlopen(question).read())
        took = processor_time(process.pid) - before
        with open(f"/proc/{process.pid}/status") as status:
            highest = next(line for line in status if line.startswith("VmHWM"))
        return took, int(highest.split()[1]) / 1024, length
    finally:
        process.terminate()
        process.wait()


PLACES = [
    ("`dicee odds-of --json`", in_command, [(False, EXACT), (True, None)]),
    ("`@dicee/pools`, Node", in_module, [(False, EXACT), (True, None)]),
    ("server", in_server, [(False, SERVER_MOST), (True, SERVER_MOST)]),
]
questions = [(where, measure, decimals, most) for where, measure, kinds in PLACES for decimals, most in kinds]
limits = [{"decimals": decimals, "most": most} for _, _, decimals, most in questions]
print("| where | answer | expression | time | peak memory | answer |\n|---|---|---|---|---|---|")
for (where, measure, decimals, _), expressions in zip(questions, node(LARGEST, json.dumps(limits))):
    for expression in expressions:
        took, memory, length = measure(expression, decimals)
        kind = "decimals" if decimals else "exact"
        print(f"| {where} | {kind} | `{expression}` | {took:.2f} s | {memory:.0f} MB | {length / 1e6:.1f} MB |", flush=True)
