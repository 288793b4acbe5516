import { walkBoard } from './walk.js';

// A step is played in place, and the next one takes its place.
walkBoard();
