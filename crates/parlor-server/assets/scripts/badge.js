/** Around the badge, in pixels. */
const GAP = 4;

/** How long it is read that a row came back, in milliseconds. */
const BRIEF = 2_000;

let moment = 0;

/**
 * Says something next to a cell, to eyes and ears; no words take away what was said.
 *
 * @param {string} words
 * @param {Element | null} [cell]
 * @param {boolean} [isAside] in its row, where there is more room, so that it hides no other
 */
export function tell(words, cell, isAside = false) {
  const badge = document.getElementById('badge');
  const stage = badge?.parentElement?.getBoundingClientRect();
  if (!badge || !stage) {
    return;
  }
  clearTimeout(moment);
  badge.textContent = words;
  badge.classList.toggle('aside', isAside);
  if (cell) {
    const { left, top, bottom, width } = cell.getBoundingClientRect();
    const [wide, high] = [badge.offsetWidth, badge.offsetHeight + GAP];
    const x = Math.min(stage.width - wide - GAP, left - stage.left + (width - wide) / 2);
    const y = (top - stage.top < high ? bottom + GAP : top - high) - stage.top;
    const isLeft = left - stage.left > stage.width / 2;
    badge.style.translate = isAside
      ? `${(isLeft ? left - wide - GAP : left + width + GAP) - stage.left}px ${(top + bottom - badge.offsetHeight) / 2 - stage.top}px`
      : `${Math.max(GAP, x)}px ${y}px`;
  }
}

/** What is said now is over soon. */
export function fade() {
  clearTimeout(moment);
  moment = window.setTimeout(() => tell(''), BRIEF);
}

/** @param {string} sign of a reason of the server @param {Element} cell @param {boolean} [isAside] */
export function explain(sign, cell, isAside) {
  tell(document.querySelector('.stage')?.getAttribute(`data-${sign}`) ?? '', cell, isAside);
}
