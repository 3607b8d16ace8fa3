import { expect, type Page } from '@playwright/test';
import { api, connectMailbox, control, newMailbox, startCampaign } from '../../../e2e/support/outreach.ts';
import { mailsTo, signUp } from '../../../e2e/support/person.ts';
import { test } from './walker.ts';

const REPLIES = 20;

/** A new person whose leads have all replied to the first email. */
async function receiveReplies(page: Page, amount: number) {
  await signUp(page);
  const leads = Array.from({ length: amount }, (_, index) => ({
    first_name: `Reply${index}`,
    last_name: 'Walker',
    email: `silent+keys${Date.now()}-${index}@northwind.example`,
  }));
  const account = await connectMailbox(page.request, newMailbox());
  // All first mails leave today: the walk is about the replies.
  await api(page.request, 'PUT', `/accounts/${account}/`, { ramp: 'off', email_max_messages: 40 });
  await startCampaign(page, account, leads);
  for (const { email } of leads) {
    await expect(async () => expect(await mailsTo(page.request, email)).toHaveLength(1)).toPass();
    await control(page.request, 'reply', { recipient: email, text: 'Could you do Thursday?' });
  }
  await expect(async () => {
    const { unread_chats } = await api<{ unread_chats: number }>(page.request, 'GET', '/chats/unread-count/');
    expect(unread_chats).toBe(amount);
  }).toPass();
  return leads;
}

test('5 replies by mouse', async ({ page, walker }) => {
  const leads = await receiveReplies(page, 5);
  await page.goto('/inbox');
  await page.locator('[data-chat]').first().click();
  for (let answered = 0; answered < leads.length; answered += 1) {
    const composer = page.getByRole('textbox', { name: /^Message to Reply/ });
    const name = (await composer.getAttribute('aria-label')) ?? '';
    await page.getByRole('button', { name: /^Generate reply/ }).click();
    await expect(composer).not.toHaveValue('');
    if (answered === 0) {
      await walker.look('the generated reply');
      await page.getByRole('button', { name: 'More ways to send' }).click();
      await page.getByRole('menuitem', { name: /^Send and open the next/ }).click();
    } else await page.getByRole('button', { name: 'Send and open the next' }).click();
    if (answered < leads.length - 1) await expect(composer).not.toHaveAttribute('aria-label', name);
  }
  for (const { email } of leads)
    await expect(async () => expect(await mailsTo(page.request, email)).toHaveLength(2)).toPass();
  await walker.look('the answered inbox');
});

test('20 replies by keyboard', async ({ page, walker }) => {
  const leads = await receiveReplies(page, REPLIES);
  await page.goto('/inbox');
  await expect(page.locator('[data-chat]').first()).toBeVisible();
  await walker.look('the inbox');
  await page.keyboard.press('j');
  for (let answered = 0; answered < REPLIES; answered += 1) {
    const composer = page.getByRole('textbox', { name: /^Message to Reply/ });
    // After `Send and open the next` the cursor is in the next composer.
    if (!(await composer.evaluate((field) => field === document.activeElement))) await page.keyboard.press('r');
    await expect(composer).toBeFocused();
    await page.keyboard.type('Thursday at ten is fine.');
    if (answered === 0) await walker.look('the composer');
    const name = await composer.getAttribute('aria-label');
    await page.keyboard.press('Control+Shift+Enter');
    if (answered < REPLIES - 1) await expect(composer).not.toHaveAttribute('aria-label', name ?? '');
  }
  for (const { email } of leads)
    await expect(async () => expect(await mailsTo(page.request, email)).toHaveLength(2)).toPass();
  await walker.look('the answered inbox');
});

test('boards by keyboard', async ({ page, walker }) => {
  await signUp(page);
  const leads = ['Grace', 'Alan'].map((first_name) => ({
    first_name,
    last_name: 'Walker',
    email: `silent+${first_name}${Date.now()}@northwind.example`,
  }));
  const campaign = await startCampaign(page, await connectMailbox(page.request, newMailbox()), leads);
  const { prospects } = await api<{ prospects: { id: number }[] }>(
    page.request,
    'GET',
    `/campaigns/${campaign}/prospects/?page=1`,
  );
  await page.goto('/inbox?tab=boards');
  await page
    .getByRole('button', { name: /^(New|Create).*board/i })
    .first()
    .focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Pipeline');
  await walker.look('the new board', { dialog: true });
  await page.keyboard.press('Enter');
  await expect(page.getByText('Pipeline').first()).toBeVisible();
  const { boards } = await api<{ boards: { id: number }[] }>(page.request, 'GET', '/kanban-boards/');
  for (const { id } of prospects)
    await api(page.request, 'POST', '/kanban-boards/add-prospect/', { prospect_id: id, board_id: boards[0]?.id });
  await page.reload();
  await expect(page.locator('[data-card-button]')).toHaveCount(leads.length);
  const card = page.locator('[data-card-button]').first();
  await card.focus();
  const id = await card.getAttribute('data-card-button');
  for (const key of ['Space', 'ArrowRight', 'ArrowRight', 'Space']) await page.keyboard.press(key);
  await expect(async () => {
    const { board } = await api<{ board: { columns: { cards: { id: number }[] }[] } }>(
      page.request,
      'GET',
      `/kanban-boards/${boards[0]?.id}/`,
    );
    expect(board.columns.findIndex(({ cards }) => cards.some((held) => String(held.id) === id))).toBe(2);
  }).toPass();
  await walker.look('the board');
});
