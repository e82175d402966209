//! Rolling in a session: from a command to faces, and from faces to what they make.

use chance::Chance as _;

use super::{Session, SessionCommand, SessionEvent, SessionRefusal, SessionSide, Throw, name};
use crate::check::difficulty;
use crate::roll_log::labels;
use crate::{
    Aliases, Attack, AttackPlan, CountedRoll, Dice, DiceAsked, DiceRoll, Expression, HitQuality, InputError,
    RngContext, RngContexts, Rolled, SeededProvider,
};

/// Dice that fell, counted.
#[derive(Clone, Debug)]
pub(super) enum ThrowOutcome {
    Roll {
        expression: Expression,
        rolled: Rolled,
        character: Option<String>,
    },
    Check {
        dice: Dice,
        roll: CountedRoll,
        difficulty: u32,
        character: Option<String>,
    },
    Contest {
        dice: [Dice; 2],
        rolls: [CountedRoll; 2],
        character: Option<String>,
        target: Option<String>,
    },
    Attack {
        dice: Dice,
        plan: AttackPlan,
        roll: CountedRoll,
        damage: Option<DiceRoll>,
        character: Option<String>,
        target: Option<String>,
    },
    Round {
        check: String,
        dice: Dice,
        roll: CountedRoll,
        character: Option<String>,
    },
}

/// The context whose dice fall: that of the label, or the current one.
pub(super) fn context_of(contexts: &RngContexts, label: Option<&str>) -> RngContext {
    let named = label.map_or(RngContext::Default, RngContext::of_label);
    if named == RngContext::Default { contexts.current() } else { named }
}

/// The event of a command that rolls.
pub(super) fn decide(
    session: &Session,
    contexts: &RngContexts,
    command: &SessionCommand,
) -> Result<SessionEvent, SessionRefusal> {
    if session.log.len() >= Session::MOST_ROLLS {
        return Err(SessionRefusal::Full { most: Session::MOST_ROLLS });
    }
    let (throw, label) = prepare(session, command)?;
    let label = label.map(|label| name("label", &label)).transpose()?;
    let mut dice = contexts.clone().dice_of(context_of(contexts, label.as_deref())).clone();
    let Some(faces) = fall(session, &throw, &mut dice) else {
        return Err(InputError::new("dice", "dice that can be rolled", "others").into());
    };
    Ok(SessionEvent::DiceRolled { throw, label, faces, drawn: dice.save().drawn })
}

/// Whether these dice fall so when they are rolled from here.
pub(super) fn falls_so(
    session: &Session,
    contexts: &RngContexts,
    throw: &Throw,
    label: Option<&str>,
    faces: &[Vec<i64>],
    drawn: u64,
) -> bool {
    let labelled = label.is_none_or(|label| name("label", label).is_ok_and(|same| same == label));
    let mut dice = contexts.clone().dice_of(context_of(contexts, label)).clone();
    session.log.len() < Session::MOST_ROLLS
        && labelled
        && fall(session, throw, &mut dice).is_some_and(|fell| fell == faces)
        && dice.save().drawn == drawn
        && ThrowOutcome::of(session, throw, faces).is_some()
}

fn prepare(session: &Session, command: &SessionCommand) -> Result<(Throw, Option<String>), SessionRefusal> {
    Ok(match command {
        SessionCommand::Check { character: who, pool, dice, modifier, dc, label } => {
            let side = &SessionSide::of(who, pool, dice);
            let dice = changed(session, session.asked(side, "dice")?, *modifier)?;
            let skill = side.pool.as_deref().map(labels::skill);
            let (difficulty, character) = (difficulty("dc", *dc)?, character(side)?);
            (Throw::Check { dice, difficulty, character }, label.clone().or(skill))
        }
        SessionCommand::Contest { initiator, defender, label } => {
            let throw = Throw::Contest {
                initiator: session.asked(initiator, "initiator")?,
                defender: session.asked(defender, "defender")?,
                character: character(initiator)?,
                target: character(defender)?,
            };
            (throw, label.clone().or_else(|| initiator.pool.as_deref().map(labels::skill)))
        }
        SessionCommand::Attack { character: who, pool, dice, damage, armour, target, label } => {
            let side = &SessionSide::of(who, pool, dice);
            let plan = Attack { pool: 1, damage: *damage, armour: *armour }.plan(&session.system)?;
            let throw = Throw::Attack {
                dice: session.asked(side, "dice")?,
                damage: plan.damage().dice(),
                armour: plan.armour(),
                character: character(side)?,
                target: target.as_deref().map(|target| name("target", target)).transpose()?,
            };
            (throw, Some(label.clone().unwrap_or_else(|| labels::COMBAT_ATTACK.to_owned())))
        }
        SessionCommand::RollRound { check } => {
            let terms = &session.check(check)?.terms;
            let skill = Some(terms.skill_id()).filter(|skill| !skill.is_empty()).map(labels::skill);
            (Throw::Round { check: check.clone() }, skill)
        }
        SessionCommand::Roll { expression, character, label } => {
            let expression = session.expression("expression", expression)?.to_string();
            let character = character.as_deref().map(|who| name("character", who)).transpose()?;
            (Throw::Roll { expression, character }, label.clone())
        }
        // The caller sends nothing else here.
        SessionCommand::Open { .. }
        | SessionCommand::Resume { .. }
        | SessionCommand::SetSystem { .. }
        | SessionCommand::Define { .. }
        | SessionCommand::SetPool { .. }
        | SessionCommand::RemoveCharacter { .. }
        | SessionCommand::EnterContext { .. }
        | SessionCommand::LeaveContext {}
        | SessionCommand::BeginEncounter { .. }
        | SessionCommand::LockContext { .. }
        | SessionCommand::ReleaseContext { .. }
        | SessionCommand::StartCheck { .. }
        | SessionCommand::AbandonCheck { .. }
        | SessionCommand::ClearLog {} => return Err(SessionRefusal::NotOpen),
    })
}

