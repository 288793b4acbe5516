//! The list of all checks.

/// Calls a macro with the names of all checks.
macro_rules! every_check {
    ($call:ident) => {
        $call! {
            entries_come_back_in_order
            entries_after_a_version_come_back
            heads_come_back_and_of_archived_games_the_last
            a_number_that_is_not_the_next_is_refused
            an_action_is_kept_once
            an_action_may_be_named_alike_in_another_game
            one_of_many_that_want_a_version_gets_it
            one_of_many_copies_of_an_action_is_kept
            refusals_leave_the_entries_beside_them_alone
            large_entries_come_back_whole
            hostile_text_comes_back_as_it_was
            an_unknown_game_is_empty
            a_game_comes_back_as_it_was_made
            a_game_is_made_once
            one_of_many_that_make_a_game_makes_it
            a_game_is_made_together_with_the_entry_that_leads_to_it
            a_game_is_not_made_without_the_entry_that_leads_to_it
            a_seat_is_held_once
            seats_held_come_back_the_latest_first
            a_seat_of_no_game_cannot_be_held
            a_code_leads_to_its_game_until_that_is_deleted
            a_code_of_one_game_is_not_taken_for_another
            open_games_are_counted
            idle_games_are_found_the_oldest_first
            games_that_are_over_are_found_the_oldest_first
            games_that_are_over_are_archived_and_say_the_same
            an_archived_game_can_go_on_and_be_deleted
            games_are_listed_by_their_names
            a_game_that_is_deleted_is_nowhere_any_more
            the_latest_entry_of_a_game_that_goes_on_is_known
            what_no_store_can_keep_is_refused
            one_secret_signs_receipts_for_ever
            a_store_in_order_says_so
            a_closed_store_takes_nothing
        }
    };
}
pub(crate) use every_check;
