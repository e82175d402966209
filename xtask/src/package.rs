//! The npm packages hold what their users need, and work where they install them.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use crate::project::Project;
use crate::wasm::{
    COACH, CONTESTS, ENGINE, FORECAST, FORTYTWO, FORTYTWO_COACH, LEARN, Module, POOLS, SESSION, TABLE,
};
use crate::{command, npm_browser};

/// In every package, as copies: npm packs no links.
const LICENCES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

/// Packs every npm package, looks at what is in it, installs it into an empty folder, and uses it there.
pub(crate) fn check(project: &Project) -> Result<()> {
    // The game of the golden corpus, with the score that Rust finds in it.
    let link = fs::read_to_string(project.root().join("crates/dicee/tests/golden/solo.link"))?;
    let mut tarballs = vec![
        check_module(project, ENGINE, USE_ENGINE, &[])?,
        check_module(project, FORECAST, USE_FORECAST, &[])?,
        check_module(project, TABLE, USE_TABLE, &[link.trim(), "40"])?,
        check_module(project, COACH, USE_COACH, &[])?,
        check_module(project, POOLS, USE_POOLS, &[])?,
        check_module(project, CONTESTS, USE_CONTESTS, &[])?,
        check_module(project, SESSION, USE_SESSION, &[])?,
        check_module(project, FORTYTWO, USE_FORTYTWO, &[])?,
        check_module(project, FORTYTWO_COACH, USE_FORTYTWO_COACH, &[])?,
        check_module(project, LEARN, USE_LEARN, &[])?,
    ];
    tarballs.push(check_types(project)?);
    npm_browser::check(project, &tarballs)
}

/// The types are no module: they hold their files, install, validate in Node, and are TypeScript.
fn check_types(project: &Project) -> Result<PathBuf> {
    let types = project.npm_package("protocol");
    check_metadata(project, "protocol")?;
    let scripts =
        ["validate.js", "validate.d.ts", "patch.js", "patch.d.ts", "limits.js", "limits.d.ts", "schemas.js"];
    check_files(&types, &["package.json", "README.md", "index.d.ts", "schemas.json"])?;
    check_files(&types, &scripts)?;
    let mut compiler = command::new("node", &project.web());
    compiler.args(["node_modules/typescript/bin/tsc", "--noEmit", "--strict", "--skipLibCheck", "false"]);
    compiler.args(["--module", "nodenext"]);
    let declarations =
        ["index.d.ts", "validate.d.ts", "patch.d.ts", "limits.d.ts"].map(|file| types.join(file));
    command::run(compiler.args(declarations)).context("the published types are not TypeScript")?;
    try_it(project, "protocol", "types", USE_TYPES, &[])
}

/// Checks one package; returns its tarball.
fn check_module(project: &Project, module: Module, script: &str, arguments: &[&str]) -> Result<PathBuf> {
    check_metadata(project, module.krate)?;
    let package = project.npm_package(module.krate);
    let built = ["js", "d.ts"].map(|extension| format!("dist/{}.{extension}", module.name));
    let wasm: Vec<String> = module.wasm_files().collect();
    let mut required = vec!["package.json", "README.md", &built[0], &built[1]];
    required.extend(wasm.iter().map(String::as_str));
    check_files(&package, &required)?;
    try_it(project, module.krate, module.name, script, arguments)
}

/// The licences are those of the repository, and what is published says where it comes from.
fn check_metadata(project: &Project, krate: &str) -> Result<()> {
    let package = project.npm_package(krate);
    for licence in LICENCES {
        if fs::read(project.root().join(licence))? != fs::read(package.join(licence)).unwrap_or_default() {
            bail!("{} is not that of the repository: copy it", project.show(&package.join(licence)));
        }
    }
    let manifest = package.join("package.json");
    let text =
        fs::read_to_string(&manifest).with_context(|| format!("cannot read {}", project.show(&manifest)))?;
    let metadata = project.metadata(&["--no-deps"])?;
    let members = metadata["packages"].as_array().context("cargo metadata lists no packages")?;
    let manifest_of = project.root().join("crates").join(krate).join("Cargo.toml");
    let this =
        members.iter().find(|member| member["manifest_path"].as_str().map(Path::new) == Some(&manifest_of));
    let this = this.with_context(|| format!("there is no crate in crates/{krate}"))?;
    let (version, repository) = (this["version"].as_str(), this["repository"].as_str());
    let problems = metadata_problems(&serde_json::from_str(&text)?, krate, version, repository);
    if !problems.is_empty() {
        bail!("{}: {}", project.show(&manifest), problems.join("; "));
    }
    Ok(())
}

