import { join } from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { ADMIN_EMAIL, installations, is_proving, slower } from './support/installation.ts';

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  // Journeys whose parts are proven by tests of screens and slices too run with `npm run prove -- browser`.
  ...(is_proving ? {} : { grepInvert: /@long$/ }),
  outputDir: '../test-results',
  workers: installations.length,
  // Each test creates its own user, so the next free worker takes the next test of any file.
  fullyParallel: true,
  // Limits only say when to give up on an event; what a worker's tick or a mailbox brings takes its time on a busy machine.
  timeout: 180_000 * slower,
  expect: { timeout: 30_000 * slower, toPass: { timeout: 60_000 * slower } },
  // Nothing is tried twice: what fails once in ten is a defect of the test or of the product.
  retries: 0,
  reporter: [['list'], ...(process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? ([['json']] as const) : [])] as [string][],
  use: {
    actionTimeout: 30_000 * slower,
    // A trace of every test costs a quarter of the run: E2E_TRACE=1 records them.
    trace: process.env.E2E_TRACE ? 'on' : 'off',
    screenshot: 'only-on-failure',
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    launchOptions: {
      ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: installations.map(({ port, url, dataDirectory }) => ({
    command: 'node --disable-warning=ExperimentalWarning server/dist/main.mjs',
    cwd: join(import.meta.dirname, '..'),
    url: `${url}/healthz`,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    stdout: 'ignore',
    stderr: 'pipe',
    env: {
      PORT: String(port),
      DATA_DIR: dataDirectory,
      TIME_TRAVEL: 'on',
      ADMIN_EMAIL,
      SIGN_UPS_PER_HOUR: '10000',
      REQUESTS_PER_SECOND: '10000',
      STRANGER_REQUESTS_PER_MINUTE: '1000000',
      SAMPLE_LEADS: '20000',
      LOG_LEVEL: 'warn',
    },
  })),
});
