//! What many games need, from what one of everything costs.

use serde::Serialize;

/// What one of everything costs, as it was measured.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Costs {
    /// Processor time of the server for a move of a person, with the moves of the bots that answer it, in milliseconds.
    pub(super) move_ms: f64,
    /// Events that a move of a person brings about, with those of the bots; each is an append.
    pub(super) events_per_move: f64,
    /// Bytes to all sockets of a game for a move.
    pub(super) sent_per_move: f64,
    /// Bytes on disk for an event.
    pub(super) stored_per_event: f64,
    /// Memory of a game with the socket of its player, in KiB.
    pub(super) game_kib: f64,
    /// Memory of one more socket, in KiB.
    pub(super) socket_kib: f64,
    /// Processor time to receive one hint of another node, in microseconds.
    pub(super) hint_us: f64,
    /// Processor time to follow one event into the projections, in microseconds.
    pub(super) follow_us: f64,
    /// Appends a second that one database takes.
    pub(super) database_appends: f64,
}

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Demand {
    /// Games at the same time.
    pub(super) games: f64,
    /// Seconds from one move of a game's player to the next.
    pub(super) seconds_per_move: f64,
    /// Sockets of a game that only watch.
    pub(super) watchers: f64,
}

/// A machine for one node.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Machine {
    pub(super) cores: f64,
    pub(super) memory_gib: f64,
    pub(super) sockets: f64,
    /// How much of its processors may be busy, so that a move never waits long.
    pub(super) busy: f64,
}

/// What a demand needs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Need {
    pub(super) moves_per_second: f64,
    pub(super) appends_per_second: f64,
    pub(super) cores: f64,
    pub(super) memory_gib: f64,
    pub(super) sockets: f64,
    pub(super) sent_megabits: f64,
    pub(super) stored_gib_per_day: f64,
    pub(super) nodes: f64,
    pub(super) databases: f64,
    /// Messages a second that the bus delivers: every node receives every hint.
    pub(super) bus_deliveries: f64,
}

/// What has to give way, and at how many games.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Limit {
    pub(super) what: &'static str,
    pub(super) games: f64,
    pub(super) then: &'static str,
}

impl Demand {
    fn moves(&self) -> f64 {
        self.games / self.seconds_per_move
    }

    fn sockets(&self) -> f64 {
        self.games * (1.0 + self.watchers)
    }

    fn with_games(self, games: f64) -> Self {
        Self { games, ..self }
    }
}

impl Costs {
    fn memory_gib(&self, demand: &Demand) -> f64 {
        demand.games * (self.game_kib + demand.watchers * self.socket_kib) / (1024.0 * 1024.0)
    }

    /// Cores that all nodes need together for the moves alone.
    fn cores_for_moves(&self, demand: &Demand) -> f64 {
        demand.moves() * self.move_ms / 1e3
    }

    /// Cores that each node needs for all games of all nodes: hints, and events that it follows.
    fn cores_for_others(&self, demand: &Demand, alone: bool) -> f64 {
        let events = demand.moves() * self.events_per_move;
        let hints = if alone { 0.0 } else { events * self.hint_us };
        (hints + events * self.follow_us) / 1e6
    }

    /// How many nodes of this machine a demand needs; `None` if no number of them is enough.
    fn nodes(&self, demand: &Demand, machine: &Machine) -> Option<f64> {
        let usable = machine.cores * machine.busy;
        let alone = self.cores_for_moves(demand) + self.cores_for_others(demand, true) <= usable;
        let left = usable - self.cores_for_others(demand, alone);
        if left <= 0.0 {
            return None;
        }
        let by_cores = self.cores_for_moves(demand) / left;
        let by_memory = self.memory_gib(demand) / (0.8 * machine.memory_gib);
        let by_sockets = demand.sockets() / machine.sockets;
        Some(by_cores.max(by_memory).max(by_sockets).ceil().max(1.0))
    }

    /// What a demand needs; `None` if no number of nodes is enough.
    pub(super) fn need(&self, demand: &Demand, machine: &Machine) -> Option<Need> {
        let nodes = self.nodes(demand, machine)?;
        let (moves, appends) = (demand.moves(), demand.moves() * self.events_per_move);
        let others = self.cores_for_others(demand, nodes < 1.5);
        Some(Need {
            moves_per_second: moves,
            appends_per_second: appends,
            cores: self.cores_for_moves(demand) + nodes * others,
            memory_gib: self.memory_gib(demand),
            sockets: demand.sockets(),
            sent_megabits: moves * self.sent_per_move * 8.0 / 1e6,
            stored_gib_per_day: appends * self.stored_per_event * 86_400.0 / f64::from(1 << 30),
            nodes,
            databases: (appends / self.database_appends).ceil().max(1.0),
            bus_deliveries: if nodes < 1.5 { 0.0 } else { appends * nodes },
        })
    }

