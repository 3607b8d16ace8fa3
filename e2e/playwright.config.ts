import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig, devices } from '@playwright/test';

const port = Number(process.env.E2E_PORT ?? 3199);
/** A new installation a run: the real program, its embedded database and the sandbox, on a folder that is thrown away. */
const dataDirectory = process.env.E2E_DATA_DIR ?? mkdtempSync(join(tmpdir(), 'overture-e2e-'));
process.env.E2E_DATA_DIR = dataDirectory;

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  outputDir: '../test-results',
  // Two cores: one browser, and the server it talks to.
  workers: 1,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  // A busy machine of CI gets a second try; a test that needs one is shown as flaky.
  retries: process.env.CI ? 1 : 0,
  reporter: [['list'], ...(process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? ([['json']] as const) : [])] as [string][],
  use: {
    baseURL: `http://localhost:${port}`,
    actionTimeout: 15_000,
    trace: 'retain-on-failure',
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
  webServer: {
    command: 'node --disable-warning=ExperimentalWarning server/src/main.ts',
    cwd: join(import.meta.dirname, '..'),
    url: `http://localhost:${port}/healthz`,
    timeout: 60_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    stdout: 'ignore',
    stderr: 'pipe',
    env: {
      PORT: String(port),
      DATA_DIR: dataDirectory,
      TIME_TRAVEL: 'on',
      SIGN_UPS_PER_HOUR: '10000',
      SAMPLE_LEADS: '20000',
      LOG_LEVEL: 'warn',
    },
  },
});
