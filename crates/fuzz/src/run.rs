use std::collections::HashSet;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash as _, Hasher as _};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};
use std::{env, fs, thread};

use crate::mutator::{Mutator, Seed};

/// Changed inputs in an ordinary test run.
const FEW: u64 = 400;
/// At most so many inputs are changed further, so that the first ones keep their turn.
const POOL: usize = 4_000;
/// An input that takes longer is a bug: a request of this size would hold a thread.
const LONGEST_RUN: Duration = Duration::from_secs(10);
/// New answers are worth keeping in the corpus only from short inputs.
const KEPT: usize = 1_500;

/// How much is run.
pub(crate) struct Settings {
    executions: u64,
    seed: u64,
    /// Whether it is a long run, which reports itself and watches for inputs that take too long.
    long: bool,
    /// Inputs with new answers are written into the corpus.
    keep: bool,
}

impl Settings {
    /// As the environment says; see the documentation of the crate.
    pub(crate) fn of_process() -> Self {
        let number = |name| env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
        let executions = number("DICEE_FUZZ_EXECUTIONS");
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let fresh = u64::try_from(now.as_nanos() % u128::from(u64::MAX)).unwrap_or(0);
        let default = if executions.is_some() { fresh } else { 42 };
        let seed = number("DICEE_FUZZ_SEED").unwrap_or(default);
        let keep = env::var_os("DICEE_FUZZ_KEEP").is_some();
        Self { executions: executions.unwrap_or(FEW), seed, long: executions.is_some(), keep }
    }
}

/// One run of a target.
pub(crate) struct Run {
    name: &'static str,
    decode: fn(&[u8]) -> String,
    /// The inputs that are changed: those of the corpus, and those whose answers were new.
    pool: Vec<Seed>,
    /// Where failures are kept.
    corpus: Option<PathBuf>,
    /// Hashes of the answers so far.
    answers: HashSet<u64>,
}

impl Run {
    pub(crate) fn new(name: &'static str, decode: fn(&[u8]) -> String, pool: Vec<Vec<u8>>) -> Self {
        assert!(!pool.is_empty(), "{name}: there is no input to begin with");
        let pool = pool.into_iter().map(Seed::new).collect();
        Self { name, decode, pool, corpus: None, answers: HashSet::new() }
    }

    /// Keeps failures in this folder.
    pub(crate) fn keeping_in(self, folder: PathBuf) -> Self {
        Self { corpus: Some(folder), ..self }
    }

    /// Replays the inputs, then runs changed ones; `words` mean something to the decoder.
    pub(crate) fn go(mut self, words: &[String], settings: &Settings) {
        let began = Instant::now();
        let name = self.name;
        if settings.long {
            eprintln!("fuzz {name}: seed {}", settings.seed);
        }
        let watch = settings.long.then(|| Watch::start(name, self.corpus.clone()));
        for seed in self.pool.clone() {
            self.execute(seed.bytes(), watch.as_ref(), false);
        }
        let mut mutator = Mutator::new(settings.seed, words.to_vec());
        for _ in 0..settings.executions {
            let (input, repeated) = mutator.next(&self.pool);
            if self.execute(&input, watch.as_ref(), repeated) && self.pool.len() < POOL {
                if settings.keep && input.len() <= KEPT {
                    self.keep("found", &input);
                }
                self.pool.push(Seed::new(input));
            }
        }
        if settings.long {
            report(name, settings.executions, began.elapsed(), self.answers.len());
        }
    }

    /// Runs the decoder; `true` if its answer is new.
    fn execute(&mut self, input: &[u8], watch: Option<&Watch>, repeated: bool) -> bool {
        if let Some(watch) = watch {
            watch.begin(input, repeated);
        }
        let answer = catch_unwind(AssertUnwindSafe(|| (self.decode)(input)));
        if let Some(watch) = watch {
            watch.end();
        }
        match answer {
            Ok(answer) => self.answers.insert(kind_of(&answer)),
            Err(_) => {
                let place = self.keep("panic", input);
                panic!("{} panicked on {:?}; kept in {place}", self.name, String::from_utf8_lossy(input));
            }
        }
    }

    fn keep(&self, why: &str, input: &[u8]) -> String {
        self.corpus.as_deref().map_or_else(|| "nothing".to_owned(), |folder| keep(folder, why, input))
    }
}

/// Writes an input into the corpus, under a name that follows from it.
fn keep(folder: &Path, why: &str, input: &[u8]) -> String {
    let place = folder.join(format!("{why}-{:016x}", hash(input)));
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(&place, input));
    written.map_or_else(|error| format!("nothing: {error}"), |()| place.display().to_string())
}

