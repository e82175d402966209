//! Several nodes on one PostgreSQL and one Redis, and what happens when something breaks.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod dicee_players;
mod faults;
mod fortytwo_players;
mod league;
mod together;

use league::League;

/// One test for all that happens at the same two nodes, because every test may be a process of its own, and would have
/// to start all servers.
macro_rules! at_two_nodes {
    ($test:ident: $module:ident { $($scene:ident)* }) => {
        #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
        async fn $test() {
            let league = League::start().await;
            $(
                eprintln!("{}", stringify!($scene));
                $module::$scene(&league).await;
            )*
            league.stop().await;
        }
    };
}

at_two_nodes! {
    people_at_different_nodes_play_together: together {
        a_whole_game_of_dicee_is_played_from_two_nodes
        a_whole_game_of_forty_two_is_played_from_two_nodes
        people_at_different_nodes_see_and_hear_each_other
        a_node_that_is_behind_looks_before_it_refuses
        of_two_nodes_that_race_one_wins_and_the_other_answers_with_the_state
    }
}

at_two_nodes! {
    nothing_is_lost_whatever_breaks: faults {
        without_redis_games_go_on_and_the_nodes_say_that_they_are_degraded
        a_redis_that_hangs_delays_nobody
        without_its_database_a_node_shows_live_games_and_acknowledges_nothing
        a_database_that_hangs_is_like_one_that_is_gone
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_ends_in_time_though_its_database_is_frozen_and_its_mailboxes_are_full() {
    let league = League::start().await;
    let [node, other] = league.nodes;
    let ann = testbed::Player::register(node.http, "Ann").await;
    let game = ann.open(node.http, serde_json::json!({})).await;
    league.postgres.stall().await;
    let asking: Vec<_> = (0..200)
        .map(|number| {
            let (ann, game, http) = (ann.clone(), game.clone(), node.http);
            tokio::spawn(async move {
                let roll = serde_json::json!({ "type": "roll" });
                let _ = ann.command(http, &game, &number.to_string(), None, &roll).await;
            })
        })
        .collect();
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    let stopping = std::time::Instant::now();
    // A second to drain, and a few for rooms, notes and the store.
    node.stop_anyhow().await;
    assert!(stopping.elapsed() < std::time::Duration::from_secs(15), "{:?}", stopping.elapsed());
    asking.iter().for_each(tokio::task::JoinHandle::abort);
    league.postgres.heal().await;
    other.stop_anyhow().await;
}
