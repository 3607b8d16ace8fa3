import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { test } from '../support/installation.ts';
import { api, control } from '../support/outreach.ts';
import { signUp } from '../support/person.ts';

/**
 * Find and enrich, whole, by hand: 200 people of two industries from the lead database, at most two of a company, a research
 * column that fills live and is stopped half-way, whose credits come back, an email look-up, the answers as filter and file,
 * and the leads in a campaign. Everything through the screens; only the pace of the model comes from outside.
 */
const dialog = (page: Page) => page.getByRole('dialog');
const cells = (page: Page, column: string, answer = '') =>
  page.getByRole('grid').getByRole('button', { name: new RegExp(`^${column} of .*${answer}`) });

async function creditsLeft(page: Page): Promise<number> {
  const { user } = await api<{ user: { organization: { email_credits: number } } }>(page.request, 'GET', '/user/');
  return user.organization.email_credits;
}

async function createListByHand(page: Page): Promise<void> {
  await page.goto('/searches?create=true');
  await page.getByLabel('Name', { exact: true }).fill('Marketing directors');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No leads found')).toBeVisible();
}

/** Marketing people of two industries, at most two of a company. */
async function findLeads(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Find leads' }).click();
  const apply = dialog(page).getByRole('button', { name: 'Apply filters' });
  await expect(apply).toBeDisabled();
  const title = dialog(page).getByRole('combobox', { name: 'Can include: Job title' });
  await title.fill('marketing');
  await title.press('Enter');
  const industry = dialog(page).getByRole('combobox', { name: 'Industry' });
  for (const name of ['Technology, Information and Media', 'Professional Services']) {
    await industry.fill(name);
    await page.getByRole('option', { name, exact: true }).click();
    await expect(industry).toHaveValue('');
    await expect(dialog(page).getByRole('button', { name: `Remove ${name}` })).toBeVisible();
  }
  await dialog(page).getByRole('switch', { name: 'Max leads per company' }).check({ force: true });
  await expect(dialog(page).getByText('At most 2 leads per company')).toBeVisible();
  await apply.click();
  await expect(dialog(page).locator('tbody tr[data-row-index]')).toHaveCount(25);
  await dialog(page).getByRole('button', { name: 'Add leads' }).click();
  await page.getByRole('menuitem', { name: 'Add first 200', exact: true }).click();
  await expect(dialog(page).getByText('200 leads added', { exact: true })).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('Showing 25 of 200')).toBeVisible();
}

async function atMostTwoOfOneCompany(page: Page, list: string): Promise<void> {
  const pages = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      api<{ prospects: { company: { name: string } }[] }>(
        page.request,
        'GET',
        `/search/${list}/prospects/?page=${index + 1}`,
      ),
    ),
  );
  const people = pages.flatMap(({ prospects }) => prospects);
  expect(people).toHaveLength(200);
  const counts = Object.values(Object.groupBy(people, ({ company }) => company.name));
  expect(Math.max(...counts.map((colleagues) => colleagues?.length ?? 0))).toBeLessThanOrEqual(2);
}

async function writeTask(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'AI Research', exact: true }).click();
  await expect(dialog(page).getByRole('heading', { name: 'Your research tasks' })).toBeVisible();
  await expectAccessible(page);
  await dialog(page)
    .getByRole('button', { name: /^Create research task/ })
    .click();
  await dialog(page).getByLabel('Name', { exact: true }).fill('Founded');
  await dialog(page).getByLabel('AI instructions').fill('When was it founded?');
  await dialog(page)
    .getByRole('checkbox', { name: /^Company website/ })
    .check();
  await expectAccessible(page);
}

async function startNew(page: Page, entry: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Start research for a new column' }).click();
  await page.getByRole('menuitem', { name: entry }).click();
  await expect(page.getByText('Enrichment has started').first()).toBeVisible();
}

/** The status of the list's cells, as the server counts them. */
async function countCells(page: Page, list: string) {
  const [column] = await api<{ results: { state: string }[] }[]>(page.request, 'GET', `/enrichment/prompts/${list}`);
  const count = (state: string) => column!.results.filter((cell) => cell.state === state).length;
  return { done: count('done'), cancelled: count('cancelled'), loading: count('loading') };
}

