/** Around the badge, in pixels. */
const GAP = 4;

/**
 * Says something next to a cell, to eyes and ears; no words take away what was said.
 *
 * @param {string} words
 * @param {Element | null} [cell]
 */
export function tell(words, cell) {
  const badge = document.getElementById('badge');
  const stage = badge?.parentElement?.getBoundingClientRect();
  if (!badge || !stage) {
    return;
  }
  badge.textContent = words;
  if (cell) {
    const { left, top, bottom, width } = cell.getBoundingClientRect();
    const [wide, high] = [badge.offsetWidth, badge.offsetHeight + GAP];
    const x = Math.min(stage.width - wide - GAP, left - stage.left + (width - wide) / 2);
    const y = (top - stage.top < high ? bottom + GAP : top - high) - stage.top;
    badge.style.translate = `${Math.max(GAP, x)}px ${y}px`;
  }
}

/** @param {string} sign of a reason of the server @param {Element} cell */
export function explain(sign, cell) {
  tell(document.querySelector('.stage')?.getAttribute(`data-${sign}`) ?? '', cell);
}
