//! Learning profiles over HTTP: skill, patterns, decisions and the practice deck, only for the player; and the setting that hides
//! results from others.

mod upload;

use std::sync::{Arc, Weak};
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::routing::{get, post};
use chance::InputError;
use coach::{Day, Deck, Exercise, Patterns, Profile, Suggestions};
use dicee::PlayerId;
use ledger::LARGEST_EXACT;
use protocol::{
    DecisionsResponse, DeckAnswerRequest, DeckResponse, FortyTwoStanding, HandsResponse, PatternsResponse,
    PrivacyRequest, PrivacyResponse, SkillResponse,
};
use store::StoreError;

use crate::api::{Api, Route};
use crate::background::repeat_in_background;
use crate::body::Checked;
use crate::clock::now;
use crate::drain::Drain;
use crate::error::{ApiError, Rejection};
use crate::identity::Caller;
use crate::limit::Quota;
use crate::operation::{Access, Method, Operation, Parameter, Takes};
use crate::parameters::{Parameters, wrong};
use crate::players::{Named, own, present};

type Answer<T> = Result<Json<T>, Rejection>;

/// More points than any decision costs.
const WORST: f64 = 1000.0;

/// Decisions that are shown when no limit is asked for.
const SHOWN: usize = 50;

/// How often a deck is changed again when another device changed it meanwhile.
const RETRIES: u32 = 5;

/// How long the background fold rests.
const REST: Duration = Duration::from_secs(2);

/// The operations about learning.
pub(crate) fn routes() -> [Route; 8] {
    [
        (&SKILL, get(skill)),
        (&PATTERNS, get(patterns)),
        (&DECISIONS, get(decisions)),
        (&HANDS, get(hands)),
        (&DECK, get(deck)),
        (&ANSWER, post(answer)),
        (&PRIVACY, post(privacy)),
        (&UPLOAD, post(upload::upload)),
    ]
}

const AT: Parameter = Parameter {
    name: "at",
    about: "As of this time, in milliseconds since 1970; now when left out",
    takes: Takes::Integer { least: 0, most: LARGEST_EXACT },
};

/// An operation that only reads, for the player themselves.
const fn reading(name: &'static str, path: &'static str, summary: &'static str) -> Operation {
    Operation {
        name,
        method: Method::Get,
        path,
        tag: "players",
        summary,
        quota: Some(Quota::per_minute(60)),
        access: Access::Player,
        query: &[AT],
        takes: None,
        gives: &[],
        errors: &[403, 404, 500, 503],
    }
}

static SKILL: Operation = Operation {
    gives: &[(200, Some("SkillResponse"))],
    ..reading(
        "player_skill",
        "/api/v1/players/{id}/skill",
        "How well the player who asks plays: points lost a game with luck taken out, level and trend",
    )
};
static PATTERNS: Operation = Operation {
    gives: &[(200, Some("PatternsResponse"))],
    ..reading(
        "player_patterns",
        "/api/v1/players/{id}/patterns",
        "Which kinds of mistake cost the player who asks how much, and which are habits",
    )
};
static DECISIONS: Operation = Operation {
    query: &[
        AT,
        Parameter {
            name: "worseThan",
            about: "Only decisions that cost more than this many points, in Forty-Two marks; 0 when left out",
            takes: Takes::Number { least: 0.0, most: WORST },
        },
        Parameter {
            name: "limit",
            about: "At most so many; 50 when left out",
            takes: Takes::Integer { least: 1, most: Profile::MISTAKES as u64 },
        },
    ],
    gives: &[(200, Some("DecisionsResponse"))],
    ..reading(
        "player_decisions",
        "/api/v1/players/{id}/decisions",
        "The latest mistakes of the player who asks, with their positions",
    )
};
static HANDS: Operation = Operation {
    query: &[],
    gives: &[(200, Some("HandsResponse"))],
    ..reading(
        "player_hands",
        "/api/v1/players/{id}/hands",
        "What each choice gave away in the hands of Forty-Two that the player who asks played at live tables",
    )
};
static DECK: Operation = Operation {
    query: &[],
    gives: &[(200, Some("DeckResponse"))],
    errors: &[403, 404, 409, 500, 503, 507],
    ..reading(
        "player_deck",
        "/api/v1/players/{id}/deck",
        "The mistakes that the player who asks repeats, and which are due today",
    )
};
static ANSWER: Operation = Operation {
    method: Method::Post,
    query: &[],
    takes: Some("DeckAnswerRequest"),
    gives: &[(200, Some("DeckResponse"))],
    errors: &[403, 404, 409, 500, 503, 507],
    ..reading(
        "answer_deck",
        "/api/v1/players/{id}/deck",
        "Say whether a card of the deck was solved: it comes again after 1, 3, 9 and 27 days, or tomorrow",
    )
};
static PRIVACY: Operation = Operation {
    method: Method::Post,
    quota: Some(Quota::per_minute(20)),
    query: &[],
    takes: Some("PrivacyRequest"),
    gives: &[(200, Some("PrivacyResponse"))],
    errors: &[403, 404, 500, 503, 507],
    ..reading(
        "player_privacy",
        "/api/v1/players/{id}/privacy",
        "Hide the results of the player who asks from others, or show them",
    )
};

