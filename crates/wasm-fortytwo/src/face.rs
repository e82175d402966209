use fortytwo::{FortyTwo, Sight, deal};
use ledger::link;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_edge::{Fault, from_json, from_json_with_null, to_js};

use crate::glance::Glance;
use crate::lab::{solve_deals, solve_position};
use crate::luck::{Device, now};
use crate::read::tiles;
use crate::request::{DealRequest, NewGame, PositionRequest, SearchRequest};
use crate::session::Session;
use crate::study::{HandHints, LookBack, PlayHints, SeedSearch};

/// A playable table: one person and three bots on this device.
#[wasm_bindgen]
#[derive(Debug)]
pub struct FortyTwoTable {
    session: Session,
}

#[wasm_bindgen]
impl FortyTwoTable {
    /// Sets up the table and deals.
    ///
    /// # Errors
    ///
    /// Throws an `InputError` for a request that does not fit.
    pub fn create(
        #[wasm_bindgen(js_name = request, unchecked_param_type = "NewGame")] game: &JsValue,
    ) -> Result<Self, JsValue> {
        let request = NewGame::read(from_json(game)?)?;
        Ok(Self { session: Session::create(&request, now(), &mut Device::default())? })
    }

    /// The game that a link holds: a URL, a query or fragment, or the bare value of `g`.
    ///
    /// # Errors
    ///
    /// Throws a `LinkError` if the link is cut off, damaged or foreign.
    #[wasm_bindgen(js_name = fromLink)]
    pub fn from_link(link: &str) -> Result<Self, JsValue> {
        Ok(Self { session: Session::from_link(link, now())? })
    }

    /// The game that a log holds.
    ///
    /// # Errors
    ///
    /// Throws a `LogError` that says which event does not hold.
    #[wasm_bindgen(js_name = fromLog)]
    pub fn from_log(json: &str) -> Result<Self, JsValue> {
        Ok(Self { session: Session::from_log(json)? })
    }

    /// The game as it stood after `version` events, to be played on from there.
    ///
    /// # Errors
    ///
    /// Never in practice.
    pub fn fork(&self, version: u32) -> Result<Self, JsValue> {
        Ok(Self { session: self.session.fork(version.into(), now())? })
    }

    /// The same deals from the other side: a new game with the person one seat further.
    ///
    /// # Errors
    ///
    /// Throws a `LogError` if the deals follow from no seed.
    pub fn duplicate(&self) -> Result<Self, JsValue> {
        Ok(Self { session: self.session.duplicate(now(), &mut Device::default())? })
    }

    /// Carries out a command, at most once for each seat and command id.
    ///
    /// # Errors
    ///
    /// Throws a `Refusal` with `code` and, where one is at fault, `field`; nothing has changed then.
    #[wasm_bindgen(unchecked_return_type = "Receipt")]
    pub fn submit(
        &mut self,
        seat: u8,
        #[wasm_bindgen(js_name = commandId)] command_id: &str,
        #[wasm_bindgen(unchecked_param_type = "FortyTwoCommand")] command: &JsValue,
    ) -> Result<JsValue, JsValue> {
        let command = crate::command::command(from_json(command)?)?;
        to_js(&self.session.submit(seat, command_id, &command, now(), &mut Device::default())?)
    }

