/// What stands before and behind the first place of `mark` in a text.
///
/// As `str::split_once`, letter by letter: the search of the standard library is fast in long texts, and two kilobytes of
/// every browser module.
///
/// ```
/// assert_eq!(chance::cut("terms: missing field: pool", ": "), Some(("terms", "missing field: pool")));
/// assert_eq!(chance::cut("terms", ": "), None);
/// ```
#[must_use]
pub fn cut<'a>(text: &'a str, mark: &str) -> Option<(&'a str, &'a str)> {
    let (place, _) =
        text.char_indices().find(|&(place, _)| text.as_bytes()[place..].starts_with(mark.as_bytes()))?;
    Some((&text[..place], &text[place + mark.len()..]))
}

#[cfg(test)]
mod tests {
    use super::cut;

    #[test]
    fn a_text_is_cut_where_the_standard_library_splits_it() {
        for text in ["", "a", "::", "a: b: c", "é: ü", ": ", "a:", "a : b", "ab: "] {
            for mark in [": ", ":", "é", "b"] {
                assert_eq!(cut(text, mark), text.split_once(mark), "{text:?} at {mark:?}");
            }
        }
    }
}
