//! Whether the profiles that were kept are what their games give.

use coach::Profile;
use dicee::PlayerId;
use store::{PlayedPlace, ProfileSnapshot, StoreError};

use super::{Learner, READ};

/// How many snapshots are read at once.
const PAGE: u32 = 50;

/// What was found about the snapshots.
#[derive(Debug, Default)]
pub(crate) struct Compared {
    /// How many were compared.
    pub(crate) snapshots: u64,
    /// Players with one that is not what their games give, and which.
    pub(crate) different: Vec<(PlayerId, String)>,
}

/// The profile of a player, folded again from the first game on.
struct Refold {
    player: PlayerId,
    place: Option<PlayedPlace>,
    profile: Profile,
    folded: u64,
}

impl Learner {
    /// Folds the games of everybody who has a snapshot again, and compares; nothing is written. Snapshots that other
    /// revisions of the fold made are not used, and not looked at.
    pub(crate) async fn compare_snapshots(&self) -> Result<Compared, StoreError> {
        let mut compared = Compared::default();
        let mut last: Option<(PlayerId, PlayedPlace)> = None;
        let mut refold: Option<Refold> = None;
        loop {
            let after = last.as_ref().map(|(player, place)| (*player, place));
            let page = self.archive.snapshots_after(Profile::VERSION, after, PAGE).await?;
            let Some(end) = page.last() else { return Ok(compared) };
            last = Some((end.player, end.place.clone()));
            for kept in page {
                compared.snapshots += 1;
                // Snapshots of a player come in order, so each goes on where the one before it ended.
                let begun = refold.take().filter(|refold| refold.player == kept.player);
                match self.go_on(begun, &kept).await {
                    Ok(again) => {
                        if !again.agrees_with(&kept) && self.is_still(&kept).await? {
                            let problem = format!(
                                "the profile after {} games is not what these games give",
                                kept.folded
                            );
                            compared.different.push((kept.player, problem));
                        }
                        refold = Some(again);
                    }
                    Err(StoreError::Corrupt(reason)) => compared.different.push((kept.player, reason)),
                    Err(error) => return Err(error),
                }
            }
        }
    }

    /// Folds up to the last game of a snapshot.
    async fn go_on(&self, begun: Option<Refold>, kept: &ProfileSnapshot) -> Result<Refold, StoreError> {
        let (player, upto) = (kept.player, &kept.place);
        let mut refold =
            begun.unwrap_or(Refold { player, place: None, profile: Profile::default(), folded: 0 });
        loop {
            let played = self.archive.played(player, refold.place.as_ref(), upto.finished_at, READ);
            let mut entries = played.await?;
            entries.retain(|entry| entry.place <= *upto);
            let Some(end) = entries.last() else { return Ok(refold) };
            refold.place = Some(end.place.clone());
            (refold.profile, refold.folded, _) = self.fold(refold.profile, refold.folded, entries).await?;
        }
    }

    /// Whether a snapshot was not replaced or removed meanwhile, as a server does when a device sends an older game.
    async fn is_still(&self, kept: &ProfileSnapshot) -> Result<bool, StoreError> {
        let now = self.archive.snapshot(kept.player, kept.revision, kept.place.finished_at).await?;
        Ok(now.as_ref() == Some(kept))
    }
}

impl Refold {
    fn agrees_with(&self, kept: &ProfileSnapshot) -> bool {
        let same_games = (self.place.as_ref(), self.folded) == (Some(&kept.place), kept.folded);
        same_games && Profile::from_json(&kept.body).is_ok_and(|profile| profile == self.profile)
    }
}
