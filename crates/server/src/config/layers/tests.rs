use super::super::{LogFormat, StoreChoice};
use super::*;

/// A folder for one test, and a way to load from it.
struct Case {
    folder: tempfile::TempDir,
    sources: Sources,
}

impl Case {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut case = Self { folder, sources: Sources::default() };
        let home = case.folder.path().to_str().unwrap().to_owned();
        case = case.variable("HOME", &home).variable("LOCALAPPDATA", &home);
        case
    }

    fn file(mut self, text: &str) -> Self {
        let path = self.folder.path().join("some.toml");
        fs::write(&path, text).unwrap();
        self.sources.file = Some(path);
        self
    }

    fn variable(mut self, name: &str, value: &str) -> Self {
        self.sources.variables.insert(name.into(), value.into());
        self
    }

    fn flag(mut self, key: &'static str, value: &str) -> Self {
        self.sources.flags.push((key, value.into()));
        self
    }

    fn load(&self) -> Effective {
        self.sources.load().unwrap()
    }

    /// The error in words, with the folder left out.
    fn error(&self) -> String {
        let error = self.sources.load().unwrap_err();
        error.to_string().replace(&format!("{}/", self.folder.path().display()), "")
    }
}

fn origin(effective: &Effective, key: &str) -> String {
    let chosen = effective.values.iter().find(|chosen| chosen.setting.key == key).unwrap();
    chosen.origin.to_string()
}

#[test]
fn without_anything_it_is_a_file_in_the_home_of_the_user() {
    let case = Case::new();
    let effective = case.load();
    assert_eq!(effective.config.addr.to_string(), "127.0.0.1:8080");
    let StoreChoice::Sqlite(file) = &effective.config.store else { panic!("{:?}", effective.config) };
    assert!(file.starts_with(case.folder.path()) && file.ends_with("dicee/dicee.db"), "{file:?}");
    assert!(effective.values.iter().all(|chosen| chosen.origin == Origin::Default));

    let homeless = Sources::default().load().unwrap();
    assert_eq!(homeless.config.store, StoreChoice::Sqlite("dicee-data/dicee.db".into()));
}

#[test]
fn flags_win_over_variables_and_variables_over_the_file() {
    let case = Case::new()
        .file("drain_s = 1\nmailbox = 1\n# a comment\nsend_queue = 1\n")
        .variable("DICEE_MAILBOX", "2")
        .variable("DICEE_SEND_QUEUE", "2")
        .flag("send_queue", "3");
    let effective = case.load();
    let config = &effective.config;
    assert_eq!((config.drain_s, config.mailbox, config.send_queue), (1, 2, 3));
    assert!(origin(&effective, "drain_s").ends_with("some.toml, line 1"));
    assert_eq!(origin(&effective, "mailbox"), "DICEE_MAILBOX");
    assert_eq!(origin(&effective, "send_queue"), "--send-queue");
    assert_eq!(origin(&effective, "addr"), "default");
}

#[test]
fn every_setting_can_come_from_file_variable_and_flag() {
    // The key, the value in the file, the same as a word, and how it is shown.
    let rows = [
        ("addr", "'127.0.0.2:9'", "127.0.0.2:9", "\"127.0.0.2:9\""),
        ("data_dir", "'/tmp/d'", "/tmp/d", "\"/tmp/d\""),
        ("memory", "true", "true", "true"),
        ("database", "'postgres://a:b@h/d'", "postgres://a:b@h/d", "\"postgres://a:***@h/d\""),
        ("redis", "'redis://:b@h:1'", "redis://:b@h:1", "\"redis://:***@h:1\""),
        ("redis_ca", "'/tmp/ca.pem'", "/tmp/ca.pem", "\"/tmp/ca.pem\""),
        ("redis_prefix", "'league:'", "league:", "\"league:\""),
        ("limit_clients", "false", "false", "false"),
        (
            "trusted_proxies",
            "['10.0.0.0/8', '192.0.2.1']",
            "10.0.0.0/8, 192.0.2.1",
            "[\"10.0.0.0/8\",\"192.0.2.1/32\"]",
        ),
        (
            "allowed_origins",
            "['https://a.b', 'http://c']",
            "https://a.b, http://c",
            "[\"https://a.b\",\"http://c\"]",
        ),
        ("operator_token", "'0123456789abcdef'", "0123456789abcdef", "\"***\""),
        ("chat", "false", "false", "false"),
        ("public_tables", "false", "false", "false"),
        ("bot_delay_ms", "1", "1", "1"),
        ("idle_unload_s", "2", "2", "2"),
        ("drain_s", "3", "3", "3"),
        ("max_connections", "4_000", "4000", "4000"),
        ("max_connections_per_client", "40", "40", "40"),
        ("max_sockets_per_client", "0x5", "5", "5"),
        ("header_timeout_s", "6", "6", "6"),
        ("write_timeout_s", "66", "66", "66"),
        ("request_timeout_s", "7", "7", "7"),
        ("mailbox", "8", "8", "8"),
        ("send_queue", "9", "9", "9"),
        ("log", "'json'", "json", "\"json\""),
        ("log_level", "'info,server=debug'", "info,server=debug", "\"info,server=debug\""),
    ];
    assert_eq!(
        rows.map(|row| row.0).to_vec(),
        SETTINGS.iter().map(|setting| setting.key).collect::<Vec<_>>()
    );
    for (key, in_file, word, shown) in rows {
        let setting = &SETTINGS[place_of(key).unwrap()];
        let cases = [
            Case::new().file(&format!("{key} = {in_file}")),
            Case::new().variable(&setting.variable(), word),
            Case::new().flag(key, word),
        ];
        for case in cases {
            let effective = case.load();
            let chosen = effective.values.iter().find(|chosen| chosen.setting.key == key).unwrap();
            assert_eq!(chosen.value.to_string(), shown, "{key} from {}", chosen.origin);
            assert_ne!(chosen.origin, Origin::Default);
            assert_ne!(chosen.value, setting.default(), "the row must change something");
        }
    }
}

