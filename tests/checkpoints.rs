//! Long computations through the command: killed at random moments and resumed, from checkpoints that are sound, damaged or
//! another's.

use sprague::limits::{Handle, Limits, Stop};
use sprague::posets::subsets::checkpoint::Checkpoints;
use sprague::posets::subsets::error::Error;
use sprague::posets::subsets::seal::Key;
use sprague::posets::subsets::{Options, extensions};
use sprague::session::checkpoint;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A place of its own, removed at the end.
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Place {
        let place = std::env::temp_dir().join(format!("sprague-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&place);
        Place(place)
    }

    /// The checkpoint of the one computation that was begun here.
    fn file(&self) -> Option<PathBuf> {
        let inner = fs::read_dir(&self.0).ok()?.next()?.ok()?.path();
        Some(inner.join("level.checkpoint")).filter(|file| file.exists())
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn command(place: Option<&Path>, program: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sprague"));
    // The key of these tests is none of the user's.
    command.env("XDG_STATE_HOME", std::env::temp_dir().join(format!("sprague-state-{}", std::process::id())));
    if let Some(place) = place {
        command.arg("--checkpoint").arg(place);
    }
    command.args(["eval", program]);
    command
}

/// The same with so many MiB of memory.
fn bounded(place: &Path, program: &str, memory: u32) -> Command {
    let mut command = command(Some(place), program);
    command.args(["--memory", &memory.to_string()]);
    command
}

/// A computation of a second or two with the engine that keeps levels.
const PROGRAM: &str = "print(grundy(chomp(subsets(6))), winning_moves(chomp(subsets(6) - {0, 1, 2, 3, 4, 5})))";

/// Status, results, complaints.
fn run(place: Option<&Path>, program: &str) -> (Option<i32>, String, String) {
    let output = command(place, program).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// Moments that differ from run to run: where a kill strikes is not to be the same for ever.
fn moment(within: Duration) -> Duration {
    let nanoseconds = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().subsec_nanos();
    within.mul_f64(f64::from(nanoseconds.wrapping_mul(2_654_435_761) >> 8) / f64::from(1 << 24))
}

/// Kills the program again and again until it ends by itself; says how often it was killed, and whether it had kept a level then.
fn killed(place: &Place, program: &str, within: Duration, kills: usize) -> (usize, usize, String) {
    killed_as(place, || command(Some(&place.0), program), within, kills)
}

fn killed_as(place: &Place, command: impl Fn() -> Command, within: Duration, kills: usize) -> (usize, usize, String) {
    let (mut struck, mut kept) = (0, 0);
    for _ in 0..kills {
        let mut child = command().stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(100) + moment(within));
        child.kill().unwrap();
        let output = child.wait_with_output().unwrap();
        if output.status.code().is_some() {
            return (struck, kept, String::from_utf8(output.stdout).unwrap());
        }
        struck += 1;
        kept += usize::from(place.file().is_some());
    }
    let output = command().output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    (struck, kept, String::from_utf8(output.stdout).unwrap())
}

/// Kills the program a moment after it has kept a level, again and again, so often or until it ends by itself: however slow the machine is, it comes on.
fn killed_at_levels(place: &Place, command: impl Fn() -> Command, kills: usize) -> (usize, String) {
    let kept = || place.file().and_then(|file| fs::metadata(file).ok()?.modified().ok());
    for struck in 0..kills {
        let before = kept();
        let mut child = command().stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        while child.try_wait().unwrap().is_none() && kept() == before {
            std::thread::sleep(Duration::from_millis(10));
        }
        std::thread::sleep(moment(Duration::from_millis(400)));
        child.kill().unwrap();
        let output = child.wait_with_output().unwrap();
        if output.status.code().is_some() {
            return (struck, String::from_utf8(output.stdout).unwrap());
        }
    }
    let output = command().output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    (kills, String::from_utf8(output.stdout).unwrap())
}

/// MiB with which levels of 4 x 5 x 5 go to files.
const BOX_IN_FILES: u32 = 20;

/// The first `left` triples of seven points and all smaller sets.
fn triples(left: usize, what: &str) -> String {
    format!(
        "t = [x for x in subsets(7, 3) if length(x) == 3]\ng = chomp(subsets(7, 3) - [t[i] for i in {left}..34])\nprint({what})"
    )
}

#[test]
fn killed_and_resumed() {
    let program = triples(14, "grundy(g), winning_moves(g)");
    let (code, straight, err) = run(None, &program);
    assert_eq!(code, Some(0), "{err}");
    let place = Place::new("killed");
    let (_, _, found) = killed(&place, &program, Duration::from_millis(1200), 4);
    assert_eq!(found, straight);
    // The end is kept, and found again.
    assert!(place.file().is_some_and(|file| fs::metadata(file).unwrap().len() < 100_000));
    assert_eq!(run(Some(&place.0), &program).1, straight);
}

/// Triples of seven points, and linear extensions of what stands on all of them, with their levels in memory: killed more than twenty times.
#[test]
#[ignore = "some minutes"]
fn killed_often() {
    let mut kills = 0;
    for program in [triples(20, "grundy(g)"), "print(linear_extensions(subsets(7, 4)))".into()] {
        let place = Place::new("often");
        let (struck, found) = killed_at_levels(&place, || command(Some(&place.0), &program), 20);
        assert_eq!(found, run(None, &program).1, "{struck} kills");
        kills += struck;
    }
    assert!(kills > 20, "{kills} kills");
}

/// Names of the files of levels that outgrew memory.
fn files(place: &Place) -> Vec<String> {
    let Some(inner) = place.file().and_then(|file| file.parent().map(Path::to_path_buf)) else { return Vec::new() };
    let names = fs::read_dir(inner).unwrap().flatten().map(|entry| entry.file_name().into_string().unwrap());
    names.filter(|name| name.ends_with(".run")).collect()
}

/// A box that has no room is refused before it is begun, with what would give it room.
#[test]
fn boxes_say_what_they_need() {
    let cases: [(&str, &str, bool, &[&str]); 3] = [
        (
            "chain(5) * chain(5) * chain(5)",
            "300",
            false,
            &["about 629 MiB", "`--checkpoint DIR` what", "`--memory 900`"],
        ),
        ("chain(5) * chain(6) * chain(6)", "4096", false, &["`--checkpoint DIR` and `--memory", "of files"]),
        ("chain(5) * chain(6) * chain(6)", "4096", true, &["4096 MiB are allowed", "allows enough"]),
    ];
    for (sides, memory, has_place, said) in cases {
        let place = Place::new("box-refused");
        let program = format!("linear_extensions({sides})");
        let mut begun = command(has_place.then_some(place.0.as_path()), &program);
        let output = begun.args(["--memory", memory]).output().unwrap();
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{text}");
        assert!(text.contains("E0503") && said.iter().all(|words| text.contains(words)), "{text}");
    }
}

/// Who wins goes by links, which keep nothing; where levels are to be kept classes are gone through, and the estimate says what that takes.
#[test]
fn estimates_know_whether_levels_are_kept() {
    let place = Place::new("estimates");
    let [by_links, by_classes] = [None, Some(place.0.as_path())].map(|place| {
        let output = command(place, "estimate(subsets(7), \"winner\")").args(["--threads", "2"]).output().unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned()
    });
    assert!(by_links.contains("1600 MB") && by_links.contains(" s on 2 threads"), "{by_links}");
    assert!(!by_classes.contains("1600 MB") && by_classes.contains(" min on 2 threads"), "{by_classes}");
}

/// Levels that outgrow memory go to files, and come back after kills; without a directory that is refused.
#[test]
fn killed_with_levels_in_files() {
    let program = "linear_extensions(subsets(9, 3))";
    let value = "2530510142993040347360845623190085176622483844764290201321112817021179464495997215184405325347451923995441642884428176461059004644026411265927624100601912828654690016333660160000000\n";
    let place = Place::new("files");
    let mut refused = command(None, program);
    let output = refused.args(["--memory", "12"]).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("With `--checkpoint DIR`") && said.contains("GB of files"), "{said}");
    let (struck, kept, found) = killed_as(&place, || bounded(&place.0, program, 12), Duration::from_secs(3), 5);
    assert!(struck == 0 || kept > 0, "{struck} kills, {kept} with a level");
    assert_eq!(found, value);
    assert_eq!(files(&place), Vec::<String>::new());
}

/// The same, killed twenty times.
#[test]
#[ignore = "some minutes"]
fn killed_often_with_levels_in_files() {
    let (program, place) = (triples(34, "grundy(g)"), Place::new("often-files"));
    let most = std::cell::Cell::new(0);
    let begin = || {
        most.set(most.get().max(files(&place).len()));
        bounded(&place.0, &program, 100)
    };
    let (struck, found) = killed_at_levels(&place, begin, 20);
    assert!(struck == 20 && most.get() > 20, "{struck} kills, {} files", most.get());
    assert_eq!(found, run(None, &program).1, "{struck} kills");
    assert_eq!(files(&place), Vec::<String>::new());
}

/// Boxes: numbers of linear extensions in files, and the table of Chomp.
#[test]
fn boxes_killed_and_resumed() {
    let orders = ("linear_extensions(chain(4) * chain(5) * chain(5))", BOX_IN_FILES);
    let chomp =
        ("b = chomp(chain(4) * chain(4) * chain(5))\nprint(grundy(b), winning_moves(after(b, (3, 3, 4))))", 1000);
    for (program, memory) in [orders, chomp] {
        let (code, straight, err) = run(None, program);
        assert_eq!(code, Some(0), "{err}");
        let place = Place::new("boxes");
        let (struck, kept, found) = killed_as(&place, || bounded(&place.0, program, memory), Duration::from_secs(2), 4);
        assert_eq!(found, straight, "{struck} kills, {kept} with a level");
        assert!(place.file().is_some());
        let again = bounded(&place.0, program, memory).output().unwrap();
        assert_eq!(String::from_utf8(again.stdout).unwrap(), straight);
    }
}

/// 5 x 5 x 5 with levels in files, 4 x 6 x 6 with levels in memory, the table of Chomp on 4 x 5 x 6: killed twenty times each.
#[test]
#[ignore = "some minutes"]
fn large_boxes_killed_often() {
    let programs = [
        ("linear_extensions(chain(5) * chain(5) * chain(5))", 130),
        ("linear_extensions(chain(4) * chain(6) * chain(6))", 4096),
        ("grundy(chomp(chain(4) * chain(5) * chain(6)))", 1000),
    ];
    for (program, memory) in programs {
        let place = Place::new("large-boxes");
        let (struck, found) = killed_at_levels(&place, || bounded(&place.0, program, memory), 20);
        assert_eq!((struck, found), (20, run(None, program).1), "{program}");
    }
}

#[test]
fn what_is_not_sound_is_refused() {
    let place = Place::new("refused");
    let program = "winner(chomp(subsets(6, 5)))";
    let (code, right, err) = run(Some(&place.0), program);
    assert_eq!((code, right.trim()), (Some(0), "Second"), "{err}");
    let file = place.file().unwrap();
    let good = fs::read(&file).unwrap();
    let mut changed = good.clone();
    changed[good.len() / 2] ^= 4;
    let refused = |bytes: &[u8], reason: &str| {
        fs::write(&file, bytes).unwrap();
        let (code, out, err) = run(Some(&place.0), program);
        assert_eq!((code, out.as_str()), (Some(1), ""));
        assert!(err.contains(reason) && err.contains("checkpoint"), "{err}");
    };
    refused(&changed, "it is damaged");
    refused(&good[..good.len() - 9], "it ends too early");
    refused(b"", "it ends too early");
    refused(b"something else entirely", "it does not begin like one");
    // That of another computation.
    let other = Place::new("other");
    assert_eq!(run(Some(&other.0), "grundy(chomp(subsets(6)))").1.trim(), "3");
    refused(&fs::read(other.file().unwrap()).unwrap(), "it belongs to another computation");
    fs::remove_file(&file).unwrap();
    assert_eq!(run(Some(&place.0), program).1, right);
    // A place that cannot be used.
    let (code, _, err) = run(Some(&file), program);
    assert!(code == Some(1) && err.contains("checkpoint directory"), "{err}");
}

/// Seven processes with one directory, again and again: none dies, all agree, those that come late say who writes.
#[test]
fn processes_share_a_directory() {
    let straight = run(None, PROGRAM).1;
    for round in 0..6 {
        let place = Place::new(&format!("shared-{round}"));
        let started: Vec<_> = (0..7)
            .map(|_| command(Some(&place.0), PROGRAM).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap())
            .collect();
        for child in started {
            let output = child.wait_with_output().unwrap();
            let said = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(0), "round {round}: {said}");
            assert_eq!(String::from_utf8(output.stdout).unwrap(), straight);
            assert!(said.is_empty() || said.contains("is not kept"), "{said}");
        }
        let left = fs::read_dir(&place.0).unwrap().flatten().flat_map(|inner| fs::read_dir(inner.path()).unwrap());
        let left: Vec<String> = left.flatten().map(|entry| entry.file_name().into_string().unwrap()).collect();
        assert!(left.iter().all(|name| name == "lock" || name == "level.checkpoint"), "{left:?}");
        assert_eq!(run(Some(&place.0), PROGRAM).1, straight);
    }
}

/// A file-size limit, and a directory that cannot be written: the computation goes on and says so, once.
#[test]
#[cfg(unix)]
fn what_cannot_be_written_ends_nothing() {
    use std::os::unix::fs::PermissionsExt;
    let straight = run(None, PROGRAM).1;
    let place = Place::new("limited");
    let whole = command(Some(&place.0), PROGRAM);
    let mut shell = Command::new("sh");
    shell.args(["-c", "ulimit -f 1; exec \"$0\" \"$@\""]).arg(whole.get_program()).args(whole.get_args());
    shell.envs(whole.get_envs().filter_map(|(name, value)| Some((name, value?))));
    let output = shell.output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(
        (output.status.code(), String::from_utf8(output.stdout).unwrap()),
        (Some(0), straight.clone()),
        "{said}"
    );
    assert_eq!(said.matches("goes on without checkpoints").count(), 1, "{said}");
    // A directory that only may be read; root writes there all the same.
    let closed = Place::new("closed");
    fs::create_dir_all(&closed.0).unwrap();
    fs::set_permissions(&closed.0, fs::Permissions::from_mode(0o555)).unwrap();
    let (code, out, said) = run(Some(&closed.0), PROGRAM);
    fs::set_permissions(&closed.0, fs::Permissions::from_mode(0o755)).unwrap();
    assert_eq!((code, out), (Some(0), straight.clone()), "{said}");
    if fs::read_dir(&closed.0).unwrap().next().is_none() {
        assert!(said.contains("is not kept"), "{said}");
    }
    // No place for the key.
    let place = Place::new("keyless");
    let output = command(Some(&place.0), PROGRAM).env("XDG_STATE_HOME", "/dev/null").output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), String::from_utf8(output.stdout).unwrap()), (Some(0), straight), "{said}");
    assert!(said.contains("cannot be sealed") && said.contains("is not kept"), "{said}");
}

