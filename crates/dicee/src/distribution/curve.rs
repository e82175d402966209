//! A cumulative distribution in a few dozen bytes: straight lines between knots.

/// Knots count in these units.
const ONE: f64 = 65_535.0;

/// Writes chances that begin at `first` points as knots, nowhere off by more than `tolerance`: the points before the first
/// of them as two bytes, the number of knots, and for each the step in points and the chance so far, in one and two bytes.
pub(crate) fn write(first: usize, chances: &[f64], tolerance: f64, bytes: &mut Vec<u8>) {
    let mut sums = Vec::with_capacity(chances.len());
    let mut sum = 0.0;
    for chance in chances {
        sum += chance;
        sums.push(sum);
    }
    // Nothing comes after the point where all but a trifle has come.
    let last = sums.iter().position(|&sum| sum >= 1.0 - tolerance / 2.0).unwrap_or(sums.len() - 1);
    let skipped = sums.iter().take_while(|&&sum| sum <= tolerance / 2.0).count();
    let start = u16::try_from(first + skipped).expect("no game has more than 1,575 points");
    bytes.extend(start.to_le_bytes());
    let count_at = bytes.len();
    bytes.push(0);
    let (mut knots, mut from, mut height) = (0u8, 0usize, 0.0f64);
    // `sums[skipped + step - 1]` is the height at `step`; step 0 is one point before the start.
    let steps = last + 1 - skipped;
    while from < steps {
        let (mut low, mut high) = (0.0f64, f64::INFINITY);
        let (mut to, mut slope) = (from, 0.0);
        while to < steps && to - from < 255 {
            let goal = if to + 1 == steps { 1.0 } else { sums[skipped + to] };
            let run = (to + 1 - from) as f64;
            let next_low = low.max((goal - tolerance - height) / run);
            // A height that is a hair too high stays where it is.
            let next_high =
                high.min((goal + tolerance - height) / run).max(if to == from { 0.0 } else { -1.0 });
            if next_low > next_high {
                break;
            }
            (low, high) = (next_low, next_high);
            to += 1;
            slope = (low + high) / 2.0;
        }
        let run = (to - from) as f64;
        height = if to == steps { 1.0 } else { (height + slope * run).min(1.0) };
        // What was written is what the next line begins at.
        let whole = units(height);
        height = f64::from(whole) / ONE;
        bytes.push(u8::try_from(to - from).expect("at most 255"));
        bytes.extend(whole.to_le_bytes());
        knots = knots.checked_add(1).expect("fewer than 256 knots");
        from = to;
    }
    bytes[count_at] = knots;
}

/// Reads a curve back: the first number of points, and the chance of each from there on.
pub(crate) fn read(bytes: &[u8]) -> (usize, Vec<f64>) {
    let start = usize::from(u16::from_le_bytes([bytes[0], bytes[1]]));
    let mut chances = Vec::new();
    let mut height = 0.0;
    for knot in bytes[3..].chunks_exact(3).take(bytes[2].into()) {
        let next = f64::from(u16::from_le_bytes([knot[1], knot[2]])) / ONE;
        let share = (next - height) / f64::from(knot[0]);
        chances.extend(std::iter::repeat_n(share, knot[0].into()));
        height = next;
    }
    (start, chances)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "heights are from 0 to 1")]
fn units(height: f64) -> u16 {
    (height.clamp(0.0, 1.0) * ONE).round() as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOLERANCE: f64 = 0.0015;

    #[test]
    fn a_curve_is_never_farther_off_than_its_tolerance() {
        let lumpy: Vec<f64> =
            (0..200).map(|n| if n % 25 == 0 { 3.0 } else { f64::from(n % 7) / 50.0 }).collect();
        let smooth: Vec<f64> = (0..400).map(|n| (-f64::from(n - 180).powi(2) / 3000.0).exp()).collect();
        let certain = vec![1.0];
        for (first, mut chances) in [(17, lumpy), (0, smooth), (250, certain)] {
            let total: f64 = chances.iter().sum();
            chances.iter_mut().for_each(|chance| *chance /= total);
            let mut bytes = Vec::new();
            write(first, &chances, TOLERANCE, &mut bytes);
            let (start, curve) = read(&bytes);
            let at = |first: usize, chances: &[f64], points: usize| -> f64 {
                chances
                    .iter()
                    .zip(first..)
                    .take_while(|(_, at)| *at <= points)
                    .map(|(chance, _)| chance)
                    .sum()
            };
            for points in 0..700 {
                let error = at(first, &chances, points) - at(start, &curve, points);
                assert!(error.abs() <= TOLERANCE + 1e-4, "{first} {points}: {error}");
            }
            assert!((curve.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        }
    }
}
