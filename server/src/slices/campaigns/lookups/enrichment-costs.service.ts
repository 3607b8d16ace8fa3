import {
  type EnrichmentCosts,
  type LookupCost,
  type MissingData,
  MOST_INCOMPLETE_SHOWN,
} from '@overture/contract/campaign-enrichment';
import type { Flow } from '@overture/domain/flow/flow';
import { toMessageFields } from '@overture/domain/message/variables';
import { CONTACT_LOOKUP_COSTS, sumCredits } from '@overture/domain/money/credits';
import type { Context, TransactionContext } from '../../../kernel/context.ts';
import { orNotFound } from '../../../kernel/errors.ts';
import { defineWork, runInThread } from '../../../kernel/thread-pool.ts';
import { findSegments, findSegmentTasks } from '../../ai-segments/index.ts';
import { costPerLead, taskOfLookUp } from '../../enrichment/index.ts';
import { listLeadColumns } from '../../lead-columns/index.ts';
import { findProspects } from '../../prospects/index.ts';
import { findTasks, type ResearchTask } from '../../research-tasks/index.ts';
import { listSignatures } from '../../signatures/index.ts';
import { listNodes } from '../flow/flow.store.ts';
import { usedLookups, usedSnippets, usedTasks } from '../flow/flow-needs.rules.ts';
import { type AddingRequest, findAddable } from '../leads/adding.service.ts';
import { EXAMPLE_PRIVACY_PATH } from '../messages/message-context.rules.ts';
import { loadMessageContext } from '../messages/message-context.store.ts';
import { listOwnResults } from '../messages/research-results.service.ts';
import { listStandIns, withStandIns } from '../messages/stand-ins.store.ts';
import { incompleteLeads } from '../missing-data/incomplete-leads.store.ts';
import { findCampaign } from '../settings/campaigns.store.ts';
import type { GivenLacking } from './lacking.rules.ts';
import {
  countOpenLeads,
  countUnknown,
  findIncompleteLeads,
  findIncompletePeople,
  type IncompleteLeads,
  type PaidFor,
} from './lead-needs.store.ts';

type Tx = TransactionContext;

/** Leads that are about to be added to a campaign: of a list, of another campaign, or by name. */
export interface AdditionRequest extends AddingRequest {
  search_id?: number | null | undefined;
  source_campaign_id?: number | null | undefined;
}

/** Maximum costs of a campaign's flow for its unfinished leads. */
export async function getCosts(ctx: Pick<Context, 'transaction'>, id: number): Promise<EnrichmentCosts> {
  return ctx.transaction(async (tx) => {
    const { total } = orNotFound(await findCampaign(tx, id));
    return describeCosts(tx, await listNodes(tx, id), { total, target: await countOpenLeads(tx, id), campaign_id: id });
  });
}

/** Maximum costs of the research tasks in snippets for a campaign's unfinished leads: one task per lead without a result. */
export async function getSnippetCosts(ctx: Pick<Context, 'transaction'>, id: number, promptIds: readonly number[]) {
  return ctx.transaction(async (tx) => {
    orNotFound(await findCampaign(tx, id));
    const tasks = await findTasks(tx, [...new Set(promptIds)]);
    return {
      enrichment_costs: await costTasks(tx, { campaign_id: id }, tasks),
      target_prospects: await countOpenLeads(tx, id),
    };
  });
}

/** As `getCosts`, for leads that are about to be added, as adding would choose them. @throws not_found, no_leads_selected */
export async function countCosts(ctx: Context, id: number, request: AdditionRequest): Promise<EnrichmentCosts> {
  return ctx.transaction(async (tx) => {
    const { prospectIds, addable } = await findAddition(tx, id, request);
    return describeCosts(tx, await listNodes(tx, id), {
      total: prospectIds.length,
      target: addable.length,
      prospect_ids: addable,
    });
  });
}

async function describeCosts(
  tx: Tx,
  flow: Flow,
  people: PaidFor & { total: number; target: number },
): Promise<EnrichmentCosts> {
  const { tasks: drawnOn } = await findSegmentTasks(tx, usedSnippets(flow));
  const ids = new Set([...usedTasks(flow), ...drawnOn.map(({ id }) => id)]);
  const tasks = await findTasks(tx, [...ids]);
  // A result that a message names was paid for when it was found; only snippets go looking.
  const paid = tasks.filter((task) => drawnOn.some(({ id }) => id === task.id));
  const lookups = await listLookupCosts(tx, flow, people);
  return {
    enrichment_costs: sumCredits(lookups) + (await costTasks(tx, people, paid)),
    lookups,
    total_prospects: people.total,
    unique_prompts_used: tasks.length,
    target_prospects: people.target,
  };
}

/** Maximum costs of the look-ups that conditions of a flow start. */
export async function listLookupCosts(tx: Tx, flow: Flow, people: PaidFor): Promise<LookupCost[]> {
  const lookups = usedLookups(flow);
  const tasks = lookups.map((lookup) => ({ prompt_id: taskOfLookUp(lookup).id, lookup }));
  const leads = await countUnknown(tx, people, tasks);
  const costs = lookups.map((lookup, index) => {
    const count = leads[index] ?? 0;
    return { lookup, leads: count, credits: count * CONTACT_LOOKUP_COSTS[lookup] };
  });
  return costs.filter((cost) => cost.leads > 0);
}

/** Costs of tasks for leads without a result. */
async function costTasks(tx: Tx, people: PaidFor, tasks: readonly ResearchTask[]): Promise<number> {
  const asked = tasks.map((task) => ({ prompt_id: task.id, lookup: task.data_enrichment_type }));
  const unknown = await countUnknown(tx, people, asked);
  return tasks.reduce((sum, task, index) => sum + costPerLead(task) * (unknown[index] ?? 0), 0);
}

