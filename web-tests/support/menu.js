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
