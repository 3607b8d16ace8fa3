// @vitest-environment happy-dom
import type { SuppressionKind, SuppressionReason } from '@overture/domain/suppressions/suppressions';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fill, isDisabled, press, refusal, show } from '../../lib/testing/show.tsx';
import { SuppressionsPage } from './suppressions-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const row = (id: number, email: string | null, reason: SuppressionReason, detail: string | null = null) => ({
  id,
  kind: 'address' as SuppressionKind,
  email,
  phone: null as string | null,
  linkedin_url: null as string | null,
  reason,
  detail,
  created_by: reason === 'manual' ? { id: 1, name: 'Ada Jansen' } : null,
  created_at: '2026-11-20T10:00:00.000Z',
  prospect_id: null as number | null,
});

const found = {
  is_dry_run: true,
  total_rows: 3,
  new_addresses: 1,
  new_domains: 0,
  new_phones: 2,
  new_profiles: 0,
  known_rows: 1,
  skipped_rows: 1,
  skipped: [{ row: 4, value: 'nonsense', why: 'Neither an address, a number, a profile nor a domain.' }],
};

const settings = { sends_risky: true, checks_imports: false, requires_link: false };

/** Calls that read and change the organization's settings. */
function settingsCalls() {
  let now = settings;
  return {
    'GET /organization/settings/': () => now,
    'PATCH /organization/settings/': ({ body }: { body: unknown }) => {
      now = { ...now, ...(body as object) };
      return now;
    },
  };
}

function begin(given: ReturnType<typeof row>[] = [], role = 'USER', more: object = {}) {
  let rows = given;
  return show(
    <SuppressionsPage />,
    {
      'GET /suppressions/': () => ({ suppressions: rows, total_suppressions: rows.length }),
      'GET /suppressions/lifted/': { lifts: [], total_lifts: 0 },
      'POST /suppressions/': ({ body }: { body: unknown }) => {
        const { entry } = body as { entry: string };
        rows = [row(9, entry, 'manual'), ...rows];
        return { kind: 'address', entry, is_new: true };
      },
      'POST /suppressions/{}/lift/': () => {
        const [removed] = rows;
        rows = rows.slice(1);
        return { email: removed?.email, entry: removed?.email };
      },
      ...settingsCalls(),
      ...more,
    },
    { role },
  );
}

test('what was said leads to the conversation where it was said', async () => {
  const said = { ...row(1, 'bob@one.example', 'unsubscribe', 'Asked by reply.'), prospect_id: 7 };
  await begin([said, row(2, 'tim@one.example', 'hard_bounce', '550 No such user')]);
  expect((await screen.findByRole('link', { name: 'Asked by reply.' })).getAttribute('href')).toMatch(
    /^\/inbox\?chat=.*7/,
  );
  expect(screen.queryByRole('link', { name: /550/ })).toBeNull();
});

const field = () => screen.findByRole('textbox', { name: 'Suppress' });

test('says who is suppressed, why and by whom; an address is added as it is typed', async () => {
  const { sent } = await begin([row(1, 'bob@one.example', 'hard_bounce', '550 No such user')]);
  const line = within(await screen.findByRole('row', { name: /bob@one\.example/ }));
  for (const text of ['Bounced', '550 No such user', 'Automatic']) expect(line.getByText(text)).toBeTruthy();
  fill(await field(), 'nonsense');
  await press('Suppress');
  expect(await screen.findByText(/^Enter an email address, a domain, a phone/)).toBeTruthy();
  fill(await field(), 'eve@two.example');
  await press('Suppress');
  expect(await screen.findByText('eve@two.example gets no more messages from your campaigns.')).toBeTruthy();
  expect(sent('POST /suppressions/')).toEqual([{ entry: 'eve@two.example' }]);
  expect(await screen.findByRole('row', { name: /eve@two\.example/ })).toBeTruthy();
});

test('a person who unsubscribed is lifted with a reason and their own words only', async () => {
  const { sent } = await begin([row(1, 'bob@one.example', 'unsubscribe')]);
  await press('Lift bob@one.example');
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: 'Lift' }));
  expect(await dialog.findByText('Enter a reason.')).toBeTruthy();
  expect(dialog.getByText('Add what they wrote, at least 10 characters.')).toBeTruthy();
  expect(sent('POST /suppressions/1/lift/')).toEqual([]);
  fill(dialog.getByRole('textbox', { name: 'Why are you lifting it?' }), 'They wrote again');
  fill(dialog.getByRole('textbox', { name: 'What they wrote to you' }), 'Please send it to me, Bob');
  fireEvent.click(dialog.getByRole('button', { name: 'Lift' }));
  expect(await screen.findByText('bob@one.example was lifted.')).toBeTruthy();
  expect(sent('POST /suppressions/1/lift/')).toEqual([
    { reason: 'unsubscribe', why: 'They wrote again', persons_words: 'Please send it to me, Bob' },
  ]);
});

