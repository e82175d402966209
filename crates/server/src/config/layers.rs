//! Merges the file, the environment and the flags.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::{env, fmt, fs, io};

use serde_json::Value;
use toml::de::DeTable;

use super::Config;
use super::raw::Raw;
use super::setting::{Draft, SETTINGS, Setting};

/// The sources of the configuration. Flags override variables, variables override the file, the file overrides the
/// defaults.
///
/// ```
/// let sources = server::Sources {
///     flags: vec![("addr", "9000".into()), ("memory", "true".into())],
///     ..server::Sources::default()
/// };
/// let effective = sources.load()?;
/// assert_eq!(effective.config.addr.port(), 9000);
/// # Ok::<(), server::ConfigError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Sources {
    /// Keys of [`SETTINGS`] with the text that was given to their flags.
    pub flags: Vec<(&'static str, String)>,
    /// The file to read; if `None`, `DICEE_CONFIG`, then `dicee.toml` in the data directory if it exists.
    pub file: Option<PathBuf>,
    /// The environment. Unknown variables that begin with `DICEE_` are refused.
    pub variables: BTreeMap<OsString, OsString>,
}

/// A configuration and where it came from.
#[derive(Clone, Debug)]
pub struct Effective {
    /// The whole.
    pub config: Config,
    /// The data directory, also where the games are elsewhere.
    pub data_dir: PathBuf,
    /// The file that was read.
    pub file: Option<PathBuf>,
    /// Every setting in the order of [`SETTINGS`].
    pub values: Vec<Chosen>,
}

/// A value and where it came from.
#[derive(Clone, Debug)]
pub struct Chosen {
    /// What is set.
    pub setting: &'static Setting,
    /// The value for display; secrets read `***`. Null if it is not set.
    pub value: Value,
    /// Where it came from.
    pub origin: Origin,
}

/// Where a value came from, the lowest precedence first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The default.
    Default,
    /// A line of a file.
    File {
        /// The file.
        path: PathBuf,
        /// The line, from 1 on.
        line: usize,
    },
    /// An environment variable.
    Variable(String),
    /// A flag of the command line.
    Flag(String),
}

/// Why there is no configuration.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("{}: the configuration file cannot be read: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the operating system said.
        source: io::Error,
    },
    /// The file is not TOML.
    #[error("{}, line {line}: expected TOML, got {problem}", path.display())]
    Syntax {
        /// The file.
        path: PathBuf,
        /// The line, from 1 on.
        line: usize,
        /// The message of the parser.
        problem: String,
    },
    /// There is no such setting.
    #[error("{origin}: {key} is not a setting{}", hint(.nearest.as_deref()))]
    Unknown {
        /// The setting.
        key: String,
        /// Where it came from.
        origin: Origin,
        /// The most similar setting.
        nearest: Option<String>,
    },
    /// The value is not what the setting takes.
    #[error("{}: expected {expected}, got {actual}", .origin.naming(.key))]
    Wrong {
        /// The setting.
        key: &'static str,
        /// Where it came from.
        origin: Origin,
        /// What it takes.
        expected: &'static str,
        /// The value; a secret is not repeated.
        actual: String,
    },
    /// Two settings that exclude each other were given in the same place.
    #[error(
        "{origin}: {key} and {other} ({other_origin}) exclude each other: expected one of them, got both"
    )]
    Both {
        /// The one.
        key: &'static str,
        /// Where it came from.
        origin: Origin,
        /// The other.
        other: &'static str,
        /// Where that came from.
        other_origin: Origin,
    },
}

fn hint(nearest: Option<&str>) -> String {
    nearest.map_or_else(
        || "; dicee serve --help lists them".to_owned(),
        |nearest| format!("; did you mean {nearest}?"),
    )
}

impl ConfigError {
    /// The setting, or the place of the whole file.
    #[must_use]
    pub fn key(&self) -> &str {
        match self {
            Self::Unreadable { .. } | Self::Syntax { .. } => "config",
            Self::Unknown { key, .. } => key,
            Self::Wrong { key, .. } | Self::Both { key, .. } => key,
        }
    }

    /// What it takes.
    #[must_use]
    pub fn expected(&self) -> String {
        match self {
            Self::Unreadable { .. } => "a file that can be read".into(),
            Self::Syntax { .. } => "TOML".into(),
            Self::Unknown { nearest, .. } => nearest.clone().unwrap_or_else(|| "a known setting".into()),
            Self::Wrong { expected, .. } => (*expected).into(),
            Self::Both { key, other, .. } => format!("one of {key} and {other}"),
        }
    }

    /// What came instead.
    #[must_use]
    pub fn actual(&self) -> String {
        match self {
            Self::Unreadable { source, .. } => source.to_string(),
            Self::Syntax { problem, .. } => problem.clone(),
            Self::Unknown { key, .. } => key.clone(),
            Self::Wrong { actual, .. } => actual.clone(),
            Self::Both { .. } => "both".into(),
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Default => f.write_str("default"),
            Self::File { path, line } => write!(f, "{}, line {line}", path.display()),
            Self::Variable(name) => f.write_str(name),
            Self::Flag(name) => write!(f, "--{name}"),
        }
    }
}