/// What npm, and those who check where a package was built, need in a package.json; version and repository are those of
/// the workspace.
fn metadata_problems(
    package: &Value,
    krate: &str,
    version: Option<&str>,
    repository: Option<&str>,
) -> Vec<String> {
    let expected = [
        ("/version", version.map(str::to_owned)),
        ("/license", Some(String::from("MIT OR Apache-2.0"))),
        ("/repository/type", Some(String::from("git"))),
        ("/repository/url", repository.map(|url| format!("git+{url}.git"))),
        ("/repository/directory", Some(format!("crates/{krate}/npm"))),
        ("/publishConfig/access", Some(String::from("public"))),
    ];
    let differs = |(field, expected): &(&str, Option<String>)| {
        package.pointer(field).and_then(Value::as_str).map(str::to_owned) != *expected
    };
    let mut problems: Vec<String> = expected
        .iter()
        .filter(|row| differs(row))
        .map(|(field, expected)| {
            format!("{field} is not {}", expected.as_deref().unwrap_or("set in Cargo.toml"))
        })
        .collect();
    if package.pointer("/publishConfig/provenance") != Some(&Value::Bool(true)) {
        problems.push(String::from("/publishConfig/provenance is not true"));
    }
    problems
}

/// Packs without writing and looks at the list of files.
fn check_files(package: &Path, required: &[&str]) -> Result<()> {
    let required: Vec<&str> = required.iter().copied().chain(LICENCES).collect();
    let mut npm = command::new("npm", package);
    npm.args(["pack", "--dry-run", "--json"]);
    println!("$ {}", command::show(&npm));
    let files = packed_files(&command::output(&mut npm)?)?;
    println!("{}", files.join(", "));
    let missing: Vec<_> = required.iter().filter(|file| !files.iter().any(|f| f == *file)).copied().collect();
    if !missing.is_empty() {
        bail!("the package lacks {}", missing.join(", "));
    }
    Ok(())
}

/// Packs for real, installs the package into an empty folder, and uses it there; returns the tarball.
fn try_it(project: &Project, krate: &str, name: &str, script: &str, arguments: &[&str]) -> Result<PathBuf> {
    let folder = project.scratch().join("package").join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| format!("cannot empty {}", project.show(&folder)))?;
    }
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", project.show(&folder)))?;
    let mut pack = command::new("npm", &project.npm_package(krate));
    let tarball = command::output(pack.args(["pack", "--silent", "--pack-destination"]).arg(&folder))?;
    fs::write(folder.join("package.json"), r#"{"private": true, "type": "module"}"#)?;
    let archive = format!("./{}", tarball.trim());
    command::run(command::new("npm", &folder).args([
        "install",
        "--offline",
        "--no-audit",
        "--no-fund",
        &archive,
    ]))?;
    fs::write(folder.join("use.js"), script)?;
    command::run(command::new("node", &folder).arg("use.js").args(arguments))
        .context("the installed package does not work")?;
    Ok(folder.join(tarball.trim()))
}

/// What the README of the types promises, in Node.
const USE_TYPES: &str = r#"
import assert from 'node:assert';
import { check, is, names, parse } from '@dicee/types/validate';
import { LONGEST_CHAT } from '@dicee/types/limits';
import { applyPatch } from '@dicee/types/patch';

assert.ok(names.includes('ServerMessage') && LONGEST_CHAT > 0);
assert.ok(!is('ServerMessage', {}) && check('ServerMessage', {}).length > 0);
assert.throws(() => parse('ServerMessage', {}), { name: 'TypeError' });
assert.deepEqual(applyPatch({ a: 1, b: 2 }, [{ op: 'replace', path: '/a', value: 3 }]), { a: 3, b: 2 });
console.log('the installed package works');
"#;

