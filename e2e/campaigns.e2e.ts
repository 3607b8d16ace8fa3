import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { test } from './support/installation.ts';
import { api, connectMailbox, createList, newMailbox, startCampaign } from './support/outreach.ts';
import { signUp } from './support/person.ts';

const leads = [
  { first_name: 'Grace', last_name: 'Hopper', email: 'grace@northlight.example' },
  { first_name: 'Alan', last_name: 'Turing', email: 'alan@northlight.example' },
  { first_name: 'Edsger', last_name: 'Dijkstra', email: 'edsger@northlight.example' },
];

/** A draft with nothing in it, opened. */
async function openDraft(page: Page, name = 'Spring outreach'): Promise<number> {
  const { campaign } = await api<{ campaign: { id: number } }>(page.request, 'POST', '/campaigns/', { name });
  await page.goto(`/campaigns/${campaign.id}`);
  await expect(page.getByText('Start of campaign')).toBeVisible();
  return campaign.id;
}

const drawer = (page: Page): Locator => page.getByRole('dialog').last();
const card = (page: Page, text: string | RegExp): Locator => page.locator('[data-flow-node]').filter({ hasText: text });

/** Chooses a type in the drawer 'Add new step'. */
async function choose(page: Page, type: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Add new step' })).toBeVisible();
  await drawer(page)
    .getByRole('button', { name: new RegExp(`^${type}`) })
    .click();
  await expect(page.getByRole('heading', { name: 'Add new step' })).toBeHidden();
  // The message of a new email step opens for writing.
  if (type === 'Email') await leaveEditor(page);
}

