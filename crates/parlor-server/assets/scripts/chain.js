// The hash chain of a game's log: docs/formats/log.md.
import { hex, sha256, utf8 } from './sha256.js';

/**
 * Follows the chain of a log.
 *
 * @param {string} text
 * @returns {{ version: number, head: string, changed?: number }} how many entries it has, the head that
 *   they lead to, and the first entry that is not the one which the next line names; 0 is the first line
 */
export function chain(text) {
  const lines = text.trimEnd().split('\n');
  const closing = JSON.parse(lines.pop() ?? '');
  let head = '';
  /** @type {number | undefined} */
  let changed;
  lines.forEach((line, version) => {
    if (version > 0) {
      const { before, version: named } = JSON.parse(line);
      if (before !== head) changed ??= version - 1;
      if (named !== version) changed ??= version;
    }
    head = hex(sha256(utf8(line)));
  });
  const version = lines.length - 1;
  if (closing.head !== head || closing.version !== version) changed ??= version;
  return { version, head, ...(changed === undefined ? {} : { changed }) };
}
