import { expect } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { test } from './support/installation.ts';
import { signUp } from './support/person.ts';

test('a signature is written, shown without anything that acts, changed and deleted', async ({ page }) => {
  const dialogs: string[] = [];
  page.on('dialog', async (dialog) => {
    dialogs.push(dialog.message());
    await dialog.dismiss();
  });
  await signUp(page);
  await page.goto('/settings/signatures');
  await page.getByRole('button', { name: 'Create signature' }).click();
  await page.getByLabel('Name').fill('Sales');
  await page.getByLabel('Signature', { exact: true }).last().click();
  await page.keyboard.type('Ada Jansen');
  await page.getByRole('button', { name: 'Save' }).click();
  const shown = page.frameLocator('iframe').locator('body');
  await expect(shown).toHaveText('Ada Jansen');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Edit Sales' }).click();
  await page.getByText('HTML', { exact: true }).click();
  const hostile =
    '<p>Hello <img src=x onerror="alert(1)"><svg onload="alert(2)"></svg><script>alert(3)</script><a href="javascript:alert(4)">go</a></p>';
  await page.getByRole('textbox', { name: 'Signature' }).fill(hostile);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(shown).toContainText('Hello');
  expect(await shown.innerHTML()).not.toMatch(/onerror|onload|script|svg/i);
  expect(dialogs).toEqual([]);

  await page.getByRole('button', { name: 'Delete Sales' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No signatures yet')).toBeVisible();
});

test('name and password change behind the current password, in the words of the specification', async ({ page }) => {
  const person = await signUp(page);
  await page.goto('/settings/account');
  await page.getByRole('tab', { name: 'Update name' }).click();
  await page.getByRole('button', { name: 'Update name' }).click();
  await expect(page.getByText('Please fill in all fields')).toBeVisible();
  await page.getByLabel('New name').fill('A');
  await page.getByLabel('Current password').fill(person.password);
  await page.getByRole('button', { name: 'Update name' }).click();
  await expect(page.getByText('Name must be at least 2 characters long')).toBeVisible();
  await page.getByLabel('New name').fill('Ada Lovelace');
  await page.getByRole('button', { name: 'Update name' }).click();
  await expect(page.getByText('Update successful!')).toBeVisible();
  await expect(page.getByText('Others see you as Ada Lovelace.')).toBeVisible();

  await page.getByRole('tab', { name: 'Update password' }).click();
  await page.getByLabel('Current password').fill('not my password');
  await page.getByLabel('New password', { exact: true }).fill('a better horse');
  await page.getByLabel('Confirm new password').fill('another horse');
  await page.getByRole('button', { name: 'Update password' }).click();
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  await page.getByLabel('Confirm new password').fill('a better horse');
  await page.getByRole('button', { name: 'Update password' }).click();
  await expect(page.getByText('The current password is not correct.')).toBeVisible();
});

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
});
