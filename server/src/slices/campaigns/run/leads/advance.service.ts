import { type LeadPosition, type Plan, planAt, planNext, planTo } from '@overture/domain/campaign/lead-plan';
import { isLeadDone, type LeadStatus } from '@overture/domain/campaign/transitions';
import { drawVariant, type Variant } from '@overture/domain/flow/ab-variant';
import { addressHold } from '@overture/domain/flow/address-wait';
import { type Branch, type Flow, type FlowNode, findNode, VARIANTS } from '@overture/domain/flow/flow';
import type { ClosedChannel } from '@overture/domain/flow/kinds/node-kind';
import { lookupOf } from '@overture/domain/flow/step-types';
import type { ContactLookup } from '@overture/domain/money/credits';
import type { LeadHours } from '@overture/domain/sending/lead-hours';
import type { WorkingDays } from '@overture/domain/sending/working-days';
import { resolveCallPlace, type ZoneFacts } from '@overture/domain/zones/lead-zone';
import type { SystemTransactionContext } from '../../../../kernel/context.ts';
import { wakeLanes } from '../../../campaign-lanes/index.ts';
import { SUPPRESSED_ON_LINKEDIN, toLeadFacts } from '../lead-facts.rules.ts';
import { explainMiss, LOOKUP_WAIT_IN_MS } from '../lookups/lookup-reasons.rules.ts';
import { endOverdue, insertWanted, type WantedLookup } from '../lookups/lookups.store.ts';
import { type LeadMove, lockLeads, moveLeads, type PositionedLead } from './run-leads.store.ts';
import {
  insertStepRuns,
  listFlows,
  listFollowers,
  listLastDone,
  listSchedules,
  type StepRun,
} from './step-runs.store.ts';

/** A call that is due while the hours of the lead, or of its phone, are closed becomes a person's when it opens: until then the engine watches the clock. */
function holdCall(plan: Plan, zone_facts: ZoneFacts, hours: LeadHours | undefined, now: Date): Plan {
  if (hours === undefined || plan.next?.lane !== 'person') return plan;
  const until = hours.closedForCall(resolveCallPlace(zone_facts), now);
  return until ? { ...plan, next: { ...plan.next, at: until, lane: 'local', rule: 'lead_zone', until } } : plan;
}

/** Shown in the timeline at a step that was skipped for a lead. */
export const SKIPPED_TEXT = 'This step was skipped for this lead.';

/** Shown when the step was skipped because the lead is suppressed on its channel. */
const CLOSED_TEXTS: Record<ClosedChannel, string> = {
  linkedin: SUPPRESSED_ON_LINKEDIN,
  phone: 'This person must not be called: your suppression list says so. The step was left out.',
};

/** The outcome of a lead's node. */
export interface FinishedStep {
  lead_id: number;
  node_id: number;
  outcome: 'done' | 'failed';
  error: string | null;
  intent_id: number | null;
  finished_at: Date;
  /** A message reached the lead. */
  is_contact: boolean;
  /** The branch, when the node was a condition that needed an outside check. */
  branch?: Branch | null;
  /** As they were bound when it was claimed. */
  revision?: number | null;
  variant?: string | null;
}

/** Moves leads whose step ended to their next node, or ends their campaign. Locks the leads. */
export async function advanceFinished(
  tx: SystemTransactionContext,
  finished: readonly FinishedStep[],
  now: Date,
): Promise<void> {
  if (finished.length === 0) return;
  const leads = new Map(
    (
      await lockLeads(
        tx,
        finished.map((step) => step.lead_id),
      )
    ).map((lead) => [lead.id, lead]),
  );
  const campaignIds = [...new Set([...leads.values()].map((lead) => lead.campaign_id))];
  const flows = await listFlows(tx, campaignIds);
  const { days, hours } = await listSchedules(tx, campaignIds);
  const deleted = finished.filter(({ lead_id, node_id }) => !findNode(findFlow(flows, leads.get(lead_id)), node_id));
  const followers = await listFollowers(
    tx,
    deleted.map(({ node_id }) => node_id),
  );
  const writer = new Writer(now, hours);
  for (const step of finished) {
    const lead = leads.get(step.lead_id);
    if (!lead) continue;
    const flow = flows.get(lead.campaign_id) ?? [];
    writer.addRun(lead, step, findVariant(flow, step));
    const own = days.get(lead.campaign_id) ?? null;
    const plan =
      step.outcome === 'failed'
        ? planFailure(step)
        : deleted.includes(step)
          ? planTo(flow, followers.get(step.node_id) ?? null, step.finished_at, toLeadFacts(lead), now, own)
          : planFrom(flow, lead, step, now, own);
    writer.addPlan(lead, explain(flow, lead, plan), step);
  }
  await writer.write(tx);
}

