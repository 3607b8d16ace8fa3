import { expect, type Page } from '@playwright/test';
import { test } from '../support/installation.ts';
import { api, connectMailbox, createList, newMailbox } from '../support/outreach.ts';
import { mailsTo, samplePassword, sandboxUrl } from '../support/person.ts';

/**
 * A campaign on two channels, from the LinkedIn sign-in to the end of both branches. What people are is in their addresses
 * (sandbox/README.md): one accepts invites, the other never answers; the clock does the waiting.
 */
const stamp = Date.now();
const accepting = `silent+grace-stranger-accepts-${stamp}@northlight.example`;
const ignoring = `silent+alan-stranger-ignores-${stamp}@northlight.example`;
const DAY = 86_400;

/** The sample organization that pays: a trial has room for one sender only. */
async function signIn(page: Page): Promise<void> {
  const data = { email: 'ada@sample.example', password: samplePassword() };
  const answer = await page.request.post('/api/v1/auth/login/', { data });
  expect(answer.ok(), await answer.text()).toBe(true);
}

async function connectLinkedin(page: Page): Promise<{ id: number; name: string; seat: string }> {
  await page.goto('/senders');
  await page.getByRole('button', { name: 'Connect new account' }).click();
  await page.getByRole('checkbox', { name: /^I understand the risk/ }).check();
  await page.getByRole('button', { name: 'Connect LinkedIn account' }).click();
  await page.getByRole('button', { name: 'Sales Navigator' }).click();
  await expect(page).toHaveURL(/\/senders$/);
  await expect(page.getByRole('row').filter({ hasText: 'LinkedIn Sales Navigator' }).first()).toContainText(
    'Connected',
  );
  const { accounts } = await api<{
    accounts: { id: number; name: string; account_type: string; account_id: string }[];
  }>(page.request, 'GET', '/accounts/');
  const seat = accounts.filter(({ account_type }) => account_type === 'LINKEDIN').at(-1)!;
  await api(page.request, 'PUT', `/accounts/${seat.id}/`, { send_gap_in_seconds: 0 });
  return { id: seat.id, name: seat.name, seat: seat.account_id };
}

/** What was done on LinkedIn to the people of this test, as the sandbox wrote it down. */
async function actions(page: Page): Promise<string[]> {
  const answer = await page.request.get(`${await sandboxUrl(page.request)}/unipile/ledger.json`);
  const { entries } = (await answer.json()) as { entries: { action: string; public_identifier: string | null }[] };
  return entries
    .filter(({ public_identifier }) => public_identifier?.includes(String(stamp)))
    .map(({ action, public_identifier }) => `${action} ${public_identifier?.includes('grace') ? 'Grace' : 'Alan'}`);
}

async function travel(page: Page, seconds: number): Promise<void> {
  await api(page.request, 'POST', '/dev/clock/', { advance_in_seconds: seconds });
}

const once = (check: () => Promise<void>) => expect(check).toPass();
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

test('invite, accepted, message; who does not accept gets the email', async ({ page }) => {
  await signIn(page);
  const seat = await connectLinkedin(page);
  const mailbox = newMailbox();
  await connectMailbox(page.request, mailbox);
  const list = await createList(page.request, `People ${stamp}`, [
    { first_name: 'Grace', last_name: 'Hopper', email: accepting },
    { first_name: 'Alan', last_name: 'Turing', email: ignoring },
  ]);

  await page.goto('/campaigns?create=true');
  await page.getByRole('radio', { name: /LinkedIn and email side by side/ }).check();
  await page.getByRole('button', { name: 'Create campaign' }).click();
  await expect(page).toHaveURL(/\/campaigns\/\d+$/);
  const campaign = Number(page.url().match(/\d+$/)?.[0]);
  await expect(page.locator('[data-flow-node]').filter({ hasText: 'Accepted Invite' })).toBeVisible();
  const open = { days: [1, 2, 3, 4, 5, 6, 7], start: '00:00', end: '24:00' };
  await api(page.request, 'PUT', `/campaigns/${campaign}/`, { timezone: 'UTC', sending_window: open });
  await api(page.request, 'POST', `/search/${list}/prospects/add-to-campaign/`, { campaign, amount: 2 });

  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Activate', exact: true }).click();
  await dialog.getByRole('button', { name: 'Activate', exact: true }).click();
  await expect(dialog.getByText('Please select a LinkedIn account.')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'LinkedIn account' }).click();
  await page.getByRole('option', { name: seat.name }).last().click();
  await dialog.getByRole('combobox', { name: 'Email account' }).click();
  await page.getByRole('option', { name: mailbox }).click();
  await dialog.getByRole('button', { name: 'Activate', exact: true }).click();
  await expect(page.getByText('Campaign activated.')).toBeVisible();
  await once(async () => expect((await actions(page)).sort()).toEqual(['visit Alan', 'visit Grace']));

  await travel(page, DAY + 60);
  await once(async () => expect(await mailsTo(page.request, accepting)).toHaveLength(1));
  await once(async () => expect(await mailsTo(page.request, ignoring)).toHaveLength(1));
  await travel(page, 2 * DAY + 60);
  await once(async () => expect(await actions(page)).toEqual(expect.arrayContaining(['invite Alan', 'invite Grace'])));
  await page.getByRole('tab', { name: /Leads/ }).click();
  await expect(row(page, 'Alan Turing')).toContainText('Waiting for the invite to be accepted');

  // Within minutes one of them accepts; a day later the message leaves.
  await travel(page, 600);
  await expect(row(page, 'Grace Hopper')).toContainText('LinkedIn Message');
  await travel(page, DAY + 60);
  await once(async () => expect(await actions(page)).toContain('message Grace'));
  await row(page, 'Grace Hopper').getByText('Grace Hopper').click();
  const panel = page.getByRole('dialog').last();
  await expect(panel.getByText(/^Invited \d/)).toBeVisible();
  await expect(panel.getByText(/^Accepted \d/)).toBeVisible();
  await expect(panel.getByText(/Thank you for connecting, Grace/)).toBeVisible();
  await page.keyboard.press('Escape');

  await travel(page, 10 * DAY);
  await once(async () => expect(await mailsTo(page.request, ignoring)).toHaveLength(2));
  await expect(row(page, 'Alan Turing')).toContainText('Completed');
  await row(page, 'Alan Turing').getByText('Alan Turing').click();
  await expect(panel.getByText(/^Not accepted by \d/)).toBeVisible();
  // Nothing twice, and no message to who never accepted.
  expect(await mailsTo(page.request, accepting)).toHaveLength(1);
  expect((await actions(page)).sort()).toEqual([
    'invite Alan',
    'invite Grace',
    'message Grace',
    'message Grace',
    'visit Alan',
    'visit Grace',
  ]);
});