/// What an answer is about: without numbers, and without what stands in quotes.
fn kind_of(answer: &str) -> u64 {
    let mut kind = Vec::with_capacity(answer.len().min(240));
    let mut quote = None;
    for byte in answer.bytes().take(4_000) {
        match quote {
            Some(open) if byte == open => quote = None,
            Some(_) => continue,
            None if byte == b'"' || byte == b'`' => quote = Some(byte),
            None if byte.is_ascii_digit() => {
                if kind.last() != Some(&b'0') {
                    kind.push(b'0');
                }
                continue;
            }
            None => {}
        }
        kind.push(byte);
        if kind.len() == 240 {
            break;
        }
    }
    hash(&kind)
}

fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    hasher.finish()
}

/// Says how much was run, and adds a line for `cargo xtask fuzz` where it wants one.
fn report(name: &str, executions: u64, took: Duration, answers: usize) {
    let seconds = took.as_secs_f64();
    let line = format!("{name}\t{executions}\t{seconds:.1}\t{answers}\n");
    eprintln!("fuzz {name}: {executions} executions in {seconds:.1} s, {answers} kinds of answers");
    if let Some(path) = env::var_os("DICEE_FUZZ_REPORT") {
        use std::io::Write as _;
        let file = fs::OpenOptions::new().append(true).create(true).open(path);
        let written = file.and_then(|mut file| file.write_all(line.as_bytes()));
        written.expect("the report can be written");
    }
}

/// The input that is being decoded, and since when. The buffer is used again for every input.
type Running = Arc<Mutex<(Option<Instant>, Vec<u8>)>>;

/// Ends the process when an input takes too long, because a thread cannot be stopped; and remembers on disk inputs that may
/// overflow the stack, because then nothing more can be said.
struct Watch {
    running: Running,
    /// The last input that may overflow the stack.
    last: Option<PathBuf>,
}

impl Watch {
    fn start(name: &'static str, corpus: Option<PathBuf>) -> Self {
        let running: Running = Arc::default();
        let watched = Arc::clone(&running);
        let last = corpus.as_ref().map(|_| env::temp_dir().join(format!("dicee-fuzz-{name}.last")));
        thread::spawn(move || {
            loop {
                thread::sleep(Duration::from_millis(500));
                let running = watched.lock().unwrap_or_else(PoisonError::into_inner);
                let (Some(since), input) = &*running else { continue };
                if since.elapsed() > LONGEST_RUN {
                    let place = corpus.as_deref().map(|folder| keep(folder, "slow", input));
                    eprintln!("fuzz {name}: an input takes longer than {LONGEST_RUN:?}; kept in {place:?}");
                    std::process::abort();
                }
            }
        });
        Self { running, last }
    }

    fn begin(&self, input: &[u8], repeated: bool) {
        if let (true, Some(last)) = (repeated, &self.last) {
            // Without it a stack overflow is found again from the seed, only later.
            let _ = fs::write(last, input);
        }
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        running.1.clear();
        running.1.extend_from_slice(input);
        running.0 = Some(Instant::now());
    }

    fn end(&self) {
        self.running.lock().unwrap_or_else(PoisonError::into_inner).0 = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_that_differ_in_numbers_and_quotes_are_of_one_kind() {
        let kind = |answer| kind_of(answer);
        assert_eq!(kind("event 3: expected \"a\""), kind("event 417: expected \"bcd\""));
        assert_ne!(kind("event 3 is missing"), kind("event 3 is broken"));
    }

    #[test]
    fn a_decoder_that_panics_is_found_and_its_input_kept() {
        let folder = env::temp_dir().join(format!("dicee-fuzz-test-{}", std::process::id()));
        let run = |input: &[u8]| {
            assert!(!input.contains(&b'!'), "no exclamation marks");
            String::from_utf8_lossy(input).into_owned()
        };
        let settings = Settings { executions: 400, seed: 42, long: false, keep: false };
        let words = ["!".to_owned()];
        let kept_in = folder.join("shouting");
        let found = catch_unwind(|| {
            Run::new("shouting", run, vec![b"hello".to_vec()]).keeping_in(kept_in).go(&words, &settings);
        });
        assert!(found.is_err(), "it panicked");
        let kept: Vec<_> = fs::read_dir(folder.join("shouting")).unwrap().collect();
        let input = fs::read(kept[0].as_ref().unwrap().path()).unwrap();
        assert!(kept.len() == 1 && input.contains(&b'!'));
        // From now on it fails at once, without any luck.
        let settings = Settings { executions: 0, seed: 1, long: false, keep: false };
        let again = catch_unwind(|| Run::new("shouting", run, vec![input]).go(&[], &settings));
        fs::remove_dir_all(folder).unwrap();
        assert!(again.is_err());
    }
}
