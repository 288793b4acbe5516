-- How a file of format 4 becomes one of format 5: games of before have no codes. A program that
-- knows only format 4 cannot read that a player gave a name while the game waited.
CREATE TABLE invite (
    code BLOB NOT NULL PRIMARY KEY,
    game TEXT NOT NULL,
    seats TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX invite_of_game ON invite (game);
PRAGMA user_version = 5;
