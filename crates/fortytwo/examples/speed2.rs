use fortytwo::*;
fn main() {
    let n: u32 = 600;
    let mut solver = Solver::new();
    let (mut oracle, mut each) = (0u64, 0u64);
    let mut hist = [0u32; 43];
    for seed in 0..n {
        let d = (seed % 9) as usize;
        let layout = Layout::deal(Declaration::ALL[d], Seat::ALL[(seed % 4) as usize], deal(seed)).unwrap();
        let b = solver.nodes();
        let v = solver.value(&layout, Stake::Points, Team::Even);
        each += solver.nodes() - b;
        let lead = if seed % 2 == 0 { v } else { 42 - v };
        hist[lead as usize] += 1;
        let b = solver.nodes();
        solver.takes(&layout, Stake::Points, Team::Even, v);
        let m = solver.nodes();
        solver.takes(&layout, Stake::Points, Team::Even, v + 1);
        oracle += solver.nodes() - b;
        let _ = m;
    }
    println!("value {} oracle(no share) {}", each / u64::from(n), oracle / u64::from(n));
    println!("{hist:?}");
}
