import { describe, expect, test } from 'vitest';
import type { FlowNode } from '../flow/flow.ts';
import type { LeadFacts } from '../flow/kinds/node-kind.ts';
import { isConditionType, type NodeType } from '../flow/step-types.ts';
import type {
  Assumptions,
  FindProblem,
  RehearsalCampaign,
  RehearsalInput,
  RehearsalLead,
  RehearsalSender,
} from './rehearsal-types.ts';
import { rehearse } from './rehearse.ts';

const NOW = new Date('2026-11-19T10:00:00Z'); // a Thursday
const NO_REACTIONS: Assumptions = {
  accept_rate: 0,
  reply_rate: 0,
  accept_after_in_hours: 24,
  reply_after_in_hours: 24,
};
const OFFICE = { days: [1, 2, 3, 4, 5], start: '09:00', end: '17:00' };

const healthy = { status: 'OK', is_deleted: false, has_connection: true, held_until: null, next_send_at: null };
const limits = { tier: 'SALES_NAVIGATOR' as const, linkedin_max_connections: 20, linkedin_max_messages: 50 };
const MAILBOX: RehearsalSender = {
  ...healthy,
  ...limits,
  id: 1,
  name: 'Ada',
  channel: 'email',
  email_max_messages: 40,
  send_gap_in_seconds: 0,
  linkedin_weekly_invites: 100,
  spreads_weekly_invites: false,
  days_off: [],
  own_domain: null,
  natural_rhythm: false,
  rhythm_gap_in_seconds: 600,
  ramp: 'off',
  ramp_since: null,
  ramp_cap: null,
  ramp_counted_at: null,
  ramp_active_at: null,
  ramp_stands_until: null,
};
const SEAT: RehearsalSender = { ...MAILBOX, id: 2, channel: 'linkedin' };

type Spec = [type: NodeType, delay?: number, parent?: number | null, branch?: 'yes' | 'no'];
const flowOf = (specs: Spec[]): FlowNode[] =>
  specs.map(([type, delay = 0, parent, branch], index) => ({
    id: index + 1,
    kind: isConditionType(type) ? 'condition' : 'step',
    type,
    parent_id: parent === undefined ? index || null : parent,
    branch: branch ?? null,
    delay_in_hours: delay,
  })) as FlowNode[];

const campaignOf = (specs: Spec[], more: Partial<RehearsalCampaign> = {}): RehearsalCampaign => ({
  id: 7,
  flow: flowOf(specs),
  timezone: 'UTC',
  sending_window: OFFICE,
  email_account_id: 1,
  linkedin_account_id: 2,
  email_max_messages: 40,
  linkedin_max_messages: 100,
  linkedin_max_connections: 50,
  counts_working_days: false,
  skips_holidays: false,
  holiday_calendar: null,
  ...more,
});
const FACTS: LeadFacts = {
  has_replied: false,
  is_suppressed: false,
  is_connected: null,
  invite_accepted_at: null,
  fields: { email: 'kim@northwind.example', phone_number: null },
  lookups_ended: ['FIND_PHONE'],
};
const leadsOf = (amount: number, more: Partial<RehearsalLead> = {}): RehearsalLead[] =>
  Array.from({ length: amount }, (_, index) => ({
    id: index + 1,
    campaign_id: 7,
    status: 'NOT_STARTED',
    next_node_id: null,
    next_at: null,
    facts: FACTS,
    is_connected: false,
    ...more,
  }));
const inputOf = (specs: Spec[], leads: RehearsalLead[], more: Partial<RehearsalInput> = {}): RehearsalInput => ({
  now: NOW,
  seed: 1,
  assumptions: NO_REACTIONS,
  horizon_in_days: 730,
  campaign_id: 7,
  campaigns: [campaignOf(specs)],
  senders: [MAILBOX, SEAT],
  days: [],
  leads,
  ...more,
});
const run = (input: RehearsalInput, problem: ReturnType<FindProblem> = null) => rehearse(input, () => problem);
const daysOf = (input: RehearsalInput, accountId: number) =>
  (run(input).senders.find((sender) => sender.account_id === accountId)?.days ?? []).map(({ date, actions }) => ({
    date,
    ...actions,
  }));