/** Moves leads whose step was deleted by a revision to the step after it. The caller has locked them. */
export async function skipDeletedSteps(
  tx: SystemTransactionContext,
  leads: readonly PositionedLead[],
  now: Date,
): Promise<void> {
  if (leads.length === 0) return;
  const campaignIds = [...new Set(leads.map((lead) => lead.campaign_id))];
  const flows = await listFlows(tx, campaignIds);
  const { days, hours } = await listSchedules(tx, campaignIds);
  const followers = await listFollowers(
    tx,
    leads.flatMap(({ next_node_id }) => next_node_id ?? []),
  );
  const done = await listLastDone(
    tx,
    leads.map(({ id }) => id),
  );
  const writer = new Writer(now, hours);
  for (const lead of leads) {
    const flow = findFlow(flows, lead);
    if (lead.next_node_id === null || findNode(flow, lead.next_node_id)) continue;
    const since = done.get(lead.id) ?? lead.started_at ?? now;
    const own = days.get(lead.campaign_id) ?? null;
    const plan = planTo(flow, followers.get(lead.next_node_id) ?? null, since, toLeadFacts(lead), now, own);
    writer.addPlan(lead, explain(flow, lead, plan), null);
  }
  await writer.write(tx);
}

function findFlow(flows: ReadonlyMap<number, FlowNode[]>, lead: PositionedLead | undefined): FlowNode[] {
  return (lead && flows.get(lead.campaign_id)) ?? [];
}

/** Moves leads whose condition or call is due. The caller has locked them. */
export async function advanceLocal(
  tx: SystemTransactionContext,
  claimed: readonly PositionedLead[],
  now: Date,
): Promise<void> {
  if (claimed.length === 0) return;
  const campaignIds = [...new Set(claimed.map((lead) => lead.campaign_id))];
  const flows = await listFlows(tx, campaignIds);
  const { days, hours } = await listSchedules(tx, campaignIds);
  const isDeleted = (lead: PositionedLead) => !findNode(findFlow(flows, lead), lead.next_node_id);
  await skipDeletedSteps(tx, claimed.filter(isDeleted), now);
  const leads = claimed.filter((lead) => !isDeleted(lead));
  await endOverdueLookups(tx, leads);
  const writer = new Writer(now, hours);
  const wanted: WantedLookup[] = [];
  for (const lead of leads) {
    const flow = flows.get(lead.campaign_id) ?? [];
    const plan = planAt(flow, lead, toLeadFacts(lead), now, days.get(lead.campaign_id) ?? null);
    const lookup = missingLookup(flow, plan, now);
    if (lookup) {
      const { organization_id, prospect_id } = lead;
      wanted.push({ organization_id, campaign_lead_id: lead.id, prospect_id, lookup });
    }
    writer.addPlan(lead, explain(flow, lead, lookup ? waitForLookup(plan, now) : plan), null);
  }
  await insertWanted(tx, wanted);
  await writer.write(tx);
}

/**
 * Takes leads without the address for their node out of the queue, until the address arrives (`missing-data`) or the node is skipped. The
 * engine then acts, even without a working sender. The caller has locked them.
 */
