// A server of Colyseus with one small game, which `cargo xtask prove cluster --load` measures.
//
// node colyseus.js PORT
//
// It keeps its games in memory only.

"use strict";

const { Room, Server } = require("@colyseus/core");
const { WebSocketTransport } = require("@colyseus/ws-transport");

// Seconds for which a seat waits for its player: all games are made before the first one is played.
const SEAT_WAITS = 900;

// Two players write into cells in turn. Both are sent the number of the move at once, by a message: a
// synchronized state would reach them at the room's next tick only.
class Cells extends Room {
  maxClients = 2;
  // There is no such state, and no tick for it, which would cost each room 20 looks a second.
  patchRate = null;

  onCreate() {
    this.setSeatReservationTime(SEAT_WAITS);
    this.moves = 0;
    this.cells = Array(9).fill(null);
    this.seats = [];
    this.onMessage("write", (client, cell) => {
      const isTurn = this.seats[this.moves % 2] === client.sessionId;
      if (!isTurn || !Number.isInteger(cell) || cell < 0 || cell >= this.cells.length) {
        return client.send("refused", this.moves);
      }
      this.cells[cell] = client.sessionId;
      this.moves += 1;
      this.broadcast("moved", this.moves);
    });
  }

  onJoin(client) {
    this.seats.push(client.sessionId);
  }
}

const server = new Server({ transport: new WebSocketTransport(), greet: false });
server.define("cells", Cells);
server.listen(Number(process.argv[2]), "127.0.0.1");