/** Fifty are asked about; when the first answers have come the rest is stopped, and costs nothing. Answers how many came. */
async function researchAndStop(page: Page, list: string): Promise<number> {
  const before = await creditsLeft(page);
  await control(page.request, 'llm', { mode: 'slow', delay_in_ms: 4000 });
  try {
    await writeTask(page);
    await startNew(page, /^Next 50 /);
    await expect(page.getByText(`${before - 50} of 100 credits`)).toBeVisible();
    await expect(page.getByText('Loading...').first()).toBeVisible();
    await expect(cells(page, 'Founded', 'founded in').nth(4)).toBeVisible();
    await page.getByRole('button', { name: 'Stop research tasks' }).click();
    await expect(page.getByText(/^\d+ cells stopped\. \d+ reserved credits returned\.$/)).toBeVisible();
  } finally {
    await control(page.request, 'llm', { mode: 'normal' });
  }
  const { done, cancelled, loading } = await countCells(page, list);
  expect([done + cancelled, loading]).toEqual([50, 0]);
  expect(done).toBeGreaterThanOrEqual(5);
  expect(cancelled).toBeGreaterThan(0);
  await expect(page.getByText(`${before - done} of 100 credits`)).toBeVisible();
  await expect(page.getByText('Loading...')).toHaveCount(0);
  return done;
}

/** A source opens and says what the answer says. */
async function openSource(page: Page): Promise<void> {
  await cells(page, 'Founded', 'founded in').first().click();
  const source = dialog(page).getByRole('link').first();
  await expect(source).toHaveAttribute('rel', /noopener/);
  await expectAccessible(page);
  const opening = page.context().waitForEvent('page');
  await source.click();
  const opened = await opening;
  await expect(opened.locator('body')).toContainText('founded in');
  await opened.close();
  await page.keyboard.press('Escape');
}

async function findEmails(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'AI Research', exact: true }).click();
  await dialog(page)
    .getByRole('button', { name: /^Find email/ })
    .click();
  await startNew(page, /^Next 10 /);
  await expect(cells(page, 'Found email', '@').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Stop research tasks' })).toBeHidden();
  await expect(page.getByRole('columnheader', { name: 'Found email Column Found email' })).toBeVisible();
}

async function filterAndExport(page: Page, answers: number): Promise<string[]> {
  await page.getByRole('columnheader', { name: 'Founded' }).hover();
  await page.getByRole('button', { name: 'Column Founded', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Filter by this column' }).click();
  await page.getByLabel('Value of filter 1').fill('founded in');
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(`Showing ${Math.min(25, answers)} of ${answers}`)).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export to CSV' }).click();
  await page.getByRole('menuitem', { name: new RegExp(`^All ${answers} `) }).click();
  return (await readFile(await (await download).path(), 'utf8')).trim().split(/\r?\n/);
}

async function addToCampaign(page: Page, answers: number): Promise<void> {
  await page.getByLabel('Select all rows on this page').check();
  await page.getByRole('menuitem', { name: `All ${answers}`, exact: true }).click();
  await page.getByRole('toolbar').getByRole('button', { name: 'Add to campaign' }).click();
  await expect(dialog(page).getByRole('button', { name: 'Add to campaign' })).toBeHidden();
  await dialog(page).getByRole('button', { name: 'Create a blank campaign' }).click();
  await dialog(page).getByLabel('Name', { exact: true }).fill('Founders');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByText(`${answers} / ${answers}`)).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Add to campaign' }).click();
  await expect(page.getByText('Leads added to campaign.')).toBeVisible();
  await expect(page).toHaveURL(/\/campaigns\/\d+/);
}

test('leads are found, researched, looked up, filtered, exported and put into a campaign', async ({ page }) => {
  await signUp(page);
  await createListByHand(page);
  const list = page.url().match(/searches\/(\d+)/)?.[1] as string;
  await findLeads(page);
  await atMostTwoOfOneCompany(page, list);
  const answers = await researchAndStop(page, list);
  await openSource(page);
  await findEmails(page);
  const [heading, ...rows] = await filterAndExport(page, answers);
  expect(heading).toContain('Founded');
  expect(rows).toHaveLength(answers);
  expect(rows.every((row) => row.includes('founded in'))).toBe(true);
  await addToCampaign(page, answers);
});
