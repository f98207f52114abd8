//! Who wins Chomp on P(n, k), by several processes: `together n k process workers host:port …`; without hosts by threads of one.
//! Says how many classes and pushes there were and what they cost.

use sprague_limits::Handle;
use sprague_posets::subsets::cluster::Cluster;
use sprague_posets::subsets::{Options, Quantity, chomp, downset, estimate};
use std::error::Error;
use std::io::Write;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize| arguments.get(at).and_then(|word| word.parse::<u32>().ok()).ok_or("four numbers, please");
    let (n, k, process, workers) = (number(0)?, number(1)?, number(2)? as usize, number(3)? as usize);
    let (hosts, h) = (arguments[4..].to_vec(), Handle::default());
    let cluster = if hosts.is_empty() { None } else { Some(Cluster::new(process, hosts, workers)?) };
    let options = Options { cluster: cluster.as_ref(), ..Options::threads(workers) };
    let begun = Instant::now();
    let found = chomp::outcome(n, downset::truncated(n, k), options, &h)?;
    let wall = begun.elapsed().as_secs_f64();
    // Time of the processor, of all threads, in ticks of a hundredth of a second; where the system tells.
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let ticks = stat.split(' ').skip(13).take(2).filter_map(|word| word.parse::<f64>().ok()).sum::<f64>();
    let pushes = estimate(Quantity::Outcome, n, k, 20_000, &h)?.pushes;
    writeln!(
        std::io::stdout(),
        "won: {}; {} classes, about {pushes:.2e} pushes; {wall:.1} s, {:.1} s of the processor in this process; {} MB",
        found.won,
        found.classes(),
        ticks / 100.0,
        found.bytes / 1_000_000
    )?;
    Ok(())
}
