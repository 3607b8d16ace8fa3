import { expect } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { test } from './support/installation.ts';
import { signUp } from './support/person.ts';
import { picture } from './support/picture.ts';

test('a goal is set by keyboard, shows its pace on the page and the dashboard, and is changed and deleted', async ({
  page,
}) => {
  await signUp(page);
  await page.goto('/goals');
  await expect(page.getByText('No goals yet')).toBeVisible();
  await picture(page, 'goals-empty');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Add goal' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Campaign' }).press('Space');
  await dialog.getByLabel('Goal', { exact: true }).press('Enter');
  await expect(dialog.getByText('Please choose a campaign.')).toBeVisible();
  await picture(page, 'goals-missing');
  await expectAccessible(page);
  await dialog.getByText('Organization', { exact: true }).click();
  await dialog.getByLabel('Goal', { exact: true }).fill('40');
  await dialog.getByLabel('Goal', { exact: true }).press('Enter');
  await expect(page.getByText('Goal saved')).toBeVisible();
  await expect(page.getByText(/^0 of 40, /).first()).toBeVisible();

  await page.getByRole('switch', { name: /Email me on Mondays/ }).press('Space');
  await expect(page.getByText(/The next one comes on/)).toBeVisible();
  await picture(page, 'goals');
  await expectAccessible(page);

  await page.goto('/dashboard');
  await expect(
    page
      .getByRole('region', { name: 'Goals' })
      .getByText(/^0 of 40, /)
      .first(),
  ).toBeVisible();
  await picture(page, 'goals-dashboard');
  await page.getByRole('link', { name: 'All goals' }).click();

  await page.getByRole('button', { name: 'Options of the goal Organization' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Change goal' }).press('Enter');
  await dialog.getByLabel('Goal', { exact: true }).fill('50');
  await dialog.getByLabel('Goal', { exact: true }).press('Enter');
  await expect(page.getByText(/^0 of 50, /).first()).toBeVisible();
  await page.getByRole('button', { name: 'Options of the goal Organization' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Delete goal' }).press('Enter');
  await dialog.getByRole('button', { name: 'Delete goal' }).press('Enter');
  await expect(page.getByText('No goals yet')).toBeVisible();
});
