use serde::Serialize;

/// Something in a database that this program would not have written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Defect {
    /// What does not hold.
    pub problem: String,
    /// Of what: a game, a player, or a place in the file.
    pub subject: String,
}

/// How many examples of each defect are looked for.
pub(crate) const EXAMPLES: usize = 20;

/// What must not be found in any database: what is wrong, and a query for whom. The words are those of SQLite and of
/// PostgreSQL.
pub(crate) const DEFECTS: [(&str, &str); 13] = [
    (
        "its version is not the number of its events",
        "SELECT games.id FROM games LEFT JOIN (SELECT game, count(*) AS total FROM events GROUP BY game) AS kept
         ON kept.game = games.id LEFT JOIN packs ON packs.game = games.id
         WHERE coalesce(kept.total, 0) + coalesce(packs.events, 0) <> games.version",
    ),
    (
        "there are events of it, but no game",
        "SELECT DISTINCT game FROM events WHERE NOT EXISTS (SELECT 1 FROM games WHERE games.id = events.game)",
    ),
    (
        "its commands do not cover its events",
        "SELECT games.id FROM games
         LEFT JOIN (SELECT game, sum(version - first) AS total FROM commands GROUP BY game) AS kept
         ON kept.game = games.id LEFT JOIN packs ON packs.game = games.id
         WHERE coalesce(kept.total, 0) + coalesce(packs.events, 0) <> games.version",
    ),
    (
        "its log is packed, and there are events of it as well",
        "SELECT game FROM packs WHERE EXISTS (SELECT 1 FROM events WHERE events.game = packs.game)",
    ),
    (
        "there are commands of it, but no game",
        "SELECT DISTINCT game FROM commands WHERE NOT EXISTS (SELECT 1 FROM games WHERE games.id = commands.game)",
    ),
    (
        "the table of its game is of another kind",
        "SELECT tables.game FROM tables JOIN games ON games.id = tables.game WHERE tables.kind <> games.kind",
    ),
    (
        "the player was erased, but seats are still listed",
        "SELECT DISTINCT player FROM seats JOIN people ON people.id = player WHERE erased_at IS NOT NULL",
    ),
    (
        "the player was erased, but blocks are still listed",
        "SELECT DISTINCT people.id FROM blocks JOIN people ON people.id IN (player, other)
         WHERE erased_at IS NOT NULL",
    ),
    (
        "the player was erased, but complaints are still listed",
        "SELECT DISTINCT people.id FROM complaints JOIN people ON people.id IN (reporter, player)
         WHERE erased_at IS NOT NULL",
    ),
    (
        "the player was erased, but finished games are still listed",
        "SELECT DISTINCT player FROM played JOIN people ON people.id = player WHERE erased_at IS NOT NULL",
    ),
    (
        "the player was erased, but profiles are still kept",
        "SELECT DISTINCT player FROM profiles JOIN people ON people.id = player WHERE erased_at IS NOT NULL",
    ),
    (
        "the player was erased, but practice is still kept",
        "SELECT DISTINCT player FROM practice JOIN people ON people.id = player WHERE erased_at IS NOT NULL",
    ),
    (
        "the player was erased, but judged games are still kept",
        "SELECT DISTINCT player FROM judged JOIN people ON people.id = player WHERE erased_at IS NOT NULL",
    ),
];

/// The query for examples of a defect.
pub(crate) fn examples(sql: &str) -> String {
    format!("{sql} LIMIT {EXAMPLES}")
}