/// What the README promises, in Node.
const USE_ENGINE: &str = r#"
import assert from 'node:assert';
import { readFileSync } from 'node:fs';
import { initSync, ProbabilityEngine, analyzeTurn, SolvedGame } from '@dicee/probability-engine';

const wasm = new URL(import.meta.resolve('@dicee/probability-engine/probability_engine_bg.wasm'));
initSync({ module: readFileSync(wasm) });
const engine = new ProbabilityEngine();
const vector = JSON.parse(
  engine.calculate_probabilities(new Uint8Array([5, 5, 5, 2, 6]), new Uint8Array([1, 1, 1, 0, 0]), 1),
);
assert.equal(vector.probabilities.full_house.asFraction, '5/36');
assert.deepEqual(vector.probabilities.full_house.recommendKeep, [0, 1, 2, 3]);
assert.equal(engine.lookupProbabilities('25556/555/1').cacheHit, true);
assert.deepEqual(engine.getCacheStats().size, 1);
const roll = { dice: [5, 5, 5, 2, 6], rolls_left: 1 };
const text = 'Keep 5 5 5 6 and roll one die';
assert.deepEqual(analyzeTurn(roll).best, { action: 'keep', keep: [5, 5, 5, 6], value: 24.5, loss: 0, text });
let last = 0;
const game = SolvedGame.solve('standard', (done, total) => (last = done / total));
assert.equal(last, 1);
assert.ok(Math.abs(game.expectedScore - 253.97024119) < 1e-6);
assert.deepEqual(game.analyze(roll).best.keep, [5, 5, 5]);
assert.equal(SolvedGame.fromBytes(game.toBytes()).expectedScore, game.expectedScore);
assert.ok(Math.abs(game.value({ open: ['chance'] }) - 70 / 3) < 1e-9);
assert.throws(() => analyzeTurn({ dice: [1, 2, 3, 4], rolls_left: 1 }), { name: 'InputError', field: 'dice' });
const refused = (field, call) => assert.throws(call, { name: 'InputError', field });
refused('upper', () => analyzeTurn({ ...roll, open: ['ones'], upper: NaN }));
refused('upper', () => analyzeTurn({ ...roll, open: ['ones'], upper: null }));
refused('rules', () => analyzeTurn({ ...roll, rules: NaN }));
refused('rolls_left', () => analyzeTurn({ dice: [1, 2, 3, 4, 5] }));
refused('rollsLeft', () => analyzeTurn({ ...roll, rollsLeft: 1 }));
refused('dice[4]', () => analyzeTurn({ dice: [1, 2, 3, 4, 'x'], rolls_left: 1 }));
for (const value of [undefined, null, 5, 'roll', [], () => 1]) refused('request', () => analyzeTurn(value));
const cyclic = { ...roll };
cyclic.self = cyclic;
refused('request', () => analyzeTurn(cyclic));
assert.deepEqual(analyzeTurn({ dice: new Uint8Array(roll.dice), rolls_left: 1 }), analyzeTurn(roll));
const kept = [1, 1, 1, 0, 0];
for (const dice of [[261, 5, 5, 2, 6], [5.9, 5, 5, 2, 6], [-251, 5, 5, 2, 6], '55526', undefined, { length: 2 ** 31 }])
  refused('dice', () => engine.calculate_probabilities(dice, kept, 1));
for (const mask of [[1, undefined, null, '1', NaN], [1, 1], [2, 0, 0, 0, 0], 'yes'])
  refused('kept', () => engine.calculate_probabilities(roll.dice, mask, 1));
for (const rolls of [null, undefined, 1.5, 4, '1', 1n])
  refused('rolls_left', () => engine.calculate_probabilities(roll.dice, kept, rolls));
for (const key of [5, undefined, '', 'x'.repeat(100000)]) refused('state_key', () => engine.lookupProbabilities(key));
refused('rules', () => SolvedGame.solve(5));
assert.equal(game.standardDeviation, undefined);
const classic = SolvedGame.solve('classic', undefined, true);
assert.ok(Math.abs(classic.standardDeviation - 39.82) < 1e-3);
assert.ok(Math.abs(classic.value({}) - 245.870774514) < 1e-6);
refused('rules', () => classic.analyze({ ...roll, rules: 'standard' }));
assert.throws(() => SolvedGame.fromBytes(new Uint8Array(9)), { name: 'SolvedGameError' });
console.log('the installed package works');
"#;

