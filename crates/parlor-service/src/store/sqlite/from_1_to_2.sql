-- How a file of format 1 becomes one of format 2. Whether a server of then ended in
-- order it does not say, so it is read wholly once.
CREATE TABLE state (
    name TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO state (name, value) VALUES ('open', 'format 1');
PRAGMA user_version = 2;
