/** What single keys press, wherever the focus is. */
const PRESS = new Map([
  ['r', '.choices [value=roll]'],
  ['h', '.bar [value=ask-hint]'],
]);

/** @param {() => boolean | undefined} isWanted whether single keys press something */
export function listen(isWanted) {
  addEventListener('keydown', ({ key, repeat, target, ctrlKey, metaKey, altKey }) => {
    const isWriting = target instanceof Element && target.matches('input:not([type=checkbox]),select');
    if (repeat || ctrlKey || metaKey || altKey || isWriting || !isWanted()) {
      return;
    }
    if (key === '?') {
      for (const part of document.querySelectorAll('#sheet,#keys')) {
        part.setAttribute('open', '');
      }
      document.querySelector('#keys')?.querySelector('summary')?.focus();
    }
    const button = document.querySelector(PRESS.get(key.toLowerCase()) ?? '#none');
    button instanceof HTMLElement && button.click();
  });
}

/** @param {MouseEvent | KeyboardEvent} event whether it means the page */
export function isPlain({ ctrlKey, metaKey, shiftKey, altKey }) {
  return !(ctrlKey || metaKey || shiftKey || altKey);
}
