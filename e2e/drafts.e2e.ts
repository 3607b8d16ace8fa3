import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { test } from './support/installation.ts';
import { api, connectMailbox, control, newMailbox, startCampaign } from './support/outreach.ts';
import { mailsTo, signUp } from './support/person.ts';

const QUESTION = 'Does the software work with our onboard computer?';

async function startWith(page: Page, count: number): Promise<string[]> {
  const run = Date.now();
  const people = Array.from({ length: count }, (_, index) => ({
    first_name: 'Grace',
    last_name: `Number${index + 1}`,
    email: `silent${run}-${index}@customer${run}-${index}.example`,
  }));
  const account = await connectMailbox(page.request, newMailbox());
  await api(page.request, 'PUT', `/accounts/${account}/`, { ramp: 'off', natural_rhythm: false });
  await startCampaign(page, account, people);
  return people.map(({ email }) => email);
}

/**
 * Each lead that got a mail replies. A mailbox sends at most forty in a day, so days pass until all were written to.
 */
async function receiveReplies(page: Page, leads: readonly string[]): Promise<void> {
  const silent = new Set(leads);
  for (let day = 0; silent.size > 0; day += 1) {
    expect(day).toBeLessThan(8);
    if (day > 0) await api(page.request, 'POST', '/dev/clock/', { advance_in_seconds: 86_400 });
    await expect(async () => expect(await listReached(page, silent)).not.toEqual([])).toPass({ timeout: 120_000 });
    // The rest of the day's mails follow within moments: the mailbox has no pause between them.
    for (let reached = await listReached(page, silent); reached.length > 0; reached = await listReached(page, silent)) {
      for (const recipient of reached) {
        await control(page.request, 'reply', { recipient, text: QUESTION });
        silent.delete(recipient);
      }
      await expect(async () => expect(await waiting(page)).toBe(leads.length - silent.size)).toPass({
        timeout: 180_000,
      });
    }
  }
}

async function listReached(page: Page, leads: Iterable<string>): Promise<string[]> {
  const reached: string[] = [];
  for (const lead of leads) if ((await mailsTo(page.request, lead)).length > 0) reached.push(lead);
  return reached;
}

