import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from '@playwright/test';

/** The real program, its embedded database and the sandbox, on a folder of its own. */
export interface Installation {
  port: number;
  url: string;
  dataDirectory: string;
}

/** Kept for the processes of the workers, which ask again. */
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'overture-e2e-'));
const folder = process.env.E2E_DATA_DIR;
const firstPort = Number(process.env.E2E_PORT ?? 3199);

/** Who signs up with it runs the installation. */
export const ADMIN_EMAIL = 'olga@operator.example';

/**
 * New for each run, one per worker: tests that move the clock or break a stand-in disturb no others. Two suit two
 * cores.
 */
export const installations: readonly Installation[] = [0, 1].map((place) => {
  const port = firstPort + place;
  return { port, url: `http://localhost:${port}`, dataDirectory: join(folder, String(place)) };
});

/** `npm run prove`: every journey, and every screen in both schemes. */
export const is_proving = process.env.PROVE === 'on';

/** `npm run prove -- slow-browser`: how many times slower a page computes than this machine could; 1 as a rule. */
export const slower = Number(process.env.E2E_SLOWER ?? 1);

/** The one this worker speaks to; a worker that takes a failed one's place takes its installation. */
export function ownInstallation(): Installation {
  return installations[test.info().parallelIndex] as Installation;
}

export const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what the fixture needs.
  baseURL: async ({}, use) => use(ownInstallation().url),
  page: async ({ page, context }, use) => {
    if (slower > 1) {
      const browser = await context.newCDPSession(page);
      await browser.send('Emulation.setCPUThrottlingRate', { rate: slower });
    }
    await use(page);
  },
});
