-- How a file of format 8 becomes one of format 9, which has reported names and blocked networks.

-- Names of the lobby that were reported, by how many networks in the time for which reports count, and
-- when last; `decision` is a keeper's, `hidden` or `shown`. Each report of a network has a row as well.
-- All times are in milliseconds since 1970.
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

-- The networks that may only look on, as text such as 192.0.2.0/24.
CREATE TABLE blocked_network (
    network TEXT NOT NULL PRIMARY KEY,
    until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
PRAGMA user_version = 9;
