use fortytwo::*;
use std::time::Instant;
fn main() {
    let arg = |n: usize| std::env::args().nth(n).unwrap();
    let (a, b): (Skill, Skill) = (arg(1).parse().unwrap(), arg(2).parse().unwrap());
    let n: u32 = arg(3).parse().unwrap();
    let from: u32 = std::env::args().nth(4).map_or(0, |s| s.parse().unwrap());
    let start = Instant::now();
    let (mut aw, mut bw, mut ma, mut mb, mut passed) = (0, 0, 0u32, 0u32, 0);
    let mut made = [[0u32; 3]; 2];
    for seed in from..from + n {
        let dealer = Seat::ALL[(seed % 4) as usize];
        let (mut x, mut y) = (0, 0);
        for turn in 0..2 {
            let mut bots = BySeat(Seat::ALL.map(|s| Bot::new(if (s.index() + turn) % 2 == 0 { a } else { b }, u64::from(seed))));
            let r = play_hand(deal(seed), dealer, HouseRules::default(), &mut bots).unwrap();
            match r.award() {
                None => passed += 1,
                Some((team, m)) => {
                    let c = r.contract.unwrap();
                    let bid_a = (c.bidder.index() + turn) % 2 == 0;
                    let e = &mut made[usize::from(!bid_a)];
                    e[0] += 1; if team == c.bidder.team() { e[1] += 1 } if c.bid.marks() > 1 { e[2] += 1 }
                    if (team.index() + turn) % 2 == 0 { x += m } else { y += m }
                }
            }
        }
        ma += u32::from(x); mb += u32::from(y);
        if x > y { aw += 1 } else if y > x { bw += 1 }
    }
    println!("{a} {aw} {b} {bw} = {:.1}% marks {ma}:{mb} passed {passed} a bids/made/2m {:?} b {:?} {:.1} s", 100.0 * f64::from(aw) / f64::from(aw + bw), made[0], made[1], start.elapsed().as_secs_f64());
}