static UPLOAD: Operation = Operation {
    method: Method::Post,
    quota: Some(Quota::per_minute(30)),
    query: &[],
    takes: Some("UploadRequest"),
    gives: &[(200, Some("UploadResponse"))],
    errors: &[403, 404, 500, 503, 507],
    ..reading(
        "upload_games",
        "/api/v1/players/{id}/games",
        "Bring finished games of a device together with those played here; each counts once",
    )
};

async fn skill(
    State(api): State<Arc<Api>>,
    caller: Caller,
    named: Named,
    parameters: Parameters,
) -> Answer<SkillResponse> {
    let id = own(caller, named)?;
    let Wanted { at, .. } = Wanted::read(&parameters, &["at"])?;
    let profile = profile(&api, id, at).await?;
    let played = api.hands.profile(id, at).await?;
    let (skill, set_aside, waiting) =
        (played.profile.skill(), played.set_aside, api.hands.waiting(id).await?);
    let forty_two = (skill.hands > 0 || set_aside > 0 || waiting > 0).then_some(FortyTwoStanding {
        skill,
        set_aside,
        waiting,
    });
    Ok(Json(SkillResponse {
        player_id: id,
        skill: profile.skill(),
        suggestions: Suggestions::new(&profile),
        games: profile.lines().copied().collect(),
        set_aside: profile.set_aside(),
        forty_two,
        success: true,
    }))
}

async fn patterns(
    State(api): State<Arc<Api>>,
    caller: Caller,
    named: Named,
    parameters: Parameters,
) -> Answer<PatternsResponse> {
    let id = own(caller, named)?;
    let Wanted { at, .. } = Wanted::read(&parameters, &["at"])?;
    let profile = profile(&api, id, at).await?;
    let level = Suggestions::new(&profile).level;
    let patterns = Patterns::new(&profile, level);
    let forty_two = Some(api.hands.profile(id, at).await?.profile.patterns());
    let forty_two = forty_two.filter(|patterns| patterns.hands > 0);
    Ok(Json(PatternsResponse { player_id: id, patterns, forty_two, success: true }))
}

async fn decisions(
    State(api): State<Arc<Api>>,
    caller: Caller,
    named: Named,
    parameters: Parameters,
) -> Answer<DecisionsResponse> {
    let id = own(caller, named)?;
    let Wanted { at, worse_than, limit } = Wanted::read(&parameters, &["at", "worseThan", "limit"])?;
    let profile = profile(&api, id, at).await?;
    let worse = || profile.mistakes().rev().filter(|mistake| mistake.loss > worse_than);
    let total = u32::try_from(worse().count()).unwrap_or(u32::MAX);
    let decisions = worse().take(limit).cloned().collect();
    let played = api.hands.profile(id, at).await?;
    let marks = played.profile.mistakes().rev().filter(|mistake| mistake.loss > worse_than);
    let forty_two = marks.take(limit).cloned().collect();
    Ok(Json(DecisionsResponse { player_id: id, decisions, total, forty_two, success: true }))
}

async fn hands(State(api): State<Arc<Api>>, caller: Caller, named: Named) -> Answer<HandsResponse> {
    let id = own(caller, named)?;
    let _worker = api.workers.acquire().await?;
    present(&api, id).await?;
    let (hands, waiting) = (api.hands.last(id).await?, api.hands.waiting(id).await?);
    Ok(Json(HandsResponse { player_id: id, hands, waiting, success: true }))
}

async fn deck(State(api): State<Arc<Api>>, caller: Caller, named: Named) -> Answer<DeckResponse> {
    let id = own(caller, named)?;
    let today = Day::of_time(now());
    let deck = change_deck(&api, id, |_| Ok(())).await?;
    Ok(Json(shown(id, &deck, today)))
}

