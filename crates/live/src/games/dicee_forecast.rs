//! Everybody's chance to win the dice game, for those who asked.

use dicee::{Contender, DiceeGame, WinForecaster};
use ledger::{Log, PlayerId};
use protocol::{PlayerChance, ServerMessage, WinChance};

use crate::context::Context;
use crate::forecast::{Effort, Forecast, ForecastWork};
use crate::game::Forecasting;
use crate::solved_games::SolvedGames;

impl Forecasting for DiceeGame {
    const FORECASTS: bool = true;

    fn forecast(log: &Log<Self>, effort: Effort, context: &Context<SolvedGames>) -> Option<ForecastWork> {
        let table = log.state().table()?;
        let players = Contender::at(table);
        if players.is_empty() {
            return None;
        }
        let (rules, version, solved) = (table.rules(), log.version(), context.share_services());
        Some(Box::new(move || {
            let _place = solved.admit(effort)?;
            let game = solved.get(rules)?;
            let few_boxes = open_boxes(&players) <= WinForecaster::EXACT_BOXES;
            let forecaster = match (effort, solved.score_outlook(rules)) {
                (Effort::Quick, Some(outlook)) => WinForecaster::with_outlook(game, outlook),
                _ if few_boxes => WinForecaster::exact(game),
                (Effort::Quick | Effort::Thorough, _) => return None,
            };
            Some(forecast(forecaster, version, &players))
        }))
    }
}

fn forecast(mut forecaster: WinForecaster<'_>, version: u64, players: &[(PlayerId, Contender)]) -> Forecast {
    let contenders: Vec<Contender> = players.iter().map(|(_, contender)| *contender).collect();
    let forecast = forecaster.forecast(&contenders);
    let chances = players.iter().zip(&forecast.chances).map(|(&(player_id, _), chance)| PlayerChance {
        player_id,
        probability: chance.share,
        alone: chance.alone,
        shared: chance.shared,
    });
    let message = ServerMessage::WinChance(WinChance {
        version,
        chances: chances.collect(),
        exact: forecast.exact,
        basis: forecast.basis.to_owned(),
    });
    let few_boxes = open_boxes(players) <= WinForecaster::EXACT_BOXES;
    Forecast { message, can_improve: !forecast.exact && few_boxes }
}

/// The open boxes of the card that has most.
fn open_boxes(players: &[(PlayerId, Contender)]) -> usize {
    players.iter().map(|(_, contender)| contender.open_boxes()).max().unwrap_or(0)
}