    /// Bottlenecks, from the smallest number of games on.
    pub(super) fn limits(&self, demand: &Demand, machine: &Machine) -> Vec<Limit> {
        let one = demand.with_games(1.0);
        let (usable, events) = (machine.cores * machine.busy, one.moves() * self.events_per_move);
        let mut limits = vec![
            Limit {
                what: "the processors of one node",
                games: usable / (self.cores_for_moves(&one) + self.cores_for_others(&one, true)),
                then: "several nodes, on PostgreSQL and Redis",
            },
            Limit {
                what: "the memory of one node",
                games: 0.8 * machine.memory_gib / self.memory_gib(&one),
                then: "several nodes",
            },
            Limit {
                what: "the sockets of one node",
                games: machine.sockets / one.sockets(),
                then: "several nodes",
            },
            Limit {
                what: "the appends of one database",
                games: self.database_appends / events,
                then: "games spread over databases by their id",
            },
            Limit {
                what: "hints about games of other nodes take half of every node's processors",
                games: usable / 2.0 / self.cores_for_others(&one, false),
                then: "a channel of the bus for each part of the games, and one follower for each database",
            },
        ];
        limits.sort_by(|one, other| one.games.total_cmp(&other.games));
        limits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COSTS: Costs = Costs {
        move_ms: 0.5,
        events_per_move: 2.0,
        sent_per_move: 1000.0,
        stored_per_event: 500.0,
        game_kib: 40.0,
        socket_kib: 20.0,
        hint_us: 5.0,
        follow_us: 10.0,
        database_appends: 8000.0,
    };
    const MACHINE: Machine = Machine { cores: 8.0, memory_gib: 32.0, sockets: 100_000.0, busy: 0.5 };

    fn demand(games: f64) -> Demand {
        Demand { games, seconds_per_move: 10.0, watchers: 1.0 }
    }

    #[test]
    fn one_node_is_the_sum_of_its_parts() {
        let need = COSTS.need(&demand(10_000.0), &MACHINE).unwrap();
        assert!((need.moves_per_second - 1000.0).abs() < 1e-9);
        assert!((need.appends_per_second - 2000.0).abs() < 1e-9);
        // 0.5 cores for the moves, 0.02 for what is followed.
        assert!((need.cores - 0.52).abs() < 1e-9, "{need:?}");
        assert!((need.sent_megabits - 8.0).abs() < 1e-9);
        assert!((need.memory_gib - 10_000.0 * 60.0 / 1024.0 / 1024.0).abs() < 1e-9);
        assert_eq!((need.nodes, need.databases, need.bus_deliveries), (1.0, 1.0, 0.0));
    }

    #[test]
    fn more_games_never_need_less() {
        let mut before = COSTS.need(&demand(1.0), &MACHINE).unwrap();
        for games in (1..60).map(|number| f64::from(number) * 10_000.0) {
            let need = COSTS.need(&demand(games), &MACHINE).unwrap();
            assert!(need.nodes >= before.nodes && need.cores >= before.cores, "{games}: {need:?}");
            before = need;
        }
        assert!(before.nodes > 3.0 && before.databases > 10.0, "{before:?}");
    }

    #[test]
    fn where_every_node_receives_the_hints_of_every_game_more_nodes_do_not_help_in_the_end() {
        // 15 µs for each of 2 events a move: 4 usable cores are spent at 133,333 moves a second.
        assert!(COSTS.need(&demand(1_300_000.0), &MACHINE).is_some());
        assert!(COSTS.need(&demand(1_340_000.0), &MACHINE).is_none());
    }

    #[test]
    fn limits_come_in_the_order_in_which_they_are_met() {
        let limits = COSTS.limits(&demand(1.0), &MACHINE);
        let games: Vec<String> = limits.iter().map(|limit| format!("{:.0}", limit.games)).collect();
        assert_eq!(games, ["40000", "50000", "76923", "447392", "666667"]);
        assert_eq!(limits[0].what, "the appends of one database");
    }
}
