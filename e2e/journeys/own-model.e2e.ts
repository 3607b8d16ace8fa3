import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Browser, expect, type Page } from '@playwright/test';
import { test } from '../support/installation.ts';
import { api, createResearchList } from '../support/outreach.ts';
import { signUp } from '../support/person.ts';

/**
 * An installation whose settings name a model server of its own: its answers are used, with its key; and whatever is wrong with it
 * is said in words where the answer would stand, and costs nothing.
 */
const root = join(import.meta.dirname, '..', '..');

interface Running {
  child: ChildProcess;
  end: () => Promise<void>;
}

/** A program of ours, which ends with the test. */
function start(script: string, args: readonly string[], env: Record<string, string>): Running {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  async function end() {
    if (child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }
  return { child, end };
}

/** An OpenAI-compatible server that takes one key. */
async function startModel(): Promise<Running & { url: string; configure: (data: object) => Promise<void> }> {
  const running = start('sandbox/src/main.ts', ['--end-with-stdin'], {});
  const [line] = (await once(createInterface({ input: running.child.stdout! }), 'line')) as [string];
  const url = (JSON.parse(line) as { http_url: string }).http_url;
  const configure = async (data: object) => {
    const body = JSON.stringify(data);
    const answer = await fetch(`${url}/__control/llm`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect(answer.ok).toBe(true);
  };
  return { ...running, url, configure };
}

/** A port that nobody has. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0);
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  return port;
}

async function startProduct(dataDirectory: string, modelUrl: string): Promise<Running & { url: string }> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const running = start('server/src/main.ts', [], {
    PORT: String(port),
    DATA_DIR: dataDirectory,
    SAMPLE_LEADS: '0',
    LOG_LEVEL: 'warn',
    LLM_BASE_URL: `${modelUrl}/llm/v1`,
    LLM_API_KEY: 'own-key',
    LLM_MODEL: 'own-model',
  });
  running.child.stdout?.resume();
  await expect(async () => {
    expect((await fetch(`${url}/healthz`)).ok).toBe(true);
  }).toPass({ timeout: 90_000 });
  return { ...running, url };
}

async function creditsLeft(page: Page): Promise<number> {
  const { user } = await api<{ user: { organization: { email_credits: number } } }>(page.request, 'GET', '/user/');
  return user.organization.email_credits;
}

const cell = (page: Page, lead: string, answer: string) =>
  page.getByRole('grid').getByRole('button', { name: new RegExp(`^Founded of ${lead} Jansen: ?${answer}`) });

async function runFirst(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'AI Research', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Create research task/ }).click();
  await dialog.getByLabel('Name', { exact: true }).fill('Founded');
  await dialog.getByLabel('AI instructions').fill('When was it founded?');
  await dialog.getByRole('checkbox', { name: /^Company website/ }).check();
  await page.getByRole('button', { name: 'Start research for a new column' }).click();
  await page.getByRole('menuitem', { name: "Save and don't run" }).click();
  await expect(page.getByText('Column saved.')).toBeVisible();
  await run(page, 'Ada');
  await expect(cell(page, 'Ada', '.*founded in')).toBeVisible();
}

async function run(page: Page, lead: string): Promise<void> {
  await page
    .getByRole('row')
    .filter({ hasText: `${lead} Jansen` })
    .hover();
  await page.getByRole('button', { name: `Run Founded for ${lead} Jansen` }).click({ force: true });
}

/** What the flyout of a cell says. */
async function expectWords(page: Page, lead: string, state: string, words: RegExp): Promise<void> {
  await cell(page, lead, state).click();
  await expect(page.getByRole('dialog').getByText(words)).toBeVisible();
  await page.keyboard.press('Escape');
}

async function openInstallation(browser: Browser, baseURL: string): Promise<Page> {
  const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await signUp(page);
  await createResearchList(page, 'Own model');
  return page;
}

test('the model of the settings answers with its key; a wrong key, nonsense, a page and silence are told and free', async ({
  browser,
}) => {
  // Two programs are started for it, one with a database of its own.
  const data = mkdtempSync(join(tmpdir(), 'overture-e2e-own-'));
  const model = await startModel();
  const product = await startProduct(data, model.url);
  try {
    await model.configure({ api_key: 'own-key' });
    const page = await openInstallation(browser, product.url);
    const before = await creditsLeft(page);
    await runFirst(page);
    expect(await creditsLeft(page)).toBe(before - 1);

    await model.configure({ api_key: 'another-key' });
    await run(page, 'Bram');
    await expectWords(page, 'Bram', 'Failed', /answered 401: Incorrect API key provided/);
    await model.configure({ api_key: null, mode: 'malformed' });
    await run(page, 'Carla');
    await expectWords(page, 'Carla', 'Failed', /answer could not be read/);
    await model.configure({ mode: 'page' });
    await run(page, 'Daan');
    await expectWords(page, 'Daan', 'Failed', /is no language model \(200\)/);
    expect(await creditsLeft(page)).toBe(before - 1);

    await model.end();
    await run(page, 'Emma');
    await expectWords(page, 'Emma', 'Loading', /The language model did not answer/);
    await page.getByRole('button', { name: 'Stop research tasks' }).click();
    await expect(cell(page, 'Emma', 'Cancelled')).toBeVisible();
    await expect(page.getByText(`${before - 1} of 100 credits`)).toBeVisible();
    await page.context().close();
  } finally {
    await product.end();
    await model.end();
    rmSync(data, { recursive: true, force: true });
  }
});
