-- Format 7 of the file of games. Later formats are made from it, step by step, in a new file as well.
-- Whoever changes the format raises it in open.rs, and adds a step there.
PRAGMA application_id = 1348563564; -- "Parl"
PRAGMA user_version = 7;

CREATE TABLE game (
    id TEXT NOT NULL PRIMARY KEY,
    plan TEXT NOT NULL,
    secret BLOB NOT NULL,
    keys TEXT NOT NULL,
    is_over INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX open_game ON game (id) WHERE is_over = 0;

CREATE TABLE entry (
    game TEXT NOT NULL REFERENCES game (id),
    version INTEGER NOT NULL CHECK (version > 0),
    at INTEGER NOT NULL,
    action_id TEXT,
    happening TEXT NOT NULL,
    head BLOB,
    PRIMARY KEY (game, version),
    UNIQUE (game, action_id)
) STRICT, WITHOUT ROWID;

-- Formats 4 and 6 have the tables of those before; what is new is in the JSON, see
-- from_3_to_4.sql and from_5_to_6.sql. New in format 7 is the head of the log with each
-- entry, which those from before do not have.

-- New in format 3: games that are over and were left alone for a while, each in one
-- piece, whose make-up archive.rs tells. They have no rows in game and entry.
CREATE TABLE archived (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    touched INTEGER NOT NULL,
    packed BLOB NOT NULL
) STRICT;

-- Of games in either table.
CREATE TABLE holding (
    game TEXT NOT NULL,
    seat TEXT NOT NULL,
    browser BLOB NOT NULL,
    since INTEGER NOT NULL,
    PRIMARY KEY (game, seat, browser)
) STRICT, WITHOUT ROWID;
CREATE INDEX holding_of_browser ON holding (browser, since);

-- New in format 5: the hashes of codes that lead to seats of games in either table.
CREATE TABLE invite (
    code BLOB NOT NULL PRIMARY KEY,
    game TEXT NOT NULL,
    seats TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX invite_of_game ON invite (game);

-- New in format 2. `open` stands here while a server uses the file; since format 7,
-- `receipts` is the secret by which they are signed, in hexadecimal.
CREATE TABLE state (
    name TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
