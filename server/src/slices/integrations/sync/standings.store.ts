import type { CrmStanding, CrmSyncSwitch } from '@overture/domain/crm';
import { sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';
import { toJson } from '../../../kernel/db/to-json.ts';
import { leadsBehind, type SeenRecord } from './lead-owners.store.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

export interface ReadState {
  sync: CrmSyncSwitch[];
  board_id: string;
  read_page: string | null;
  read_since: Date | null;
  is_due: boolean;
  /** Of leads: takes the owner's address; null where none was chosen. */
  owner_column: string | null;
}

export async function getReadState({ db }: Tx, id: number): Promise<ReadState> {
  const rows = await sql<ReadState>`select sync, sync_board_id as board_id, read_page, read_since,
      next_read_at <= statement_timestamp() as is_due,
      (select c.key from lead_columns c where c.id = integrations.owner_column_id and c.type = 'text' and not c.is_archived) as owner_column
    from integrations where id = ${id}`.execute(db);
  return rows.rows[0] as ReadState;
}

/** Where reading goes on; null ends it, and the next begins with what changed since this one began. */
export async function keepReadPage(
  { db }: Tx,
  id: number,
  page: string | null,
  wait_in_seconds: number,
): Promise<void> {
  await sql`update integrations set read_page = ${page},
      read_since = case when ${page}::text is null then coalesce(read_began, statement_timestamp()) - interval '5 minutes' else read_since end,
      read_began = case when ${page}::text is null then null else coalesce(read_began, statement_timestamp()) end,
      next_read_at = case when ${page}::text is null then statement_timestamp() + make_interval(secs => ${wait_in_seconds})
        else next_read_at end
    where id = ${id}`.execute(db);
}

export async function beginReading({ db }: Tx, id: number): Promise<void> {
  await sql`update integrations set read_began = coalesce(read_began, statement_timestamp()) where id = ${id}`.execute(
    db,
  );
}

export interface SeenPerson extends SeenRecord {
  standing: CrmStanding | null;
}

export interface ChangedStanding {
  prospect_id: number;
  email: string | null;
  standing: CrmStanding | null;
}

/** Our leads behind people of the CRM, by record, address or LinkedIn page; those whose standing is another than before. */
export async function storeStandings(
  tx: Tx,
  at: { integration_id: number; account_id: string },
  seen: readonly SeenPerson[],
): Promise<ChangedStanding[]> {
  const { db, organization } = tx;
  const rows = await sql<ChangedStanding>`with seen as (
      select * from json_to_recordset(${toJson(seen)}::json)
        as g (record_id text, email text, linkedin_key text, standing text)),
    ours as (${leadsBehind(tx, at, 'standing')}),
    known as (select distinct on (prospect_id) prospect_id, standing from ours order by prospect_id, standing nulls last),
    gone as (delete from crm_standings c using known k where c.integration_id = ${at.integration_id}
      and c.prospect_id = k.prospect_id and k.standing is null returning c.prospect_id),
    kept as (insert into crm_standings as c (organization_id, integration_id, prospect_id, standing)
      select ${organization.id}, ${at.integration_id}, prospect_id, standing from known where standing is not null
      on conflict (integration_id, prospect_id) do update set standing = excluded.standing, seen_at = app_now()
        where c.standing <> excluded.standing returning c.prospect_id, c.standing)
    select changed.prospect_id, changed.standing, p.email::text from (
      select prospect_id, standing from kept union all select prospect_id, null from gone) as changed
    join prospects p on p.id = changed.prospect_id`.execute(db);
  return rows.rows;
}

/** Standings of an account are forgotten; answers whom they held. */
export async function forgetStandings({ db }: Tx, integrationId: number): Promise<number[]> {
  const rows = await sql<{ prospect_id: number }>`delete from crm_standings where integration_id = ${integrationId}
    returning prospect_id`.execute(db);
  return rows.rows.map((row) => row.prospect_id);
}
