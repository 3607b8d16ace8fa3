import type { Prospect } from '@overture/contract/prospects';
import { LEAD_FIELDS, type LeadFieldValues, STORED_FIELDS } from '@overture/domain/leads/lead-fields';
import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { toJson } from '../../kernel/db/to-json.ts';
import { findProspects } from './prospects.store.ts';

/** People of the organization with the given fields. */
export async function makeLeads(ctx: Context, leads: readonly Partial<LeadFieldValues>[]): Promise<Prospect[]> {
  const columns = sql.join(STORED_FIELDS.map((id) => sql.ref(LEAD_FIELDS[id].column)));
  const given = leads.map((lead) => ({ first_name: '', last_name: '', ...lead }));
  return ctx.transaction(async (tx) => {
    const rows = await sql<{ id: number }>`insert into prospects (organization_id, ${columns})
      select ${ctx.organization.id}, ${columns} from jsonb_populate_recordset(null::prospects, ${toJson(given)}::jsonb)
      returning id`.execute(tx.db);
    return findProspects(
      tx,
      rows.rows.map(({ id }) => id),
    );
  });
}