describe('hours by the clock of each lead', () => {
  const zoned = (specs: Spec[], leads: RehearsalLead[]) =>
    inputOf(specs, leads, {
      now: new Date('2026-03-11T06:00:00Z'),
      campaigns: [campaignOf(specs, { timezone: 'Europe/Berlin', uses_lead_zone: true })],
    });
  const endOf = (specs: Spec[], zones: (string | null)[]) => {
    const leads = leadsOf(zones.length).map((lead, index) => ({ ...lead, zone: zones[index]! }));
    const { last_action_at, calls } = run(zoned(specs, leads));
    return [last_action_at?.toISOString().slice(5, 16), calls.length];
  };

  test.each<[string | null, string]>([
    [null, '03-11T08:00'],
    ['Europe/Berlin', '03-11T08:00'],
    ['America/New_York', '03-11T13:00'],
    ['Europe/Moscow', '03-11T08:00'],
    ['Australia/Sydney', '03-11T08:00'],
  ])('mail and calls in %s: %s', (zone, first) => {
    expect(endOf([['EMAIL']], [zone])).toEqual([first, 0]);
  });

  test('a call waits for the hours of the lead', () => {
    expect(endOf([['CALL_PROSPECT']], ['America/New_York'])).toEqual(['03-11T13:00', 1]);
  });

  test('a lead abroad waits for the end of its public holiday, and a call does not', () => {
    // King's Day in the Netherlands, a Monday.
    const more = { timezone: 'Europe/Berlin', uses_lead_zone: false, skips_holidays: true };
    const first = (specs: Spec[], holidays_of: string | null) => {
      const leads = leadsOf(1, { zone: 'Europe/Amsterdam', holidays_of });
      const at = { now: new Date('2026-04-27T06:00:00Z'), campaigns: [campaignOf(specs, more)] };
      const { last_action_at, calls } = run(inputOf(specs, leads, at));
      return [last_action_at?.toISOString().slice(5, 16), calls.length];
    };
    expect(first([['EMAIL']], 'NL')).toEqual(['04-28T07:00', 0]);
    expect(first([['EMAIL']], 'FR')).toEqual(['04-27T07:00', 0]);
    expect(first([['CALL_PROSPECT']], 'NL')[0]).toMatch(/^04-27/);
  });

  test('a sleeping lead never blocks the leads behind it', () => {
    const leads = leadsOf(60).map((lead, index) => ({ ...lead, zone: index < 30 ? 'America/New_York' : null }));
    const answer = run(zoned([['EMAIL']], leads));
    expect(answer.senders[0]!.days.map(({ date, actions }) => [date, actions.email])).toEqual([
      ['2026-03-11', 40],
      ['2026-03-12', 20],
    ]);
  });
});

