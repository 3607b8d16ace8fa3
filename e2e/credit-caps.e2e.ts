import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { ownInstallation, test } from './support/installation.ts';
import { api } from './support/outreach.ts';
import { signUp } from './support/person.ts';
import { picture } from './support/picture.ts';

test('a monthly cap of credits is set and removed by keyboard', async ({ page }) => {
  await signUp(page);
  await page.goto('/settings/billing');
  await expect(page.getByText('0 used, no cap')).toBeVisible();
  await page.getByRole('button', { name: /^Set cap of / }).press('Enter');
  const field = page.getByLabel('Credits a month');
  await field.fill('80');
  await expectAccessible(page);
  await field.press('Enter');
  await expect(page.getByText('0 of 80 used')).toBeVisible();
  await picture(page, 'credit-caps');
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Change cap of / }).press('Enter');
  await page.getByRole('button', { name: 'Remove cap' }).press('Enter');
  await expect(page.getByText('0 used, no cap')).toBeVisible();
});

test('an agency caps a client', async ({ page }) => {
  await page.goto('/login');
  const password = readFileSync(join(ownInstallation().dataDirectory, 'sample-password'), 'utf8').trim();
  await api(page.request, 'POST', '/auth/login/', { email: 'agency@sample.example', password });
  const { client_id } = await api<{ client_id: number }>(page.request, 'POST', '/agency/clients/', {
    name: 'Carl Client',
    company_name: 'Capped BV',
    email: `carl${Date.now()}@client.example`,
    company_website_url: 'https://client.example',
  });
  await page.goto(`/agency/clients/${client_id}`);
  const cap = page.getByRole('region', { name: 'Monthly cap' });
  await expect(cap.getByText('0 used this month, no cap')).toBeVisible();
  await cap.getByLabel('Credits a month at most').fill('400');
  await cap.getByLabel('Credits a month at most').press('Enter');
  await expect(cap.getByText('0 of 400 used this month')).toBeVisible();
  await picture(page, 'client-cap');
  await expectAccessible(page);
});
