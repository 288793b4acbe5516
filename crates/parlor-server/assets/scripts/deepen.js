import { morph } from './morph.js';

/** Ends the answer that is read. */
let reading = new AbortController();

/** Lets the engine look no deeper. */
export function leave() {
  reading.abort();
}

/**
 * Shows what the engine finds as it looks deeper, where it does: the server sends an object a line, with
 * the parts of the page that show it.
 */
export async function deepen() {
  leave();
  const { signal } = (reading = new AbortController());
  const address = document.getElementById('lines')?.dataset['lines'];
  if (!address) {
    return;
  }
  try {
    const answer = await fetch(address, { signal });
    const reader = answer.ok && answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (reader) {
      const { value, done } = await reader.read();
      if (done || signal.aborted) {
        return;
      }
      const lines = (text + value).split('\n');
      text = lines.pop() ?? '';
      const last = lines.pop();
      last && show(JSON.parse(last));
    }
  } catch {
    // What was found so far stays.
  }
}

/** @param {{ html: string, board: string }} found */
function show({ html, board }) {
  const parts = new DOMParser().parseFromString(`${html}<div id="picture">${board}</div>`, 'text/html');
  for (const id of ['lines', 'picture']) {
    const [old, next] = [document, parts].map((page) => page.getElementById(id));
    old && next && morph(old, next);
  }
}

addEventListener('pagehide', leave);
addEventListener('pageshow', ({ persisted }) => persisted && deepen());
