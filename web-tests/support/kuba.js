/** What the form calls the seats. */
export const WHITE = 'White';
export const BLACK = 'Black';

/**
 * A whole game by the classroom rules in which White takes seven red marbles and Black takes
 * none: the shortest that a search over some thousand positions found.
 */
export const SHORT_GAME = [
  '01B', '16L', '11B', '14B', '31R', '50R', '32R', '24B', '33R', '52F', '34B',
  '42F', '44B', '32F', '54B', '05B', '21R', '23F', '22F', '06L', '12F',
];

/** The words for the directions of the notation. */
const WAYS = { L: 'left', R: 'right', F: 'up', B: 'down' };

/**
 * What the button of a push is called.
 *
 * @param {string} push in notation: `65F`
 */
export function pushName(push) {
  const direction = /** @type {keyof typeof WAYS} */ (push.slice(2));
  return `Push ${push.slice(0, 2)} ${WAYS[direction]}`;
}

/**
 * Chooses the pushes of a whole game, one after the other.
 *
 * @param {readonly string[]} pushes
 * @returns {import('./table.js').Choice}
 */
export function follow(pushes) {
  const rest = [...pushes];
  return async (actions) => {
    const push = rest.shift();
    if (push === undefined) {
      throw new Error('the game goes on after its last push');
    }
    return actions.and(actions.page().getByRole('button', { name: pushName(push), exact: true }));
  };
}
