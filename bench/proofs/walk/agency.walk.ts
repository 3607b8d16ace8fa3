import { expect } from '@playwright/test';
import { api } from '../../../e2e/support/outreach.ts';
import { samplePassword } from '../../../e2e/support/person.ts';
import { test } from './walker.ts';

test("an agency's first client", async ({ page, walker }) => {
  await api(page.request, 'POST', '/auth/login/', { email: 'agency@sample.example', password: samplePassword() });
  await page.goto('/agency/clients');
  await walker.look('clients');
  await page
    .getByRole('button', { name: /^(Add|New|Create).*client/i })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  const stamp = Date.now();
  await dialog.getByLabel('Contact name').fill('Clara Client');
  await dialog.getByLabel('Company name').fill(`Client ${stamp} BV`);
  await dialog.getByRole('textbox', { name: 'Email' }).fill(`clara${stamp}@client.example`);
  await dialog.getByLabel('Company website').fill('https://client.example');
  await walker.look('the new client', { dialog: true });
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Create client' }).click();
  await expect(page.getByText('Client created successfully!')).toBeVisible();
  await walker.look('the invitation', { dialog: true });
  await page.getByRole('checkbox', { name: /saved this link/ }).check();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByText(`Client ${stamp} BV`).first().click();
  await expect(page.getByRole('heading', { name: `Client ${stamp} BV` })).toBeVisible();
  await walker.look('the client');
});
