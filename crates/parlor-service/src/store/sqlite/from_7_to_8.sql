-- How a file of format 7 becomes one of format 8, which has a lobby.

-- Who waits in the lobby for somebody to play with, and who was paired with whom. `game` is null for
-- as long as somebody waits; `seat` and `waited` (milliseconds) are there once it is not. `made` is in
-- milliseconds since 1970.
CREATE TABLE challenge (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    terms TEXT NOT NULL,
    name TEXT,
    key BLOB NOT NULL,
    browser BLOB,
    net TEXT NOT NULL,
    is_bot INTEGER NOT NULL,
    made INTEGER NOT NULL,
    game TEXT,
    seat TEXT,
    waited INTEGER
) STRICT;
CREATE INDEX waiting_challenge ON challenge (number) WHERE game IS NULL;
CREATE INDEX challenge_of_game ON challenge (game) WHERE game IS NOT NULL;
CREATE INDEX paired_challenge ON challenge (terms, number) WHERE game IS NOT NULL;
PRAGMA user_version = 8;