/// What the README of the table promises, in Node.
const USE_TABLE: &str = r#"
import assert from 'node:assert';
import { readFileSync } from 'node:fs';
import { initSync, DiceeTable } from '@dicee/table';

initSync({ module: readFileSync(new URL(import.meta.resolve('@dicee/table/table_bg.wasm'))) });
const [link, score] = process.argv.slice(2);
const old = DiceeTable.fromLink(link);
assert.equal(old.view().status, 'completed');
assert.equal(old.view().players[0].scorecard.grandTotal, Number(score));
assert.deepEqual(DiceeTable.fromLink('https://example.org/?x=1&g=' + link).view(), old.view());
assert.equal(old.view(undefined, old.version - 1).status, 'active');
const broken = ['', 'g', link.slice(0, -9), link.replace(/^..../, 'AAAA'), '\u0000', 'g1=x&g3=y'];
for (const text of broken) assert.throws(() => DiceeTable.fromLink(text), { name: 'LinkError' });
const gameId = crypto.randomUUID();
const players = [{ playerId: crypto.randomUUID() }, { playerId: crypto.randomUUID(), bot: 'greedy' }];
const solo = { gameId, mode: 'solo', players: players.slice(0, 1), settings: { allowUndo: true } };
const table = DiceeTable.create({ ...solo, dice: { source: 'seeded', seed: 42 } });
table.submit(0, 'first roll', { type: 'roll' });
assert.equal(table.view().currentTurn.currentDice.length, 5);
const refused = { name: 'Refusal', code: 'ERR_INVALID_DICE', field: 'keptMask' };
assert.throws(() => table.submit(0, 'x', { type: 'roll', keptMask: [true, true, true, true, true] }), refused);
assert.deepEqual(table.submit(0, 'first roll', { type: 'roll' }), { version: 3, repeated: true });
table.submit(0, 'my score', { type: 'score', category: 'chance' });
assert.deepEqual(table.verify(), { verdict: 'fair', rolls: 1 });
assert.deepEqual(DiceeTable.fromLog(table.log()).view(), table.view());
assert.equal(table.fork(3).history().at(-1).kind, 'roll');
assert.equal(table.bot(), null);
const real = DiceeTable.create(solo);
real.submit(0, 'a', { type: 'roll' }, [1, 2, 3, 4, 5]);
assert.deepEqual(real.view().currentTurn.currentDice, [1, 2, 3, 4, 5]);
assert.throws(() => real.submit(0, 'b', { type: 'roll' }, [1]), { name: 'InputError', field: 'faces' });
for (const wrong of [undefined, 5, [], {}, { ...solo, mode: 'x' }, { ...solo, gameId: 1 }])
  assert.throws(() => DiceeTable.create(wrong), { name: 'InputError' });
const bots = DiceeTable.create({ ...solo, mode: 'multiplayer', players });
if (bots.bot()) assert.deepEqual(bots.bot(), { seat: 1, bot: 'greedy', seed: bots.version });
console.log('the installed package works');
"#;

/// What the README of the pools promises, in Node.
const USE_POOLS: &str = r#"
import assert from 'node:assert';
import { readFileSync } from 'node:fs';
import { initSync, odds, parse } from '@dicee/pools';

initSync({ module: readFileSync(new URL(import.meta.resolve('@dicee/pools/pools_bg.wasm'))) });
assert.deepEqual(parse('6d10>8').readings.map(({ write }) => write), ['6d10>=8', '6d10>=9']);
assert.equal(odds({ expression: '6d10>=8b1', dc: 2 }).success, '42039/100000');
assert.equal(odds({ expression: '200d10', decimals: true }).decimal.mean, 1100);
assert.throws(() => odds({ expression: '6d' }), { name: 'InputError', field: 'expression' });
console.log('the installed package works');
"#;

/// What the README of the contests promises, in Node.
const USE_CONTESTS: &str = r#"
import assert from 'node:assert';
import { readFileSync } from 'node:fs';
import { attack, contest, initSync } from '@dicee/pool-contests';

