import type {
  AbTest,
  AnalyticsProspect,
  CampaignAnalytics,
  SenderFigures,
  StepMetrics,
} from '@overture/contract/analytics';
import {
  compareVariants,
  countVariant,
  type DailyMetrics,
  type VariantResult,
  wilsonInterval,
} from '@overture/domain/campaign/analytics';
import type { LeadStatus } from '@overture/domain/campaign/transitions';
import { VARIANTS, type Variant } from '@overture/domain/flow/flow';
import { isStepType } from '@overture/domain/flow/step-types';
import { presentPersonSummary } from '../activities/index.ts';
import type { DaySums, FlowRow, SenderSums, StepSums } from './analytics.store.ts';
import type { AnalyticsPersonRow } from './people.store.ts';

export const NO_FACTS: Omit<DaySums, 'date'> = {
  emails_sent: 0,
  linkedin_messages_sent: 0,
  invites_sent: 0,
  invites_accepted: 0,
  replies: 0,
  interested: 0,
  contacted: 0,
};

/** Totals of the days and the days themselves, as both analytics calls answer them. */
export function presentTotals(days: readonly DaySums[]) {
  const sum = (key: keyof typeof NO_FACTS) => days.reduce((total, day) => total + day[key], 0);
  return {
    amount_of_emails_sent: sum('emails_sent'),
    amount_of_invites_sent: sum('invites_sent'),
    amount_of_invites_accepted: sum('invites_accepted'),
    amount_of_linkedin_messages_sent: sum('linkedin_messages_sent'),
    amount_of_prospects_contacted: sum('contacted'),
    amount_of_replies: sum('replies'),
    amount_of_interested: sum('interested'),
    daily_metrics: days.map(({ contacted: _, ...day }): DailyMetrics => day),
  };
}

type CampaignAccount = SenderFigures['account'];

const YES = ['answered_yes', 'invite_accepted'];
/** Facts about the lead, told beside the run of the node. */
const LEAD_FACTS = ['contacted', 'replied', 'interested', 'failed', 'bounced', 'complained'];

/** Steps of the flow, and deleted ones that did something. */
export function presentSteps(flow: readonly FlowRow[], sums: readonly StepSums[]): StepMetrics[] {
  const known = flow.filter((node) => node.is_live || sums.some((row) => row.node_id === node.id));
  return known.map((node) => {
    const own = sums.filter((row) => row.node_id === node.id);
    const count = (match: (type: string) => boolean) =>
      own.filter((row) => match(row.type)).reduce((total, row) => total + row.amount, 0);
    return {
      step_id: node.id,
      type: node.type,
      parent_id: node.parent_id,
      is_yes_child: node.branch === null ? null : node.branch === 'yes',
      completed: count((type) => !LEAD_FACTS.includes(type)),
      failed: count((type) => type === 'failed'),
      yes: node.kind === 'condition' ? count((type) => YES.includes(type)) : 0,
      no: node.kind === 'condition' ? count((type) => type === 'answered_no') : 0,
      replied: count((type) => type === 'replied'),
      interested: count((type) => type === 'interested'),
      bounced: count((type) => type === 'bounced'),
      complained: count((type) => type === 'complained'),
      is_deleted: !node.is_live,
    };
  });
}

/** Current states of the leads, and completed steps. */
export function presentPipeline(
  steps: readonly StepMetrics[],
  states: readonly { status: string; next_node_id: number | null; leads: number }[],
): CampaignAnalytics['pipeline'] {
  const leads = (match: (row: { status: string; next_node_id: number | null }) => boolean) =>
    states.filter(match).reduce((total, row) => total + row.leads, 0);
  const pipeline: Record<string, number> = {
    not_started: leads((row) => row.status === 'NOT_STARTED'),
    completed: leads((row) => row.status === 'COMPLETED'),
    failed: leads((row) => row.status === 'FAILED'),
    replied: leads((row) => row.status === 'REPLIED'),
  };
  for (const step of steps) {
    pipeline[String(step.step_id)] = leads((row) => row.next_node_id === step.step_id);
    pipeline[`completion_${step.step_id}`] = step.completed;
    pipeline[`failed_${step.step_id}`] = step.failed;
    if (step.type === 'EMAIL') {
      pipeline[`bounced_${step.step_id}`] = step.bounced;
      pipeline[`complained_${step.step_id}`] = step.complained;
    }
    if (isStepType(step.type)) {
      pipeline[`replied_${step.step_id}`] = step.replied;
      pipeline[`interested_${step.step_id}`] = step.interested;
      continue;
    }
    pipeline[`completion_yes_${step.step_id}`] = step.yes;
    pipeline[`completion_no_${step.step_id}`] = step.no;
  }
  return pipeline;
}

