-- How a file of format 2 becomes one of format 3. Games that are over already are
-- archived later, while the server runs. Seats are held in games of both tables.
CREATE TABLE archived (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    touched INTEGER NOT NULL,
    packed BLOB NOT NULL
) STRICT;

CREATE TABLE new_holding (
    game TEXT NOT NULL,
    seat TEXT NOT NULL,
    browser BLOB NOT NULL,
    since INTEGER NOT NULL,
    PRIMARY KEY (game, seat, browser)
) STRICT, WITHOUT ROWID;
INSERT INTO new_holding SELECT game, seat, browser, since FROM holding ORDER BY game, seat, browser;
DROP TABLE holding;
ALTER TABLE new_holding RENAME TO holding;
CREATE INDEX holding_of_browser ON holding (browser, since);
PRAGMA user_version = 3;
