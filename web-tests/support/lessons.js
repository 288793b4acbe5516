/**
 * The lessons, by a way to the goal of each of their steps: presses of the die, and moves in notation.
 *
 * @type {Record<'kuba' | 'ludo', string[][]>}
 */
export const LESSONS = {
  kuba: [
    ['33F', '22F'],
    ['50R', '31F 32R'],
    ['31R', '30R', '21R'],
    ['35R', '25R', '42R'],
    ['44R', '16F 13R 14R', '36F'],
    ['60F', '60F 33R'],
    ['45R', '16F', '53F'],
    ['34R 35R', '35R end'],
  ],
  ludo: [
    ['roll', 'roll A6p', 'roll A4p'],
    ['roll A5p', 'roll A4p'],
    ['roll A4p', 'roll A5pq'],
    ['roll A3p', 'roll A3p'],
    ['roll A3p', 'roll A5p', 'roll A6p roll A6p'],
  ],
};
