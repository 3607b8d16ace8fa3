import { expect } from '@playwright/test';
import { test } from './support/installation.ts';
import { signUp } from './support/person.ts';

test('the shell: the sidebar stays as it was left, Ctrl-K goes anywhere, Escape closes only the top', async ({
  page,
}) => {
  await signUp(page);
  await page.goto('/dashboard');
  const sidebar = page.getByRole('complementary').first();
  await page.getByRole('button', { name: 'Collapse sidebar' }).click();
  await page.reload();
  await expect(sidebar).toHaveCSS('width', '80px');
  await page.getByRole('button', { name: 'Expand sidebar' }).click();
  await expect(sidebar).toHaveCSS('width', '270px');

  await page.keyboard.press('Control+k');
  await page.getByRole('searchbox').or(page.getByPlaceholder('Search or jump to…')).first().fill('signa');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/settings\/signatures/);
  await page.getByRole('button', { name: 'Create signature' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Create signature' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByLabel('Name').fill('Sales');
  await page.getByLabel('Signature', { exact: true }).last().click();
  await page.keyboard.type('Ada Jansen');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.frameLocator('iframe').locator('body')).toHaveText('Ada Jansen');
});
