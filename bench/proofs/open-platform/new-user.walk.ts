import type { Client } from '@modelcontextprotocol/client';
import { expect, type Page } from '@playwright/test';
import { api, connectMailbox, control, createList, newMailbox } from '../../../e2e/support/outreach.ts';
import { mailsTo, sandboxUrl, signUp } from '../../../e2e/support/person.ts';
import { useTool } from '../../../server/src/slices/mcp/mcp.factory.ts';
import { test as base } from '../walk/walker.ts';
import { connectAssistant, startApp, startVerifyingReceiver, unpackReadme } from './outside.ts';

type Show = (name: string, options?: { dialog?: boolean }) => Promise<void>;

/** The screen is judged. `OPEN_PLATFORM_PICTURES` names a folder for a picture of it. */
const test = base.extend<{ show: Show }>({
  show: async ({ page, walker }, use, { project }) => {
    const folder = process.env.OPEN_PLATFORM_PICTURES;
    const variant = project.name.replace(' ', '-');
    let number = 0;
    await use(async (name, options) => {
      // A notice lies over the corner of a dialog for two seconds.
      if (options?.dialog) await expect(page.locator('.mantine-Notification-root')).toHaveCount(0);
      await walker.look(name, options);
      number += 1;
      const file = `${String(number).padStart(2, '0')}-${name.replaceAll(' ', '-')}-${variant}.png`;
      if (folder) await page.screenshot({ path: `${folder}/${file}` });
    });
  },
});

test('the open platform as a new user', async ({ page, show, baseURL: url = '' }) => {
  const readme = unpackReadme();
  const receiver = await startVerifyingReceiver(readme);
  const app = await startApp(url);
  try {
    await signUp(page);
    const key = await createKey(page, show, { name: 'My program', access: /^Read and write:/ });
    expect(await readme.runPrograms(url, key)).toEqual(['Autumn DRAFT', '0', '404 not_found', 'true', '1']);
    receiver.trust(await addWebhook(page, show, receiver.url));
    await sendTestEvent(page, show, receiver);
    const channel = await automate(page, show);
    const recipient = await requestStart(page, show, url);
    await approve(page, show, recipient);
    await receiveReply(page, show, { recipient, channel, receiver });
    await connectApp(page, show, { url, app });
  } finally {
    readme.remove();
    await Promise.all([receiver.close(), app.close()]);
  }
});

