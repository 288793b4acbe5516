import { look, walkBoard } from './walk.js';

/** The picture that was pressed and becomes a board; otherwise the board. @type {Element | null} */
let pressed = null;

addEventListener('click', ({ target }) => {
  pressed = target instanceof Element ? target.closest('.still') : null;
});

walkBoard({
  // What is above the board may get another height; the board stays where it is.
  show(next, page) {
    const board = () => document.getElementById('board');
    const before = (pressed ?? board())?.getBoundingClientRect().top ?? 0;
    pressed = null;
    look(next, page);
    scrollBy({ top: (board()?.getBoundingClientRect().top ?? 0) - before, behavior: 'instant' });
  },
});
