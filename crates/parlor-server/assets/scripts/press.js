/** The keys that press something; in a field to write in only the first does. */
const PRESSES = /^(Enter| |Escape)$/u;
/** The keys that lead over the board, also while something is shown; some push once it has ended. */
const LEADS = /^(Arrow.+|Home|End|Page.+)$/u;

/**
 * Lets whatever is pressed while something is shown end that, and do nothing else, however long it
 * is held. It must be called before others listen.
 *
 * @param {() => boolean} isShowing
 * @param {() => void} end
 */
export function guard(isShowing, end) {
  let isSpent = false;
  /** The keys that are held and do nothing. @type {Set<string>} */
  const spent = new Set();

  /** @param {Event} event */
  const stop = (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };

  const listeners = {
    /** @param {PointerEvent} event */
    pointerdown(event) {
      isSpent = isShowing();
      if (isSpent) {
        end();
        // The browser goes on: a finger may scroll.
        event.stopImmediatePropagation();
      }
    },
    /** @param {MouseEvent} event */
    click(event) {
      if (isSpent && event.isTrusted) {
        isSpent = false;
        stop(event);
      }
    },
    /** @param {KeyboardEvent} event */
    keydown(event) {
      isSpent = false;
      const { code, key, repeat, target, altKey, metaKey } = event;
      repeat || spent.delete(code);
      const showing = isShowing();
      if (showing) {
        spent.add(code);
        repeat || end();
      }
      const isWriting = target instanceof HTMLInputElement && target.type === 'text';
      const isOther = PRESSES.test(key) || (LEADS.test(key) && !showing && !altKey && !metaKey);
      const isMeant = isWriting ? key === 'Enter' : isOther;
      if (isMeant && spent.has(code)) {
        stop(event);
      }
    },
    /** @param {KeyboardEvent} event */
    keyup(event) {
      // A button is pressed by the space bar when that is let go.
      if (spent.delete(event.code) && event.key === ' ') {
        stop(event);
      }
    },
  };
  for (const [name, listener] of Object.entries(listeners)) {
    addEventListener(name, /** @type {EventListener} */ (listener), true);
  }
}
