import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { test } from './support/installation.ts';
import { signUp } from './support/person.ts';

test('an archive is made, followed and downloaded in the settings', async ({ page }) => {
  await signUp(page);
  await page.goto('/settings/data');
  await page.getByRole('button', { name: 'Make an archive' }).click();
  const dialog = page.getByRole('dialog', { name: 'Make an archive' });
  await dialog.getByRole('checkbox').check({ force: true });
  await dialog.getByLabel('Passphrase', { exact: true }).fill('correct horse battery');
  await dialog.getByLabel('Repeat the passphrase').fill('correct horse battery');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('with mailbox passwords, encrypted')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^overture-archive-\d+-\d{4}-\d\d-\d\d\.zip$/);
  expect(
    readFileSync(await file.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK');
  await expectAccessible(page);
});
