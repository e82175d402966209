/// What exact odds take, known before they are begun; all of it at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OddsCost {
    /// Steps of counting, each about a nanosecond.
    pub steps: u64,
    /// Values that can happen.
    pub values: u64,
    /// Bits of the number of all cases.
    pub bits: u64,
}
