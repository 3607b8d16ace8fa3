import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';

/**
 * The pictures of the README, taken from the real program with its samples, which keeps them current: `npm run
 * pictures`. Needs the web build and a Chromium (CHROMIUM_PATH, or Playwright's own).
 */
const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const folder = join(root, 'docs/pictures');
const port = Number(process.env.PICTURES_PORT ?? 3188);
const base = `http://localhost:${port}`;

interface Picture {
  name: string;
  scheme?: 'light' | 'dark';
  width?: number;
  /** Opens the screen and waits until it shows what the picture is for. */
  open(page: Page): Promise<void>;
}

const openCampaign = async (page: Page, name = 'LinkedIn first, then email'): Promise<void> => {
  await page.goto(`${base}/campaigns`);
  await page.getByText(name).first().click();
  await page.waitForURL(/\/campaigns\/\d+/);
};
const openAnalytics = async (page: Page): Promise<void> => {
  await openCampaign(page, 'Autumn outreach');
  await page.getByRole('tab', { name: 'Analytics' }).click();
  await page.getByRole('heading', { name: 'Steps' }).waitFor();
};
/** The last picture: it pauses the campaign, as a rehearsal is for what does not run yet. */
const openRehearsal = async (page: Page): Promise<void> => {
  await openCampaign(page);
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Rehearse' }).click();
  await page.getByRole('dialog', { name: 'Rehearsal' }).getByRole('table').first().waitFor();
};
const openList = async (page: Page): Promise<void> => {
  await page.goto(`${base}/searches`);
  await page.getByText('Marketing directors NL').first().click();
  await page.waitForURL(/\/searches\/\d+/);
};
const openChat = async (page: Page): Promise<void> => {
  await page.goto(`${base}/inbox`);
  await page.locator('main a[href*="chat="]').first().click();
};

/** Marketing people of two industries in the lead database, at most two of a company. */
const findLeads = async (page: Page): Promise<void> => {
  await openList(page);
  await page.getByRole('button', { name: 'Find new leads' }).click();
  const title = page.getByRole('combobox', { name: 'Can include: Job title' });
  await title.fill('marketing director');
  await title.press('Enter');
  for (const name of ['Technology, Information and Media', 'Professional Services']) {
    await page.getByRole('combobox', { name: 'Industry' }).fill(name);
    await page.getByRole('option', { name, exact: true }).click();
  }
  await page.getByRole('button', { name: 'Apply filters' }).click();
  await page.getByRole('dialog').locator('tbody tr[data-row-index]').first().waitFor();
  await page.getByRole('combobox', { name: 'Can include: Job title' }).scrollIntoViewIfNeeded();
};

/** A column of answers with its flyout; the column is made once, by the first picture that wants it. */
const openResearch = async (page: Page): Promise<void> => {
  await openList(page);
  // The columns of research come a moment after the table.
  const column = page.getByRole('columnheader', { name: 'Founded' });
  const isThere = await column.waitFor({ timeout: 4000 }).then(
    () => true,
    () => false,
  );
  if (!isThere) await startResearch(page);
  const answer = page.getByRole('grid').getByRole('button', { name: /^Founded of .*founded in/ });
  await answer.first().waitFor({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Stop research tasks' }).waitFor({ state: 'hidden' });
  await answer.nth(2).click();
  await page.getByRole('heading', { name: 'Reasoning' }).waitFor();
};
const startResearch = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'AI Research', exact: true }).click();
  await page.getByRole('button', { name: /^Create research task/ }).click();
  await page.getByLabel('Name', { exact: true }).fill('Founded');
  await page.getByLabel('AI instructions').fill('When was the company founded?');
  await page.getByRole('checkbox', { name: /^Company website/ }).check();
  await page.getByRole('button', { name: 'Start research for a new column' }).click();
  await page.getByRole('menuitem', { name: /^Next 25 / }).click();
};
const openImport = async (page: Page): Promise<void> => {
  await openList(page);
  await page.getByRole('button', { name: 'Import leads' }).click();
  await page.getByRole('dialog').getByText('Sales Navigator').waitFor();
};

const pictures: Picture[] = [
  { name: 'finder', open: findLeads },
  { name: 'research', open: openResearch },
  { name: 'research-dark', scheme: 'dark', open: openResearch },
  { name: 'import', open: openImport },
  { name: 'flow', open: (page) => openCampaign(page) },
  { name: 'analytics', open: openAnalytics },
  { name: 'inbox', open: openChat },
  { name: 'leads', open: openList },
  { name: 'senders', open: (page) => page.goto(`${base}/senders`).then(() => undefined) },
  { name: 'inbox-dark', scheme: 'dark', open: openChat },
  { name: 'flow-narrow', width: 390, open: (page) => openCampaign(page) },
  { name: 'rehearsal', open: openRehearsal },
];

async function take(browser: Browser, picture: Picture): Promise<void> {
  const context = await browser.newContext({
    viewport: { width: picture.width ?? 1440, height: picture.width ? 844 : 900 },
    colorScheme: picture.scheme ?? 'light',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const answer = await page.request.post(`${base}/api/v1/auth/login/`, {
    data: {
      email: 'ada@sample.example',
      password: (await readFile(join(dataDirectory, 'sample-password'), 'utf8')).trim(),
    },
  });
  if (!answer.ok()) throw new Error(`The sample person could not sign in: ${await answer.text()}`);
  await picture.open(page).catch(async (error) => {
    await page.screenshot({ path: join(folder, 'failed.png') });
    throw error;
  });
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(600);
  await page.screenshot({ path: join(folder, `${picture.name}.png`) });
  await context.close();
  process.stdout.write(`docs/pictures/${picture.name}.png\n`);
}

async function waitUntilServing(): Promise<void> {
  for (let n = 0; n < 120; n += 1) {
    const answer = await fetch(`${base}/healthz`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error('The program did not start.');
}

const dataDirectory = await mkdtemp(join(tmpdir(), 'overture-pictures-'));
const program = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(root, 'server/src/main.ts')], {
  env: { ...process.env, PORT: String(port), DATA_DIR: dataDirectory, TIME_TRAVEL: 'on', LOG_LEVEL: 'warn' },
  stdio: 'inherit',
});
try {
  await mkdir(folder, { recursive: true });
  await waitUntilServing();
  // The first mails leave one after the other and the first prospects answer.
  await new Promise((resolve) => setTimeout(resolve, Number(process.env.PICTURES_WAIT_IN_MS ?? 60_000)));
  const browser = await chromium.launch({
    ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  for (const picture of pictures) await take(browser, picture);
  await browser.close();
} finally {
  program.kill('SIGTERM');
  await new Promise((resolve) => program.once('exit', resolve));
  await rm(dataDirectory, { recursive: true, force: true });
}
