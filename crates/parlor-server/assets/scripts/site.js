const all = document.getElementsByName('theme');
for (const it of all) it.onclick = () => {
  const theme = `${it.getAttribute('value')}`;
  fetch('/theme', { method: 'POST', body: new URLSearchParams({ theme }) });
  const { dataset } = document.documentElement;
  dataset.theme = theme;
  theme || delete dataset.theme;
  for (const one of all) one.ariaPressed = `${one === it}`;
  return false;
};
const OPEN = '.menu[open],.bar .fold[open]';
addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') for (const one of document.querySelectorAll(OPEN)) one.removeAttribute('open');
});
// A press beside what is open closes it, and does nothing else; a key presses what has the focus.
addEventListener('click', (event) => {
  const menu = document.querySelector(OPEN);
  if (menu && event.detail && !menu.contains(/** @type {Node} */ (event.target))) {
    menu.removeAttribute('open');
    event.preventDefault();
    event.stopPropagation();
  }
}, true);

// Safari shows what a finger presses only where somebody listens.
addEventListener('touchstart', () => {}, { passive: true });
