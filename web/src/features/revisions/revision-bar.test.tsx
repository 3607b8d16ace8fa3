// @vitest-environment happy-dom
import type { Campaign } from '@overture/contract/campaigns';
import type { RevisionCopy } from '@overture/contract/revisions';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { buildCampaign } from '../../lib/testing/builders.ts';
import { isDisabled, press, refusal, show } from '../../lib/testing/show.tsx';
import { RevisionBar } from './revision-bar.tsx';

const campaign = buildCampaign({ id: 7, status: 'ACTIVE', timezone: 'Europe/Berlin' });
const published = (number: number, sent: number) => ({
  number,
  published_at: '2026-11-26T10:00:00Z',
  published_by: 'Maria',
  restored_number: null,
  changes: [],
  sent,
  bounced: 0,
  replied: 0,
});
const revisionOf = (change: Partial<RevisionCopy> = {}): RevisionCopy => ({
  number: 3,
  is_open: true,
  version: 5,
  edited_at: '2026-11-26T10:00:00Z',
  edited_by: 'Maria',
  timed: null,
  not_published: null,
  campaign,
  ...change,
});
const change = {
  kind: 'delay',
  node_id: 9,
  type: 'EMAIL',
  from_hours: 96,
  to_hours: 48,
  not_there_yet: 100,
  waiting: 80,
  past: 60,
  claimed: 1,
  rewritten: 0,
  finished: 0,
  reopenable: 0,
};
const impact = {
  changes: [change],
  moving: 80,
  examples: [{ prospect_id: 1, name: 'Kim Reader', from: '2026-11-30T10:00:00Z', to: '2026-11-28T10:00:00Z' }],
  rewritten: [],
  lookups: [{ lookup: 'FIND_PHONE', leads: 2, credits: 60 }],
  problems: [] as string[],
  problem_steps: [] as { problem: string; node_id: number }[],
};

/** Whatever the day of the test is. */
const BEFORE = '2016-11-30T08:00:00Z';
const LATER = '2096-11-30T08:00:00Z';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const onStep = vi.fn();

function Bar({ revision, status = 'ACTIVE' }: { revision: RevisionCopy; status?: Campaign['status'] }) {
  const [isEditing, setEditing] = useState(false);
  const props = { isEditing, onEdit: setEditing, onStep };
  return <RevisionBar campaign={{ ...campaign, status }} revision={revision} {...props} />;
}

test.each([
  ['ACTIVE', true, 'Revision 3 is running'],
  ['PAUSED', true, 'Revision 3 is paused'],
  ['COMPLETED', true, 'Revision 3 is finished'],
  ['ACTIVE', false, 'Revision 3 is waiting for a plan'],
] as const)('a campaign that is %s, with a plan %s, says: %s', async (status, active_subscription, words) => {
  const organization = { active_subscription, is_in_trial: false, branding_settings: {} };
  await show(<Bar revision={revisionOf({ is_open: false })} status={status} />, {}, { name: 'Ada', organization });
  expect(await screen.findByText(words)).toBeTruthy();
});

const open = (answers: Parameters<typeof show>[1], revision = revisionOf()) =>
  show(<Bar revision={revision} />, answers, {
    name: 'Ada',
    role: 'ADMIN',
    organization: { active_subscription: true, branding_settings: {} },
  });

test('changes of a colleague are named; the review counts, publishes what was shown, and can be taken back', async () => {
  const { sent } = await open({
    'POST /campaigns/7/revision/preview/': { impact },
    'POST /campaigns/7/revision/publish/': { campaign, number: 4 },
    'POST /campaigns/7/revision/restore/': { campaign, number: 5 },
    'GET /campaigns/7/revisions/': { revisions: [published(5, 0), published(4, 41), published(3, 9)] },
  });
  await screen.findByText("Maria made changes that aren't published yet");
  await press('Continue editing');
  await screen.findByText('Editing a draft; revision 3 is still live');
  await press('Review and publish');
  await screen.findByText('Email: 4 days becomes 2 days');
  await screen.findByText('1 message is being sent right now with the old text.');
  await screen.findByText('80 leads get a new date');
  await screen.findByText('Kim Reader');
  await screen.findByText(/May look up 2 phone numbers \(up to 60 credits\)/);
  await press('Publish');
  await screen.findByText('Revision 4 is running.');
  const { kind, node_id, not_there_yet, waiting, past } = change;
  expect(sent('POST /campaigns/7/revision/publish/')).toEqual([
    {
      version: 5,
      moves_waiting: true,
      reopens: false,
      lookup_credits: 60,
      seen: [{ kind, node_id, not_there_yet, waiting, past }],
    },
  ]);
  await press('Undo');
  await waitFor(() =>
    expect(sent('POST /campaigns/7/revision/restore/')).toEqual([{ number: 3, running: 4, moves_waiting: true }]),
  );
  await screen.findByText("Revision 5 is running. 41 messages have been sent since and can't be recalled.");
});

