import { expect, type Page } from '@playwright/test';
import { enterMailbox } from '../../../e2e/support/by-hand.ts';
import { api } from '../../../e2e/support/outreach.ts';
import { chooseMailbox } from '../walk/new-user.ts';
import { CAMPAIGN, type listOutreach } from './moved-people.ts';
import type { Show } from './show.ts';

/** Emails of a day: the campaign takes several, and is in its middle when the organization moves. */
export const EMAILS_A_DAY = 5;

/** From the empty list of campaigns: the key, what was found, and the import. */
export async function moveInInstantly(page: Page, show: Show): Promise<void> {
  await page.goto('/campaigns');
  await page.getByRole('link', { name: 'Import from another tool' }).click();
  await page.getByRole('radio', { name: /^Instantly/ }).check({ force: true });
  await page.getByLabel('API key', { exact: true }).fill('sandbox');
  await show('choice of a tool');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Found in Instantly' })).toBeVisible();
  await page.getByText('Sample of 20 leads').click();
  await show('what was found');
  await page
    .getByRole('group', { name: CAMPAIGN })
    .getByRole('radio', { name: /^Continue/ })
    .check({ force: true });
  await page.getByRole('button', { name: 'Import now' }).click();
  await expect(page.getByRole('list', { name: 'Earlier imports' }).getByText('Imported')).toBeVisible();
  await show('imported');
}

/** With a mailbox that is connected for it. */
export async function activateCampaign(page: Page, show: Show, email: string): Promise<void> {
  await enterMailbox(page, email);
  await page.getByRole('button', { name: 'Connect mailbox' }).click();
  await expect(page.getByText(email).first()).toBeVisible();
  const { accounts } = await api<{ accounts: { id: number }[] }>(page.request, 'GET', '/accounts/');
  const limits = { email_max_messages: EMAILS_A_DAY, send_gap_in_seconds: 0 };
  await api(page.request, 'PUT', `/accounts/${accounts[0]?.id}/`, limits);
  const { campaigns } = await api<{ campaigns: { id: number; name: string }[] }>(page.request, 'GET', '/campaigns/');
  const id = campaigns.find(({ name }) => name === CAMPAIGN)?.id;
  const sending_window = { days: [1, 2, 3, 4, 5, 6, 7], start: '00:00', end: '24:00' };
  await api(page.request, 'PUT', `/campaigns/${id}/`, { timezone: 'UTC', sending_window });
  await page.goto(`/campaigns/${id}`);
  await show('draft that was moved in');
  await page.getByRole('button', { name: 'Activate', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const activate = dialog.getByRole('button', { name: /^Activate/ });
  await expect(activate).toBeVisible();
  await chooseMailbox(page, email);
  await show('activation', { dialog: true });
  await activate.click();
  await expect(page.getByText('Campaign activated.')).toBeVisible();
}

/** So many emails, and no more of them. */
export async function expectSent(list: () => ReturnType<typeof listOutreach>, amount: number): Promise<void> {
  await expect(async () => expect(await list()).toHaveLength(amount)).toPass();
}
