-- Format 1 of a database of games. Later formats are made from it, step by step, in a new database as well.
-- Whoever changes the format raises FORMAT in open.rs, and adds a step by which an older database becomes a
-- newer one while nodes of the older program still use it: columns and tables are added, and what the older
-- program needs stays until none of its nodes runs.
CREATE SCHEMA parlor;

-- `format` is the number of this format, and `reader` that of the oldest program that can use it;
-- `receipts` is the secret by which receipts are signed, and `cluster` the key of the nodes' messages,
-- both in hexadecimal.
CREATE TABLE parlor.state (
    name text PRIMARY KEY,
    value text NOT NULL
);
INSERT INTO parlor.state (name, value) VALUES ('format', '1'), ('reader', '1');

-- Every game: how long its log is, and which node may append to it, in which epoch. An entry is
-- appended by an update of this row, so that two nodes that want to append wait for each other, and
-- the later one finds the version or the epoch changed. It is narrow, as every entry rewrites it.
CREATE TABLE parlor.log (
    game text COLLATE "C" PRIMARY KEY,
    version bigint NOT NULL,
    touched bigint NOT NULL,
    holders bigint NOT NULL DEFAULT 0,
    owner bigint,
    epoch bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 60);

-- Games that are not archived.
CREATE TABLE parlor.game (
    id text COLLATE "C" PRIMARY KEY,
    plan text NOT NULL,
    secret bytea NOT NULL,
    keys text NOT NULL,
    is_over boolean NOT NULL DEFAULT false
);
CREATE INDEX open_game ON parlor.game (id) WHERE NOT is_over;

CREATE TABLE parlor.entry (
    game text COLLATE "C" NOT NULL,
    version bigint NOT NULL CHECK (version > 0),
    at bigint NOT NULL,
    action_id bytea,
    happening text NOT NULL,
    head bytea,
    PRIMARY KEY (game, version),
    UNIQUE (game, action_id)
);

-- Games that are over and were left alone for a while, each in one piece, whose make-up archive.rs
-- tells. They have no rows in game and entry.
CREATE TABLE parlor.archived (
    id text COLLATE "C" PRIMARY KEY,
    packed bytea NOT NULL
);
ALTER TABLE parlor.archived ALTER COLUMN packed SET STORAGE EXTERNAL;

-- A seat is the number of its letter in Unicode, as text cannot have every letter.
CREATE TABLE parlor.holding (
    game text COLLATE "C" NOT NULL,
    seat integer NOT NULL,
    browser bytea NOT NULL,
    since bigint NOT NULL,
    PRIMARY KEY (game, seat, browser)
);
CREATE INDEX holding_of_browser ON parlor.holding (browser, since);

-- The hashes of codes that lead to seats of games.
CREATE TABLE parlor.invite (
    code bytea PRIMARY KEY,
    game text COLLATE "C" NOT NULL,
    seats integer[] NOT NULL
);
CREATE INDEX invite_of_game ON parlor.invite (game);

-- The nodes that use the database, each until a moment by the clock of the database, and whether others
-- can reach it by NATS.
CREATE TABLE parlor.node (
    session bigint PRIMARY KEY,
    name text NOT NULL,
    kind text NOT NULL,
    hears boolean NOT NULL,
    until timestamptz NOT NULL
);
