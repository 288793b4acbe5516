//! Reporting names.

pub(in crate::pages) const REPORT_NAME: &str = "Report name";
pub(in crate::pages) const REPORT_A_NAME: &str = "Report a name";
pub(in crate::pages) const REPORTED_TITLE: &str = "Thank you";
pub(in crate::pages) const REPORTED: &str = "The name is reported. Once people from several networks have \
    reported it, it is hidden until the keeper of this server decides.";
pub(in crate::pages) const NOT_REPORTED: &str = "The name was not reported";
pub(in crate::pages) const WHY_REPORT: &str =
    "If a player’s name insults or threatens somebody, the keeper of this server can hide it.";
