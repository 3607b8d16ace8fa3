import { expect } from '@playwright/test';
import { test } from './support/installation.ts';
import { api } from './support/outreach.ts';
import { signUp } from './support/person.ts';

const VIEWER_TIMEOUT_IN_MS = 120_000;

test('the API reference shows its heading in five seconds, and a call is found by search and tested with a key @long', async ({
  page,
}) => {
  await signUp(page);
  const key = { name: 'Reference', scopes: ['templates:read'] };
  const { secret } = await api<{ secret: string }>(page.request, 'POST', '/api-keys/', key);
  // The key alone lets the request in.
  await page.context().clearCookies();
  await page.goto('/api/docs', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1, name: 'Overture API' })).toBeVisible({ timeout: 5_000 });
  await expect(page.locator('#overview')).toHaveCount(0, { timeout: VIEWER_TIMEOUT_IN_MS });
  await page.getByPlaceholder('Token').first().fill(secret);
  await page.keyboard.press('Control+k');
  const search = page.getByRole('dialog');
  await search.getByPlaceholder('Search').fill('Signatures of the organization');
  await search.getByText('/api/v1/signatures').first().click();
  const tryIt = page.getByRole('button', { name: /Test Request/ });
  await tryIt.first().click();
  await page.getByRole('button', { name: /Send/ }).last().click();
  await expect(page.getByText('200 OK')).toBeVisible();
});
