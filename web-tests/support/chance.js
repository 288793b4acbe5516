/**
 * Choices that look random and are the same in every run.
 *
 * @param {number} seed
 * @returns {<T>(among: readonly T[]) => T} one of these
 */
export function seeded(seed) {
  let state = seed >>> 0;
  return (among) => {
    // A linear congruential generator; its high bits are good enough to wander over a board.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const chosen = among[Math.floor((state / 2 ** 32) * among.length)];
    if (chosen === undefined) {
      throw new Error('there is nothing to choose from');
    }
    return chosen;
  };
}
