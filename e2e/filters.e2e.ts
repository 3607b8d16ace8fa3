import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { test } from './support/installation.ts';
import { signUp } from './support/person.ts';

const header = 'First name,Last name,Email,LinkedIn,Company,Title,City,Size,Industry';
const industries = ['Software', 'Retail', 'Paper', 'Steel'];
const cities = ['Berlin', 'Paris', 'Amsterdam'];

/** Sixty people in four industries and three cities, of companies that grow with their number. */
function peopleFile(): Buffer {
  const rows = Array.from({ length: 60 }, (_, n) =>
    [
      `First${n}`,
      `Last${n}`,
      `p${n}@company${n}.example`,
      `https://www.linkedin.com/in/person-${n}`,
      `Company ${n}`,
      n % 5 === 0 ? 'Head of Sales' : 'Engineer',
      cities[n % 3],
      `${n * 10 + 1} - ${n * 10 + 200}`,
      industries[n % 4],
    ].join(','),
  );
  return Buffer.from(`${header}\n${rows.join('\n')}\n`);
}

async function importPeople(page: Page, name: string): Promise<void> {
  await page.goto('/searches?create=true');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/searches\/\d+$/);
  await page.getByRole('button', { name: 'Import leads' }).click();
  await page.getByRole('button', { name: /^Import from CSV/ }).click();
  const file = { name: 'people.csv', mimeType: 'text/csv', buffer: peopleFile() };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('button', { name: 'Show leads' }).click();
  await expect(page.getByText('Showing 25 of 60')).toBeVisible();
}

test('a list is filtered by typed operators, offered values and groups, by keyboard @long', async ({ page }) => {
  await signUp(page);
  await importPeople(page, 'People');

  // One filter by keyboard: the panel opens, the operator and a number are chosen, Enter closes it.
  await page.getByRole('button', { name: 'Filter', exact: true }).press('Enter');
  await page.getByLabel('Column of filter 1').selectOption('amount_of_employees');
  await expect(page.getByLabel('Operation of filter 1')).toHaveValue('greater');
  await page.getByLabel('Value of filter 1').fill('300');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Showing 25 of 30')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Employees is greater than “300”', exact: true })).toBeVisible();

  // A group of any, with a value that the list offers.
  await page.getByRole('button', { name: 'Filter, 1 active' }).click();
  await page.getByRole('button', { name: 'Add group' }).click();
  await expect(page.getByLabel('Column of filter 2.1')).toBeVisible();
  await page.getByLabel('Column of filter 2.1').selectOption('industry');
  await page.getByLabel('Operation of filter 2.1').selectOption('is_any_of');
  await page.getByRole('combobox', { name: 'Value of filter 2.1' }).click();
  await expect(page.getByRole('option', { name: 'Paper 15' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('option', { name: 'Paper 15' }).click();
  await page.keyboard.press('Escape');
  await page.getByLabel('Column of filter 2.2').selectOption('job_title');
  await page.getByLabel('Value of filter 2.2').fill('head of');
  await page.getByRole('button', { name: 'Done' }).click();
  const sentence = 'Industry is any of “Paper” or Job title contains “head of”';
  await expect(page.getByRole('button', { name: sentence, exact: true })).toBeVisible();
  await expect(page.getByText('Showing 12 of 12')).toBeVisible();

  // The filters stay on the next visit; the search finds by company; a chip is removed alone.
  await page.reload();
  await expect(page.getByText('Showing 12 of 12')).toBeVisible();
  await page.getByLabel('Search leads').fill('company 31');
  await expect(page.getByText('No leads match these filters.')).toBeVisible();
  await page.getByLabel('Search leads').fill('company 35');
  await expect(page.getByText('Showing 1 of 1', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: `Remove filter ${sentence}` }).click();
  await page.getByLabel('Search leads').fill('');
  await expect(page.getByText('Showing 25 of 30')).toBeVisible();
});
