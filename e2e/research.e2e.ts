import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { test } from './support/installation.ts';
import { api, control, createResearchList } from './support/outreach.ts';
import { signUp } from './support/person.ts';

const credits = async (page: Page) => {
  const { user } = await api<{ user: { organization: { email_credits: number } } }>(page.request, 'GET', '/user/');
  return user.organization.email_credits;
};
const cells = (page: Page, column: string): Locator =>
  page.getByRole('grid').getByRole('button', { name: new RegExp(`^${column} of `) });
const dialog = (page: Page): Locator => page.getByRole('dialog');

/** Opens the form of a new task and fills it in. */
async function writeTask(page: Page, name: string, prompt: string, format = 'Short text'): Promise<void> {
  await page.getByRole('button', { name: 'AI Research', exact: true }).click();
  await dialog(page)
    .getByRole('button', { name: /^Create research task/ })
    .click();
  await dialog(page).getByLabel('Name', { exact: true }).fill(name);
  await dialog(page).getByLabel('AI instructions').fill(prompt);
  await dialog(page).getByRole('radio', { name: format }).check();
  await dialog(page)
    .getByRole('checkbox', { name: /^Company website/ })
    .check();
}

async function start(page: Page, entry: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Start research for a new column' }).click();
  await page.getByRole('menuitem', { name: entry }).click();
  await expect(page.getByText('Enrichment has started')).toBeVisible();
}

async function openColumnMenu(page: Page, column: string): Promise<void> {
  await page.getByRole('columnheader', { name: column }).hover();
  await page.getByRole('button', { name: `Column ${column}`, exact: true }).click();
}

test('a research column and an email look-up fill live; their answers are read, filtered, sorted, edited and exported', async ({
  page,
}) => {
  await signUp(page);
  const list = await createResearchList(page, 'Researched');
  const before = await credits(page);

  await page.getByRole('button', { name: 'AI Research', exact: true }).click();
  for (const section of ['Find contact information', 'Research your leads', 'Your research tasks']) {
    await expect(dialog(page).getByRole('heading', { name: section })).toBeVisible();
  }
  await expectAccessible(page);
  await dialog(page)
    .getByRole('button', { name: /^Create research task/ })
    .click();
  const startButton = page.getByRole('button', { name: 'Start research for a new column' });
  await expect(startButton).toBeDisabled();
  await page.getByRole('button', { name: 'Polish with AI' }).click();
  await expect(page.getByText('Please enter a prompt first')).toBeVisible();
  await dialog(page).getByLabel('Name', { exact: true }).fill('Founded');
  await dialog(page).getByLabel('AI instructions').fill('When was it founded?');
  await expect(startButton).toBeDisabled();
  await dialog(page)
    .getByRole('checkbox', { name: /^Company website/ })
    .check();
  await page.getByRole('button', { name: 'Polish with AI' }).click();
  await page.getByRole('button', { name: 'Undo polish' }).click();
  await expect(dialog(page).getByLabel('AI instructions')).toHaveValue('When was it founded?');
  await expectAccessible(page);
  await startButton.click();
  await expect(page.getByRole('menuitem', { name: 'All 6 leads without an answer 6 credits' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: "Save and don't run" })).toBeVisible();
  await page.getByRole('menuitem', { name: /^All 6/ }).click();
  await expect(page.getByText('Enrichment has started')).toBeVisible();

  await expect(cells(page, 'Founded')).toHaveCount(6);
  await expect(page.getByRole('button', { name: /^Founded of .*founded in/i })).toHaveCount(6);
  await expect(page.getByRole('button', { name: 'Stop research tasks' })).toBeHidden();
  await expect(page.getByText(`${before - 6} of 100 credits`)).toBeVisible();

  await cells(page, 'Founded').first().click();
  const flyout = page.getByRole('dialog', { name: /^Founded, / });
  await expect(flyout.getByRole('heading', { name: 'Reasoning' })).toBeVisible();
  const source = flyout.getByRole('link').first();
  await expect(source).toHaveAttribute('href', /northlight-\d\.example/);
  await expect(source).toHaveAttribute('rel', /noopener/);
  await expectAccessible(page);
  const tab = page.context().waitForEvent('page');
  await source.click();
  const opened = await tab;
  await expect(opened.locator('body')).toContainText('founded');
  await opened.close();
  await page.keyboard.press('Escape');
  await expect(flyout).toBeHidden();
  await expect(cells(page, 'Founded').first()).toBeFocused();

  await writeTask(page, 'founded', 'When?');
  await page.getByRole('button', { name: 'Start research for a new column' }).click();
  await page.getByRole('menuitem', { name: /^All 6/ }).click();
  await expect(page.getByText('Please choose a different name for the research task')).toBeVisible();
  await page.getByRole('button', { name: 'Back to all tasks' }).click();
  // What was written is not thrown away unasked.
  await page.getByRole('button', { name: 'Discard' }).click();

  await dialog(page)
    .getByRole('button', { name: /^Find email/ })
    .click();
  await expect(dialog(page).getByLabel('Name', { exact: true })).toHaveAttribute('readonly', '');
  await start(page, /^All 6/);
  const emails = page.getByRole('columnheader', { name: 'Email' });
  await expect(emails).toBeVisible();
  await expect(page.getByRole('button', { name: /^Email of .*@northlight-\d\.example/ }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Stop research tasks' })).toBeHidden();
  const found = await page.getByRole('button', { name: /^Email of .*@/ }).count();
  await expect(page.getByText(`${before - 6 - 3 * found} of 100 credits`)).toBeVisible();
  await page
    .getByRole('button', { name: /^Email of .*@/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: 'How we searched' })).toBeVisible();
  await page.keyboard.press('Escape');

  await cells(page, 'Email').first().dblclick();
  await page.getByRole('textbox', { name: /^Answer of/ }).fill('changed@northlight-0.example');
  await page.keyboard.press('Escape');
  await expect(cells(page, 'Email').first()).not.toContainText('changed');
  await cells(page, 'Email').first().dblclick();
  await page.getByRole('textbox', { name: /^Answer of/ }).fill('changed@northlight-0.example');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Answer updated successfully')).toBeVisible();
  await expect(cells(page, 'Email').first()).toContainText('changed@northlight-0.example');
  const { prospects } = await api<{ prospects: { email: string | null }[] }>(
    page.request,
    'GET',
    `/search/${list}/prospects/`,
  );
  expect(prospects.map(({ email }) => email)).toContain('changed@northlight-0.example');

  await openColumnMenu(page, 'Email');
  await page.getByRole('menuitem', { name: 'Sort ascending' }).click();
  await expect(emails).toHaveAttribute('aria-sort', 'ascending');
  await openColumnMenu(page, 'Email');
  await page.getByRole('menuitem', { name: 'Filter by this column' }).click();
  await page.getByLabel('Value of filter 1').fill('changed@');
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('Showing 1 of 1')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Showing 1 of 1')).toBeVisible();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export to CSV' }).click();
  await expect(page.getByRole('menuitemcheckbox', { name: 'Include research answers' })).toHaveAttribute(
    'aria-checked',
    'true',
  );
  await page.getByRole('menuitem', { name: /^The 1 lead / }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file).toContain('Founded');
  expect(file).toContain('changed@northlight-0.example');
  expect(file.trim().split(/\r?\n/)).toHaveLength(2);

  // The filter goes with its column.
  await openColumnMenu(page, 'Email');
  await page.getByRole('menuitem', { name: 'Delete column' }).click();
  await expect(
    page.getByText('Are you sure you want to delete this column? This action cannot be undone.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Delete column' }).click();
  await expect(page.getByText('Column deleted successfully')).toBeVisible();
  await expect(page.getByText('Showing 6 of 6')).toBeVisible();
});

