import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { test } from '../support/installation.ts';
import { api, connectMailbox, newMailbox } from '../support/outreach.ts';
import { mailsTo, signUp } from '../support/person.ts';
import { picture } from '../support/picture.ts';

/** Moving in by the API of Instantly and by a CSV export of Smartlead. A campaign continues, and no lead is greeted twice. */
const DAY = 86_400;
const heading = (page: Page, name: string) => page.getByRole('heading', { name });
const past = (page: Page) => page.getByRole('list', { name: 'Earlier imports' });

const stamp = Date.now();
const written = `sven${stamp}@northwind.example`;
const smartlead = [
  'id,status,email,first_name,last_name,custom_fields,is_unsubscribed,last_email_sequence_sent,reply_count',
  `1,STARTED,nora${stamp}@northwind.example,Nora,New,"{""icebreaker"":""Loved your talk""}",false,0,0`,
  `2,INPROGRESS,${written.toUpperCase()},Sven,Step,{},false,2,1`,
  `3,INPROGRESS,uma${stamp}@northwind.example,Uma,Gone,{},true,1,0`,
  '4,STARTED,not an address,Ada,Novak,{},false,0,0',
].join('\n');

async function importInstantly(page: Page): Promise<void> {
  await page.goto('/campaigns');
  await page.getByRole('link', { name: 'Import from another tool' }).click();
  await page.getByRole('radio', { name: /^Instantly/ }).check({ force: true });
  await page.getByLabel('API key', { exact: true }).fill('sandbox');
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Found in Instantly')).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'move-in-review');
  await page
    .getByRole('group', { name: 'Outreach 1' })
    .getByRole('radio', { name: /^Continue/ })
    .check({ force: true });
  await page.getByRole('button', { name: 'Import now' }).click();
  await expect(past(page).getByText('Imported')).toBeVisible();
}

async function startCampaign(page: Page): Promise<number> {
  const { request } = page;
  const account = await connectMailbox(request, newMailbox());
  const { campaigns } = await api<{ campaigns: { id: number; name: string }[] }>(request, 'GET', '/campaigns/');
  const { id } = campaigns.find(({ name }) => name === 'Outreach 1') as { id: number };
  const sending_window = { days: [1, 2, 3, 4, 5, 6, 7], start: '00:00', end: '24:00' };
  await api(request, 'PUT', `/campaigns/${id}/`, { timezone: 'UTC', sending_window, email_account_id: account });
  await page.goto(`/campaigns/${id}`);
  await page.getByRole('button', { name: 'Activate', exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Activate/ })
    .click();
  await expect(page.getByText('Campaign activated.')).toBeVisible();
  return id;
}

/** Leads of the campaign: those written to in the old tool, and the new ones. */
async function leadsOf(page: Page, campaign: number) {
  const { prospects } = await api<{ prospects: { id: number; email: string }[] }>(
    page.request,
    'GET',
    `/campaigns/${campaign}/prospects/`,
  );
  const contacted: string[] = [];
  const fresh: string[] = [];
  for (const { id, email } of prospects) {
    const { contacts } = await api<{ contacts: object[] }>(page.request, 'GET', `/prospects/${id}/past-contacts/`);
    (contacts.length > 0 ? contacted : fresh).push(email);
  }
  return { contacted, fresh };
}

test('a campaign of Instantly continues without greeting a lead twice, and a Smartlead export moves in @long', async ({
  page,
}) => {
  await signUp(page);
  await importInstantly(page);
  const id = await startCampaign(page);
  const { contacted, fresh } = await leadsOf(page, id);
  expect([contacted.length > 0, fresh.length > 0]).toEqual([true, true]);
  await expect(async () => {
    for (const address of fresh) expect(await mailsTo(page.request, address)).toHaveLength(1);
  }).toPass();
  const [greeted] = await mailsTo(page.request, fresh[0] as string);
  await api(page.request, 'POST', '/dev/clock/', { advance_in_seconds: 8 * DAY });
  await expect(async () => {
    for (const address of contacted) expect((await mailsTo(page.request, address)).length).toBeGreaterThan(0);
  }).toPass();
  // The first step alone has a subject of its own; the others reply in its thread.
  expect(greeted?.subject).toMatch(/^A question/);
  for (const address of contacted)
    for (const { text } of await mailsTo(page.request, address)) expect(text).not.toContain('How does');

  await moveInExport(page);
  await page.getByRole('link', { name: 'Founders EU' }).click();
  await page.getByRole('gridcell', { name: 'Sven Step', exact: true }).click();
  await expect(page.getByText('Written to in Smartlead: Founders EU')).toBeVisible();
  await expect(page.getByText('date unknown, step 2, replied')).toBeVisible();
  await picture(page, 'move-in-past-contact');
});

/** From the dialog of a plain import, which recognizes the file. */
async function moveInExport(page: Page): Promise<void> {
  const list = await api<{ id: number }>(page.request, 'POST', '/searches/', { name: 'Other leads' });
  await page.goto(`/searches/${list.id}`);
  await page.getByRole('button', { name: 'Import leads' }).click();
  await page.getByRole('button', { name: /Import from CSV/ }).click();
  const file = { name: 'Founders EU.csv', mimeType: 'text/csv', buffer: Buffer.from(smartlead) };
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(page.getByText('This looks like an export from Smartlead.')).toBeVisible();
  await picture(page, 'move-in-offer');
  await page.getByRole('button', { name: 'Import with history' }).press('Enter');
  await expect(page.getByText('Recognized by its columns: Smartlead campaign leads')).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'move-in-file');
  await page.getByLabel('Campaign').press('Enter');
  await expect(heading(page, 'Found in Smartlead')).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'move-in-file-review');
  await page.getByRole('button', { name: 'Import now' }).press('Enter');
  await expect(past(page).getByText('Imported')).toHaveCount(2);
  await picture(page, 'move-in-done');
  await page.goto('/searches');
}
