import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { test } from './support/installation.ts';
import { api, control } from './support/outreach.ts';
import { sandboxUrl, signUp } from './support/person.ts';

type Member = { public_identifier: string; network_distance: string };

/** What happens on the side of LinkedIn. */
const onLinkedin = (page: Page, path: string, data: object) => control(page.request, path, data);

async function findStrangers(page: Page): Promise<{ account_id: string; people: string[] }> {
  const base = `${await sandboxUrl(page.request)}/unipile`;
  const state = (await (await page.request.get(`${base}/__control/state`)).json()) as { accounts: { id: string }[] };
  const account_id = state.accounts.at(-1)!.id;
  const found = await page.request.post(`${base}/api/v1/linkedin/search?account_id=${account_id}&limit=50`, {
    headers: { 'x-api-key': 'sandbox' },
    data: { url: 'https://www.linkedin.com/search/results/people/?keywords=director' },
  });
  const { items } = (await found.json()) as { items: Member[] };
  const strangers = items.filter((one) => one.public_identifier && one.network_distance !== 'DISTANCE_1');
  return { account_id, people: strangers.map((one) => one.public_identifier) };
}

/** A running campaign of one LinkedIn step for one person. */
async function startLinkedinCampaign(page: Page, senderId: number, step: string, name: string, person: string) {
  const { request } = page;
  const search = await api<{ id: number }>(request, 'POST', '/searches/', { name });
  const rows = ['First,Last,Profile,Company', `Grace,Hopper,https://www.linkedin.com/in/${person},Northlight`].join(
    '\n',
  );
  const imported = await request.post(`/api/v1/searches/${search.id}/import-csv/`, {
    headers: { origin: new URL(page.url()).origin },
    multipart: {
      file_name: 'leads.csv',
      column_mapping: JSON.stringify({
        first_name: 'First',
        last_name: 'Last',
        linkedin_url: 'Profile',
        company_name: 'Company',
      }),
      file_content: { name: 'leads.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) },
    },
  });
  expect(imported.ok(), await imported.text()).toBe(true);
  const { campaign } = await api<{ campaign: { id: number } }>(request, 'POST', '/campaigns/', { name });
  const { id } = campaign;
  await api(request, 'PUT', `/campaigns/${id}/`, {
    linkedin_account_id: senderId,
    timezone: 'UTC',
    sending_window: { days: [1, 2, 3, 4, 5, 6, 7], start: '00:00', end: '24:00' },
  });
  const { new_step } = await api<{ new_step: { id: number } }>(request, 'POST', `/campaigns/${id}/steps/`, {
    step,
    parent: null,
  });
  const message = { message: 'Do you have ten minutes?', subject_line: 'A question', delay_in_hours: 0 };
  await api(request, 'PUT', `/campaigns/${id}/steps/${new_step.id}/`, message);
  await expect(async () => {
    await api(request, 'POST', `/search/${search.id}/prospects/add-to-campaign/`, { campaign: id, amount: 1 });
    const leads = await api<{ total_prospects: number }>(request, 'GET', `/campaigns/${id}/prospects/?page=1`);
    expect(leads.total_prospects).toBe(1);
  }).toPass();
  await api(request, 'POST', `/campaigns/${id}/activate/`, { linkedin_account_id: senderId });
}

test('a LinkedIn account is connected, limited, paused by LinkedIn and answered from @long', async ({ page }) => {
  await signUp(page);
  await page.goto('/senders');
  await page.getByRole('button', { name: 'Connect new account' }).click();
  await page.getByRole('checkbox', { name: /^I understand the risk/ }).check();
  await page.getByRole('button', { name: 'Connect LinkedIn account' }).click();
  await expect(page.getByRole('heading', { name: 'Connect a LinkedIn account' })).toBeVisible();
  await page.getByRole('button', { name: 'Sales Navigator' }).click();
  await expect(page).toHaveURL(/\/senders$/);
  await expect(page.getByText('Account connected')).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: 'LinkedIn Sales Navigator' });
  await expect(row).toContainText('Connected');
  await expect(row).toContainText('0 / 15');
  await expect(row).toContainText('100 InMails per day');
  await expect(row).toContainText('0 of 100 invites in 7 days');
  await expectAccessible(page);

  await row.getByRole('button', { name: /^Settings of/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('LinkedIn connections per day').fill('51');
  await expect(dialog.getByText('Enter a whole number between 1 and 50')).toBeVisible();
  await dialog.getByLabel('LinkedIn connections per day').fill('30');
  await dialog.getByLabel('LinkedIn messages per day').fill('101');
  await expect(dialog.getByText('Enter a whole number between 1 and 100')).toBeVisible();
  await dialog.getByLabel('LinkedIn messages per day').fill('60');
  await expect(dialog.getByText('LinkedIn InMails: 100 per day')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Please restart your active campaigns for these new limits')).toBeVisible();
  await expect(row).toContainText('0 / 9'); // three tenths while it grows

  const { accounts } = await api<{ accounts: { id: number; name: string }[] }>(page.request, 'GET', '/accounts/');
  const sender = accounts[0]!;
  await api(page.request, 'PUT', `/accounts/${sender.id}/`, { send_gap_in_seconds: 0 });
  const { account_id, people } = await findStrangers(page);
  const [invited, asked] = people as [string, string];
  await startLinkedinCampaign(page, sender.id, 'INMAIL', 'InMail to Grace', asked);
  await expect(async () => {
    await onLinkedin(page, '../unipile/__control/message', { account_id, public_identifier: asked, text: 'Go on' });
    const { chats } = await api<{ chats: object[] }>(page.request, 'GET', '/chats/');
    expect(chats).toHaveLength(1);
  }).toPass();

  // LinkedIn asks to slow down: the page hears of it while it is looked at.
  await onLinkedin(page, '../unipile/__control/faults', {
    path: '/users/invite',
    public_identifier: invited,
    status: 422,
    type: 'cannot_resend_yet',
  });
  await startLinkedinCampaign(page, sender.id, 'LINKEDIN_INVITE', 'Invites', invited);
  const warning = page.getByRole('list', { name: 'Paused by the provider' });
  await expect(warning).toContainText(sender.name);
  await expect(warning).toContainText(/Invites are paused until .* LinkedIn asked this account to slow down\./);
  await expect(row).toContainText('Partly paused');
  await expectAccessible(page);

  await page.goto('/inbox');
  await page
    .getByRole('link', { name: /Grace Hopper/ })
    .first()
    .click();
  await expect(page.getByText('Do you have ten minutes?')).toBeVisible();
  await expect(page.getByText('A question', { exact: true })).toBeVisible();
  await expect(page.getByText(`From ${sender.name}`)).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Message to Grace Hopper').fill('x'.repeat(1901));
  await expect(page.getByText('Message cannot be longer than 1900 characters')).toBeVisible();
  await page.getByLabel('Message to Grace Hopper').fill('Tuesday at ten?');
  await page.keyboard.press('Control+Enter');
  const answer = page.getByRole('article').filter({ hasText: 'Tuesday at ten?' });
  await expect(answer.getByText('Sent', { exact: true })).toBeVisible();
  const ledger = await page.request.get(`${await sandboxUrl(page.request)}/unipile/ledger.json`);
  const { entries } = (await ledger.json()) as { entries: { action: string; text: string | null }[] };
  expect(entries.filter((entry) => entry.text === 'Tuesday at ten?').map((entry) => entry.action)).toEqual(['reply']);

  // The answer of the other side arrives while the conversation is open.
  await onLinkedin(page, '../unipile/__control/message', { account_id, public_identifier: asked, text: 'Ten it is' });
  await expect(page.getByText('Ten it is').last()).toBeVisible();
});
