/** @param {string} title @param {string} url @returns {boolean} whether the device can */
export function share(title, url) {
  const sharing = navigator.share?.({ title, url });
  // Who shares nothing after all has not failed.
  sharing?.catch(() => {});
  return !!sharing;
}

/** @param {HTMLInputElement} field to copy @param {HTMLElement} by what was pressed */
export function copy(field, by) {
  field.select();
  // The newer way is for secure addresses alone.
  document.execCommand('copy');
  by.focus();
}
