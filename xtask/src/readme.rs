//! The commands that README.md shows are run.

use std::env;
use std::fs::{self, File};
use std::path::PathBuf;
use std::process::{Child, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};

use crate::command;
use crate::project::Project;

/// How long one command may take.
const LIMIT: Duration = Duration::from_secs(120);

/// Runs every `dicee` command of every `sh` block; each must succeed.
pub(crate) fn check(project: &Project) -> Result<()> {
    let file = project.root().join("README.md");
    let text = fs::read_to_string(&file).with_context(|| format!("cannot read {}", project.show(&file)))?;
    let commands = commands_in(&text);
    if commands.is_empty() {
        bail!("README.md shows no `dicee` command in an sh block");
    }
    let binary = project.tested_binary();
    if !binary.is_file() {
        bail!("{} is missing; cargo xtask test --only binary makes it", project.show(&binary));
    }
    // What one run saved must not be in the way of the next.
    let folder = project.scratch().join("readme");
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| format!("cannot empty {}", folder.display()))?;
    }
    fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let mut path = vec![binary.parent().map(PathBuf::from).unwrap_or_default()];
    path.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
    let path = env::join_paths(path).context("PATH cannot be extended")?;

    for line in commands {
        println!("$ {line}");
        let printed = folder.join("output.txt");
        let output = File::create(&printed)?;
        let mut shell = command::new("sh", &folder);
        shell.args(["-c", &line]).env("PATH", &path);
        shell.stdin(Stdio::null()).stdout(output.try_clone()?).stderr(output);
        let status = wait(shell.spawn().context("cannot start sh")?)?;
        if !status.is_some_and(|status| status.success()) {
            print!("{}", fs::read_to_string(&printed).unwrap_or_default());
            match status {
                Some(status) => bail!("`{line}` ended with {status}"),
                None => bail!("`{line}` took more than {} s", LIMIT.as_secs()),
            }
        }
    }
    Ok(())
}

/// The status, or `None` when the command took too long and was ended.
fn wait(mut child: Child) -> Result<Option<ExitStatus>> {
    let started = Instant::now();
    while started.elapsed() < LIMIT {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        thread::sleep(Duration::from_millis(10));
    }
    child.kill()?;
    child.wait()?;
    Ok(None)
}

/// Lines of `sh` blocks that begin with `dicee `, joined where they go on after a backslash. `dicee serve`
/// is left out: it runs until it is stopped, and the browser tests cover it.
fn commands_in(markdown: &str) -> Vec<String> {
    let mut commands = Vec::new();
    let mut in_block = false;
    let mut lines = markdown.lines().map(str::trim);
    while let Some(line) = lines.next() {
        if line.starts_with("```") {
            in_block = !in_block && line == "```sh";
        } else if in_block && line.starts_with("dicee ") && !line.starts_with("dicee serve") {
            let mut whole = line.to_owned();
            while whole.ends_with('\\') {
                whole.pop();
                whole.push_str(lines.next().unwrap_or_default());
            }
            commands.push(whole);
        }
    }
    commands
}

#[cfg(test)]
mod tests {
    use super::commands_in;

    #[test]
    fn only_dicee_commands_of_sh_blocks_are_run() {
        let markdown = "\
dicee not in a block
```sh
cargo xtask run
dicee odds 5,5,5,2,6
dicee advise \\
  --dice 1,2,3,4,6
dicee serve --addr 127.0.0.1:0
```
```text
dicee in another block
```
```sh
dicee solve   # a comment
```
";
        let expected = ["dicee odds 5,5,5,2,6", "dicee advise --dice 1,2,3,4,6", "dicee solve   # a comment"];
        assert_eq!(commands_in(markdown), expected);
    }
}