initSync({ module: readFileSync(new URL(import.meta.resolve('@dicee/pool-contests/pool_contests_bg.wasm'))) });
assert.equal(contest({ initiator: 6, defender: 4 }).initiator_wins, '1194974361/2500000000');
assert.match(attack({ pool: 6, damage: 3, armour: 1 }).mean_damage, /^[0-9]+\/[0-9]+$/);
assert.throws(() => contest({ initiator: 6 }), { name: 'InputError', field: 'defender' });
console.log('the installed package works');
"#;

/// What the README of the sessions promises, in Node.
const USE_SESSION: &str = r#"
import assert from 'node:assert';
import { readFileSync } from 'node:fs';
import { initSync, PoolSession } from '@dicee/pool-session';

initSync({ module: readFileSync(new URL(import.meta.resolve('@dicee/pool-session/pool_session_bg.wasm'))) });
const session = PoolSession.create();
session.send({ type: 'SET_POOL', character: 'mira', pool: 'stealth', dice: 6 });
assert.equal(session.send({ type: 'CHECK', character: 'mira', pool: 'stealth', dc: 2 }).log.length, 1);
assert.equal(PoolSession.fromJson(session.toJson()).view().rolled, 1);
assert.throws(() => session.send({ type: 'CHECK' }), { name: 'InputError', field: 'dc' });
console.log('the installed package works');
"#;

/// What the README of Forty-Two promises, in Node.
const USE_FORTYTWO: &str = r#"
import assert from 'node:assert';
import { readFileSync } from 'node:fs';
import { initSync, FortyTwoTable } from '@dicee/fortytwo';

initSync({ module: readFileSync(new URL(import.meta.resolve('@dicee/fortytwo/fortytwo_bg.wasm'))) });
const table = FortyTwoTable.create({ seed: 42, skill: 'heuristic' });
assert.equal(table.view(0).moves[1].bid, '30');
table.submit(0, 'first', { type: 'PLACE_BID', player: 0, bid: '30' });
assert.deepEqual(table.due(), [{ seat: 1, kind: 'turn', delay: 600 }]);
assert.deepEqual(FortyTwoTable.fromLink(table.link()).view(0), table.view(0));
assert.throws(() => table.submit(0, 'b', { type: 'PASS', player: 0 }), { name: 'Refusal', field: 'player' });
assert.throws(() => FortyTwoTable.create({ seed: -1 }), { name: 'InputError', field: 'seed' });
assert.deepEqual(table.sight(1).calls, ['30']);
assert.equal(table.record(0), null);
console.log('the installed package works');
"#;

/// What the README of its coach promises, in Node. What the table hands over is written out here.
const USE_FORTYTWO_COACH: &str = r#"
import assert from 'node:assert';
import { readFileSync } from 'node:fs';
import { FortyTwoBot, initSync, dealSeed, handHint, handOdds, hint, solveDeal } from '@dicee/fortytwo-coach';

initSync({ module: readFileSync(new URL(import.meta.resolve('@dicee/fortytwo-coach/fortytwo_coach_bg.wasm'))) });
const odds = handOdds(['5-5', '6-5', '5-4', '5-3', '6-6', '4-4', '1-0']);
assert.equal(odds.step(5).find(({ declaration }) => declaration === '5').bids[0].makes.trials, 5);
assert.equal(solveDeal({ hands: dealSeed(42), bidder: 0 }).length, 11);
const sight = { seat: 0, dealer: 3, house: {}, marks: [0, 0], hand: dealSeed(42)[0], calls: [], trump: null, plays: [] };
assert.equal(new FortyTwoBot('heuristic').choose(sight).player, 0);
assert.equal(handHint(sight).step(5).length, 9);
const won = { ...sight, calls: ['30', null, null, null], trump: '5' };
assert.equal(hint(won).step(5).length, 7);
assert.throws(() => hint({ ...won, calls: ['31', '30'] }), { name: 'InputError', field: 'bid' });
assert.throws(() => hint({ ...won, hand: 7 }), { name: 'InputError' });
console.log('the installed package works');
"#;

