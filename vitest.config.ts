import { defineConfig } from 'vitest/config';

// One file per worker process: slice tests hold a database of their own, cloned from a template (server/src/testing).
export default defineConfig({
  test: {
    include: ['{domain,contract,adapters,sandbox,server,tools}/**/*.test.ts', 'web/src/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**'],
    globalSetup: ['server/src/testing/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // Real servers on a busy machine of CI: one second try, seen in the report.
    retry: process.env.CI ? 1 : 0,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