/** Leads of a campaign for whom a message cannot be written. */
export async function getMissingData(
  ctx: Pick<Context, 'transaction' | 'organization'>,
  id: number,
): Promise<MissingData> {
  const gathered = await ctx.transaction(async (tx) => {
    orNotFound(await findCampaign(tx, id));
    const { condition, ...needs } = await loadNeeds(tx, id);
    const lacking = condition === null ? NO_LEADS : await findIncompleteLeads(tx, id, condition, MOST_INCOMPLETE_SHOWN);
    return gatherMissing(tx, id, needs, lacking, await countOpenLeads(tx, id));
  });
  return describeMissing(ctx, gathered);
}

/** The same of leads that are about to be added. @throws not_found, no_leads_selected */
export async function countMissingData(ctx: Context, id: number, request: AdditionRequest): Promise<MissingData> {
  const gathered = await ctx.transaction(async (tx) => {
    const { addable } = await findAddition(tx, id, request);
    const { condition, ...needs } = await loadNeeds(tx, id);
    const lacking =
      condition === null ? NO_LEADS : await findIncompletePeople(tx, id, addable, condition, MOST_INCOMPLETE_SHOWN);
    return gatherMissing(tx, id, needs, lacking, addable.length);
  });
  return describeMissing(ctx, gathered);
}

const NO_LEADS: IncompleteLeads = { total: 0, prospect_ids: [] };

async function loadNeeds(tx: Tx, id: number) {
  const flow = await listNodes(tx, id);
  const signatures = await listSignatures(tx);
  const snippets = (await findSegments(tx, usedSnippets(flow))).map((segment) => segment.id);
  const signatureIds = signatures.map((signature) => signature.id);
  const condition = incompleteLeads(tx, flow, { signatures: signatureIds, snippets });
  return { flow, signatures, snippets, condition };
}

interface GatheredMissing {
  given: GivenLacking;
  lacking: IncompleteLeads;
  people: Awaited<ReturnType<typeof findProspects>>;
  total: number;
}

/** Everything the messages are filled in from. They are filled in after the transaction: that may take longer than a connection should be held. */
async function gatherMissing(
  tx: Tx,
  campaignId: number,
  { flow, signatures, snippets }: Omit<Awaited<ReturnType<typeof loadNeeds>>, 'condition'>,
  lacking: IncompleteLeads,
  total: number,
): Promise<GatheredMissing> {
  const people = await findProspects(tx, lacking.prospect_ids);
  const standIns = await listStandIns(tx, campaignId, lacking.prospect_ids);
  const columns = await listLeadColumns(tx);
  const ids = people.map(({ id }) => id);
  const results = await listOwnResults(tx, ids, usedTasks(flow));
  const given = {
    flow,
    signatures,
    // Snippets are written just before they are needed, so they don't count as missing.
    snippets: new Map(snippets.map((id) => [id, 'written later'])),
    circumstances: await loadSharedContext(tx, campaignId),
    people: people.map((person) => ({
      id: person.id,
      email: person.email,
      linkedin_profile_url: person.linkedin_profile_url,
      fields: withStandIns(toMessageFields(person, columns), standIns.get(person.id)),
      research: results.get(person.id),
    })),
  };
  return { given, lacking, people, total };
}

/** A page of leads takes milliseconds with ordinary messages; slower ones are aborted. */
const LACKING_TIMEOUT_IN_MS = 20_000;
const findingLacking = defineWork<GivenLacking, Map<number, string[]>>({
  module: new URL('./lacking.rules.ts', import.meta.url),
  timeout_in_ms: LACKING_TIMEOUT_IN_MS,
  max_waiting: 50,
});

/** @throws unavailable when too many requests run at the same time, or the messages take too long to render */
async function describeMissing(
  { organization }: Pick<Context, 'organization'>,
  { given, lacking, people, total }: GatheredMissing,
): Promise<MissingData> {
  const hasPeople = given.people.length > 0;
  const lacks = hasPeople
    ? await runInThread(findingLacking, given, { owner: organization.id })
    : new Map<number, string[]>();
  return {
    has_missing_data: lacking.total > 0,
    total_missing_data: lacking.total,
    total_prospects: total,
    prospects_with_missing_data: people.map(({ id, first_name, last_name }) => ({
      prospect_id: id,
      first_name,
      last_name,
      missing_variables: lacks.get(id) ?? [],
    })),
  };
}

/** Message values that don't depend on the lead. */
async function loadSharedContext(tx: Tx, campaignId: number) {
  const { email, linkedin, ...around } = await loadMessageContext(tx, campaignId, null);
  const sender = email ?? linkedin ?? UNCHOSEN_SENDER;
  return { ...around, sender, privacy_url: EXAMPLE_PRIVACY_PATH, lead_id: 0, step_id: 0 };
}

/** Before a sender is chosen no sender field counts as missing: the campaign can't start without one. */
const UNCHOSEN_SENDER = { name: 'Sender', email: 'sender@sender.invalid' };

async function findAddition(tx: Tx, id: number, request: AdditionRequest) {
  orNotFound(await findCampaign(tx, id));
  const { search_id, source_campaign_id } = request;
  const isCampaign = request.search_or_campaign === 'campaign' || (!search_id && Boolean(source_campaign_id));
  const source = isCampaign ? (source_campaign_id ?? id) : (search_id ?? null);
  return findAddable(tx, id, source, { ...request, search_or_campaign: isCampaign ? 'campaign' : 'search' });
}
