import { mkdirSync } from 'node:fs';

/** From one picture of a film to the next, in milliseconds. */
const BETWEEN = 60;

/** The number of pictures in a row of a sheet. */
const ABREAST = 6;

/**
 * Stops everything that is about to move on a page's board, on this page and on the next ones, so
 * that no slow machine misses any.
 *
 * @param {import('@playwright/test').Page} page
 */
export async function holdFilms(page) {
  await page.addInitScript(() => {
    const held = /** @type {Animation[]} */ ([]);
    Object.assign(window, { held });
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, options) {
      const film = animate.call(this, frames, options);
      if (film.id === 'film') {
        film.pause();
        held.push(film);
      }
      return film;
    };
  });
}

/**
 * Waits until something is about to move.
 *
 * @param {import('@playwright/test').Page} page
 * @returns {Promise<string[]>} the ids of the pieces
 */
export async function moving(page) {
  await page.waitForFunction(() => Reflect.get(window, 'held').length > 0);
  return page.evaluate(() => {
    const held = /** @type {Animation[]} */ (Reflect.get(window, 'held'));
    return held.map(({ effect }) => /** @type {KeyframeEffect} */ (effect).target?.id ?? '');
  });
}

/**
 * Shows at once what is held.
 *
 * @param {import('@playwright/test').Page} page
 */
export async function letGo(page) {
  await page.evaluate(() => {
    for (const film of /** @type {Animation[]} */ (Reflect.get(window, 'held')).splice(0)) {
      film.finish();
    }
  });
}

/**
 * Takes pictures of what is held, at the same moments in every run, and lets it go. The pictures are
 * kept on one sheet below `films`.
 *
 * @param {import('@playwright/test').Page} page
 * @param {import('@playwright/test').BrowserContext} laboratory where the sheet is put together
 * @param {string} name of the sheet
 * @returns {Promise<Record<string, [number, number]>[]>} the middles of the pieces at each moment, in
 *   units of the picture
 */
export async function takeFilm(page, laboratory, name) {
  const lasts = await page.evaluate(() => {
    const held = /** @type {Animation[]} */ (Reflect.get(window, 'held'));
    return Math.max(...held.map(({ effect }) => Number(effect?.getComputedTiming().endTime)));
  });
  const places = [];
  const pictures = [];
  for (let moment = 0; moment < lasts; moment += BETWEEN) {
    places.push(
      await page.evaluate((now) => {
        /** @type {Record<string, [number, number]>} */
        const middles = {};
        for (const film of /** @type {Animation[]} */ (Reflect.get(window, 'held'))) {
          film.currentTime = now;
          const piece = /** @type {SVGGraphicsElement} */ (
            /** @type {KeyframeEffect} */ (film.effect).target
          );
          const picture = /** @type {SVGSVGElement} */ (piece.ownerSVGElement);
          const box = piece.getBoundingClientRect();
          const frame = picture.getBoundingClientRect();
          const unit = picture.viewBox.baseVal.width / frame.width;
          const [x, y] = [box.x + box.width / 2 - frame.x, box.y + box.height / 2 - frame.y];
          middles[piece.id] = [Math.round(x * unit), Math.round(y * unit)];
        }
        return middles;
      }, moment),
    );
    pictures.push((await page.locator('.stage').screenshot({ animations: 'allow' })).toString('base64'));
  }
  await letGo(page);
  const sheet = await laboratory.newPage();
  const images = pictures.map((picture) => `<img src="data:image/png;base64,${picture}">`).join('');
  await sheet.setViewportSize({ width: 240 * ABREAST, height: 400 });
  await sheet.setContent(
    `<style>body{margin:0;display:grid;grid-template-columns:repeat(${ABREAST},1fr)}img{width:100%}</style>${images}`,
  );
  mkdirSync('films', { recursive: true });
  await sheet.screenshot({ path: `films/${name}.png`, fullPage: true });
  await sheet.close();
  return places;
}