async fn answer(
    State(api): State<Arc<Api>>,
    caller: Caller,
    named: Named,
    Checked(request): Checked<DeckAnswerRequest>,
) -> Answer<DeckResponse> {
    let id = own(caller, named)?;
    let today = Day::of_time(now());
    let DeckAnswerRequest { key, solved } = request;
    let deck = change_deck(&api, id, |deck| {
        if !deck.cards().iter().any(|card| card.key == key) {
            let shown: String = key.chars().take(200).collect();
            return Err(ApiError::Field(InputError::new("key", "the key of a card in the deck", shown)));
        }
        deck.answer(&key, solved, today);
        Ok(())
    });
    Ok(Json(shown(id, &deck.await?, today)))
}

async fn privacy(
    State(api): State<Arc<Api>>,
    caller: Caller,
    named: Named,
    Checked(request): Checked<PrivacyRequest>,
) -> Answer<PrivacyResponse> {
    let id = own(caller, named)?;
    let PrivacyRequest { results_hidden } = request;
    if !api.archive.hide_results(id, results_hidden).await? {
        return Err(ApiError::NoSuchPlayer.into());
    }
    Ok(Json(PrivacyResponse { player_id: id, results_hidden, success: true }))
}

/// What the query of a question asks for.
struct Wanted {
    at: u64,
    worse_than: f64,
    limit: usize,
}

impl Wanted {
    fn read(parameters: &Parameters, known: &[&str]) -> Result<Self, Rejection> {
        parameters.only(known)?;
        let at = parameters.get("at").map(|value| {
            let found = value.parse().ok().filter(|at| *at <= LARGEST_EXACT);
            found.ok_or_else(|| wrong("at", "a time in milliseconds since 1970, up to 2^53", value))
        });
        Ok(Self {
            at: at.transpose()?.unwrap_or(u64::MAX),
            worse_than: parameters.number("worseThan", 0.0..=WORST)?.unwrap_or(0.0),
            limit: parameters.number("limit", 1..=Profile::MISTAKES)?.unwrap_or(SHOWN),
        })
    }
}

/// The profile of a player at a time; every game that ended before the question is in it.
async fn profile(api: &Api, id: PlayerId, at: u64) -> Result<Profile, Rejection> {
    let _worker = api.workers.acquire().await?;
    present(api, id).await?;
    api.learner.catch_up().await?;
    Ok(api.learner.profile(id, at).await?)
}

/// The deck of a player with the mistakes of their latest games in it, after `change`; kept if it is another one then.
async fn change_deck(
    api: &Api,
    id: PlayerId,
    change: impl Fn(&mut Deck) -> Result<(), ApiError>,
) -> Result<Deck, Rejection> {
    let profile = profile(api, id, u64::MAX).await?;
    for _ in 0..RETRIES {
        let kept = api.archive.practice(id).await?;
        let corrupt = |error: serde_json::Error| StoreError::Corrupt(error.to_string());
        let before: Deck = match &kept {
            Some(kept) => serde_json::from_str(&kept.body).map_err(corrupt)?,
            None => Deck::default(),
        };
        let mut deck = before.clone();
        for mistake in profile.mistakes().filter(|mistake| mistake.loss >= Deck::WORTH_REPEATING) {
            let exercise = Exercise { situation: mistake.situation.clone(), kind: mistake.kind };
            deck.add(exercise, Day::of_time(mistake.finished_at));
        }
        change(&mut deck)?;
        let body = serde_json::to_string(&deck).map_err(corrupt)?;
        let version = kept.map_or(0, |kept| kept.version);
        if deck == before || api.archive.save_practice(id, version, body).await? {
            return Ok(deck);
        }
    }
    let problem = String::from("another device changes the deck at the same time: try again");
    Err(ApiError::Conflict { problem }.into())
}

fn shown(player_id: PlayerId, deck: &Deck, today: Day) -> DeckResponse {
    let due = deck.due(today).into_iter().map(|card| card.key.clone()).collect();
    DeckResponse { player_id, cards: deck.cards().to_vec(), due, success: true }
}

/// Folds games that ended, a little after they did.
pub(crate) fn learn_in_background(api: &Weak<Api>, drain: Drain) {
    repeat_in_background(
        api,
        drain,
        REST,
        "what games teach",
        |api| async move { api.learner.learn().await },
    );
}

/// Judges hands of Forty-Two that ended, behind everything else.
pub(crate) fn judge_hands_in_background(api: &Weak<Api>, drain: Drain) {
    repeat_in_background(
        api,
        drain,
        REST,
        "hands of Forty-Two",
        |api| async move { api.hands.judge_new().await },
    );
}

#[cfg(test)]
pub(crate) mod tests;
