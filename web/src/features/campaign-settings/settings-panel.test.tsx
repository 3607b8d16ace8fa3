// @vitest-environment happy-dom
import type { Campaign } from '@overture/contract/campaigns';
import { DEFAULT_FEATURE_FLAGS } from '@overture/domain/access/feature-flags';
import { DEFAULT_SENDING_WINDOW } from '@overture/domain/sending/sending-window';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { buildCampaign } from '../../lib/testing/builders.ts';
import { fill, isDisabled, press, show } from '../../lib/testing/show.tsx';
import { SettingsPanel } from './settings-panel.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const campaign = buildCampaign({
  id: 7,
  name: 'Spring',
  status: 'DRAFT',
  timezone: 'UTC',
  language: 'en',
  linkedin_max_connections: 20,
  linkedin_max_messages: 40,
  email_max_messages: 40,
  sending_window: DEFAULT_SENDING_WINDOW,
  counts_working_days: true,
  provider_matching: 'prefer',
  plain_text_only: false,
  plain_first_email: true,
  signature_choice: 'message',
  signature_id: null,
  signs_follow_ups: true,
  tracks_clicks: false,
  tracks_opens: false,
});
const sender = {
  status: 'OK',
  picture_url: null,
  held_until: null,
  guard_reason: null,
  domain_hold_reason: null,
  action_holds: [],
};
const senders = [
  { ...sender, id: 4, account_type: 'LINKEDIN', name: 'Ada on LinkedIn', email: null, tier: 'CLASSIC' },
  { ...sender, id: 5, account_type: 'IMAP', name: 'Ada', email: 'ada@corp.example', tier: null },
];

test('a sender of each channel, and limits of which only those within the bounds are saved', async () => {
  const onClose = vi.fn();
  const { sent } = await show(
    <SettingsPanel campaign={campaign} onClose={onClose} />,
    {
      'GET /accounts/': { accounts: senders },
      'PUT /campaigns/7/': ({ body }) => ({ campaign: { ...campaign, ...(body as object) } }),
    },
    { organization: { branding_settings: DEFAULT_FEATURE_FLAGS } },
  );
  const choice = await screen.findByRole('combobox', { name: 'LinkedIn account' });
  await waitFor(() => expect(isDisabled(choice)).toBe(false));
  fireEvent.click(choice);
  await press(/Ada on LinkedIn/, 'option');
  const connections = screen.getByLabelText('Connections per day');
  fill(connections, '51');
  expect(await screen.findByText('Choose a number from 1 to 50.')).toBeTruthy();
  await press('Save');
  expect(sent('PUT /campaigns/7/')).toEqual([]);
  fill(connections, '50');
  await waitFor(() => expect(screen.queryByText('Choose a number from 1 to 50.')).toBeNull());
  await press('Save');
  expect(await screen.findByText('Settings updated successfully')).toBeTruthy();
  expect(sent('PUT /campaigns/7/')).toMatchObject([{ linkedin_account_id: 4, linkedin_max_connections: 50 }]);
  expect(onClose).toHaveBeenCalled();
});

test('hours that include nights or weekends are named before they are saved', async () => {
  await show(
    <SettingsPanel campaign={campaign} onClose={() => {}} />,
    { 'GET /accounts/': { accounts: senders } },
    { organization: { branding_settings: DEFAULT_FEATURE_FLAGS } },
  );
  expect(await screen.findByRole('button', { name: 'Sunday' })).toBeTruthy();
  expect(screen.queryByText(/include nights or weekends/)).toBeNull();
  await press('Sunday');
  expect(screen.getByText(/include nights or weekends/)).toBeTruthy();
  await press('Sunday');
  expect(screen.queryByText(/include nights or weekends/)).toBeNull();
});

test('distribution: a strict provider warns, a column names senders', async () => {
  const { sent } = await show(
    <SettingsPanel campaign={{ ...campaign, max_new_leads_per_day: 20 }} onClose={() => {}} />,
    {
      'GET /accounts/': { accounts: senders },
      'GET /lead-columns/': {
        columns: [
          { id: 3, key: 'owner', name: 'Owner', type: 'text', is_archived: false, version: 1 },
          { id: 4, key: 'size', name: 'Size', type: 'number', is_archived: false, version: 1 },
        ],
      },
      'PUT /campaigns/7/': ({ body }) => ({ campaign: { ...campaign, ...(body as object) } }),
    },
    { organization: { branding_settings: DEFAULT_FEATURE_FLAGS } },
  );
  fireEvent.click(await screen.findByRole('combobox', { name: 'Same provider' }));
  await press('Required', 'option');
  expect(await screen.findByText(/never get a first email/)).toBeTruthy();
  fireEvent.click(await screen.findByRole('combobox', { name: 'Assign senders by a column' }));
  expect(screen.queryByRole('option', { name: 'Size' })).toBeNull();
  await press('Owner', 'option');
  fill(screen.getByLabelText('New leads per day'), '');
  fill(screen.getByLabelText('Emails per day across all senders'), '60');
  await press('Save');
  expect(await screen.findByText('Settings updated successfully')).toBeTruthy();
  expect(sent('PUT /campaigns/7/')).toMatchObject([
    { provider_matching: 'strict', sender_column_id: 3, max_new_leads_per_day: 0, max_emails_per_day_total: 60 },
  ]);
});