    /// How many events there are.
    #[wasm_bindgen(getter)]
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "a log holds at most 100,000 events")]
    pub fn version(&self) -> u32 {
        self.session.version() as u32
    }

    /// How well the bots play.
    #[wasm_bindgen(getter, unchecked_return_type = "FortyTwoSkill")]
    #[must_use]
    pub fn skill(&self) -> String {
        self.session.skill().name().to_owned()
    }

    /// What a seat sees, or a spectator where it is left out; after `at` events, or all of them.
    ///
    /// # Errors
    ///
    /// Never in practice.
    #[wasm_bindgen(unchecked_return_type = "FortyTwoView")]
    pub fn view(&self, seat: Option<u8>, at: Option<u32>) -> Result<JsValue, JsValue> {
        to_js(&self.session.view(seat, at.map(u64::from)))
    }

    /// What the table shows that seat at a glance: who wins the trick, what is needed, the hand by suit.
    ///
    /// # Errors
    ///
    /// Never in practice.
    #[wasm_bindgen(unchecked_return_type = "Glance")]
    pub fn glance(&self, seat: Option<u8>, at: Option<u32>) -> Result<JsValue, JsValue> {
        to_js(&Glance::of(&self.session.view(seat, at.map(u64::from))))
    }

    /// What everybody holds after `at` events, or all of them: for looking back at one's own table of bots.
    ///
    /// # Errors
    ///
    /// Never in practice.
    #[wasm_bindgen(unchecked_return_type = "FortyTwoTiles[]")]
    pub fn hands(&self, at: Option<u32>) -> Result<JsValue, JsValue> {
        to_js(&self.session.hands(at.map(u64::from)))
    }

    /// What the bots will do by themselves, and when.
    ///
    /// # Errors
    ///
    /// Never in practice.
    #[wasm_bindgen(unchecked_return_type = "Due[]")]
    pub fn due(&self) -> Result<JsValue, JsValue> {
        to_js(&self.session.due())
    }

    /// What the bot of this seat does now, from what its seat may know; null if there is nothing to do.
    ///
    /// # Errors
    ///
    /// Never in practice.
    #[wasm_bindgen(unchecked_return_type = "FortyTwoCommand | null")]
    pub fn bot(&mut self, seat: u8) -> Result<JsValue, JsValue> {
        to_js(&self.session.bot(seat))
    }

    /// Every event as kind and payload; those after the first `since`, where that is said.
    ///
    /// # Errors
    ///
    /// Never in practice.
    #[wasm_bindgen(unchecked_return_type = "PlayedEvent[]")]
    pub fn events(&self, since: Option<u32>) -> Result<JsValue, JsValue> {
        to_js(&self.session.events(since.unwrap_or(0) as usize)?)
    }

    /// Every event with the hand and the trick it belongs to.
    ///
    /// # Errors
    ///
    /// Never in practice.
    #[wasm_bindgen(unchecked_return_type = "HistoryEntry[]")]
    pub fn history(&self) -> Result<JsValue, JsValue> {
        to_js(&self.session.history())
    }

    /// The whole game as the parameters of a link: `g=...`, or `g1=...&g2=...` where it is long.
    ///
    /// # Errors
    ///
    /// Never in practice.
    pub fn link(&self) -> Result<String, JsValue> {
        Ok(self.session.link()?)
    }

    /// The log as JSON, for `fromLog` and `dicee replay`.
    ///
    /// # Errors
    ///
    /// Never in practice.
    pub fn log(&self) -> Result<String, JsValue> {
        Ok(self.session.log()?)
    }

    /// Deals every hand again: whether all follow from the secret that was promised before the first.
    ///
    /// # Errors
    ///
    /// Never in practice.
    #[wasm_bindgen(js_name = checkDeals, unchecked_return_type = "CheckedDeals")]
    pub fn check_deals(&self) -> Result<JsValue, JsValue> {
        to_js(&self.session.check_deals())
    }

    /// The hands that can be reviewed, by number, the first being 0.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn finished(&self) -> Vec<u32> {
        self.session.records().into_iter().map(|(number, _)| number).collect()
    }

    /// What every play of a finished hand cost, all tiles face up; null for one that is not finished.
    ///
    /// # Errors
    ///
    /// Never in practice.
    #[wasm_bindgen(unchecked_return_type = "FortyTwoReviewedHand | null")]
    pub fn review(&self, hand: u32) -> Result<JsValue, JsValue> {
        to_js(&self.session.review(hand)?)
    }

    /// Every choice of a finished hand beside what its seat could know.
    ///
    /// # Errors
    ///
    /// Throws an `InputError` for a hand that is not finished.
    #[wasm_bindgen(js_name = lookBack)]
    pub fn look_back(&self, hand: u32) -> Result<LookBack, JsValue> {
        let Some((_, record)) = self.session.record(hand) else {
            return Err(Fault::input("hand", "a hand that was played to its end", &hand.to_string()).into());
        };
        Ok(LookBack::new(record.moments().map_err(|error| Fault::from(&error))?))
    }

    /// The share of deals in which each legal play of the seat makes the bid, after `at` events or now.
    ///
    /// # Errors
    ///
    /// Throws an `InputError` between hands.
    pub fn hint(&self, seat: u8, at: Option<u32>) -> Result<PlayHints, JsValue> {
        Ok(PlayHints::new(self.session.sight(seat, at.map(u64::from))?))
    }

    /// The share of deals in which the seat's hand makes each bid under each declaration, after `at` events or now.
    ///
    /// # Errors
    ///
    /// Throws an `InputError` between hands.
    #[wasm_bindgen(js_name = handHint)]
    pub fn hand_hint(&self, seat: u8, at: Option<u32>) -> Result<HandHints, JsValue> {
        Ok(HandHints::new(self.session.sight(seat, at.map(u64::from))?))
    }
}

