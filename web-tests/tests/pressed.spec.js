import { expect, test } from '../support/fixtures.js';
import { BLACK, WHITE } from '../support/kuba.js';
import { openColors } from '../support/menu.js';
import { HERE, startGame } from '../support/table.js';

/** A telephone. */
test.use({ viewport: { width: 360, height: 740 } });

/**
 * What can be seen of an element.
 *
 * @param {import('@playwright/test').Locator} thing
 */
function look(thing) {
  return thing.evaluate((element) => {
    const { backgroundColor, borderColor, boxShadow, opacity } = getComputedStyle(element);
    return { backgroundColor, borderColor, boxShadow, opacity };
  });
}

test('whatever is pressed shows it, with no flash of the browser', async ({ newcomer }) => {
  const page = await newcomer();
  await startGame(page, 'Kuba', { [WHITE]: HERE, [BLACK]: HERE });
  const inMenu = [
    page.getByRole('button', { name: 'Night' }),
    page.getByRole('link', { name: 'New Ludo' }),
  ];
  for (const thing of [
    page.getByRole('link', { name: 'Choose the marble at 65' }),
    page.getByRole('region', { name: 'What you can do' }).getByRole('button').first(),
    page.getByText('Give up'),
    ...inMenu,
  ]) {
    if (inMenu.includes(thing)) {
      await openColors(page);
    }
    const flash = await thing.evaluate((element) =>
      getComputedStyle(element).getPropertyValue('-webkit-tap-highlight-color'),
    );
    expect(flash).toBe('rgba(0, 0, 0, 0)');
    await thing.hover();
    // The border fades in.
    await thing.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)));
    const before = await look(thing);
    await page.mouse.down();
    const pressed = await look(thing);
    // Let go on another page, it does nothing.
    await page.reload();
    await page.mouse.up();
    expect(pressed).not.toEqual(before);
  }
});
