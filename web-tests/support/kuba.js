/**
 * A whole game of Kuba by the classroom rules in which White takes seven red marbles and
 * Black takes none: the shortest that a search over some thousand positions found.
 */
export const SHORT_GAME = [
  '01B', '16L', '11B', '14B', '31R', '50R', '32R', '24B', '33R', '52F', '34B',
  '42F', '44B', '32F', '54B', '05B', '21R', '23F', '22F', '06L', '12F',
];
