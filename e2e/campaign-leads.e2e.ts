import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { test } from './support/installation.ts';
import { api, connectMailbox, newMailbox, startCampaign } from './support/outreach.ts';
import { signUp } from './support/person.ts';

const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) });

async function openLeads(page: Page, campaignId: number): Promise<void> {
  await page.goto(`/campaigns/${campaignId}`);
  await page.getByRole('tab', { name: /Leads/ }).click();
}

test('a mail of unknown fate is decided by a person: it was sent, it was not sent', async ({ page }) => {
  await signUp(page);
  const account = await connectMailbox(page.request, newMailbox());
  const stamp = Date.now();
  const id = await startCampaign(page, account, [
    { first_name: 'Grace', last_name: 'Hopper', email: `dropafterdot-lost+g${stamp}@northlight.example` },
    { first_name: 'Alan', last_name: 'Turing', email: `dropafterdot-lost+a${stamp}@northlight.example` },
  ]);
  await openLeads(page, id);
  const [grace, alan] = [row(page, 'Grace Hopper'), row(page, 'Alan Turing')];
  await grace.getByRole('button', { name: 'Decide' }).click({ timeout: 30_000 });
  const panel = page.getByRole('dialog').last();
  await expect(panel.getByText('Was this message sent?')).toBeVisible();
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'It was sent', exact: true }).click();
  await expect(page.getByText('Marked as sent. The campaign continues.')).toBeVisible();
  await expect(panel.getByText('Was this message sent?')).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(grace.getByText('Waiting for the delay of this step')).toBeVisible();

  await alan.getByRole('button', { name: 'Decide' }).click({ timeout: 30_000 });
  await expect(panel.getByText('Was this message sent?')).toBeVisible();
  await panel.getByRole('button', { name: 'It was not sent', exact: true }).click();
  await expect(page.getByText('Marked as not sent; it will be retried.')).toBeVisible();
  // Grace has her first mail behind her; Alan still stands before his.
  const { prospects } = await api<{ prospects: { last_name: string; campaign_status: string }[] }>(
    page.request,
    'GET',
    `/campaigns/${id}/prospects/?page=1`,
  );
  const statuses = Object.fromEntries(prospects.map((lead) => [lead.last_name, lead.campaign_status]));
  expect(statuses).toEqual({ Hopper: 'ACTIVE', Turing: 'SCHEDULED' });
});