test('the forecast follows the choices and is counted again when leads have moved on', async () => {
  const reopenable = { ...impact, changes: [{ ...change, reopenable: 32 }] };
  const { sent } = await open({
    'POST /campaigns/7/revision/preview/': { impact: reopenable },
    'POST /campaigns/7/revision/rehearsal/': { rehearsal: { days: [], leads_left_out: 0 } },
    'POST /campaigns/7/revision/publish/': () => refusal(409, 'impact_moved', 'Leads have moved on.'),
  });
  await press('Continue editing');
  await press('Review and publish');
  fireEvent.click(await screen.findByRole('switch', { name: /^Bring 32 leads back/ }));
  const forecasts = () => sent('POST /campaigns/7/revision/rehearsal/');
  const chosen = { moves_waiting: true, reopens: true };
  await waitFor(() => expect(forecasts()).toEqual([{ ...chosen, reopens: false }, chosen]));
  await press('Publish');
  await waitFor(() => expect(forecasts()).toEqual([{ ...chosen, reopens: false }, chosen, chosen]));
});

test('leads have moved on: the new counts are shown and nothing was published', async () => {
  const { sent } = await open({
    'POST /campaigns/7/revision/preview/': { impact },
    'POST /campaigns/7/revision/publish/': () => refusal(409, 'impact_moved', 'Leads have moved on.'),
  });
  await press('Continue editing');
  await press('Review and publish');
  await screen.findByText('Email: 4 days becomes 2 days');
  await press('Publish');
  await screen.findByText('Leads have moved on since you looked. These are the new counts.');
  await waitFor(() => expect(sent('POST /campaigns/7/revision/preview/')).toHaveLength(2));
});

