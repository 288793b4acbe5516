//! The cache folder.

use core::ops::ControlFlow;
use std::fs::{self, File, FileTimes};
use std::path::{Path, PathBuf};
use std::sync::Barrier;
use std::thread;
use std::time::{Duration, SystemTime};

use ludo_rules::Seat;
use ludo_solver::exact::Seating;
use ludo_solver::exact::cache::{
    self, CacheError, CacheProgress, Cached, Origin, Reading, load, load_or_solve, path_for, save,
};

use crate::values;

/// An empty folder for a test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).expect("an old folder goes");
    }
    fs::create_dir_all(&folder).expect("the scratch folder takes folders");
    folder
}

/// The names in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("it is there");
    let mut names: Vec<String> = entries
        .map(|entry| {
            entry
                .expect("it can be read")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    names.sort();
    names
}

fn not_solved(progress: CacheProgress) -> ControlFlow<()> {
    panic!("solving although the values are cached: {progress:?}");
}

/// What the folder gives, to the end.
fn from(folder: &Path) -> Cached {
    let on = |_| ControlFlow::Continue(());
    load_or_solve(folder, Seating::Opposite, Reading::Copied, on).expect("nothing stops it")
}

/// The file of opposite seats and its lock.
const FILES: [&str; 2] = ["ludo-opposite.lock", "ludo-opposite.values"];

#[test]
fn kept_values_are_not_solved_again_and_no_lock_is_needed() {
    let folder = folder("kept");
    let values = values([Seat::A, Seat::C]);
    save(&path_for(&folder, Seating::Opposite), values).expect("it can be written");
    for reading in [Reading::Copied, Reading::Mapped] {
        let cached = load_or_solve(&folder, Seating::Opposite, reading, not_solved);
        let cached = cached.expect("nothing stops it");
        assert!(cached.error.is_none() && cached.origin == Origin::Loaded);
        assert_eq!(cached.values.is_mapped(), reading == Reading::Mapped);
        assert!(cached.values.to_bytes() == values.to_bytes());
        let loaded = load(&folder, Seating::Opposite, reading);
        assert!(loaded.is_some_and(|loaded| loaded.to_bytes() == values.to_bytes()));
        assert!(load(&folder, Seating::Adjacent, reading).is_none());
    }
    assert_eq!(names(&folder), ["ludo-opposite.values"]);
}

#[test]
fn a_broken_or_shortened_kept_file_is_replaced() {
    let folder = folder("broken").join("not there yet");
    let values = values([Seat::A, Seat::C]);
    let path = path_for(&folder, Seating::Opposite);
    fs::create_dir_all(&folder).expect("it can be made");
    let whole = values.to_bytes();
    let cut_off = whole[..whole.len() / 2].to_vec();
    let mut altered = whole.clone();
    altered[1_000_000] ^= 1;
    for wrong in [cut_off, altered, values.quantized().to_bytes()] {
        for reading in [Reading::Copied, Reading::Mapped] {
            let mut sweeps = 0;
            fs::write(&path, &wrong).expect("it can be written");
            let cached = load_or_solve(&folder, Seating::Opposite, reading, |progress| {
                if let CacheProgress::Solving(sweep) = progress {
                    sweeps = sweep.sweeps;
                }
                ControlFlow::Continue(())
            });
            let Cached {
                values,
                origin,
                error,
            } = cached.expect("nothing stops it");
            assert!(error.is_none() && sweeps > 0 && origin == Origin::Solved);
            assert!(values.to_bytes() == whole && !values.is_mapped());
            assert!(fs::read(&path).expect("it is there") == whole);
            assert_eq!(names(&folder), FILES);
        }
    }
}

#[test]
fn a_folder_that_takes_no_file_still_gives_values_and_the_reason() {
    let file = folder("unwritable").join("a file");
    fs::write(&file, "no folder").expect("it can be written");
    let cached = from(&file);
    assert!(matches!(cached.error, Some(CacheError::NotSaved(_))));
    assert_eq!(cached.origin, Origin::Solved);
    assert!(cached.values.to_bytes() == values([Seat::A, Seat::C]).to_bytes());
    assert_eq!(fs::read(&file).expect("it is there"), b"no folder");
}

#[test]
fn what_cannot_be_locked_is_solved_and_saved_all_the_same() {
    let folder = folder("unlockable");
    fs::create_dir(folder.join("ludo-opposite.lock")).expect("it can be made");
    let cached = from(&folder);
    assert!(matches!(cached.error, Some(CacheError::NotLocked(_))));
    assert_eq!(cached.origin, Origin::Solved);
    let saved = load(&folder, Seating::Opposite, Reading::Copied);
    assert!(saved.is_some_and(|saved| saved.to_bytes() == cached.values.to_bytes()));
    assert!(cached.values.to_bytes() == values([Seat::A, Seat::C]).to_bytes());
}

#[test]
fn of_many_who_need_values_at_once_one_solves_and_the_others_wait_for_it() {
    // Locks are those of open files, so threads that open their own are like processes.
    const MANY: usize = 6;
    let folder = folder("together");
    let begin = Barrier::new(MANY);
    let ask = || {
        begin.wait();
        from(&folder)
    };
    let found: Vec<Cached> = thread::scope(|scope| {
        let threads: Vec<_> = (0..MANY).map(|_| scope.spawn(ask)).collect();
        let joined = threads.into_iter().map(thread::ScopedJoinHandle::join);
        joined.map(|found| found.expect("none panics")).collect()
    });
    let solved = found
        .iter()
        .filter(|cached| cached.origin == Origin::Solved);
    assert_eq!(solved.count(), 1);
    assert!(found.iter().all(|cached| cached.error.is_none()));
    let right = values([Seat::A, Seat::C]).to_bytes();
    assert!(found.iter().all(|cached| cached.values.to_bytes() == right));
    assert_eq!(names(&folder), FILES);
}

#[test]
fn who_waits_can_be_stopped_and_takes_the_file_while_the_lock_is_held() {
    let folder = folder("held");
    let holder = File::create(folder.join("ludo-opposite.lock")).expect("it can be made");
    holder.lock().expect("nobody holds it");
    let mut looks = 0;
    let stopped = load_or_solve(&folder, Seating::Opposite, Reading::Copied, |progress| {
        assert_eq!(progress, CacheProgress::Waiting);
        looks += 1;
        if looks < 3 {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    assert!(stopped.is_none() && looks == 3);
    let values = values([Seat::A, Seat::C]);
    let cached = load_or_solve(&folder, Seating::Opposite, Reading::Mapped, |progress| {
        assert_eq!(progress, CacheProgress::Waiting);
        save(&path_for(&folder, Seating::Opposite), values).expect("it can be written");
        ControlFlow::Continue(())
    });
    let cached = cached.expect("nothing stops it");
    assert!(cached.origin == Origin::Loaded && cached.values.to_bytes() == values.to_bytes());
}

#[test]
fn who_is_stopped_while_solving_frees_the_lock_and_leaves_no_values() {
    let folder = folder("stopped");
    let stopped = load_or_solve(&folder, Seating::Opposite, Reading::Copied, |progress| {
        assert!(matches!(progress, CacheProgress::Solving(_)));
        ControlFlow::Break(())
    });
    assert!(stopped.is_none());
    assert_eq!(names(&folder), ["ludo-opposite.lock"]);
    let lock = File::open(folder.join("ludo-opposite.lock")).expect("it is there");
    assert!(lock.try_lock().is_ok());
}

#[test]
fn a_mapped_table_outlives_the_file_that_replaces_it() {
    let folder = folder("replaced");
    let path = path_for(&folder, Seating::Opposite);
    let values = values([Seat::A, Seat::C]);
    save(&path, values).expect("it can be written");
    let cached = load_or_solve(&folder, Seating::Opposite, Reading::Mapped, not_solved);
    let mapped = cached.expect("nothing stops it").values;
    // Where a mapped file cannot be replaced, as on Windows, it stays.
    let _ = save(&path, &values.quantized());
    assert!(mapped.is_mapped() && mapped.to_bytes() == values.to_bytes());
    assert_eq!(
        mapped.first_player([Seat::A, Seat::C]),
        values.first_player([Seat::A, Seat::C])
    );
    assert!(mapped.quantized().to_bytes() == values.quantized().to_bytes());
    drop(mapped);
}

#[test]
fn a_file_of_another_seating_is_not_taken() {
    let folder = folder("another");
    let path = path_for(&folder, Seating::Opposite);
    save(&path, values([Seat::A, Seat::B])).expect("it can be written");
    let cached = from(&folder);
    assert_eq!(cached.origin, Origin::Solved);
    assert_eq!(cached.values.seating(), Seating::Opposite);
}

#[test]
fn an_old_file_that_nobody_touches_is_read_once() {
    // A file that was refused is not read again at each look at the lock.
    let folder = folder("once");
    let path = path_for(&folder, Seating::Opposite);
    fs::write(&path, "refused").expect("it can be written");
    let file = File::options()
        .write(true)
        .open(&path)
        .expect("it is there");
    let old = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000);
    let times = FileTimes::new().set_modified(old);
    file.set_times(times).expect("it is ours");
    let holder = File::create(folder.join("ludo-opposite.lock")).expect("it can be made");
    holder.lock().expect("nobody holds it");
    let whole = values([Seat::A, Seat::C]).to_bytes();
    let mut looks = 0;
    let cached = load_or_solve(&folder, Seating::Opposite, Reading::Copied, |_| {
        looks += 1;
        match looks {
            // The same length and time as before: taken for the same file.
            1 => {
                fs::write(&path, "ignored").expect("it can be written");
                file.set_times(times).expect("it is ours");
            }
            2 => fs::write(&path, &whole).expect("it can be written"),
            _ => panic!("the file is there"),
        }
        ControlFlow::Continue(())
    });
    assert!(cached.is_some_and(|cached| cached.origin == Origin::Loaded));
    assert_eq!(looks, 2);
}

#[test]
fn the_variable_names_the_folder_unless_it_is_empty() {
    let user = || Some(PathBuf::from("/home/ann/.cache/parlor"));
    let folder = |named: Option<&str>, user| cache::folder(named.map(Into::into), user);
    assert_eq!(folder(None, user()), user());
    assert_eq!(folder(Some(""), user()), user());
    assert_eq!(folder(Some("/scratch"), user()), Some("/scratch".into()));
    assert_eq!(folder(Some("here"), None), Some("here".into()));
    assert_eq!(folder(None, None), None);
}

#[test]
fn a_folder_is_tried_out_without_a_trace() {
    let folder = folder("tried").join("not there yet");
    assert!(cache::try_out(&folder).is_ok());
    assert_eq!(names(&folder), [""; 0]);
    let file = folder.join("a file");
    fs::write(&file, "no folder").expect("it can be written");
    assert!(cache::try_out(&file).is_err());
}

#[test]
fn nothing_half_written_is_left_where_saving_fails() {
    let folder = folder("half");
    let taken = folder.join("taken");
    fs::create_dir_all(taken.join("by a folder")).expect("it can be made");
    assert!(save(&taken, &values([Seat::A, Seat::C]).quantized()).is_err());
    assert_eq!(names(&folder), ["taken"]);
}
