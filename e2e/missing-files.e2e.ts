import { expect } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { test } from './support/installation.ts';
import { samplePassword, signUp } from './support/person.ts';

test('a page stays when background files fail to load, and a page of a server that restarts opens later', async ({
  page,
}) => {
  await signUp(page);
  let isAway = true;
  // What is loaded after the page: toasts, badges, what watches in the background.
  await page.route(/\/assets\//, (route) =>
    isAway && /toast|badge|watcher|trial|inbox-notices/.test(route.request().url()) ? route.abort() : route.continue(),
  );
  const toasts = page.waitForRequest(/toast-host/);
  await page.goto('/dashboard');
  await toasts;
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toBeVisible();

  // A server that restarts behind a proxy.
  await page.route(/./, (route) => (isAway ? route.fulfill({ status: 502, body: 'Bad gateway' }) : route.continue()));
  await page.getByRole('link', { name: 'Campaigns', exact: true }).click();
  await expect(page.getByText("The server can't be reached. This page opens when it is back.")).toBeVisible();
  await expectAccessible(page);
  isAway = false;
  await expect(page.getByRole('heading', { level: 1, name: /^Campaigns/ })).toBeVisible();
});

test('a part whose file fails keeps what was typed around it, and opens when the browser is online', async ({
  page,
}) => {
  await signUp(page);
  await page.goto('/settings/signatures');
  await page.route(/signature-editor/, (route) => route.abort());
  await page.getByRole('button', { name: 'Create signature' }).first().click();
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.fill('Short');
  const failure = page.getByRole('alert').filter({ hasText: "Couldn't load this" });
  await expect(failure).toBeVisible();
  await expectAccessible(page);
  await page.unrouteAll();
  // The part loads again without a click too: its button may be gone before one.
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(page.getByRole('toolbar').first()).toBeVisible();
  await expect(name).toHaveValue('Short');
});

test('a file is not dropped without words where a part of the page is missing, and is taken later', async ({
  page,
}) => {
  const data = { email: 'ada@sample.example', password: samplePassword() };
  expect((await page.request.post('/api/v1/auth/login/', { data })).ok()).toBe(true);
  await page.goto('/inbox');
  await page.locator('main a[href*="chat="]').first().click();
  const field = page.getByRole('textbox', { name: /^Message to/ });
  await field.fill('Our prices');
  await page.route(/check-files/, (route) => route.abort());
  const file = { name: 'prices.txt', mimeType: 'text/plain', buffer: Buffer.from('10 a month') };
  const input = page.locator('input[type=file]').first();
  await input.setInputFiles(file);
  await expect(page.getByRole('alert').filter({ hasText: "Couldn't load this" })).toBeVisible();
  await expect(field).toHaveValue('Our prices');
  await page.unrouteAll();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(page.getByText("Couldn't upload the file.")).toBeVisible();
  await input.setInputFiles(file);
  await expect(page.getByText('prices.txt')).toBeVisible();
});

test('a page of one version whose scripts are of the next one says that it was updated', async ({ page }) => {
  await page.route(/\/login$/, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace(/(\/assets\/index-)[^".]+/, '$1former');
    await route.fulfill({ response: answer, body });
  });
  await page.goto('/login');
  await expect(page.getByText('The application was just updated. Reload the page.')).toBeVisible();
  await expectAccessible(page);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
});

test('a first page whose scripts fail to load shows a message in the language of the browser', async ({
  browser,
  baseURL,
}) => {
  const german = await browser.newContext({ locale: 'de-DE', ...(baseURL ? { baseURL } : {}) });
  const page = await german.newPage();
  await page.route(/\/assets\/.*\.js/, (route) => route.abort(), { times: 100 });
  await page.goto('/login');
  await expect(page.getByText('Die Anwendung wurde nicht geladen.')).toBeVisible();
  await expectAccessible(page);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Erneut versuchen' }).click();
  await expect(page.getByRole('button', { name: 'Anmelden', exact: true })).toBeVisible();
  await german.close();
});
