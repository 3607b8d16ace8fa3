import { defineConfig } from '@playwright/test';
import walks from '../walk/walk.config.ts';

const [first] = [walks.webServer ?? []].flat();
if (!first) throw new Error('The walks start no installation.');

/** As the walks, once at each width: every screen is judged in both schemes. The test starts the second installation. */
export default defineConfig({
  ...walks,
  testDir: import.meta.dirname,
  workers: 1,
  timeout: 900_000,
  expect: { timeout: 30_000, toPass: { timeout: 240_000 } },
  webServer: [{ ...first, env: { ...first.env, OUTBOUND_ALLOW: '127.0.0.1,localhost' } }],
  projects: (walks.projects ?? []).filter(({ name }) => name?.endsWith('light')),
});
