/** What the keys press that hold on the whole page. */
const PRESS = new Map([
  ['r', '.choices [value=roll]'],
  ['h', '.bar [value=ask-hint]'],
]);

/** Where letters are written, or choose an entry. */
const WRITES = 'input:not([type=checkbox],[type=radio]),select,textarea';

/**
 * Lets single keys roll, ask for a hint and show what keys there are.
 *
 * @param {() => boolean | undefined} isWanted
 */
export function listen(isWanted) {
  addEventListener('keydown', ({ key, repeat, target, ctrlKey, metaKey, altKey }) => {
    const isWriting = target instanceof Element && target.matches(WRITES);
    if (repeat || ctrlKey || metaKey || altKey || isWriting || !isWanted()) {
      return;
    }
    if (key === '?') {
      for (const id of ['sheet', 'keys']) {
        document.getElementById(id)?.setAttribute('open', '');
      }
      /** @type {HTMLElement | null} */ (document.querySelector('#keys>summary'))?.focus();
    }
    /** @type {HTMLElement | null} */
    const button = document.querySelector(PRESS.get(key.toLowerCase()) ?? '#none');
    button?.click();
  });
}
