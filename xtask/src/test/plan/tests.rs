use std::collections::BTreeSet;

use super::{PREREQUISITES, STEPS, WORKING_TREE, step, with_needs};

#[test]
fn every_step_is_below_those_that_it_waits_for() {
    let mut above = BTreeSet::new();
    for step in STEPS {
        for name in step.needs.iter().chain(step.after) {
            assert!(above.contains(name), "{} waits for {name}", step.name);
        }
        assert!(above.insert(step.name), "{} is there twice", step.name);
    }
}

#[test]
fn the_first_and_the_last_step_frame_all_others() {
    assert_eq!(STEPS.first().unwrap().name, PREREQUISITES);
    assert_eq!(STEPS.last().unwrap().name, WORKING_TREE);
}

#[test]
fn a_named_step_comes_after_what_it_needs() {
    let named = [step("api-contract").unwrap(), step("python-stubs").unwrap()];
    let names: Vec<&str> = with_needs(&named).iter().map(|step| step.name).collect();
    let mut expected = vec![
        PREREQUISITES,
        "python-tools",
        "build",
        "python-wheel",
        "api-tools",
        "api-contract",
        "python-stubs",
    ];
    expected.sort_by_key(|name| STEPS.iter().position(|step| step.name == *name));
    assert_eq!(names, expected);
}

#[test]
fn an_unknown_name_is_answered_with_those_that_there_are() {
    let error = step("web").unwrap_err().to_string();
    assert!(error.starts_with("there is no step `web`; there are prerequisites, "));
}