describe('what goes out when', () => {
  test('minutes of waiting are nothing that takes long', () => {
    const pausing = [{ ...MAILBOX, send_gap_in_seconds: 60 }, SEAT];
    expect(run(inputOf([['EMAIL']], leadsOf(3), { senders: pausing })).bottleneck).toBeNull();
    const hours = run(inputOf([['EMAIL']], leadsOf(40), { senders: pausing })).bottleneck;
    expect(hours).toMatchObject({ rule: 'gap' });
    expect(hours!.lead_days).toBeGreaterThan(0);
  });

  test('the day of a sender, no weekend, and the day the last lead is through', () => {
    const input = inputOf([['EMAIL'], ['EMAIL', 24]], leadsOf(90));
    expect(daysOf(input, 1)).toEqual([
      { date: '2026-11-19', email: 40 },
      { date: '2026-11-20', email: 40 },
      { date: '2026-11-23', email: 40 },
      { date: '2026-11-24', email: 40 },
      // Ten first mails on Wednesday at nine; their follow-ups a day later.
      { date: '2026-11-25', email: 10 },
      { date: '2026-11-26', email: 10 },
    ]);
    const rehearsal = run(input);
    expect(rehearsal.leads).toEqual({ total: 90, completed: 90, replied: 0, failed: 0, open: 0 });
    expect(rehearsal.finishes_at).toEqual(new Date('2026-11-26T09:00:00Z'));
    expect(rehearsal.bottleneck).toMatchObject({
      rule: 'daily_limit',
      lane: 'email',
      account_id: 1,
      limit: { of: 'account', amount: 40 },
    });
  });
  test('follow-ups go before first mails', () => {
    const firsts = run(inputOf([['EMAIL'], ['EMAIL', 20]], leadsOf(80))).senders[0]!.days[1]!;
    expect(firsts).toMatchObject({ date: '2026-11-20', actions: { email: 40 } });
    const half = inputOf([['EMAIL'], ['CALL_PROSPECT', 20]], leadsOf(50), {
      campaigns: [campaignOf([['EMAIL'], ['EMAIL', 20]], { email_max_messages: 10 })],
    });
    expect(daysOf(half, 1).slice(0, 3)).toEqual([
      { date: '2026-11-19', email: 10 },
      { date: '2026-11-20', email: 10 },
      { date: '2026-11-23', email: 10 },
    ]);
    expect(run(half).bottleneck).toMatchObject({ limit: { of: 'campaign', amount: 10 } });
  });
  test('the week of invitations ends a week of full days', () => {
    const input = inputOf([['LINKEDIN_INVITE']], leadsOf(130), { senders: [{ ...SEAT, linkedin_weekly_invites: 50 }] });
    const days = daysOf(input, 2);
    expect(days.slice(0, 4)).toEqual([
      { date: '2026-11-19', invite: 20 },
      { date: '2026-11-20', invite: 20 },
      { date: '2026-11-23', invite: 10 },
      { date: '2026-11-26', invite: 20 },
    ]);
    expect(run(input).bottleneck).toMatchObject({ rule: 'weekly_limit', limit: { amount: 50 } });
  });
  test('what was used already counts: of today, and of the week', () => {
    const used = { scope_id: 2, zone: 'UTC', scope: 'account:invite' };
    const days = [
      {
        ...used,
        day: '2026-11-18',
        starts_at: new Date('2026-11-18T09:00:00Z'),
        ends_at: new Date('2026-11-19T00:00:00Z'),
        used: 90,
        times: [],
      },
      {
        ...used,
        day: '2026-11-19',
        starts_at: new Date('2026-11-19T09:00:00Z'),
        ends_at: new Date('2026-11-20T00:00:00Z'),
        used: 4,
        times: [],
      },
    ];
    const input = inputOf([['LINKEDIN_INVITE']], leadsOf(20), { days });
    expect(daysOf(input, 2)[0]).toEqual({ date: '2026-11-19', invite: 6 });
    expect(daysOf(input, 2)[1]!.date).toBe('2026-11-26');
    const times = Array.from({ length: 90 }, () => new Date('2026-11-18T10:00:00Z'));
    const timed = inputOf([['LINKEDIN_INVITE']], leadsOf(20), { days: [{ ...days[0]!, times }, days[1]!] });
    expect(daysOf(timed, 2)[1]!.date).toBe('2026-11-25');
  });
  test('a gap spreads mails over the window and is never passed', () => {
    const slow = { ...MAILBOX, send_gap_in_seconds: 3600 };
    const days = daysOf(inputOf([['EMAIL']], leadsOf(20), { senders: [slow] }), 1);
    // Seven hours are left of Thursday, and a pause lasts an hour to an hour and a half.
    expect(days[0]!.email).toBeGreaterThanOrEqual(5);
    expect(days[0]!.email).toBeLessThanOrEqual(7);
  });
});

