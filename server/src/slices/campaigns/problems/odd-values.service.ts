import type { OddValue, ValueChange } from '@overture/contract/data-problems';
import { listContents } from '@overture/domain/flow/ab-variant';
import { walkFlow } from '@overture/domain/flow/flow';
import { LEAD_FIELDS } from '@overture/domain/leads/lead-fields';
import { DATA_PROBLEM_LIMITS } from '@overture/domain/limits';
import { findOddValue } from '@overture/domain/message/advice/odd-values';
import { VARIABLES, type Variable } from '@overture/domain/message/tokens';
import { usedVariables } from '@overture/domain/message/variables';
import type { Context, TransactionContext } from '../../../kernel/context.ts';
import { orNotFound } from '../../../kernel/errors.ts';
import { raiseProspectVersion } from '../../lead-versions/index.ts';
import { changeFields } from '../../prospects/index.ts';
import { listNodes } from '../flow/flow.store.ts';
import { filterLeads } from '../lookups/lead-needs.store.ts';
import { findCampaign } from '../settings/campaigns.store.ts';
import { listNamedFields, type NamedFields } from './odd-values.store.ts';

type Tx = TransactionContext;
type Ctx = Pick<Context, 'transaction'>;

const LEADS_AT_ONCE = 5000;

/** Values that messages of the campaign name and that would read odd in them, of the leads it is not over for. @throws not_found */
export async function listOddValues(
  ctx: Ctx,
  campaignId: number,
): Promise<{ odd_values: OddValue[]; has_more: boolean }> {
  return ctx.transaction(async (tx) => {
    orNotFound(await findCampaign(tx, campaignId));
    const fields = await listUsedFields(tx, campaignId);
    const odd_values: OddValue[] = [];
    if (fields.length === 0) return { odd_values, has_more: false };
    const { odd_values: most, odd_leads } = DATA_PROBLEM_LIMITS;
    let after = 0;
    for (let seen = 0; seen < odd_leads && odd_values.length <= most; seen += LEADS_AT_ONCE) {
      const leads = await listNamedFields(tx, campaignId, after, LEADS_AT_ONCE);
      for (const lead of leads) odd_values.push(...findOddValues(lead, fields));
      if (leads.length < LEADS_AT_ONCE) return cut(odd_values, false);
      after = leads.at(-1)!.lead_id;
    }
    return cut(odd_values, true);
  });
}

function cut(found: readonly OddValue[], isUnfinished: boolean) {
  const most = DATA_PROBLEM_LIMITS.odd_values;
  return { odd_values: found.slice(0, most), has_more: isUnfinished || found.length > most };
}

function findOddValues(lead: NamedFields, fields: readonly Variable[]): OddValue[] {
  const { prospect_id, first_name, last_name } = lead;
  return fields.flatMap((field) => {
    const found = findOddValue(field, lead[field]);
    if (found === null) return [];
    const person = { prospect_id, first_name: first_name ?? '', last_name: last_name ?? '' };
    return [{ ...person, field, value: lead[field] ?? '', ...found }];
  });
}

async function listUsedFields(tx: Tx, campaignId: number): Promise<Variable[]> {
  const steps = walkFlow(await listNodes(tx, campaignId)).filter((node) => node.kind === 'step');
  const texts = steps.flatMap((step) => listContents(step).flatMap((content) => Object.values(content)));
  const used = new Set(texts.flatMap((text) => usedVariables(text ?? '')));
  return VARIABLES.filter((name) => used.has(name));
}

/**
 * Changes values of the campaign's leads where they still equal the value the user saw. Undo is the same call with both values swapped.
 * @throws not_found
 */
export async function changeValues(ctx: Ctx, campaignId: number, changes: readonly ValueChange[]) {
  return ctx.transaction(async (tx) => {
    orNotFound(await findCampaign(tx, campaignId));
    const ids = [...new Set(changes.map(({ prospect_id }) => prospect_id))];
    const own = new Set(await filterLeads(tx, campaignId, ids));
    let changed = 0;
    for (const field of VARIABLES) {
      const wanted = changes.filter((change) => change.field === field && own.has(change.prospect_id));
      if (wanted.length === 0) continue;
      const once = new Map(
        wanted.map(({ prospect_id, from, to }) => [
          prospect_id,
          { prospect_id, from: storable(from), to: storable(to) },
        ]),
      );
      changed += await changeFields(tx, LEAD_FIELDS[field].column, [...once.values()]);
    }
    if (changed > 0) {
      await raiseProspectVersion(tx);
      tx.live.publish('prospect_campaign', { campaign_id: campaignId, prospect_ids: [...own].slice(0, 500) });
    }
    return { success: true as const, changed, left: changes.length - changed };
  });
}

/** Kept exactly as chosen, including spaces: undo must restore the original value. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}