test('what keeps a flow from being published is said, and Publish waits; a failed count can be asked again', async () => {
  const problems = ['Please add a message in the Email step.'];
  const problem_steps = [{ problem: problems[0]!, node_id: 12 }];
  let isDown = true;
  await open({
    'POST /campaigns/7/revision/preview/': () =>
      isDown ? refusal(400, 'bad_request', 'No.') : { impact: { ...impact, problems, problem_steps } },
  });
  await press('Continue editing');
  await press('Review and publish');
  await screen.findByText("Couldn't count the leads.");
  isDown = false;
  await press('Try again');
  await screen.findByText(problems[0]!);
  expect(isDisabled(screen.getByRole('button', { name: 'Publish' }))).toBe(true);
  await press('Open step');
  expect(onStep).toHaveBeenCalledExactlyOnceWith(12);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('without changes there is nothing to publish; the revisions begin empty', async () => {
  await open({ 'GET /campaigns/7/revisions/': { revisions: [] } }, revisionOf({ is_open: false }));
  await press('Edit steps');
  expect(isDisabled(screen.getByRole('button', { name: 'Review and publish' }))).toBe(true);
  await press('Close');
  await press('Revisions');
  await screen.findByText('Nothing published yet');
});

test('before an earlier revision runs again, its dialog says what cannot come back', async () => {
  const { sent } = await open(
    {
      'GET /campaigns/7/revisions/': { revisions: [published(3, 40), published(2, 1), published(1, 9)] },
      'POST /campaigns/7/revision/preview/': { impact },
      'POST /campaigns/7/revision/restore/': { campaign, number: 4 },
    },
    revisionOf({ is_open: false }),
  );
  await press('Revisions');
  await screen.findByText('Revision 2');
  fireEvent.click(screen.getAllByRole('button', { name: 'Restore' }).at(-1)!);
  await screen.findByText(/41 messages have been sent since and can't be recalled\./);
  await screen.findByText('Email: 4 days becomes 2 days');
  fireEvent.click(screen.getAllByRole('button', { name: 'Restore' }).at(-1)!);
  await waitFor(() => expect(sent('POST /campaigns/7/revision/restore/')).toEqual([{ number: 1, running: 3 }]));
});

test("a time is chosen in the campaign's zone and canceled again", async () => {
  const timed = { at: '2026-11-30T08:00:00Z', by: 'Ada', moves_waiting: true, reopens: false };
  const { sent } = await open({
    'POST /campaigns/7/revision/preview/': { impact },
    'POST /campaigns/7/revision/schedule/': { revision: revisionOf({ timed }) },
  });
  await press('Continue editing');
  await press('Review and publish');
  await screen.findByText('Email: 4 days becomes 2 days');
  fireEvent.click(screen.getByText('Scheduled'));
  const field = screen.getByLabelText(/^Date and time in Europe\/Berlin/);
  fireEvent.change(field, { target: { value: '2020-01-01T09:00' } });
  await screen.findByText('Choose a time in the future.');
  expect(isDisabled(screen.getByRole('button', { name: 'Schedule' }))).toBe(true);
  const day = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
  fireEvent.change(field, { target: { value: `${day}T09:00` } });
  await press('Schedule');
  await screen.findByText('The changes will be published at that time.');
  const [body] = sent('POST /campaigns/7/revision/schedule/') as { at: string }[];
  expect(body).toMatchObject({ version: 5, seen: [{ waiting: 80 }] });
  expect(new Date(body!.at).toLocaleString('sv', { timeZone: 'Europe/Berlin' })).toBe(`${day} 09:00:00`);
});

test('says when changes are published on schedule, or why they were not', async () => {
  const timed = { at: LATER, by: 'Maria', moves_waiting: true, reopens: false };
  const { sent } = await open(
    { 'POST /campaigns/7/revision/unschedule/': { revision: revisionOf() } },
    revisionOf({ timed }),
  );
  await screen.findByText('The changes will be published on 30 Nov 09:00 (Berlin), scheduled by Maria');
  await press('Continue editing');
  expect(screen.queryByRole('button', { name: 'Review and publish' })).toBeNull();
  await press('Cancel the schedule');
  await screen.findByText('The schedule is canceled. Your changes are kept.');
  expect(sent('POST /campaigns/7/revision/unschedule/')).toEqual([{ version: 5 }]);
  cleanup();
  await open({}, revisionOf({ not_published: { at: BEFORE, reason: 'More leads have moved on.' } }));
  await screen.findByText('Not published on 30 Nov 09:00 (Berlin): More leads have moved on.');
});

test('a time that is over before it has come, and one that has come, are said as what they are', async () => {
  await open({}, revisionOf({ not_published: { at: LATER, reason: 'The changes were edited.' } }));
  await screen.findByText("Won't be published on 30 Nov 09:00 (Berlin): The changes were edited.");
  cleanup();
  await open({}, revisionOf({ timed: { at: BEFORE, by: 'Maria', moves_waiting: true, reopens: false } }));
  await screen.findByText('The changes are being published: they were scheduled for 30 Nov 09:00 (Berlin)');
});

test("the time is shown in the user's zone too if it differs", async () => {
  const away = { ...campaign, timezone: 'Pacific/Auckland' } as Campaign;
  await show(
    <RevisionBar campaign={away} revision={revisionOf()} isEditing onEdit={() => undefined} onStep={onStep} />,
    { 'POST /campaigns/7/revision/preview/': { impact } },
    { name: 'Ada', role: 'ADMIN', organization: { branding_settings: {} } },
  );
  await press('Review and publish');
  await screen.findByText('Email: 4 days becomes 2 days');
  fireEvent.click(screen.getByText('Scheduled'));
  await screen.findByText(/^That's \d\d \w{3} \d\d:\d\d your time. The leads are counted again then/);
});
