import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { test } from './support/installation.ts';
import { createList } from './support/outreach.ts';
import { codeFor, signUp } from './support/person.ts';

test('a person is erased from their panel, and the privacy page says so', async ({ page }) => {
  await signUp(page);
  const people = ['grace', 'alan'].map((name) => ({
    first_name: name,
    last_name: 'Hopper',
    email: `${name}@erase.example`,
  }));
  const list = await createList(page.request, 'People', people);
  await page.goto(`/searches/${list}`);
  await page.getByText('grace Hopper').first().click();
  const panel = page.getByRole('dialog');
  const download = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'Download data' }).click();
  expect((await download).suggestedFilename()).toMatch(/^person-\d+\.zip$/);
  await panel.getByRole('button', { name: 'Erase person' }).click();
  const question = page.getByRole('dialog', { name: 'Erase grace Hopper?' });
  await expect(question.getByText('Lists: 1. Campaigns: 0. Messages: 0.')).toBeVisible();
  await expectAccessible(page);
  await question.getByLabel('Type “erase” to confirm').fill('erase');
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 person erased.')).toBeVisible();
  await expect(page.getByText('grace Hopper')).toHaveCount(0);
  await page.goto('/settings/privacy');
  await expect(page.getByText('From a lead')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Retention' })).toBeVisible();
  await expectAccessible(page);
});

async function openNotice(page: Page, email: string): Promise<void> {
  const list = await createList(page.request, 'People', [{ first_name: 'Grace', last_name: 'Hopper', email }]);
  const found = await (await page.request.get(`/api/v1/search/${list}/prospects/`)).json();
  const { notice_url } = await (await page.request.get(`/api/v1/privacy/leads/${found.prospects[0].id}/`)).json();
  await page.goto(new URL(notice_url).pathname);
}

test('a person asks to be erased with the code from their mail, and a manager does it from the request', async ({
  page,
}) => {
  await signUp(page);
  const email = `grace${Date.now()}@erase.example`;
  await openNotice(page, email);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.getByRole('button', { name: 'Erase my data' }).click();
  await page.getByLabel('Code from the email').fill(await codeFor(page.request, email));
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('status')).toContainText("You won't be contacted again from now on.");
  await page.goto('/settings/privacy');
  await page.getByRole('button', { name: 'Erase Grace Hopper' }).click();
  const question = page.getByRole('dialog', { name: 'Erase Grace Hopper?' });
  await expectAccessible(page);
  await question.getByLabel('Type “erase” to confirm').fill('erase');
  await question.getByRole('button', { name: 'Erase person' }).click();
  await expect(page.getByText('No open requests')).toBeVisible();
  await page.getByText('Closed', { exact: true }).click();
  await expect(page.getByText('Deleted lead')).toBeVisible();
  await expectAccessible(page);
});
