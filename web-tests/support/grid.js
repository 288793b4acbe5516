import { reach } from './keys.js';

/** The keys by the letters of the directions. */
export const KEYS = { L: 'ArrowLeft', R: 'ArrowRight', F: 'ArrowUp', B: 'ArrowDown' };

/**
 * The keys over the board, which the Tab key leads to once.
 *
 * @param {import('@playwright/test').Page} page
 */
export function board(page) {
  const grid = page.getByRole('grid');
  const rows = grid.getByRole('row');

  /** Row and column of the cell that has the focus. */
  const here = () =>
    grid.evaluate((table) => {
      const cell = document.activeElement?.closest('[role=gridcell]');
      const row = cell?.closest('[role=row]');
      return [
        [...table.children].indexOf(/** @type {Element} */ (row)),
        [...(row?.children ?? [])].indexOf(/** @type {Element} */ (cell)),
      ];
    });

  return {
    grid,
    rows,
    /** Goes on by the Tab key until the board has the focus. */
    enter: () => reach(page, grid.locator(':focus'), 'the board'),
    /**
     * Leads to a cell by the arrow keys.
     *
     * @param {number} row
     * @param {number} column
     */
    async lead(row, column) {
      const [fromRow = 0, fromColumn = 0] = await here();
      const [down, right] = [row - fromRow, column - fromColumn];
      for (let step = 0; step < Math.abs(down); step += 1) {
        await page.keyboard.press(down < 0 ? KEYS.F : KEYS.B);
      }
      for (let step = 0; step < Math.abs(right); step += 1) {
        await page.keyboard.press(right < 0 ? KEYS.L : KEYS.R);
      }
    },
  };
}
