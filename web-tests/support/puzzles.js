/**
 * Ten puzzles of `crates/parlor-puzzles/data`: of Kuba both rule sets, the three ways to win and wins of one
 * to seven pushes; of Ludo a six, a bonus roll and other seats. Each with the moves of the reader that solve it.
 */
export const PUZZLES = /** @type {const} */ ([
  { id: 'k-d63e548e', answer: ['34R'] },
  { id: 'k-c25cdeb1', answer: ['23F', '13F'] },
  { id: 'k-bcd93ed6', answer: ['34B', '61F', '51F'] },
  { id: 'k-071dc40a', answer: ['42B', '52L', '51L', '50B'] },
  { id: 'k-a02e56a6', answer: ['31R'] },
  { id: 'k-d8a257d8', answer: ['43L', '42L'] },
  { id: 'k-af55e7e7', answer: ['41F', 'end', '44L'] },
  { id: 'l-2b2a87c7', answer: ['C6q'] },
  { id: 'l-3cdabe47', answer: ['C1q'] },
  { id: 'l-4fd2c114', answer: ['B6q'] },
]);
