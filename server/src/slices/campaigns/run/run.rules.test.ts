import { planNext } from '@overture/domain/campaign/lead-plan';
import type { FlowNode } from '@overture/domain/flow/flow';
import { conditionKind } from '@overture/domain/flow/step-types';
import { computeCalendar, findCampaignHold, isStale } from '@overture/domain/sending/campaign-calendar';
import { planCapacity } from '@overture/domain/sending/capacity';
import { describe, expect, test } from 'vitest';
import { findObstacle } from './dispatch/dispatch-check.rules.ts';
import type { DispatchFacts } from './dispatch/dispatch-facts.store.ts';
import { toLeadFacts } from './lead-facts.rules.ts';

const now = new Date('2026-11-20T12:00:00Z'); // a Friday
const hours = (amount: number) => new Date(now.getTime() + amount * 3_600_000);

const node = (
  id: number,
  type: string,
  parent_id: number | null,
  delay_in_hours = 0,
  branch: 'yes' | 'no' | null = null,
) => ({ id, type, parent_id, branch, delay_in_hours, kind: type.startsWith('HAS') ? 'condition' : 'step' }) as FlowNode;
const flow = [
  node(1, 'HAS_EMAIL', null),
  node(2, 'EMAIL', 1, 2, 'yes'),
  node(3, 'CALL_PROSPECT', 1, 24, 'no'),
  node(4, 'EMAIL', 2, 72),
  node(5, 'HAS_PHONE', 4, 24),
  node(6, 'CALL_PROSPECT', 5, 0, 'yes'),
];
const start = { status: 'SCHEDULED' as const, started_at: now, done: null };
const after = (node_id: number, finished_at = now) => ({
  status: 'ACTIVE' as const,
  started_at: now,
  done: { node_id, finished_at, branch: null },
});

describe('the next move', () => {
  const both = toLeadFacts({ email: 'kim@northwind.example', phone_number: '+31 20 123' });
  const misses = (['FIND_EMAIL', 'FIND_PHONE'] as const).map((lookup) => ({ lookup, reason: 'Nothing was found.' }));
  const none = toLeadFacts({ email: 'not an address', phone_number: '-', lookups_ended: misses });
  test('a reached condition is evaluated immediately, with what follows', () => {
    const plan = planNext(flow, start, both, now);
    expect(plan.answered).toEqual([{ node_id: 1, branch: 'yes', decided_at: now }]);
    expect(plan.next).toMatchObject({ node_id: 2, at: hours(2), lane: 'email', rule: 'delay' });
    expect(planNext(flow, start, none, now).next).toMatchObject({ node_id: 3, at: hours(24), lane: 'local' });
  });
  test('without the data a look-up runs first: no branch before it has ended', () => {
    const unknown = toLeadFacts({ email: 'not an address', phone_number: null, lookups_ended: misses.slice(1) });
    expect(conditionKind('HAS_EMAIL').answer(unknown)).toBeNull();
    expect(conditionKind('HAS_PHONE').answer(unknown)).toBe(false);
    expect(planNext(flow, start, unknown, now)).toMatchObject({ answered: [], next: { node_id: 1, lane: 'local' } });
  });
  test('delays count from when the step was done; conditions with a delay wait for it', () => {
    expect(planNext(flow, after(2, hours(-10)), both, now).next).toMatchObject({ node_id: 4, at: hours(62) });
    expect(planNext(flow, after(4), both, now).next).toMatchObject({ node_id: 5, at: hours(24), lane: 'local' });
  });
  test('a due call waits for a person; without the branch the campaign is over', () => {
    expect(planNext(flow, after(4, hours(-24)), both, now).next).toMatchObject({
      node_id: 6,
      lane: 'person',
      rule: 'manual_call',
    });
    expect(planNext(flow, after(4, hours(-24)), none, now)).toMatchObject({
      next: null,
      ends: { status: 'COMPLETED' },
    });
  });
  test('LinkedIn steps and look-ups have a lane per kind', () => {
    expect(planNext([node(9, 'LINKEDIN_INVITE', null)], start, both, now).next).toMatchObject({ lane: 'invite' });
    expect(planNext([node(1, 'INMAIL', null)], start, both, now).next).toMatchObject({ lane: 'inmail' });
    expect(
      planNext([{ ...node(1, 'INMAIL', null), kind: 'condition', type: 'ALREADY_CONNECTED' }], start, both, now).next,
    ).toMatchObject({ lane: 'look' });
  });
});

