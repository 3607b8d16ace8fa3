import type { FlowNode } from '@overture/domain/flow/flow';
import { isConditionType, type NodeType } from '@overture/domain/flow/step-types';
import { variablesOf } from '@overture/domain/message/variables';
import type { Rehearsal, RehearsalSender } from '@overture/domain/rehearsal/rehearsal-types';
import { defineWork, runInThread } from '../server/src/kernel/thread-pool.ts';
import type { GivenLead, GivenRehearsal } from '../server/src/slices/campaigns/rehearsal/rehearsal.rules.ts';
import { type Bench, type Measurement, median } from './support/measure.ts';

const GOAL_IN_MS = 2000;
const LEADS = 10_000;
const ROUNDS = 3;

/**
 * A rehearsal of 10,000 leads as the server makes it, thread and copying included: a flow with both branches, two senders at
 * the highest limits (which makes the most days busy), every pause between two actions walked through.
 */
export const bench: Bench = {
  async run() {
    const work = defineWork<GivenRehearsal, Rehearsal>({
      module: new URL('../server/src/slices/campaigns/rehearsal/rehearsal.rules.ts', import.meta.url),
      timeout_in_ms: 60_000,
      max_waiting: 10,
    });
    await runInThread(work, makeGiven(10, 60));
    const figures: Measurement[] = [];
    for (const gap of [0, 60, 300]) {
      const taken: number[] = [];
      const worked: number[] = [];
      let rehearsal: Rehearsal | null = null;
      for (let round = 0; round < ROUNDS; round += 1) {
        const start = performance.now();
        const before = process.cpuUsage();
        rehearsal = await runInThread(work, makeGiven(LEADS, gap));
        taken.push(performance.now() - start);
        const { user, system } = process.cpuUsage(before);
        worked.push((user + system) / 1000);
      }
      const days = rehearsal?.senders.reduce((sum, sender) => sum + sender.days.length, 0) ?? 0;
      figures.push({
        what: `rehearsal of ${LEADS} leads, ${gap} s between actions, ${days} busy sender days`,
        product: `${Math.round(median(taken))} ms`,
        // Of all threads: what it would take on an idle machine.
        reference: `${Math.round(median(worked))} ms of CPU`,
        goal: `< ${GOAL_IN_MS} ms`,
        is_met: median(taken) < GOAL_IN_MS,
      });
    }
    return figures;
  },
};

const STEPS: [NodeType, number, number | null, 'yes' | 'no' | null][] = [
  ['VISIT_LINKEDIN_PROFILE', 0, null, null],
  ['LINKEDIN_INVITE', 24, 1, null],
  ['ACCEPTED_INVITE', 720, 2, null],
  ['LINKEDIN_MESSAGE', 24, 3, 'yes'],
  ['LINKEDIN_MESSAGE', 96, 4, null],
  ['HAS_EMAIL', 0, 3, 'no'],
  ['EMAIL', 24, 6, 'yes'],
  ['EMAIL', 72, 7, null],
  ['EMAIL', 96, 8, null],
];

function makeGiven(leads: number, gap: number): GivenRehearsal {
  const flow = STEPS.map(([type, delay_in_hours, parent_id, branch], place) => ({
    id: place + 1,
    kind: isConditionType(type) ? 'condition' : 'step',
    type,
    parent_id,
    branch,
    delay_in_hours,
    message: 'Hi {{first_name}}, about {{company_name}}',
    subject_line: 'About {{company_name}}',
  })) as FlowNode[];
  const seat: RehearsalSender = {
    id: 2,
    name: 'Anna',
    channel: 'linkedin',
    status: 'OK',
    is_deleted: false,
    has_connection: true,
    held_until: null,
    next_send_at: null,
    tier: 'SALES_NAVIGATOR',
    linkedin_max_connections: 50,
    linkedin_max_messages: 100,
    linkedin_weekly_invites: 200,
    email_max_messages: 40,
    send_gap_in_seconds: gap,
    ramp: 'new',
    ramp_since: new Date('2026-11-19T10:00:00Z'),
    ramp_cap: null,
    ramp_counted_at: null,
    ramp_active_at: null,
    ramp_stands_until: null,
    spreads_weekly_invites: true,
    days_off: [],
    natural_rhythm: true,
    rhythm_gap_in_seconds: 600,
    own_domain: { scope: 'domain:corp.example', scope_id: 1, cap: 150 },
  };
  return {
    now: new Date('2026-11-19T10:00:00Z'),
    seed: 1,
    horizon_in_days: 730,
    campaign_id: 1,
    days: [],
    assumptions: { accept_rate: 30, reply_rate: 10, accept_after_in_hours: 24, reply_after_in_hours: 24 },
    campaigns: [
      {
        id: 1,
        flow,
        timezone: 'Europe/Amsterdam',
        counts_working_days: true,
        skips_holidays: true,
        holiday_calendar: null,
        sending_window: { days: [1, 2, 3, 4, 5], start: '08:00', end: '18:00' },
        email_account_id: 1,
        linkedin_account_id: 2,
        email_max_messages: 40,
        linkedin_max_messages: 100,
        linkedin_max_connections: 50,
      },
    ],
    senders: [{ ...seat, id: 1, channel: 'email', tier: null }, seat],
    leads: Array.from({ length: leads }, (_, place) => makeLead(place)),
    tier: 'SALES_NAVIGATOR',
  };
}

function makeLead(place: number): GivenLead {
  return {
    id: place + 1,
    campaign_id: 1,
    status: 'NOT_STARTED',
    next_node_id: null,
    next_at: null,
    fields: { email: place % 3 === 0 ? null : `reader${place}@northwind.example`, phone_number: null },
    is_connected: false,
    person: {
      ...variablesOf({
        first_name: `Kim ${place}`,
        last_name: 'Reader',
        job_title: place % 5 === 0 ? null : 'CEO',
        company_name: 'Northwind',
      }),
      has_linkedin: true,
      is_excluded: false,
      suppressed_because: null,
      is_linkedin_suppressed: false,
      is_phone_suppressed: false,
    },
  };
}
