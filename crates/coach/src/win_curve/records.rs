//! The curve of a game of which only the finished turns of every player are known.

use dicee::{
    Contender, Dice, GameRecord, KeptMask, PlayerId, RollsLeft, Scorecard, TurnRecord, TurnStart,
    WinForecaster,
};

use super::{RollOf, WinCurve, WinStep};

/// How the game stands while the records are followed.
struct Follower<'f, 't> {
    curve: WinCurve,
    rolls: Vec<RollOf>,
    cards: Vec<Scorecard>,
    /// Whether a player has missed a turn: who has, left the game, and cannot win it.
    left: Vec<bool>,
    forecaster: &'f mut WinForecaster<'t>,
}

impl WinCurve {
    /// Follows the finished turns of all players, who are given in the order in which they play; `None` for fewer than two.
    /// A player who missed a turn left the game there.
    #[must_use]
    pub fn of_records(
        players: &[(PlayerId, GameRecord)],
        forecaster: &mut WinForecaster<'_>,
    ) -> Option<Self> {
        if players.len() < 2 {
            return None;
        }
        let player_ids = players.iter().map(|(id, _)| *id).collect();
        let mut game = Follower {
            curve: Self { player_ids, ..Self::empty() },
            rolls: Vec::new(),
            cards: vec![Scorecard::default(); players.len()],
            left: vec![false; players.len()],
            forecaster,
        };
        game.push(WinStep::Start {}, None);
        let rounds = players.iter().map(|(_, record)| record.turns().len()).max().unwrap_or(0);
        for round in 0..rounds {
            for (place, (_, record)) in players.iter().enumerate() {
                match record.turns().get(round) {
                    Some(turn) => game.play(place, record, turn),
                    // In the last round, whose turn has not come yet may still be there.
                    None if round + 1 < rounds && !game.left[place] => {
                        game.left[place] = true;
                        game.push(WinStep::Other {}, None);
                    }
                    None => {}
                }
            }
        }
        let winners = game.winners();
        game.curve.decided_by = game.curve.deciding_roll(&winners, &game.rolls);
        Some(game.curve)
    }
}

impl Follower<'_, '_> {
    fn play(&mut self, place: usize, record: &GameRecord, turn: &TurnRecord) {
        let player_id = self.curve.player_ids[place];
        let number = self.cards[place].turns_completed() + 1;
        let mut rolls_left = RollsLeft::AFTER_FIRST;
        for ((&roll, roll_number), keep) in turn.rolls().iter().zip(1..).zip(0..) {
            let faces: [u8; 5] = roll.faces().try_into().expect("a roll has five dice");
            let dice = Dice::new(faces).expect("faces of a roll");
            let before = self.curve.moments.last().map(|moment| moment.chances.clone()).unwrap_or_default();
            let moment = self.curve.moments.len();
            self.rolls.push(RollOf {
                moment,
                before,
                player: player_id,
                turn: number,
                number: roll_number,
                dice,
            });
            self.push(
                WinStep::Roll { player_id, dice },
                Some((place, TurnStart::Rolled { roll, rolls_left })),
            );
            let Some(&keep) = turn.keeps().get(keep) else { break };
            let kept_mask = KeptMask(keep.mask(&faces).expect("the record was checked"));
            let start = TurnStart::Kept { keep, rolls_left };
            self.push(WinStep::Keep { player_id, kept_mask }, Some((place, start)));
            rolls_left = rolls_left.after_roll().unwrap_or(RollsLeft::NONE);
        }
        let category = turn.category();
        self.cards[place].score(record.rules(), turn.last_roll(), category).expect("the record was checked");
        self.push(WinStep::Score { player_id, category }, None);
    }

    /// The chances now; `turn` is whose turn it is and how far that is.
    fn push(&mut self, after: WinStep, turn: Option<(usize, TurnStart)>) {
        let contender = |place: usize| {
            let card = &self.cards[place];
            let start =
                turn.filter(|(player, _)| *player == place).map_or(TurnStart::Fresh, |(_, start)| start);
            Contender {
                points: card.grand_total(),
                ahead: card.to_play().ok().map(|position| (position, start)),
            }
        };
        let places = (0..self.cards.len()).filter(|place| !self.left[*place]);
        let contenders = places.map(|place| (self.curve.player_ids[place], contender(place))).collect();
        self.curve.push(None, after, contenders, self.forecaster);
    }

    /// Those with most points once everybody is done; everybody before.
    fn winners(&self) -> Vec<PlayerId> {
        let playing = || (0..self.cards.len()).filter(|place| !self.left[*place]);
        let over = playing().all(|place| self.cards[place].to_play().is_err());
        let most = playing().map(|place| self.cards[place].grand_total()).max();
        let wins = |place: &usize| !over || Some(self.cards[*place].grand_total()) == most;
        playing().filter(wins).map(|place| self.curve.player_ids[place]).collect()
    }
}