test('an address added by hand needs a reason, not words; people of the role RESTRICTED lift nothing', async () => {
  const { sent } = await begin([row(1, 'ada@one.example', 'manual')]);
  await press('Lift ada@one.example');
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.queryByRole('textbox', { name: 'What they wrote to you' })).toBeNull();
  fill(dialog.getByRole('textbox', { name: 'Why are you lifting it?' }), 'A mistake');
  fireEvent.click(dialog.getByRole('button', { name: 'Lift' }));
  await expect
    .poll(() => sent('POST /suppressions/1/lift/'))
    .toEqual([{ reason: 'manual', why: 'A mistake', persons_words: null }]);
  cleanup();
  await begin([row(1, 'ada@one.example', 'manual')], 'RESTRICTED');
  expect(await screen.findByRole('row', { name: /ada@one\.example/ })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Lift ada@one.example' })).toBeNull();
});

test('a file is checked first and imported then; what is skipped is said with its row', async () => {
  const uploads: string[] = [];
  class FakeRequest {
    status = 200;
    responseText = '';
    upload = {};
    onload: (() => void) | undefined;
    open() {}
    setRequestHeader() {}
    getResponseHeader() {
      return 'application/json';
    }
    send(form: FormData) {
      uploads.push(String(form.get('dry_run')));
      this.responseText = JSON.stringify({ ...found, is_dry_run: form.get('dry_run') === 'true' });
      this.onload?.();
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  await begin();
  await press('Import CSV');
  const file = new File(['Name,Email\nA,a@b.example\nB,a@b.example\nC,nonsense\n'], 'list.csv', { type: 'text/csv' });
  await screen.findByRole('button', { name: 'Choose file' });
  fireEvent.change(document.querySelector('input[type=file]') as Element, { target: { files: [file] } });
  const check = await screen.findByRole('button', { name: 'Check the file' });
  const dialog = within(await screen.findByRole('dialog'));
  expect(isDisabled(check)).toBe(true);
  expect((dialog.getByRole('combobox', { name: 'Contact column' }) as HTMLInputElement).value).toBe('Email');
  fireEvent.click(dialog.getByRole('combobox', { name: 'Why are they on the list?' }));
  fireEvent.click(await screen.findByRole('option', { name: 'They unsubscribed', hidden: true }));
  fireEvent.click(check);
  expect(await dialog.findByText('This is what the import will do. Nothing has changed yet.')).toBeTruthy();
  expect(dialog.getByText('Row 4')).toBeTruthy();
  expect(dialog.getByText('Neither an address, a number, a profile nor a domain.')).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Import' }));
  expect(await screen.findByText('The list was imported.')).toBeTruthy();
  expect(uploads).toEqual(['true', 'false']);
});

test('an empty list says what comes here; one that fails offers to try again', async () => {
  await begin();
  expect(await screen.findByText('No one is suppressed')).toBeTruthy();
  cleanup();
  await begin([], 'USER', { 'GET /suppressions/': () => refusal(500, 'internal_error', 'Something went wrong.') });
  expect(await screen.findByRole('button', { name: /try again|retry/i })).toBeTruthy();
});

test('an organization admin decides about addresses that may not exist', async () => {
  const more = { 'GET /address-checks/': { can_verify: true } };
  const { sent } = await begin([], 'USER', more);
  const name = /^Send to addresses that may not exist/;
  fireEvent.click(await screen.findByRole('switch', { name }));
  await screen.findByText(/wait until you allow them/);
  fireEvent.click(await screen.findByRole('switch', { name: /^Check addresses when they are imported/ }));
  await screen.findByText(/manual entry are checked right away/);
  expect(sent('PATCH /organization/settings/')).toEqual([{ sends_risky: false }, { checks_imports: true }]);
  cleanup();
  await begin([], 'RESTRICTED', more);
  expect((await screen.findByRole<HTMLInputElement>('switch', { name })).disabled).toBe(true);
});

test('on a phone the list comes before the switches', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    ...{ matches: query.includes('max-width'), media: query },
    ...{ addEventListener: () => {}, removeEventListener: () => {} },
    ...{ addListener: () => {}, removeListener: () => {} },
  }));
  await begin([row(1, 'bob@one.example', 'manual')], 'ADMIN', {
    'GET /unsubscribe-rule/': { requires_link: false, unlinked_campaigns: [], total_unlinked: 0 },
  });
  const list = await screen.findByRole('list', { name: 'Suppressed people' });
  const link = await screen.findByRole('switch', { name: /^Require an unsubscribe link/ });
  expect(list.compareDocumentPosition(link)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test('without a verification service the switches are hidden', async () => {
  await begin([row(1, 'bob@one.example', 'hard_bounce')], 'USER', {
    'GET /address-checks/': { can_verify: false },
  });
  await screen.findByRole('row', { name: /bob@one/ });
  expect(screen.queryByRole('switch')).toBeNull();
});

test('numbers, profiles and people are listed; erased entries cannot be lifted', async () => {
  await begin([
    { ...row(1, null, 'manual'), kind: 'phone', phone: '+31612345678' },
    { ...row(2, null, 'import'), kind: 'linkedin', linkedin_url: 'https://www.linkedin.com/in/ada' },
    { ...row(3, 'bob@one.example', 'manual'), kind: 'person', phone: '+49301234567' },
    { ...row(4, null, 'erased'), kind: 'address' },
  ]);
  for (const name of [/\+31612345678/, /linkedin\.com\/in\/ada/, /bob@one\.example, \+49301234567/])
    expect(await screen.findByRole('row', { name })).toBeTruthy();
  const erased = within(await screen.findByRole('row', { name: /Erased on request/ }));
  expect(erased.queryByRole('button', { name: /Lift/ })).toBeNull();
});

test('a whole person is suppressed with a reason; what cannot be read is said at its field', async () => {
  const { sent } = await begin([], 'USER', {
    'POST /suppressions/people/': { entry: '+31612345678', is_new: true },
  });
  await press('With a reason');
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('radio', { name: 'Whole person' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Suppress' }));
  expect(await dialog.findByText('Fill in at least one of the three.')).toBeTruthy();
  fill(dialog.getByRole('textbox', { name: 'Phone number' }), '0612345678');
  expect(await dialog.findByText(/with its country code, like/)).toBeTruthy();
  fill(dialog.getByRole('textbox', { name: 'Phone number' }), '+31 6 12345678');
  fireEvent.click(dialog.getByRole('button', { name: 'Suppress' }));
  expect(await screen.findByText('+31612345678 is blocked on every channel.')).toBeTruthy();
  expect(sent('POST /suppressions/people/')).toEqual([
    { email: '', phone: '+31 6 12345678', linkedin_url: '', reason: 'manual', note: null },
  ]);
});

test('who may not lift is not offered to erase', async () => {
  await begin([], 'RESTRICTED');
  await press('With a reason');
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('combobox', { name: 'Why?' }));
  await screen.findByRole('option', { name: 'They left the company' });
  expect(screen.queryByRole('option', { name: 'They asked to be erased' })).toBeNull();
});

test('a link in every email is asked for once it is known which running campaigns it holds', async () => {
  const rule = { requires_link: false, unlinked_campaigns: [{ id: 3, name: 'Spring' }], total_unlinked: 1 };
  const calls = settingsCalls();
  const { sent } = await begin([], 'USER', {
    ...calls,
    'GET /unsubscribe-rule/': () => ({ ...rule, requires_link: calls['GET /organization/settings/']().requires_link }),
  });
  const link = () => screen.findByRole<HTMLInputElement>('switch', { name: /^Require an unsubscribe link/ });
  fireEvent.click(await link());
  expect(await screen.findByText(/^Spring is running and has emails without the link/)).toBeTruthy();
  expect(sent('PATCH /organization/settings/')).toEqual([]);
  await press('Require the link');
  expect(await screen.findByText('Emails of Spring are on hold: the link is missing.')).toBeTruthy();
  fireEvent.click(await link());
  await waitFor(() =>
    expect(sent('PATCH /organization/settings/')).toEqual([{ requires_link: true }, { requires_link: false }]),
  );
  cleanup();
  await begin([], 'RESTRICTED', { 'GET /unsubscribe-rule/': rule });
  expect((await link()).disabled).toBe(true);
});
