/**
 * Makes what stands in the page like what the server has sent, and changes nothing else: what
 * stays keeps the focus, the place of the reader, and what was entered or opened.
 *
 * An element with `data-own` belongs to the scripts, was sent without what is in it, or stays as it
 * was first shown, as the salt of a form does; it is left alone.
 *
 * @param {Element} from in the page
 * @param {Element} to as it is to be
 */
export function morph(from, to) {
  if ([from, to].some((element) => element.hasAttribute('data-own')) || from.isEqualNode(to)) {
    return;
  }
  for (const { name } of [...from.attributes]) {
    // What the reader has opened stays open.
    if (!to.hasAttribute(name) && !(name === 'open' && from.localName === 'details')) {
      from.removeAttribute(name);
    }
  }
  for (const { name, value } of to.attributes) {
    if (from.getAttribute(name) !== value) {
      from.setAttribute(name, value);
    }
  }
  let at = from.firstChild;
  for (const wanted of [...to.childNodes]) {
    let match = at;
    // What has a name is looked for farther on; of the rest, the next is meant.
    while (match !== null && !isSame(match, wanted)) {
      match = isNamed(wanted) ? match.nextSibling : null;
    }
    if (match === null) {
      from.insertBefore(document.importNode(wanted, true), at);
      continue;
    }
    while (at !== match) {
      at = drop(at);
    }
    if (match instanceof Element && wanted instanceof Element) {
      morph(match, wanted);
    } else if (match.nodeValue !== wanted.nodeValue) {
      // A text in another's place, which has not moved there.
      const text = document.importNode(wanted, true);
      match.replaceWith(text);
      match = text;
    }
    at = match.nextSibling;
  }
  while (at !== null) {
    at = drop(at);
  }
}

/** @param {ChildNode | null} node to be removed @returns {ChildNode | null} what came after it */
function drop(node) {
  const next = node?.nextSibling ?? null;
  node?.remove();
  return next;
}

/** The attributes that identify an element among its siblings. */
const NAMES = ['id', 'aria-labelledby', 'name', 'data-key'];

/** @param {Node} node */
function isNamed(node) {
  return node instanceof Element && NAMES.some((name) => node.hasAttribute(name));
}

/** Whether both stand for the same thing. @param {Node} one @param {Node} other */
function isSame(one, other) {
  if (!(one instanceof Element && other instanceof Element)) {
    return one.nodeType === other.nodeType;
  }
  // The buttons of a form have one name, and differ in their ids or values.
  const names = one.localName === 'button' && !one.id ? [...NAMES, 'value'] : NAMES;
  return (
    one.localName === other.localName &&
    names.every((name) => one.getAttribute(name) === other.getAttribute(name))
  );
}
