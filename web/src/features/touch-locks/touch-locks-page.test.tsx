// @vitest-environment happy-dom
import type { TouchLock } from '@overture/contract/touch-locks';
import { DEFAULT_TOUCH_LOCK_RULES, type TouchLockRules } from '@overture/domain/campaign/touch-locks';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { press, show } from '../../lib/testing/show.tsx';
import { TouchLocksPage } from './touch-locks-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const lock = (given: Partial<TouchLock>): TouchLock => ({
  prospect_id: 7,
  first_name: 'Kim',
  last_name: 'Reader',
  company_name: 'Northwind',
  campaign_id: 5,
  campaign_name: 'Spring',
  sender: 'Ada Jansen',
  state: 'held',
  reason: 'in_contact',
  until: null,
  taken_at: '2026-11-20T10:00:00.000Z',
  ...given,
});

function begin(given: Partial<TouchLockRules>, locks: TouchLock[], role = 'USER', deletedLeads = 0) {
  let rules = { ...DEFAULT_TOUCH_LOCK_RULES, ...given, is_recording: false };
  let rows = locks;
  let deleted = deletedLeads;
  return show(
    <TouchLocksPage />,
    {
      'GET /touch-locks/rules/': () => rules,
      'GET /touch-locks/preview/': () => ({ waiting_leads: 12, people_in_two_campaigns: 1 }),
      'PATCH /touch-locks/rules/': ({ body }: { body: unknown }) => {
        rules = { ...rules, ...(body as object) };
        return rules;
      },
      'GET /touch-locks/': () => ({ locks: rows, total_locks: rows.length, deleted_leads: deleted }),
      'POST /touch-locks/deleted/release/': () => {
        deleted = 0;
        return { released: 2 };
      },
      'POST /touch-locks/leads/7/release/': () => {
        rows = rows.slice(1);
        return { success: true };
      },
    },
    { role },
  );
}

test('turning the lock on says first what it would hold', async () => {
  const { sent } = await begin({}, []);
  const control = await screen.findByRole('switch', { name: /^Only one campaign at a time/ });
  expect(await screen.findByText(/12 leads would wait for another campaign\. 1 person is contacted/)).toBeTruthy();
  fireEvent.click(control);
  expect(sent('PATCH /touch-locks/rules/')).toEqual([]);
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/12 leads would wait/)).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Turn on' }));
  expect(await screen.findByLabelText('Rest after a campaign without a reply')).toBeTruthy();
  expect(sent('PATCH /touch-locks/rules/')).toEqual([{ is_on: true }]);
});

test('saving the rules does not say whether the lock is on', async () => {
  const { sent } = await begin({ is_on: true }, []);
  fireEvent.change(await screen.findByLabelText('Rest after a campaign without a reply'), { target: { value: '30' } });
  await press('Save');
  const [body] = sent('PATCH /touch-locks/rules/') as [object];
  expect(body).toMatchObject({ finished_days: 30 });
  expect(body).not.toHaveProperty('is_on');
});

test('a person is released with a reason', async () => {
  const { sent } = await begin({ is_on: true }, [
    lock({}),
    lock({
      prospect_id: 8,
      first_name: 'Lee',
      state: 'cooling',
      reason: 'finished',
      until: '2027-03-03T12:00:00.000Z',
    }),
  ]);
  expect(await screen.findByText('Lee Reader')).toBeTruthy();
  expect(screen.getByText(/Mar 3, 2027|3 Mar 2027/)).toBeTruthy();
  await press('Release Kim Reader');
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: 'Release' }));
  expect(await dialog.findByText('Enter a reason.')).toBeTruthy();
  fireEvent.change(dialog.getByLabelText(/Reason/), { target: { value: ' They asked for it ' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Release' }));
  expect(await screen.findByText('Kim Reader is released.')).toBeTruthy();
  expect(sent('POST /touch-locks/leads/7/release/')).toEqual([{ reason: 'They asked for it' }]);
});

test('users without the right see the rules and cannot change or release', async () => {
  await begin({ is_on: true }, [lock({})], 'RESTRICTED');
  expect(await screen.findByText('Kim Reader')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Release/ })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
});

test('people whose leads were deleted are released together, with a reason', async () => {
  const { sent } = await begin({ is_on: true }, [lock({})], 'USER', 2);
  expect(await screen.findByText('2 people rest whose leads were deleted.')).toBeTruthy();
  await press('Release them');
  const dialog = within(await screen.findByRole('dialog', { name: /people whose leads were deleted/ }));
  fireEvent.change(dialog.getByLabelText(/Reason/), { target: { value: 'A new offer' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Release' }));
  await expect.poll(() => screen.queryByText('2 people rest whose leads were deleted.')).toBeNull();
  expect(sent('POST /touch-locks/deleted/release/')).toEqual([{ reason: 'A new offer' }]);
});

test('who may not change settings sees how many there are', async () => {
  await begin({ is_on: true }, [lock({})], 'RESTRICTED', 1);
  expect(await screen.findByText('1 person rests whose lead was deleted.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Release them' })).toBeNull();
});
