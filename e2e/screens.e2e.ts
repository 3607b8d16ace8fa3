import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, type Request } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { is_proving, ownInstallation, test } from './support/installation.ts';
import { api, connectMailbox, newMailbox, startCampaign } from './support/outreach.ts';
import { signInAsOperator, signUp } from './support/person.ts';
import { AGENCY_PATHS, OPERATOR_PATHS, SETTINGS_PATHS, WORK_PATHS } from './support/screen-paths.ts';

/** What the browser refused because of the page's policy. */
async function watchPolicy(page: Page): Promise<string[]> {
  const violations: string[] = [];
  await page.exposeFunction('reportViolation', (text: string) => violations.push(text));
  await page.addInitScript(() => {
    const report = (window as unknown as { reportViolation(text: string): void }).reportViolation;
    document.addEventListener('securitypolicyviolation', (event) =>
      report(`${location.pathname}: ${event.effectiveDirective} ${event.blockedURI}`),
    );
  });
  return violations;
}

const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 390, height: 844 };

/** What is shown is readable in both schemes; the light is asked for its colors alone unless everything is proven. */
async function expectReadable(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await expectAccessible(page, { only_colors: !is_proving });
}

/** Resolves once nothing was fetched for a moment; what is live stays open. */
async function becomeQuiet(page: Page): Promise<void> {
  const fetched = new Set<Request>();
  let changedAt = Date.now();
  const begin = (request: Request) => {
    changedAt = Date.now();
    if (request.resourceType() !== 'eventsource') fetched.add(request);
  };
  const end = (request: Request) => {
    changedAt = Date.now();
    fetched.delete(request);
  };
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  await expect.poll(() => fetched.size === 0 && Date.now() - changedAt > 400, { intervals: [100] }).toBe(true);
  page.off('request', begin).off('requestfinished', end).off('requestfailed', end);
}

/**
 * A screen with all its requests, opened from the previous one by a link of the application: the checks need one
 * document. Each is opened again at the end.
 */
async function open(page: Page, path: string, { isFirst = false } = {}): Promise<void> {
  if (isFirst || is_proving || new URL(page.url()).pathname === path) {
    await page.goto(path);
    return page.waitForLoadState('networkidle');
  }
  const quiet = becomeQuiet(page);
  await page.evaluate((to) => history.pushState(null, '', to), path);
  await quiet;
}

/**
 * A screen with everything it fetches, wide in the light and narrow in the dark, where nothing is wider than the screen. When
 * everything is proven each width is judged in both schemes. In the short form every rule judges one of the two, by turns: the
 * other is made of the same parts and asked for its colors.
 */
async function walk(page: Page, path: string, place = 0): Promise<void> {
  const isWideWhole = is_proving || place % 2 === 0;
  await open(page, path, { isFirst: place === 0 });
  await expectAccessible(page, { only_colors: !isWideWhole });
  await page.emulateMedia({ colorScheme: 'dark' });
  if (is_proving) await expectAccessible(page);
  await page.setViewportSize(NARROW);
  await expectAccessible(page, { only_colors: isWideWhole && !is_proving });
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width, `${path} at ${NARROW.width} px`).toBeLessThanOrEqual(NARROW.width);
  await page.emulateMedia({ colorScheme: 'light' });
  if (is_proving) await expectAccessible(page);
  await page.setViewportSize(WIDE);
}

/** A user with a sender, a list, a running campaign of two leads, and a template. */
async function fillOrganization(page: Page): Promise<{ sender: string; campaign: number }> {
  await signUp(page);
  const sender = newMailbox();
  const account = await connectMailbox(page.request, sender);
  const stamp = Date.now();
  const campaign = await startCampaign(page, account, [
    { first_name: 'Grace', last_name: 'Hopper', email: `silent+grace${stamp}@northlight.example` },
    { first_name: 'Alan', last_name: 'Turing', email: `silent+alan${stamp}@northlight.example` },
  ]);
  await api(page.request, 'POST', `/campaigns/${campaign}/save-as-template/`, { name: 'Ours' });
  await api(page.request, 'POST', '/signatures/', { name: 'Sales', signature: '<p>Ada Jansen</p>' });
  await api(page.request, 'POST', '/kanban-boards/', { name: 'Pipeline', columns: ['New', 'Won'] });
  await api(page.request, 'PUT', '/organization/', { name: 'Northwind Traders' });
  return { sender, campaign };
}

test('every screen of the work is readable in both schemes and widths, and wants nothing that its policy refuses', async ({
  page,
}) => {
  test.setTimeout(300_000);
  const refused = await watchPolicy(page);
  const { campaign } = await fillOrganization(page);
  for (const [place, path] of [...WORK_PATHS, `/campaigns/${campaign}`].entries()) await walk(page, path, place);
  expect(refused).toEqual([]);
});

