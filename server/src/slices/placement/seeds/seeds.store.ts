import type { SeedStatus } from '@overture/domain/deliverability/placement';
import { PLACEMENT_LIMITS } from '@overture/domain/deliverability/placement';
import type { ProviderGroup } from '@overture/domain/sending/sender-choice';
import { sql } from 'kysely';
import type { ReadContext, TransactionContext } from '../../../kernel/context.ts';

type Reader = Pick<ReadContext, 'db' | 'organization'>;
type Tx = Pick<TransactionContext, 'db' | 'organization'>;

export interface SeedRow {
  id: number;
  email: string;
  provider_group: ProviderGroup;
  status: SeedStatus;
  reason: string | null;
  read_at: Date | null;
  created_at: Date;
}

const columns = sql`id, email::text as email, provider_group, status, reason, read_at, created_at`;

export async function listSeeds({ db, organization }: Reader): Promise<SeedRow[]> {
  const rows = await sql<SeedRow>`select ${columns} from seed_mailboxes where organization_id = ${organization.id}
    order by email limit ${sql.lit(PLACEMENT_LIMITS.seeds)}`.execute(db);
  return rows.rows;
}

/** True for an address that the organization sends from. */
export async function isOwnSender({ db, organization }: Tx, email: string): Promise<boolean> {
  const rows = await sql`select from accounts where organization_id = ${organization.id} and email = ${email}::citext
    and deleted_at is null`.execute(db);
  return rows.rows.length > 0;
}

/** Stores a mailbox, or another sign-in of a known one. Undefined at the limit; the lock keeps two requests from passing it together. */
export async function saveSeed(
  { db, organization, user }: Tx & Pick<TransactionContext, 'user'>,
  given: { email: string; provider_group: ProviderGroup; sealed_login: Buffer },
): Promise<SeedRow | undefined> {
  await sql`select from organizations where organization_id = ${organization.id} for update`.execute(db);
  const rows = await sql<SeedRow>`insert into seed_mailboxes as s
      (organization_id, email, provider_group, sealed_login, created_by)
    select ${organization.id}, ${given.email}, ${given.provider_group}, ${given.sealed_login}, ${user?.id ?? null}::bigint
    where (select count(*) from seed_mailboxes where organization_id = ${organization.id} and email <> ${given.email}::citext)
      < ${PLACEMENT_LIMITS.seeds}
    on conflict (organization_id, email) do update set sealed_login = excluded.sealed_login, reason = null, look_at = app_now(), tried_at = app_now(),
      provider_group = excluded.provider_group, status = case when s.proven_at is null then 'new' else 'ok' end
    returning ${columns}`.execute(db);
  return rows.rows[0];
}

/** Forgets a mailbox and its sign-in. Copies that are still searched in it count nowhere. */
export async function deleteSeed({ db, organization }: Tx, id: number): Promise<boolean> {
  await sql`update placement_copies set state = 'unread', settled_at = app_now(), reason = 'The mailbox was removed.'
    where organization_id = ${organization.id} and seed_id = ${id} and state = 'sent'`.execute(db);
  const rows = await sql`delete from seed_mailboxes where organization_id = ${organization.id} and id = ${id}
    returning id`.execute(db);
  return rows.rows.length > 0;
}

export interface RuleRow {
  is_on: boolean;
  every_nth: number;
  most_a_day: number;
}

export async function findRule({ db, organization }: Reader): Promise<RuleRow | undefined> {
  const rows = await sql<RuleRow>`select is_on, every_nth, most_a_day from placement_rules
    where organization_id = ${organization.id}`.execute(db);
  return rows.rows[0];
}

/** Switched on again, only what leaves from now on is copied. */
export async function saveRule({ db, organization }: Tx, rule: RuleRow): Promise<void> {
  await sql`insert into placement_rules as r (organization_id, is_on, every_nth, most_a_day)
    values (${organization.id}, ${rule.is_on}, ${rule.every_nth}, ${rule.most_a_day})
    on conflict (organization_id) do update set is_on = excluded.is_on, every_nth = excluded.every_nth,
      most_a_day = excluded.most_a_day, on_since = case when r.is_on then r.on_since else app_now() end`.execute(db);
}

/** The first mailbox begins it. */
export async function insertRule({ db, organization }: Tx): Promise<void> {
  await sql`insert into placement_rules (organization_id, is_on, every_nth, most_a_day)
    values (${organization.id}, true, ${PLACEMENT_LIMITS.default_every_nth}, ${PLACEMENT_LIMITS.default_most_a_day})
    on conflict (organization_id) do nothing`.execute(db);
}
