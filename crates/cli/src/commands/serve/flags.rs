//! The flags of the server, made from its list of settings.

use clap::{Arg, ArgAction, ArgMatches, Command};
use serde_json::Value;
use server::{SETTINGS, Setting};

/// What was given on the command line: the key of each setting and the text.
#[derive(Clone, Debug, Default)]
pub(super) struct Flags {
    given: Vec<(&'static str, String)>,
}

/// Says that clients are not limited, as people have known it.
const NO_LIMITS: &str = "no_limits";

impl Flags {
    pub(super) fn given(&self) -> &[(&'static str, String)] {
        &self.given
    }
}

impl clap::FromArgMatches for Flags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut flags = Self::default();
        flags.update_from_arg_matches(matches)?;
        Ok(flags)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        for setting in SETTINGS.iter().filter(|setting| setting.has_flag) {
            if let Some(text) = matches.get_one::<String>(setting.key) {
                self.given.push((setting.key, text.clone()));
            }
        }
        if matches.get_flag(NO_LIMITS) {
            self.given.push(("limit_clients", "false".into()));
        }
        Ok(())
    }
}

impl clap::Args for Flags {
    fn augment_args(command: Command) -> Command {
        let with_settings = SETTINGS
            .iter()
            .filter(|setting| setting.has_flag)
            .fold(command, |command, setting| command.arg(flag_of(setting)));
        let no_limits = Arg::new(NO_LIMITS).long("no-limits").action(ArgAction::SetTrue);
        with_settings
            .arg(no_limits.conflicts_with("limit_clients").help("No rate limits: --limit-clients=false"))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

fn flag_of(setting: &Setting) -> Arg {
    let default = match (setting.key, setting.default()) {
        ("data_dir", _) => " [default: dicee in the user's data folder]".to_owned(),
        (_, Value::Null) => String::new(),
        (_, Value::Array(items)) if items.is_empty() => String::new(),
        (_, Value::String(text)) => format!(" [default: {text}]"),
        (_, Value::Bool(false)) => String::new(),
        (_, value) => format!(" [default: {value}]"),
    };
    let flag = Arg::new(setting.key)
        .long(setting.flag())
        .value_name(setting.value_name)
        .help(format!("{}{default}", setting.help));
    if setting.is_switch {
        flag.num_args(0..=1).require_equals(true).default_missing_value("true")
    } else {
        flag
    }
}