test('a signature for all senders is chosen before it is saved, and follow-ups can go without', async () => {
  const { sent } = await show(
    <SettingsPanel campaign={campaign} onClose={() => {}} />,
    {
      'GET /accounts/': { accounts: senders },
      'GET /signatures/': { signatures: [{ id: 8, name: 'Board', signature: '<p>Best</p>', may_delete: true }] },
      'PUT /campaigns/7/': ({ body }) => ({ campaign: { ...campaign, ...(body as object) } }),
    },
    { organization: { branding_settings: DEFAULT_FEATURE_FLAGS } },
  );
  fireEvent.click(await screen.findByRole('combobox', { name: 'Signature' }));
  await press('One for all senders', 'option');
  await press('Save');
  expect(await screen.findByText('Choose a signature.')).toBeTruthy();
  expect(sent('PUT /campaigns/7/')).toEqual([]);
  fireEvent.click(screen.getByRole('combobox', { name: 'Signature for all senders' }));
  await press('Board', 'option');
  fireEvent.click(screen.getByLabelText(/Signature in follow-ups/));
  await press('Save');
  expect(await screen.findByText('Settings updated successfully')).toBeTruthy();
  expect(sent('PUT /campaigns/7/')).toMatchObject([
    { signature_choice: 'fixed', signature_id: 8, signs_follow_ups: false },
  ]);
});

