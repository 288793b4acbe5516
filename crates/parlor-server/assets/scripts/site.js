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
// A press beside what is open closes it, and does nothing else; a key presses what has the focus, and
// what was refused is read over it.
addEventListener('click', (event) => {
  const menu = document.querySelector(OPEN);
  const beside = !/** @type {Element} */ (event.target).closest(`${OPEN},.alert`);
  if (menu && event.detail && beside) {
    menu.removeAttribute('open');
    event.preventDefault();
    event.stopPropagation();
  }
}, true);
const sheet = document.getElementById('sheet');
// What is closed opens again at its top, folded.
sheet?.addEventListener('toggle', () => {
  for (const part of sheet.hasAttribute('open') ? [] : sheet.querySelectorAll('details')) {
    part.removeAttribute('open');
  }
  sheet.scrollTop = 0;
});
// The list of pushes, which its address opens, is below what lies over the page.
sheet?.addEventListener('click', ({ target }) => {
  if (target instanceof Element && target.closest('#to-pushes')) sheet.removeAttribute('open');
});

// Somebody has come to play with who waits for that in another window.
new BroadcastChannel('parlor-lobby').onmessage = async ({ data }) => {
  (await import('./come.js')).show(data);
};

// Safari shows what a finger presses only where somebody listens.
addEventListener('touchstart', () => {}, { passive: true });
