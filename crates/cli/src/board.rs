//! The table in the terminal: cards side by side, dice, and events in a line.

use std::io::{self, Write};

use dicee::{Category, CategorySet, Dice, DiceeView, GameMode, GameStatus, PlayerId, PlayerView};
use protocol::contract::{EventBody, GameEvent};

use crate::output::{BEST, FAINT, HEAD};

/// Cards, the turn that is going on, and how it ended.
pub(crate) fn print(out: &mut impl Write, view: &DiceeView) -> io::Result<()> {
    if view.game_id.is_none() {
        return writeln!(out, "There is no game yet.");
    }
    let mode = match view.mode {
        GameMode::Solo => "solo",
        GameMode::Multiplayer => "multiplayer",
        GameMode::Tutorial => "tutorial",
    };
    let status = match view.status {
        GameStatus::Waiting => "waiting for the start",
        GameStatus::Active => "going on",
        GameStatus::Completed => "completed",
        GameStatus::Abandoned => "abandoned",
    };
    writeln!(out, "{mode} game, {} rules, {status}\n", view.settings.rules())?;
    cards(out, view, None)?;
    if let Some(turn) = &view.current_turn {
        match name(view, turn.player_id).as_str() {
            "you" => writeln!(out, "\nYou play turn {}", turn.turn_number)?,
            other => writeln!(out, "\n{other} plays turn {}", turn.turn_number)?,
        }
        if let Some(dice) = turn.current_dice {
            self::dice(out, dice)?;
        }
    }
    if let Some(winners) = &view.winner_ids {
        let names: Vec<String> = winners.iter().map(|&winner| name(view, winner)).collect();
        if view.players.len() > 1 {
            writeln!(out, "\n{BEST}{}{BEST:#} won", names.join(" and "))?;
        }
    }
    Ok(())
}

/// Everybody's card, with what the dice would score now beside the open boxes of whose turn it is.
pub(crate) fn cards(
    out: &mut impl Write,
    view: &DiceeView,
    now: Option<&[(Category, u8)]>,
) -> io::Result<()> {
    let names: Vec<String> = view.players.iter().map(|player| name(view, player.player_id)).collect();
    let widths: Vec<usize> = names.iter().map(|name| name.chars().count().max(7)).collect();
    let mut head = format!("{:<16}", "");
    for (name, width) in names.iter().zip(&widths) {
        head.push_str(&format!("  {name:>width$}"));
    }
    writeln!(out, "{HEAD}{head}{HEAD:#}")?;
    let row = |out: &mut dyn Write, title: &str, cell: &dyn Fn(&PlayerView) -> String| -> io::Result<()> {
        write!(out, "{title:<16}")?;
        for (player, width) in view.players.iter().zip(&widths) {
            write!(out, "  {:>width$}", cell(player))?;
        }
        writeln!(out)
    };
    let box_cell = |player: &PlayerView, category: Category| match player.scorecard.points(category) {
        Some(points) => points.to_string(),
        None => {
            let current = now.filter(|_| player.is_current_player);
            let possible = current.and_then(|now| now.iter().find(|(open, _)| *open == category));
            possible.map_or_else(|| ".".to_owned(), |(_, points)| format!("({points})"))
        }
    };
    for category in CategorySet::UPPER.iter() {
        row(out, category.title(), &|player| box_cell(player, category))?;
    }
    row(out, "  upper bonus", &|player| match player.scorecard.upper_bonus() {
        0 => format!("{}/63", player.scorecard.upper_subtotal()),
        bonus => bonus.to_string(),
    })?;
    for category in CategorySet::UPPER.complement().iter() {
        row(out, category.title(), &|player| box_cell(player, category))?;
    }
    if view.players.iter().any(|player| player.scorecard.dicee_bonus() > 0) {
        row(out, "  Dicee bonus", &|player| player.scorecard.dicee_bonus().to_string())?;
    }
    write!(out, "{BEST}")?;
    row(out, "Total", &|player| player.scorecard.grand_total().to_string())?;
    write!(out, "{BEST:#}")
}

