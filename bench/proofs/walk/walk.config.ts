import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import journeys from '../../../e2e/playwright.config.ts';

const WIDTHS = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };

/** The eleven tasks, each at both widths and in both schemes, on the installations of the journeys. */
export default defineConfig({
  ...journeys,
  testDir: import.meta.dirname,
  testMatch: '**/*.walk.ts',
  grepInvert: /^$/,
  outputDir: join(import.meta.dirname, '../../../test-results/walk'),
  timeout: 240_000,
  expect: { timeout: 20_000, toPass: { timeout: 60_000 } },
  use: { ...journeys.use, actionTimeout: 20_000 },
  projects: Object.entries(WIDTHS).flatMap(([name, viewport]) =>
    (['light', 'dark'] as const).map((colorScheme) => ({
      name: `${name} ${colorScheme}`,
      use: { viewport, colorScheme },
      // A phone has no keyboard beside it.
      ...(name === 'phone' ? { grepInvert: /by keyboard$/ } : {}),
    })),
  ),
});
