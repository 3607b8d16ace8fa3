import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from '@playwright/test';
import type { BenchServer } from './support/bench-server.ts';
import { type Bench, type Measurement, median, waitUntilQuiet } from './support/measure.ts';
import { measureBrowser } from './support/measure-in.ts';

const loads = Number(process.env.BENCH_LOADS ?? 20);
const goals = { paint_in_ms: 1200, requests: 40, kilobytes: 220 };
/** Background requests of a loaded page have finished by then. */
const settledInMs = 3000;

/**
 * What a person waits for who opens a page with nothing kept from before: the largest paint of each cold load, and the scripts that were
 * asked for until then, in a real Chromium on the real program with its samples. Web build and `CHROMIUM_PATH` (or Playwright's browser)
 * are needed; BENCH_LOADS says how often.
 */
export const bench: Bench = {
  run: () => measureBrowser(measure, { NODE_ENV: 'development', SANDBOX: 'on', TIME_TRAVEL: 'on' }),
};

interface Load {
  paint_in_ms: number;
  requests: number;
  kilobytes: number;
  /** With what came after the largest paint. */
  all_requests: number;
  all_kilobytes: number;
}

async function measure({ url, directory }: BenchServer, browser: Browser): Promise<Measurement[]> {
  const cookie = await signIn(url, directory);
  await firstAnswer(url, cookie);
  const { searches } = await ask<{ searches: { id: number }[] }>(url, cookie, '/searches/');
  const { campaigns } = await ask<{ campaigns: { id: number }[] }>(url, cookie, '/campaigns/');
  await waitUntilQuiet('the samples');
  const pages = {
    dashboard: '/dashboard',
    lists: '/searches',
    list: `/searches/${searches[0]?.id}`,
    inbox: '/inbox',
    campaigns: '/campaigns',
    campaign: `/campaigns/${campaigns[0]?.id}`,
  };
  await loadCold(browser, `${url}${pages.dashboard}`, cookie); // the program itself is warm
  const seen = new Map<string, Load[]>(Object.keys(pages).map((page) => [page, []]));
  for (let load = 0; load < loads; load += 1)
    for (const [page, path] of Object.entries(pages))
      seen.get(page)?.push(await loadCold(browser, `${url}${path}`, cookie));
  return [...seen].map(([page, measured]) => figure(page, measured));
}

function figure(page: string, measured: Load[]): Measurement {
  const of = (field: keyof Load): number => median(measured.map((load) => load[field]));
  const [paint, requests, kilobytes] = [of('paint_in_ms'), of('requests'), of('kilobytes')];
  return {
    what: `${page}, ${measured.length} cold loads`,
    product: `largest paint ${paint.toFixed(0)} ms with ${requests} scripts, ${kilobytes.toFixed(0)} KB; in all ${of('all_requests')}, ${of('all_kilobytes').toFixed(0)} KB`,
    goal: `${goals.paint_in_ms} ms, ${goals.requests} scripts, ${goals.kilobytes} KB`,
    is_met: paint <= goals.paint_in_ms && requests <= goals.requests && kilobytes <= goals.kilobytes,
  };
}

async function loadCold(browser: Browser, address: string, cookie: string): Promise<Load> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const [name = '', value = ''] = cookie.split('=');
    await context.addCookies([{ name, value, url: new URL(address).origin, httpOnly: true }]);
    const page = await context.newPage();
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        Object.assign(globalThis, { largestPaint: list.getEntries().at(-1)?.startTime });
      }).observe({ type: 'largest-contentful-paint', buffered: true });
    });
    await page.goto(address);
    await page.waitForTimeout(settledInMs);
    if (page.url() !== address) throw new Error(`${address} led to ${page.url()}`);
    return await page.evaluate(() => {
      const paint = (globalThis as unknown as { largestPaint: number }).largestPaint;
      const scripts = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter((entry) =>
        entry.name.endsWith('.js'),
      );
      const before = scripts.filter((entry) => entry.startTime < paint);
      const size = (entries: PerformanceResourceTiming[]) =>
        entries.reduce((sum, entry) => sum + entry.encodedBodySize, 0) / 1024;
      return {
        paint_in_ms: paint,
        requests: before.length,
        kilobytes: size(before),
        all_requests: scripts.length,
        all_kilobytes: size(scripts),
      };
    });
  } finally {
    await context.close();
  }
}

/** The sample person's session, once the samples are made. */
async function signIn(url: string, directory: string): Promise<string> {
  const file = join(directory, 'sample-password');
  for (let tries = 0; tries < 120; tries += 1, await sleep(1000)) {
    if (!existsSync(file)) continue;
    const answer = await fetch(`${url}/api/v1/auth/login/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@sample.example', password: (await readFile(file, 'utf8')).trim() }),
    });
    const cookie = answer.headers.getSetCookie().find((text) => text.startsWith('overture_session='));
    if (answer.ok && cookie) return cookie.split(';')[0] ?? '';
  }
  throw new Error('The samples were not made within two minutes.');
}

async function firstAnswer(url: string, cookie: string): Promise<void> {
  for (let tries = 0; tries < 120; tries += 1, await sleep(1000))
    if ((await ask<{ chats: unknown[] }>(url, cookie, '/chats/')).chats.length > 0) return;
  throw new Error('No response within two minutes.');
}

async function ask<Answer>(url: string, cookie: string, path: string): Promise<Answer> {
  const answer = await fetch(`${url}/api/v1${path}`, { headers: { cookie } });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return (await answer.json()) as Answer;
}