export async function deferForMissingAddress(
  tx: SystemTransactionContext,
  ids: readonly number[],
  now: Date,
): Promise<void> {
  if (ids.length === 0) return;
  const leads = await lockLeads(tx, ids);
  const campaignIds = [...new Set(leads.map((lead) => lead.campaign_id))];
  const flows = await listFlows(tx, campaignIds);
  const { days, hours } = await listSchedules(tx, campaignIds);
  const writer = new Writer(now, hours);
  for (const lead of leads) {
    const flow = findFlow(flows, lead);
    const facts = toLeadFacts(lead);
    const node = findNode(flow, lead.next_node_id);
    if (node && addressHold(node, facts.held))
      writer.addPlan(
        lead,
        explain(flow, lead, planAt(flow, lead, facts, now, days.get(lead.campaign_id) ?? null)),
        null,
      );
  }
  await writer.write(tx);
}

/** No lead waits forever: a look-up that takes longer than this counts as failed. */
async function endOverdueLookups(tx: SystemTransactionContext, leads: readonly PositionedLead[]): Promise<void> {
  const overdue = await endOverdue(
    tx,
    leads.map((lead) => lead.id),
  );
  const byId = new Map(leads.map((lead) => [lead.id, lead]));
  for (const { campaign_lead_id, lookup } of overdue) {
    const lead = byId.get(campaign_lead_id)!;
    const reason = explainMiss(lookup, 'overdue');
    lead.lookups_ended = [...(lead.lookups_ended ?? []), { lookup, reason }];
  }
}

/** The look-up a lead needs at the condition it is at now; null when it needs none. */
function missingLookup(flow: Flow, { next }: Plan, now: Date): ContactLookup | null {
  return next === null || next.at > now ? null : lookupAt(flow, next.node_id);
}

function lookupAt(flow: Flow, nodeId: number): ContactLookup | null {
  const node = findNode(flow, nodeId);
  return node ? lookupOf(node.type) : null;
}

function waitForLookup(plan: Plan, now: Date): Plan {
  const at = new Date(now.getTime() + LOOKUP_WAIT_IN_MS);
  return { ...plan, next: { ...plan.next!, at, rule: 'condition', until: null } };
}

/** Says beside a no why nothing was found. */
function explain(flow: Flow, lead: PositionedLead, plan: Plan): Plan {
  const answered = plan.answered.map((answer) => {
    const lookup = answer.branch === 'no' ? lookupAt(flow, answer.node_id) : null;
    const miss = lookup && lead.lookups_ended?.find((ended) => ended.lookup === lookup);
    return miss ? { ...answer, reason: miss.reason } : answer;
  });
  return { ...plan, answered };
}

function planFrom(flow: Flow, lead: PositionedLead, step: FinishedStep, now: Date, days: WorkingDays | null): Plan {
  const done = { node_id: step.node_id, finished_at: step.finished_at, branch: step.branch ?? null };
  const standing: LeadPosition = { status: lead.status as LeadStatus, started_at: lead.started_at ?? now, done };
  return planNext(flow, standing, toLeadFacts(lead), now, days);
}

/** The variant a lead got; null for steps without a message. */
function findVariant(flow: Flow, step: FinishedStep): Variant | null {
  const node = findNode(flow, step.node_id);
  if (!step.is_contact) return null;
  const bound = VARIANTS.find((variant) => variant === step.variant);
  if (bound) return bound;
  if (node?.kind !== 'step') return null;
  return drawVariant(node, step.lead_id, step.node_id);
}

function planFailure(step: FinishedStep): Plan {
  return { answered: [], next: null, ends: { status: 'FAILED', error: step.error } };
}

/** Collects the results for many leads and writes them in one statement per table. */
class Writer {
  readonly #now: Date;
  readonly #hours: ReadonlyMap<number, LeadHours>;
  // One move per lead: when several of its steps end in one batch, the last decides.
  readonly #moves = new Map<number, LeadMove>();
  readonly #runs: StepRun[] = [];
  /** Organizations whose people have a new call. */
  readonly #called = new Set<number>();
  readonly #wakes: { campaign_id: number; organization_id: number; at: Date | null }[] = [];
  readonly #changed = new Map<number, { organization_id: number; campaign_id: number; prospect_ids: number[] }>();

  constructor(now: Date, hours: ReadonlyMap<number, LeadHours>) {
    this.#now = now;
    this.#hours = hours;
  }

  addRun(lead: PositionedLead, step: FinishedStep, variant: Variant | null): void {
    const { node_id, intent_id, error, finished_at, branch = null, revision = null } = step;
    const outcome = branch === null ? step.outcome : 'answered';
    this.#runs.push({ ...toRun(lead), node_id, outcome, branch, variant, revision, intent_id, error, finished_at });
  }