describe('lanes', () => {
  const campaign = {
    version: 3,
    timezone: 'Europe/Amsterdam',
    sending_window: { days: [1, 2, 3, 4, 5], start: '08:00', end: '18:00' },
  };
  test('the window as two instants, computed again when settings change or it is over', () => {
    const calendar = computeCalendar(campaign, now);
    expect(calendar).toMatchObject({ opens_at: now, closes_at: new Date('2026-11-20T17:00:00Z') });
    expect(isStale({ ...calendar, campaign_version: 3 }, now)).toBe(false);
    expect(isStale({ ...calendar, campaign_version: 4 }, now)).toBe(true);
    expect(isStale({ ...calendar, campaign_version: 3 }, hours(5))).toBe(true);
    expect(computeCalendar(campaign, hours(6)).opens_at).toEqual(new Date('2026-11-23T07:00:00Z'));
  });
  test('why nothing leaves a campaign', () => {
    const lane = {
      campaign_status: 'ACTIVE',
      campaign_version: 3,
      account_id: 1,
      has_plan: true,
      ...computeCalendar(campaign, now),
    };
    expect(findCampaignHold(lane, now)).toBeNull();
    expect(findCampaignHold({ ...lane, campaign_status: 'PAUSED' }, now)?.rule).toBe('paused');
    expect(findCampaignHold({ ...lane, campaign_status: 'ARCHIVED' }, now)?.rule).toBe('archived');
    expect(findCampaignHold({ ...lane, has_plan: false }, now)?.rule).toBe('subscription');
    expect(findCampaignHold({ ...lane, account_id: null }, now)?.rule).toBe('sender_missing');
    expect(findCampaignHold(lane, hours(5))?.rule).toBe('window');
  });
  test('with a gap one mail at a time, without one as many as are left', () => {
    expect(planCapacity({ gap_in_seconds: 60, left: 40, open: 0 })).toBe(1);
    expect(planCapacity({ gap_in_seconds: 60, left: 40, open: 1 })).toBe(0);
    expect(planCapacity({ gap_in_seconds: 60, left: 0, open: 0 })).toBe(0);
    expect(planCapacity({ gap_in_seconds: 0, left: 7, open: 3 })).toBe(7);
    expect(planCapacity({ gap_in_seconds: 0, left: -2, open: 0 })).toBe(0);
  });
});

describe('the stop check', () => {
  const facts = {
    status: 'ACTIVE',
    is_archived: false,
    has_plan: true,
    possible_answer_from: null,
    next_node_id: 2,
    campaign_status: 'ACTIVE',
    account_id: 9,
    is_calendar_fresh: true,
    opens_at: hours(-1),
    closes_at: hours(1),
    suppressed_because: null,
    guard_reason: null,
    is_step_live: true,
    step: {},
  } as DispatchFacts;
  const intent = { account_id: 9, ref_part: 2, channel: 'email' as const };
  test.each([
    [{}, null],
    [{ status: 'REPLIED' }, 'cancel'],
    [{ status: 'COMPLETED' }, 'cancel'],
    [{ is_archived: true }, 'cancel'],
    [{ next_node_id: 4 }, 'cancel'],
    [{ status: 'PAUSED' }, 'hold'],
    [{ campaign_status: 'PAUSED' }, 'hold'],
    [{ account_id: 8 }, 'hold'],
    [{ account_id: null }, 'hold'],
    [{ is_calendar_fresh: false }, 'hold'],
    [{ opens_at: hours(1), closes_at: hours(2) }, 'hold'],
    [{ closes_at: now }, 'hold'],
    [{ has_plan: false }, 'hold'],
    [{ possible_answer_from: 'kim@private.example' }, 'hold'],
    [{ step: null }, 'fail'],
    [{ is_step_live: false }, 'cancel'],
    [{ suppressed_because: 'complaint' }, 'fail'],
    // An address that bounced says nothing of the person: only a mail is refused, where it is written.
    [{ suppressed_because: 'hard_bounce' }, null],
    [{ suppressed_because: 'left' }, null],
    [{ suppressed_because: 'person' }, 'fail'],
    [{ suppressed_because: 'erased' }, 'fail'],
    // A profile on the list closes LinkedIn, and no mailbox.
    [{ is_channel_suppressed: true }, null],
    [{ guard_reason: '3 bounces among 60 messages in 7 days' }, 'hold'],
  ] as [Partial<DispatchFacts>, string | null][])('%j', (change, verdict) => {
    expect(findObstacle({ ...facts, ...change }, intent, now)?.verdict ?? null).toBe(verdict);
  });
  test.each([
    ['invite', 'cancel'],
    ['message', 'cancel'],
    ['inmail', 'cancel'],
    ['visit', 'cancel'],
    ['like', 'cancel'],
    ['look', 'cancel'],
    // Taking an invitation back leaves them alone.
    ['withdraw', undefined],
  ])('a profile on the suppression list: %s', (action, verdict) => {
    const linkedin = { ...intent, channel: 'linkedin' as const, action };
    expect(findObstacle({ ...facts, is_channel_suppressed: true }, linkedin, now)?.verdict).toBe(verdict);
  });
  test('a lead that is gone', () => {
    expect(findObstacle(undefined, intent, now)?.verdict).toBe('cancel');
  });
});
