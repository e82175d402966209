//! Draws the pictures of `docs/distributions.md` and `docs/targets.md`, or of the samples that `dicee load` wrote:
//!
//! ```sh
//! cargo run --release -p dicee --features parallel --example pictures -- docs/pictures
//! cargo run --release -p dicee --example pictures -- docs/pictures soak.csv
//! ```
//!
//! The first counts the games of all bots, so it takes minutes on two cores.

use std::fs;
use std::path::PathBuf;

use chance::SeededChance;
use dicee::{
    Bot, Category, Counted, KeepPattern, Policy, Position, RollsLeft, Rules, Scenario, ScoreDistribution,
    SolvedGame, TargetChances, TurnStart,
};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| "docs/pictures".into()));
    fs::create_dir_all(&folder)?;
    let save = |name: &str, picture: &Picture| fs::write(folder.join(name), picture.svg());
    if let Some(samples) = std::env::args().nth(2) {
        return Ok(save("soak.svg", &soak(&fs::read_to_string(samples)?)?)?);
    }
    let joker = SolvedGame::solve_values(Rules::JokerRules, |_| {});
    let classic = SolvedGame::solve_values(Rules::Classic, |_| {});
    save("score-distribution.svg", &score_distribution(&joker, &classic))?;
    save("bots.svg", &bots(&SolvedGame::solve_values(Rules::Standard, |_| {})))?;
    save("targets.svg", &targets(&joker)?)?;
    save("convergence.svg", &convergence()?)?;
    Ok(())
}

fn whole_game(bot: Bot, game: &SolvedGame) -> ScoreDistribution {
    ScoreDistribution::before_turn(&Policy::of_bot(bot, game), Position::START)
}

/// How likely each final score of perfect play is, with and without the bonus for further Dicees.
fn score_distribution(joker: &SolvedGame, classic: &SolvedGame) -> Picture {
    let mut picture =
        Picture::new("Final scores of perfect play, % of games", "points", (100.0, 400.0, 6), 1.5);
    for (name, game) in [("joker_rules", joker), ("classic", classic)] {
        let scores = whole_game(Bot::Optimal, game);
        picture.line(name, scores.iter().map(|(points, chance)| (f64::from(points), 100.0 * chance)));
    }
    picture
}

/// The share of games that end with at least so many points.
fn bots(game: &SolvedGame) -> Picture {
    let mut picture =
        Picture::new("Games with at least so many points, %", "points", (50.0, 400.0, 7), 100.0);
    for bot in Bot::ALL {
        let scores = whole_game(bot, game);
        picture.line(
            bot.name(),
            (50..=400).step_by(2).map(|points| (f64::from(points), 100.0 * scores.at_least(points))),
        );
    }
    picture
}

/// The highest chance of each target beside play for the mean.
fn targets(game: &SolvedGame) -> Result<Picture, Box<dyn std::error::Error>> {
    let usual = whole_game(Bot::Optimal, game);
    let targets = TargetChances::solve(game.rules(), |_| {});
    let mut picture =
        Picture::new("Chance to make at least so many points, %", "points", (150.0, 400.0, 5), 100.0);
    let mut best = Vec::new();
    for points in (150..=400).step_by(2) {
        best.push((f64::from(points), 100.0 * targets.chance(Position::START, points)?));
    }
    picture.line("played for it", best.into_iter());
    picture.line(
        "played for the mean",
        (150..=400).step_by(2).map(|points| (f64::from(points), 100.0 * usual.at_least(points))),
    );
    Ok(picture)
}

/// The estimate of a chance, its interval, and the exact value.
fn convergence() -> Result<Picture, Box<dyn std::error::Error>> {
    let keep = KeepPattern::from_faces(&[5, 5, 5])?;
    let scenario = Scenario {
        rules: Rules::Standard,
        position: Position::START,
        start: TurnStart::Kept { keep, rolls_left: RollsLeft::parse(1)? },
        counted: Counted::Achieved(Category::FullHouse),
    };
    let luck = SeededChance::from_seed(7);
    let ends = Scenario::checkpoints(100_000);
    let firsts = [0].into_iter().chain(ends.iter().copied());
    let parts: Vec<_> =
        firsts.zip(&ends).map(|(first, &end)| scenario.run(None, &luck, first..end)).collect();
    let answer = scenario.answer(None, &parts, 7, 0.95);
    let exact = 100.0 * answer.exact.unwrap_or_default();
    let mut picture = Picture::new(
        "A full house from 5 5 5 with one roll, %",
        "trials (10 to the power of)",
        (2.0, 5.0, 3),
        25.0,
    );
    let at = |trials: u64| (trials as f64).log10();
    picture
        .line("estimate", answer.convergence.iter().map(|point| (at(point.trials), 100.0 * point.estimate)));
    for end in [0, 1] {
        let name = ["95 % from", "to"][end];
        picture.line(
            name,
            answer.convergence.iter().map(|point| (at(point.trials), 100.0 * point.interval[end])),
        );
    }
    picture.line("exact: 5/36", [(2.0, exact), (5.0, exact)].into_iter());
    Ok(picture)
}

