//! Games for tests, played by the rules through the ledger.
#![allow(dead_code, reason = "every test takes what it needs")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should fail where it stands")]

use chance::{Chance, SeededChance, ServerSeed};
use dicee::{
    Bot, Category, DiceSource, DiceeCommand, DiceeGame, GameId, GameMode, GameStatus, Hex, KeptMask,
    PlayerId, Rules, Settings, SolvedGame, TABLE,
};
use ledger::{Game as _, Log, Seat, Source, Stamp};
use uuid::Uuid;

/// The secret of fair games.
pub(crate) const SECRET: [u8; 32] = [42; 32];

pub(crate) fn player(number: u128) -> PlayerId {
    PlayerId(Uuid::from_u128(0x2000_0000_0000_4000_8000_0000_0000_0000 + number))
}

/// A hand at a log: sends commands one second apart, with the dice of the game.
pub(crate) struct Hand {
    pub(crate) log: Log<DiceeGame>,
    commands: u64,
    luck: SeededChance,
}

impl Hand {
    pub(crate) fn new(seed: u64) -> Self {
        Self { log: Log::default(), commands: 0, luck: SeededChance::from_seed(seed) }
    }

    pub(crate) fn send(&mut self, seat: Seat, command: &DiceeCommand) {
        self.try_send(seat, command).unwrap_or_else(|refusal| panic!("{command:?}: {refusal}"));
    }

    pub(crate) fn try_send(&mut self, seat: Seat, command: &DiceeCommand) -> Result<(), String> {
        self.commands += 1;
        let stamp = Stamp { timestamp: 1_700_000_000_000 + 1000 * self.commands, source: Source::Client };
        let secret = ServerSeed::from_bytes(SECRET);
        let known = self.log.state().luck(Some(&secret));
        let id = format!("c{}", self.commands);
        let sent = match known {
            Some(mut luck) => self.log.submit(seat, &id, None, command, &mut luck, stamp),
            None => self.log.submit(seat, &id, None, command, &mut self.luck, stamp),
        };
        sent.map(|_| ()).map_err(|error| error.to_string())
    }

    pub(crate) fn create(&mut self, mode: GameMode, rules: Rules, dice: DiceSource) {
        self.send(
            Seat(0),
            &DiceeCommand::Create {
                game_id: GameId(Uuid::from_u128(0x3000_0000_0000_4000_8000_0000_0000_0007)),
                game_mode: mode,
                player_ids: vec![player(0)],
                settings: Settings {
                    rules_variant: Some(rules),
                    time_limit: Some(60),
                    allow_undo: Some(true),
                    seats: None,
                },
                dice,
            },
        );
    }

    /// One turn of the player to move: keeps pairs for a while, then fills the first box that may be filled.
    pub(crate) fn turn(&mut self) {
        let view = self.log.state().view(None);
        let player = view.current_turn.unwrap().player_id;
        let seat = self.log.state().table().unwrap().seat_of(player).unwrap();
        self.send(seat, &DiceeCommand::Roll { kept_mask: None });
        for _ in 0..self.luck.below(3) {
            let dice = self.log.state().view(None).current_turn.unwrap().current_dice.unwrap().pips();
            let kept = KeptMask(std::array::from_fn(|die| {
                dice.iter().filter(|&&other| other == dice[die]).count() > 1
            }));
            let kept_mask = if kept == KeptMask::ALL { KeptMask::NONE } else { kept };
            self.send(seat, &DiceeCommand::Roll { kept_mask: Some(kept_mask) });
        }
        let start = self.luck.below(13) as usize;
        let boxes = (0..13).map(|place| Category::ALL[(start + place) % 13]);
        let scored = { boxes }.any(|category| self.try_send(seat, &DiceeCommand::Score { category }).is_ok());
        assert!(scored, "some box may always be filled");
    }

    pub(crate) fn play_out(&mut self) {
        while self.log.state().view(None).status == GameStatus::Active {
            self.turn();
        }
    }
}

/// A complete solo game with dice from the table.
pub(crate) fn solo_game(rules: Rules, seed: u64) -> Log<DiceeGame> {
    let mut hand = Hand::new(seed);
    hand.create(GameMode::Solo, rules, DiceSource::Table);
    hand.send(Seat(0), &DiceeCommand::Start {});
    hand.play_out();
    hand.log
}

/// A complete game of three with fair dice in which everything happens that can: somebody joins, mixes a seed, keeps,
/// takes back, is too slow and leaves, and the seed is shown.
pub(crate) fn multiplayer_game(rules: Rules, seed: u64) -> Log<DiceeGame> {
    let mut hand = Hand::new(seed);
    let commitment = Hex(*ServerSeed::from_bytes(SECRET).commitment().as_bytes());
    hand.create(GameMode::Multiplayer, rules, DiceSource::Fair { commitment });
    hand.send(Seat(1), &DiceeCommand::Join { player_id: player(1) });
    hand.send(Seat(0), &DiceeCommand::AddBot { player_id: player(2), bot: Bot::Casual });
    hand.send(Seat(1), &DiceeCommand::Mix { client_seed: "lucky".into() });
    hand.send(Seat(0), &DiceeCommand::Start {});
    hand.turn();
    let first = hand.log.state().view(None).current_turn.unwrap().player_id;
    let seat = hand.log.state().table().unwrap().seat_of(first).unwrap();
    hand.send(seat, &DiceeCommand::Roll { kept_mask: None });
    hand.send(seat, &DiceeCommand::Keep { kept_mask: KeptMask([true, false, false, false, false]) });
    hand.send(seat, &DiceeCommand::Roll { kept_mask: None });
    hand.send(seat, &DiceeCommand::Score { category: Category::Chance });
    hand.send(seat, &DiceeCommand::Undo {});
    hand.send(seat, &DiceeCommand::Score { category: Category::Ones });
    hand.send(TABLE, &DiceeCommand::Expire {});
    (0..6).for_each(|_| hand.turn());
    hand.send(Seat(1), &DiceeCommand::Abandon {});
    hand.play_out();
    hand.send(TABLE, &DiceeCommand::Reveal { server_seed: Hex(SECRET) });
    hand.log
}

/// A solo game with seeded dice, played by a bot through the ledger.
pub(crate) fn played_by(table: &SolvedGame, bot: Bot, seed: u64) -> Log<DiceeGame> {
    let mut hand = Hand::new(seed);
    hand.create(GameMode::Solo, table.rules(), DiceSource::Seeded { seed });
    hand.send(Seat(0), &DiceeCommand::Start {});
    let mut mind = SeededChance::from_seed(seed);
    while hand.log.state().view(None).status == GameStatus::Active {
        let command = bot.command(table, hand.log.state(), &mut mind).unwrap();
        hand.send(Seat(0), &command);
    }
    hand.log
}

/// The first such game with two Dicees in it, where the variants differ.
pub(crate) fn played_with_two_dicees(rules: Rules) -> Log<DiceeGame> {
    let table = SolvedGame::solve(rules);
    let dicees = |log: &Log<DiceeGame>| {
        let records = dicee::records(log.events());
        let turns = records
            .values()
            .flat_map(|record| record.turns())
            .filter(|turn| turn.last_roll().five_of_a_kind().is_some());
        turns.count()
    };
    (0..).map(|seed| played_by(&table, Bot::Optimal, seed)).find(|log| dicees(log) > 1).unwrap()
}
