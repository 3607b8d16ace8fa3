import { expect } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { test } from './support/installation.ts';
import { api } from './support/outreach.ts';
import { signUp } from './support/person.ts';
import { selectBackwards } from './support/selection.ts';

test('a signature is formatted by keyboard, and shows its text part', async ({ page }) => {
  await signUp(page);
  await page.goto('/settings/signatures');
  await page.getByRole('button', { name: 'Create signature' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Sales');
  const field = dialog.getByRole('textbox', { name: 'Signature' });
  await field.click();
  await page.keyboard.press('Control+b');
  await page.keyboard.type('Ada Jansen');
  await page.keyboard.press('Control+b');
  await page.keyboard.press('Enter');
  await page.keyboard.type('our page');
  await selectBackwards(page, 'page');
  await page.keyboard.press('Control+k');
  await page.getByRole('textbox', { name: 'Address' }).fill('acme.example/a');
  await page.keyboard.press('Enter');
  await expect(field.locator('a')).toHaveAttribute('href', 'https://acme.example/a');
  await dialog.getByText('Text part of the email').click();
  await expect(dialog.getByText('our page (https://acme.example/a)')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  const { signatures } = await api<{ signatures: { id: number; signature: string }[] }>(
    page.request,
    'GET',
    '/signatures/',
  );
  expect(signatures[0]?.signature).toMatch(/<p><b>Ada Jansen<\/b><br ?\/?>our <a href="https:\/\/acme\.example\/a"/);

  await page.getByRole('button', { name: 'Edit Sales' }).click();
  await expect(field.locator('strong, b, .font-bold')).toHaveText('Ada Jansen');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});
