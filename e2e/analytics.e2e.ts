import { expect } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { test } from './support/installation.ts';
import { api, connectMailbox, newMailbox, startCampaign } from './support/outreach.ts';
import { signUp } from './support/person.ts';

const leads = [
  { first_name: 'Grace', last_name: 'Hopper', email: 'silent+grace@northlight.example' },
  { first_name: 'Alan', last_name: 'Turing', email: 'silent+alan@northlight.example' },
];

test('what a campaign did: its own tab, the dashboard, the activity list, and the people behind a number', async ({
  page,
}) => {
  await signUp(page);
  const account = await connectMailbox(page.request, newMailbox());
  const campaign = await startCampaign(page, account, leads);
  await expect(async () => {
    const { analytics } = await api<{ analytics: { amount_of_emails_sent: number } }>(
      page.request,
      'GET',
      `/campaigns/${campaign}/analytics/`,
    );
    expect(analytics.amount_of_emails_sent).toBe(2);
  }).toPass();

  await page.goto(`/campaigns/${campaign}`);
  await page.getByRole('tab', { name: 'Analytics' }).click();
  await page.getByRole('button', { name: /^Emails sent ?2/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Grace Hopper')).toBeVisible();
  await expect(dialog.getByText('Alan Turing')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: '2 done' })).toBeVisible();
  await expect(page.getByRole('button', { name: '2 waiting' })).toBeVisible();
  await expectAccessible(page);

  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Organization analytics' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Leads contacted ?2/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'Performance' }).click();
  await expect(page.getByRole('heading', { name: 'Top-performing campaigns' })).toBeVisible();
  await page.getByRole('tab', { name: 'Campaigns' }).click();
  await page.getByRole('row', { name: /Spring outreach/ }).click();
  await expect(page).toHaveURL(new RegExp(`/campaigns/${campaign}$`));

  await page.goto('/activity');
  await expect(page.getByRole('row', { name: /Grace Hopper/ })).toBeVisible();
  await expect(page.getByText('2 activities')).toBeVisible();
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('combobox', { name: 'Action type' }).click();
  await page.getByRole('option', { name: 'InMail' }).click();
  await page.getByRole('button', { name: 'Apply filters' }).click();
  await expect(page.getByText('No activity matches these filters.')).toBeVisible();
  await page.getByRole('button', { name: 'Filters, 1 active' }).click();
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.getByRole('row', { name: /Grace Hopper/ }).click();
  await expect(page.getByRole('dialog').getByText('Activity of this lead')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/campaigns/${campaign}`);
  await expect(page.getByRole('button', { name: '2 done' })).toBeVisible();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});