/// How a server fares under games that never end, each line as a share of its own maximum, which is named.
fn soak(samples: &str) -> Result<Picture, Box<dyn std::error::Error>> {
    let mut lines = samples.lines();
    let names: Vec<&str> = lines.next().unwrap_or_default().split(',').collect();
    let rows: Vec<Vec<f64>> =
        lines.map(|line| line.split(',').map(|cell| cell.parse().unwrap_or(0.0)).collect()).collect();
    let column = |name: &str| -> Result<Vec<f64>, String> {
        let place = names.iter().position(|known| *known == name).ok_or(format!("no column {name}"))?;
        Ok(rows.iter().map(|row| row.get(place).copied().unwrap_or(0.0)).collect())
    };
    let minutes: Vec<f64> = column("seconds")?.iter().map(|seconds| seconds / 60.0).collect();
    let end = minutes.last().copied().unwrap_or(1.0).max(0.1);
    let mut picture =
        Picture::new("A server over time, % of the most of each", "minutes", (0.0, end.ceil(), 6), 150.0);
    for (name, unit, size, title) in [
        ("resident_kib", "MiB", 1024.0, "memory"),
        ("open_files", "", 1.0, "open files"),
        ("wal_bytes", "MB", 1e6, "write-ahead log"),
        ("database_bytes", "MB", 1e6, "database"),
        ("moves_per_second", "a second", 1.0, "moves"),
        ("p99_ms", "ms", 1.0, "99% of move to broadcast"),
    ] {
        let values = column(name)?;
        let most = values.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
        picture.line(
            format!("{title}: at most {:.0} {unit}", most / size).trim_end(),
            minutes.iter().zip(&values).map(|(minute, value)| (*minute, 100.0 * value / most)),
        );
    }
    Ok(picture)
}

/// A chart of lines.
struct Picture {
    title: String,
    axis: String,
    /// From, to, and the steps between them that are named.
    range: (f64, f64, u32),
    highest: f64,
    lines: Vec<(String, String)>,
}

const SIZE: (f64, f64) = (720.0, 400.0);
/// Left, top, right, bottom.
const MARGIN: (f64, f64, f64, f64) = (56.0, 40.0, 16.0, 48.0);
const COLOURS: [&str; 6] = ["#1f5fa8", "#c2410c", "#15803d", "#7e22ce", "#a16207", "#475569"];

impl Picture {
    fn new(title: &str, axis: &str, range: (f64, f64, u32), highest: f64) -> Self {
        Self { title: title.into(), axis: axis.into(), range, highest, lines: Vec::new() }
    }

    fn place(&self, (x, y): (f64, f64)) -> (f64, f64) {
        let (left, top, right, bottom) = MARGIN;
        let across = (x - self.range.0) / (self.range.1 - self.range.0);
        let up = (y / self.highest).clamp(0.0, 1.0);
        (left + across * (SIZE.0 - left - right), SIZE.1 - bottom - up * (SIZE.1 - top - bottom))
    }

    fn line(&mut self, name: &str, points: impl Iterator<Item = (f64, f64)>) {
        let inside = points.filter(|(x, _)| (self.range.0..=self.range.1).contains(x));
        let text: Vec<String> = inside
            .map(|point| {
                let (x, y) = self.place(point);
                format!("{x:.1},{y:.1}")
            })
            .collect();
        self.lines.push((name.into(), text.join(" ")));
    }

    fn svg(&self) -> String {
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" font-family=\"sans-serif\" \
             font-size=\"13\" role=\"img\" aria-label=\"{}\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
            SIZE.0, SIZE.1, self.title
        );
        let mut put = |text: String| svg.push_str(&(text + "\n"));
        put(format!(
            "<text x=\"{}\" y=\"24\" font-size=\"16\" fill=\"#111\">{}</text>",
            MARGIN.0, self.title
        ));
        for step in 0..=self.range.2 {
            let x = self.range.0 + f64::from(step) / f64::from(self.range.2) * (self.range.1 - self.range.0);
            let (at, floor) = self.place((x, 0.0));
            put(format!(
                "<text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"#444\">{}</text>",
                floor + 18.0,
                number(x)
            ));
        }
        for step in 0..=5 {
            let height = f64::from(step) / 5.0 * self.highest;
            let (left, at) = self.place((self.range.0, height));
            put(format!(
                "<path d=\"M{left:.1} {at:.1}H{:.1}\" stroke=\"#ddd\"/><text x=\"{:.1}\" y=\"{:.1}\" \
                 text-anchor=\"end\" fill=\"#444\">{}</text>",
                SIZE.0 - MARGIN.2,
                left - 6.0,
                at + 4.0,
                number(height)
            ));
        }
        put(format!(
            "<text x=\"{}\" y=\"{}\" text-anchor=\"end\" fill=\"#444\">{}</text>",
            SIZE.0 - MARGIN.2,
            SIZE.1 - 8.0,
            self.axis
        ));
        for (place, (name, points)) in self.lines.iter().enumerate() {
            let colour = COLOURS[place % COLOURS.len()];
            let y = MARGIN.1 + 16.0 + 18.0 * place as f64;
            put(format!(
                "<polyline points=\"{points}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>"
            ));
            put(format!(
                "<text x=\"{}\" y=\"{y}\" text-anchor=\"end\" fill=\"{colour}\">{name}</text>",
                SIZE.0 - MARGIN.2 - 8.0
            ));
        }
        svg + "</svg>\n"
    }
}

fn number(value: f64) -> String {
    if (value - value.round()).abs() < 1e-9 { format!("{value:.0}") } else { format!("{value:.1}") }
}
