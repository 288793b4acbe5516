-- How a file of format 5 becomes one of format 6: all its games have begun at the usual start. A
-- program that knows only format 5 would miss that a game's config has another one.
PRAGMA user_version = 6;
