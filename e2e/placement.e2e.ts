import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { test } from './support/installation.ts';
import { api, connectMailbox, newMailbox, startCampaign } from './support/outreach.ts';
import { signUp } from './support/person.ts';
import { picture } from './support/picture.ts';

type SandboxMail = { imap: { host: string; port: number; secure: boolean }; password: string };

const sandboxMail = async (page: Page): Promise<SandboxMail> =>
  (await api<{ sandbox_mail: SandboxMail }>(page.request, 'GET', '/app/')).sandbox_mail;

const figures = (
  counted: { inbox: number; tab: number; spam: number; missing: number },
  low: number,
  high: number,
) => ({
  ...counted,
  counted: counted.inbox + counted.tab + counted.spam + counted.missing,
  ...{ low, high },
});

test('seed mailboxes are added by keyboard, get copies of a campaign, and show where they arrived', async ({
  page,
}) => {
  await signUp(page);
  const { request } = page;
  await page.goto('/deliverability');
  await page.getByRole('button', { name: 'Placement' }).click();
  await expect(page.getByText('See where your emails arrive')).toBeVisible();
  await picture(page, 'placement-empty');
  await expectAccessible(page);

  const { imap, password } = await sandboxMail(page);
  const domain = `seeds${Date.now()}.example`;
  await page.getByRole('button', { name: 'Add seed mailbox' }).press('Enter');
  await page.getByLabel('Email address').fill(`inbox1@${domain}`);
  await page.getByLabel('Password', { exact: true }).fill('not this one');
  await page.getByRole('combobox', { name: 'Security' }).click();
  await page.getByRole('option', { name: 'STARTTLS' }).click();
  await page.getByLabel('IMAP server').fill(imap.host);
  await page.getByLabel('Port').fill(String(imap.port));
  await page.getByLabel('Port').press('Enter');
  await expect(page.getByRole('alert')).toContainText('IMAP sign-in failed');
  await picture(page, 'placement-refused');
  await expectAccessible(page);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Password', { exact: true }).press('Enter');
  await expect(page.getByText('Seed mailbox added')).toBeVisible();
  await expect(page.getByText('Waiting for its first copy')).toBeVisible();
  for (const local of ['junk1', 'inbox2'])
    await api(request, 'POST', '/seed-mailboxes/', {
      email: `${local}@${domain}`,
      imap: { ...imap, username: `${local}@${domain}`, password },
    });

  await page.getByLabel('Copy one of so many emails of a sender').fill('1');
  await page.getByLabel('Copies of a sender in 24 hours, at most').fill('20');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved')).toBeVisible();

  const account = await connectMailbox(request, newMailbox());
  const people = ['Grace', 'Alan', 'Barbara'].map((first_name) => ({
    ...{ first_name, last_name: 'Hopper', email: `${first_name.toLowerCase()}@lead-${domain}` },
  }));
  await startCampaign(page, account, people);
  await expect(async () => {
    await api(request, 'POST', '/dev/clock/', { advance_in_seconds: 300 });
    const { total } = await api<{ total: { inbox: number; spam: number } }>(request, 'GET', '/placement/');
    expect(total).toMatchObject({ inbox: 2, spam: 1 });
  }).toPass({ timeout: 120_000, intervals: [3000] });
  await page.reload();
  await expect(page.getByText('Works')).toHaveCount(3);
  await expect(page.getByText('Copies were found in 3 mailboxes so far.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'By provider' })).toContainText('2 of 3');
  await picture(page, 'placement-first');
  await expectAccessible(page);

  await page.getByRole('button', { name: `Options of junk1@${domain}` }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('Seed mailbox removed')).toBeVisible();
  await expect(page.getByText(`junk1@${domain}`)).toHaveCount(0);
});

test('a fall, a long list and a failure are readable @long', async ({ page }) => {
  await signUp(page);
  const account = await connectMailbox(page.request, newMailbox());
  const seeds = (['ok', 'ok', 'new', 'unproven', 'full', 'refused', 'failing'] as const).map((status, n) => ({
    ...{ id: n + 1, email: `seed${n + 1}@${n % 2 === 0 ? 'gmail.com' : 'outlook.com'}`, status },
    provider_group: n % 2 === 0 ? 'google' : 'microsoft',
    reason: status === 'refused' ? "The server didn't accept the user name or the password." : null,
    read_at: n === 2 ? null : new Date(Date.now() - 600_000).toISOString(),
    created_at: new Date().toISOString(),
  }));
  const words =
    'Of the copies of the last 24 hours, 10 of 20 in the inbox; between 30 and 70 %. Before, it was 90 %. Likely cause: the filter of Outlook (1 of 10 in the inbox; between 2 and 40 %). Elsewhere emails arrive as before. Send less there for some days, to leads who fit best.';
  const placement = {
    ...{ days: 30, seeds_heard: 7, seeds_needed: 5, open: 4 },
    total: figures({ inbox: 136, tab: 8, spam: 14, missing: 2 }, 78.7, 89.7),
    senders: [{ account_id: account, ...figures({ inbox: 136, tab: 8, spam: 14, missing: 2 }, 78.7, 89.7) }],
    providers: [
      { provider_group: 'google', ...figures({ inbox: 72, tab: 8, spam: 0, missing: 0 }, 81.5, 94.8) },
      { provider_group: 'microsoft', ...figures({ inbox: 64, tab: 0, spam: 14, missing: 2 }, 70, 87.3) },
    ],
    texts: ['a', 'b'].map((variant) => ({
      ...{ campaign_id: 1, campaign_name: 'Operations leads, spring', node_id: 1, variant },
      subject: 'Shorter dock times at {{company_name}}, and what the night shift says about them',
      ...figures({ inbox: 68, tab: 4, spam: 7, missing: 1 }, 75.3, 91.5),
    })),
    fall: { cause: 'provider', words, account_id: null, campaign_id: null, began_at: new Date().toISOString() },
  };
  const rule = { is_on: true, every_nth: 10, most_a_day: 3 };
  await page.route('**/api/v1/placement/', (route) => route.fulfill({ json: placement }));
  await page.route('**/api/v1/seed-mailboxes/', (route) =>
    route.fulfill({ json: { seed_mailboxes: seeds, max_seed_mailboxes: 50, rule } }),
  );
  await page.goto('/deliverability/placement');
  await expect(page.getByRole('heading', { name: 'Fewer emails in the inbox' })).toBeVisible();
  await picture(page, 'placement-full');
  await expectAccessible(page);
  await page.goto('/deliverability');
  await expect(page.getByRole('link', { name: 'Show placement' })).toBeVisible();
  await picture(page, 'placement-notice');
  await expectAccessible(page);
  await page.route('**/api/v1/placement/', (route) =>
    route.fulfill({ status: 500, json: { code: 'internal', error: 'It broke.' } }),
  );
  await page.goto('/deliverability/placement');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await picture(page, 'placement-failed');
});
