import { type EnrichmentCosts, type MissingData, MOST_INCOMPLETE_SHOWN } from '@overture/contract/campaign-enrichment';
import type { Flow } from '@overture/domain/flow/flow';
import { messageFieldsOf } from '@overture/domain/message/variables';
import type { Context, TransactionContext } from '../../../kernel/context.ts';
import { orNotFound } from '../../../kernel/errors.ts';
import { findSegments, findSegmentTasks } from '../../ai-segments/index.ts';
import { findTasks, type ResearchTask } from '../../answers/index.ts';
import { costPerLead, taskOfLookUp } from '../../enrichment/index.ts';
import { findProspects, listLeadColumns } from '../../prospects/index.ts';
import { listSignatures } from '../../signatures/index.ts';
import { listNodes } from '../flow/flow.store.ts';
import { lackingAddresses, lackingFor, usedLookups, usedSnippets, usedTasks } from '../flow/flow-needs.rules.ts';
import { type AddingRequest, findAddable } from '../leads/adding.service.ts';
import { inCircumstances } from '../messages/circumstances.rules.ts';
import { readCircumstances } from '../messages/circumstances.store.ts';
import { valuesOf } from '../messages/messages.rules.ts';
import { listOwnResults } from '../messages/research-results.service.ts';
import { listStandIns, withStandIns } from '../messages/stand-ins.store.ts';
import { incompleteLeads } from '../missing-data/incomplete-leads.store.ts';
import { findCampaign } from '../settings/campaigns.store.ts';
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

/** What the flow of a campaign can cost for the leads it is not over for. */
export async function getCosts(ctx: Pick<Context, 'transaction'>, id: number): Promise<EnrichmentCosts> {
  return ctx.transaction(async (tx) => {
    const { total } = orNotFound(await findCampaign(tx, id));
    return describeCosts(tx, await listNodes(tx, id), { total, target: await countOpenLeads(tx, id), campaign_id: id });
  });
}

/** What research tasks of snippets can cost for the leads of a campaign it is not over for: each task once a lead that has no answer. */
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
  return {
    enrichment_costs: await costTasks(tx, people, [...usedLookups(flow).map(taskOfLookUp), ...paid]),
    total_prospects: people.total,
    unique_prompts_used: tasks.length,
    target_prospects: people.target,
  };
}

/** What tasks cost for those they are not answered for. */
async function costTasks(tx: Tx, people: PaidFor, tasks: readonly ResearchTask[]): Promise<number> {
  const asked = tasks.map((task) => ({ prompt_id: task.id, lookup: task.data_enrichment_type }));
  const unknown = await countUnknown(tx, people, asked);
  return tasks.reduce((sum, task, index) => sum + costPerLead(task) * (unknown[index] ?? 0), 0);
}

/** Leads of a campaign for whom a message cannot be written. */
export async function getMissingData(ctx: Pick<Context, 'transaction'>, id: number): Promise<MissingData> {
  return ctx.transaction(async (tx) => {
    orNotFound(await findCampaign(tx, id));
    const { condition, ...needs } = await readNeeds(tx, id);
    const lacking = condition === null ? NOBODY : await findIncompleteLeads(tx, id, condition, MOST_INCOMPLETE_SHOWN);
    return describeMissing(tx, id, needs, lacking, await countOpenLeads(tx, id));
  });
}

/** The same of leads that are about to be added. @throws not_found, no_leads_selected */
export async function countMissingData(ctx: Context, id: number, request: AdditionRequest): Promise<MissingData> {
  return ctx.transaction(async (tx) => {
    const { addable } = await findAddition(tx, id, request);
    const { condition, ...needs } = await readNeeds(tx, id);
    const lacking =
      condition === null ? NOBODY : await findIncompletePeople(tx, id, addable, condition, MOST_INCOMPLETE_SHOWN);
    return describeMissing(tx, id, needs, lacking, addable.length);
  });
}

const NOBODY: IncompleteLeads = { total: 0, prospect_ids: [] };

async function readNeeds(tx: Tx, id: number) {
  const flow = await listNodes(tx, id);
  const signatures = await listSignatures(tx);
  const snippets = (await findSegments(tx, usedSnippets(flow))).map((segment) => segment.id);
  const signatureIds = signatures.map((signature) => signature.id);
  const condition = incompleteLeads(tx, flow, { signatures: signatureIds, snippets });
  return { flow, signatures, snippets, condition };
}

async function describeMissing(
  tx: Tx,
  campaignId: number,
  { flow, signatures, snippets }: Omit<Awaited<ReturnType<typeof readNeeds>>, 'condition'>,
  lacking: IncompleteLeads,
  total: number,
): Promise<MissingData> {
  const people = await findProspects(tx, lacking.prospect_ids);
  const circumstances = await readAnybodys(tx, campaignId);
  // Snippets are written when they are needed: before that they are not what is missing.
  const written = new Map(snippets.map((id) => [id, 'written later']));
  const standIns = await listStandIns(tx, campaignId, lacking.prospect_ids);
  const columns = await listLeadColumns(tx);
  const fieldsOf = (person: (typeof people)[number]) =>
    withStandIns(messageFieldsOf(person, columns), standIns.get(person.id));
  const ids = people.map(({ id }) => id);
  const results = await listOwnResults(tx, ids, usedTasks(flow));
  return {
    has_missing_data: lacking.total > 0,
    total_missing_data: lacking.total,
    total_prospects: total,
    prospects_with_missing_data: people.map((person) => ({
      prospect_id: person.id,
      first_name: person.first_name,
      last_name: person.last_name,
      missing_variables: [
        ...lackingFor(
          flow,
          inCircumstances(
            valuesOf(fieldsOf(person), signatures, NO_ADDRESS, written, results.get(person.id)),
            circumstances,
          ),
        ),
        ...lackingAddresses(flow, person),
      ],
    })),
  };
}

/** What messages can name beside the lead, whoever it is. */
async function readAnybodys(tx: Tx, campaignId: number) {
  const { email, linkedin, ...around } = await readCircumstances(tx, campaignId, null);
  return { ...around, sender: email ?? linkedin ?? UNCHOSEN_SENDER, lead_id: 0, step_id: 0 };
}

/** Before a sender is chosen nobody lacks one: a campaign cannot start without. */
const UNCHOSEN_SENDER = { name: 'Sender', email: 'sender@sender.invalid' };

/** An unsubscribe link is made when a mail is sent: it is never what is missing. */
const NO_ADDRESS = 'https://unsubscribe.invalid/';

async function findAddition(tx: Tx, id: number, request: AdditionRequest) {
  orNotFound(await findCampaign(tx, id));
  const { search_id, source_campaign_id } = request;
  const isCampaign = request.search_or_campaign === 'campaign' || (!search_id && Boolean(source_campaign_id));
  const source = isCampaign ? (source_campaign_id ?? id) : (search_id ?? null);
  return findAddable(tx, id, source, { ...request, search_or_campaign: isCampaign ? 'campaign' : 'search' });
}