test('a run is stopped half-way and the credits come back; one cell is run again; the task is deleted', async ({
  page,
}) => {
  await signUp(page);
  await createResearchList(page, 'Stopped');
  const before = await credits(page);
  await control(page.request, 'llm', { mode: 'slow', delay_in_ms: 20_000 });
  try {
    await writeTask(page, 'Is it old', 'Was it founded?', 'Yes or No');
    await start(page, /^All 6/);
    await expect(page.getByText('Loading...')).toHaveCount(6);
    await expect(page.getByText(`${before - 6} of 100 credits`)).toBeVisible();
    // The run goes on when its list is left: the tray of jobs shows it.
    await page.getByRole('navigation').getByRole('link', { name: 'Campaigns' }).click();
    await expect(page.getByText('Research in Stopped')).toBeVisible();
    await expect(page.getByText('0 of 6 cells')).toBeVisible();
    await page.goBack();
    await expect(page.getByText('Research in Stopped')).toBeHidden();
    await page.getByRole('button', { name: 'Stop research tasks' }).click();
    await expect(page.getByRole('button', { name: /^Is it old of .*: ?Cancelled$/ })).toHaveCount(6);
    await expect(page.getByText(`${before} of 100 credits`)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Stop research tasks' })).toBeHidden();
  } finally {
    await control(page.request, 'llm', { mode: 'normal' });
  }

  await page.getByRole('row').filter({ hasText: 'Ada Jansen' }).hover();
  await page.getByRole('button', { name: 'Run Is it old for Ada Jansen' }).click({ force: true });
  await expect(page.getByRole('button', { name: 'Is it old of Ada Jansen: Yes' })).toBeVisible();
  await page.getByLabel('Select row: Bram Jansen').check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Run research' }).click();
  await page.getByRole('menuitem', { name: /^Is it old/ }).click();
  await expect(page.getByRole('button', { name: 'Is it old of Bram Jansen: Yes' })).toBeVisible();
  await openColumnMenu(page, 'Is it old');
  await page.getByRole('menuitem', { name: 'Filter by this column' }).click();
  await page.getByLabel('Value of filter 1').selectOption('Yes');
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('Showing 2 of 2')).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('listitem').getByText('Ada Jansen').click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Is it old.*Yes/ })
    .click();
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Reasoning' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole('button', { name: 'AI Research', exact: true }).click();
  await page.getByRole('button', { name: 'Actions for Is it old' }).click();
  await page.getByRole('menuitem', { name: 'Delete task' }).click();
  await expect(page.getByRole('dialog').last()).toContainText('Stopped');
  await page.getByRole('dialog').last().getByRole('button', { name: 'Delete task' }).click();
  await expect(page.getByText('Prompt deleted successfully')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('columnheader', { name: 'Is it old' })).toBeHidden();
  await expect(page.getByText('Showing 6 of 6')).toBeVisible();
});