  addPlan(lead: PositionedLead, found: Plan, step: FinishedStep | null): void {
    const { organization_id, campaign_id } = lead;
    const plan = holdCall(found, lead.zone_facts, this.#hours.get(campaign_id), this.#now);
    this.#runs.push(...passedNodes(plan).map((run) => ({ ...toRun(lead), ...run })));
    const move = toMove(lead, plan, step);
    const contacted = move.contacted || (this.#moves.get(lead.id)?.contacted ?? false);
    this.#moves.set(lead.id, { ...move, contacted });
    if (move.next_lane === 'person') this.#called.add(organization_id);
    const at = move.next_lane === 'person' ? null : move.next_at;
    this.#wakes.push({ campaign_id, organization_id, at: plan.ends ? this.#now : (at ?? this.#now) });
    const entry = this.#changed.get(campaign_id) ?? { organization_id, campaign_id, prospect_ids: [] };
    entry.prospect_ids.push(lead.prospect_id);
    this.#changed.set(campaign_id, entry);
  }

  async write(tx: SystemTransactionContext): Promise<void> {
    await moveLeads(tx, [...this.#moves.values()], this.#now);
    await insertStepRuns(tx, this.#runs);
    await wakeLanes(tx, this.#wakes);
    for (const id of this.#called) tx.forOrganization(id).live.publish('calls_changed', {});
    for (const { organization_id, campaign_id, prospect_ids } of this.#changed.values()) {
      for (let start = 0; start < prospect_ids.length; start += 500) {
        const part = prospect_ids.slice(start, start + 500);
        tx.forOrganization(organization_id).live.publish('prospect_campaign', { campaign_id, prospect_ids: part });
      }
    }
  }
}

/** Columns shared by all step runs of a lead. */
function toRun(lead: PositionedLead) {
  return {
    organization_id: lead.organization_id,
    campaign_id: lead.campaign_id,
    campaign_lead_id: lead.id,
    prospect_id: lead.prospect_id,
    scheduled_for: lead.next_at,
  };
}

/** Nodes a lead passed without an action: evaluated conditions and skipped steps. */
function passedNodes({ answered, skipped = [] }: Plan) {
  const nothing = { variant: null, revision: null, intent_id: null };
  return [
    ...answered.map(({ node_id, branch, decided_at: finished_at, reason = null }) => {
      return { ...nothing, node_id, branch, outcome: 'answered' as const, error: reason, finished_at };
    }),
    ...skipped.map(({ node_id, decided_at: finished_at, reason, closed }) => {
      const error = reason ?? (closed === undefined ? SKIPPED_TEXT : CLOSED_TEXTS[closed]);
      return { ...nothing, node_id, branch: null, outcome: 'done' as const, error, finished_at };
    }),
  ];
}

/** A lead that was stopped in between (by a reply or a user) stays stopped, and a paused one paused; its position is kept. */
function toMove(lead: PositionedLead, plan: Plan, step: FinishedStep | null): LeadMove {
  const status = lead.status as LeadStatus;
  const contacted = step?.is_contact ?? false;
  const nothing = { next_node_id: null, next_at: null, next_lane: null, waiting_rule: null, waiting_until: null };
  if (isLeadDone(status)) return { ...nothing, id: lead.id, status, error: null, contacted, is_over: false };
  if (plan.ends) {
    return { ...nothing, id: lead.id, status: plan.ends.status, error: plan.ends.error, contacted, is_over: true };
  }
  const { node_id, at, lane, rule, until } = plan.next!;
  const isMoving = status === 'SCHEDULED' || status === 'SCHEDULING' || status === 'ACTIVE';
  const isBegun = step !== null || status === 'ACTIVE';
  return {
    id: lead.id,
    status: isMoving ? (isBegun ? 'ACTIVE' : 'SCHEDULED') : status,
    next_node_id: node_id,
    next_at: at,
    next_lane: lane,
    waiting_rule: rule,
    waiting_until: until,
    error: null,
    contacted,
    is_over: false,
  };
}
