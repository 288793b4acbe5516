-- The format of the file of games. Whoever changes it raises user_version, here
-- and in open.rs, and says there how an older file becomes a newer one.
PRAGMA application_id = 1348563564; -- "Parl"
PRAGMA user_version = 9;

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

-- New in format 8: who waits in the lobby for somebody to play with, and who was paired with
-- whom. `game` is null for as long as somebody waits; `seat` and `waited` (milliseconds) are
-- there once it is not. `made` is in milliseconds since 1970.
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

-- New in format 9: names of the lobby that were reported, by how many networks in the time for which
-- reports count, and when last; `decision` is a keeper's, `hidden` or `shown`. Each report of a network
-- has a row as well. Then the networks that may only look on, as text such as 192.0.2.0/24. All times are
-- in milliseconds since 1970.
CREATE TABLE reported_name (
    name TEXT NOT NULL PRIMARY KEY,
    reports INTEGER NOT NULL,
    last INTEGER,
    decision TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX hidden_name ON reported_name (name)
    WHERE decision = 'hidden' OR (decision IS NULL AND reports >= 3);
CREATE TABLE name_report (
    name TEXT NOT NULL,
    net TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (name, net)
) STRICT, WITHOUT ROWID;
CREATE INDEX report_of_net ON name_report (net, at);
CREATE INDEX report_by_time ON name_report (at);
CREATE TABLE blocked_network (
    network TEXT NOT NULL PRIMARY KEY,
    until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- New in format 2. `open` stands here while a server uses the file; since format 7,
-- `receipts` is the secret by which they are signed, in hexadecimal.
CREATE TABLE state (
    name TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
