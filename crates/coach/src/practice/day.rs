use std::fmt;
use std::str::FromStr;

use dicee::InputError;
use serde::{Deserialize, Serialize};

/// A day of the calendar, in UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Day(u32);

impl Day {
    /// The last day there is: the end of the year 9999.
    const LAST: u32 = 2_932_896;
    const MILLISECONDS: u64 = 86_400_000;

    /// The day of a moment in milliseconds since 1970.
    #[must_use]
    pub fn of_time(milliseconds: u64) -> Self {
        Self(u32::try_from(milliseconds / Self::MILLISECONDS).unwrap_or(Self::LAST).min(Self::LAST))
    }

    /// Days since 1 January 1970.
    #[must_use]
    pub const fn number(self) -> u32 {
        self.0
    }

    /// So many days later.
    #[must_use]
    pub const fn plus(self, days: u32) -> Self {
        let sum = self.0.saturating_add(days);
        Self(if sum < Self::LAST { sum } else { Self::LAST })
    }

    /// Year, month and day, by Hinnant's civil calendar.
    fn civil(self) -> (u32, u32, u32) {
        let days = self.0 + 719_468;
        let (era, day_of_era) = (days / 146_097, days % 146_097);
        let year_of_era =
            (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let month = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * month + 2) / 5 + 1;
        let month = if month < 10 { month + 3 } else { month - 9 };
        (year_of_era + era * 400 + u32::from(month <= 2), month, day)
    }

    fn from_civil(year: u32, month: u32, day: u32) -> Self {
        let year = year - u32::from(month <= 2);
        let (era, year_of_era) = (year / 400, year % 400);
        let month = if month > 2 { month - 3 } else { month + 9 };
        let day_of_year = (153 * month + 2) / 5 + day - 1;
        let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
        Self(era * 146_097 + day_of_era - 719_468)
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.civil();
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}

impl FromStr for Day {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        let wrong = || InputError::text("date", "a day from 1970 on, such as 2026-11-15", text);
        let parts: Vec<&str> = text.split('-').collect();
        let [year, month, day] = parts[..] else { return Err(wrong()) };
        if (year.len(), month.len(), day.len()) != (4, 2, 2) {
            return Err(wrong());
        }
        let number = |part: &str| part.parse::<u32>().map_err(|_| wrong());
        let (year, month, day) = (number(year)?, number(month)?, number(day)?);
        if year < 1970 || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
            return Err(wrong());
        }
        let parsed = Self::from_civil(year, month, day);
        // The 30th of February is the 1st or 2nd of March.
        if parsed.civil() == (year, month, day) { Ok(parsed) } else { Err(wrong()) }
    }
}

impl TryFrom<String> for Day {
    type Error = InputError;

    fn try_from(text: String) -> Result<Self, InputError> {
        text.parse()
    }
}

impl From<Day> for String {
    fn from(day: Day) -> Self {
        day.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_numbered_from_1970_and_read_back() {
        for (text, number) in
            [("1970-01-01", 0), ("2000-02-29", 11_016), ("2026-11-15", 20_772), ("9999-12-31", Day::LAST)]
        {
            let day: Day = text.parse().unwrap();
            assert_eq!((day.number(), day.to_string().as_str()), (number, text));
        }
        let mut day: Day = "1999-12-25".parse().unwrap();
        for _ in 0..800 {
            assert_eq!(day.to_string().parse::<Day>().unwrap(), day);
            day = day.plus(1);
        }
        assert_eq!(Day::of_time(1_794_700_800_000).to_string(), "2026-11-15");
        assert_eq!(Day::of_time(u64::MAX).number(), Day::LAST);
    }

    #[test]
    fn a_day_is_text_in_json() {
        let day: Day = "2026-11-15".parse().unwrap();
        assert_eq!(serde_json::to_string(&day).unwrap(), "\"2026-11-15\"");
        assert_eq!(serde_json::from_str::<Day>("\"2026-11-15\"").unwrap(), day);
        assert!(serde_json::from_str::<Day>("\"2026-02-30\"").is_err());
    }

    #[test]
    fn what_is_no_day_is_refused() {
        for text in ["", "today", "2026-02-30", "2026-13-01", "2026-1-1", "1969-12-31", "2026-11-15T00:00"] {
            assert_eq!(text.parse::<Day>().unwrap_err().field(), "date", "{text}");
        }
    }
}
