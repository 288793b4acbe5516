//! The licenses of what is built in.

use std::process::Stdio;

use crate::{parlor, quiet, run, text};

#[test]
fn our_own_license_comes_first_then_every_part_then_the_texts() {
    let printed = quiet(&["--licenses"], "");
    let own = format!(
        "Parlor {} is licensed under MIT OR Apache-2.0, at your choice.\n\nMIT License\n",
        env!("CARGO_PKG_VERSION")
    );
    assert!(printed.starts_with(&own), "{}", &printed[..200]);
    let (list, texts) = printed
        .split_once(&"=".repeat(80))
        .expect("a line parts the list from the texts");
    // One of each kind of license, by crates that nothing here could do without.
    for (name, license) in [
        ("tokio ", "MIT"),
        ("serde ", "MIT OR Apache-2.0"),
        ("subtle ", "BSD-3-Clause"),
        ("option-ext ", "MPL-2.0"),
        ("icu_properties ", "Unicode-3.0"),
        ("SQLite, ", "public domain"),
        ("the Rust standard library ", "MIT OR Apache-2.0"),
    ] {
        let is_there = list
            .lines()
            .any(|line| line.starts_with(name) && line.ends_with(&format!("  {license}")));
        assert!(is_there, "{name} under {license} in:\n{list}");
    }
    for title in [
        "Mozilla Public License Version 2.0",
        "UNICODE LICENSE V3",
        "Permission is hereby granted, free of charge",
        "Redistribution and use in source and binary forms",
    ] {
        assert!(texts.contains(title), "{title}");
    }
}

#[test]
fn every_part_but_what_is_public_has_a_whole_text() {
    let printed = quiet(&["--licenses"], "");
    let rule = "=".repeat(80);
    let mut pieces = printed.split(&rule);
    let list = pieces.next().expect("there is a list");
    let sections: Vec<(Vec<&str>, &str)> = pieces
        .filter_map(|piece| piece.trim_start().split_once("\n\n"))
        .map(|(names, text)| (names.lines().collect(), text))
        .collect();
    let (_, parts) = list.rsplit_once("holds none.\n\n").expect("a list");
    let without: Vec<&str> = parts
        .lines()
        .filter_map(|line| line.split_once("  "))
        .map(|(name, _)| name)
        .filter(|name| {
            // Some crates hold no more than a path to the text, or say where it is.
            !sections
                .iter()
                .any(|(names, text)| names.contains(name) && text.split_whitespace().count() > 90)
        })
        .collect();
    assert_eq!(without, ["SQLite, which libsqlite3-sys holds"]);
}

#[test]
fn a_reader_who_has_read_enough_does_no_harm() {
    let mut child = parlor()
        .arg("--licenses")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    // It is longer than a pipe holds.
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the command ends");
    assert_eq!(text(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn licenses_are_asked_for_alone() {
    let output = run(&["--licenses", "--no-open"], "");
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stdout));
    assert!(text(&output.stderr).contains("--licenses"));
}
