import { expect } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { test } from './support/installation.ts';
import { codeFor, newPerson, signUp } from './support/person.ts';

test('a new person signs up with the code from the mail, signs out and in again', async ({ page }) => {
  const person = newPerson('Grace Hopper');
  await page.goto('/register');
  await expect(page.getByRole('heading', { name: 'Get 14 days free' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Full name').fill(person.name);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/verify-email\?email=/);
  await expectAccessible(page);
  await page
    .getByRole('textbox')
    .first()
    .fill(await codeFor(page.request, person.email));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard/);
  await expect(page.getByRole('heading', { name: 'Welcome Grace Hopper' })).toBeVisible();
  await expectAccessible(page);

  await page.goto('/logout');
  await expect(page).toHaveURL(/\/login/);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill('wrong password');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Invalid email or password')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard/);
});

test('pages behind the door lead to the login without a session, unknown ones to the dashboard with one', async ({
  page,
}) => {
  await page.goto('/searches');
  await expect(page).toHaveURL(/\/login/);
  await expectAccessible(page);
  const person = await signUp(page);
  for (const path of ['/no-such-page', '/settings/nothing', '/searches/5/x', '/campaigns/9/x/y', '/login/x']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/dashboard/);
    await expect(page).toHaveTitle('Dashboard · Overture');
  }
  // A link opened without a session is kept over the sign-in.
  await page.goto('/logout');
  await expect(page).toHaveURL(/\/login/);
  await page.goto('/settings/signatures');
  await expect(page).toHaveURL(/\/login/);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/settings\/signatures/);
});

test('the dark scheme is as readable as the light one', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/login');
  await expectAccessible(page);
  await signUp(page);
  for (const path of ['/dashboard', '/settings/account', '/settings/signatures']) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    await expectAccessible(page);
  }
});
