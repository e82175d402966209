use fortytwo::*;
use std::time::Instant;
fn main() {
    let n: u32 = std::env::args().nth(1).map_or(500, |s| s.parse().unwrap());
    let mut solver = Solver::new();
    let start = Instant::now();
    let mut sum = 0u64;
    let mut by = [(0u32, 0.0f64, 0u64); 11];
    for seed in 0..n {
        let d = (seed % 9) as usize;
        let layout = Layout::deal(Declaration::ALL[d], Seat::ALL[(seed % 4) as usize], deal(seed)).unwrap();
        let before = (Instant::now(), solver.nodes());
        sum += u64::from(solver.value(&layout, Stake::Points, Team::Even));
        by[d].0 += 1; by[d].1 += before.0.elapsed().as_secs_f64(); by[d].2 += solver.nodes() - before.1;
    }
    let s = start.elapsed().as_secs_f64();
    println!("{n} hands {:.3} s, {:.0}/s, nodes/hand {}, {:.1} M nodes/s, sum {sum}", s, f64::from(n)/s, solver.nodes()/u64::from(n), solver.nodes() as f64/s/1e6);
    for (d, b) in by.iter().enumerate() { if b.0>0 { println!("  {} {:.3} ms {} nodes", Declaration::ALL[d], b.1*1e3/f64::from(b.0), b.2/u64::from(b.0)); } }
}
