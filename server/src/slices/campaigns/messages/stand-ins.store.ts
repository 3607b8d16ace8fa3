import type { Variable } from '@overture/domain/message/tokens';
import { sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** Texts that replace missing fields of a lead in one campaign. */
export type StandIns = Partial<Record<Variable, string>>;

/** A lead's message fields, with stand-ins for the blank ones. A field that is filled later takes precedence. */
export function withStandIns<Fields extends Partial<Record<Variable, string | null>>>(
  fields: Fields,
  standIns: StandIns | null | undefined,
): Fields {
  if (!standIns) return fields;
  const given = Object.entries(standIns).filter(([name]) => isBlank(fields[name as Variable]));
  return { ...fields, ...Object.fromEntries(given) };
}

const isBlank = (text: string | null | undefined): boolean => (text ?? '').trim() === '';

/** Stand-ins of the given leads in a campaign; leads without any are left out. */
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