/** Results of steps that have, or had, two messages. */
export function presentAbTests(flow: readonly FlowRow[], sums: readonly StepSums[]): AbTest[] {
  return flow.flatMap((node) => {
    if (!isStepType(node.type)) return [];
    const own = sums.filter((row) => row.node_id === node.id);
    if (!node.message_b?.trim() && !own.some((row) => row.variant === 'b')) return [];
    const a = countVariant(own, 'a');
    const b = countVariant(own, 'b');
    const seen = VARIANTS.filter((variant) => isOfTest(node, variant) || own.some((row) => row.variant === variant));
    const variants = seen.map((variant) => ({ variant, ...present(countVariant(own, variant)) }));
    const verdict = compareVariants(a, b);
    return [{ step_id: node.id, step_type: node.type, a: present(a), b: present(b), variants, verdict }];
  });
}

function isOfTest(node: FlowRow, variant: Variant): boolean {
  return variant === 'a' || variant === 'b' || node.more_variants.includes(variant);
}

function present(result: VariantResult): AbTest['a'] {
  return { ...result, reply_rate: wilsonInterval(result.replies, result.sent) };
}

/** Figures of senders, those with most messages first; within one the steps in the order of the flow, variant A before B. */
export function presentSenders(
  flow: readonly FlowRow[],
  sums: readonly SenderSums[],
  accounts: readonly CampaignAccount[],
): SenderFigures[] {
  const senders = [...Map.groupBy(sums, (row) => row.account_id)].flatMap(([id, own]): SenderFigures[] => {
    const account = accounts.find((one) => one.id === id);
    return account ? [{ account, ...sumFigures(own), steps: flow.flatMap((node) => toSteps(node, own)) }] : [];
  });
  return senders.sort((a, b) => b.sent - a.sent || a.account.id - b.account.id);
}

function toSteps(node: FlowRow, sums: readonly SenderSums[]): SenderFigures['steps'] {
  const { id: step_id, type: step_type, is_live } = node;
  if (!isStepType(step_type)) return [];
  const own = sums.filter((row) => row.node_id === step_id);
  const variants = [...new Set(own.map(({ variant }) => variant))].sort();
  return variants.map((variant) => ({
    step_id,
    step_type,
    is_deleted: !is_live,
    variant: VARIANTS.find((one) => one === variant) ?? null,
    ...sumFigures(own.filter((row) => row.variant === variant)),
  }));
}

function sumFigures(sums: readonly SenderSums[]) {
  const count = (match: (type: string) => boolean) =>
    sums.filter(({ type }) => match(type)).reduce((total, { amount }) => total + amount, 0);
  return {
    sent: count((type) => type.endsWith('_sent')),
    replies: count((type) => type === 'replied'),
    interested: count((type) => type === 'interested'),
    bounced: count((type) => type === 'bounced'),
  };
}

/** Mean seconds from a message to its answer; null without replies. */
export function averageReplyTime(sums: readonly StepSums[]): number | null {
  const replies = sums.filter((row) => row.type === 'replied' && row.node_id !== 0);
  const amount = replies.reduce((total, row) => total + row.amount, 0);
  return amount === 0 ? null : Math.round(replies.reduce((total, row) => total + row.seconds, 0) / amount);
}

export function presentAnalyticsProspect(row: AnalyticsPersonRow): AnalyticsProspect {
  return {
    ...presentPersonSummary(row),
    campaign: { id: row.campaign_id, name: row.campaign_name },
    campaign_status: row.campaign_status as LeadStatus,
    occurred_at: row.occurred_at?.toISOString() ?? null,
  };
}
