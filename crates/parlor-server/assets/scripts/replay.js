import { isPlain } from './board.js';

// The page has no field in which these keys mean something else.
addEventListener('keydown', (event) => {
  /** @type {HTMLElement | null} */
  const link = document.querySelector(`[aria-keyshortcuts="${CSS.escape(event.key)}"]`);
  if (link !== null && isPlain(event)) {
    event.preventDefault();
    link.click();
  }
});
