import type { DataProblem, DataProblems, ProblemLead } from '@overture/contract/data-problems';
import type { UnsubscribeRule } from '@overture/contract/unsubscribe-rule';
import type { CampaignStatus } from '@overture/domain/campaign/transitions';
import type { FlowNode } from '@overture/domain/flow/flow';
import { findUnlinkedSteps, listUnlinked } from '@overture/domain/flow/unsubscribe-links';
import { DATA_PROBLEM_LIMITS } from '@overture/domain/limits';
import { loadPage, type PageRequest } from '../../../kernel/api-keys/cursor.ts';
import type { Context, TransactionContext } from '../../../kernel/context.ts';
import { orNotFound } from '../../../kernel/errors.ts';
import { findSegments } from '../../ai-segments/index.ts';
import { costPerLead, taskOfLookUp } from '../../enrichment/index.ts';
import { listColumnKeys } from '../../lead-columns/index.ts';
import { getSetting } from '../../organization-settings/index.ts';
import { findProspects } from '../../prospects/index.ts';
import { listSignatures } from '../../signatures/index.ts';
import { listEditedNodes } from '../flow/flow.store.ts';
import { usedSnippets } from '../flow/flow-needs.rules.ts';
import { type StepNeed, stepNeeds } from '../missing-data/incomplete-leads.store.ts';
import { findCampaign } from '../settings/campaigns.store.ts';
import { canFill, fixesFor, lookupFor, numberSteps, orderProblems, presentDecision } from './problems.rules.ts';
import { countProblems, listDecisions, matchesAny, notLookedFor, pageLacking } from './problems.store.ts';
import { listRunningMails } from './running-mails.store.ts';

type Tx = TransactionContext;

export interface KnownNeeds {
  flow: FlowNode[];
  status: CampaignStatus;
  needs: StepNeed[];
}

/** What each step of a campaign needs, with the leads that lack it. @throws not_found */
export async function loadStepNeeds(tx: Tx, campaignId: number, isCopy = false): Promise<KnownNeeds> {
  const { status } = orNotFound(await findCampaign(tx, campaignId));
  const flow = await listEditedNodes(tx, campaignId, isCopy);
  const signatures = (await listSignatures(tx)).map(({ id }) => id);
  const snippets = (await findSegments(tx, usedSnippets(flow))).map(({ id }) => id);
  const needs = stepNeeds(tx, flow, { signatures, snippets }).slice(0, DATA_PROBLEM_LIMITS.problems);
  return { flow, status, needs };
}

/** What a campaign's leads lack, by field and step, with the decisions made about it. @throws not_found */
export async function listProblems(ctx: Pick<Context, 'transaction'>, campaignId: number): Promise<DataProblems> {
  return ctx.transaction(async (tx) => {
    const { flow, status, needs } = await loadStepNeeds(tx, campaignId);
    const steps = numberSteps(flow);
    const { counts, total } = await countProblems(
      tx,
      campaignId,
      needs.map(({ lacking }) => lacking),
    );
    const columns = await listColumnKeys(tx);
    const problems: DataProblem[] = [];
    for (const [index, need] of needs.entries()) {
      const leads = counts[index] ?? 0;
      if (leads === 0) continue;
      problems.push({
        step_id: need.node.id,
        step_number: steps.get(need.node.id)?.step_number ?? 0,
        step_type: need.node.type,
        field: need.field,
        leads,
        fixes: fixesFor(need, status),
        can_fill: canFill(need.field, columns),
        look_up_credits: await findLookUpCredits(tx, campaignId, need),
      });
    }
    const decisions = (await listDecisions(tx, campaignId)).flatMap((row) => presentDecision(row, flow) ?? []);
    const unlinked_steps = (await getSetting(tx, 'requires_link')) ? findUnlinkedSteps(flow) : [];
    return { problems: orderProblems(problems), decisions, leads_with_problems: total, unlinked_steps };
  });
}

async function findLookUpCredits(tx: Tx, campaignId: number, need: StepNeed): Promise<number | null> {
  const lookup = lookupFor(need.field);
  if (lookup === null) return null;
  const task = taskOfLookUp(lookup);
  const isUnknown = notLookedFor(tx, need.lacking, { lookup, prompt_id: task.id });
  return costPerLead(task) * (await countProblems(tx, campaignId, [isUnknown])).total;
}

interface ProblemQuery {
  step_id?: number | null | undefined;
  field?: string | null | undefined;
  in_working_copy?: boolean | undefined;
}

/** A page of the leads that lack one thing at one step, or anything at all. @throws not_found, cursor_invalid */
export async function pageProblemLeads(
  ctx: Pick<Context, 'transaction'>,
  campaignId: number,
  given: ProblemQuery & PageRequest,
): Promise<{ leads: ProblemLead[]; total: number; next_cursor: string | null }> {
  return ctx.transaction(async (tx) => {
    const { needs } = await loadStepNeeds(tx, campaignId, given.in_working_copy);
    const wanted = needs.filter(
      ({ node, field }) => (!given.step_id || node.id === given.step_id) && (!given.field || field === given.field),
    );
    if (wanted.length === 0) return { leads: [], total: 0, next_cursor: null };
    const condition = matchesAny(wanted.map(({ lacking }) => lacking));
    const { rows, next_cursor } = await loadPage(tx, given, {
      list: `problem leads of campaign ${campaignId}`,
      page_size: DATA_PROBLEM_LIMITS.leads_a_page,
      read: (range) => pageLacking(tx, campaignId, condition, range),
      placeOf: ({ id }) => [id],
    });
    const people = await findProspects(
      tx,
      rows.map(({ prospect_id }) => prospect_id),
    );
    const leads = people.map((person) => ({
      prospect_id: person.id,
      first_name: person.first_name,
      last_name: person.last_name,
      job_title: person.job_title,
      company_name: person.company.name,
      email: person.email,
    }));
    return { leads, total: (await countProblems(tx, campaignId, [condition])).total, next_cursor };
  });
}

const MOST_NAMED = 20;

/** Whether the unsubscribe link is required, and the running campaigns that lack it. */
export async function getUnsubscribeRule(ctx: Pick<Context, 'transaction'>): Promise<UnsubscribeRule> {
  return ctx.transaction(async (tx) => {
    const mails = (await listRunningMails(tx)).filter((mail) => listUnlinked(mail).length > 0);
    const campaigns = new Map(mails.map(({ campaign_id: id, name }) => [id, { id, name }]));
    return {
      requires_link: await getSetting(tx, 'requires_link'),
      unlinked_campaigns: [...campaigns.values()].slice(0, MOST_NAMED),
      total_unlinked: campaigns.size,
    };
  });
}
