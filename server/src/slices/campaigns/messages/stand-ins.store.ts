import type { Variable } from '@overture/domain/message/tokens';
import { sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** Words that stand in for what a lead lacks, in one campaign. */
export type StandIns = Partial<Record<Variable, string>>;

/** What messages name of a lead: where it has nothing, the words that were given for it. What the lead has goes first, also later. */
export function withStandIns<Fields extends Partial<Record<Variable, string | null>>>(
  fields: Fields,
  standIns: StandIns | null | undefined,
): Fields {
  if (!standIns) return fields;
  const given = Object.entries(standIns).filter(([name]) => isBlank(fields[name as Variable]));
  return { ...fields, ...Object.fromEntries(given) };
}

const isBlank = (text: string | null | undefined): boolean => (text ?? '').trim() === '';

/** Those of the people named, in a campaign; who has none is left out. */
export async function listStandIns(
  { db, organization }: Tx,
  campaignId: number,
  prospectIds: readonly number[],
): Promise<Map<number, StandIns>> {
  if (prospectIds.length === 0) return new Map();
  const rows = await sql<{ prospect_id: number; stand_ins: StandIns }>`select prospect_id, stand_ins from campaign_leads
    where campaign_id = ${campaignId} and organization_id = ${organization.id} and stand_ins is not null
      and prospect_id = any(${[...prospectIds]}::bigint[])`.execute(db);
  return new Map(rows.rows.map((row) => [row.prospect_id, row.stand_ins]));
}
