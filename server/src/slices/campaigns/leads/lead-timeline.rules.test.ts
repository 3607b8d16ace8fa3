import type { FlowNode } from '@overture/domain/flow/flow';
import { describe, expect, test } from 'vitest';
import type { StepRunRow } from '../run/index.ts';
import { presentTimeline, type TimelineFacts } from './lead-timeline.rules.ts';
import type { LeadRow } from './leads.store.ts';

const at = new Date('2026-05-12T09:14:00Z');
const lead = { lead_id: 1, status: 'ACTIVE', next_node_id: 3, next_at: null, is_in_flight: false } as LeadRow;
const place = { parent_id: null, branch: null, delay_in_hours: 0 };
const flow: FlowNode[] = [
  { ...place, id: 1, kind: 'step', type: 'LINKEDIN_INVITE', message: 'Hi {{first_name}}!' },
  { ...place, id: 2, kind: 'condition', type: 'ACCEPTED_INVITE', parent_id: 1 },
  { ...place, id: 3, kind: 'step', type: 'LINKEDIN_MESSAGE', parent_id: 2, branch: 'yes', message: 'Shall we talk?' },
];
const run = (node_id: number, changes: Partial<StepRunRow> = {}): StepRunRow => ({
  campaign_lead_id: 1,
  node_id,
  outcome: 'done',
  branch: null,
  variant: null,
  revision: null,
  intent_id: null,
  error: null,
  scheduled_for: at,
  finished_at: at,
  bounce_reason: null,
  is_hard_bounce: false,
  ...changes,
});
const facts = (changes: Partial<TimelineFacts> = {}): TimelineFacts => ({
  flow,
  runs: [],
  waiting: new Map(),
  labels: new Map(),
  boards: new Map(),
  accounts: new Map(),
  sent: new Map(),
  rewritten: new Map(),
  texts: [],
  segments: [],
  language: 'en',
  vanished_invites: new Map(),
  call_notes: new Map(),
  deleted: [],
  tier: 'PREMIUM',
  values: { variables: { first_name: 'Kim' } },
  circumstances: {
    campaign_name: 'Spring',
    language: 'en',
    today: '2026-05-12',
    email: null,
    linkedin: null,
    signing: { signature_choice: 'message', signs_follow_ups: true, chosen_signature: null },
    privacy_url: '/p/example',
  },
  ...changes,
});

describe('the timeline of a lead on LinkedIn', () => {
  test('a deleted step that the lead has had stays, says so, and of which revision its text was', () => {
    const deleted: FlowNode[] = [{ ...place, id: 9, kind: 'step', type: 'EMAIL', parent_id: 1 }];
    const entries = presentTimeline(
      lead,
      facts({ deleted: deleted, runs: [run(1), run(9, { revision: 4, variant: 'a' })] }),
    );
    expect(entries.map(({ is_deleted }) => is_deleted)).toEqual([false, false, false, true]);
    expect(entries[3]).toMatchObject({ completed: true, revision: 4, can_edit: false });
    expect(presentTimeline(lead, facts({ deleted: deleted, runs: [run(1)] }))).toHaveLength(3);
  });

  test('what had nothing to do is done with a note, not failed; a failure has its words', () => {
    const note = 'You were connected with this person already.';
    const [invite, question] = presentTimeline(
      lead,
      facts({ runs: [run(1, { error: note }), run(2, { outcome: 'answered', branch: 'yes' })] }),
    );
    expect(invite).toMatchObject({ completed: true, error: null, note, message: null, can_edit: false });
    expect(question).toMatchObject({ completed: true, is_yes: true, error: null, note: null });
    const error = 'LinkedIn does not know this profile.';
    const [failed] = presentTimeline(lead, facts({ runs: [run(1, { outcome: 'failed', error })] }));
    expect(failed).toMatchObject({ completed: false, completed_at: null, error, note: null, message: 'Hi Kim!' });
  });

  test('a bounce is shown at its step: a hard one as an error, a soft one as a note', () => {
    const mail: FlowNode[] = [
      { ...place, id: 1, kind: 'step', type: 'EMAIL', message: 'One' },
      { ...place, id: 2, kind: 'step', type: 'EMAIL', parent_id: 1, message: 'Two' },
    ];
    const runs = [
      run(1, { bounce_reason: '452 Mailbox full' }),
      run(2, { bounce_reason: '550 No such user', is_hard_bounce: true }),
    ];
    const over = { ...lead, status: 'FAILED', next_node_id: null, error: 'The message bounced: 452 Mailbox full' };
    const [full, deleted] = presentTimeline(over as LeadRow, facts({ flow: mail, runs }));
    expect(full).toMatchObject({ completed: true, error: null, note: 'The message bounced: 452 Mailbox full' });
    expect(deleted).toMatchObject({
      completed_at: at.toISOString(),
      error: 'The message bounced: 550 No such user',
      note: null,
    });
  });

  test('words are shown as they left; before that, as they would be now', () => {
    const sent = new Map([[1, { subject: '', text: 'Hi Kim, as it was!' }]]);
    const [invite, , message] = presentTimeline(lead, facts({ runs: [run(1)], sent }));
    expect(invite).toMatchObject({ message: 'Hi Kim, as it was!', subject_line: null });
    expect(message).toMatchObject({ message: 'Shall we talk?', subject_line: null, can_edit: true });
  });

  test.each(['CLASSIC', 'PREMIUM', null] as const)('a note is shown for accounts that send one: %s', (tier) => {
    const [invite] = presentTimeline({ ...lead, status: 'NOT_STARTED' }, facts({ tier }));
    expect(invite).toMatchObject(
      tier === 'CLASSIC' ? { message: null, can_edit: false } : { message: 'Hi Kim!', can_edit: true },
    );
  });

  test('a note that data makes too long gives way to the fallback', () => {
    const long = {
      ...flow[0]!,
      message: `${'x'.repeat(195)} {{first_name}}`,
      placeholder_message: 'Hello',
    } as FlowNode;
    const [short] = presentTimeline(lead, facts({ flow: [long] }));
    expect(short!.message).toHaveLength(199);
    const [given] = presentTimeline(lead, facts({ flow: [long], values: { variables: { first_name: 'Maximilian' } } }));
    expect(given!.message).toBe('Hello');
  });
});