/// What the README of the coach promises, in Node, as far as it goes without a solved game.
const USE_COACH: &str = r#"
import assert from 'node:assert';
import { readFileSync } from 'node:fs';
import { initSync, Coach } from '@dicee/coach';

initSync({ module: readFileSync(new URL(import.meta.resolve('@dicee/coach/coach_bg.wasm'))) });
assert.throws(() => Coach.fromBytes(new Uint8Array(9)), { name: 'SolvedGameError' });
console.log('the installed package works');
"#;

/// What the README of the forecasts promises, in Node, as far as it goes without a solved game.
const USE_FORECAST: &str = r#"
import assert from 'node:assert';
import { readFileSync } from 'node:fs';
import { analyzeTarget, initSync, Forecaster } from '@dicee/forecast';

initSync({ module: readFileSync(new URL(import.meta.resolve('@dicee/forecast/forecast_bg.wasm'))) });
assert.throws(() => Forecaster.fromBytes(new Uint8Array(9)), { name: 'SolvedGameError' });
const wanted = { dice: [6, 6, 6, 2, 1], rolls_left: 1, open: ['sixes', 'chance'], upper: 41, target: 75 };
assert.match(analyzeTarget(wanted).text, /^Keep 6 6 6 and roll two dice: .* to make at least 75 points more\.$/);
assert.throws(() => analyzeTarget({ ...wanted, target: 512 }), { name: 'InputError', field: 'target' });
console.log('the installed package works');
"#;

/// What the README of the lessons promises, in Node, as far as it goes without a solved game.
const USE_LEARN: &str = r#"
import assert from 'node:assert';
import { readFileSync } from 'node:fs';
import { initSync, lessons, Profile, Tutor } from '@dicee/learn';

initSync({ module: readFileSync(new URL(import.meta.resolve('@dicee/learn/learn_bg.wasm'))) });
assert.throws(() => Tutor.fromBytes(new Uint8Array(9)), { name: 'SolvedGameError' });
assert.equal(lessons().length, 12);
assert.equal(Profile.fromJson(new Profile().toJson()).insights().skill.games, 0);
console.log('the installed package works');
"#;

/// The paths in npm's report: a list of packages, or an object of them by name.
fn packed_files(report: &str) -> Result<Vec<String>> {
    let report: Value =
        serde_json::from_str(report).context("npm pack printed something that is not JSON")?;
    let package = match &report {
        Value::Array(packages) => packages.first(),
        Value::Object(packages) => packages.values().next(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
    };
    let files = package.and_then(|package| package["files"].as_array()).context("npm pack lists no files")?;
    Ok(files.iter().filter_map(|file| file["path"].as_str()).map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{metadata_problems, packed_files};

    #[test]
    fn a_package_says_where_it_comes_from_and_that_it_can_be_checked() {
        let check = |package: &serde_json::Value, expected: &[&str]| {
            let found = metadata_problems(package, "wasm", Some("1.0.0"), Some("https://example.org/x"));
            assert_eq!(found, expected);
        };
        let mut package = json!({
            "version": "1.0.0", "license": "MIT OR Apache-2.0",
            "repository": {"type": "git", "url": "git+https://example.org/x.git", "directory": "crates/wasm/npm"},
            "publishConfig": {"access": "public", "provenance": true},
        });
        check(&package, &[]);
        package["publishConfig"]["provenance"] = json!(false);
        check(&package, &["/publishConfig/provenance is not true"]);
        package["publishConfig"]["provenance"] = json!(true);
        package["repository"]["url"] = json!("git+https://example.org/y.git");
        check(&package, &["/repository/url is not git+https://example.org/x.git"]);
        package["repository"]["url"] = json!("git+https://example.org/x.git");
        package["version"] = json!("0.9.0");
        check(&package, &["/version is not 1.0.0"]);
    }

    #[test]
    fn files_are_read_from_either_form_of_the_report() {
        for report in [
            r#"[{"files": [{"path": "README.md", "size": 1}]}]"#,
            r#"{"x": {"files": [{"path": "README.md"}]}}"#,
        ] {
            assert_eq!(packed_files(report).unwrap(), ["README.md"]);
        }
        assert!(packed_files("[]").is_err());
        assert!(packed_files("npm notice").is_err());
    }
}
