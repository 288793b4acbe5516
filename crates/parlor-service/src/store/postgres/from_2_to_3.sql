-- How a database of format 2 becomes one of format 3, which has reported names and blocked networks. Nodes
-- that know only format 2 go on beside: they take no reports, hide no name and block nobody.

-- Names of the lobby that were reported, by how many networks in the time for which reports count, and when
-- last; `decision` is a keeper's, `hidden` or `shown`. Each report of a network has a row as well. All times
-- are in milliseconds since 1970.
CREATE TABLE parlor.reported_name (
    name text COLLATE "C" PRIMARY KEY,
    reports bigint NOT NULL,
    last bigint,
    decision text
);
CREATE INDEX hidden_name ON parlor.reported_name (name)
    WHERE decision = 'hidden' OR (decision IS NULL AND reports >= 3);
CREATE TABLE parlor.name_report (
    name text COLLATE "C" NOT NULL,
    net text COLLATE "C" NOT NULL,
    at bigint NOT NULL,
    PRIMARY KEY (name, net)
);
CREATE INDEX report_of_net ON parlor.name_report (net, at);
CREATE INDEX report_by_time ON parlor.name_report (at);

-- The networks that may only look on, as text such as 192.0.2.0/24.
CREATE TABLE parlor.blocked_network (
    network text COLLATE "C" PRIMARY KEY,
    until bigint NOT NULL
);
UPDATE parlor.state SET value = '3' WHERE name = 'format';
