/**
 * Opens the menu of a page, and returns the choice of colors in it.
 *
 * @param {import('@playwright/test').Page} page
 */
export async function openColors(page) {
  const colors = page.getByRole('form', { name: 'Colors' });
  if (!(await colors.isVisible())) {
    await page.locator('.menu > summary').click();
  }
  return colors;
}

/**
 * Chooses boards with numbers and letters.
 *
 * @param {import('@playwright/test').Page} page
 */
export async function drawDiagrams(page) {
  await page.goto('/');
  await openColors(page);
  await page.getByRole('button', { name: 'With numbers and letters' }).click();
}
