//! What must be in the store when everything is over.

use std::collections::BTreeMap;

use ledger::{PlayerId, Scope};
use live::{GameRegistry, Seated};
use protocol::{GameId, GameKind};
use store::{Store as _, StoredEvent, TableStatus};

use crate::Promise;
use crate::game::Echo;
use crate::world::{Acknowledged, World};

type Broken = (Promise, String);

/// Checks the games of a world; how many events they have.
pub(crate) async fn check(
    world: &World,
    games: &[GameId],
    followed: &[(GameId, u64)],
) -> Result<usize, Broken> {
    let mut count = 0;
    for game in games {
        let stored = world.database.memory().read(game, 0).await;
        let events = stored.map_err(|error| (Promise::ReadBack, error.to_string()))?;
        check_log(&events)?;
        check_acknowledged(&events, &world.acknowledgements(game))?;
        check_answers(&events)?;
        let places: Vec<u64> =
            followed.iter().filter(|(of, _)| of == game).map(|(_, place)| *place).collect();
        if places != (0..events.len() as u64).collect::<Vec<_>>() {
            let what = format!("of {} events these were followed: {places:?}", events.len());
            return Err((Promise::FollowedOnce, what));
        }
        count += events.len();
    }
    Ok(count)
}

fn check_log(events: &[StoredEvent]) -> Result<(), Broken> {
    let registry = GameRegistry::default().with::<Seated<Echo>>(().into());
    let kind: GameKind = "echo".parse().map_err(|_| (Promise::ReadBack, String::from("no kind")))?;
    match registry.replay(&kind, events.to_vec()) {
        Some(Ok(TableStatus::Over)) => {}
        Some(Ok(status)) => return Err((Promise::GoesOn, format!("a game ended as {status:?}"))),
        Some(Err(error)) => return Err((Promise::ReadBack, error.to_string())),
        None => return Err((Promise::ReadBack, String::from("the game is not registered"))),
    }
    match events.windows(2).find(|pair| pair[1].timestamp < pair[0].timestamp) {
        Some(pair) => Err((Promise::ReadBack, format!("time goes back after event {}", pair[0].position))),
        None => Ok(()),
    }
}

fn check_acknowledged(events: &[StoredEvent], acknowledged: &[Acknowledged]) -> Result<(), Broken> {
    let mut last: BTreeMap<PlayerId, u64> = BTreeMap::new();
    for Acknowledged { player, id, version } in acknowledged {
        let is_it = |event: &&StoredEvent| {
            event.correlation_id.scope() == Scope::Player(*player) && event.correlation_id.id() == id
        };
        let places: Vec<u64> = events.iter().filter(is_it).map(|event| event.position + 1).collect();
        if places != [*version] {
            let what = format!("{id} was acknowledged at version {version}, and is at {places:?}");
            return Err((Promise::AcknowledgedOnce, what));
        }
        if last.insert(*player, *version).is_some_and(|before| before >= *version) {
            return Err((Promise::AcknowledgedOnce, format!("{id} is before what its player sent earlier")));
        }
    }
    Ok(())
}

fn check_answers(events: &[StoredEvent]) -> Result<(), Broken> {
    let mut answered = Vec::new();
    for event in events.iter().filter(|event| event.payload["type"] == "ANSWERED") {
        let call = event.payload["call"].as_u64();
        if answered.contains(&call) {
            return Err((Promise::OnceByItself, format!("call {call:?} was answered twice")));
        }
        answered.push(call);
    }
    Ok(())
}
