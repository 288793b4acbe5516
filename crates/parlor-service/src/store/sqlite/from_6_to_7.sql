-- How a file of format 6 becomes one of format 7: all its games are by version 1 of the dice. A
-- program that knows only format 6 would miss that a game's config has another version, and roll
-- dice that are not those of the game. What is there already has no heads.
ALTER TABLE entry ADD COLUMN head BLOB;
PRAGMA user_version = 7;
