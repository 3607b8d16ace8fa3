import { expect } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { test } from './support/installation.ts';
import { signUp } from './support/person.ts';

test('filters are saved by keyboard, open in their list with new leads apart, and are mailed by choice @long', async ({
  page,
}) => {
  await signUp(page);
  await page.goto('/searches?create=true');
  await page.getByLabel('Name', { exact: true }).fill('Mills');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Find leads' }).click();
  const finder = page.getByRole('dialog', { name: 'Find leads' });
  await finder.getByRole('button', { name: 'Director-Level' }).click();
  await finder.getByRole('button', { name: 'Save search' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Save this search' });
  await dialog.getByLabel('Name').fill('Directors');
  await dialog.getByLabel('Name').press('Enter');
  await expect(finder.getByRole('button', { name: 'Directors' })).toBeVisible();
  await finder.getByText(/^New since/).click();
  await expect(finder.getByText(/^No new leads since/)).toBeVisible();
  await expectAccessible(page);
  await page.goto('/searches/saved');
  await expect(page.getByText('New leads are counted on Mondays.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('switch', { name: 'Monday email for Directors' }).press('Space');
  await page.reload();
  await expect(page.getByRole('switch', { name: 'Monday email for Directors' })).not.toBeChecked();
  await page.getByRole('button', { name: 'Open Directors' }).press('Enter');
  await expect(finder.getByRole('button', { name: 'Directors' })).toBeVisible();
  await expect(finder.locator('tbody tr[data-row-index]').first()).toBeVisible();
  await finder.getByRole('button', { name: 'Close' }).press('Enter');
  await expect(page).toHaveURL(/\/searches\/\d+$/);
});
