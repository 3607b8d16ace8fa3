import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { test } from './support/installation.ts';
import { messyFile } from './support/lead-files.ts';
import { signUp } from './support/person.ts';

async function createList(page: Page, name: string): Promise<void> {
  await page.goto('/searches?create=true');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/searches\/\d+$/);
}

async function chooseFile(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.getByRole('button', { name: 'Import leads' }).click();
  await page.getByRole('button', { name: /^Import from CSV/ }).click();
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer });
}

/** Names in the rows that are shown, in order. */
function shownNames(page: Page): Promise<string[]> {
  return page
    .locator('tbody tr[data-row-index]')
    .evaluateAll((rows) => rows.map((row) => row.querySelectorAll('td')[1]?.getAttribute('title') ?? ''));
}

/** Numbers of the result dialog: added, duplicate, skipped, bad. */
async function resultNumbers(page: Page): Promise<number[]> {
  await expect(page.getByRole('heading', { name: 'Import finished' })).toBeVisible();
  const texts = await page.locator('dl dd:nth-of-type(1)').allTextContents();
  return texts.slice(0, 4).map((text) => Number(text.replaceAll(',', '')));
}

test('an import is checked first, done, and undone by keyboard', async ({ page }) => {
  await signUp(page);
  await createList(page, 'Checked');
  const file = (title: string) =>
    Buffer.from(
      `First name,Last name,Email,LinkedIn,Company,Title\nAda,Lovelace,ada@a.example,linkedin.com/in/ada,Acme,${title}\n`,
    );
  await chooseFile(page, 'first.csv', file(''));
  await page.getByRole('button', { name: 'Import', exact: true }).press('Enter');
  await page.getByRole('button', { name: 'Import another file' }).press('Enter');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'second.csv', mimeType: 'text/csv', buffer: file('Countess') });
  await page.getByRole('button', { name: 'Check first' }).press('Enter');
  await expect(page.getByText('What this import will do')).toBeVisible();
  await page.getByText('leads you have, with values that change').click();
  await expect(page.getByText('Job title: empty → Countess')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Import', exact: true }).press('Enter');
  await expect(page.getByText('1 lead you had was updated.')).toBeVisible();
  await page.getByRole('button', { name: 'Show leads' }).press('Enter');
  await expect(page.getByRole('gridcell', { name: 'Countess' })).toBeVisible();
  await page.getByRole('button', { name: 'Imports', exact: true }).press('Enter');
  const second = page.getByRole('listitem').filter({ hasText: 'second.csv' });
  await expectAccessible(page);
  await second.getByRole('button', { name: 'Undo import' }).press('Enter');
  await page.getByRole('dialog').last().getByRole('button', { name: 'Undo import' }).press('Enter');
  await expect(second.getByText('Undone: 0 leads left the list')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('gridcell', { name: 'Ada Lovelace', exact: true })).toBeVisible();
  await expect(page.getByRole('gridcell', { name: 'Countess' })).toBeHidden();
});

test('a messy file is imported with every row accounted for; the table filters, sorts, edits, exports and deletes @long', async ({
  page,
}) => {
  await signUp(page);
  await createList(page, 'Messy');
  await chooseFile(page, 'leads.xlsx', Buffer.from('PK'));
  await expect(page.getByText('Only .csv files are accepted.')).toBeVisible();
  const workbook = { name: 'leads.csv', mimeType: 'text/csv', buffer: Buffer.from([0x50, 0x4b, 3, 4, 0]) };
  await page.locator('input[type=file]').setInputFiles(workbook);
  await expect(page.getByText(/Excel workbook/)).toBeVisible();
  const messy = { name: 'export.csv', mimeType: 'text/csv', buffer: messyFile() };
  await page.locator('input[type=file]').setInputFiles(messy);
  await expect(page.getByText('semicolon separated')).toBeVisible();
  await expect(page.getByLabel('Encoding')).toHaveValue('windows-1252');
  await expect(page.getByText('Some leads have empty LinkedIn URLs and will be skipped during import.')).toBeVisible();
  await expect(page.getByLabel('Column for Last name')).toHaveValue('Nachname');
  await expect(page.getByLabel('Column for Company name')).toHaveValue('Firma');
  await expectAccessible(page);
  await page.getByLabel('Column for Company name').selectOption('');
  await expect(page.getByText('Required fields missing:')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeDisabled();
  await page.getByLabel('Column for Company name').selectOption('Firma');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  expect(await resultNumbers(page)).toEqual([40, 1, 2, 1]);
  await expect(page.getByText('44 rows in total')).toBeVisible();
  const badRows = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download the report' }).click();
  expect(await readFile(await (await badRows).path(), 'utf8')).toContain('not that of a person');
  await page.getByRole('button', { name: 'Show leads' }).click();

  await expect(page.getByText('Showing 25 of 40')).toBeVisible();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText('Showing 15 of 40')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Showing 15 of 40')).toBeVisible();

  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByLabel('Column of filter 1').selectOption('company_name');
  await page.getByLabel('Value of filter 1').fill('MÜLLER');
  await page.getByRole('button', { name: 'Add filter' }).click();
  await page.getByLabel('Column of filter 2').selectOption('email');
  await page.getByLabel('Operation of filter 2').selectOption('is_not_empty');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('Showing 10 of 10')).toBeVisible();
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending');
  await expect(async () => {
    const names = await shownNames(page);
    expect(names).toHaveLength(10);
    expect(names).toEqual([...names].sort());
  }).toPass();
  await page.reload();
  await expect(page.getByText('Showing 10 of 10')).toBeVisible();

  // Keyboard only: the first row opens, its email is changed, Escape goes back to the row.
  await page.locator('tbody tr[data-row-index="0"]').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Edit email' }).press('Enter');
  await page.getByLabel('Email', { exact: true }).fill('nonsense');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This is not an email address.')).toBeVisible();
  await page.getByLabel('Email', { exact: true }).fill('new.address@acme.example');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'new.address@acme.example' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.locator('tbody tr[data-row-index="0"]')).toBeFocused();

  await page.getByLabel('Select all rows on this page').check();
  await page.getByRole('menuitem', { name: 'All 10' }).click();
  await expect(page.getByRole('status').getByText('10 selected')).toBeVisible();
  const exported = page.waitForEvent('download');
  await page.getByRole('toolbar').getByRole('button', { name: 'Export to CSV' }).click();
  const csv = await readFile(await (await exported).path(), 'utf8');
  expect(csv.trim().split('\n')).toHaveLength(11);
  expect(csv).toContain('new.address@acme.example');
  expect(csv).toContain('Müller & Söhne');

  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Delete 10 leads from this list?')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No leads found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByText('Showing 25 of 30')).toBeVisible();
  await page.locator('tbody tr[data-row-index="0"]').focus();
  await page.keyboard.press('Space');
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Showing 25 of 29')).toBeVisible();
  const notice = page.getByRole('status').filter({ hasText: '1 lead deleted from this list.' });
  await notice.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Showing 25 of 30')).toBeVisible();

  await page.emulateMedia({ colorScheme: 'dark' });
  await page
    .getByLabel(/^Select row/)
    .first()
    .check();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await page.getByRole('list', { name: 'Leads' }).getByRole('button').first().click();
  await expect(page.getByRole('dialog').getByText('Contact', { exact: true })).toBeVisible();
  await expectAccessible(page);
});
