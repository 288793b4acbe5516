import { execFileSync } from 'node:child_process';

import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'tests',
  outputDir: 'results',
  // One server and one browser for each of two cores; a test that fails once has failed.
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  timeout: 300_000,
  globalTimeout: 1_500_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    javaScriptEnabled: false,
    // Other steps of `cargo xtask test` may take the processor for some seconds.
    actionTimeout: 20_000,
    navigationTimeout: 20_000,
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: chromium(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-dev-shm-usage',
      ],
    },
  },
});

/** The system's own browser: none is downloaded. */
function chromium() {
  return execFileSync('sh', ['-c', 'command -v chromium-headless-shell'], { encoding: 'utf8' }).trim();
}
