//! The table in words.

use fortytwo::{ByTeam, ConsensusAction, Declaration, Event, HandReason, HouseRules, Seat, Team};

use crate::output;

/// Who is who, seen from a seat at the bottom of the picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Names {
    /// The reader's own seat, if the reader plays.
    pub(super) me: Option<Seat>,
}

impl Names {
    /// The seat that is drawn at the bottom.
    pub(super) fn bottom(self) -> Seat {
        self.me.unwrap_or(Seat::ALL[0])
    }

    pub(super) fn of(self, seat: Seat) -> &'static str {
        let place = self.bottom().round().position(|other| other == seat).unwrap_or(0);
        if self.me == Some(seat) { "you" } else { ["South", "West", "North", "East"][place] }
    }

    pub(super) fn side(self, team: Team) -> &'static str {
        let own = self.bottom().team() == team;
        match (self.me, own) {
            (Some(_), true) => "your side",
            (Some(_), false) => "their side",
            (None, true) => "South and North",
            (None, false) => "West and East",
        }
    }

    /// `West plays`, `you play`.
    pub(super) fn does(self, seat: Seat, verb: &str) -> String {
        let third = if verb.ends_with('s') { format!("{verb}es") } else { format!("{verb}s") };
        format!("{} {}", self.of(seat), if self.me == Some(seat) { verb } else { &third })
    }

    /// `your side wins`, `West and East win`.
    fn side_does(self, team: Team, verb: &str) -> String {
        format!("{} {verb}{}", self.side(team), if self.me.is_some() { "s" } else { "" })
    }

    /// `your side 1, their side 2`: always the side at the bottom first.
    pub(super) fn both(self, numbers: ByTeam<u8>) -> String {
        let (own, other) = (self.bottom().team(), self.bottom().team().opponents());
        format!("{} {}, {} {}", self.side(own), numbers[own], self.side(other), numbers[other])
    }

    /// What happened, in a sentence.
    pub(super) fn tell(self, event: &Event) -> String {
        let asked = |action: &ConsensusAction| match action {
            ConsensusAction::CompleteTrick => "to turn the trick over",
            ConsensusAction::ScoreHand => "to count the hand",
        };
        match event {
            Event::SeedCommitted { .. } => "the table promises the secret that it deals from".to_owned(),
            Event::SeedMixed { player, client_seed } => {
                format!("{} {client_seed:?} to the deals", self.does(*player, "add"))
            }
            Event::SeedRevealed { .. } => "the table shows the secret that it dealt from".to_owned(),
            Event::GameStarted { dealer, house, .. } => {
                format!(
                    "a game to {}{}; {}",
                    output::count(house.target_marks.get(), "mark"),
                    played(*house),
                    self.does(*dealer, "deal")
                )
            }
            Event::HandsDealt { .. } => "seven tiles each".to_owned(),
            Event::RedealInitiated { dealer, .. } => self.does(*dealer, "deal"),
            Event::GameEnded { winning_team } => format!("{} the game", self.side_does(*winning_team, "win")),
            Event::BidPlaced { player, bid } => format!("{} {bid}", self.does(*player, "bid")),
            Event::PlayerPassed { player } => self.does(*player, "pass"),
            Event::BiddingCompleted { winner, bid } => {
                format!("{} the bid with {bid}", self.does(*winner, "win"))
            }
            Event::AllPlayersPassed { .. } => "all pass".to_owned(),
            Event::TrumpSelected { player, trump } => {
                format!("{} {}", self.does(*player, "name"), named(*trump))
            }
            Event::DominoPlayed { player, domino } => format!("{} {domino}", self.does(*player, "play")),
            Event::TrickCompleted { winner, points } => {
                format!("{} the trick, {}", self.does(*winner, "win"), output::count(*points, "point"))
            }
            Event::HandReadyForScoring { reason: HandReason::AllTricks } => {
                "all seven tricks are played".to_owned()
            }
            Event::HandReadyForScoring { reason: HandReason::DeterminedEarly } => {
                "the hand is decided".to_owned()
            }
            Event::HandScored { team_scores } => format!("points of the hand: {}", self.both(*team_scores)),
            Event::MarksAwarded { team, marks } => {
                format!("{} {}", self.side_does(*team, "get"), output::count(*marks, "mark"))
            }
            Event::GameTargetReached { final_marks, .. } => {
                format!("marks of the game: {}", self.both(*final_marks))
            }
            Event::ConsensusRequested { action } => format!("all are asked {}", asked(action)),
            Event::PlayerAgreed { player, action } => {
                format!("{} {}", self.does(*player, "agree"), asked(action))
            }
            Event::ConsensusReached { action } => format!("all agree {}", asked(action)),
            Event::AiScheduled { player, execute_at } => {
                format!("{} in {execute_at} ms", self.does(*player, "act"))
            }
            Event::AiThinking { player } => self.does(*player, "think"),
            Event::AiDecided { player, action } => format!("{}: {action}", self.does(*player, "decide")),
            Event::QuickplayEnabled {} => "quickplay on".to_owned(),
            Event::QuickplayDisabled {} => "quickplay off".to_owned(),
            Event::QuickplaySpeedSet { speed } => format!("quickplay waits {} ms", speed.delay()),
            Event::EffectScheduled { effect, execute_at } => {
                format!("{} in {execute_at} ms", self.does(effect.player(), "act"))
            }
            Event::AnimationStarted { animation, .. } => format!("animation {animation:?} begins"),
            Event::AnimationCompleted { animation, .. } => format!("animation {animation:?} ends"),
        }
    }
}

