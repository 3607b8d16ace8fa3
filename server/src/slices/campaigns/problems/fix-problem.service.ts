import type { DataFix } from '@overture/contract/data-problems';
import { normalizeEmail } from '@overture/domain/addresses/email-address';
import { firstLane } from '@overture/domain/campaign/lead-plan';
import { canEditFlow } from '@overture/domain/campaign/transitions';
import { addressWaitInDays } from '@overture/domain/flow/address-wait';
import { delayInHours } from '@overture/domain/flow/delays';
import { findNode } from '@overture/domain/flow/flow';
import { parseCustomKey } from '@overture/domain/leads/custom-columns';
import type { CustomValue } from '@overture/domain/leads/custom-values';
import { LEAD_FIELDS } from '@overture/domain/leads/lead-fields';
import { DATA_PROBLEM_LIMITS } from '@overture/domain/limits';
import { isVariable, type Variable } from '@overture/domain/message/tokens';
import { toSingleLine } from '@overture/domain/text/text';
import type { Context, TransactionContext } from '../../../kernel/context.ts';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import { type Started, startLookUps, taskOfLookUp } from '../../enrichment/index.ts';
import { fillCustom, holdLeadColumns } from '../../lead-columns/index.ts';
import { raiseProspectVersion } from '../../lead-versions/index.ts';
import { fillField, parseGiven } from '../../prospects/index.ts';
import { findContentProblem } from '../flow/flow.rules.ts';
import { listNodes, updateNode } from '../flow/flow.store.ts';
import { listKnownKeys } from '../flow/known-keys.service.ts';
import { removeWhere } from '../leads/lead-changes.service.ts';
import { filterLeads } from '../lookups/lead-needs.store.ts';
import type { StepNeed } from '../missing-data/incomplete-leads.store.ts';
import { lockCampaignForChange } from '../settings/campaigns.service.ts';
import { findCampaign } from '../settings/campaigns.store.ts';
import { fixesFor, lookupFor, writeFallback } from './problems.rules.ts';
import { type KnownNeeds, loadStepNeeds } from './problems.service.ts';
import {
  addStandIns,
  type ChangedLeads,
  countProblems,
  notLookedFor,
  pageLacking,
  removeStandIns,
  skipNode,
  unskipNode,
} from './problems.store.ts';

type Tx = TransactionContext;
type Ctx = Pick<Context, 'transaction'>;

const refusal = (reason: string) => new ApiError('bad_request', { reason });

interface WantedFix {
  step_id: number;
  field: string;
  fix: DataFix;
  words?: string | null | undefined;
  /** Number of leads the user saw; leads that joined later are not included in the decision. */
  seen_leads: number;
}

/**
 * Applies a decision to all leads that lack one field at one step. Leads that no longer lack it are skipped, so repeating a request changes
 * nothing. Returns the number of changed leads.
 * @throws not_found, bad_request, conflict, campaign_locked
 */
export async function fixProblem(ctx: Ctx, campaignId: number, given: WantedFix): Promise<number> {
  return ctx.transaction(async (tx) => {
    await lockCampaignForChange(tx, campaignId);
    const known = await loadStepNeeds(tx, campaignId);
    const need = findNeed(known, given);
    if (need === undefined) return 0;
    const { total: leads } = await countProblems(tx, campaignId, [need.lacking]);
    if (leads === 0) return 0;
    if (leads > given.seen_leads)
      throw new ApiError('conflict', { reason: 'More leads lack this now. Check them before you decide.' });
    if (given.fix === 'fallback' && !canEditFlow(known.status)) throw new ApiError('campaign_locked');
    if (!fixesFor(need, known.status).includes(given.fix)) throw refusal('This cannot be done for this step.');
    return carryOut(tx, campaignId, need, { ...given, leads });
  });
}

function findNeed({ needs }: KnownNeeds, { step_id, field }: Pick<WantedFix, 'step_id' | 'field'>) {
  return needs.find((need) => need.node.id === step_id && need.field === field);
}

async function carryOut(
  tx: Tx,
  campaignId: number,
  need: StepNeed,
  { fix, words, leads }: WantedFix & { leads: number },
): Promise<number> {
  switch (fix) {
    case 'remove':
      return removeWhere(tx, campaignId, need.lacking);
    case 'skip':
      return publish(tx, campaignId, await skipNode(tx, campaignId, need.node.id, need.lacking));
    case 'stand_in': {
      const standIn = { field: need.field, words: requireWords(words) };
      return publish(tx, campaignId, await addStandIns(tx, campaignId, need.lacking, standIn));
    }
    case 'fallback':
      await writeFallbackMessage(tx, need, requireWords(words));
      return leads;
  }
}

function requireWords(words: string | null | undefined): string {
  const line = toSingleLine(words ?? '');
  if (line === '') throw refusal('Write the words to use instead.');
  return line;
}

function publish(tx: Tx, campaign_id: number, { amount, prospect_ids }: ChangedLeads): number {
  if (amount > 0) tx.live.publish('prospect_campaign', { campaign_id, prospect_ids });
  return amount;
}

