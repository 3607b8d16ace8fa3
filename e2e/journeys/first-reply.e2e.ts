import { expect, type Page } from '@playwright/test';
import { enterMailbox, register } from '../support/by-hand.ts';
import { test } from '../support/installation.ts';
import { api, control } from '../support/outreach.ts';
import { mailsTo, newPerson, type Person } from '../support/person.ts';

/**
 * The main job, whole, by hand: from sign-up to an answered reply, then three days later the follow-up to the one who was
 * silent. Everything through the screens; only the clock and the prospect's answer come from outside.
 */
const stamp = Date.now();
const answering = `silent+answers${stamp}@northwind.example`;
const silent = `silent+quiet${stamp}@globex.example`;

const file = [
  'First Name;Surname;Linkedin Profile;E-Mail;Organization;Title;City',
  `Grace;Hopper;https://www.linkedin.com/in/grace-${stamp};${answering};Northwind;"Head of\nMarketing";Utrecht`,
  `Jürgen;Süß;linkedin.com/in/juergen-${stamp}/;${silent};Globex;VP Marketing;München`,
  `Double;Grace;http://linkedin.com/in/Grace-${stamp}?trk=x;${answering};Northwind;Head;Utrecht`,
  'No;Profile;;nobody@acme.example;Acme;Director;Berlin',
].join('\r\n');

async function signUpByHand(page: Page): Promise<Person> {
  const person = newPerson('Ada Jansen');
  await page.goto('/register');
  await register(page, person);
  await expect(page.getByRole('heading', { name: 'Welcome, Ada Jansen' })).toBeVisible();
  return person;
}

async function importLeads(page: Page): Promise<void> {
  await page.goto('/searches?create=true');
  await page.getByLabel('Name', { exact: true }).fill('Marketing directors');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/searches\/\d+$/);
  await page.getByRole('button', { name: 'Import leads' }).click();
  await page.getByRole('button', { name: /Import from CSV/ }).click();
  const buffer = Buffer.from(file, 'latin1');
  await page.locator('input[type=file]').setInputFiles({ name: 'export.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText('4 rows in total')).toBeVisible();
  await page.getByRole('button', { name: 'Show leads' }).click();
  await expect(page.getByText('Showing 2 of 2')).toBeVisible();
}

async function connectMailbox(page: Page, email: string): Promise<void> {
  await enterMailbox(page, email);
  await page.getByRole('button', { name: 'Connect mailbox' }).click();
  await expect(page).toHaveURL(/\/senders$/);
  await expect(page.getByRole('row').filter({ hasText: email })).toContainText('Connected');
}

/** The first mail by hand in the editor; the condition and the follow-up by the API (e2e/campaigns.e2e.ts builds flows by hand). */
async function buildCampaign(page: Page, sender: string): Promise<string> {
  await page.goto('/campaigns?create=true');
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  await expect(page).toHaveURL(/\/campaigns\/\d+/);
  const id = page.url().match(/campaigns\/(\d+)/)?.[1] as string;
  await page.getByRole('button', { name: 'Add step at the start' }).first().click();
  await page
    .getByRole('dialog', { name: 'Add new step' })
    .getByRole('button', { name: /^Email/ })
    .click();
  await page.getByRole('textbox', { name: 'Subject' }).first().fill('A question');
  await page.getByRole('textbox', { name: 'Message', exact: true }).first().fill('Do you have ten minutes this week?');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  const { request } = page;
  const { campaign } = await api<{ campaign: { first_step: number } }>(request, 'GET', `/campaigns/${id}/`);
  const add = async (step: string, parent: number) =>
    (
      await api<{ new_step: { id: number } }>(request, 'POST', `/campaigns/${id}/steps/`, {
        step,
        parent,
        is_yes_child: true,
      })
    ).new_step.id;
  const condition = await add('HAS_EMAIL', campaign.first_step);
  const second = await add('EMAIL', condition);
  const mail = {
    subject_line: 'Re: A question',
    message: 'Hi {{first_name}}, did you see my mail?',
    delay_in_hours: 72,
  };
  await api(request, 'PUT', `/campaigns/${id}/steps/${second}/`, mail);
  await api(request, 'PATCH', `/campaigns/${id}/steps/${campaign.first_step}/`, { delay_in_hours: 0 });
  const { accounts } = await api<{ accounts: { id: number; email: string }[] }>(request, 'GET', '/accounts/');
  const account = accounts.find((entry) => entry.email === sender)?.id as number;
  await api(request, 'PUT', `/accounts/${account}/`, { send_gap_in_seconds: 0 });
  const sending_window = { days: [1, 2, 3, 4, 5, 6, 7], start: '00:00', end: '24:00' };
  await api(request, 'PUT', `/campaigns/${id}/`, { timezone: 'UTC', sending_window, email_account_id: account });
  return id;
}

async function addLeads(page: Page): Promise<void> {
  await page.goto('/searches');
  await page.getByRole('link', { name: 'Marketing directors' }).click();
  await page.getByLabel('Select row: Grace Hopper').check();
  await page.getByLabel('Select row: Jürgen Süß').check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Add to campaign' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio').first().check();
  await dialog.getByRole('button', { name: 'Add to campaign' }).click();
  await expect(page.getByText('Leads added to campaign.')).toBeVisible();
  await expect(page).toHaveURL(/\/campaigns\/\d+/);
}

async function activate(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Activate', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Activate', exact: true }).click();
  await expect(page.getByText('Campaign activated.')).toBeVisible();
}

async function mailsOnceThere(page: Page, to: string, count: number): Promise<void> {
  await expect(async () => expect(await mailsTo(page.request, to)).toHaveLength(count)).toPass();
}

test('from sign-up to an answered reply; the silent lead gets the follow-up', async ({ page }) => {
  const person = await signUpByHand(page);
  await importLeads(page);
  await connectMailbox(page, person.email);
  const campaign = await buildCampaign(page, person.email);
  await addLeads(page);
  await activate(page);
  await mailsOnceThere(page, answering, 1);
  await mailsOnceThere(page, silent, 1);

  await page.goto('/inbox');
  await control(page.request, 'reply', { recipient: answering, text: 'Yes, Tuesday at ten.' });
  const chat = page.getByRole('link', { name: /Grace Hopper/ });
  await expect(chat).toBeVisible();
  await chat.click();
  await page.getByRole('textbox', { name: 'Message to Grace Hopper' }).fill('Great, see you then.');
  await page.keyboard.press('Control+Enter');
  await mailsOnceThere(page, answering, 2);

  // Three days pass in a moment: the follow-up goes only to the lead who didn't reply.
  await api(page.request, 'POST', '/dev/clock/', { advance_in_seconds: 3 * 86_400 + 60 });
  await mailsOnceThere(page, silent, 2);
  expect((await mailsTo(page.request, silent)).map((mail) => mail.subject).sort()).toEqual([
    'A question',
    'Re: A question',
  ]);
  expect(
    (await mailsTo(page.request, silent)).some((mail) => mail.text.includes('Hi Jürgen, did you see my mail?')),
  ).toBe(true);
  expect(await mailsTo(page.request, answering)).toHaveLength(2);
  await page.goto(`/campaigns/${campaign}`);
  await page.getByRole('tab', { name: /Leads/ }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Grace Hopper' })).toContainText('Replied');
  await expect(page.getByRole('row').filter({ hasText: 'Jürgen Süß' })).toContainText('Completed');
});