/// Where the directory is not the user's alone, links in it may lead to any file of the user's, and pipes keep who opens them.
#[test]
#[cfg(unix)]
fn nothing_is_written_through_links_or_pipes() {
    use std::os::unix::fs::symlink;
    let (place, aside) = (Place::new("linked"), Place::new("aside"));
    fs::create_dir_all(&aside.0).unwrap();
    let target = aside.0.join("target");
    fs::write(&target, "of another program").unwrap();
    let program = "winner(chomp(subsets(6, 5)))";
    assert_eq!(run(Some(&place.0), program).0, Some(0));
    let file = place.file().unwrap();
    let lock = file.with_file_name("lock");
    let pipe = |path: &Path| assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
    let goes_without = |why: &str| {
        let (code, out, said) = run(Some(&place.0), program);
        assert_eq!((code, out.trim()), (Some(0), "Second"), "{said}");
        assert!(said.contains(why) && said.contains("is not kept"), "{said}");
    };
    fs::remove_file(&lock).unwrap();
    symlink(&target, &lock).unwrap();
    goes_without("lock: it is a link");
    assert_eq!(fs::read_to_string(&target).unwrap(), "of another program");
    // Nor is a file made where a link leads nowhere.
    fs::remove_file(&lock).unwrap();
    symlink(aside.0.join("new"), &lock).unwrap();
    goes_without("lock: it is a link");
    assert!(!aside.0.join("new").exists());
    fs::remove_file(&lock).unwrap();
    pipe(&lock);
    goes_without("lock: it is not an ordinary file");
    fs::remove_file(&lock).unwrap();
    // Files of levels.
    let mut kept = checkpoint::open_with(&place.0, Duration::ZERO, Key([7; Key::BYTES])).unwrap();
    let runs = kept.keeper.as_mut().unwrap().runs().unwrap();
    symlink(&target, place.0.join("a.run")).unwrap();
    pipe(&place.0.join("b.run"));
    for (name, fresh) in [("a.run", true), ("a.run", false), ("b.run", true), ("b.run", false)] {
        assert!(runs.append(name, fresh).is_err(), "{name}");
    }
    assert!(runs.read("b.run").is_err());
    assert_eq!(fs::read_to_string(&target).unwrap(), "of another program");
    drop(kept);
    // What is kept.
    fs::remove_file(&file).unwrap();
    pipe(&file);
    let (code, out, said) = run(Some(&place.0), program);
    assert_eq!((code, out.as_str()), (Some(1), ""));
    assert!(said.contains("it is not an ordinary file"), "{said}");
}