describe("the lead's own time zone", () => {
  const open = (counts: object | Response) =>
    show(
      <SettingsPanel
        campaign={{ ...campaign, timezone: 'Europe/Berlin', version: 1 } as Campaign}
        onClose={() => {}}
      />,
      {
        'GET /accounts/': { accounts: senders },
        'GET /campaigns/7/lead-zones/': counts,
        'PUT /campaigns/7/': ({ body }) => ({ campaign: { ...campaign, ...(body as object) } }),
      },
      { organization: { branding_settings: DEFAULT_FEATURE_FLAGS } },
    );
  const choice = () => screen.findByLabelText<HTMLInputElement>(/In the lead's own time zone/);

  test('is off, says for how many leads it is known and who is never reached, and is saved alone', async () => {
    const { sent } = await open({ leads: 200, known: 164, unmet: 3, unmet_zones: ['Australia/Sydney'] });
    expect((await choice()).checked).toBe(false);
    expect(await screen.findByText('Time zone known for 82% of 200 leads. Others use Berlin.')).toBeTruthy();
    expect(screen.getByText('3 leads never overlap with these hours (Sydney) and use Berlin time.')).toBeTruthy();
    fireEvent.click(await choice());
    await press('Save');
    await waitFor(() => expect(sent('PUT /campaigns/7/')).toEqual([{ uses_lead_zone: true, version: 1 }]));
  });

  test('can be chosen without leads, and when counting fails', async () => {
    await open({ leads: 0, known: 0, unmet: 0, unmet_zones: [] });
    expect((await choice()).disabled).toBe(false);
    expect(screen.queryByText(/Time zone known/)).toBeNull();
    cleanup();
    await open(Response.json({ code: 'unavailable', error: 'Busy', details: {} }, { status: 503 }));
    expect((await choice()).disabled).toBe(false);
  });
});

describe('several senders', () => {
  const cap = (amount: number, growth: object | null = null) => ({
    amount,
    rule: 'daily_limit',
    rhythm_of: null,
    growth,
  });
  const mailbox = (id: number, email: string, changes: object = {}) => ({
    ...sender,
    id,
    account_type: 'IMAP',
    name: email,
    email,
    tier: null,
    used_today: { email_messages: 3 },
    caps_today: { emails: cap(40) },
    ...changes,
  });
  const accounts = [
    mailbox(1, 'ada@corp.example'),
    mailbox(2, 'bo@corp.example', { status: 'CREDENTIALS' }),
    mailbox(3, 'cy@corp.example', { caps_today: { emails: cap(14, { unit: 'day', at: 3, of: 16 }) } }),
  ];
  const open = (given: object, answers: object = {}) =>
    show(
      <SettingsPanel campaign={{ ...campaign, version: 1, ...given } as Campaign} onClose={() => {}} />,
      {
        'GET /accounts/': { accounts },
        'PUT /campaigns/7/': { campaign: { id: 7 } },
        ...answers,
      },
      { organization: { branding_settings: DEFAULT_FEATURE_FLAGS } },
    );

  test('another is added below the one; what they do today is written out', async () => {
    const { sent } = await open({ email_account_id: 1, email_account_ids: [1] });
    fireEvent.click(await screen.findByRole('combobox', { name: 'Add another email account' }));
    await press(/cy@corp.example/, 'option');
    expect(
      await screen.findByText('2 senders × 40 a day, up to 54 today: cy@corp.example is warming up (14).'),
    ).toBeTruthy();
    await press('Save');
    await waitFor(() => expect(sent('PUT /campaigns/7/')).toEqual([{ email_account_ids: [1, 3], version: 1 }]));
  });

  test('taken out of a campaign that runs, the leads are asked about with their counts', async () => {
    const row = { channel: 'email', is_leaving: false, held: 0, replied: 0, staying: 2, sent: 0, bounced: 0 };
    const { sent } = await open(
      { status: 'ACTIVE', email_account_id: 1, email_account_ids: [1, 2] },
      {
        'GET /campaigns/7/senders/': {
          senders: accounts.map(({ id, name, email }) => ({
            ...row,
            account: { id, account_type: 'IMAP', name, email },
            untouched: 210,
            in_sequence: 37,
            awaiting: 12,
          })),
          nobodys: { email: 0, linkedin: 0 },
        },
      },
    );
    await press('Remove bo@corp.example');
    await press('Save');
    const dialog = await screen.findByRole('dialog', { name: 'What should happen to their leads?' });
    expect(await within(dialog).findByText('Untouched 210, in sequence 37, awaiting reply 12')).toBeTruthy();
    expect(within(dialog).queryByText(/^2 leads stay/)).toBeNull();
    fireEvent.click(within(dialog).getByRole('radio', { name: 'Hand over to the other senders' }));
    expect(within(dialog).getByText(/^2 leads stay with bo@corp.example/)).toBeTruthy();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Remove and save' }));
    await waitFor(() =>
      expect(sent('PUT /campaigns/7/')).toEqual([
        { email_account_ids: [1], leads_of_removed: 'hand_over', version: 1 },
      ]),
    );
  });
});

describe('a teammate saved first', () => {
  const theirs = { ...campaign, name: 'Hers', timezone: 'Europe/Amsterdam', accounts: [], version: 5 };
  const begin = async (stored: object) => {
    let refusals = 1;
    const onClose = vi.fn();
    const shown = await show(
      <SettingsPanel campaign={{ ...campaign, version: 4 }} onClose={onClose} />,
      {
        'GET /accounts/': { accounts: [] },
        'PUT /campaigns/7/': ({ body }) => {
          refusals -= 1;
          if (refusals < 0) return { campaign: { ...stored, ...(body as object) } };
          const details = { changed_by: 'Maria', changed_at: '2026-11-20T10:00:00.000Z' };
          const answer = {
            code: 'changed_meanwhile',
            error: 'Maria changed this.',
            details,
            current: { campaign: stored },
          };
          return Response.json(answer, { status: 409 });
        },
      },
      { organization: { branding_settings: DEFAULT_FEATURE_FLAGS } },
    );
    const saves = () => shown.sent('PUT /campaigns/7/');
    return { saves, onClose };
  };
  const name = () => screen.findByRole('textbox', { name: 'Name', hidden: true }) as Promise<HTMLInputElement>;

  test('Keep mine saves what was typed on top of theirs, and nothing that only they changed', async () => {
    const { saves, onClose } = await begin(theirs);
    fill(await name(), 'Mine');
    await press('Save');
    const dialog = await screen.findByRole('dialog', { name: /^Maria changed this on .+ at/ });
    expect(within(dialog).getByRole('region', { name: 'Name' }).textContent).toBe('NameTheirsHersYoursMine');
    expect((await name()).value).toBe('Mine');
    await press('Keep mine');
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(saves()).toEqual([
      { name: 'Mine', version: 4 },
      { name: 'Mine', version: 5 },
    ]);
  });

  test('See theirs shows them in the form; Back to mine brings back what was typed', async () => {
    const { saves, onClose } = await begin(theirs);
    fill(await name(), 'Mine');
    await press('Save');
    await press('See theirs');
    await waitFor(async () => expect((await name()).value).toBe('Hers'));
    await press('Back to mine');
    await waitFor(async () => expect((await name()).value).toBe('Mine'));
    expect(saves()).toHaveLength(1);
    await press('Save');
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(saves()[1]).toEqual({ name: 'Mine', version: 5 });
  });

  test('closing the dialog decides nothing, and the text stays', async () => {
    const { saves, onClose } = await begin(theirs);
    fill(await name(), 'Mine');
    await press('Save');
    const dialog = await screen.findByRole('dialog', { name: /^Maria changed this on .+ at/ });
    fireEvent.keyDown(dialog, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Maria/ })).toBeNull());
    expect((await name()).value).toBe('Mine');
    expect([saves().length, onClose.mock.calls.length]).toEqual([1, 0]);
  });

  test('where they changed something else, both are kept and it is said', async () => {
    const { saves, onClose } = await begin({ ...theirs, name: 'Spring' });
    fill(await name(), 'Mine');
    await press('Save');
    expect(
      await screen.findByText(/^Maria changed something else here on .+ at .*\. Both changes were saved\.$/),
    ).toBeTruthy();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(saves()).toEqual([
      { name: 'Mine', version: 4 },
      { name: 'Mine', version: 5 },
    ]);
  });
});

