use std::sync::{Arc, Mutex, PoisonError};

use protocol::Report;

use crate::game::Denied;

/// The report on a game that is over. The first request makes it; the others wait for it, and are given the same.
#[derive(Clone, Debug, Default)]
pub(super) struct KeptReport(Arc<Mutex<Option<Report>>>);

impl KeptReport {
    /// The report, made if it was not before. Blocks; a failure is not kept.
    pub(super) fn or_make(&self, make: impl FnOnce() -> Result<Report, Denied>) -> Result<Report, Denied> {
        // A report whose making panicked was not kept.
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(report) = &*kept {
            return Ok(report.clone());
        }
        let report = make()?;
        *kept = Some(report.clone());
        Ok(report)
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    fn report() -> Report {
        Report::Fortytwo(fortytwo::GameReview::default())
    }

    #[test]
    fn a_report_is_made_once_for_all_who_ask_and_a_failure_is_tried_again() {
        let kept = KeptReport::default();
        assert!(kept.or_make(|| Err(Denied::no_reports())).is_err());
        let made: usize = thread::scope(|scope| {
            let asking: Vec<_> = (0..8)
                .map(|_| {
                    let kept = kept.clone();
                    scope.spawn(move || {
                        let mut made = 0;
                        let answer = kept.or_make(|| {
                            made += 1;
                            Ok(report())
                        });
                        assert_eq!(answer.ok(), Some(report()));
                        made
                    })
                })
                .collect();
            asking.into_iter().map(|asking| asking.join().unwrap()).sum()
        });
        assert_eq!(made, 1);
    }
}
