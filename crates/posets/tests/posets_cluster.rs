//! Several processes compute together: the same answers from any number of them, and after one of them is killed.

mod directory;
mod forge;

use directory::Directory;
use forge::{Kept, Shelf};
use sprague_limits::Handle;
use sprague_posets::subsets::chomp::{grundy, outcome};
use sprague_posets::subsets::cluster::Cluster;
use sprague_posets::subsets::downset::truncated;
use sprague_posets::subsets::engine::Options;
use sprague_posets::subsets::error::{Error, Severed};
use sprague_posets::subsets::{self, extensions};
use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// One test at a time, so that nobody else takes a place that was found free.
static TURN: Mutex<()> = Mutex::new(());

fn turn() -> MutexGuard<'static, ()> {
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Places on this machine where nobody listens.
fn hosts(processes: usize) -> Vec<String> {
    let free: Vec<TcpListener> = (0..processes).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    free.iter().map(|listener| listener.local_addr().unwrap().to_string()).collect()
}

/// What so many processes of so many workers come to, each in a thread here.
fn together<T: Send>(processes: usize, workers: usize, compute: impl Fn(Options) -> T + Sync) -> Vec<T> {
    let hosts = hosts(processes);
    std::thread::scope(|scope| {
        let started: Vec<_> = (0..processes)
            .map(|process| {
                let (hosts, compute) = (hosts.clone(), &compute);
                scope.spawn(move || {
                    let cluster = Cluster::new(process, hosts, workers).unwrap();
                    compute(Options { cluster: Some(&cluster), ..Options::default() })
                })
            })
            .collect();
        started.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

/// The counts of a computation, its answer, and what follows from classes that were met on the way.
fn all(options: &dyn Fn() -> Options<'static>) -> String {
    let h = Handle::default();
    let whole = truncated(6, 6);
    let value = grundy(6, truncated(6, 4), options(), &h).map(|r| (r.value, r.options, r.replies, r.levels));
    let won = outcome(6, whole, options(), &h).map(|r| (r.winning, r.replies, r.levels));
    let cube = extensions::of_truncated(6, 6, options(), &h).map(|r| (r.count, r.levels));
    let fours = extensions::of_truncated(6, 4, options(), &h).map(|r| (r.count, r.levels));
    let triples = extensions::of_truncated(8, 3, options(), &h).map(|r| (r.count, r.levels));
    format!("{value:?} {won:?} {cube:?} {fours:?} {triples:?}")
}

#[test]
fn the_same_from_any_number() {
    let _turn = turn();
    let straight = all(&|| Options::threads(1));
    for (processes, workers) in [(1, 1), (1, 2), (2, 1), (1, 4), (3, 1), (2, 4)] {
        let hosts = hosts(processes);
        let found = std::thread::scope(|scope| {
            let started: Vec<_> = (0..processes)
                .map(|process| {
                    let hosts = hosts.clone();
                    scope.spawn(move || {
                        let cluster: &'static Cluster =
                            Box::leak(Box::new(Cluster::new(process, hosts, workers).unwrap()));
                        all(&|| Options { cluster: Some(cluster), ..Options::default() })
                    })
                })
                .collect();
            started.into_iter().map(|thread| thread.join().unwrap()).collect::<Vec<_>>()
        });
        for found in found {
            assert!(found == straight, "{processes} processes of {workers} workers: {found} and not {straight}");
        }
    }
}

#[test]
fn whoever_asks_something_else_is_refused() {
    let _turn = turn();
    let h = Handle::default();
    let found = {
        let hosts = hosts(2);
        std::thread::scope(|scope| {
            let ask = |process: usize, k: u32| {
                let hosts = hosts.clone();
                move || {
                    let h = Handle::default();
                    let cluster = Cluster::new(process, hosts, 1).unwrap();
                    let options = Options { cluster: Some(&cluster), ..Options::default() };
                    outcome(6, truncated(6, k), options, &h).map(|r| r.won)
                }
            };
            let one = scope.spawn(ask(0, 3));
            let other = scope.spawn(ask(1, 4));
            [one.join().unwrap(), other.join().unwrap()]
        })
    };
    assert!(found.iter().all(|found| matches!(found, Err(Error::Severed(_)))), "{found:?}");
    assert!(found.contains(&Err(Error::Severed(Severed::Stranger))), "{found:?}");
    // Alone nobody computes.
    let cluster = Cluster::new(1, hosts(2), 1).unwrap();
    h.interruption_flag().store(true, std::sync::atomic::Ordering::Relaxed);
    let options = Options { cluster: Some(&cluster), ..Options::default() };
    assert!(outcome(6, truncated(6, 4), options, &h).is_err());
    assert!(Cluster::new(2, hosts(2), 1).is_err());
}

/// Levels of nim-values that several workers have kept, on both sides of where these change their words, are taken up by one.
#[test]
fn one_goes_on_from_what_several_kept() {
    let _turn = turn();
    let h = Handle::default();
    let compute = |options: Options| {
        grundy(6, truncated(6, 6), options, &h).map(|r| (r.value, r.options, r.winning, r.levels)).unwrap()
    };
    let straight = compute(Options::threads(1));
    for levels in [30, 39, 40, 41, 50] {
        let mut kept = Kept { left: levels, shelf: Some(Shelf::default()), bytes: None };
        let cluster = Cluster::new(0, hosts(1), 2).unwrap();
        let options = Options { cluster: Some(&cluster), checkpoints: Some(&mut kept), ..Options::default() };
        assert_eq!(compute(options), straight);
        kept.left = usize::MAX;
        let options = Options { checkpoints: Some(&mut kept), ..Options::threads(2) };
        assert_eq!(compute(options), straight, "after {levels} levels");
    }
}

/// Memory that ends in one process ends all of them, for the same reason.
#[test]
fn all_end_together() {
    let _turn = turn();
    use sprague_limits::{Limits, Stop};
    let found = together(3, 1, |options| {
        let h = Handle::new(Limits { memory: Some(60_000), ..Limits::default() });
        grundy(6, truncated(6, 6), options, &h).map(|r| r.value)
    });
    assert!(found.iter().all(|found| matches!(found, Err(Error::Stop(Stop::Memory(_))))), "{found:?}");
}

/// One process of the next test, which starts this again; it does nothing else.
#[test]
#[ignore = "begun by another test"]
fn one_process() {
    let Ok(asked) = std::env::var("SPRAGUE_PROCESS") else { return };
    let mut words = asked.split(' ');
    let mut number = || words.next().unwrap().parse::<usize>().unwrap();
    let (process, workers) = (number(), number());
    let mut place = Directory { path: words.next().unwrap().into(), interval: Duration::ZERO, is_flushed: false };
    let hosts: Vec<String> = words.map(String::from).collect();
    let h = Handle::default();
    let cluster = Cluster::new(process, hosts, workers).unwrap();
    let options = Options { cluster: Some(&cluster), checkpoints: Some(&mut place), ..Options::default() };
    let found = extensions::of_truncated(9, 3, options, &h).map(|r| r.count);
    let said = match found {
        Ok(count) => format!("{count}\n"),
        Err(error) => format!("error: {error}\n"),
    };
    fs::write(std::env::var("SPRAGUE_ANSWER").unwrap(), said).unwrap();
}

fn start(place: &Path, process: usize, workers: usize, hosts: &[String]) -> Child {
    let asked = format!("{process} {workers} {} {}", place.display(), hosts.join(" "));
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--ignored", "--exact", "one_process"]).env("SPRAGUE_PROCESS", asked);
    command.env("SPRAGUE_ANSWER", place.join(format!("answer-{process}")));
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// Three processes, of which one is killed; all others end, and start again with another number of workers.
fn killed(kills: usize, pause: Duration) {
    let _turn = turn();
    let place = std::env::temp_dir().join(format!("sprague-cluster-{}-{kills}", std::process::id()));
    fs::create_dir_all(&place).unwrap();
    let expected = "2530510142993040347360845623190085176622483844764290201321112817021179464495997215184405325347451923995441642884428176461059004644026411265927624100601912828654690016333660160000000\n";
    let (mut struck, mut told, mut ended) = (0, 0, false);
    for round in 0..=kills {
        let workers = 1 + round % 2;
        let hosts = hosts(3);
        let mut children: Vec<Child> = (0..3).map(|process| start(&place, process, workers, &hosts)).collect();
        if round < kills {
            std::thread::sleep(pause.mul_f64(0.5 + 0.13 * (round % 8) as f64));
            let victim = &mut children[round % 3];
            struck += usize::from(victim.try_wait().unwrap().is_none());
            victim.kill().unwrap();
        }
        // Whoever was killed before all had met is waited for without end, until somebody ends the others, too.
        let begun = Instant::now();
        for (process, child) in children.iter_mut().enumerate() {
            while child.try_wait().unwrap().is_none() {
                std::thread::sleep(Duration::from_millis(50));
                if round < kills && begun.elapsed() > Duration::from_secs(60) {
                    child.kill().unwrap();
                }
            }
            let answer = place.join(format!("answer-{process}"));
            let Ok(said) = fs::read_to_string(&answer) else { continue };
            fs::remove_file(answer).unwrap();
            told += usize::from(said != expected);
            assert!(said == expected || said.starts_with("error: another process"), "{said}");
            ended |= said == expected;
        }
    }
    assert!(ended && struck > kills / 3 && told > 0, "{struck} kills, of which {told} were told");
    let left: Vec<String> =
        fs::read_dir(&place).unwrap().flatten().map(|entry| entry.file_name().into_string().unwrap()).collect();
    assert_eq!(left, ["level.checkpoint"]);
    fs::remove_dir_all(&place).unwrap();
}

#[test]
fn killed_and_started_again() {
    killed(3, Duration::from_millis(1500));
}

#[test]
#[ignore = "some minutes"]
fn killed_often() {
    killed(20, Duration::from_millis(250));
}
