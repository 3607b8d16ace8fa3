import { expect } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { test } from './support/installation.ts';
import { createList } from './support/outreach.ts';
import { signUp } from './support/person.ts';

test('a person is erased from their panel, and the privacy page says so', async ({ page }) => {
  await signUp(page);
  const people = ['grace', 'alan'].map((name) => ({
    first_name: name,
    last_name: 'Hopper',
    email: `${name}@erase.example`,
  }));
  const list = await createList(page.request, 'People', people);
  await page.goto(`/searches/${list}`);
  await page.getByText('grace Hopper').first().click();
  const panel = page.getByRole('dialog');
  const download = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'Download data' }).click();
  expect((await download).suggestedFilename()).toMatch(/^person-\d+\.zip$/);
  await panel.getByRole('button', { name: 'Erase person' }).click();
  const question = page.getByRole('dialog', { name: 'Erase grace Hopper?' });
  await expect(question.getByText('Lists: 1. Campaigns: 0. Messages: 0.')).toBeVisible();
  await expectAccessible(page);
  await question.getByLabel('Type “erase” to confirm').fill('erase');
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 person erased.')).toBeVisible();
  await expect(page.getByText('grace Hopper')).toHaveCount(0);
  await page.goto('/settings/privacy');
  await expect(page.getByText('From a lead')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Retention' })).toBeVisible();
  await expectAccessible(page);
});
