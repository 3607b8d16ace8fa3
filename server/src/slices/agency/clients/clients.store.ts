import type { AgencyClientUser } from '@overture/contract/agency';
import { AGENCY_LIMITS } from '@overture/domain/limits';
import { sql } from 'kysely';
import type { ReadContext, SystemTransactionContext } from '../../../kernel/context.ts';

type Tx = Pick<ReadContext, 'db'>;
type SystemTx = Pick<SystemTransactionContext, 'db'>;

export interface ClientRow {
  id: number;
  name: string;
  contact_name: string;
  email: string;
  website_url: string | null;
  logo_file: string | null;
  created_at: Date;
  cancelled_at: Date | null;
  erase_at: Date | null;
  total_users: number;
  total_campaigns: number;
  total_prospects: number;
  email_credits: number;
  extra_email_accounts: number;
  extra_linkedin_accounts: number;
  extra_credits: number;
  is_open_to_agency: boolean;
}

const columns = sql`c.client_id as id, c.contact_name, c.email::text as email, c.logo_file, c.created_at, c.cancelled_at, c.erase_at,
  c.extra_credits, f.name, f.website_url, f.total_users, f.total_campaigns, f.total_prospects, f.email_credits,
  f.extra_email_accounts, f.extra_linkedin_accounts, f.is_open_to_agency`;

export async function listClients({ db }: Tx): Promise<ClientRow[]> {
  const rows =
    await sql<ClientRow>`select ${columns} from agency_clients c join agency_client_figures() f using (client_id)
    order by c.created_at desc, c.client_id desc limit ${AGENCY_LIMITS.clients}`.execute(db);
  return rows.rows;
}

export async function findClient({ db }: Tx, id: number): Promise<ClientRow | undefined> {
  const rows = await sql<ClientRow>`select ${columns} from agency_clients c
    join agency_client_figures(${id}::bigint) f using (client_id) where c.client_id = ${id}`.execute(db);
  return rows.rows[0];
}

export async function listClientUsers(
  { db }: Tx,
  id: number,
): Promise<(Omit<AgencyClientUser, 'last_seen_at'> & { last_seen_at: Date | null })[]> {
  const rows = await sql<Omit<AgencyClientUser, 'last_seen_at'> & { last_seen_at: Date | null }>`
    select * from agency_client_users(${id}::bigint)`.execute(db);
  return rows.rows;
}

export async function findLogo({ db }: Tx, id: number): Promise<{ logo_file: string; logo_type: string } | undefined> {
  const rows = await sql<{ logo_file: string; logo_type: string }>`select logo_file, logo_type from agency_clients
    where client_id = ${id} and logo_file is not null`.execute(db);
  return rows.rows[0];
}

/** Those who add a client at the same time wait for each other. */
export async function countClients(
  { db }: SystemTx,
  agencyId: number,
): Promise<{ in_force: number; cancelled: number }> {
  await sql`select from organizations where organization_id = ${agencyId} for no key update`.execute(db);
  const rows = await sql<{ in_force: number; cancelled: number }>`select
      count(*) filter (where cancelled_at is null)::int as in_force, count(cancelled_at)::int as cancelled
    from agency_clients where organization_id = ${agencyId}`.execute(db);
  return rows.rows[0]!;
}

/**
 * Whether an address belongs to the agency: a user of its own or of its clients, or an active client. Other addresses reveal
 * nothing: the link asks for a code that only the mailbox's owner gets.
 */
export async function isKnownAddress({ db }: SystemTx, agencyId: number, email: string): Promise<boolean> {
  const rows = await sql<{
    is_known: boolean;
  }>`select exists (select from users u join organizations o using (organization_id) where u.email = ${email}
      and ${agencyId}::bigint in (o.organization_id, o.agency_id))
    or exists (select from agency_clients where organization_id = ${agencyId} and email = ${email} and cancelled_at is null)
    as is_known`.execute(db);
  return rows.rows[0]?.is_known ?? false;
}

export interface NewClient {
  client_id: number;
  contact_name: string;
  email: string;
  extra_credits: number;
  logo: { key: string; type: string } | null;
}

export async function insertClient({ db }: SystemTx, agencyId: number, given: NewClient): Promise<void> {
  await sql`insert into agency_clients (organization_id, client_id, contact_name, email, extra_credits, logo_file, logo_type)
    values (${agencyId}, ${given.client_id}, ${given.contact_name}, ${given.email}, ${given.extra_credits},
      ${given.logo?.key ?? null}, ${given.logo?.type ?? null})`.execute(db);
}

export interface LockedClient {
  id: number;
  name: string;
  email: string;
  cancelled_at: Date | null;
  /** The time in which its cancellation can be undone has ended. */
  is_over: boolean;
  has_people: boolean;
}

/** A client of this agency only, locked against other changes. */
export async function lockClient({ db }: SystemTx, agencyId: number, id: number): Promise<LockedClient | undefined> {
  const rows = await sql<LockedClient>`select c.client_id as id, o.name, c.email::text as email, c.cancelled_at,
      coalesce(c.erase_at <= app_now(), false) as is_over,
      exists (select from users u where u.organization_id = c.client_id and not u.is_workspace_user) as has_people
    from agency_clients c join organizations o on o.organization_id = c.client_id
    where c.organization_id = ${agencyId} and c.client_id = ${id} for update of c`.execute(db);
  return rows.rows[0];
}

export async function updateExtraCredits({ db }: SystemTx, id: number, extraCredits: number): Promise<void> {
  await sql`update agency_clients set extra_credits = ${extraCredits} where client_id = ${id}`.execute(db);
}

export async function markCancelled({ db }: SystemTx, id: number): Promise<void> {
  await sql`update agency_clients set cancelled_at = app_now(),
    erase_at = app_now() + make_interval(days => ${AGENCY_LIMITS.cancelled_kept_in_days}) where client_id = ${id}`.execute(
    db,
  );
}

export async function markRestored({ db }: SystemTx, id: number): Promise<void> {
  await sql`update agency_clients set cancelled_at = null, erase_at = null where client_id = ${id}`.execute(db);
}