/// What was named, as players say it.
pub(crate) fn named(declaration: Declaration) -> &'static str {
    const SUITS: [&str; 7] = ["blanks", "ones", "twos", "threes", "fours", "fives", "sixes"];
    match declaration {
        Declaration::Pip(pip) => SUITS[usize::from(pip.get())],
        Declaration::Doubles => "doubles",
        Declaration::NoTrump => "no trumps",
        Declaration::Nello => "nello",
        Declaration::Sevens => "sevens",
    }
}

/// What is played, in a clause.
pub(super) fn contract(declaration: Declaration) -> String {
    match declaration {
        Declaration::Pip(_) | Declaration::Doubles => format!("{} are trumps", named(declaration)),
        Declaration::NoTrump | Declaration::Nello | Declaration::Sevens => named(declaration).to_owned(),
    }
}

/// Text as one word of a command line: in quotes, unless none of it means anything to a shell.
pub(super) fn shell_word(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./:@%+,".contains(&byte);
    if !text.is_empty() && text.bytes().all(plain) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', r"'\''"))
}

fn played(house: HouseRules) -> String {
    let toggles = [
        (house.nello, "nello"),
        (house.splash, "splash"),
        (house.plunge, "plunge"),
        (house.sevens, "sevens"),
        (house.forced_bid, "a forced bid"),
    ];
    let on: Vec<&str> = toggles.iter().filter(|(on, _)| *on).map(|(_, name)| *name).collect();
    if on.is_empty() { String::new() } else { format!(" with {}", on.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_are_named_with_the_bottom_first() {
        let reached = Event::GameTargetReached { team: Team::Odd, final_marks: ByTeam([0, 1]) };
        let check = |me: Option<usize>, expected: &str| {
            assert_eq!(Names { me: me.map(|seat| Seat::ALL[seat]) }.tell(&reached), expected);
        };
        check(None, "marks of the game: South and North 0, West and East 1");
        check(Some(0), "marks of the game: your side 0, their side 1");
        check(Some(1), "marks of the game: your side 1, their side 0");
    }

    #[test]
    fn what_a_shell_would_read_otherwise_is_quoted() {
        for (text, expected) in [
            ("games/one.json", "games/one.json"),
            ("my game.json", "'my game.json'"),
            ("it's", r"'it'\''s'"),
            ("a&b", "'a&b'"),
            ("$HOME", "'$HOME'"),
            ("", "''"),
        ] {
            assert_eq!(shell_word(text), expected);
        }
    }
}
