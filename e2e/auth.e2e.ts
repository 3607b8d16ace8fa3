import { AUTHORED_HTML_CASES } from '@overture/domain/text/testing/authored-html-cases';
import { expect } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { test } from './support/installation.ts';
import { codeFor, newPerson, signUp } from './support/person.ts';

test('a new person signs up with the code from the mail, signs out and in again', async ({ page }) => {
  const person = newPerson('Grace Hopper');
  await page.goto('/register');
  await expect(page.getByRole('heading', { name: 'Get 14 days free' })).toBeVisible();
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
  // The welcome, to its end.
  await expect(page.getByRole('dialog', { name: 'What is your website?' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("I don't have a website").check();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByLabel('What do you sell?').fill('Compilers');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Skip' }).click();
  await page.getByRole('button', { name: 'Do tour later' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('heading', { name: 'Welcome, Grace Hopper' })).toBeVisible();
  await expectAccessible(page);

  await page.evaluate(() => {
    localStorage.setItem('chat-drafts', '{"7":"Dear Ada, our offer"}');
    localStorage.setItem('mantine-color-scheme-value', 'dark');
  });
  await page.goto('/logout');
  await expect(page).toHaveURL(/\/login/);
  // Nothing of the session is left in the browser.
  const left = await page.evaluate(() => [
    localStorage.getItem('chat-drafts'),
    localStorage.getItem('mantine-color-scheme-value'),
  ]);
  expect(left).toEqual([null, 'dark']);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill('wrong password');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Invalid email or password')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard/);
});

test('pages behind the door lead to the login without a session, unknown ones to the dashboard with one; the shell @long', async ({
  page,
}) => {
  await page.goto('/searches');
  await expect(page).toHaveURL(/\/login/);
  const person = await signUp(page);
  for (const path of ['/no-such-page', '/settings/nothing', '/searches/5/x', '/campaigns/9/x/y', '/login/x']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/dashboard/);
    await expect(page).toHaveTitle('Dashboard · Overture');
  }
  // The sidebar stays as it was left, Ctrl-K goes anywhere, Escape closes only the top.
  await page.goto('/dashboard');
  const sidebar = page.getByRole('complementary').first();
  await page.getByRole('button', { name: 'Collapse sidebar' }).click();
  await page.reload();
  await expect(sidebar).toHaveCSS('width', '80px');
  await page.getByRole('button', { name: 'Expand sidebar' }).click();
  await expect(sidebar).toHaveCSS('width', '270px');

  await page.keyboard.press('Control+k');
  await page.getByRole('textbox', { name: 'Search or jump to…' }).fill('signa');
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

test('the browser shows of a signature what the server stores of it', async ({ page }) => {
  await signUp(page);
  const wrap = (parts: string[]) => parts.map((part) => `<div>${part}</div>`).join('');
  const signature = wrap(AUTHORED_HTML_CASES.map(([, html]) => html));
  // Answered as it was typed: the server's cleaning must not hide what the browser would show.
  await page.route('**/api/v1/signatures/', (route) =>
    route.fulfill({ json: { signatures: [{ id: 1, name: 'Every form', signature, may_delete: true }] } }),
  );
  await page.goto('/settings/signatures');
  const shown = page.frameLocator('iframe[title="Every form"]').locator('body');
  // Pictures are loaded through the application, under another address.
  const withoutAddresses = (html: string) => html.replaceAll(/ src="[^"]*"/g, ' src');
  const kept = withoutAddresses(wrap(AUTHORED_HTML_CASES.map(([, , html]) => html)));
  await expect.poll(async () => withoutAddresses(await shown.innerHTML())).toBe(kept);
});
