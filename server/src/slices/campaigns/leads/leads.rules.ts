import type { CampaignLead, NextAction, PreviousAction } from '@overture/contract/campaign-leads';
import type { WaitingFor } from '@overture/domain/diagnosis/waiting-words';
import { type Flow, type FlowNode, findNode, firstNode } from '@overture/domain/flow/flow';
import {
  parseFilters,
  parseSorts,
  type Sort,
  type SortRequest,
  type TableFilter,
} from '@overture/domain/leads/filters';
import { CAMPAIGN_SORT_FIELDS, type ColumnSet } from '@overture/domain/leads/lead-columns';
import type { AccountRow } from '../../accounts/index.ts';
import { describeBounce } from '../../lead-endings/index.ts';
import { presentProspect } from '../../prospects/index.ts';
import type { StepRunRow } from '../run/index.ts';
import { presentSender } from '../settings/campaigns.rules.ts';
import type { LeadRow } from './leads.store.ts';

const NEWEST_FIRST: Sort = { sort_field: 'created_at', sort_direction: 'desc' };

export interface TableRequest extends SortRequest {
  filters?: unknown;
}

/** Parses filters and sort of the leads table, with the research columns they use; returns a message when they are invalid. */
export function parseTable(
  request: TableRequest,
  columns: ColumnSet,
  moreFields: readonly string[],
): { filters: TableFilter[]; columns: ColumnSet; sort: Sort } | { problem: string } {
  const parsed = parseFilters(request.filters, columns);
  if (!parsed.ok) return { problem: parsed.error };
  const fields = new Set([...CAMPAIGN_SORT_FIELDS, ...moreFields]);
  const sort = parseSorts(request, fields, NEWEST_FIRST);
  return sort === null ? { problem: 'This column cannot be sorted.' } : { filters: parsed.filters, columns, sort };
}

/** A node as rows of leads name it: its id under the word of its kind. */
export function presentNode(node: FlowNode) {
  return node.kind === 'step'
    ? { step: { id: node.id, step_type: node.type }, condition: null }
    : { step: null, condition: { id: node.id, condition_type: node.type } };
}

/** Data for presenting lead rows; may contain facts about other leads and campaigns. */
export interface LeadFacts {
  flow: Flow;
  /** Steps that ran for them, oldest first. */
  runs: readonly StepRunRow[];
  /** Why each waits, by campaign-lead id. */
  waiting: ReadonlyMap<number, WaitingFor>;
  /** Labels by person. */
  labels: ReadonlyMap<number, CampaignLead['labels']>;
  boards: ReadonlyMap<number, CampaignLead['kanban_status']>;
  /** Senders that leads have, removed ones included. */
  accounts: ReadonlyMap<number, AccountRow>;
}

/** The lead's next step and what holds it; null when none is left. A lead that was not started is before the first node. */
export function presentNextAction(lead: LeadRow, { flow, waiting }: LeadFacts): NextAction | null {
  const waiting_for = waiting.get(lead.lead_id);
  const node = lead.status === 'NOT_STARTED' ? firstNode(flow) : findNode(flow, lead.next_node_id);
  if (waiting_for === undefined || node === undefined) return null;
  const planned = lead.next_at?.toISOString() ?? null;
  const isLater = waiting_for.until !== null && (planned === null || waiting_for.until > planned);
  return { ...presentNode(node), scheduled_for: isLater ? waiting_for.until : planned, waiting_for };
}

/** A step that ran for a lead, or failed. A bounced mail shows the bounce, as an error when it is permanent. */
export function presentRun(run: StepRunRow, node: FlowNode): PreviousAction {
  const isDone = run.outcome !== 'failed';
  return {
    ...presentNode(node),
    scheduled_for: run.scheduled_for?.toISOString() ?? null,
    completed: isDone,
    completed_at: isDone ? run.finished_at.toISOString() : null,
    ...presentOutcome(run),
  };
}

/** A step that had nothing to do is done: the words about it are a note, not an error. */
function presentOutcome({
  outcome,
  error,
  branch,
  bounce_reason,
  is_hard_bounce,
}: StepRunRow): Pick<PreviousAction, 'error' | 'note' | 'is_yes'> {
  const words = bounce_reason === null ? error : describeBounce(bounce_reason);
  const isFailed = outcome === 'failed' || is_hard_bounce;
  return {
    error: isFailed ? words : null,
    note: isFailed ? null : words,
    is_yes: branch === null ? null : branch === 'yes',
  };
}

export function presentLead(lead: LeadRow, facts: LeadFacts, campaign: CampaignLead['campaign']): CampaignLead {
  const runs = facts.runs.filter((run) => run.campaign_lead_id === lead.lead_id);
  return {
    ...presentProspect(lead),
    campaign_status: lead.status,
    next_action: presentNextAction(lead, facts),
    previous_actions: runs.flatMap((run) => {
      const node = findNode(facts.flow, run.node_id);
      return node === undefined ? [] : presentRun(run, node);
    }),
    error: lead.error,
    labels: facts.labels.get(lead.id) ?? [],
    kanban_status: facts.boards.get(lead.id) ?? null,
    is_flagged: lead.is_flagged,
    senders: presentSenders(lead, facts.accounts),
    created_at: lead.added_at.toISOString(),
    campaign,
  };
}

function presentSenders(lead: LeadRow, accounts: LeadFacts['accounts']): CampaignLead['senders'] {
  const of = (channel: 'email' | 'linkedin', id: number | null, touchedAt: Date | null) => {
    const account = presentKnown(id, accounts);
    return account ? [{ channel, account, has_begun: touchedAt !== null }] : [];
  };
  return [
    ...of('email', lead.email_account_id, lead.email_touched_at),
    ...of('linkedin', lead.linkedin_account_id, lead.linkedin_touched_at),
  ];
}

/** A sender as the wire shows it; null when it is gone for good. */
export function presentKnown(id: number | null, accounts: LeadFacts['accounts']) {
  const account = id === null ? undefined : accounts.get(id);
  return account === undefined ? null : presentSender(account);
}
