use ludo_solver::exact::*;
use std::time::Instant;
fn main() {
    let n: usize = std::env::args().nth(1).unwrap().parse().unwrap();
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(n)
        .build()
        .unwrap();
    for _ in 0..3 {
        let t = Instant::now();
        let mut last = t;
        let mut s = String::new();
        let sol = pool.install(|| {
            solve(Seating::Opposite, |p| {
                s.push_str(&format!(
                    "{:.1}({:.0e}) ",
                    last.elapsed().as_secs_f64() * 1e3,
                    p.change
                ));
                last = Instant::now();
            })
        });
        println!(
            "solve {:.3} sweeps {} {s}",
            t.elapsed().as_secs_f64(),
            sol.sweeps
        );
        let t = Instant::now();
        let e = pool.install(|| enclose(&sol.values));
        match e {
            Ok(e) => println!(
                "enclose {:.3} width {:e} residual {:e} {:?}",
                t.elapsed().as_secs_f64(),
                e.width(),
                e.residual(),
                e.first_player([ludo_rules::Seat::A, ludo_rules::Seat::C])
            ),
            Err(e) => println!("{e}"),
        }
    }
}
