import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { test } from './support/installation.ts';
import { api, connectMailbox, control, createList, newMailbox, startCampaign } from './support/outreach.ts';
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

test('incomplete leads are archived, the rest exported, and a call marked as done', async ({ page }) => {
  await signUp(page);
  const account = await connectMailbox(page.request, newMailbox());
  const list = await createList(page.request, 'People', [
    { first_name: 'Grace', last_name: 'Hopper', email: 'grace@northlight.example' },
    { first_name: 'Alan', last_name: 'Turing', email: 'alan@northlight.example' },
    { first_name: '', last_name: 'Nameless', email: 'nameless@northlight.example' },
  ]);
  const { campaign } = await api<{ campaign: { id: number } }>(page.request, 'POST', '/campaigns/', { name: 'Calls' });
  const add = (step: string, parent: number | null) =>
    api<{ new_step: { id: number } }>(page.request, 'POST', `/campaigns/${campaign.id}/steps/`, { step, parent });
  const call = (await add('CALL_PROSPECT', null)).new_step.id;
  const mail = (await add('EMAIL', call)).new_step.id;
  const write = (step: number, body: object) =>
    api(page.request, 'PUT', `/campaigns/${campaign.id}/steps/${step}/`, body);
  await write(call, { delay_in_hours: 0 });
  await write(mail, { subject_line: 'Our call', message: 'Hi {{first_name}}, as said.', delay_in_hours: 24 });
  await api(page.request, 'POST', `/search/${list}/prospects/add-to-campaign/`, { campaign: campaign.id, amount: 3 });

  await openLeads(page, campaign.id);
  const rows = page.locator('tbody tr[data-row-index]');
  await expect(rows).toHaveCount(3);
  await page.getByRole('button', { name: 'More actions' }).last().click();
  await page.getByRole('menuitem', { name: 'Archive incomplete leads' }).click();
  await expect(page.getByRole('heading', { name: 'Archive incomplete leads?' })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Archive', exact: true }).click();
  await expect(page.getByText('1 lead archived.')).toBeVisible();
  await expect(rows).toHaveCount(2);
  await expect(row(page, 'Nameless')).toHaveCount(0);

  await page.getByRole('button', { name: 'More actions' }).last().click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Export all 2 leads' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  expect(text.trim().split(/\r?\n/)).toHaveLength(3);
  expect(text).toContain('grace@northlight.example');
  expect(text).not.toContain('nameless@northlight.example');

  // Leads of a campaign go into another one: this one is not offered, and being in it keeps nobody out.
  await api(page.request, 'POST', '/campaigns/', { name: 'Second round' });
  await page.getByLabel('Select row: Grace Hopper').check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Add to campaign' }).click();
  const adding = page.getByRole('dialog');
  await expect(adding.getByText('Add 1 lead to a campaign')).toBeVisible();
  await expect(adding.getByRole('radio')).toHaveCount(1);
  await adding.getByText('Second round').click();
  await expect(adding.getByText('Will be added')).toBeVisible();
  await adding.getByRole('button', { name: 'Add to campaign' }).click();
  await expect(page.getByText('Leads added to campaign.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Second round' })).toBeVisible();
  await openLeads(page, campaign.id);

  await api(page.request, 'POST', `/campaigns/${campaign.id}/activate/`, { email_account_id: account });
  const button = page.getByRole('button', { name: 'Call done: Grace Hopper' });
  await button.click({ timeout: 30_000 });
  await expect(page.getByText('Call marked as done.')).toBeVisible();
  await expect(button).toBeHidden();
  await expect(row(page, 'Grace Hopper').getByText('Waiting for the delay of this step')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Call done: Alan Turing' })).toBeVisible();
});

test('look-ups are started for all and for selected leads with their costs, followed, stopped, and explained', async ({
  page,
}) => {
  await signUp(page);
  const people = ['Ada', 'Bram', 'Carla', 'Known'].map((first_name) => ({
    first_name,
    last_name: 'Jansen',
    email: `${first_name}@known-already.example`,
  }));
  const list = await createList(page.request, 'Look-ups', people);
  const { prospects } = await api<{ prospects: { id: number }[] }>(page.request, 'GET', `/search/${list}/prospects/`);
  for (const { id } of prospects) await api(page.request, 'PATCH', `/prospects/${id}/update/`, { email: '' });
  const { campaign } = await api<{ campaign: { id: number } }>(page.request, 'POST', '/campaigns/', {
    name: 'Dialled',
  });
  await api(page.request, 'POST', `/search/${list}/prospects/add-to-campaign/`, { amount: 4, campaign: campaign.id });
  await openLeads(page, campaign.id);
  const numbers = page.getByRole('grid').getByRole('button', { name: /^Phone number of / });
  for (const vendor of ['hunter', 'prospeo', 'lusha']) {
    await control(page.request, 'contacts/faults', { vendor, delay_in_ms: 20_000, times: 100 });
  }
  try {
    await page.getByRole('button', { name: 'Find contact data' }).click();
    const menu = page.getByRole('menu');
    await expect(menu.getByRole('menuitem', { name: /^All 4 leads without an answer/ })).toHaveCount(2);
    await expect(menu.getByText('up to 12 credits')).toBeVisible();
    await expect(menu.getByText('up to 120 credits')).toBeVisible();
    await expect(menu.getByText(/^You have 100 credits\./)).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');

    await page.getByLabel('Select row: Ada Jansen').check();
    await page.getByLabel('Select row: Bram Jansen').check();
    await page.getByRole('toolbar').getByRole('button', { name: 'Find contact data' }).click();
    await page.getByRole('menuitem', { name: /^Phone.*up to 60 credits/ }).click();
    await expect(page.getByText('Research task started.')).toBeVisible();
    await expect(page.getByText('2 running')).toBeVisible();
    await expect(numbers.filter({ hasText: 'Loading...' })).toHaveCount(2);
    await expect(page.getByText('40 of 100 credits')).toBeVisible();
    // It is known to the server, not to this page alone; and it goes on when the page is left.
    await page.reload();
    await expect(page.getByText('2 running')).toBeVisible();
    await page.getByRole('navigation').getByRole('link', { name: 'Sender accounts' }).click();
    await expect(page.getByRole('heading', { name: 'Senders' })).toBeVisible();
    await page.goBack();
    await page.getByRole('button', { name: 'Stop research tasks' }).click();
    await expect(page.getByText('2 cells stopped. 60 reserved credits returned.')).toBeVisible();
    await expect(numbers.filter({ hasText: 'Cancelled' })).toHaveCount(2);
    await expect(page.getByText('100 of 100 credits')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Stop research tasks' })).toBeHidden();
  } finally {
    await control(page.request, 'contacts/clear', {});
  }
  const known = row(page, 'Known Jansen');
  await known.getByRole('button', { name: /^Find email/ }).click();
  await expect(known.getByText(/@northlight/)).toBeVisible({ timeout: 30_000 });
});