#[test]
fn errors_name_the_key_the_place_what_was_expected_and_what_came() {
    let rows = [
        (
            Case::new().file("drain_s = 'soon'"),
            "some.toml, line 1: drain_s: expected a number from 0 to 3600, got \"soon\"",
        ),
        (
            Case::new().file("\n\ndrain_s = -1"),
            "some.toml, line 3: drain_s: expected a number from 0 to 3600, got -1",
        ),
        (
            Case::new().file("drain_s = 1.5"),
            "some.toml, line 1: drain_s: expected a number from 0 to 3600, got 1.5",
        ),
        (
            Case::new().file("memory = 'true'"),
            "some.toml, line 1: memory: expected true or false, got \"true\"",
        ),
        (Case::new().file("drain = 1"), "some.toml, line 1: drain is not a setting; did you mean drain_s?"),
        (
            Case::new().file("[foo]\na = 1"),
            "some.toml, line 1: foo is not a setting; dicee serve --help lists them",
        ),
        (
            Case::new().variable("DICEE_DRAIN_S", "9999"),
            "DICEE_DRAIN_S: expected a number from 0 to 3600, got \"9999\"",
        ),
        (
            Case::new().variable("DICEE_DATABSE", "x"),
            "DICEE_DATABSE: DICEE_DATABSE is not a setting; did you mean DICEE_DATABASE?",
        ),
        (
            Case::new().flag("addr", "nowhere"),
            "--addr: expected an address and a port, such as 127.0.0.1:8080, got \"nowhere\"",
        ),
        (Case::new().flag("log", "xml"), "--log: expected text or json, got \"xml\""),
        (
            Case::new().flag("allowed_origins", "*"),
            "--allowed-origins: expected origins such as https://dicee.example, without a path and not *, got \"*\"",
        ),
    ];
    for (case, expected) in rows {
        assert_eq!(case.error(), expected);
    }
    let syntax = Case::new().file("a = 1\nb = = 2").error();
    assert!(syntax.starts_with("some.toml, line 2: expected TOML, got "), "{syntax}");
    let twice = Case::new().file("send_queue = 1\nsend_queue = 2").error();
    assert!(twice.starts_with("some.toml, line 2: expected TOML, got duplicate key"), "{twice}");
}

#[test]
fn errors_do_not_repeat_secrets() {
    for case in [
        Case::new().file("operator_token = 'tiger'"),
        Case::new().variable("DICEE_OPERATOR_TOKEN", "tiger"),
        Case::new().flag("database", "mysql://ann:tiger@db"),
        Case::new().flag("redis", "tiger"),
    ] {
        let error = case.error();
        assert!(!error.contains("tiger"), "{error}");
    }
}

#[test]
fn a_word_that_is_no_level_does_not_silence_the_log() {
    for level in ["loud", "info,loud", "server=loud", ""] {
        assert!(Case::new().flag("log_level", level).sources.load().is_err(), "{level}");
    }
    for level in ["off", "warn", "DEBUG", "info,server=debug", "server=trace"] {
        assert_eq!(Case::new().flag("log_level", level).load().config.log_level, level);
    }
}

