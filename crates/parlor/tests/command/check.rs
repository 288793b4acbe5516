//! `parlor check` finds the checker of the Python package, or says how to install it.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Output;

use crate::{parlor, text};

/// A folder that is all of the path, with these programs in it.
fn folder(name: &str, programs: &[(&str, &str)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).expect("the folder can be made");
    for (program, script) in programs {
        let path = folder.join(program);
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).expect("it can be written");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("it is ours");
    }
    folder
}

fn check(path: &Path, words: &[&str]) -> Output {
    let mut command = parlor();
    command.env("PATH", path).arg("check").args(words);
    command.output().expect("the command starts")
}

#[test]
fn the_checker_on_the_path_gets_the_arguments_and_gives_the_exit_code() {
    let path = folder("checker", &[("parlor-check", "echo \"$@\"; exit 1")]);
    let output = check(&path, &["--json", "My Game.py", "--seed", "3"]);
    assert_eq!(text(&output.stdout), "--json My Game.py --seed 3\n");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn the_checker_of_an_interpreter_is_found_too() {
    let script = "case \"$2\" in *main*) echo \"$@\";; esac";
    let path = folder("interpreter", &[("python3", "exit 1"), ("python", script)]);
    let output = check(&path, &["LudoGame.py"]);
    // `test_check_starts.py` runs the same line on a real interpreter.
    assert_eq!(
        text(&output.stdout),
        "-c import sys; sys.path[:] = filter(None, sys.path); \
         from parlor.check.start import main; sys.exit(main()) LudoGame.py\n"
    );
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn without_the_checker_the_line_that_installs_it_is_reported() {
    let output = check(&folder("nothing", &[]), &["LudoGame.py"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        text(&output.stderr),
        "parlor: parlor-check is not installed; install it with: pip install parlor-games\n"
    );
}
