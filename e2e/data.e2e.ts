import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { test } from './support/installation.ts';
import { signUp } from './support/person.ts';

test('an archive is made, downloaded, moved in again and undone in the settings', async ({ page }) => {
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

  await page.getByRole('button', { name: 'Choose an archive' }).click();
  const upload = page.getByRole('dialog', { name: 'Move in an archive' });
  await upload.locator('input[type=file]').setInputFiles(await file.path());
  await upload.getByLabel('Passphrase', { exact: true }).fill('correct horse batterx');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(upload.getByRole('alert')).toHaveText('The passphrase is not the one of this archive.');
  await upload.getByLabel('Passphrase', { exact: true }).fill('correct horse battery');
  await page.keyboard.press('Enter');
  await expect(upload).toBeHidden();
  const imports = page.getByRole('region', { name: 'Move in an archive' });
  await expect(imports.getByText('Checked', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await imports.getByRole('button', { name: 'Move in' }).click();
  await expect(imports.getByText('Moved in', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await imports.getByRole('button', { name: 'Undo the import' }).click();
  await page
    .getByRole('dialog', { name: 'Undo this import?' })
    .getByRole('button', { name: 'Undo the import' })
    .click();
  await expect(imports.getByText('Undone', { exact: true })).toBeVisible();
});
