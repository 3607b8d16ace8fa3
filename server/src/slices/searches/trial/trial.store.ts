import { IMPORT_TRIAL } from '@overture/domain/csv/import-choices';
import { type RawBuilder, sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';
import { tryLock } from '../../../kernel/db/advisory-locks.ts';
import type { FieldChanges } from '../../lead-merging/index.ts';
import { isKeptOut, reachOfLead } from '../../suppression-rules/index.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** False while another trial of the organization is under way. */
export async function isTurn({ db, organization }: Tx): Promise<boolean> {
  const { rows } = await sql<{
    is_free: boolean;
  }>`select ${tryLock('trying_import', organization.id)} as is_free`.execute(db);
  return rows[0]?.is_free ?? false;
}

interface TrialLead {
  lead: string;
  changes: FieldChanges;
}

interface TrialGroup {
  count: number;
  leads: TrialLead[];
}

const MOST = sql.lit(IMPORT_TRIAL.examples);
const changesOf = (row: string) => sql`from merged_changes c where c.prospect_id = ${sql.ref(row)}`;

/** Leads of the merge of this transaction for which a condition holds: how many there are, and the first of them with what changes. */
async function findGroup({ db, organization }: Tx, condition: RawBuilder<unknown>): Promise<TrialGroup> {
  const found = sql`from merged_prospects m join prospects p on p.organization_id = ${organization.id} and p.id = m.prospect_id
    where ${condition}`;
  const { rows } = await sql<TrialGroup>`select (select count(*)::int ${found}) as count,
    (select coalesce(json_agg(one order by id), '[]') from (select p.id,
        coalesce(nullif(trim(p.first_name || ' ' || p.last_name), ''), p.email::text, p.phone_number, p.linkedin_profile_url, '') as lead,
        coalesce((select jsonb_object_agg(e.key, e.value) from merged_changes c cross join lateral jsonb_each(c.changes) e
          where c.prospect_id = p.id), '{}') as changes
      ${found} order by p.id limit ${MOST}) one) as leads`.execute(db);
  return rows[0]!;
}

/** What the merge of this transaction did. A suppressed lead is in a further group besides. */
export async function listGroups(tx: Tx): Promise<Record<'new' | 'updated' | 'unchanged' | 'suppressed', TrialGroup>> {
  const isChanged = sql`exists (select ${changesOf('m.prospect_id')})`;
  return {
    new: await findGroup(tx, sql`m.is_new`),
    updated: await findGroup(tx, sql`not m.is_new and ${isChanged}`),
    unchanged: await findGroup(tx, sql`not m.is_new and not ${isChanged}`),
    suppressed: await findGroup(tx, isKeptOut(reachOfLead)),
  };
}