describe('what people do', () => {
  const flow: Spec[] = [
    ['LINKEDIN_INVITE'],
    ['ACCEPTED_INVITE', 72],
    ['LINKEDIN_MESSAGE', 0, 2, 'yes'],
    ['EMAIL', 0, 2, 'no'],
    ['EMAIL', 24, 4],
  ];
  const assume = (assumptions: Partial<Assumptions>) =>
    inputOf(flow, leadsOf(10), { assumptions: { ...NO_REACTIONS, ...assumptions } });
  test('no lead accepts: after the wait the other branch is taken', () => {
    expect(daysOf(assume({}), 2)).toEqual([{ date: '2026-11-19', invite: 10 }]);
    expect(daysOf(assume({}), 1)).toEqual([
      { date: '2026-11-23', email: 10 },
      { date: '2026-11-24', email: 10 },
    ]);
  });
  test('all accept: messages the day after', () => {
    expect(daysOf(assume({ accept_rate: 100 }), 2)).toEqual([
      { date: '2026-11-19', invite: 10 },
      { date: '2026-11-20', message: 10 },
    ]);
    expect(daysOf(assume({ accept_rate: 100 }), 1)).toEqual([]);
  });
  test('all reply: nothing follows the first message', () => {
    expect(daysOf(assume({ reply_rate: 100 }), 1)).toEqual([{ date: '2026-11-23', email: 10 }]);
    expect(run(assume({ reply_rate: 100, reply_after_in_hours: 2 })).leads.replied).toBe(10);
  });
  test('an answer to the last message counts, though nothing is left to stop', () => {
    const input = inputOf([['EMAIL']], leadsOf(4), { assumptions: { ...NO_REACTIONS, reply_rate: 100 } });
    expect(run(input).leads).toMatchObject({ completed: 0, replied: 4 });
  });
  test('some: exactly the share that was set', () => {
    const accepted = (rate: number) =>
      run(assume({ accept_rate: rate }))
        .senders.find((sender) => sender.account_id === 2)!
        .days.reduce((sum, day) => sum + (day.actions.message ?? 0), 0);
    expect(accepted(50)).toBe(accepted(50));
    expect(accepted(30)).toBe(3);
    expect(accepted(60)).toBe(6);
    const many = run(
      inputOf([['EMAIL'], ['EMAIL', 24]], leadsOf(4000), {
        assumptions: { ...NO_REACTIONS, reply_rate: 25, reply_after_in_hours: 1 },
      }),
    );
    expect(many.leads.replied).toBe(1000);
  });
  test.each([
    [37, 10, 4],
    [3, 10, 0],
    [7, 50, 4],
  ])('of %i leads who get a message %i percent reply, rounded', (amount, reply_rate, replied) => {
    const input = inputOf([['EMAIL'], ['EMAIL', 72]], leadsOf(amount), {
      assumptions: { ...NO_REACTIONS, reply_rate },
    });
    expect(run(input).leads).toMatchObject({ replied, completed: amount - replied });
  });
  test('a withdrawn invitation is no longer accepted', () => {
    const input = inputOf(
      [['LINKEDIN_INVITE'], ['DELETE_LINKEDIN_INVITE', 3], ['ACCEPTED_INVITE', 48], ['LINKEDIN_MESSAGE', 0, 3, 'yes']],
      leadsOf(3),
      { assumptions: { ...NO_REACTIONS, accept_rate: 100 } },
    );
    expect(daysOf(input, 2)).toEqual([{ date: '2026-11-19', invite: 3, withdraw: 3 }]);
  });
  test('a connected lead is looked up and gets its message immediately', () => {
    const input = inputOf(
      [['ALREADY_CONNECTED'], ['LINKEDIN_MESSAGE', 0, 1, 'yes'], ['LINKEDIN_INVITE', 0, 1, 'no']],
      [...leadsOf(2, { is_connected: true }), ...leadsOf(3).map((lead) => ({ ...lead, id: lead.id + 9 }))],
    );
    expect(daysOf(input, 2)).toEqual([{ date: '2026-11-19', message: 2, invite: 3 }]);
  });
  test('calls are counted on the day they are due; a message to a stranger fails', () => {
    const rehearsal = run(inputOf([['CALL_PROSPECT', 24], ['LINKEDIN_MESSAGE']], leadsOf(2)));
    expect(rehearsal.calls).toEqual([{ date: '2026-11-20', amount: 2 }]);
    expect(rehearsal.leads.failed).toBe(2);
    expect(rehearsal.failures[0]).toMatchObject({ leads: 2, text: expect.stringContaining('not connected') });
  });
});