async function turnOnDrafts(page: Page): Promise<void> {
  await api(page.request, 'PUT', '/organization/', {
    product_description: 'Kanaal makes planning software for inland shipping. It plans 250 ships every day.',
    objections: 'The software works with every onboard computer. A trial takes 14 days.',
  });
  await page.goto('/inbox');
  await page.getByRole('button', { name: 'Drafts', exact: true }).click();
  await expect(page.getByText('No drafts are waiting.')).toBeVisible();
  await page.getByRole('button', { name: 'Draft settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Draft settings' });
  // It is on once the server has stored it.
  await dialog.getByRole('switch', { name: 'Write a draft for every reply' }).click();
  await expect(dialog.getByText(/Each draft costs 1 credit/)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
}

const waiting = async (page: Page) => (await api<{ waiting: number }>(page.request, 'GET', '/drafts/')).waiting;

async function workOff(page: Page, count: number): Promise<void> {
  const field = page.getByRole('textbox', { name: /^Message to Grace Number/ });
  await page.keyboard.press('j');
  await page.keyboard.press('r');
  for (let left = count; left > 0; left -= 1) {
    await expect(field).toHaveValue(/The software works with every onboard computer\./);
    const name = await field.getAttribute('aria-label');
    // One in ten is changed, and one in ten is discarded.
    if (left % 10 === 5) await page.keyboard.type('PS: call me. ');
    await page.keyboard.press(left % 10 === 3 ? 'Alt+d' : 'Control+Shift+Enter');
    if (left > 1)
      await expect(page.getByRole('textbox', { name: /^Message to Grace/ })).not.toHaveAccessibleName(name ?? '');
  }
}

test('50 replies are worked off by keyboard from waiting drafts @long', async ({ page }) => {
  test.setTimeout(900_000);
  const count = 50;
  await signUp(page);
  const leads = await startWith(page, count);
  await turnOnDrafts(page);
  await receiveReplies(page, leads);
  await expect(page.getByRole('button', { name: 'Drafts 50' })).toBeVisible();
  await expectAccessible(page);
  const begun = Date.now();
  await workOff(page, count);
  await expect(async () => expect(await waiting(page)).toBe(0)).toPass();
  test.info().annotations.push({ type: 'measured', description: `50 replies in ${Date.now() - begun} ms` });
  const work = await api<Record<string, number>>(page.request, 'GET', '/drafts/');
  expect(work).toMatchObject({ sent_unchanged: 40, sent_changed: 5, discarded: 5 });
  await page.getByRole('button', { name: 'Draft settings' }).click();
  await expect(page.getByRole('button', { name: 'Delete this change' })).toHaveCount(5);
  // Nothing left twice, and none of what was discarded.
  await expect(async () => {
    let answered = 0;
    for (const lead of leads) {
      const mails = await mailsTo(page.request, lead);
      expect(mails.length).toBeLessThanOrEqual(2);
      answered += mails.length - 1;
    }
    expect(answered).toBe(45);
  }).toPass({ timeout: 120_000 });
});

test('replies get a type and a saved reply by keyboard alone, and the next one opens', async ({ page }) => {
  await signUp(page);
  const leads = await startWith(page, 3);
  await expect(async () => expect(await listReached(page, leads)).toHaveLength(3)).toPass({ timeout: 120_000 });
  const saved = { name: 'Computers', message: 'Hello {{first_name}}, with every computer.', is_own: false };
  await api(page.request, 'POST', '/saved-replies/', saved);
  for (const recipient of leads) await control(page.request, 'reply', { recipient, text: QUESTION });
  await page.goto('/inbox');
  await expect(page.getByRole('link', { name: /Grace Number/ })).toHaveCount(3, { timeout: 120_000 });
  const field = page.getByRole('textbox', { name: /^Message to Grace Number/ });
  await page.keyboard.press('j');
  for (let left = leads.length; left > 0; left -= 1) {
    await expect(field).toBeVisible();
    const name = (await field.getAttribute('aria-label')) ?? '';
    // After the first, the field of the next conversation has the focus.
    if (left < leads.length) {
      await expect(field).toBeFocused();
      await page.keyboard.press('Escape');
    }
    await page.keyboard.press('i');
    await expect(page.getByRole('dialog', { name: /^Reply type for/ })).toBeVisible();
    await page.keyboard.press('1');
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.keyboard.press('r');
    await expect(field).toBeFocused();
    await page.keyboard.press('/');
    await expect(
      page.getByRole('dialog', { name: 'Saved replies' }).getByRole('button', { name: /^Computers/ }),
    ).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(field).toHaveValue('Hello Grace, with every computer.');
    await page.keyboard.press('Control+Shift+Enter');
    if (left > 1) await expect(field).not.toHaveAccessibleName(name);
  }
  await expect(async () => {
    for (const lead of leads) expect(await mailsTo(page.request, lead)).toHaveLength(2);
  }).toPass({ timeout: 60_000 });
  const { chats } = await api<{ chats: { reply_class: { class: string } | null }[] }>(page.request, 'GET', '/chats/');
  expect(chats.map(({ reply_class }) => reply_class?.class)).toEqual(leads.map(() => 'interested'));
});

test('a message that is being written continues on another device', async ({ page, browser }) => {
  await signUp(page);
  const [lead = ''] = await startWith(page, 1);
  await expect(async () => expect(await mailsTo(page.request, lead)).toHaveLength(1)).toPass();
  await control(page.request, 'reply', { recipient: lead, text: QUESTION });
  await page.goto('/inbox');
  await page.getByRole('link', { name: /Grace Number1/ }).click();
  const write = (where: Page) => where.getByRole('textbox', { name: 'Message to Grace Number1' });
  await write(page).fill('Hello Grace, it does');
  const prospect = Number(new URL(page.url()).searchParams.get('chat'));
  const saved = () => api<{ own: { message: string } | null }>(page.request, 'GET', `/chats/${prospect}/draft/`);
  await expect(async () => expect((await saved()).own?.message).toBe('Hello Grace, it does')).toPass();
  const other = await browser.newContext({ storageState: { cookies: await page.context().cookies(), origins: [] } });
  const second = await other.newPage();
  await second.goto(page.url());
  await expect(write(second)).toHaveValue('Hello Grace, it does');
  await write(second).fill('Hello Grace, it does work.');
  await expect(async () => expect((await saved()).own?.message).toBe('Hello Grace, it does work.')).toPass();
  // The first window knows an older one: it keeps its own text and shows the other.
  await write(page).fill('Hello Grace, it surely does');
  await expect(page.getByText('You also wrote elsewhere: Hello Grace, it does work.')).toBeVisible();
  await page.getByRole('button', { name: 'Use that' }).click();
  await expect(write(page)).toHaveValue('Hello Grace, it does work.');
  // Sent from one, it is in neither.
  await write(second).press('Control+Enter');
  await expect(write(page)).toHaveValue('');
  await expect(async () => expect((await saved()).own).toBeNull()).toPass();
  await other.close();
});
