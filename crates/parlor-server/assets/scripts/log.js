// The part of a page about a game's log: the browser follows the chain as well.
import { chain } from './chain.js';
import { hex, sha256, utf8 } from './sha256.js';

const panel = document.getElementById('chain');

/** Follows the chain here, up to the entry whose head the page has. @param {HTMLElement} panel */
async function check(panel) {
  const { log = '', version = '', head = '', agrees = '', differs = '' } = panel.dataset;
  const answer = await fetch(log, { credentials: 'omit' });
  if (!answer.ok) throw new Error(answer.statusText);
  const text = await answer.text();
  const found = chain(text);
  const line = text.split('\n')[Number(version)] ?? '';
  const isSame = found.changed === undefined && hex(sha256(utf8(line))) === head;
  const says = /** @type {HTMLElement} */ (panel.querySelector('[role=status]'));
  says.textContent = isSame ? agrees : '';
  const alert = /** @type {HTMLElement} */ (panel.querySelector('[role=alert]'));
  alert.hidden = isSame;
  if (!isSame) alert.textContent = differs.replace('#', `${found.changed ?? version}`);
}

// Without an answer it stays as the server has it.
if (panel) check(panel).catch(() => {});
