//! The keeper's commands on the lobby.

use clap::{Args, Subcommand};
use parlor_service::client_net::Prefix;
use parlor_service::service::{LONGEST_NAME, checked_name};
use parlor_service::store::moderation::FoldedName;

use super::{GamesPlace, whole};

#[derive(Debug, Subcommand)]
pub(crate) enum LobbyCommand {
    /// List the names that were reported or decided on, those reported most first
    ///
    /// A line has the state, how many networks have reported the name in the
    /// last 90 days, when the last report came (UTC), and the name in lower case.
    /// The states are `shown`, `hidden` (by three reports, until you decide),
    /// `kept hidden` and `kept shown` (by you).
    #[command(after_help = "\
Examples:
  parlor lobby reports
  parlor lobby reports --data /var/lib/parlor --json
  parlor lobby reports --database-url postgres://parlor@db.example.org/parlor")]
    Reports(LobbyListArgs),
    /// Hide a name: in the lobby and in new games of it, its bearer is Somebody
    ///
    /// Capital letters make no difference.
    #[command(after_help = "\
Examples:
  parlor lobby hide 'Rude Name'")]
    Hide(NameArgs),
    /// Show a name, whoever reports it
    #[command(after_help = "\
Examples:
  parlor lobby allow Dick")]
    Allow(NameArgs),
    /// Forget what you decided about names, so that reports count for them again
    ///
    /// A name that three networks have reported is hidden again; one that nobody
    /// has reported leaves the list. The reports themselves are kept.
    #[command(after_help = "\
Examples:
  parlor lobby forget Dick
  parlor lobby forget 'Rude Name' Dick --data /var/lib/parlor

Exit codes: 0 all are forgotten, 1 nothing was decided about one, 2 bad usage.")]
    Forget {
        #[command(flatten)]
        place: GamesPlace,
        /// The names; quote those that have spaces.
        #[arg(value_name = "NAME", required = true, value_parser = parse_name)]
        names: Vec<FoldedName>,
    },
    /// Block a network: its clients can watch and go on with their games, but begin none
    ///
    /// Those of it who wait in the lobby are withdrawn. Blocked again, it is
    /// blocked for the new time.
    #[command(after_help = "\
Examples:
  parlor lobby block 192.0.2.7
  parlor lobby block 192.0.2.0/24 --days 30
  parlor lobby block 2001:db8:1::/48 --data /var/lib/parlor")]
    Block {
        #[command(flatten)]
        place: GamesPlace,
        /// An address, or a network of 8 to 32 bits of IPv4 or 16 to 64 of IPv6.
        #[arg(value_name = "NETWORK")]
        network: Prefix,
        /// For how many days, 1 to 3650.
        #[arg(long, value_name = "N", default_value_t = 7, allow_negative_numbers = true,
            value_parser = whole::<u16>(1..=3650))]
        days: u16,
    },
    /// End the block of a network
    #[command(after_help = "\
Examples:
  parlor lobby unblock 192.0.2.0/24")]
    Unblock {
        #[command(flatten)]
        place: GamesPlace,
        /// The network, as `parlor lobby blocks` shows it.
        #[arg(value_name = "NETWORK")]
        network: Prefix,
    },
    /// List the networks that are blocked, and until when (UTC)
    #[command(after_help = "\
Examples:
  parlor lobby blocks
  parlor lobby blocks --json")]
    Blocks(LobbyListArgs),
}

/// The options of the lists.
#[derive(Args, Debug)]
pub(crate) struct LobbyListArgs {
    #[command(flatten)]
    pub(crate) place: GamesPlace,
    /// Print one JSON object per line and nothing else.
    #[arg(long)]
    pub(crate) json: bool,
}

/// A name to decide on.
#[derive(Args, Debug)]
pub(crate) struct NameArgs {
    #[command(flatten)]
    pub(crate) place: GamesPlace,
    /// The name; quote it if it has spaces.
    #[arg(value_name = "NAME", value_parser = parse_name)]
    pub(crate) name: FoldedName,
}

fn parse_name(text: &str) -> Result<FoldedName, String> {
    let checked = checked_name(text);
    checked.map(|name| FoldedName::of(&name)).map_err(|_| {
        format!(
            "nobody can be called so: a name has 1 to {LONGEST_NAME} characters that can be shown \
             in a line"
        )
    })
}
