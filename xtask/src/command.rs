//! Running programs: what runs is shown first, and a failure names it.

use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail};

/// A command that runs in `folder`.
pub(crate) fn new(program: impl AsRef<OsStr>, folder: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir(folder);
    command
}

/// Runs a command whose output goes straight to the terminal.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    println!("$ {}", show(command));
    let status = command.status().with_context(|| cannot_start(command))?;
    if !status.success() {
        bail!("`{}` ended with {status}", show(command));
    }
    Ok(())
}

/// Runs a command for what it prints on stdout; its messages still go to the terminal.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let output = command.stderr(Stdio::inherit()).output().with_context(|| cannot_start(command))?;
    if !output.status.success() {
        bail!("`{}` ended with {}", show(command), output.status);
    }
    String::from_utf8(output.stdout).with_context(|| format!("`{}` printed no UTF-8", show(command)))
}

/// Whether a command can be run at all; what it prints is of no interest.
pub(crate) fn works(command: &mut Command) -> bool {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// Becomes the given program, so that it gets Ctrl-C itself and its exit status is ours.
#[cfg(unix)]
pub(crate) fn replace(mut command: Command) -> Result<()> {
    use std::os::unix::process::CommandExt as _;
    println!("$ {}", show(&command));
    let error = command.exec();
    Err(error).with_context(|| cannot_start(&command))
}

/// Runs the given program to its end; this system cannot replace a process.
#[cfg(not(unix))]
pub(crate) fn replace(mut command: Command) -> Result<()> {
    run(&mut command)
}

/// The command as one would type it.
pub(crate) fn show(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let mut shown = program.file_name().unwrap_or(command.get_program()).to_string_lossy().into_owned();
    for argument in command.get_args() {
        let argument = argument.to_string_lossy();
        shown.push(' ');
        if argument.is_empty() || argument.contains(char::is_whitespace) {
            shown.push_str(&format!("'{argument}'"));
        } else {
            shown.push_str(&argument);
        }
    }
    for (name, value) in command.get_envs() {
        let value = value.unwrap_or_default().to_string_lossy();
        shown = format!("{}='{value}' {shown}", name.to_string_lossy());
    }
    shown
}

fn cannot_start(command: &Command) -> String {
    format!("cannot start `{}`; is it installed?", show(command))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_shown_as_one_would_type_it() {
        let mut command = new("/usr/bin/cargo", Path::new("."));
        command.args(["doc", "two words", ""]).env("RUSTDOCFLAGS", "-D warnings");
        assert_eq!(show(&command), "RUSTDOCFLAGS='-D warnings' cargo doc 'two words' ''");
    }

    #[test]
    fn a_program_that_is_not_there_is_named() {
        let error = run(&mut new("no-such-program", Path::new("."))).unwrap_err();
        assert!(error.to_string().contains("no-such-program"), "{error}");
    }
}
