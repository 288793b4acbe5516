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

// Safari shows what a finger presses only where somebody listens.
addEventListener('touchstart', () => {}, { passive: true });