/// Searches of some seconds, for who wins and for a nim-value.
const SEARCHES: [&str; 2] =
    [r#"print(outcome(Clobber("xoxox|oxoxo|xoxox|oxoxo"), method = "search"))"#, "print(grundy(Cram(grid(3, 9))))"];

#[test]
fn searches_killed_and_resumed() {
    for program in SEARCHES {
        let place = Place::new("search");
        let (code, straight, err) = run(None, program);
        assert_eq!(code, Some(0), "{err}");
        let (struck, kept, found) = killed(&place, program, Duration::from_millis(1500), 4);
        assert_eq!(found, straight, "{program}: {struck} kills, {kept} with a file");
        // Where it ended by itself, and asked once more.
        assert!(place.file().is_some());
        let (code, again, err) = run(Some(&place.0), program);
        assert_eq!((code, again, err.as_str()), (Some(0), straight, ""));
    }
}

/// Bounds end a search; what it knew by then is kept.
#[test]
fn searches_are_kept_when_a_bound_is_reached() {
    let place = Place::new("bounded-search");
    let mut stopped = command(Some(&place.0), SEARCHES[0]);
    let output = stopped.args(["--steps", "1000000"]).output().unwrap();
    assert_eq!(output.status.code(), Some(3), "{}", String::from_utf8_lossy(&output.stderr));
    let first = fs::metadata(place.file().unwrap()).unwrap().len();
    assert_eq!(run(Some(&place.0), SEARCHES[0]).1, "N\n");
    assert!(first > 10_000 && first < fs::metadata(place.file().unwrap()).unwrap().len());
}

/// Rules are named by all that they read: what was kept of others with the same name and text is not used.
#[test]
fn searches_of_other_rules() {
    let program = |steps: &str, least: u32| {
        format!(
            "steps = {steps}\nfits(n, k) = k + {least} <= n\n\
             game Race(n)\n  left Race(n - k) for k in steps if fits(n, k)\n  right Race(n - 1) if fits(n, 1)\nend\n\
             print(outcome(Race(30), method = \"search\"), outcome(Race(7), method = \"search\"))"
        )
    };
    let place = Place::new("rules");
    let (mut answers, mut most) = (Vec::new(), 0);
    for (steps, least) in [("[1, 2]", 0), ("[1, 2]", 3), ("[2]", 0), ("[2, 9]", 0), ("[3, 4]", 0)] {
        let program = program(steps, least);
        let (code, straight, err) = run(None, &program);
        assert_eq!(code, Some(0), "{err}");
        for _ in 0..2 {
            assert_eq!(run(Some(&place.0), &program), (Some(0), straight.clone(), String::new()));
        }
        let places = fs::read_dir(&place.0).unwrap().count();
        assert_eq!(places, most + 2, "{program}");
        most = places;
        answers.push(straight);
    }
    answers.sort();
    answers.dedup();
    assert!(answers.len() > 1, "{answers:?}");
    // What two functions share changes unseen: such rules have no name.
    let shared = "counted(n) = () -> n\nh = counted(2)\ngame G(k)\n  moves G(k - i) for i in 1..h() if i <= k\nend\n\
                  print(outcome(G(9), method = \"search\"))";
    let (code, out, err) = run(Some(&place.0), shared);
    assert_eq!((code, out), (Some(0), run(None, shared).1), "{err}");
    assert!(err.contains("no name that would last"), "{err}");
}

#[test]
fn searches_that_are_damaged_or_others_are_refused() {
    let program = "print(outcome(Domineering(grid(4, 5)), method = \"search\"))";
    let place = Place::new("damaged-search");
    assert_eq!(run(Some(&place.0), program).1, "L\n");
    let file = place.file().unwrap();
    let good = fs::read(&file).unwrap();
    let refused = |bytes: &[u8], reason: &str| {
        fs::write(&file, bytes).unwrap();
        let (code, out, err) = run(Some(&place.0), program);
        assert_eq!((code, out.as_str()), (Some(1), ""), "{err}");
        assert!(
            err.contains(reason)
                && err.contains("E0603")
                && err.contains("the checkpoint in `")
                && err.contains("/play-"),
            "{err}"
        );
    };
    for at in [20, good.len() / 2, good.len() - 1] {
        let mut changed = good.clone();
        changed[at] ^= 4;
        refused(&changed, "its seal is broken");
    }
    refused(&good[..good.len() - 9], "its seal is broken");
    refused(&good[..40], "it ends too early");
    refused(b"", "it does not begin like one");
    refused(b"something else entirely", "it does not begin like one");
    let other = Place::new("other-search");
    assert_eq!(run(Some(&other.0), "print(outcome(Domineering(grid(4, 4)), method = \"search\"))").1, "N\n");
    refused(&fs::read(other.file().unwrap()).unwrap(), "it belongs to another computation");
    // Somebody else's.
    fs::write(&file, &good).unwrap();
    let state = Place::new("other-state");
    let output = command(Some(&place.0), program).env("XDG_STATE_HOME", &state.0).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(1) && said.contains("E0603"), "{said}");
    assert_eq!(run(Some(&place.0), program), (Some(0), "L\n".into(), String::new()));
}