fn character(side: &SessionSide) -> Result<Option<String>, InputError> {
    side.character.as_deref().map(|who| name("character", who)).transpose()
}

/// The dice with so many more.
fn changed(session: &Session, asked: DiceAsked, modifier: i64) -> Result<DiceAsked, InputError> {
    if modifier == 0 {
        return Ok(asked);
    }
    Ok(match asked.resolve("dice", &session.system, &Aliases::default(), modifier)? {
        Dice::Pool(pool) => DiceAsked::Pool(pool.dice().into()),
        Dice::Expression(expression) => DiceAsked::Expression(expression.to_string()),
    })
}

/// Dice of an event, which have no aliases in them any more; `None` if they cannot be.
fn resolve(session: &Session, asked: &DiceAsked) -> Option<Dice> {
    let dice = asked.resolve("dice", &session.system, &Aliases::default(), 0).ok()?;
    let stored = match (&dice, asked) {
        (Dice::Pool(pool), DiceAsked::Pool(asked)) => i64::from(pool.dice()) == *asked,
        // In any spelling: the canonical one has had more parentheses than it has now.
        (Dice::Expression(_), DiceAsked::Expression(_)) => true,
        _ => false,
    };
    (stored && dice.most_dice() <= Session::MOST_DICE).then_some(dice)
}

/// Rolls all dice of a throw.
fn fall(session: &Session, throw: &Throw, chance: &mut SeededProvider) -> Option<Vec<Vec<i64>>> {
    let system = &session.system;
    Some(match throw {
        Throw::Roll { expression, .. } => {
            let expression = Expression::parse(expression, &Aliases::default()).ok()?;
            vec![expression.throw(chance).0]
        }
        Throw::Check { dice, .. } => vec![resolve(session, dice)?.throw(system, chance).0],
        Throw::Contest { initiator, defender, .. } => {
            let dice = [resolve(session, initiator)?, resolve(session, defender)?];
            dice.map(|dice| dice.throw(system, chance).0).into()
        }
        Throw::Attack { dice, damage, armour, .. } => {
            let plan =
                Attack { pool: 1, damage: (*damage).into(), armour: (*armour).into() }.plan(system).ok()?;
            let (faces, roll) = resolve(session, dice)?.throw(system, chance);
            let quality = HitQuality::of_roll(system, &roll);
            let more = plan
                .damage_dice(quality)
                .map(|dice| (0..dice).map(|_| i64::from(chance.below(system.sides().into())) + 1).collect());
            [faces].into_iter().chain(more).collect()
        }
        Throw::Round { check } => {
            let terms = &session.check(check).ok()?.terms;
            vec![terms.dice().throw(terms.system(), chance).0]
        }
    })
}

impl ThrowOutcome {
    /// What faces make of a throw; `None` if they do not fit.
    pub(super) fn of(session: &Session, throw: &Throw, faces: &[Vec<i64>]) -> Option<Self> {
        let system = &session.system;
        Some(match (throw, faces) {
            (Throw::Roll { expression, character }, [faces]) => {
                let expression = Expression::parse(expression, &Aliases::default()).ok()?;
                let rolled = expression.of_faces(faces)?;
                Self::Roll { expression, rolled, character: character.clone() }
            }
            (Throw::Check { dice, difficulty, character }, [faces]) => {
                let dice = resolve(session, dice)?;
                let roll = dice.of_faces(system, faces)?;
                Self::Check { dice, roll, difficulty: *difficulty, character: character.clone() }
            }
            (Throw::Contest { initiator, defender, character, target }, [first, second]) => {
                let dice = [resolve(session, initiator)?, resolve(session, defender)?];
                let rolls = [dice[0].of_faces(system, first)?, dice[1].of_faces(system, second)?];
                Self::Contest { dice, rolls, character: character.clone(), target: target.clone() }
            }
            (Throw::Attack { dice, damage, armour, character, target }, [first, more @ ..]) => {
                let plan = Attack { pool: 1, damage: (*damage).into(), armour: (*armour).into() }
                    .plan(system)
                    .ok()?;
                let dice = resolve(session, dice)?;
                let roll = dice.of_faces(system, first)?;
                let expected = plan.damage_dice(HitQuality::of_roll(system, &roll));
                let damage = match (expected, more) {
                    (None, []) => None,
                    (Some(count), [faces]) if faces.len() == count as usize => {
                        let faces: Option<Vec<u8>> =
                            faces.iter().map(|face| u8::try_from(*face).ok()).collect();
                        Some(DiceRoll::of_faces(system, faces?))
                    }
                    _ => return None,
                };
                Self::Attack {
                    dice,
                    plan,
                    roll,
                    damage,
                    character: character.clone(),
                    target: target.clone(),
                }
            }
            (Throw::Round { check }, [faces]) => {
                let terms = &session.checks.get(check)?.terms;
                let roll = terms.dice().of_faces(terms.system(), faces)?;
                let character = Some(terms.character_id().to_owned()).filter(|who| !who.is_empty());
                Self::Round { check: check.clone(), dice: terms.dice().clone(), roll, character }
            }
            _ => return None,
        })
    }
}