async function leaveEditor(page: Page): Promise<void> {
  await expect(page.getByRole('textbox', { name: 'Message', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

interface StoredStep {
  step_type: string;
  subject_line: string | null;
  message: string | null;
  message_b: string | null;
  delay_in_hours: number;
  is_yes_child: boolean | null;
}

async function stored(page: Page, id: number): Promise<{ steps: StoredStep[]; conditions: unknown[]; status: string }> {
  const { campaign } = await api<{ campaign: Awaited<ReturnType<typeof stored>> }>(
    page.request,
    'GET',
    `/campaigns/${id}/`,
  );
  return campaign;
}

test('a flow with a condition is built by mouse: places, delays, locks, deleting; narrow and dark it is a list', async ({
  page,
}) => {
  await signUp(page);
  const id = await openDraft(page);
  await expect(page.getByRole('button', { name: 'Activate' })).toBeDisabled();
  await expect(page.getByText('You cannot activate campaigns without steps.')).toHaveCount(1);
  await page.getByLabel('Campaign name').fill('Autumn outreach');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Add step at the start' }).click();
  await choose(page, 'Email');
  await page.getByRole('button', { name: 'Add step at the end' }).click();
  await choose(page, 'Has Phone');
  await page.getByRole('button', { name: 'Add step to the Yes branch' }).click();
  await expect(drawer(page).getByRole('button', { name: /^Has Email/ })).toBeDisabled();
  await expect(drawer(page).getByText('Add a step between two conditions.')).toHaveCount(8);
  for (const offered of ['LinkedIn Invite', 'LinkedIn Message', 'InMail', 'Like Last LinkedIn Post'])
    await expect(drawer(page).getByRole('button', { name: new RegExp(`^${offered}`) })).toBeEnabled();
  await choose(page, 'Call Prospect');
  await page.getByRole('button', { name: 'Add step to the No branch' }).click();
  await choose(page, 'Email');
  await page.getByRole('button', { name: 'Insert a step before Email' }).first().click();
  await choose(page, 'Email');
  expect((await stored(page, id)).steps.map(({ step_type }) => step_type).sort()).toEqual([
    'CALL_PROSPECT',
    'EMAIL',
    'EMAIL',
    'EMAIL',
  ]);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Wait 1 day, delay before Call Prospect' }).click();
  await page.getByLabel(/Custom/).fill('45');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Wait 30 days, delay before Call Prospect' })).toBeVisible();
  expect((await stored(page, id)).steps.find((step) => step.step_type === 'CALL_PROSPECT')?.delay_in_hours).toBe(720);

  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect(page.getByText('110%')).toBeVisible();
  await page.getByRole('button', { name: 'Zoom to fit' }).click();

  await page.getByRole('button', { name: 'Actions for Has Phone' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByText('with the 2 steps and conditions below')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.locator('[data-flow-node]')).toHaveCount(2);

  await page.getByRole('button', { name: 'Add step at the end' }).click();
  await choose(page, 'Has Email');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.locator('.react-flow')).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add step to the No branch' }).click();
  await choose(page, 'Call Prospect');
  await expect(card(page, 'Call Prospect')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.getByRole('link', { name: 'Back to campaigns' }).click();
  await expect(page.getByText('Autumn outreach')).toBeVisible();
});

test('a flow is built and walked by keyboard alone', async ({ page }) => {
  await signUp(page);
  const id = await openDraft(page);
  await page.getByRole('button', { name: 'Add step at the start' }).focus();
  await page.keyboard.press('Enter');
  await drawer(page)
    .getByRole('button', { name: /^Email/ })
    .focus();
  await page.keyboard.press('Enter');
  await leaveEditor(page);
  await expect(card(page, 'Email')).toBeFocused();
  await page.getByRole('button', { name: 'Actions for Email' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Add step after' }).focus();
  await page.keyboard.press('Enter');
  await drawer(page)
    .getByRole('button', { name: /^Has Email/ })
    .focus();
  await page.keyboard.press('Enter');
  await expect(card(page, 'Has Email')).toBeFocused();
  await page.getByRole('button', { name: 'Actions for Has Email' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Add step to the No branch' }).focus();
  await page.keyboard.press('Enter');
  await drawer(page)
    .getByRole('button', { name: /^Call Prospect/ })
    .focus();
  await page.keyboard.press('Enter');
  await expect(card(page, 'Call Prospect')).toBeFocused();
  expect((await stored(page, id)).steps.find((step) => step.step_type === 'CALL_PROSPECT')?.is_yes_child).toBe(false);

  await page.keyboard.press('ArrowUp');
  await expect(card(page, 'Has Email')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(card(page, 'No subject yet')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Message', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('textbox', { name: 'Message', exact: true })).toBeHidden();
  await card(page, 'No subject yet').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Delete');
  await expect(page.getByRole('heading', { name: 'Delete Call Prospect?' })).toBeVisible();
  // A dialog that opens takes the focus a moment later.
  await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).focus();
  await page.keyboard.press('Enter');
  await expect(card(page, 'Has Email')).toBeFocused();
});

function hasCaretAtEnd(editor: Element): boolean {
  const caret = getSelection();
  if (!caret?.focusNode || !editor.contains(caret.focusNode)) return false;
  const rest = document.createRange();
  rest.selectNodeContents(editor);
  rest.setStart(caret.focusNode, caret.focusOffset);
  return caret.isCollapsed && rest.toString() === '';
}

/** The page has other work between a key and its letter, as on a slow computer: longer than the editor's library reckons with. */
function beBusyAtBraces(editor: Element): void {
  editor.addEventListener('textInput', (event) => {
    const end = performance.now() + ((event as TextEvent).data === '}' ? 150 : 0);
    while (performance.now() < end);
  });
}

test('a message is written with variables as atoms, previewed for a lead and saved', async ({ page }) => {
  await signUp(page);
  const list = await createList(page.request, 'People', leads);
  const id = await openDraft(page);
  await api(page.request, 'PUT', `/campaigns/${id}/`, { plain_first_email: false });
  await api(page.request, 'POST', `/search/${list}/prospects/add-to-campaign/`, { campaign: id, amount: 3 });
  await api(page.request, 'POST', `/campaigns/${id}/steps/`, { step: 'EMAIL' });
  await page.reload();
  await card(page, 'Email').click();
  const subject = page.getByRole('textbox', { name: 'Subject' });
  const message = page.getByRole('textbox', { name: 'Message', exact: true });
  await subject.click();
  await page.keyboard.type('For ');
  await page.getByRole('button', { name: 'Insert variable into the subject' }).click();
  await page.getByRole('option', { name: 'Company name' }).click();
  await page.keyboard.press('Enter');
  await message.evaluate(beBusyAtBraces);
  await message.click();
  await page.keyboard.type('Hi {{first_name}}{{last_name}}');
  await expect(message.locator('[data-token]')).toHaveCount(2);
  await page.keyboard.press('Backspace');
  await expect(message.locator('[data-token]')).toHaveCount(1);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Delete');
  await page.keyboard.type('{{first_name}}{{industry}},');
  // A click on a variable changes its fallback value; Escape returns to the text.
  await message.locator('[data-token]').last().click();
  await expect(page.getByLabel('If the value is missing')).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  await expect(message.locator('br')).toHaveCount(0);
  await page.keyboard.press('Delete');
  await expect(message.locator('[data-token]')).toHaveCount(1);
  // The editor moves the browser's caret in the frame after a deletion; no hand is faster than that.
  await expect(async () => {
    await page.keyboard.press('Control+End');
    await page.waitForTimeout(100);
    expect(await message.evaluate(hasCaretAtEnd)).toBe(true);
  }).toPass();
  await page.keyboard.press('Enter');
  await page.keyboard.type('ten minutes?');

  const mail = page.frameLocator('iframe[title="Message as the lead sees it"]');
  await expect(mail.getByText(/Hi (Grace|Alan|Edsger),/)).toBeVisible();
  await expect(page.getByText('For Northlight')).toBeVisible();
  await page.keyboard.type(' {{job_title}}');
  await expect(page.getByText(/This lead lacks: Job title/)).toBeVisible();
  await page.getByRole('button', { name: 'Fallback message' }).click();
  await page.getByRole('textbox', { name: 'Fallback message' }).click();
  await page.keyboard.type('Hello, ten minutes?');
  await expect(page.getByText('The fallback message is used')).toBeVisible();
  await expectAccessible(page);

  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Discard your changes?' })).toBeVisible();
  await page.getByRole('dialog').last().getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved')).toBeVisible();
  await expect(message).toBeHidden();
  const [step] = (await stored(page, id)).steps;
  expect(step?.subject_line).toBe('For {{company_name}}');
  expect(step?.message).toBe('Hi {{first_name}},\nten minutes? {{job_title}}');
});

test('settings, the checks of activation, prospects with their timeline, pause and resume @long', async ({ page }) => {
  await signUp(page);
  const mailbox = newMailbox();
  await connectMailbox(page.request, mailbox);
  await createList(page.request, 'People', leads);
  const id = await openDraft(page);
  await api(page.request, 'POST', `/campaigns/${id}/steps/`, { step: 'EMAIL' });

  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('combobox', { name: 'Time zone' }).fill('Amsterdam');
  await page.getByRole('option', { name: /Europe\/Amsterdam/ }).click();
  await page.getByRole('button', { name: 'Saturday' }).click();
  await expect(page.getByText('Monday to Saturday 08:00 to 18:00 Europe/Amsterdam')).toBeVisible();
  await expectAccessible(page);
  await drawer(page).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Settings updated successfully')).toBeVisible();

  await page.getByRole('tab', { name: /Leads/ }).click();
  await page.getByRole('button', { name: 'Add leads' }).click();
  await page.getByRole('combobox', { name: 'Lead list' }).click();
  await page.getByRole('option', { name: /People/ }).click();
  await expect(page.getByText('3 / 3')).toBeVisible();
  await page.getByRole('button', { name: 'Add to campaign' }).click();
  await expect(page.locator('tbody tr[data-row-index]')).toHaveCount(3);

  await page.reload();
  await page.getByRole('button', { name: 'Activate' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Activate' }).click();
  await expect(dialog.getByText('Please add a message in the Email step.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  const [step] = (await stored(page, id)).steps as (StoredStep & { id: number })[];
  await api(page.request, 'PUT', `/campaigns/${id}/steps/${step?.id}/`, { subject_line: 'Hello', message: 'Hi there' });
  await page.reload();
  await page.getByRole('button', { name: 'Activate' }).click();
  await expect(dialog.getByText('Messages go out as they are written now.')).toBeVisible();
  // The only mailbox needs no choice.
  await expect(dialog.getByRole('combobox', { name: 'Email account' })).toHaveValue(new RegExp(mailbox));
  await expectAccessible(page);
  // The rehearsal lies above: Escape closes it alone.
  await dialog.getByRole('button', { name: 'Rehearse' }).click();
  const rehearsal = page.getByRole('dialog', { name: 'Rehearsal' });
  await expect(rehearsal.getByText('Last lead finishes')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(rehearsal).toBeHidden();
  await expect(page.getByRole('dialog', { name: 'Activate campaign' })).toBeVisible();
  // The one call starts and pauses: a second click must not take back the first.
  await dialog.getByRole('button', { name: 'Activate' }).dblclick();
  await expect(page.getByText('Campaign activated.')).toBeVisible();
  expect((await stored(page, id)).status).toBe('ACTIVE');

  const grace = page.getByRole('row', { name: /Grace Hopper/ });
  // The second is the reason at night and on Sundays.
  await expect(
    grace.getByText(/^(Waiting for this step's delay|Outside the sending window of this campaign)$/),
  ).toBeVisible();
  await grace.getByText('Grace Hopper').click();
  await expect(drawer(page).getByText('Start of campaign')).toBeVisible();
  await drawer(page).getByRole('button', { name: 'Edit for this lead' }).click();
  await drawer(page).getByLabel('Message').fill('Only for you, Grace');
  await drawer(page).getByRole('button', { name: 'Save' }).click();
  await expect(drawer(page).getByText('Edited for this lead')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /Status of Alan Turing/ }).click();
  await page.getByRole('menuitem', { name: 'Paused' }).click();
  await expect(page.getByRole('row', { name: /Alan Turing/ }).getByText('This lead is paused')).toBeVisible();

  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await dialog.getByRole('button', { name: 'Pause', exact: true }).click();
  await expect(grace.getByText('The campaign is paused')).toBeVisible();
  await page.getByRole('tab', { name: /Steps/ }).click();
  await expect(page.getByRole('button', { name: 'Edit steps' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Add step|Insert a step/ })).toHaveCount(0);
  // Texts are fixed then; files are not.
  await card(page, 'Email').click();
  await expect(drawer(page).locator('[contenteditable="true"]')).toHaveCount(0);
  const offer = { name: 'offer.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 offer') };
  await page.locator('input[type=file]').setInputFiles(offer);
  await expect(drawer(page).getByRole('button', { name: 'Delete offer.pdf' })).toBeVisible();
});

test('a running campaign is edited beside its sending, and published as its next revision @long', async ({ page }) => {
  await signUp(page);
  const account = await connectMailbox(page.request, newMailbox());
  const id = await startCampaign(page, account, [
    { first_name: 'Grace', last_name: 'Hopper', email: `silent+live${Date.now()}@northlight.example` },
  ]);
  await page.goto(`/campaigns/${id}`);
  await page.getByRole('tab', { name: /Steps/ }).click();
  await page.getByRole('button', { name: 'Edit steps' }).click();
  await card(page, 'Email').last().click();
  await page.getByRole('textbox', { name: 'Message', exact: true }).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' Ten minutes, {{ first_name | default: "friend" }}?');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(drawer(page)).toBeHidden();
  expect((await stored(page, id)).steps.at(-1)?.message).not.toContain('Ten minutes');

  await page.getByRole('button', { name: 'Review and publish' }).click();
  const review = page.getByRole('dialog', { name: 'Publish revision 2' });
  await expect(review.getByText('Email: new text')).toBeVisible();
  await expectAccessible(page);
  await review.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Revision 2 is running.')).toBeVisible();
  expect((await stored(page, id)).steps.at(-1)?.message).toContain(
    'Ten minutes, {{ first_name | default: "friend" }}?',
  );
});