/// A checkpoint of somebody else, who has another key.
#[test]
fn another_users_checkpoint_is_refused() {
    let (place, other) = (Place::new("theirs"), Place::new("their-state"));
    let output =
        command(Some(&place.0), "winner(chomp(subsets(6, 5)))").env("XDG_STATE_HOME", &other.0).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let (code, _, said) = run(Some(&place.0), "winner(chomp(subsets(6, 5)))");
    assert!(code == Some(1) && said.contains("another key"), "{said}");
}

/// Runs commands with `$S` for ours where `$D` is a disk of 64 KiB; gives what they write. `None`: the system lets nobody mount one.
#[cfg(target_os = "linux")]
fn on_a_small_disk(commands: &str) -> Option<String> {
    let place = Place::new("disk");
    fs::create_dir_all(&place.0).unwrap();
    let script = format!("mount -t tmpfs -o size=64k tmpfs \"$D\" 2>/dev/null || exit 77\n{commands}");
    let mut shell = Command::new("unshare");
    shell.args(["-rm", "sh", "-c", &script]).env("D", &place.0).env("S", env!("CARGO_BIN_EXE_sprague"));
    let output = shell.env("XDG_STATE_HOME", place.0.join("state")).output().ok()?;
    let said = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat();
    (output.status.success()).then_some(said)
}

