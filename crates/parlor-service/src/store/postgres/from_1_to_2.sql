-- How a database of format 1 becomes one of format 2, which has a lobby. Nodes that know only format 1
-- go on beside: they have no lobby, and leave what is in this table when they delete a game.

-- Who waits in the lobby for somebody to play with, at a node and for as long as that lives, and who was
-- paired with whom. `game` is null for as long as somebody waits; `seat` and `waited` (milliseconds) are
-- there once it is not.
CREATE TABLE parlor.challenge (
    id text COLLATE "C" PRIMARY KEY,
    number bigint GENERATED ALWAYS AS IDENTITY,
    terms text NOT NULL,
    name text,
    key bytea NOT NULL,
    browser bytea,
    net text NOT NULL,
    is_bot boolean NOT NULL,
    node bigint NOT NULL,
    made timestamptz NOT NULL DEFAULT clock_timestamp(),
    game text COLLATE "C",
    seat integer,
    waited bigint
);
CREATE INDEX waiting_challenge ON parlor.challenge (number) WHERE game IS NULL;
CREATE INDEX challenge_of_game ON parlor.challenge (game) WHERE game IS NOT NULL;
CREATE INDEX paired_challenge ON parlor.challenge (terms, number) WHERE game IS NOT NULL;
UPDATE parlor.state SET value = '2' WHERE name = 'format';
