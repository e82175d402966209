//! Which releases there were: the tags `v*`, and the list in `deploy/releases` for clones that lack the tags.

use std::fs;

use anyhow::{Context as _, Result};

use crate::command;
use crate::project::Project;

const LIST: &str = "deploy/releases";

/// A release: its tag, and what Git finds it by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Release {
    pub(crate) tag: String,
    pub(crate) revision: String,
}

/// The newest release before a commit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Previous {
    Known(Release),
    /// It is listed, and this clone does not hold its commit.
    Missing(Release),
    /// Nothing was released before.
    None,
}

/// The newest release in the history of this commit, this commit left out.
pub(crate) fn previous(project: &Project) -> Result<Previous> {
    let text =
        fs::read_to_string(project.root().join(LIST)).with_context(|| format!("cannot read {LIST}"))?;
    let git = |arguments: &[&str]| {
        let mut git = command::new("git", project.root());
        git.args(arguments);
        git
    };
    // Without an earlier commit, or without Git, no tag is known.
    let tags = command::output(&mut git(&["tag", "--list", "v*", "--merged", "HEAD~1"])).unwrap_or_default();
    let tagged = tags.lines().map(|tag| Release { tag: tag.to_owned(), revision: tag.to_owned() });
    let is_here = |release: &Release| {
        command::works(&mut git(&["cat-file", "-e", &format!("{}^{{commit}}", release.revision)]))
    };
    let is_before = |release: &Release| {
        command::works(&mut git(&["merge-base", "--is-ancestor", &release.revision, "HEAD~1"]))
    };
    // What is here and not before this commit belongs to another history, or is this commit.
    let listed = list(&text)?.into_iter().filter(|release| !is_here(release) || is_before(release));
    Ok(match newest(tagged.chain(listed)) {
        None => Previous::None,
        Some(release) if is_here(&release) => Previous::Known(release),
        Some(release) => Previous::Missing(release),
    })
}

/// The releases of a list, in its order.
fn list(text: &str) -> Result<Vec<Release>> {
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let (tag, commit) =
                line.split_once(' ').filter(|(tag, _)| version(tag).is_some()).with_context(|| {
                    format!("{LIST}: expected a tag such as v1.2.3 and its commit, got `{line}`")
                })?;
            Ok(Release { tag: tag.to_owned(), revision: commit.trim().to_owned() })
        })
        .collect()
}

/// The one with the highest version; a tag goes before the line of a list that names the same.
fn newest(releases: impl Iterator<Item = Release>) -> Option<Release> {
    let mut newest: Option<([u32; 3], Release)> = None;
    for release in releases {
        let Some(version) = version(&release.tag) else { continue };
        if newest.as_ref().is_none_or(|(known, _)| version > *known) {
            newest = Some((version, release));
        }
    }
    newest.map(|(_, release)| release)
}

/// The three numbers of a tag; nothing for a release candidate or another tag.
fn version(tag: &str) -> Option<[u32; 3]> {
    let mut numbers = tag.strip_prefix('v')?.split('.').map(str::parse::<u32>);
    let version = [numbers.next()?.ok()?, numbers.next()?.ok()?, numbers.next()?.ok()?];
    numbers.next().is_none().then_some(version)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LISTED: &str = include_str!("../../deploy/releases");
    const CHANGES: &str = include_str!("../../CHANGELOG.md");

    fn release(tag: &str, revision: &str) -> Release {
        Release { tag: tag.into(), revision: revision.into() }
    }

    #[test]
    fn the_newest_release_is_the_one_with_the_highest_version() {
        let tags = ["v0.9.0", "v0.10.0", "v0.10.0-rc.1", "vintage", "v0.2"].map(|tag| release(tag, tag));
        assert_eq!(newest(tags.into_iter()), Some(release("v0.10.0", "v0.10.0")));
        assert_eq!(newest(std::iter::empty()), None);
    }

    #[test]
    fn a_tag_goes_before_a_line_that_names_the_same_release() {
        let both = [release("v1.0.0", "v1.0.0"), release("v1.0.0", "abc"), release("v0.9.0", "def")];
        assert_eq!(newest(both.into_iter()), Some(release("v1.0.0", "v1.0.0")));
    }

    #[test]
    fn a_line_that_names_no_release_is_refused() {
        assert_eq!(list("# words\n\nv1.2.3 abc\n").unwrap(), [release("v1.2.3", "abc")]);
        for line in ["1.2.3 abc", "v1.2.3", "v1.2 abc"] {
            assert!(list(line).unwrap_err().to_string().contains(line), "{line}");
        }
    }

    #[test]
    fn listed_releases_are_in_the_changelog_newest_first_and_have_whole_hashes() {
        let listed = list(LISTED).unwrap();
        let versions: Vec<_> = listed.iter().map(|release| version(&release.tag)).collect();
        assert!(!listed.is_empty() && versions.is_sorted_by(|one, next| one > next), "{versions:?}");
        for Release { tag, revision } in listed {
            let heading = format!("\n## {} (", tag.trim_start_matches('v'));
            assert!(CHANGES.contains(&heading), "{tag} is not in CHANGELOG.md");
            assert!(
                revision.len() == 40 && revision.bytes().all(|byte| byte.is_ascii_hexdigit()),
                "{revision}"
            );
        }
    }
}
