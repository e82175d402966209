use jiff::Timestamp;

/// A time in milliseconds since 1970 as ISO 8601 writes it, such as `2026-11-15T09:07:00.000Z`.
#[must_use]
pub fn iso8601(time: u64) -> String {
    // The last is at the end of the year 9999; no clock shows a later one.
    let time = i64::try_from(time).ok().and_then(|time| Timestamp::from_millisecond(time).ok());
    format!("{:.3}", time.unwrap_or(Timestamp::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_as_calendars_have_them() {
        // By GNU date: date -u -d @951782399 +%FT%TZ
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00"),
            (951_782_399, "2000-02-28T23:59:59"),
            (951_782_400, "2000-02-29T00:00:00"),
            (1_700_000_000, "2023-11-14T22:13:20"),
            (4_107_542_400, "2100-03-01T00:00:00"),
            (253_402_207_199, "9999-12-30T21:59:59"),
        ] {
            assert_eq!(iso8601(seconds * 1000 + 7), format!("{text}.007Z"));
        }
        assert_eq!(iso8601(u64::MAX), "9999-12-30T22:00:00.999Z");
    }
}