test('the switch says whose holidays are kept, and a region of the country can be chosen', async () => {
  const { sent } = await show(
    <SettingsPanel campaign={{ ...campaign, skips_holidays: true }} onClose={() => {}} />,
    {
      'GET /accounts/': { accounts: senders },
      'GET /holiday-calendars/': {
        calendars: [
          { id: 'DE', country: 'DE', region: null },
          { id: 'DE-BY', country: 'DE', region: 'Bavaria' },
        ],
        usual: 'DE',
      },
      'PUT /campaigns/7/': ({ body }) => ({ campaign: { ...campaign, ...(body as object) } }),
    },
    { organization: { branding_settings: DEFAULT_FEATURE_FLAGS } },
  );
  expect(await screen.findByText('Public holidays of Germany.')).toBeTruthy();
  fireEvent.click(await screen.findByRole('combobox', { name: 'Holiday calendar' }));
  await press('Germany, Bavaria', 'option');
  expect(await screen.findByText('Public holidays of Germany, Bavaria.')).toBeTruthy();
  await press('Save');
  await waitFor(() => expect(sent('PUT /campaigns/7/')).toMatchObject([{ holiday_calendar: 'DE-BY' }]));
});

test('a zone without known holidays says so', async () => {
  await show(
    <SettingsPanel campaign={campaign} onClose={() => {}} />,
    { 'GET /accounts/': { accounts: senders }, 'GET /holiday-calendars/': { calendars: [], usual: null } },
    { organization: { branding_settings: DEFAULT_FEATURE_FLAGS } },
  );
  expect(await screen.findByText(/No public holidays are known for this time zone/)).toBeTruthy();
});

test('a weekday takes three windows and no fourth; one without hours is refused', async () => {
  const { sent } = await show(
    <SettingsPanel campaign={campaign} onClose={() => undefined} />,
    {
      'GET /accounts/': { accounts: senders },
      'PUT /campaigns/7/': ({ body }) => ({ campaign: { ...campaign, ...(body as object) } }),
    },
    { organization: { branding_settings: DEFAULT_FEATURE_FLAGS } },
  );
  fireEvent.click(await screen.findByRole('switch', { name: 'Different hours by weekday' }));
  const add = () => screen.getByRole('button', { name: 'Add hours on Monday' });
  while (!isDisabled(add())) fireEvent.click(add());
  expect(screen.getAllByRole('button', { name: /^Remove .* on Monday$/ })).toHaveLength(3);
  await press('Save');
  await screen.findByText('The sending window must end after it starts.');
  expect(sent('PUT /campaigns/7/')).toEqual([]);
  fireEvent.click(screen.getAllByRole('button', { name: /^Remove .* on Monday$/ }).at(-1)!);
  await press('Save');
  await waitFor(() => expect(sent('PUT /campaigns/7/')).toHaveLength(1));
  const [body] = sent('PUT /campaigns/7/') as { windows: Record<string, unknown[]> }[];
  expect(body?.windows['1']).toHaveLength(2);
});