/** By hand. It is shown once: neither the page nor the API has it afterwards. */
async function createKey(
  page: Page,
  show: Show,
  { name, access, is_assistant = false }: { name: string; access: RegExp; is_assistant?: boolean },
): Promise<string> {
  await page.goto('/settings/api');
  await page.getByRole('button', { name: 'Create API key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill(name);
  await dialog.getByRole('radio', { name: access }).check();
  if (is_assistant) await dialog.getByRole('checkbox', { name: /^For an AI assistant/ }).check();
  await show('create key', { dialog: true });
  await dialog.getByRole('button', { name: 'Create API key' }).click();
  const field = dialog.getByLabel('API key', { exact: true });
  await expect(field).toHaveValue(/^ovt_test_\w{49}$/);
  const key = await field.inputValue();
  await show('new key', { dialog: true });
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(name, { exact: true })).toBeVisible();
  await show('keys');
  expect(await page.content()).not.toContain(key);
  expect(JSON.stringify(await api(page.request, 'GET', '/api-keys/'))).not.toContain(key);
  return key;
}

/** @returns the signing secret */
async function addWebhook(page: Page, show: Show, address: string): Promise<string> {
  await page.goto('/settings/webhooks');
  await page.getByRole('button', { name: 'Add webhook' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Address', { exact: true }).fill(address);
  await show('add webhook', { dialog: true });
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  const field = dialog.getByLabel('Signing secret');
  await expect(field).toHaveValue(/^whsec_/);
  const secret = await field.inputValue();
  await show('signing secret', { dialog: true });
  await dialog.getByRole('button', { name: 'Done' }).click();
  await show('webhooks');
  return secret;
}

type Receiver = Awaited<ReturnType<typeof startVerifyingReceiver>>;

async function sendTestEvent(page: Page, show: Show, { url, verified }: Receiver): Promise<void> {
  await page.getByRole('button', { name: `Options of ${url}` }).click();
  await page.getByRole('menuitem', { name: 'Send test event' }).click();
  await expect(page.getByRole('dialog').getByText('204')).toBeVisible();
  expect(verified.map(({ type }) => type)).toEqual(['webhook.test']);
  await show('delivery log', { dialog: true });
}

const AUTOMATION = 'Replies to Slack';

/** Slack is connected on the way, to its stand-in. @returns what was posted to the channel until now */
async function automate(page: Page, show: Show): Promise<() => Promise<string[]>> {
  await page.goto('/settings/automations');
  await show('no automations');
  await page.getByRole('button', { name: 'New automation' }).click();
  const panel = page.getByRole('dialog', { name: 'New automation' });
  await panel.getByLabel('Name', { exact: true }).fill(AUTOMATION);
  await panel.getByRole('button', { name: 'Add action' }).click();
  await panel.getByRole('combobox', { name: 'Action 1' }).click();
  await page.getByRole('option', { name: 'Post to Slack' }).click();
  await panel.getByLabel('Message', { exact: true }).fill('{{prospect.first_name}} replied: {{text}}');
  await show('automation without slack', { dialog: true });
  await panel.getByRole('button', { name: 'Connect Slack' }).click();
  const listPosted = await connectSlack(page, show);
  await panel.getByRole('button', { name: 'Preview' }).click();
  await expect(panel.getByText('No event in the last 30 days matches.')).toBeVisible();
  await show('new automation', { dialog: true });
  await panel.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: `Options of ${AUTOMATION}` }).click();
  await page.getByRole('menuitem', { name: 'Switch on' }).click();
  const question = page.getByRole('dialog', { name: `Switch on ${AUTOMATION}?` });
  await expect(question.getByText('No event in the last 30 days matches.')).toBeVisible();
  await question.getByRole('button', { name: 'Switch on' }).click();
  await expect(page.getByText('Automation switched on')).toBeVisible();
  await show('automations');
  return listPosted;
}

async function connectSlack(page: Page, show: Show): Promise<() => Promise<string[]>> {
  const sandbox = await sandboxUrl(page.request);
  const service = `B${Date.now()}`;
  const dialog = page.getByRole('dialog', { name: 'Slack channel' });
  await dialog.getByLabel('Incoming webhook URL').fill(`${sandbox}/slack/services/T1/${service}/secret`);
  await dialog.getByLabel('Channel', { exact: true }).fill('#sales');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Connected: #sales')).toBeVisible();
  await dialog.getByRole('button', { name: 'Send test message' }).click();
  await expect(page.getByText('Test message posted')).toBeVisible();
  await show('slack', { dialog: true });
  await dialog.getByRole('button', { name: 'Done' }).click();
  return async () => {
    const { posted } = await (await page.request.get(`${sandbox}/__control/slack`)).json();
    return (posted as { channel: string; text: string }[])
      .filter((one) => one.channel === service)
      .map((one) => one.text);
  };
}

const CAMPAIGN = 'Trade fair follow-up';

/** An assistant with a key of its own drafts a campaign, adds a lead, and asks for its start. @returns whom the campaign writes to */
async function requestStart(page: Page, show: Show, url: string): Promise<string> {
  const { request } = page;
  const recipient = `silent+platform${Date.now()}@northwind.example`;
  await createList(request, 'Trade fair visitors', [{ first_name: 'Grace', last_name: 'Okafor', email: recipient }]);
  await connectMailbox(request, newMailbox());
  const access = /^Read, write and send:/;
  const key = await createKey(page, show, { name: 'My assistant', access, is_assistant: true });
  const assistant = await connectAssistant(url, key);
  const call = async <Data>(name: string, given: Record<string, unknown>): Promise<Data> => {
    const { code, data } = await useTool(assistant, name, given);
    expect([name, code]).toEqual([name, null]);
    return data as Data;
  };
  const campaign_id = await draft(call);
  const sending_window = { days: [1, 2, 3, 4, 5, 6, 7], start: '00:00', end: '24:00' };
  await api(request, 'PUT', `/campaigns/${campaign_id}/`, { sending_window });
  const { accounts } = await call<{ accounts: { id: number }[] }>('accounts_list', {});
  const email_account_ids = accounts.map(({ id }) => id);
  const prepare = { campaign_id, email_account_ids };
  const { confirmation } = await call<{ confirmation: string }>('campaign_activate_prepare', prepare);
  await expectState(page, campaign_id, 'DRAFT');
  const asked = await call<{ approval: { state: string } }>('campaign_activate', { confirmation });
  expect(asked.approval.state).toBe('waiting');
  await expectState(page, campaign_id, 'DRAFT');
  expect(await mailsTo(request, recipient)).toEqual([]);
  await assistant.close();
  return recipient;
}

type Call = <Data>(name: string, given: Record<string, unknown>) => Promise<Data>;

async function draft(call: Call): Promise<number> {
  const { searches } = await call<{ searches: { id: number; name: string }[] }>('searches_list', {});
  const list_id = searches.find(({ name }) => name === 'Trade fair visitors')?.id;
  const named = { name: CAMPAIGN, timezone: 'UTC' };
  const { campaign } = await call<{ campaign: { id: number } }>('campaign_create_draft', named);
  const campaign_id = campaign.id;
  const step = { campaign_id, step: 'EMAIL' };
  const { new_step } = await call<{ new_step: { id: number } }>('campaign_add_step', step);
  const message = { subject_line: 'The trade fair', message: 'Hi {{first_name}}, may I call you on Tuesday?' };
  await call('campaign_edit_step', { campaign_id, step_id: new_step.id, ...message });
  await call('campaign_add_prospects', { campaign_id, list_id, amount: 1 });
  return campaign_id;
}

async function expectState(page: Page, id: number, status: string): Promise<void> {
  const { campaign } = await api<{ campaign: { status: string } }>(page.request, 'GET', `/campaigns/${id}/`);
  expect(campaign.status).toBe(status);
}

/** The notice leads to the page of approvals. The first mail leaves after the click. */
async function approve(page: Page, show: Show, recipient: string): Promise<void> {
  await expect(page.getByText('An assistant asks for your approval.')).toBeVisible();
  await show('notice of an approval');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page).toHaveURL(/\/settings\/approvals$/);
  await show('approvals');
  await page.getByText(CAMPAIGN).first().click();
  const panel = page.getByRole('dialog');
  await expect(panel.getByText('Hi Grace, may I call you on Tuesday?')).toBeVisible();
  await show('approval', { dialog: true });
  expect(await mailsTo(page.request, recipient)).toEqual([]);
  await panel.getByRole('button', { name: 'Approve and send' }).click();
  await expect(page.getByText('Approved. It happens now.')).toBeVisible();
  await expect(async () => expect(await mailsTo(page.request, recipient)).toHaveLength(1)).toPass();
  await show('approved');
}