/// What a table shows at a glance, from any view of it, as a live table sends it.
///
/// # Errors
///
/// Throws an `InputError` for what is no view.
#[wasm_bindgen(js_name = glanceOf, unchecked_return_type = "Glance")]
pub fn glance_of(
    #[wasm_bindgen(unchecked_param_type = "FortyTwoView")] view: &JsValue,
) -> Result<JsValue, JsValue> {
    to_js(&Glance::of(&from_json_with_null(view)?))
}

/// The four hands that a seed means.
///
/// # Errors
///
/// Never in practice.
#[wasm_bindgen(js_name = dealSeed, unchecked_return_type = "FortyTwoTiles[]")]
pub fn deal_seed(seed: u32) -> Result<JsValue, JsValue> {
    to_js(&deal(seed))
}

/// The odds of seven tiles for every bid and declaration, before anybody has spoken, under every house rule.
///
/// # Errors
///
/// Throws an `InputError` unless there are seven different tiles.
#[wasm_bindgen(js_name = handOdds)]
pub fn hand_odds(
    #[wasm_bindgen(unchecked_param_type = "FortyTwoTiles")] hand: &JsValue,
) -> Result<HandHints, JsValue> {
    let me = fortytwo::Seat::ALL[0];
    let hand = tiles("hand", &from_json(hand)?)?.into_iter().collect();
    let sight = Sight::new(me, me, hand).map_err(|error| Fault::from(&error))?;
    Ok(HandHints::new(sight.at_table(fortytwo::HouseRules::EVERYTHING, fortytwo::ByTeam::default())))
}

/// What a deal is worth to the bidders under every declaration, all tiles face up.
///
/// # Errors
///
/// Throws an `InputError` that names the field if the hands are no deal.
#[wasm_bindgen(js_name = solveDeal, unchecked_return_type = "SolvedDeal[]")]
pub fn solve_deal(
    #[wasm_bindgen(js_name = request, unchecked_param_type = "DealRequest")] deal: &JsValue,
) -> Result<JsValue, JsValue> {
    to_js(&solve_deals(&DealRequest::read(from_json(deal)?)?)?)
}

/// What every legal tile of the seat whose turn it is leaves the bidders, all tiles face up.
///
/// # Errors
///
/// Throws an `InputError` that names the field if the position cannot be played on.
#[wasm_bindgen(unchecked_return_type = "PositionAnswer")]
pub fn solve(
    #[wasm_bindgen(js_name = request, unchecked_param_type = "PositionRequest")] position: &JsValue,
) -> Result<JsValue, JsValue> {
    to_js(&solve_position(&PositionRequest::read(from_json(position)?)?)?)
}

/// A search for a deal, seed by seed.
///
/// # Errors
///
/// Throws an `InputError` that names the field.
#[wasm_bindgen(js_name = findSeed)]
pub fn find_seed(
    #[wasm_bindgen(js_name = request, unchecked_param_type = "SearchRequest")] search: &JsValue,
) -> Result<SeedSearch, JsValue> {
    Ok(SeedSearch::new(&SearchRequest::read(from_json(search)?)?))
}

/// Whether a text holds a game of 42, before any event of it is read.
#[wasm_bindgen(js_name = holdsGame)]
#[must_use]
pub fn holds_game(link: &str) -> bool {
    let contents = link::contents(&link::parameters(link.trim_start_matches(['#', '?'])));
    contents.is_ok_and(|contents| {
        contents.game.as_deref() == Some(<FortyTwo as ledger::Game>::NAME)
            || contents.first_event.as_deref() == Some("GAME_STARTED")
    })
}
