import type { CrmOwner } from '@overture/adapters/crm/crm.port';
import { type RawBuilder, sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';
import { toJson } from '../../../kernel/db/to-json.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** A CRM person, by the keys that match our leads. */
export interface SeenRecord {
  record_id: string;
  email: string | null;
  /** In lower case. */
  other_emails: readonly string[];
  linkedin_key: string | null;
}

/**
 * Our leads behind records of the CRM (`seen`), in a query: by record, one of its addresses or LinkedIn page, with `fields` of what was seen, which
 * are names in `seen`.
 */
export function leadsBehind(
  { organization }: Pick<Tx, 'organization'>,
  at: { integration_id: number; account_id: string },
  fields: string,
): RawBuilder<unknown> {
  const wanted = sql.ref(`s.${fields}`);
  return sql`select k.prospect_id, ${wanted} from seen s join crm_links k on k.integration_id = ${at.integration_id}
        and k.account_id = ${at.account_id} and k.record_id = s.record_id
      union select p.id, ${wanted} from seen s join prospects p on p.organization_id = ${organization.id}
        and s.email is not null and p.email = lower(s.email)
      union select p.id, ${wanted} from seen s cross join unnest(s.other_emails) as other join prospects p
        on p.organization_id = ${organization.id} and p.email = other
      union select p.id, ${wanted} from seen s join prospects p on p.organization_id = ${organization.id}
        and s.linkedin_key is not null and p.linkedin_key = s.linkedin_key`;
}

/** Who can own records there, as they are called now. */
export async function storeCrmUsers({ db }: Tx, integrationId: number, users: readonly CrmOwner[]): Promise<void> {
  const known = users.slice(0, 500).map(({ id, name, email }) => ({ id, name, email }));
  await sql`update integrations set crm_users = ${toJson(known)}::jsonb where id = ${integrationId}
    and crm_users <> ${toJson(known)}::jsonb`.execute(db);
}

export interface ChangedOwner {
  prospect_id: number;
  owner_id: string | null;
}

/** Owners of our leads in the CRM; returns the changed ones. An unknown user counts as no owner. */
export async function storeOwners(
  tx: Tx,
  at: { integration_id: number; account_id: string },
  seen: readonly (SeenRecord & { owner_id: string | null })[],
): Promise<ChangedOwner[]> {
  const { db, organization } = tx;
  const rows = await sql<ChangedOwner>`with seen as (
      select * from json_to_recordset(${toJson(seen)}::json)
        as g (record_id text, email text, other_emails text[], linkedin_key text, owner_id text)),
    ours as (${leadsBehind(tx, at, 'owner_id')}),
    known as (select distinct on (prospect_id) prospect_id, owner_id from ours order by prospect_id, owner_id nulls last),
    gone as (delete from crm_lead_owners c using known k where c.integration_id = ${at.integration_id}
      and c.prospect_id = k.prospect_id and k.owner_id is null returning c.prospect_id),
    kept as (insert into crm_lead_owners as c (organization_id, integration_id, prospect_id, owner_id)
      select ${organization.id}, ${at.integration_id}, prospect_id, owner_id from known where owner_id is not null
      on conflict (integration_id, prospect_id) do update set owner_id = excluded.owner_id, seen_at = app_now()
        where c.owner_id <> excluded.owner_id returning c.prospect_id, c.owner_id)
    select prospect_id, owner_id from kept union all select prospect_id, null from gone`.execute(db);
  return rows.rows;
}

export async function forgetOwners({ db }: Tx, integrationId: number): Promise<void> {
  await sql`delete from crm_lead_owners where integration_id = ${integrationId}`.execute(db);
}