impl Origin {
    /// The place with the setting that stands there; a flag and a variable name theirs.
    fn naming(&self, key: &str) -> String {
        match self {
            Self::Default | Self::File { .. } => format!("{self}: {key}"),
            Self::Variable(_) | Self::Flag(_) => self.to_string(),
        }
    }

    const fn strength(&self) -> u8 {
        match self {
            Self::Default => 0,
            Self::File { .. } => 1,
            Self::Variable(_) => 2,
            Self::Flag(_) => 3,
        }
    }
}

/// A value from one source.
#[derive(Debug)]
struct Given {
    /// Its place in [`SETTINGS`].
    place: usize,
    raw: Raw,
    origin: Origin,
}

impl Sources {
    /// The environment of this process, without a file or flags.
    #[must_use]
    pub fn of_process() -> Self {
        Self { variables: env::vars_os().collect(), ..Self::default() }
    }

    /// Merges the sources. Reads one file at most, and connects to nothing.
    ///
    /// # Errors
    ///
    /// The first problem: see [`ConfigError`].
    pub fn load(&self) -> Result<Effective, ConfigError> {
        let mut above = self.of_environment()?;
        above.extend(self.of_flags());
        // The place of the file may depend on variables and flags.
        let mut first = Stack::new(default_data_dir(&self.variables));
        above.iter().try_for_each(|given| first.put(given))?;
        let (file, found) = self.find_file(&first.draft.data_dir);
        let mut stack = Stack::new(default_data_dir(&self.variables));
        if let Some(path) = &file {
            for given in read_file(path)? {
                stack.put(&given)?;
                if SETTINGS[given.place].key == "data_dir" {
                    if found {
                        return Err(ConfigError::Wrong {
                            key: "data_dir",
                            origin: given.origin,
                            expected: "no data_dir in a file that was found in the data directory",
                            actual: given.raw.to_string(),
                        });
                    }
                    let folder = path.parent().unwrap_or(Path::new(""));
                    stack.draft.data_dir = folder.join(&stack.draft.data_dir);
                }
            }
        }
        above.iter().try_for_each(|given| stack.put(given))?;
        stack.settle()?;
        let values = SETTINGS.iter().zip(stack.origins).map(|(setting, origin)| {
            let value = (setting.get)(&stack.draft);
            Chosen { setting, value, origin }
        });
        let values = values.collect();
        let data_dir = stack.draft.data_dir.clone();
        Ok(Effective { config: stack.draft.finish(), data_dir, file, values })
    }

    fn of_flags(&self) -> Vec<Given> {
        let given = self.flags.iter().filter_map(|(key, text)| {
            let place = place_of(key)?;
            let (raw, origin) = (Raw::Word(text.clone()), Origin::Flag(SETTINGS[place].flag()));
            Some(Given { place, raw, origin })
        });
        given.collect()
    }

    /// A variable that is empty counts as not set, since many tools cannot unset one.
    fn of_environment(&self) -> Result<Vec<Given>, ConfigError> {
        let mut all = Vec::new();
        for (name, value) in &self.variables {
            let name = name.to_string_lossy();
            let Some(key) = name.strip_prefix("DICEE_") else { continue };
            if value.is_empty() || is_of_others(key) || name == CONFIG_VARIABLE {
                continue;
            }
            let origin = Origin::Variable(name.clone().into_owned());
            let known = SETTINGS.iter().position(|setting| setting.variable() == name);
            let Some(place) = known else {
                let nearest = nearest(&key.to_ascii_lowercase()).map(Setting::variable);
                return Err(ConfigError::Unknown { key: name.into_owned(), origin, nearest });
            };
            let Some(text) = value.to_str() else {
                let (setting, actual) = (&SETTINGS[place], "bytes that are not UTF-8".to_owned());
                return Err(ConfigError::Wrong {
                    key: setting.key,
                    origin,
                    expected: setting.expected,
                    actual,
                });
            };
            all.push(Given { place, raw: Raw::Word(text.to_owned()), origin });
        }
        Ok(all)
    }

    /// The file to read, and whether it was found in the data directory rather than named.
    fn find_file(&self, data_dir: &Path) -> (Option<PathBuf>, bool) {
        let variable = || {
            let path = self.variables.get(&OsString::from(CONFIG_VARIABLE))?;
            Some(PathBuf::from(path)).filter(|path| !path.as_os_str().is_empty())
        };
        if let Some(named) = self.file.clone().or_else(variable) {
            return (Some(named), false);
        }
        let beside = data_dir.join("dicee.toml");
        (beside.exists().then_some(beside), true)
    }
}

/// Names the file.
const CONFIG_VARIABLE: &str = "DICEE_CONFIG";

