import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { test } from './support/installation.ts';
import { newPerson, signUp } from './support/person.ts';

const languageOf = (page: Page) => page.evaluate(() => document.documentElement.lang);

test('a person reads their language in every browser, and the sign-in is in that of the browser', async ({
  page,
  browser,
  baseURL,
}) => {
  const person = await signUp(page, newPerson('Grete Hermann'));
  const elsewhere = await browser.newContext({ locale: 'de-AT', ...(baseURL ? { baseURL } : {}) });
  const other = await elsewhere.newPage();
  await other.goto('/login');
  await expect(other.getByRole('button', { name: 'Anmelden', exact: true })).toBeVisible();
  await expectAccessible(other);
  await other.getByLabel('E-Mail').fill(person.email);
  await other.getByLabel('Passwort', { exact: true }).fill('wrong password');
  await other.keyboard.press('Enter');
  await expect(other.getByText('E-Mail-Adresse oder Passwort stimmt nicht')).toBeVisible();
  await other.getByLabel('Passwort', { exact: true }).fill(person.password);
  await other.keyboard.press('Enter');
  await expect(other).toHaveURL(/\/dashboard/);
  expect(await languageOf(other)).toBe('de');

  // English is chosen where the browser is German: it holds here and in the next browser.
  await other.goto('/settings/account');
  await other.getByRole('tab', { name: 'Sprache' }).click();
  await expectAccessible(other);
  await other.getByRole('combobox', { name: 'Sprache' }).click();
  await other.getByRole('option', { name: 'English' }).click();
  await expect(other.getByRole('heading', { name: 'Account', exact: true })).toBeVisible();
  const third = await browser.newContext({ locale: 'de-DE', ...(baseURL ? { baseURL } : {}) });
  const fresh = await third.newPage();
  await fresh.goto('/login');
  await fresh.getByLabel('E-Mail').fill(person.email);
  await fresh.getByLabel('Passwort', { exact: true }).fill(person.password);
  await fresh.keyboard.press('Enter');
  await expect(fresh.getByRole('heading', { name: 'Welcome, Grete Hermann' })).toBeVisible();
  expect(await languageOf(fresh)).toBe('en');
  // Remembered for its next start.
  await fresh.reload();
  await expect(fresh.getByRole('heading', { name: 'Welcome, Grete Hermann' })).toBeVisible();
  await elsewhere.close();
  await third.close();
});
