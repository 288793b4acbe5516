// A server of boardgame.io with one small game, which `cargo xtask prove cluster --load` measures.
//
// node boardgame.js PORT [DATABASE]
//
// DATABASE is the address of a PostgreSQL database, in which the library makes its table; without one
// it keeps its games in memory.
//
// package.json holds koa-compose at 4.1.0: from 4.2.0 on it copies the list of handlers when the server
// is made, to which boardgame.io adds its lobby afterwards, and every request for a match is answered 404.

"use strict";

const { PostgresStore } = require("bgio-postgres");
const { INVALID_MOVE } = require("boardgame.io/core");
const { Server } = require("boardgame.io/server");

// Connections to the database. From 5, the adapter's own number, to 50 there was no difference beyond
// noise.
const CONNECTIONS = 20;

// Two players write into cells in turn. The library checks whose turn it is; the game does not end.
const cells = {
  name: "cells",
  minPlayers: 2,
  maxPlayers: 2,
  // Earlier states for taking moves back would make every message longer.
  disableUndo: true,
  setup: () => ({ moves: 0, cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    write({ G, playerID }, cell) {
      if (!Number.isInteger(cell) || cell < 0 || cell >= G.cells.length) {
        return INVALID_MOVE;
      }
      G.cells[cell] = playerID;
      G.moves += 1;
    },
  },
};

const [port, database] = process.argv.slice(2);
// Without `db` the library would keep games in files if it finds a variable of that name.
delete process.env.FLATFILE_DIR;
const db = database && new PostgresStore(database, { logging: false, pool: { max: CONNECTIONS } });
const server = Server({ games: [cells], db: db || undefined, origins: [] });
server.run({ port: { host: "127.0.0.1", port: Number(port) } });
