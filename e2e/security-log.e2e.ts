import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { test } from './support/installation.ts';
import { api } from './support/outreach.ts';
import { signUp } from './support/person.ts';

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

const screens = [
  ...[
    '/login',
    '/register',
    '/forgot-password',
    '/dashboard',
    '/searches',
    '/campaigns',
    '/inbox',
    '/senders',
    '/activity',
  ],
  ...[
    '/settings/signatures',
    '/settings/excluded-domains',
    '/settings/security',
    '/settings/account',
    '/connect-email',
    '/api/docs',
  ],
];

test('no screen wants what its policy refuses', async ({ page, browser }) => {
  test.setTimeout(180_000);
  const anonymous = await browser.newPage();
  const [seen, seenOutside] = [await watchPolicy(page), await watchPolicy(anonymous)];
  await signUp(page);
  for (const path of screens) {
    for (const visitor of [page, anonymous]) {
      await visitor.goto(path);
      await visitor.waitForLoadState('load');
    }
  }
  await page.goto('/api/docs');
  await expect(page.getByRole('heading', { name: 'Overture' }).first()).toBeVisible({ timeout: 30_000 });
  // The library of the API's page tries whether it may compile code, and goes on without.
  const wanted = [...seen, ...seenOutside].filter((violation) => violation !== '/api/docs: script-src eval');
  expect([...new Set(wanted)]).toEqual([]);
  // A violation would have been seen.
  await page.goto('/dashboard');
  await page.evaluate(() => {
    const image = document.createElement('img');
    image.src = 'https://foreign.example/pixel.gif';
    document.body.append(image);
  });
  await expect.poll(() => seen).toContain('/dashboard: img-src https://foreign.example/pixel.gif');
  await anonymous.close();
});

test('the security log says what happened, is filtered, opened and saved', async ({ page, browser }) => {
  const person = await signUp(page);
  const shots = process.env.SHOTS;
  const shoot = async (name: string) => {
    if (shots) await page.screenshot({ path: `${shots}/${name}.png` });
  };
  await page.route('**/organization/security-events/**', (route) =>
    route.fulfill({ status: 500, json: { error: 'Something went wrong.', code: 'internal' } }),
  );
  await page.goto('/settings/security');
  await expect(page.getByText("Couldn't load the security log")).toBeVisible({ timeout: 30_000 });
  await shoot('failing');
  await page.unroute('**/organization/security-events/**');
  const anonymous = (await browser.newContext()).request;
  const wrong = { email: person.email, password: 'not the password' };
  for (let n = 0; n < 3; n += 1) await anonymous.post('/api/v1/auth/login/', { data: wrong });
  await api(page.request, 'PUT', '/organization/', { name: 'Northwind Traders' });
  await page.request.put('/api/v1/user/name/', {
    data: { current_password: person.password, new_name: 'Eve' },
    headers: { origin: 'https://evil.example' },
  });
  await page.request.get('/api/v1/activities/csv/');
  await page.goto('/settings/security');
  await expect(page.getByRole('heading', { name: 'Security log' })).toBeVisible();
  await expect(page.getByText('Setting changed')).toBeVisible();
  await expect(page.getByText('Export made')).toBeVisible();
  await expect(page.getByText('Request from another site refused').first()).toBeVisible();
  await expectAccessible(page);
  await shoot('log-1440');
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('combobox', { name: 'Outcome' }).or(page.getByLabel('Outcome')).first().click();
  await page.getByRole('option', { name: 'Refused' }).click();
  await shoot('filters');
  await page.getByRole('button', { name: 'Apply filters' }).click();
  await expect(page.getByText('Setting changed')).toBeHidden();
  await page.getByText('Request from another site refused').first().click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByText('PUT /user/name/')).toBeVisible();
  await expectAccessible(page);
  await shoot('drawer');
  await page.keyboard.press('Escape');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  expect((await download).suggestedFilename()).toBe('security-log.csv');
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabel('From').fill('2030-01-01');
  await page.getByRole('button', { name: 'Apply filters' }).click();
  await expect(page.getByText('No event matches these filters')).toBeVisible();
  await shoot('empty');
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto('/settings/security');
      await expect(page.getByText('Setting changed')).toBeVisible();
      await expectAccessible(page);
      await shoot(`log-${width}-${scheme}`);
    }
  }
});

test('signing out leaves nothing of the session in the browser', async ({ page }) => {
  await signUp(page);
  await page.goto('/dashboard');
  await page.evaluate(() => {
    localStorage.setItem('chat-drafts', '{"7":"Dear Ada, our offer"}');
    localStorage.setItem('mantine-color-scheme-value', 'dark');
  });
  await page.goto('/logout');
  await expect(page).toHaveURL(/\/login/);
  const left = await page.evaluate(() => [
    localStorage.getItem('chat-drafts'),
    localStorage.getItem('mantine-color-scheme-value'),
  ]);
  expect(left).toEqual([null, 'dark']);
});
