import type { Campaign, CampaignSummary, Condition, Step } from '@overture/contract/campaigns';
import { countVariant, type VariantResult } from '@overture/domain/campaign/analytics';
import { CAMPAIGN_STATUS_LABELS } from '@overture/domain/campaign/transitions';
import { isAbTested } from '@overture/domain/flow/ab-variant';
import { type Flow, type FlowNode, firstNode, VARIANTS, type Variant, walkFlow } from '@overture/domain/flow/flow';
import { isStepType } from '@overture/domain/flow/step-types';
import * as wire from '@overture/domain/flow/wire-flow';
import { TEXT_LIMITS } from '@overture/domain/limits';
import type { Language } from '@overture/domain/message/languages';
import { cutText } from '@overture/domain/text/text-bounds';
import type { AccountRow } from '../../accounts/index.ts';
import type { AttachmentRow } from '../flow/attachments.store.ts';
import type { CampaignRow } from './campaigns.store.ts';
import type { DoneSum } from './figures.store.ts';

const NEW_NAME = 'New campaign';

/** A name for a blank draft that is not taken yet: 'New campaign', 'New campaign 2', ... */
export function nameOfDraft(taken: readonly string[]): string {
  return freeName(NEW_NAME, taken);
}

/** 'Spring launch (copy)', 'Spring launch (copy) 2', ...; a copy of a copy gets no second '(copy)'. */
export function nameOfCopy(name: string, taken: readonly string[]): string {
  const base = cutText(name.replace(/ \(copy\)(?: \d+)?$/, ''), TEXT_LIMITS.campaign_name_max - 12);
  return freeName(`${base} (copy)`, taken);
}

/** A name for a draft made from a template: without the suffix of saving it, numbered when taken. */
export function nameOfTemplateDraft(name: string, taken: readonly string[]): string {
  const base = cutText(name.replace(/ \(Template\)$/i, ''), TEXT_LIMITS.campaign_name_max - 6) || NEW_NAME;
  return freeName(base, taken);
}

function freeName(wanted: string, taken: readonly string[]): string {
  const names = new Set(taken);
  let name = wanted;
  for (let number = 2; names.has(name); number += 1) name = `${wanted} ${number}`;
  return name;
}

/** Percent with one decimal: replied over contacted leads. */
function replyRate({ replied, contacted }: { replied: number; contacted: number }): number {
  return contacted === 0 ? 0 : Math.round((replied / contacted) * 1000) / 10;
}

/** Senders of a campaign that still exist, mailbox first. */
export function listAccountIds(row: CampaignSenders): number[] {
  const first = [row.email_account_id, row.linkedin_account_id].filter((id) => id !== null);
  return [...new Set([...first, ...row.email_account_ids, ...row.linkedin_account_ids])];
}

type CampaignSenders = Pick<
  CampaignRow,
  'email_account_id' | 'linkedin_account_id' | 'email_account_ids' | 'linkedin_account_ids'
>;

/** Facts for a campaign in a list besides its row. `accounts` may contain more senders than it uses. */
export interface SummaryFacts {
  accounts: readonly AccountRow[];
  labels: CampaignSummary['labels'];
  done: readonly DoneSum[];
  tested: readonly TestedStep[];
}

export function presentSummary(row: CampaignRow, { accounts, labels, done, tested }: SummaryFacts): CampaignSummary {
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    created_at: row.created_at.toISOString(),
    accounts: presentAccounts(row, accounts),
    labels,
    total_prospects: row.total,
    total_completed_leads: row.completed,
    total_contacted: row.contacted,
    total_replies: row.replied,
    waiting_for_data: row.waiting_for_data,
    reply_rate: replyRate(row),
    timezone: row.timezone,
    language: row.language as Language,
    email_max_messages: row.email_max_messages,
    linkedin_max_messages: row.linkedin_max_messages,
    linkedin_max_connections: row.linkedin_max_connections,
    amount_of_prospects: row.total,
    total_emails_sent: countDone(done, 'email_sent'),
    total_linkedin_messages_sent: countDone(done, 'linkedin_message_sent'),
    total_invites_sent: countDone(done, 'invite_sent'),
    total_invites_accepted: countDone(done, 'invite_accepted'),
    ab_testing: presentAbTesting(tested, done),
  };
}

export const CSV_HEADING = [
  'Campaign',
  'Status',
  'Leads',
  'Completed',
  'Contacted',
  'Replies',
  'Reply rate',
  'Created',
];

/** A campaign as cells of that file; the reply rate in percent. */
export function cellsOfCampaign(row: CampaignRow): string[] {
  const figures = [row.total, row.completed, row.contacted, row.replied, replyRate(row)].map(String);
  return [row.name, CAMPAIGN_STATUS_LABELS[row.status], ...figures, row.created_at.toISOString()];
}

/** The senders of a campaign as the wire shows them; removed ones are left out. */
export function presentAccounts(row: CampaignSenders, accounts: readonly AccountRow[]): CampaignSummary['accounts'] {
  return listAccountIds(row).flatMap((id) => {
    const account = accounts.find((item) => item.id === id && item.deleted_at === null);
    return account === undefined ? [] : [presentSender(account)];
  });
}

/** A sender as the wire shows it, a removed one too. */
export function presentSender({ id, name, email, picture_url, account_type, status, deleted_at }: AccountRow) {
  return { id, name, email, picture_url, account_type, status: deleted_at === null ? status : ('DELETED' as const) };
}

