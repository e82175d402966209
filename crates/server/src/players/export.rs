//! All that is kept about a player, written to the connection piece by piece: however many games and notes there are, only
//! one game, or one page of notes, is in memory. A worker is taken for each of them and not for the whole: a client that
//! reads slowly must not keep one from others.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse as _, Response};
use dicee::PlayerId;
use futures_util::stream;
use ledger::{Seat, Stream};
use live::Outcome;
use protocol::{ExportedGame, ExportedNote, ExportedPerson};
use serde::Serialize;
use store::{PlayerGame, StoreError};
use tokio::sync::mpsc;

use super::ALL;
use crate::api::Api;
use crate::clock::{iso8601, now};
use crate::hands::live_hands;

/// Notes that are read at once.
const PAGE: u32 = 200;

/// Pieces that may wait for a slow reader.
const WAITING: usize = 4;

/// An `ExportResponse`. If the store fails on the way the connection breaks, so that nobody takes a part for the whole.
pub(super) fn stream(api: Arc<Api>, person: ExportedPerson) -> Response {
    let (pieces, written) = mpsc::channel(WAITING);
    tokio::spawn(async move {
        let writer = Writer { api, pieces };
        if let Err(error) = writer.write(&person).await {
            // A reader who is gone needs no error.
            let _ = writer.pieces.send(Err(error)).await;
        }
    });
    let body = stream::unfold(written, |mut written| async move { Some((written.recv().await?, written)) });
    ([(CONTENT_TYPE, "application/json")], Body::from_stream(body)).into_response()
}

struct Writer {
    api: Arc<Api>,
    pieces: mpsc::Sender<Result<Bytes, StoreError>>,
}

impl Writer {
    async fn write(&self, person: &ExportedPerson) -> Result<(), StoreError> {
        let id = person.player_id;
        let sat = self.read(self.api.archive.games_of(id, ALL)).await?;
        self.text(format!(r#"{{"exportedAt":{},"person":{}"#, json(&iso8601(now()))?, json(person)?)).await?;
        self.text(r#","games":["#.into()).await?;
        for (place, sat) in sat.iter().enumerate() {
            self.item(place, &self.game(id, sat).await?).await?;
        }
        self.text(r#"],"played":["#.into()).await?;
        self.played(id).await?;
        self.text(r#"],"hands":["#.into()).await?;
        self.hands(id).await?;
        self.text("]".into()).await?;
        if let Some(practice) = self.read(self.api.archive.practice(id)).await? {
            self.text(format!(r#","deck":{}"#, practice.body)).await?;
        }
        self.text(r#","notes":["#.into()).await?;
        let mut place = 0;
        for sat in &sat {
            for (stream, name) in [(Stream::Analysis, "analysis"), (Stream::Telemetry, "telemetry")] {
                place = self.notes(id, sat, stream, name, place).await?;
            }
        }
        self.text(r#"],"success":true}"#.into()).await
    }

    /// Reads with a worker, who is free again before anything is sent.
    async fn read<T>(&self, reading: impl Future<Output = Result<T, StoreError>>) -> Result<T, StoreError> {
        let _worker = self.api.workers.wait().await;
        reading.await
    }

    /// A game is read and played again under one worker.
    async fn game(&self, id: PlayerId, sat: &PlayerGame) -> Result<ExportedGame, StoreError> {
        let worker = self.api.workers.wait().await;
        let events = self.api.archive.read(&sat.game, 0).await?;
        let (game_id, kind) = (sat.game.clone(), sat.kind.clone());
        let (api, played) = (Arc::clone(&self.api), kind.clone());
        let outcome = worker.run_blocking(move || api.rooms.registry().outcome(&played, &events, id));
        let broke_off = |_| StoreError::Unavailable { reason: "a game could not be played again".into() };
        let Outcome { seat, finished, score, won, .. } = outcome.await.map_err(broke_off)?;
        let seat = seat.map(|Seat(seat)| seat);
        Ok(ExportedGame { game_id, kind, sat_at: iso8601(sat.at), seat, finished, score, won })
    }

    /// The games from which was learned how the player plays, as they are kept.
    async fn played(&self, id: PlayerId) -> Result<(), StoreError> {
        let (mut after, mut comma) = (None, "");
        loop {
            let page = self.read(self.api.archive.played(id, after.as_ref(), u64::MAX, PAGE)).await?;
            let Some(last) = page.last() else { return Ok(()) };
            after = Some(last.place.clone());
            for entry in &page {
                self.text(format!("{comma}{}", entry.body)).await?;
                comma = ",";
            }
        }
    }

    /// What was concluded about hands of Forty-Two.
    async fn hands(&self, id: PlayerId) -> Result<(), StoreError> {
        let (mut after, mut place) = (None, 0);
        loop {
            let page = self.read(self.api.hands.entries(id, after.as_ref(), u64::MAX)).await?;
            let Some(last) = page.last() else { return Ok(()) };
            after = Some(last.place.clone());
            for hand in page.iter().map(live_hands).collect::<Result<Vec<_>, _>>()?.concat() {
                self.item(place, &hand).await?;
                place += 1;
            }
        }
    }

    /// The notes of a game about the player; the number of notes so far.
    async fn notes(
        &self,
        id: PlayerId,
        sat: &PlayerGame,
        stream: Stream,
        name: &str,
        mut place: usize,
    ) -> Result<usize, StoreError> {
        let mut after = 0;
        loop {
            let page = self.read(self.api.archive.notes_after(&sat.game, stream, after, PAGE)).await?;
            let Some((last, _)) = page.last() else { return Ok(place) };
            after = *last;
            for (_, note) in page.iter().filter(|(_, note)| note.is_about(id)) {
                let exported = ExportedNote {
                    game_id: sat.game.clone(),
                    stream: name.to_owned(),
                    noted_at: iso8601(note.timestamp()),
                    body: note.body().clone(),
                };
                self.item(place, &exported).await?;
                place += 1;
            }
        }
    }

    /// One of a list.
    async fn item(&self, place: usize, item: &impl Serialize) -> Result<(), StoreError> {
        let comma = if place == 0 { "" } else { "," };
        self.text(format!("{comma}{}", json(item)?)).await
    }

    async fn text(&self, text: String) -> Result<(), StoreError> {
        self.pieces
            .send(Ok(text.into()))
            .await
            .map_err(|_| StoreError::Unavailable { reason: "nobody reads the export any more".into() })
    }
}

fn json(value: &impl Serialize) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|error| StoreError::Corrupt(error.to_string()))
}
