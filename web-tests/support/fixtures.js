import { expect, test as base } from '@playwright/test';

import { Server } from './server.js';

/**
 * @typedef {import('@playwright/test').Page} Page
 * @typedef {import('@playwright/test').BrowserContext} BrowserContext
 * @typedef {import('@playwright/test').PlaywrightTestArgs} TestArgs
 * @typedef {import('@playwright/test').PlaywrightTestOptions} TestOptions
 * @typedef {import('@playwright/test').PlaywrightWorkerArgs} WorkerArgs
 * @typedef {import('@playwright/test').PlaywrightWorkerOptions} WorkerOptions
 */

/**
 * @typedef {object} PerTest
 * @property {() => Promise<Page>} newcomer
 *   a page of a browser that has never been here: no history, and no cookies but the one by which
 *   boards are as the rules draw them, unless the test wants them turned; and only moves wait for a press
 * @property {boolean} turned whether boards turn to who plays one seat, as they do for newcomers
 * @property {boolean} byItself whether an only move plays itself, as it does for newcomers
 */

/**
 * @typedef {object} PerWorker
 * @property {Server} server serves the worker's tests, one after the other
 * @property {BrowserContext} laboratory a browser with scripts, for the tools that need them
 */

/** @type {import('@playwright/test').Fixtures<PerTest, PerWorker, TestArgs & TestOptions, WorkerArgs & WorkerOptions>} */
const fixtures = {
  server: [
    async ({}, use, worker) => {
      const server = new Server(`worker-${worker.workerIndex}`);
      await server.start();
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  laboratory: [
    async ({ browser }, use) => {
      const context = await browser.newContext({ javaScriptEnabled: true, bypassCSP: true });
      await use(context);
      await context.close();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  turned: [false, { option: true }],
  byItself: [false, { option: true }],
  newcomer: async ({ browser, contextOptions, baseURL, turned, byItself }, use) => {
    /** @type {BrowserContext[]} */
    const contexts = [];
    /** @type {string[]} */
    const complaints = [];
    await use(async () => {
      const localStorage = byItself ? [] : [{ name: 'wish-forced', value: 'no' }];
      const storageState = { cookies: [], origins: [{ origin: `${baseURL}`, localStorage }] };
      const context = await browser.newContext({ ...contextOptions, baseURL, storageState });
      contexts.push(context);
      if (!turned && baseURL !== undefined) {
        await context.addCookies([{ name: 'parlor-turns', value: 'no', url: baseURL }]);
      }
      listen(context, complaints);
      return context.newPage();
    });
    await Promise.all(contexts.map((context) => context.close()));
    expect(complaints, 'what browsers complained of').toEqual([]);
  },
};

/**
 * Notes what no test wants to see, whatever it is about: a server that failed, a part of a
 * page that is not there, and something that the page's own policy forbids.
 *
 * @param {BrowserContext} context
 * @param {string[]} complaints
 */
function listen(context, complaints) {
  context.on('response', (response) => {
    const request = response.request();
    // A form or a page that a script asks for may be refused, as one that the browser asks for may.
    const isPage = request.isNavigationRequest() || /[?&]shown=/u.test(request.url());
    const isPart = !isPage && request.method() === 'GET';
    if (response.status() >= (isPart ? 400 : 500)) {
      complaints.push(`${response.status()} ${response.url()}`);
    }
  });
  context.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) {
      complaints.push(message.text());
    }
  });
}

/** Playwright's own, with a server and as many strangers as a test asks for. */
export const test = base.extend(fixtures);

export { expect };
