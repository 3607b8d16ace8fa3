import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { test } from './support/installation.ts';
import { api, createList } from './support/outreach.ts';
import { signUp } from './support/person.ts';

const CALLS = 10;

/** Zones without clock changes, by their hours ahead of UTC. */
const ZONES = { 'Pacific/Honolulu': -10, 'America/Bogota': -5, 'Africa/Lagos': 1, 'Asia/Karachi': 5, 'Asia/Tokyo': 9 };

/** Where leads may be called now, and for some hours. */
function zoneByDay(): string {
  const hour = new Date().getUTCHours();
  return Object.entries(ZONES).find(([, ahead]) => {
    const local = (hour + ahead + 24) % 24;
    return local >= 9 && local < 16;
  })![0];
}

/** A running campaign with one call for each of its leads. */
async function startCalls(page: Page, amount: number): Promise<number> {
  const { request } = page;
  const stamp = Date.now();
  const leads = Array.from({ length: amount }, (_, n) => ({
    ...{ first_name: `P${n}`, last_name: 'Reader', email: `p${n}-${stamp}@northlight.example` },
    phone_number: `+1800555${String(1000 + n)}`,
  }));
  const list = await createList(request, 'People', leads);
  const { campaign } = await api<{ campaign: { id: number } }>(request, 'POST', '/campaigns/', { name: 'Calls' });
  const { id } = campaign;
  const sending_window = { days: [1, 2, 3, 4, 5, 6, 7], start: '00:00', end: '24:00' };
  await api(request, 'PUT', `/campaigns/${id}/`, { timezone: zoneByDay(), sending_window });
  const { new_step } = await api<{ new_step: { id: number } }>(request, 'POST', `/campaigns/${id}/steps/`, {
    step: 'CALL_PROSPECT',
    parent: null,
  });
  await api(request, 'PUT', `/campaigns/${id}/steps/${new_step.id}/`, {
    message: 'Hi {{first_name}}, do you have two minutes?',
  });
  await api(request, 'POST', `/search/${list}/prospects/add-to-campaign/`, { campaign: id, amount });
  await api(request, 'POST', `/campaigns/${id}/activate/`, {});
  return id;
}

const card = (page: Page) => page.getByRole('article', { name: 'Call' });
const nameOnCard = (page: Page) => card(page).getByRole('heading', { level: 2 });

test('ten calls are made and recorded by keyboard', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signUp(page);
  const campaign = await startCalls(page, CALLS);
  await page.goto('/senders');
  const entry = page
    .getByRole('navigation')
    .getByRole('link', { name: /^Today/ })
    .first();
  await expect(entry).toContainText(String(CALLS));
  await entry.click();
  await expect(page.getByRole('row').filter({ hasText: 'Reader' })).toHaveCount(CALLS);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Start calls' }).press('Enter');
  await expect(card(page)).toContainText('do you have two minutes?');
  await expectAccessible(page);

  const done = new Set<string>();
  const started = performance.now();
  while (done.size < CALLS) {
    const name = (await nameOnCard(page).textContent()) as string;
    expect(done).not.toContain(name);
    // The notes have the focus: what is typed there is text.
    await page.keyboard.type(`Spoke to ${name}, 2 minutes.`);
    await page.keyboard.press('Escape');
    await page.keyboard.press('c');
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('+1800555');
    await page.keyboard.press(done.size === 0 ? '1' : '4');
    done.add(name);
    if (done.size < CALLS) await expect(nameOnCard(page)).not.toHaveText(name);
  }
  await expect(page.getByRole('heading', { name: 'No call to make right now' })).toBeVisible();
  const took = performance.now() - started;
  test.info().annotations.push({ type: 'ten calls', description: `${(took / 1000).toFixed(1)} s` });

  await page.keyboard.press('z');
  await expect(nameOnCard(page)).toHaveText([...done].at(-1)!);
  await expect(card(page).getByLabel('Notes')).toHaveValue(/2 minutes\.$/);
  // The card may come before the answer to the undo; an outcome is taken after it.
  await expect(page.getByText('Outcome taken back').first()).toBeVisible();
  await expect(card(page).getByRole('button', { name: /^Answered/ })).toBeEnabled();
  await page.keyboard.press('Alt+4');
  await expect(page.getByRole('heading', { name: 'No call to make right now' })).toBeVisible();

  // The last outcomes take effect when they can no longer be undone.
  await api(page.request, 'POST', '/dev/clock/', { advance_in_seconds: 11 });
  await expect(async () => {
    const path = `/campaigns/${campaign}/prospects/?page=1`;
    const { prospects } = await api<{ prospects: { campaign_status: string }[] }>(page.request, 'GET', path);
    expect(prospects.every(({ campaign_status }) => campaign_status === 'COMPLETED')).toBe(true);
  }).toPass();
  const { activities } = await api<{ activities: { note: string | null }[] }>(page.request, 'GET', '/activities/');
  expect(activities.filter(({ note }) => note?.includes('Spoke to'))).toHaveLength(CALLS);
});
