import { type Browser, expect, type Page } from '@playwright/test';
import { api } from '../../../e2e/support/outreach.ts';
import { codeFor, type Person } from '../../../e2e/support/person.ts';
import type { Walker } from '../walk/walker.ts';
import { openPage, runDays } from './installations.ts';
import { CAMPAIGN, type listOutreach } from './moved-people.ts';
import type { Show } from './show.ts';

/** A lead whose mail came from the second installation, with the link in it. */
interface LinkedLead {
  email: string;
  link: string;
  /** That they have received. */
  mails: number;
}

interface Searched {
  /** Of the installation whose mails are looked for. */
  url: string;
  list: () => ReturnType<typeof listOutreach>;
}

export async function findLinkedLead(page: Page, { url, list }: Searched): Promise<LinkedLead> {
  let found: LinkedLead | undefined;
  await runDays(page.request, async () => {
    const mails = await list();
    const mail = mails.find(({ text }) => text.includes(`${url}/p/`));
    expect(mail, `no link in ${JSON.stringify(mails)}`).toBeTruthy();
    const [link = ''] = mail?.text.match(/http:\S+\/p\/[\w.-]+/) ?? [];
    const email = mail?.to ?? '';
    found = { email, link, mails: mails.filter(({ to }) => to === email).length };
  });
  // Those of the same day leave before the backup is made.
  let last = 0;
  await expect(async () => {
    const before = last;
    last = (await list()).length;
    expect(last).toBe(before);
  }).toPass({ intervals: [5000] });
  return found as LinkedLead;
}

interface Erasure {
  linked: LinkedLead;
  browser: Browser;
  watch: Walker['watch'];
}

/** The person opens the link of their mail and confirms by the mailed code; a manager erases. */
export async function eraseByLink(page: Page, show: Show, { linked, browser, watch }: Erasure): Promise<void> {
  const origin = new URL(linked.link).origin;
  const person = await openPage(browser, page, origin);
  await watch(person, origin);
  await person.goto(linked.link);
  await show('privacy notice', { on: person });
  await person.getByRole('button', { name: 'Erase my data' }).click();
  await person.getByLabel('Code from the email').fill(await codeFor(page.request, linked.email));
  await show('code of the person', { on: person });
  await person.getByRole('button', { name: 'Confirm' }).click();
  await expect(person.getByRole('status')).toContainText("You won't be contacted again from now on.");
  await show('erasure that was asked for', { on: person });
  await page.goto('/settings/privacy');
  await show('request of a person', { on: page });
  await page
    .getByRole('button', { name: /^Erase / })
    .first()
    .click();
  const question = page.getByRole('dialog', { name: /^Erase / });
  await question.getByLabel('Type “erase” to confirm').fill('erase');
  await show('question before an erasure', { dialog: true, on: page });
  await question.getByRole('button', { name: 'Erase person' }).click();
  await expect(page.getByText('No open requests')).toBeVisible();
  await show('erased person', { on: page });
  await person.reload();
  await show('notice of an erased person', { on: person });
  await person.context().close();
}

/** No search finds the address. `erasures.test.ts` looks into every table. */
export async function expectNowhere(page: Page, email: string): Promise<void> {
  const found = await api<object>(page.request, 'GET', `/quick-search/?search_query=${encodeURIComponent(email)}`);
  expect(JSON.stringify(found)).not.toContain(email);
}

interface Restored {
  owner: Person;
  linked: LinkedLead;
}

async function signIn(page: Page, { email, password }: Person): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

/** The backup from before was restored: nothing is sent until its administrator says so. */
export async function releaseHold(page: Page, show: Show, operator: Person): Promise<void> {
  await signIn(page, operator);
  await expect(page.getByText('Sending is on hold.')).toBeVisible();
  await show('hold after a restore', { on: page });
  await page.getByRole('button', { name: 'Release sending' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Release sending' }).click();
  await expect(page.getByText('Sending resumed')).toBeVisible();
  await page.context().close();
}

/** After a restore, and after the same people were imported again. */
export async function expectStaysErased(page: Page, show: Show, { owner, linked }: Restored): Promise<void> {
  await signIn(page, owner);
  await expect(page).toHaveURL(/dashboard/);
  await expectNowhere(page, linked.email);
  await importAgain(page, show);
  await importFile(page, show, linked.email);
  await expectNowhere(page, linked.email);
  await page.goto('/settings/privacy');
  await expect(page.getByText('Again after a restore')).toBeVisible();
  await expect(page.getByText(/Imports from other tools/)).toBeVisible();
  await show('privacy after it all', { on: page });
}

async function importAgain(page: Page, show: Show): Promise<void> {
  await page.goto('/settings/data');
  await page.getByRole('link', { name: 'Import from another tool' }).click();
  await page.getByRole('radio', { name: /^Instantly/ }).check({ force: true });
  await page.getByLabel('API key', { exact: true }).fill('sandbox');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Found in Instantly' })).toBeVisible();
  await show('what was found again', { on: page });
  await page.getByRole('button', { name: 'Import now' }).click();
  const imported = page.getByRole('list', { name: 'Earlier imports' }).getByText('Imported');
  await expect(imported.first()).toBeVisible();
  await expectEmptyDraft(page);
  await show('imported again', { on: page });
}

/** The people are in the campaign that was moved in before: the draft of the same name greets none of them again. */
async function expectEmptyDraft(page: Page): Promise<void> {
  type Listed = { campaigns: { id: number; name: string; status: string }[] };
  const { campaigns } = await api<Listed>(page.request, 'GET', '/campaigns/');
  const drafts = campaigns.filter(({ name, status }) => name === CAMPAIGN && status === 'DRAFT');
  expect(drafts).toHaveLength(1);
  const { prospects } = await api<{ prospects: object[] }>(
    page.request,
    'GET',
    `/campaigns/${drafts[0]?.id}/prospects/?page=1`,
  );
  expect(prospects).toEqual([]);
}

/** The person by a CSV file, with a neighbor who is not erased. */
async function importFile(page: Page, show: Show, email: string): Promise<void> {
  await page.goto('/searches?create=true');
  await page.getByLabel('Name', { exact: true }).fill('Once more');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Import leads' }).click();
  await page.getByRole('button', { name: /Import from CSV/ }).click();
  const rows = ['First name,Last name,Email', `Once,More,${email}`, `New,Neighbor,new-${email}`];
  const file = { name: 'once-more.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) };
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeEnabled();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText('2 rows in total')).toBeVisible();
  await show('file with an erased person', { dialog: true, on: page });
  await page.getByRole('button', { name: 'Show leads' }).click();
  await expect(page.getByText('New Neighbor').first()).toBeVisible();
  await expect(page.getByText('Once More')).toHaveCount(0);
}