/// A disk that is full: computations go on without checkpoints, what cannot be written is an error, and nothing is left half written.
#[test]
#[cfg(target_os = "linux")]
#[allow(clippy::print_stderr)]
fn a_full_disk_tears_nothing() {
    let straight = run(None, PROGRAM).1;
    let kept = format!(
        "head -c 53248 /dev/zero > $D/fill; $S --checkpoint $D/levels eval '{PROGRAM}' || exit 1; find $D -name '*.part'"
    );
    let Some(said) = on_a_small_disk(&kept) else {
        eprintln!("not tested: no small disk can be mounted here");
        return;
    };
    assert!(said.starts_with(&straight) && !said.contains(".part"), "{said}");
    assert!(
        said.contains("No space left on device") && (said.contains("goes on without") || said.contains("is not kept")),
        "{said}"
    );
    // The values saved before stay.
    let saved = r#"
        heap="heap G = octal 0.16"
        $S eval "$heap
        x = nim_values(G, 1000)
        print(save_values(G, \"$D/values\"))
        x = nim_values(G, 200000)
        save_values(G, \"$D/values\")" && exit 1
        ls -A $D
        $S eval "$heap
        print(load_values(G, \"$D/values\"))""#;
    let said = on_a_small_disk(saved).unwrap();
    assert!(
        said.starts_with("1001\nvalues\n1001\n") && said.contains("values cannot be written: No space left"),
        "{said}"
    );
    // Reports, results and history.
    let reported = r#"
        printf 'question q1 "2 + 2"\n  expect 4\nend\n' > $D/key.cgt; echo 'answer q1 = 4' > $D/ada.cgt
        cat /dev/zero > $D/fill 2>/dev/null
        for format in json csv gradescope; do
          $S grade $D/key.cgt $D/ada.cgt --format $format --output $D/report.$format; echo "status $?"
        done
        $S eval 'print("x" * 100000)' > $D/out; echo "status $?"
        ls -A $D"#;
    let said = on_a_small_disk(reported).unwrap();
    assert_eq!((said.matches("status 2").count(), said.matches("status 1").count()), (3, 1), "{said}");
    assert_eq!(said.matches("no space left on device").count(), 4, "{said}");
    assert!(!said.contains("\nreport.") && !said.contains(".part"), "{said}");
}

/// On the disk: written aside, renamed, resumed; a leftover of a kill while writing is ignored.
#[test]
fn checkpoints_in_a_directory() {
    let place = std::env::temp_dir().join(format!("sprague-checkpoints-{}", std::process::id()));
    let h = Handle::default();
    let open = || checkpoint::open_with(&place, Duration::ZERO, Key([7; Key::BYTES])).unwrap();
    let mut kept = open();
    let count = |kept: &mut Option<Box<dyn Checkpoints>>, memory: Option<usize>| {
        let h = Handle::new(Limits { memory, ..Limits::default() });
        let options = Options { checkpoints: kept.as_deref_mut().map(|k| k as _), ..Options::threads(2) };
        extensions::of_truncated(6, 6, options, &h).map(|r| r.count)
    };
    // Too little memory for the middle levels: what was kept before remains.
    let stopped = count(&mut kept.keeper, Some(40_000));
    assert!(matches!(stopped, Err(Error::Stop(Stop::Memory(_)))), "{stopped:?}");
    let whole = extensions::of_truncated(6, 6, Options::threads(1), &h).unwrap().count;
    // Who comes second reads what is there, and writes nothing.
    fs::write(place.join(".sprague-17a.part"), b"half a level").unwrap();
    let mut second = open();
    assert!(second.why.as_ref().is_some_and(|why| why.contains(&format!("Process {}", std::process::id()))));
    let before = fs::read(place.join("level.checkpoint")).unwrap();
    assert_eq!(count(&mut second.keeper, None), Ok(whole.clone()));
    assert_eq!(fs::read(place.join("level.checkpoint")).unwrap(), before);
    // What a kill left aside is swept away by the next that may write.
    drop((kept, second));
    let mut kept = open();
    assert!(kept.why.is_none() && !place.join(".sprague-17a.part").exists());
    assert_eq!(count(&mut kept.keeper, None), Ok(whole));
    assert!(fs::metadata(place.join("level.checkpoint")).unwrap().len() < 20_000);
    fs::write(place.join("level.checkpoint"), b"something else").unwrap();
    assert!(matches!(count(&mut kept.keeper, None), Err(Error::Checkpoint(_))));
    fs::remove_dir_all(&place).unwrap();
}