describe('what holds leads', () => {
  test('a problem of the lead fails it and costs nothing', () => {
    const rehearsal = run(inputOf([['EMAIL']], leadsOf(3)), 'This lead has no email address.');
    expect(rehearsal).toMatchObject({
      senders: [],
      leads: { failed: 3 },
      failures: [{ text: 'This lead has no email address.', leads: 3 }],
    });
  });
  const lacks = { text: 'This lead has no email address.', lacks: 'address' as const };
  const lackEmail = (specs: Spec[], more: Partial<RehearsalInput> = {}) =>
    rehearse(inputOf(specs, leadsOf(2), more), (_, node) => (node.type === 'EMAIL' ? lacks : null));
  test('a lead without an address is held 14 days, and the other channel continues', () => {
    const specs: Spec[] = [['EMAIL'], ['VISIT_LINKEDIN_PROFILE', 24]];
    const input = { horizon_in_days: 40 };
    const rehearsal = lackEmail(specs, input);
    const days = rehearsal.senders.map(({ account_id, days }) => [account_id, days.map(({ date }) => date)]);
    // The step is passed over on Thursday two weeks later, and the day of the next one counts from then.
    expect(days).toEqual([[2, ['2026-12-04']]]);
    expect(rehearsal).toMatchObject({
      leads: { failed: 0, completed: 2 },
      failures: [],
      skips: [{ text: 'Skipped: no email address after 14 days.', leads: 2 }],
    });
    expect(lackEmail(specs, { horizon_in_days: 10 })).toMatchObject({
      leads: { open: 2 },
      held: [{ rule: 'missing_data', leads: 2 }],
    });
  });
  test('a hold without end is reported as impossible', () => {
    const campaigns = [campaignOf([['EMAIL']])];
    const flow = campaigns[0]!.flow.map((node) => ({ ...node, address_wait_in_days: null }));
    const rehearsal = lackEmail([['EMAIL']], { campaigns: [{ ...campaigns[0]!, flow }] });
    expect(rehearsal.failures).toEqual([{ text: 'This lead has no email address.', leads: 2 }]);
  });
  test('no sender, a broken one, one without the product: leads stay open and the reason is reported', () => {
    const none = { ...campaignOf([['EMAIL']]), email_account_id: null };
    expect(run(inputOf([['EMAIL']], leadsOf(2), { campaigns: [none] }))).toMatchObject({
      finishes_at: null,
      leads: { open: 2 },
      held: [{ rule: 'sender_missing', leads: 2 }],
    });
    const broken = { ...MAILBOX, status: 'CREDENTIALS' };
    expect(run(inputOf([['EMAIL']], leadsOf(2), { senders: [broken] })).held).toEqual([
      { rule: 'sender_held', leads: 2 },
    ]);
    const free = { ...SEAT, tier: 'CLASSIC' as const };
    expect(run(inputOf([['INMAIL']], leadsOf(2), { senders: [free] })).held).toEqual([
      { rule: 'daily_limit', leads: 2 },
    ]);
  });
  test('other campaigns of a sender take their share, follow-ups of theirs first', () => {
    const other = { ...campaignOf([['EMAIL'], ['EMAIL', 24]]), id: 8 };
    const theirs = leadsOf(30, { campaign_id: 8, status: 'ACTIVE', next_node_id: 2, next_at: NOW }).map((lead) => ({
      ...lead,
      id: lead.id + 100,
    }));
    const input = inputOf([['EMAIL']], [...leadsOf(20), ...theirs], { campaigns: [campaignOf([['EMAIL']]), other] });
    expect(run(input).senders[0]!.days).toEqual([
      { date: '2026-11-19', actions: { email: 10 }, others: 30 },
      { date: '2026-11-20', actions: { email: 10 }, others: 0 },
    ]);
  });
  test('the horizon ends an unfinished rehearsal', () => {
    const rehearsal = run(inputOf([['EMAIL']], leadsOf(500), { horizon_in_days: 5 }));
    expect(rehearsal.finishes_at).toBeNull();
    expect(rehearsal.leads.open).toBeGreaterThan(300);
  });
  test('active leads continue from their current step', () => {
    const activeLeads = leadsOf(2, { status: 'ACTIVE', next_node_id: 2, next_at: new Date('2026-11-23T10:00:00Z') });
    expect(daysOf(inputOf([['EMAIL'], ['EMAIL', 96]], activeLeads), 1)).toEqual([{ date: '2026-11-23', email: 2 }]);
    const invited = leadsOf(2, { status: 'ACTIVE', next_node_id: 2, next_at: new Date('2026-12-10T10:00:00Z') });
    const waiting = inputOf(
      [['LINKEDIN_INVITE'], ['ACCEPTED_INVITE', 720], ['LINKEDIN_MESSAGE', 0, 2, 'yes']],
      invited,
      { assumptions: { ...NO_REACTIONS, accept_rate: 100 } },
    );
    expect(daysOf(waiting, 2)).toEqual([{ date: '2026-11-20', message: 2 }]);
  });
});

