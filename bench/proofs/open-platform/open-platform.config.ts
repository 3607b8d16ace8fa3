import { defineConfig } from '@playwright/test';
import walks from '../walk/walk.config.ts';

const [first, ...others] = [walks.webServer ?? []].flat();
if (!first) throw new Error('The walks start no installation.');

/** As the walks, on installations that may reach receivers on this machine. */
export default defineConfig({
  ...walks,
  testDir: import.meta.dirname,
  webServer: [first, ...others].map((server) => ({
    ...server,
    env: { ...server.env, OUTBOUND_ALLOW: '127.0.0.1,localhost' },
  })),
});
