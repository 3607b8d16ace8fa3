import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test';
import { ADMIN_EMAIL } from '../../../e2e/support/installation.ts';
import { api, control } from '../../../e2e/support/outreach.ts';
import { type OwnInstallation, overture, startInstallation, stopInstallation } from '../world/own-installation.ts';

const DAY = 86_400;
const SETTINGS = {
  ...{ ADMIN_EMAIL, SAMPLE_LEADS: '1000', LOG_LEVEL: 'warn', TIME_TRAVEL: 'on', OUTBOUND_ALLOW: '127.0.0.1,localhost' },
  ...{ REQUESTS_PER_SECOND: '10000', STRANGER_REQUESTS_PER_MINUTE: '1000000' },
};

/** The installation that is moved to, and the one that is restored from its backup. One runs at a time. */
export async function openSecond() {
  const folder = await mkdtemp(join(tmpdir(), 'overture-in-and-out-'));
  const backup = join(folder, 'backup.tar');
  let running: OwnInstallation | null = null;
  const start = async (name: string) => {
    running = await startInstallation(join(folder, name), SETTINGS);
    return running.url;
  };
  const stop = async () => {
    if (running) await stopInstallation(running);
    running = null;
  };
  return {
    archive: join(folder, 'archive.zip'),
    start: () => start('second'),
    async backUp(): Promise<void> {
      await overture(join(folder, 'second'), 'backup', backup);
    },
    /** As the page on backups says: the newest journal of erasures first. */
    async restart(): Promise<string> {
      await stop();
      const restored = join(folder, 'restored');
      await mkdir(restored);
      await copyFile(join(folder, 'second', 'erasures.ndjson'), join(restored, 'erasures.ndjson'));
      await overture(restored, 'restore', backup);
      return start('restored');
    },
    async close(): Promise<void> {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A browser of its own, as large as that of the test. */
export async function openPage(browser: Browser, like: Page, baseURL: string): Promise<Page> {
  const context = await browser.newContext({ baseURL, viewport: like.viewportSize() });
  return context.newPage();
}

export const travel = (request: APIRequestContext, seconds: number) =>
  api(request, 'POST', '/dev/clock/', { advance_in_seconds: seconds });

/** One half of a day after another, until what is expected has happened. */
export async function runDays(request: APIRequestContext, expectDone: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await expect(expectDone)
      .toPass({ timeout: 6000 })
      .catch(async (error) => {
        await travel(request, DAY / 2);
        throw error;
      });
  }).toPass();
}

/** Leads who read and never reply: every one of their steps is sent. */
export const silence = (request: APIRequestContext) =>
  control(request, 'prospects', {
    mix: { positive: 0, negative: 0, unsubscribe: 0, out_of_office: 0, hard_bounce: 0, soft_bounce: 0, silent: 1 },
  });