export interface LoadedCampaign {
  row: CampaignRow;
  accounts: readonly AccountRow[];
  flow: Flow;
  attachments: readonly AttachmentRow[];
  labels: CampaignSummary['labels'];
  done: readonly DoneSum[];
}

export function presentCampaign({ row, accounts, flow, attachments, labels, done }: LoadedCampaign): Campaign {
  const nodes = walkFlow(flow);
  const first = firstNode(flow);
  const isChosen = (id: number | null) => accounts.some((item) => item.id === id && item.deleted_at === null);
  return {
    ...presentSummary(row, {
      accounts,
      labels,
      done,
      tested: listTestedSteps(flow, (node) => node.kind === 'step' && isAbTested(node)),
    }),
    sending_window: row.sending_window,
    windows: row.windows,
    counts_working_days: row.counts_working_days,
    skips_holidays: row.skips_holidays,
    holiday_calendar: row.holiday_calendar,
    uses_lead_zone: row.uses_lead_zone,
    sender_column_id: row.sender_column_id,
    provider_matching: row.provider_matching,
    max_emails_per_day_total: row.max_emails_per_day_total,
    max_new_leads_per_day: row.max_new_leads_per_day,
    plain_text_only: row.plain_text_only,
    plain_first_email: row.plain_first_email,
    signature_choice: row.signature_choice,
    signature_id: row.signature_id,
    signs_follow_ups: row.signs_follow_ups,
    tracks_clicks: row.tracks_clicks,
    tracks_opens: row.tracks_opens,
    touch_rules: row.touch_rules,
    lookup_credits: row.lookup_credits,
    email_account_id: isChosen(row.email_account_id) ? row.email_account_id : null,
    linkedin_account_id: isChosen(row.linkedin_account_id) ? row.linkedin_account_id : null,
    email_account_ids: row.email_account_ids.filter(isChosen),
    linkedin_account_ids: row.linkedin_account_ids.filter(isChosen),
    first_step: first?.kind === 'step' ? first.id : null,
    first_condition: first?.kind === 'condition' ? first.id : null,
    steps: nodes.flatMap((node) => presentStep(flow, node, attachments) ?? []),
    conditions: nodes.flatMap((node) => presentCondition(flow, node) ?? []),
    activated_at: row.activated_at?.toISOString() ?? null,
    completed_at: row.completed_at?.toISOString() ?? null,
    version: row.edit_version,
  };
}

function countDone(done: readonly DoneSum[], type: string): number {
  return done.filter((row) => row.type === type).reduce((total, { amount }) => total + amount, 0);
}

type TestedStep = NonNullable<CampaignSummary['ab_testing']['step']>;

/** Steps of a flow that send two messages, each with its number among the steps in reading order. */
export function listTestedSteps<N extends FlowNode>(flow: Flow<N>, isTested: (node: N) => boolean): TestedStep[] {
  const steps = walkFlow(flow).filter(({ kind }) => kind === 'step');
  return steps.flatMap((node, index) =>
    isStepType(node.type) && isTested(node) ? [{ id: node.id, type: node.type, number: index + 1 }] : [],
  );
}

/** The test with most messages: campaigns with several are compared by the one that says most. */
function presentAbTesting(tested: readonly TestedStep[], done: readonly DoneSum[]): CampaignSummary['ab_testing'] {
  const counted = tested.map((step) => {
    const own = done.filter(({ node_id }) => node_id === step.id);
    const results = VARIANTS.map((variant) => ({ variant, ...countVariant(own, variant) }));
    return { step, results, sent: results.reduce((sum, { sent }) => sum + sent, 0) };
  });
  const [first] = counted.sort((one, other) => other.sent - one.sent || one.step.number - other.step.number);
  return {
    enabled: tested.length > 0,
    reply_rate_display: first ? displayReplyRates(first.results) : null,
    step: first?.step ?? null,
    other_steps: Math.max(0, tested.length - 1),
  };
}

/** Replies over messages of each variant; null while neither went out. */
function displayReplyRates(results: readonly (VariantResult & { variant: Variant })[]): string | null {
  const rates = results.flatMap(({ variant, sent, replies }) => {
    return sent === 0 ? [] : [`${variant.toUpperCase()} ${replyRate({ replied: replies, contacted: sent })}%`];
  });
  return rates.length === 0 ? null : rates.join(' / ');
}

/** A step as the wire shows it; null for a condition. */
export function presentStep(flow: Flow, node: FlowNode, attachments: readonly AttachmentRow[]): Step | null {
  if (node.kind !== 'step') return null;
  return {
    ...wire.presentStep(flow, node),
    ...presentAttachments(attachments.filter((item) => item.node_id === node.id)),
  };
}

/** A condition as the wire shows it; null for a step. */
export function presentCondition(flow: Flow, node: FlowNode): Condition | null {
  return node.kind === 'condition' ? wire.presentCondition(flow, node) : null;
}

/** Attachments of one step, without the keys of their files. */
export function presentAttachments(
  rows: readonly AttachmentRow[],
): Pick<Step, 'attachments' | 'attachment_total_size'> {
  return {
    attachments: rows.map(({ id, name, type, size }) => ({ id, name, type, size })),
    attachment_total_size: rows.reduce((sum, { size }) => sum + size, 0),
  };
}
