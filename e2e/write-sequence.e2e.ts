import { expect } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { test } from './support/installation.ts';
import { api, connectMailbox, newMailbox, startCampaign } from './support/outreach.ts';
import { signUp } from './support/person.ts';

test('a whole sequence is written by keyboard, scored, put into the flow, and taken back', async ({ page }) => {
  test.setTimeout(180_000);
  await signUp(page);
  await connectMailbox(page.request, newMailbox());
  await api(page.request, 'PUT', '/organization/', {
    name: 'Kanaal',
    product_description:
      'Kanaal makes planning software for inland shipping. It plans 250 ships every day. It reads the water levels of all rivers.',
    usp_description: 'Customers plan a week in ten minutes. The plan reaches every skipper by phone.',
  });
  const { campaign } = await api<{ campaign: { id: number } }>(page.request, 'POST', '/campaigns/', {});
  const add = async (step: string, parent?: number) => {
    const body = { step, ...(parent === undefined ? {} : { parent }) };
    const { new_step } = await api<{ new_step: { id: number } }>(
      page.request,
      'POST',
      `/campaigns/${campaign.id}/steps/`,
      body,
    );
    return new_step.id;
  };
  await page.goto(`/campaigns/${campaign.id}`);
  await expect(page.getByRole('button', { name: 'Settings' })).toBeVisible();
  // An empty draft gets its steps first.
  await page.getByRole('button', { name: 'Write sequence' }).press('Enter');
  await expect(page.getByRole('radio', { name: /^Three emails and a LinkedIn invite/ })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  const first = await add('EMAIL');
  const second = await add('EMAIL', first);
  await add('LINKEDIN_INVITE', second);
  await page.reload();

  await page.getByRole('button', { name: 'Write sequence' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Write sequence' });
  await expect(dialog.getByText(/3 messages, 3 credits/)).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Goal' }).fill('A first talk with heads of planning');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Propose angles' }).press('Enter');
  await expect(dialog.getByRole('radio')).toHaveCount(3);
  await dialog.getByRole('radio').nth(1).press('Space');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Write 3 messages (3 credits)' }).press('Enter');
  // The button is gone, and the keys stay in the dialog.
  await page.keyboard.press('Tab');
  await expect(dialog.locator(':focus')).toHaveCount(1);
  await expect(dialog.getByText('3 messages written')).toBeVisible();
  const card = dialog.getByRole('article').first();
  await expect(card.getByText(/\(Product\)|\(Unique selling points\)/).first()).toBeVisible();
  await expect(card.getByText(/of 100/)).toBeVisible();
  await expectAccessible(page);

  const before = (await card.getByRole('textbox', { name: 'Message' }).textContent()) ?? '';
  await card.getByRole('button', { name: 'Another one: message 1' }).press('Enter');
  await expect(card.getByRole('textbox', { name: 'Message' })).not.toHaveText(before);
  await card.getByRole('button', { name: 'Undo: message 1' }).press('Enter');
  await expect(card.getByRole('textbox', { name: 'Message' })).toHaveText(before);

  await dialog.getByRole('button', { name: 'Use 3 messages' }).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('3 messages are in the flow. Nothing was sent.')).toBeVisible();
  const stored = () =>
    api<{ campaign: { status: string; steps: { message: string | null }[] } }>(
      page.request,
      'GET',
      `/campaigns/${campaign.id}/`,
    );
  const { steps, status } = (await stored()).campaign;
  expect([steps.every(({ message }) => Boolean(message)), status]).toEqual([true, 'DRAFT']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('The former texts are back.')).toBeVisible();
  expect((await stored()).campaign.steps.map(({ message }) => message ?? '')).toEqual(['', '', '']);
});

test('of a campaign that runs, a sequence goes into the working copy only, and is taken back there', async ({
  page,
}) => {
  test.setTimeout(180_000);
  await signUp(page);
  const account = await connectMailbox(page.request, newMailbox());
  await api(page.request, 'PUT', '/organization/', {
    name: 'Kanaal',
    product_description: 'Kanaal makes planning software for inland shipping. It plans 250 ships every day.',
  });
  const lead = { first_name: 'Grace', last_name: 'Hopper', email: `grace${Date.now()}@lead.example` };
  const id = await startCampaign(page, account, [lead]);
  type Flow = { version: number; campaign: { steps: { id: number; message: string; subject_line: string }[] } };
  const copy = async () =>
    (await api<{ revision: Flow & { is_open: boolean } }>(page.request, 'GET', `/campaigns/${id}/revision/`)).revision;
  const running = async () =>
    (await api<Pick<Flow, 'campaign'>>(page.request, 'GET', `/campaigns/${id}/`)).campaign.steps.map(
      ({ message }) => message,
    );
  const before = await running();

  await page.goto(`/campaigns/${id}`);
  await page.getByRole('button', { name: 'Edit steps' }).click();
  const open = page.getByRole('button', { name: 'Write sequence' });
  await open.click();
  const dialog = page.getByRole('dialog', { name: 'Write sequence' });
  await expect(dialog.getByRole('checkbox')).toHaveCount(2);
  for (const step of await dialog.getByRole('checkbox').all()) await step.check();
  await dialog.getByRole('button', { name: 'Propose angles' }).click();
  await dialog.getByRole('button', { name: 'Write 2 messages (2 credits)' }).click();
  await expect(dialog.getByText('2 messages written')).toBeVisible();
  await dialog.getByRole('button', { name: 'Use 2 messages' }).click();
  await page.getByRole('button', { name: 'Replace' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('2 messages are in the flow. Nothing was sent.')).toBeVisible();
  expect(await running()).toEqual(before);
  expect((await copy()).campaign.steps.map(({ message }) => message)).not.toEqual(before);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText('The former texts are back.')).toBeVisible();
  expect((await copy()).campaign.steps.map(({ message }) => message)).toEqual(before);
  expect(await running()).toEqual(before);
});

test('the score of a message is fixed by one click, and the fix is taken back', async ({ page }) => {
  await signUp(page);
  const { campaign } = await api<{ campaign: { id: number } }>(page.request, 'POST', '/campaigns/', {});
  const { new_step } = await api<{ new_step: { id: number } }>(
    page.request,
    'POST',
    `/campaigns/${campaign.id}/steps/`,
    { step: 'EMAIL' },
  );
  await api(page.request, 'PUT', `/campaigns/${campaign.id}/steps/${new_step.id}/`, {
    subject_line: 'Hello',
    message: 'We plan ships!!! It is GREAT SAFE NICE FAST. Act now.',
  });
  await page.goto(`/campaigns/${campaign.id}`);
  await page.locator('[data-flow-node]').filter({ hasText: 'Email' }).click();
  const panel = page.getByRole('dialog');
  const score = panel.getByRole('region', { name: 'Score' });
  await expect(score.getByRole('list', { name: 'Score in three sentences' }).getByRole('listitem')).toHaveCount(3);
  const points = await score.getByText(/of 100/).textContent();
  await score.getByRole('button', { name: /^Add greeting/ }).press('Enter');
  await expect(panel.getByRole('textbox', { name: 'Message' })).toContainText('Hi');
  await expect(score.getByText(/of 100/)).not.toHaveText(points ?? '');
  await expectAccessible(page);
  await score.getByRole('button', { name: 'Undo fix' }).press('Enter');
  await expect(panel.getByRole('textbox', { name: 'Message' })).not.toContainText('Hi ');
  await expect(score.getByText(/of 100/)).toHaveText(points ?? '');
});
