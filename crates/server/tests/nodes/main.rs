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