describe('several senders', () => {
  const CAPS = [20, 10, 5];
  const senders = [...CAPS.map((email_max_messages, n) => ({ ...MAILBOX, id: 11 + n, email_max_messages })), SEAT];
  const pool = [11, 12, 13];
  const shared = (specs: Spec[], leads: RehearsalLead[], more: Partial<RehearsalCampaign> = {}) =>
    inputOf(specs, leads, {
      campaigns: [campaignOf(specs, { email_account_id: 11, email_pool: pool, ...more })],
      senders,
    });

  test('share the leads by what each may send, the campaign allowing each its own limit', () => {
    const input = shared([['EMAIL']], leadsOf(70));
    expect(pool.map((id) => daysOf(input, id))).toEqual(
      CAPS.map((email) => [
        { date: '2026-11-19', email },
        { date: '2026-11-20', email },
      ]),
    );
    const limited = shared([['EMAIL']], leadsOf(15), { email_max_messages: 5 });
    expect(pool.flatMap((id) => daysOf(limited, id).map(({ email }) => email))).toEqual([5, 5, 5]);
  });

  test('a lead keeps its sender; people of one company share one; a sender who knows a lead gets it', () => {
    const leads = leadsOf(3, { company: 'house.example' }).map((lead) => ({ ...lead, conversation: 13 }));
    const input = shared([['EMAIL'], ['EMAIL', 24]], leads);
    expect(daysOf(input, 13)).toEqual([
      { date: '2026-11-19', email: 3 },
      { date: '2026-11-20', email: 3 },
    ]);
    const colleagues = leadsOf(4, { company: 'house.example' });
    const used = pool.filter((id) => daysOf(shared([['EMAIL']], colleagues), id).length > 0);
    expect(used).toHaveLength(1);
  });

  test('who only finishes takes nothing new', () => {
    const [own, ...rest] = leadsOf(3);
    const leads: RehearsalLead[] = [
      { ...own!, status: 'ACTIVE', next_node_id: 1, next_at: NOW, email_account_id: 12 },
      ...rest,
    ];
    const input = shared([['EMAIL']], leads, { email_pool: [11], email_leaving: [12] });
    expect([11, 12].map((id) => daysOf(input, id).map(({ email }) => email))).toEqual([[2], [1]]);
  });

  test('whom a column names takes the lead', () => {
    const leads = leadsOf(3, { named: { email: 13, linkedin: null } });
    expect(daysOf(shared([['EMAIL']], leads), 13)).toEqual([{ date: '2026-11-19', email: 3 }]);
  });

  test('strict matching: leads of a provider wait for its senders and block no others', () => {
    const leads = [...leadsOf(25, { group: 'google' }), ...leadsOf(30).map((lead) => ({ ...lead, id: lead.id + 100 }))];
    const input = shared([['EMAIL']], leads, { provider_matching: 'strict' });
    const [first, ...others] = senders;
    const strict = { ...input, senders: [{ ...first!, group: 'google' as const }, ...others] };
    const { leads: counts } = run(strict);
    expect(counts).toMatchObject({ completed: 55, open: 0 });
    const noReactions = { ...input, horizon_in_days: 5 };
    const { leads: open, held } = run(noReactions);
    expect([open.completed, open.open, held]).toEqual([30, 25, [{ rule: 'provider_match', leads: 25 }]]);
  });

  test('limits over all senders: mails a day, and leads the campaign begins with', () => {
    const input = shared([['EMAIL']], leadsOf(18), { max_emails_per_day_total: 6 });
    const all = pool.flatMap((id) => daysOf(input, id));
    const sum = (date: string) => all.filter((day) => day.date === date).reduce((n, day) => n + (day.email ?? 0), 0);
    expect(['2026-11-19', '2026-11-20', '2026-11-23'].map(sum)).toEqual([6, 6, 6]);
    const begun = inputOf([['EMAIL'], ['EMAIL', 24]], leadsOf(4), {
      campaigns: [campaignOf([['EMAIL'], ['EMAIL', 24]], { max_new_leads_per_day: 2 })],
    });
    expect(daysOf(begun, 1).map(({ email }) => email)).toEqual([2, 4, 2]);
  });
});
