//! A schedule: people play, read, watch and follow while things break, and then everything is checked.

use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinSet;

use crate::client::Client;
use crate::faults::Luck;
use crate::follower::Follower;
use crate::world::{World, person};
use crate::{Bug, Promise, Summary, promises};

/// The games are over after this long, faults and all, or something is stuck.
const LIMIT: Duration = Duration::from_secs(120);

/// Runs a schedule from its beginning to its end.
pub(crate) async fn play(seed: u64, bug: Option<Bug>) -> Result<Summary, (Promise, String)> {
    let world = World::new(seed, bug);
    let games = world.open_games().await?;
    world.set_calm(false);
    let faults = Luck::of(seed, "faults");
    let breaking = tokio::spawn(Arc::clone(&world).break_things(faults));
    let mut bystanders = JoinSet::new();
    for number in 0..2 {
        bystanders.spawn(Client::new(&world, format!("reader {number}")).look(games.clone()));
    }
    let mut people = JoinSet::new();
    for (table, game) in games.iter().enumerate() {
        bystanders.spawn(Client::new(&world, format!("watcher {table}")).watch(game.clone()));
        for seat in 0..2 {
            let client = Client::new(&world, format!("person {table}.{seat}"));
            people.spawn(client.play(game.clone(), person(table, seat)));
        }
    }
    let mut follower = Follower::new(seed, bug, &world.database);
    let playing = async { while people.join_next().await.is_some() {} };
    let following = async {
        loop {
            follower.read().await;
        }
    };
    let ended = tokio::select! {
        biased;
        ended = tokio::time::timeout(LIMIT, playing) => ended,
        () = following => Ok(()),
    };
    world.check()?;
    if ended.is_err() {
        return Err((Promise::GoesOn, format!("the games were not over after {LIMIT:?}")));
    }
    // Watchers are served to the end, and what is late may still come.
    let faults = breaking.await.unwrap_or_default();
    tokio::time::sleep(Duration::from_secs(2)).await;
    bystanders.shutdown().await;
    while follower.read().await {}
    world.check()?;
    let events = promises::check(&world, &games, &follower.seen).await?;
    let acknowledged = world.count_acknowledged();
    Ok(Summary { acknowledged, events, faults, trace: world.trace.hash() })
}
