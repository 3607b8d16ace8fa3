import type { FieldMapping } from '@overture/contract/integrations';
import { CRM_LIMITS, type CrmLeadField, type CrmType } from '@overture/domain/crm';
import { sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

export async function listMappings({ db, organization }: Tx, type: CrmType, boardId: string): Promise<FieldMapping[]> {
  const rows = await sql<{ crm_field: string; prospect_field: CrmLeadField; overwrites: boolean }>`
    select crm_field, prospect_field, overwrites from crm_field_mappings where organization_id = ${organization.id}
      and integration_type = ${type} and board_id = ${boardId} order by position limit ${CRM_LIMITS.max_mappings}`.execute(
    db,
  );
  return rows.rows.map(({ crm_field, prospect_field, overwrites }) => ({
    hubspotField: crm_field,
    prospectField: prospect_field,
    overwrites,
  }));
}

export async function replaceMappings(
  { db, organization }: Tx,
  type: CrmType,
  boardId: string,
  mappings: readonly FieldMapping[],
): Promise<void> {
  await sql`delete from crm_field_mappings where organization_id = ${organization.id} and integration_type = ${type}
    and board_id = ${boardId}`.execute(db);
  await sql`insert into crm_field_mappings (organization_id, integration_type, board_id, crm_field, prospect_field, overwrites, position)
    select ${organization.id}, ${type}, ${boardId}, g.field, g.prospect_field, g.overwrites, g.position
    from unnest(${mappings.map((one) => one.hubspotField)}::text[], ${mappings.map((one) => one.prospectField)}::text[],
      ${mappings.map((one) => one.overwrites)}::boolean[]) with ordinality as g (field, prospect_field, overwrites, position)`.execute(
    db,
  );
}
