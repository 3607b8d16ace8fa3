import type { DataFix } from '@overture/contract/data-problems';
import { normalizeEmail } from '@overture/domain/addresses/email-address';
import { firstLane } from '@overture/domain/campaign/lead-plan';
import { canEditFlow } from '@overture/domain/campaign/transitions';
import { addressWaitInDays } from '@overture/domain/flow/address-wait';
import { delayInHours } from '@overture/domain/flow/delays';
import { findNode } from '@overture/domain/flow/flow';
import { customKeyOf } from '@overture/domain/leads/custom-columns';
import type { CustomValue } from '@overture/domain/leads/custom-values';
import { LEAD_FIELDS } from '@overture/domain/leads/lead-fields';
import { DATA_PROBLEM_LIMITS } from '@overture/domain/limits';
import { isVariable, type Variable } from '@overture/domain/message/tokens';
import { toSingleLine } from '@overture/domain/text/text';
import type { Context, TransactionContext } from '../../../kernel/context.ts';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import { type Started, startLookUps, taskOfLookUp } from '../../enrichment/index.ts';
import { fillCustom, fillField, holdLeadColumns, parseGiven, raiseProspectVersion } from '../../prospects/index.ts';
import { findContentProblem } from '../flow/flow.rules.ts';
import { listNodes, updateNode } from '../flow/flow.store.ts';
import { listKnownKeys } from '../flow/known-keys.service.ts';
import { takeOutWhere } from '../leads/lead-changes.service.ts';
import { keepLeads } from '../lookups/lead-needs.store.ts';
import type { StepNeed } from '../missing-data/incomplete-leads.store.ts';
import { lockCampaignForChange } from '../settings/campaigns.service.ts';
import { findCampaign } from '../settings/campaigns.store.ts';
import { fixesFor, lookupFor, writeFallback } from './problems.rules.ts';
import { type KnownNeeds, readStepNeeds } from './problems.service.ts';
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
  /** How many leads the person decides about: others that came meanwhile are not meant. */
  seen_leads: number;
}

/**
 * Decides for all leads that lack one thing at one step. Who lacks it no more is left alone, so asking twice changes nothing.
 * Answers for how many leads something changed. @throws not_found, bad_request, conflict, campaign_locked
 */
export async function fixProblem(ctx: Ctx, campaignId: number, given: WantedFix): Promise<number> {
  return ctx.transaction(async (tx) => {
    await lockCampaignForChange(tx, campaignId);
    const known = await readStepNeeds(tx, campaignId);
    const need = findNeed(known, given);
    if (need === undefined) return 0;
    const { total: leads } = await countProblems(tx, campaignId, [need.lacking]);
    if (leads === 0) return 0;
    if (leads > given.seen_leads)
      throw new ApiError('conflict', { reason: 'More leads lack this by now. Look at them again before you decide.' });
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
      return takeOutWhere(tx, campaignId, need.lacking);
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

/** Starts the look-up for those who lack something at a step and were not looked for. @throws not_found, bad_request, not_enough_credits */
export async function lookUpMissing(
  ctx: Ctx,
  campaignId: number,
  given: { step_id: number; field: string },
): Promise<Started> {
  return ctx.transaction(async (tx) => {
    const need = findNeed(await readStepNeeds(tx, campaignId), given);
    const lookup = lookupFor(given.field);
    if (lookup === null) throw refusal('Nothing looks for this.');
    if (need === undefined) return { started_cells: 0, reserved_credits: 0 };
    const isUnknown = notLookedFor(tx, need.lacking, { lookup, prompt_id: taskOfLookUp(lookup).id });
    const limit = DATA_PROBLEM_LIMITS.look_ups_at_once;
    const prospect_ids = await pageLacking(tx, campaignId, isUnknown, { limit, offset: 0 });
    return startLookUps(tx, campaignId, [{ lookup, prospect_ids }]);
  });
}

/** Takes back that a step is skipped, or that words stand in for a field. Answers for how many leads. @throws not_found, bad_request */
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

/** Fills in what leads of the campaign lack. Who got a value meanwhile keeps it. @throws not_found, bad_request */
export async function fillLeads(
  ctx: Ctx,
  campaignId: number,
  { field, values }: { field: string; values: readonly { prospect_id: number; value: string }[] },
): Promise<Filled> {
  return ctx.transaction(async (tx) => {
    orNotFound(await findCampaign(tx, campaignId));
    const { read, write } = await fillingOf(tx, field);
    const given = [...new Map(values.map(({ prospect_id, value }) => [prospect_id, toSingleLine(value)]))];
    const refused: Filled['refused'] = [];
    const good: FilledValue[] = [];
    for (const [prospect_id, line] of given) {
      const result = line === '' ? { reason: 'There is nothing to fill in.' } : read(line);
      if ('reason' in result) refused.push({ prospect_id, reason: result.reason });
      else good.push({ prospect_id, value: result.value });
    }
    const ids = good.map(({ prospect_id }) => prospect_id);
    const own = new Set(await keepLeads(tx, campaignId, ids));
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

async function fillingOf(tx: Tx, field: string): Promise<Filling> {
  const key = customKeyOf(field);
  if (key !== null) {
    const [column] = await holdLeadColumns(tx, [key]);
    if (column === undefined) throw refusal('There is no such column.');
    return { read: (line) => parseGiven(column.type, line), write: (values) => fillCustom(tx, key, values) };
  }
  if (field !== 'email' && !isVariable(field)) throw refusal('This cannot be filled in here.');
  const { column } = LEAD_FIELDS[field];
  return {
    read: (line) => (field === 'email' ? readEmail(line) : { value: line }),
    write: (values) =>
      fillField(
        tx,
        column,
        values.map(({ prospect_id, value }) => ({ prospect_id, value: String(value) })),
      ),
  };
}

function readEmail(line: string): { value: string } | { reason: string } {
  const email = normalizeEmail(line);
  return email === null ? { reason: 'This is not an email address.' } : { value: email };
}