async function writeFallbackMessage(tx: Tx, { node, field }: StepNeed, words: string): Promise<void> {
  const content = writeFallback(node, field, words);
  if (content === null) throw refusal('A fallback message would not help here.');
  const problem = findContentProblem(node, content, await listKnownKeys(tx));
  if (problem !== null) throw refusal(problem);
  await updateNode(tx, node.id, {
    ...content,
    delay_in_hours: delayInHours(node),
    address_wait_in_days: addressWaitInDays(node),
  });
}

/**
 * Starts the look-up for leads that lack a field at a step and were not looked up before.
 * @throws not_found, bad_request, not_enough_credits
 */
export async function lookUpMissing(
  ctx: Ctx,
  campaignId: number,
  given: { step_id: number; field: string },
): Promise<Started> {
  return ctx.transaction(async (tx) => {
    const need = findNeed(await loadStepNeeds(tx, campaignId), given);
    const lookup = lookupFor(given.field);
    if (lookup === null) throw refusal('No look-up finds this.');
    if (need === undefined) return { started_cells: 0, reserved_credits: 0 };
    const isUnknown = notLookedFor(tx, need.lacking, { lookup, prompt_id: taskOfLookUp(lookup).id });
    const limit = DATA_PROBLEM_LIMITS.look_ups_at_once;
    const lacking = await pageLacking(tx, campaignId, isUnknown, { limit, offset: 0, after: null });
    const prospect_ids = lacking.map(({ prospect_id }) => prospect_id);
    return startLookUps(tx, campaignId, [{ lookup, prospect_ids }]);
  });
}

/** Reverts skipping a step or replacing a field by a stand-in. Returns the number of leads. @throws not_found, bad_request */
export async function undoDecision(
  ctx: Ctx,
  campaignId: number,
  given: { step_id?: number | null | undefined; field?: Variable | null | undefined },
): Promise<number> {
  return ctx.transaction(async (tx) => {
    await lockCampaignForChange(tx, campaignId);
    if (given.field) return publish(tx, campaignId, await removeStandIns(tx, campaignId, given.field));
    if (!given.step_id) throw refusal('Say which decision to take back.');
    const node = orNotFound(findNode(await listNodes(tx, campaignId), given.step_id));
    const lane = firstLane(node.type);
    return publish(tx, campaignId, await unskipNode(tx, campaignId, node.id, lane));
  });
}

interface Filled {
  filled: number;
  left: number;
  refused: { prospect_id: number; reason: string }[];
}

/** Fills in missing data of the campaign's leads. A value that was set in between is kept. @throws not_found, bad_request */
export async function fillLeads(
  ctx: Ctx,
  campaignId: number,
  { field, values }: { field: string; values: readonly { prospect_id: number; value: string }[] },
): Promise<Filled> {
  return ctx.transaction(async (tx) => {
    orNotFound(await findCampaign(tx, campaignId));
    const { read, write } = await findFilling(tx, field);
    const given = [...new Map(values.map(({ prospect_id, value }) => [prospect_id, toSingleLine(value)]))];
    const refused: Filled['refused'] = [];
    const good: FilledValue[] = [];
    for (const [prospect_id, line] of given) {
      const result = line === '' ? { reason: 'There is nothing to fill in.' } : read(line);
      if ('reason' in result) refused.push({ prospect_id, reason: result.reason });
      else good.push({ prospect_id, value: result.value });
    }
    const ids = good.map(({ prospect_id }) => prospect_id);
    const own = new Set(await filterLeads(tx, campaignId, ids));
    const filled = await write(good.filter(({ prospect_id }) => own.has(prospect_id)));
    if (filled > 0) {
      await raiseProspectVersion(tx);
      tx.live.publish('prospect_campaign', { campaign_id: campaignId, prospect_ids: [...own].slice(0, 500) });
    }
    return { filled, left: good.length - filled, refused };
  });
}

interface FilledValue {
  prospect_id: number;
  value: CustomValue;
}

/** How a field or a custom column is filled in. */
interface Filling {
  read(line: string): { value: CustomValue } | { reason: string };
  write(values: readonly FilledValue[]): Promise<number>;
}

async function findFilling(tx: Tx, field: string): Promise<Filling> {
  const key = parseCustomKey(field);
  if (key !== null) {
    const [column] = await holdLeadColumns(tx, [key]);
    if (column === undefined) throw refusal('There is no such column.');
    return { read: (line) => parseGiven(column.type, line), write: (values) => fillCustom(tx, key, values) };
  }
  if (field !== 'email' && !isVariable(field)) throw refusal('This cannot be filled in here.');
  const { column } = LEAD_FIELDS[field];
  return {
    read: (line) => (field === 'email' ? parseEmail(line) : { value: line }),
    write: (values) =>
      fillField(
        tx,
        column,
        values.map(({ prospect_id, value }) => ({ prospect_id, value: String(value) })),
      ),
  };
}

function parseEmail(line: string): { value: string } | { reason: string } {
  const email = normalizeEmail(line);
  return email === null ? { reason: 'This is not an email address.' } : { value: email };
}