/// Variables that begin like ours and are not: Kubernetes gives every container the addresses of all services, and the
/// checks of this repository have some of their own.
fn is_of_others(key: &str) -> bool {
    const OTHERS: [&str; 8] =
        ["API", "FULL", "SHOTS", "SIMULATION_TRACE", "STORE_OF_CHILD", "URL", "WRITE_GOLDEN", "WRITE_TYPES"];
    key == "PORT"
        || ["PORT_", "SERVICE_", "TEST_", "FUZZ_", "SHOTS_"].iter().any(|prefix| key.starts_with(prefix))
        || OTHERS.contains(&key)
}

/// The draft, and the origin of each value.
#[derive(Debug)]
struct Stack {
    draft: Draft,
    origins: Vec<Origin>,
}

impl Stack {
    fn new(data_dir: PathBuf) -> Self {
        Self { draft: Draft::new(data_dir), origins: vec![Origin::Default; SETTINGS.len()] }
    }

    fn put(&mut self, given: &Given) -> Result<(), ConfigError> {
        let (setting, origin) = (&SETTINGS[given.place], given.origin.clone());
        let Some(()) = (setting.set)(&mut self.draft, &given.raw) else {
            let is_url = setting.value_name == "URL";
            let actual = match given.raw.text() {
                Some(_) if setting.is_secret => "something else, which is not repeated here".to_owned(),
                Some(text) if is_url => super::without_password(text),
                _ => given.raw.to_string(),
            };
            let (key, expected) = (setting.key, setting.expected);
            return Err(ConfigError::Wrong { key, origin, expected, actual });
        };
        self.origins[given.place] = origin;
        Ok(())
    }

    /// There is one store: of `memory` and `database` the higher precedence wins, and the same precedence is an error.
    fn settle(&mut self) -> Result<(), ConfigError> {
        let (Some(memory), Some(database)) = (place_of("memory"), place_of("database")) else {
            return Ok(());
        };
        if !self.draft.memory || self.draft.database.is_none() {
            return Ok(());
        }
        let (for_memory, for_database) = (self.origins[memory].clone(), self.origins[database].clone());
        match for_memory.strength().cmp(&for_database.strength()) {
            std::cmp::Ordering::Greater => {
                self.draft.database = None;
                self.origins[database] = for_memory;
            }
            std::cmp::Ordering::Less => {
                self.draft.memory = false;
                self.origins[memory] = for_database;
            }
            std::cmp::Ordering::Equal => {
                let (origin, other_origin) = (for_memory, for_database);
                return Err(ConfigError::Both { key: "memory", origin, other: "database", other_origin });
            }
        }
        Ok(())
    }
}

fn place_of(key: &str) -> Option<usize> {
    SETTINGS.iter().position(|setting| setting.key == key)
}

fn read_file(path: &Path) -> Result<Vec<Given>, ConfigError> {
    let text = fs::read_to_string(path)
        .map_err(|source| ConfigError::Unreadable { path: path.to_owned(), source })?;
    read_text(path, &text)
}

/// Reads what stands in a file.
fn read_text(path: &Path, text: &str) -> Result<Vec<Given>, ConfigError> {
    let line_at = |offset: usize| 1 + text.bytes().take(offset).filter(|&byte| byte == b'\n').count();
    let table = DeTable::parse(text).map_err(|error| ConfigError::Syntax {
        path: path.to_owned(),
        line: error.span().map_or(1, |span| line_at(span.start)),
        problem: error.message().to_owned(),
    })?;
    let mut all = Vec::new();
    for (name, value) in table.get_ref() {
        let origin = Origin::File { path: path.to_owned(), line: line_at(name.span().start) };
        let key: &str = name.get_ref();
        let Some(place) = place_of(key) else {
            let nearest = nearest(key).map(|setting| setting.key.to_owned());
            return Err(ConfigError::Unknown { key: key.to_owned(), origin, nearest });
        };
        all.push(Given { place, raw: Raw::of_file(value.get_ref()), origin });
    }
    Ok(all)
}

/// The most similar setting: dashes for underscores, or a typo or two.
fn nearest(key: &str) -> Option<&'static Setting> {
    let key = key.replace('-', "_");
    // Half of a short word wrong is another word.
    let most = (key.len() / 2).min(3);
    let close = SETTINGS.iter().map(|setting| (strsim::levenshtein(&key, setting.key), setting));
    let (distance, setting) = close.min_by_key(|(distance, _)| *distance)?;
    (distance <= most).then_some(setting)
}

/// The platform's folder for application data; the current folder for a user without a home.
fn default_data_dir(variables: &BTreeMap<OsString, OsString>) -> PathBuf {
    let folder = |name: &str| {
        let path = PathBuf::from(variables.get(&OsString::from(name))?);
        path.is_absolute().then_some(path)
    };
    let base = if cfg!(windows) {
        folder("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        folder("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        folder("XDG_DATA_HOME").or_else(|| folder("HOME").map(|home| home.join(".local/share")))
    };
    base.map_or_else(|| PathBuf::from("dicee-data"), |base| base.join("dicee"))
}

#[cfg(test)]
mod tests;
