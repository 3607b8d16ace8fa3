// @vitest-environment happy-dom
import type { LeadPrivacy, PrivacyRequest } from '@overture/contract/privacy';
import { DEFAULT_WEIGHING } from '@overture/domain/privacy/privacy-notice';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { formatDate } from '../../lib/format.ts';
import { press, show } from '../../lib/testing/show.tsx';
import { LeadOrigin } from './lead-origin.tsx';
import { PrivacyPage } from './privacy-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const request: PrivacyRequest = {
  id: 3,
  kind: 'correct',
  state: 'open',
  prospect_id: 7,
  name: 'Grace Hopper',
  email: 'grace@acme.example',
  note: 'My name is Grace Murray',
  is_verified: false,
  asked_from: null,
  created_at: '2026-11-02T09:00:00.000Z',
  due_at: '2999-12-02T09:00:00.000Z',
  closed_at: null,
  closing_note: '',
  erasure: null,
};
const settings = {
  ...{ legal_basis: 'legitimate_interest', weighing: DEFAULT_WEIGHING, controller: '', contact: '', purpose: '' },
  ...{ recipients: '', kept_until: '', authority: '' },
};
const held = { id: 9, name: 'Ada Byron', email: null, company_name: 'Acme', held_since: '2026-10-01T09:00:00.000Z' };

const pending = { is_finished: true, crm: [{ crm: 'HUBSPOT' as const, waiting: 1, failed: 0 }] };
const erased = {
  ...{
    id: 1,
    origin: 'request',
    created_by: null,
    created_at: request.created_at,
    total: 1,
    erased: 1,
    handed_over: 0,
  },
  ...{ finished_at: request.created_at, crm: [] },
};

function begin(role: string, given: PrivacyRequest[] = [request]) {
  let requests = given;
  let leads = [held];
  return show(
    <PrivacyPage />,
    {
      'GET /privacy/requests/': () => ({ requests, total_requests: requests.length }),
      'POST /privacy/requests/3/close/': () => {
        requests = [];
        return { success: true };
      },
      'GET /prospects/7/erasure/': {
        ...{ leads: 1, lists: 2, campaigns: 1, messages: 3, handed_over: 0, digests: 1 },
        crm: [{ crm: 'HUBSPOT', records: 1 }],
      },
      'POST /prospects/7/erase/': () => {
        requests = requests.map((one) => ({ ...one, prospect_id: null, erasure: pending }));
        return { erasure: erased };
      },
      'GET /privacy/unnotified/': () => ({ leads, total_leads: leads.length }),
      'POST /privacy/unnotified/notified/': () => {
        leads = [];
        return { marked: 1 };
      },
      'GET /privacy/settings/': settings,
      'PATCH /privacy/settings/': ({ body }: { body: unknown }) => ({ ...settings, ...(body as object) }),
      'GET /organization/settings/': { adds_privacy_link: true },
    },
    { role },
  );
}