interface Reply {
  recipient: string;
  channel: () => Promise<string[]>;
  receiver: Receiver;
}

async function receiveReply(page: Page, show: Show, { recipient, channel, receiver }: Reply): Promise<void> {
  await control(page.request, 'reply', { recipient, text: 'Yes, Tuesday at ten.' });
  await expect
    .poll(() => receiver.verified.find(({ type }) => type === 'reply.received')?.data, { timeout: 60_000 })
    .toMatchObject({ prospect: { email: recipient } });
  const posted = ['This is a test message. Automations post here.', 'Grace replied: Yes, Tuesday at ten.'];
  await expect.poll(channel, { timeout: 60_000 }).toEqual(posted);
  await page.goto('/settings/automations');
  await page.getByText(AUTOMATION).first().click();
  const panel = page.getByRole('dialog');
  await panel.getByRole('button', { name: 'Preview' }).click();
  await expect(panel.getByText('1 of 1 events would have run this automation. Nothing was done.')).toBeVisible();
  await show('preview of an automation', { dialog: true });
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: `Options of ${AUTOMATION}` }).click();
  await page.getByRole('menuitem', { name: 'Log' }).click();
  const run = page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Grace Okafor' });
  await expect(run).toContainText('Done');
  await show('log of an automation', { dialog: true });
}

async function connectApp(
  page: Page,
  show: Show,
  { url, app }: { url: string; app: Awaited<ReturnType<typeof startApp>> },
): Promise<void> {
  await page.goto(app.consent);
  await expect(page.getByRole('heading', { name: 'Connect Deskmate?' })).toBeVisible();
  await show('consent');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Back in Deskmate' })).toBeVisible();
  const assistant: Client = await connectAssistant(url, await app.takeToken(page.url()));
  expect((await useTool(assistant, 'campaigns_list')).is_error).toBe(false);
  await assistant.close();
  await page.goto('/settings/api');
  await page.getByRole('tab', { name: 'Connected apps' }).click();
  await expect(page.getByText('Deskmate').first()).toBeVisible();
  await show('connected apps');
}
