import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { test } from './support/installation.ts';
import { api, createList } from './support/outreach.ts';
import { signUp } from './support/person.ts';

const CARDS = 30;
/** Issue 39: thirty actions by keyboard. */
const MOST_TIME_IN_MS = 5 * 60_000;
const WORDS = /^Hi P\d+, shall we talk\?$/;

/** A sender by hand, connected as a person does it, without the growth of its first weeks. */
async function connectByHand(page: Page): Promise<number> {
  await page.goto('/senders');
  await page.getByRole('button', { name: 'Connect new account' }).first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Connect LinkedIn account' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Use LinkedIn by hand' }).click();
  await dialog.getByLabel('Name').fill('Ada Jansen');
  await dialog.getByLabel('Address of the LinkedIn profile').fill('https://www.linkedin.com/company/acme');
  await dialog.getByRole('button', { name: 'Add sender' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Enter the address of a LinkedIn profile');
  await dialog.getByLabel('Address of the LinkedIn profile').fill('https://www.linkedin.com/in/ada-jansen/');
  await dialog.getByRole('button', { name: 'Add sender' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Ada Jansen' })).toContainText('by hand');
  const { accounts } = await api<{ accounts: { id: number }[] }>(page.request, 'GET', '/accounts/');
  const { id } = accounts[0]!;
  await api(page.request, 'PUT', `/accounts/${id}/`, { ramp: 'off', enforces_risk: false });
  return id;
}

/** A running campaign that sends one LinkedIn message to each of its leads. */
async function startCampaign(page: Page, accountId: number, amount: number): Promise<number> {
  const { request } = page;
  const stamp = Date.now();
  const leads = Array.from({ length: amount }, (_, n) => {
    return { first_name: `P${n}`, last_name: 'Reader', email: `p${n}-${stamp}@northlight.example` };
  });
  const list = await createList(request, 'People', leads);
  const { campaign } = await api<{ campaign: { id: number } }>(request, 'POST', '/campaigns/', { name: 'By hand' });
  const { id } = campaign;
  const sending_window = { days: [1, 2, 3, 4, 5, 6, 7], start: '00:00', end: '24:00' };
  await api(request, 'PUT', `/campaigns/${id}/`, { linkedin_account_id: accountId, timezone: 'UTC', sending_window });
  const { new_step } = await api<{ new_step: { id: number } }>(request, 'POST', `/campaigns/${id}/steps/`, {
    step: 'LINKEDIN_MESSAGE',
    parent: null,
  });
  await api(request, 'PUT', `/campaigns/${id}/steps/${new_step.id}/`, { message: 'Hi {{first_name}}, shall we talk?' });
  await api(request, 'POST', `/search/${list}/prospects/add-to-campaign/`, { campaign: id, amount });
  await api(request, 'POST', `/campaigns/${id}/activate/`, { linkedin_account_id: accountId });
  return id;
}

const card = (page: Page) => page.getByRole('article');
const nameOnCard = (page: Page) => card(page).getByRole('heading');

test('thirty LinkedIn actions by keyboard in under five minutes', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signUp(page);
  const campaign = await startCampaign(page, await connectByHand(page), CARDS);
  await page.getByRole('link', { name: 'LinkedIn by hand' }).click();
  await expect(page.getByRole('heading', { name: 'LinkedIn by hand' })).toBeVisible();
  await expect(nameOnCard(page)).toContainText('Reader');
  await expectAccessible(page);

  const link = card(page).getByRole('link', { name: 'Open profile' });
  await expect(link).toHaveAttribute('href', /^https:\/\/www\.linkedin\.com\/in\//);
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer');

  const done = new Set<string>();
  const started = performance.now();
  while (done.size < CARDS) {
    const name = (await nameOnCard(page).textContent()) as string;
    expect(done).not.toContain(name);
    await page.keyboard.press('c');
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(WORDS);
    await page.keyboard.press('1');
    done.add(name);
    if (done.size < CARDS) await expect(nameOnCard(page)).not.toHaveText(name);
  }
  await expect(page.getByRole('heading', { name: 'Nothing to do right now' })).toBeVisible();
  const took = performance.now() - started;
  test.info().annotations.push({ type: 'thirty cards', description: `${(took / 1000).toFixed(1)} s` });
  expect(took).toBeLessThan(MOST_TIME_IN_MS);

  // The last outcomes take effect when they can no longer be undone.
  await api(page.request, 'POST', '/dev/clock/', { advance_in_seconds: 11 });
  await expect(async () => {
    const path = `/campaigns/${campaign}/prospects/?page=1`;
    const { prospects } = await api<{ prospects: { campaign_status: string }[] }>(page.request, 'GET', path);
    expect(prospects.every(({ campaign_status }) => campaign_status === 'COMPLETED')).toBe(true);
  }).toPass();
});

test('an outcome is undone, a stopped card says so, and an acceptance is one click @long', async ({ page }) => {
  await signUp(page);
  const campaign = await startCampaign(page, await connectByHand(page), 2);
  await page.goto('/linkedin-by-hand');
  const first = (await nameOnCard(page).textContent()) as string;
  await page.keyboard.press('4');
  await expect(page.getByText(`Skip: ${first}`)).toBeVisible();
  await expect(nameOnCard(page)).not.toHaveText(first);
  await page.keyboard.press('z');
  await expect(nameOnCard(page)).toHaveText(first);

  await api(page.request, 'POST', `/campaigns/${campaign}/pause/`);
  await page.keyboard.press('1');
  await expect(card(page).getByRole('alert')).toContainText('Stop: The campaign is paused.');
  await card(page).getByRole('button', { name: 'Yes, it was done' }).click();
  await api(page.request, 'POST', '/dev/clock/', { advance_in_seconds: 11 });

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByText('Acceptances and replies').click();
  await page.getByText('Everyone without a reply').click();
  await expect(page.getByText(first).first()).toBeVisible();
  await page.getByRole('button', { name: `${first} replied` }).click();
  await page.getByRole('dialog').getByLabel('Reply').fill('Tell me more');
  await page.getByRole('dialog').getByRole('button', { name: 'Add reply' }).click();
  await expect(page.getByText('Reply added to the inbox')).toBeVisible();
  await expect(page.getByText(first)).toHaveCount(0);
  await page.goto('/inbox');
  await expect(page.getByText('Tell me more').first()).toBeVisible();
});
