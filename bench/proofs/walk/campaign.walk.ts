import { expect, type Page } from '@playwright/test';
import { enterMailbox, register } from '../../../e2e/support/by-hand.ts';
import { messyFile } from '../../../e2e/support/lead-files.ts';
import { connectMailbox, createList, newMailbox, startCampaign } from '../../../e2e/support/outreach.ts';
import { mailsTo, newPerson, signUp } from '../../../e2e/support/person.ts';
import { chooseMailbox, introduce } from './new-user.ts';
import { test, type Walker } from './walker.ts';

const people = (amount: number) =>
  Array.from({ length: amount }, (_, index) => ({
    first_name: `Silent${index}`,
    last_name: 'Lead',
    email: `silent+walk${Date.now()}-${index}@northwind.example`,
  }));

test('first campaign from a messy CSV', async ({ page, walker }) => {
  const person = newPerson();
  await page.goto('/register');
  await walker.look('registration');
  await register(page, person);
  await introduce(page, (name, options) => walker.look(name, options));
  await connect(page, walker, person.email);
  await importFile(page, walker);
  await addToNewCampaign(page, walker);
  await writeMessage(page, walker);
  await page.getByRole('button', { name: 'Activate', exact: true }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Activate', exact: true })).toBeVisible();
  await walker.look('activation', { dialog: true });
  await chooseMailbox(page, person.email);
  await page.getByRole('dialog').getByRole('button', { name: 'Activate', exact: true }).click();
  await expect(page.getByText('Campaign activated.')).toBeVisible();
  await walker.look('the running campaign');
});

async function connect(page: Page, walker: Walker, email: string): Promise<void> {
  await enterMailbox(page, email);
  await walker.look('the mailbox');
  await page.getByRole('button', { name: 'Connect mailbox' }).click();
  await expect(page.getByText(email).first()).toBeVisible();
  await walker.look('senders');
}

async function importFile(page: Page, walker: Walker): Promise<void> {
  await page.goto('/searches?create=true');
  await page.getByLabel('Name', { exact: true }).fill('Sales managers');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/searches\/\d+$/);
  await page.getByRole('button', { name: 'Import leads' }).click();
  await page.getByRole('button', { name: /Import from CSV/ }).click();
  const file = { name: 'export.csv', mimeType: 'text/csv', buffer: messyFile() };
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeEnabled();
  await walker.look('the columns of the file', { dialog: true });
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText('44 rows in total')).toBeVisible();
  await walker.look('what was imported', { dialog: true });
  await page.getByRole('button', { name: 'Show leads' }).click();
  await walker.look('the list');
}

async function addToNewCampaign(page: Page, walker: Walker): Promise<void> {
  const all = page.getByRole('checkbox', { name: 'Select all rows on this page' });
  const one = page.getByRole('checkbox', { name: /^Select row/ }).first();
  // A phone lists cards, which are ticked one by one.
  await ((await all.count()) > 0 ? all : one).first().check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Add to campaign' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Create a blank campaign/ }).click();
  await dialog.getByLabel('Name', { exact: true }).fill('Sales managers');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Add to campaign' })).toBeEnabled();
  await walker.look('the choice of a campaign', { dialog: true });
  await dialog.getByRole('button', { name: 'Add to campaign' }).click();
  await expect(page).toHaveURL(/\/campaigns\/\d+/);
}

async function writeMessage(page: Page, walker: Walker): Promise<void> {
  await page.getByRole('button', { name: 'Add step at the start' }).first().click();
  await page
    .getByRole('dialog', { name: 'Add new step' })
    .getByRole('button', { name: /^Email/ })
    .click();
  await page.getByRole('textbox', { name: 'Subject' }).first().fill('A question');
  await page.getByRole('textbox', { name: 'Message', exact: true }).first().fill('Do you have ten minutes this week?');
  await walker.look('the message', { dialog: true });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

test('editing a running campaign', async ({ page, walker }) => {
  await signUp(page);
  const leads = people(3);
  const campaign = await startCampaign(page, await connectMailbox(page.request, newMailbox()), leads);
  const [first] = leads;
  await expect(async () => expect(await mailsTo(page.request, first?.email ?? '')).toHaveLength(1)).toPass();
  await page.goto(`/campaigns/${campaign}`);
  await walker.look('the running campaign');
  await page.getByRole('button', { name: 'Edit steps' }).click();
  await page.locator('[data-flow-node]').filter({ hasText: 'Re: A question' }).first().click();
  const message = page.getByRole('textbox', { name: 'Message', exact: true }).first();
  await message.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' Or next week?');
  await walker.look('the message of the draft', { dialog: true });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Review and publish' }).click();
  const review = page.getByRole('dialog', { name: /^Publish revision/ });
  await expect(review).toBeVisible();
  await walker.look('the review', { dialog: true });
  await review.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText(/Revision \d is running/).first()).toBeVisible();
  await walker.look('the new revision');
});

test('CRM push', async ({ page, walker }) => {
  await signUp(page);
  const list = await createList(page.request, 'To push', people(3));
  await page.goto('/settings/integrations');
  await walker.look('integrations');
  await page.getByRole('button', { name: 'Connect HubSpot' }).click();
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await expect(page.getByText('HubSpot is connected')).toBeVisible();
  await walker.look('the connected CRM');
  await page.goto(`/searches/${list}`);
  await page.getByRole('checkbox', { name: /^Select row: Silent0/ }).check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Push to CRM' }).click();
  await page.getByRole('menuitem', { name: 'Push to HubSpot' }).click();
  await expect(page.getByText(/Successfully pushed 1 out of 1/)).toBeVisible();
  await walker.look('the pushed lead');
});
