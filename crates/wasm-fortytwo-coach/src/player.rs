use fortytwo::{Bot, InputError, Sight};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_edge::{Fault, to_js};

use crate::answer::BotMove;
use crate::read::sight;

/// A bot. The same sight leads to the same decision, whatever was asked before.
#[wasm_bindgen]
#[derive(Debug)]
pub struct FortyTwoBot {
    bot: Bot,
}

#[wasm_bindgen]
impl FortyTwoBot {
    /// A bot that plays so well.
    ///
    /// # Errors
    ///
    /// Throws an `InputError` for a skill that no bot has.
    #[wasm_bindgen(constructor)]
    pub fn new(#[wasm_bindgen(unchecked_param_type = "FortyTwoSkill")] skill: &str) -> Result<Self, JsValue> {
        let skill = skill.parse().map_err(|error: InputError| Fault::from(&error))?;
        Ok(Self { bot: Bot::new(skill, 0) })
    }

    /// What it does in its seat, from what that seat knows; null if there is nothing to do.
    ///
    /// # Errors
    ///
    /// Throws an `InputError` if what the seat is said to know cannot have happened.
    #[wasm_bindgen(unchecked_return_type = "FortyTwoBotMove | null")]
    pub fn choose(
        &mut self,
        #[wasm_bindgen(js_name = sight, unchecked_param_type = "FortyTwoSight")] data: &JsValue,
    ) -> Result<JsValue, JsValue> {
        to_js(&bot_move(&mut self.bot, &sight(data)?))
    }
}

/// What a bot does from what its seat knows, if there is something to do: it calls, names or plays. Agreeing is not up to it.
pub fn bot_move(bot: &mut Bot, sight: &Sight) -> Option<BotMove> {
    let player = sight.seat();
    if sight.auction().next() == Some(player) {
        return Some(match bot.bid(sight) {
            Some(bid) => BotMove::PlaceBid { player, bid },
            None => BotMove::Pass { player },
        });
    }
    if sight.declarer() == Some(player) {
        return bot.declare(sight).map(|trump| BotMove::SelectTrump { player, trump });
    }
    bot.play(sight).map(|domino| BotMove::PlayDomino { player, domino })
}