test('a request is read and closed, leads are marked as informed, and the notice is changed', async () => {
  const { sent } = await begin('USER');
  fireEvent.click(await screen.findByRole('button', { name: 'Close the request of Grace Hopper' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('My name is Grace Murray')).toBeTruthy();
  fireEvent.change(dialog.getByLabelText('Note (optional)'), { target: { value: 'Corrected' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Mark as done' }));
  expect(await screen.findByText('No open requests')).toBeTruthy();
  expect(sent('POST /privacy/requests/3/close/')).toEqual([{ state: 'done', note: 'Corrected' }]);
  fireEvent.click(screen.getByRole('button', { name: 'Mark Ada Byron as informed' }));
  expect(await screen.findByText('Every lead is informed in time')).toBeTruthy();
  expect(sent('POST /privacy/unnotified/notified/')).toEqual([{ prospect_ids: [9] }]);
  fireEvent.change(screen.getByLabelText('Who holds the data'), { target: { value: 'Acme Ltd' } });
  await press('Save');
  expect(sent('PATCH /privacy/settings/')).toMatchObject([{ controller: 'Acme Ltd' }]);
  expect(screen.getByRole('switch', { name: /Add the privacy notice/ })).toBeTruthy();
});

test('a request to be erased is carried out from its row, and says which CRM is not done', async () => {
  const { sent } = await begin('USER', [{ ...request, kind: 'erase', note: '' }]);
  fireEvent.click(await screen.findByRole('button', { name: 'Erase Grace Hopper' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/hasn't proved who they are/)).toBeTruthy();
  fireEvent.click(await dialog.findByLabelText('Also delete in HubSpot'));
  fireEvent.change(dialog.getByLabelText('Type “erase” to confirm'), { target: { value: 'erase' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Erase person' }));
  expect((await screen.findAllByText('Waiting for HubSpot')).length).toBeGreaterThan(0);
  expect(sent('POST /prospects/7/erase/')).toEqual([{ with_crm: true }]);
  expect(screen.queryByRole('button', { name: /^Erase/ })).toBeNull();
});

test('a request for access downloads the file, and closes as sent today', async () => {
  const { sent } = await begin('USER', [{ ...request, kind: 'access', is_verified: true }]);
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    expect([this.download, new URL(this.href).pathname]).toEqual(['person-7.zip', '/api/v1/prospects/7/file/']);
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Download the data of Grace Hopper' }));
  expect(clicked).toHaveBeenCalledOnce();
  fireEvent.click(screen.getByRole('button', { name: 'Close the request of Grace Hopper' }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Mark as done' }));
  await expect
    .poll(() => sent('POST /privacy/requests/3/close/'))
    .toEqual([{ state: 'done', note: `Sent to the person on ${formatDate(new Date())}` }]);
});

test('users without the right see requests and settings, and change none', async () => {
  await begin('RESTRICTED');
  expect((await screen.findAllByText('Grace Hopper')).length).toBeGreaterThan(0);
  expect(screen.queryByRole('button', { name: /Close the request/ })).toBeNull();
  expect(((await screen.findByLabelText('Who holds the data')) as HTMLTextAreaElement).disabled).toBe(true);
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
});

test('the panel of a lead says where it comes from and why; consent needs its proof and its day', async () => {
  const privacy: LeadPrivacy = {
    sources: [
      {
        ...{ kind: 'csv', detail: 'fair.csv', row: 12, added_by: 'Ada', key_name: 'Zapier' },
        obtained_at: '2026-11-02T09:00:00.000Z',
      },
    ],
    basis: { basis: 'contract', note: 'Customers', given_on: null, set_for: 'list', list_name: 'Fair' },
    notified_at: null,
    notice_url: 'https://x.example/p/7.abc',
  };
  const { sent } = await show(
    <LeadOrigin lead={{ id: 7, name: 'Grace Hopper' }} />,
    { 'GET /privacy/leads/7/': privacy, 'PUT /privacy/leads/7/basis/': { success: true } },
    { role: 'USER' },
  );
  expect(await screen.findByText(/CSV file “fair.csv”, row 12/)).toBeTruthy();
  expect(screen.getByText(/by Ada with Zapier/)).toBeTruthy();
  expect(screen.getByText(/set for the list Fair/)).toBeTruthy();
  expect(screen.getByText('Not informed yet')).toBeTruthy();
  await press('Change the legal basis');
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('combobox', { name: 'Legal basis' }));
  fireEvent.click(await screen.findByRole('option', { name: /^Consent/ }));
  const save = dialog.getByRole('button', { name: 'Save' }) as HTMLButtonElement;
  expect(save.disabled).toBe(true);
  fireEvent.change(dialog.getByLabelText(/How the consent was given/), { target: { value: 'Form 7' } });
  fireEvent.change(dialog.getByLabelText(/Day of the consent/), { target: { value: '2026-11-02' } });
  fireEvent.click(save);
  await waitFor(() =>
    expect(sent('PUT /privacy/leads/7/basis/')).toEqual([{ basis: 'consent', note: 'Form 7', given_on: '2026-11-02' }]),
  );
});
