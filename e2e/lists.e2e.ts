import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { test } from './support/installation.ts';
import { signUp } from './support/person.ts';

const rows = Array.from(
  { length: 8 },
  (_, n) => `First${n},Last${n},p${n}@lists${n}.example,https://www.linkedin.com/in/listed-${n},Company ${n}`,
);
const file = Buffer.from(`First name,Last name,Email,LinkedIn,Company\n${rows.join('\n')}\n`);

async function importPeople(page: Page, name: string): Promise<void> {
  await page.goto('/searches?create=true');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/searches\/\d+$/);
  await page.getByRole('button', { name: 'Import leads' }).click();
  await page.getByRole('button', { name: /^Import from CSV/ }).click();
  await page.locator('input[type=file]').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: file });
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('button', { name: 'Show leads' }).click();
  await expect(page.getByText('Showing 8 of 8')).toBeVisible();
}

test('leads are moved to a new list by keyboard, lists are merged and put into a folder @long', async ({ page }) => {
  await signUp(page);
  await importPeople(page, 'Fair visitors');

  await page.getByLabel('Select row: First1 Last1').check();
  await page.getByLabel('Select row: First2 Last2').check();
  await page.getByRole('button', { name: 'Add to list' }).press('Enter');
  await page
    .getByRole('combobox', { name: 'List' })
    .or(page.getByRole('textbox', { name: 'List' }))
    .first()
    .click();
  await page.getByRole('option', { name: 'New list…' }).click();
  await page.getByLabel('Name of the new list').fill('Speakers');
  await page.getByLabel('Take them out of this list').check();
  await expectAccessible(page);
  await page.getByLabel('Name of the new list').press('Enter');
  await expect(page.getByText('2 leads moved to Speakers.')).toBeVisible();
  await expect(page.getByText('Showing 6 of 6')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Showing 8 of 8')).toBeVisible();

  // The panel says where a lead is.
  await page.getByText('First3 Last3').first().click();
  await expect(page.getByRole('heading', { name: 'Where this lead is' })).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Fair visitors' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await page.goto('/searches');
  await page.getByRole('button', { name: 'Actions of Fair visitors' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect(page.getByRole('link', { name: 'Fair visitors (copy)' })).toBeVisible();
  await expect(page.getByText('List duplicated.')).toBeVisible();
  await page.getByLabel('Select row: Speakers').check();
  await page.getByLabel('Select row: Fair visitors (copy)').check();
  await page.getByRole('button', { name: 'Move to folder…' }).click();
  await page.getByLabel('Folder', { exact: true }).first().fill('Fairs');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Fairs', exact: true })).toBeVisible();
  await page.getByLabel('Select row: Speakers').check();
  await page.getByLabel('Select row: Fair visitors (copy)').check();
  await page.getByRole('button', { name: 'Merge' }).click();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).click();
  await expect(page.getByText('Lists merged into Fair visitors (copy).')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Speakers' })).toHaveCount(0);
});