/// Five dice, drawn.
pub(crate) fn dice(out: &mut impl Write, dice: Dice) -> io::Result<()> {
    const ROWS: [[&str; 6]; 3] = [
        ["     ", "o    ", "o    ", "o   o", "o   o", "o   o"],
        ["  o  ", "     ", "  o  ", "     ", "  o  ", "o   o"],
        ["     ", "    o", "    o", "o   o", "o   o", "o   o"],
    ];
    writeln!(out, "  {}", ["+-------+"; 5].join(" "))?;
    for row in ROWS {
        let line = dice.pips().map(|pips| format!("| {} |", row[usize::from(pips) - 1]));
        writeln!(out, "  {}", line.join(" "))?;
    }
    writeln!(out, "  {}", ["+-------+"; 5].join(" "))?;
    writeln!(
        out,
        "  {FAINT}{}{FAINT:#}",
        dice.pips().map(|pips| format!("    {pips}    ")).join(" ").trim_end()
    )
}

/// A player in a word: a bot by how it plays, people by their number.
pub(crate) fn name(view: &DiceeView, player: PlayerId) -> String {
    let people = view.players.iter().filter(|other| other.bot.is_none()).count();
    let Some(seat) = view.players.iter().position(|other| other.player_id == player) else {
        return player.to_string();
    };
    let bot = view.players[seat].bot;
    let same = view.players[..seat].iter().filter(|other| other.bot == bot).count();
    match bot {
        Some(bot) if same > 0 => format!("{bot} {}", same + 1),
        Some(bot) => bot.to_string(),
        None if people == 1 => "you".to_owned(),
        None => format!("player {}", seat + 1),
    }
}

/// An event in a line.
pub(crate) fn event_line(view: &DiceeView, event: &GameEvent) -> String {
    let who = name(view, event.base.player_id);
    let number = event.base.sequence_number;
    let kept = |mask: dicee::KeptMask, dice: Option<Dice>| {
        dice.map_or_else(|| "nothing".to_owned(), |dice| dice.kept(mask).to_string())
    };
    let what = match &event.body {
        EventBody::GameCreated(created) => {
            format!(
                "a {} game was created under {} rules",
                created.game_mode.name(),
                created.settings.rules()
            )
        }
        EventBody::PlayerJoined(_) => format!("{who} joined"),
        EventBody::SeedMixed(_) => format!("{who} mixed a seed into the dice"),
        EventBody::GameStarted(started) => {
            let order: Vec<String> = started.turn_order.iter().map(|&player| name(view, player)).collect();
            format!("play began: {}", order.join(", "))
        }
        EventBody::Roll(roll) => match roll.pre_roll_dice {
            None => format!("turn {:>2}  {who} rolled {}", event.base.turn_number, roll.dice_result),
            before => format!(
                "turn {:>2}  {who} kept {} and rolled {}",
                event.base.turn_number,
                kept(roll.kept_mask, before),
                roll.dice_result
            ),
        },
        EventBody::Keep(_) => format!("turn {:>2}  {who} put dice aside", event.base.turn_number),
        EventBody::Score(score) => format!(
            "turn {:>2}  {who} scored {} for {}, total {}",
            event.base.turn_number,
            score.chosen_category.title(),
            score.points_earned,
            score.updated_scorecard.grand_total
        ),
        EventBody::Undo {} => format!("turn {:>2}  {who} took a step back", event.base.turn_number),
        EventBody::Error(error) => match &error.recovery_action {
            Some(done) => {
                format!("{who}: {} ({done})", printable(&error.error_message), done = printable(done))
            }
            None => printable(&error.error_message),
        },
        EventBody::GameAbandoned {} => format!("{who} left"),
        EventBody::GameCompleted(completed) => {
            let mut scores: Vec<_> = completed.final_scores.iter().collect();
            scores.sort_by_key(|(_, score)| std::cmp::Reverse(**score));
            let scores: Vec<String> =
                scores.iter().map(|(player, score)| format!("{} {score}", name(view, **player))).collect();
            format!("the game ended: {}", scores.join(", "))
        }
        EventBody::SeedRevealed(_) => "the seed of the dice was shown".to_owned(),
    };
    format!("{number:>4}  {what}")
}

/// Text from outside without what a terminal would obey.
fn printable(text: &str) -> String {
    text.chars().filter(|character| !character.is_control()).collect()
}
