//! x
#![allow(
    clippy::all,
    clippy::pedantic,
    clippy::print_stdout,
    clippy::disallowed_methods,
    clippy::allow_attributes_without_reason
)]
use ludo_rules::Seat;
use ludo_solver::exact::*;
fn main() {
    for (s, seats) in [
        (Seating::Opposite, [Seat::A, Seat::C]),
        (Seating::Adjacent, [Seat::A, Seat::B]),
    ] {
        let t = std::time::Instant::now();
        let mut last = t;
        let mut best = 1.0f64;
        let sol = solve(s, |p| {
            let (n, c) = (p.sweeps, p.change);
            let d = last.elapsed().as_secs_f64();
            last = std::time::Instant::now();
            if c > 1e-14 && n > 340 {
                best = best.min(d);
            }
            if n % 10 == 0 {
                println!("{n} {c:.2e} {:.3}", t.elapsed().as_secs_f64())
            }
        });
        let t2 = std::time::Instant::now();
        let e = enclose(&sol.values).unwrap();
        println!(
            "enclosed {:.3} width {:e} residual {:e} {:?}",
            t2.elapsed().as_secs_f64(),
            e.width(),
            e.residual(),
            e.first_player(seats)
        );
        println!(
            "{s} {} {:.13} {:.13} {:.3} s best sweep {:.1} ms",
            sol.sweeps,
            sol.values.first_player(seats).unwrap(),
            sol.values.first_player([seats[1], seats[0]]).unwrap(),
            t.elapsed().as_secs_f64(),
            best * 1e3
        );
    }
}
