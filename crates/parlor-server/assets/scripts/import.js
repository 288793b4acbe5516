// A file that is dropped anywhere on the page is sent at once.
const file = /** @type {HTMLInputElement} */ (document.getElementById('file'));

addEventListener('dragover', (event) => {
  if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
});
addEventListener('drop', (event) => {
  const files = event.dataTransfer?.files;
  if (!files?.length) return;
  event.preventDefault();
  file.files = files;
  file.form?.requestSubmit();
});