#[test]
fn a_file_that_was_named_must_be_there_and_one_in_the_data_directory_may() {
    let mut case = Case::new();
    case.sources.file = Some(case.folder.path().join("missing.toml"));
    assert!(case.error().starts_with("missing.toml: the configuration file cannot be read: "));

    let mut case = Case::new();
    let data = case.folder.path().join("data");
    case = case.variable("DICEE_DATA_DIR", data.to_str().unwrap());
    assert_eq!(case.load().file, None);
    fs::create_dir(&data).unwrap();
    fs::write(data.join("dicee.toml"), "log = 'json'").unwrap();
    let effective = case.load();
    assert_eq!(effective.file, Some(data.join("dicee.toml")));
    assert_eq!(effective.config.log_format, LogFormat::Json);

    fs::write(data.join("dicee.toml"), "data_dir = '/elsewhere'").unwrap();
    assert!(case.error().contains("line 1: data_dir: expected no data_dir in a file that was found"));

    let named = case.folder.path().join("named.toml");
    fs::write(&named, "send_queue = 7").unwrap();
    case = case.variable("DICEE_CONFIG", named.to_str().unwrap());
    assert_eq!(case.load().config.send_queue, 7);
}

#[test]
fn a_folder_in_a_file_is_seen_from_that_file() {
    let case = Case::new().file("data_dir = 'games'");
    let file = case.folder.path().join("games/dicee.db");
    assert_eq!(case.load().config.store, StoreChoice::Sqlite(file));
}

#[test]
fn the_stronger_of_memory_and_database_wins_and_equals_are_refused() {
    let url = "postgres://h/d";
    let file = format!("database = '{url}'");
    let effective = Case::new().file(&file).flag("memory", "true").load();
    assert_eq!(effective.config.store, StoreChoice::Memory);
    assert_eq!(origin(&effective, "database"), "--memory");
    let effective = Case::new().file("memory = true").variable("DICEE_DATABASE", url).load();
    assert_eq!(effective.config.store, StoreChoice::Postgres(url.into()));
    let both = Case::new().flag("memory", "true").flag("database", url).error();
    assert_eq!(
        both,
        "--memory: memory and database (--database) exclude each other: expected one of them, got both"
    );
    assert_eq!(
        Case::new().file(&file).flag("memory", "false").load().config.store,
        StoreChoice::Postgres(url.into())
    );
}

#[test]
fn variables_of_kubernetes_and_empty_ones_are_passed_over() {
    let case = Case::new()
        .variable("DICEE_PORT", "tcp://10.0.0.1:80")
        .variable("DICEE_SERVICE_HOST", "10.0.0.1")
        .variable("DICEE_PORT_80_TCP_ADDR", "10.0.0.1")
        .variable("DICEE_REDIS", "");
    assert_eq!(case.load().config.redis, None);
}

#[test]
fn settings_have_names_that_variables_and_flags_can_have() {
    for setting in SETTINGS {
        assert!(setting.key.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_'), "{}", setting.key);
        assert!(!is_of_others(&setting.key.to_ascii_uppercase()), "{}", setting.key);
    }
}

#[test]
fn fuzz_config() {
    let run = |input: &[u8]| {
        let text = String::from_utf8_lossy(input);
        let path = Path::new("dicee.toml");
        let mut stack = Stack::new(PathBuf::from("data"));
        let read = read_text(path, &text).and_then(|all| {
            all.iter().try_for_each(|given| stack.put(given))?;
            stack.settle()
        });
        match read {
            // What is set can be shown, and becomes a configuration.
            Ok(()) => {
                let shown: Vec<_> =
                    SETTINGS.iter().map(|setting| (setting.get)(&stack.draft).to_string()).collect();
                format!("ok {} {}", shown.concat().len().min(1), stack.draft.finish().limit_clients)
            }
            Err(error) => format!("{} {} {}", error.key(), error.expected(), error),
        }
    };
    let seeds = [
        "addr = \"127.0.0.1:9000\"\nmemory = true\n",
        "database = \"postgres://u:p@h/d?sslmode=verify-full\"\nredis = \"rediss://:p@h:6380/1\"\n",
        "trusted_proxies = [\"10.0.0.0/8\", \"::1\"]\nallowed_origins = [\"https://dicee.example\"]\n",
        "drain_s = 5\nmax_connections = 100\nlog = \"json\"\nlog_level = \"info,server=debug\"\noperator_token = \"0123456789abcdef0123456789abcdef\"\n",
    ];
    let keys: Vec<&str> = SETTINGS
        .iter()
        .map(|setting| setting.key)
        .chain([" = ", "[", "]", "\"\"\"", "true", "99999999999"])
        .collect();
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus");
    fuzz::Target::new("config", run).examples(seeds).words(&keys).check(corpus);
}
