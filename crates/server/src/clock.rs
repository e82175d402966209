//! What time it is, and how times are written for people.

use std::time::{SystemTime, UNIX_EPOCH};

const SECOND: u64 = 1000;
const DAY: u64 = 24 * 60 * 60 * SECOND;

/// Milliseconds since 1970.
pub(crate) fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

/// A time in milliseconds since 1970 as ISO 8601 writes it, such as `2026-11-15T09:07:00.000Z`.
pub(crate) fn iso8601(time: u64) -> String {
    // What is past the year 9999 has no four digits; nobody has such a clock.
    let time = time.min(253_402_300_799_999);
    let (year, month, day) = date(time / DAY);
    let of_day = time % DAY / SECOND;
    let (hour, minute, second, millis) = (of_day / 3600, of_day / 60 % 60, of_day % 60, time % SECOND);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{millis:03}Z")
}

/// The date of a day since 1970-01-01, counted in years that begin in March: then the leap day comes last, and the
/// lengths of months follow a formula.
const fn date(days: u64) -> (u64, u64, u64) {
    // From 0000-03-01, in eras of 400 years, which are all alike.
    let days = days + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    let year = era * 400 + year_of_era + if month <= 2 { 1 } else { 0 };
    (year, month, day)
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
            (951_868_800, "2000-03-01T00:00:00"),
            (1_700_000_000, "2023-11-14T22:13:20"),
            (4_107_542_400, "2100-03-01T00:00:00"),
            (253_402_300_799, "9999-12-31T23:59:59"),
        ] {
            assert_eq!(iso8601(seconds * 1000 + 7), format!("{text}.007Z"));
        }
        assert_eq!(iso8601(u64::MAX), "9999-12-31T23:59:59.999Z");
    }

    #[test]
    fn every_day_follows_the_one_before() {
        let length = |year: u64, month| match month {
            2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
            2 => 28,
            4 | 6 | 9 | 11 => 30,
            _ => 31,
        };
        let mut expected = (1970, 1, 1);
        for day in 0..400 * 366 {
            assert_eq!(date(day), expected);
            let (year, month, day) = expected;
            expected = if day < length(year, month) {
                (year, month, day + 1)
            } else if month < 12 {
                (year, month + 1, 1)
            } else {
                (year + 1, 1, 1)
            };
        }
    }
}