test('so is every screen of signing in and of settings; what the policy refuses would be seen', async ({ page }) => {
  test.setTimeout(300_000);
  const refused = await watchPolicy(page);
  for (const [place, path] of ['/login', '/register', '/forgot-password'].entries()) await walk(page, path, place);
  await fillOrganization(page);
  for (const [place, path] of SETTINGS_PATHS.entries()) await walk(page, path, place);
  await page.goto('/api/docs');
  await expect(page.getByRole('heading', { name: 'Overture' }).first()).toBeVisible();
  // The API page's library tests whether it may compile code, and works without.
  expect([...new Set(refused)].filter((text) => text !== '/api/docs: script-src eval')).toEqual([]);
  await page.goto('/dashboard');
  await page.evaluate(() => {
    const image = document.createElement('img');
    image.src = 'https://foreign.example/pixel.gif';
    document.body.append(image);
  });
  await expect.poll(() => refused).toContain('/dashboard: img-src https://foreign.example/pixel.gif');
});

test('so is every screen of an agency', async ({ page }) => {
  test.setTimeout(300_000);
  const refused = await watchPolicy(page);
  const password = readFileSync(join(ownInstallation().dataDirectory, 'sample-password'), 'utf8').trim();
  await api(page.request, 'POST', '/auth/login/', { email: 'agency@sample.example', password });
  const { client_id } = await api<{ client_id: number }>(page.request, 'POST', '/agency/clients/', {
    name: 'Clara Client',
    company_name: 'Client BV',
    email: `clara${Date.now()}@client.example`,
    company_website_url: 'https://client.example',
  });
  for (const [place, path] of [...AGENCY_PATHS, `/agency/clients/${client_id}`].entries())
    await walk(page, path, place);
  expect(refused).toEqual([]);
});

test('so is every screen of who runs the installation', async ({ page }) => {
  test.setTimeout(300_000);
  const refused = await watchPolicy(page);
  await signInAsOperator(page);
  const { user } = await api<{ user: { organization: { id: number } } }>(page.request, 'GET', '/user/');
  for (const [place, path] of OPERATOR_PATHS.entries()) await walk(page, path, place);
  for (const [place, tab] of ['costs', 'users', 'plan'].entries()) {
    await page.evaluate((name) => localStorage.setItem('admin-tab', JSON.stringify(name)), tab);
    await walk(page, `/admin/organizations/${user.organization.id}`, place);
  }
  expect(refused).toEqual([]);
});

test('what opens above a screen is readable in both schemes', async ({ page }) => {
  test.setTimeout(300_000);
  const { sender, campaign } = await fillOrganization(page);
  const dialog = page.getByRole('dialog');
  await page.goto('/campaigns');
  await page.getByRole('checkbox', { name: 'Select row: Spring outreach' }).check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Labels' }).click();
  await expect(page.getByText('No labels created yet')).toBeVisible();
  await expectReadable(page);

  await open(page, `/campaigns/${campaign}`);
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect(dialog.getByRole('combobox', { name: 'Time zone' })).toBeVisible();
  await expectReadable(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('tab', { name: 'Analytics' }).click();
  await page.getByRole('button', { name: /^Emails sent ?\d/ }).click();
  await expect(dialog.getByText('Grace Hopper')).toBeVisible();
  await expectReadable(page);

  await open(page, '/senders');
  await page.getByRole('button', { name: `Settings of ${sender}` }).click();
  await expect(dialog.getByLabel('Emails per day', { exact: true })).toBeVisible();
  await expectReadable(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: `Remove ${sender}` }).click();
  await expect(dialog.getByText('Spring outreach')).toBeVisible();
  await expectReadable(page);

  await open(page, '/settings/security');
  await page.getByRole('button', { name: 'Filters' }).click();
  await expect(page.getByRole('button', { name: 'Apply filters' })).toBeVisible();
  await expectReadable(page);
  await page.keyboard.press('Escape');
  await page.getByText('Setting changed').click();
  await expect(dialog.getByText('Done by').or(dialog.getByText('Outcome')).first()).toBeVisible();
  await expectReadable(page);

  await open(page, '/settings/account');
  await page.getByRole('tab', { name: 'Second factor and devices' }).click();
  await expect(page.getByRole('heading', { name: 'Devices' })).toBeVisible();
  await expectReadable(page);

  await page.goto('/campaigns?create=true');
  await page.getByRole('button', { name: 'Edit template Ours' }).click();
  await expectReadable(page);
});
