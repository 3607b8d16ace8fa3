import { MESSAGING_LIMITS } from '@overture/domain/limits';
import { sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';
import { acquireLock } from '../../../kernel/db/advisory-locks.ts';
import { countSkipped, isErasedPerson } from '../../erased-people/index.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** A person who wrote and is no lead. */
export interface PersonRow {
  id: number;
  account_id: number;
  provider_id: string;
  provider_chat: string;
  name: string | null;
  handle: string | null;
  phone: string | null;
  message_count: number;
  first_at: Date;
  last_at: Date;
}

const columns = sql.raw(
  'id, account_id, provider_id, provider_chat, name, handle, phone, message_count, first_at, last_at',
);
/** Messages that are remembered of a person, by their digests. */
export const REMEMBERED = 100;

/** Who writes to an account becomes a lead or a stranger by one transaction at a time. */
export async function lockMessagingAccount({ db }: Pick<Tx, 'db'>, accountId: number): Promise<void> {
  await sql`select ${acquireLock('messaging_account', accountId)}`.execute(db);
}

/** Counts a message of a stranger, once; who was silent longest makes room. True where they are to be shown and something changed. */
export async function countPerson(
  tx: Tx,
  given: Omit<PersonRow, 'id' | 'message_count' | 'first_at' | 'last_at'> & { digest: Buffer; sent_at: Date },
): Promise<boolean> {
  if (given.phone !== null && (await isErasedPerson(tx, { phone_number: `+${given.phone}` }))) {
    await countSkipped(tx, 'reply', 1);
    return false;
  }
  const { db, organization } = tx;
  const rows = await sql<{
    is_waiting: boolean;
  }>`insert into messaging_people as p (organization_id, account_id, provider_id,
      provider_chat, name, handle, phone, message_count, digests, first_at, last_at)
    values (${organization.id}, ${given.account_id}, ${given.provider_id}, ${given.provider_chat}, ${given.name}, ${given.handle},
      ${given.phone}, 1, array[${given.digest}::bytea], ${given.sent_at}, ${given.sent_at})
    on conflict (account_id, provider_id) do update set message_count = p.message_count + 1,
      digests = (excluded.digests || p.digests)[1:${sql.lit(REMEMBERED)}], provider_chat = excluded.provider_chat,
      name = coalesce(excluded.name, p.name), handle = coalesce(excluded.handle, p.handle),
      phone = coalesce(excluded.phone, p.phone), first_at = least(p.first_at, excluded.first_at),
      last_at = greatest(p.last_at, excluded.last_at)
      where not p.digests @> excluded.digests
    returning dismissed_at is null as is_waiting`.execute(db);
  await sql`delete from messaging_people where id in (select id from messaging_people where account_id = ${given.account_id}
    order by last_at desc, id desc offset ${MESSAGING_LIMITS.people})`.execute(db);
  return rows.rows[0]?.is_waiting ?? false;
}

export async function listPeople({ db, organization }: Tx): Promise<PersonRow[]> {
  const rows = await sql<PersonRow>`select ${columns} from messaging_people
    where organization_id = ${organization.id} and dismissed_at is null
    order by last_at desc, id desc limit ${MESSAGING_LIMITS.people}`.execute(db);
  return rows.rows;
}

export async function findPerson({ db, organization }: Tx, id: number): Promise<PersonRow | undefined> {
  const rows = await sql<PersonRow>`select ${columns} from messaging_people
    where id = ${id} and organization_id = ${organization.id}`.execute(db);
  return rows.rows[0];
}

/** Answers the account they wrote to; undefined for one who is not there. */
export async function dismissPerson({ db, organization }: Tx, id: number): Promise<{ account_id: number } | undefined> {
  const rows = await sql<{
    account_id: number;
  }>`update messaging_people set dismissed_at = coalesce(dismissed_at, app_now())
    where id = ${id} and organization_id = ${organization.id} returning account_id`.execute(db);
  return rows.rows[0];
}

/** They were taken for a lead they are not: a stranger like others, and not that lead by their number. */
export async function insertUnlinked(
  { db, organization }: Tx,
  given: {
    account_id: number;
    prospect_id: number;
    provider_id: string;
    provider_chat: string;
    name: string | null;
    handle: string | null;
    phone: string | null;
    said: number;
    digests: Buffer[];
    first_at: Date | null;
    last_at: Date | null;
  },
): Promise<void> {
  await sql`insert into messaging_people (organization_id, account_id, provider_id, provider_chat, name, handle, phone, message_count,
      digests, first_at, last_at, not_prospect_id)
    values (${organization.id}, ${given.account_id}, ${given.provider_id}, ${given.provider_chat}, ${given.name}, ${given.handle},
      ${given.phone}, ${given.said}, ${given.digests}::bytea[], coalesce(${given.first_at}, app_now()),
      coalesce(${given.last_at}, app_now()), ${given.prospect_id})
    on conflict (account_id, provider_id) do update set not_prospect_id = excluded.not_prospect_id, dismissed_at = null`.execute(
    db,
  );
}

/** The lead that a stranger is not, however alike their numbers. */
export async function findDenied({ db }: Tx, accountId: number, providerId: string): Promise<number | null> {
  const rows = await sql<{ id: number | null }>`select not_prospect_id as id from messaging_people
    where account_id = ${accountId} and provider_id = ${providerId}`.execute(db);
  return rows.rows[0]?.id ?? null;
}

/** They are a lead now. Answers since when they have written, where they had been strangers. */
export async function forgetPerson(
  { db, organization }: Tx,
  accountId: number,
  providerId: string,
): Promise<Date | null> {
  const rows = await sql<{ first_at: Date }>`delete from messaging_people where account_id = ${accountId}
    and provider_id = ${providerId} and organization_id = ${organization.id} returning first_at`.execute(db);
  return rows.rows[0]?.first_at ?? null;
}

/** An account that was removed leaves nothing of the strangers who wrote to it. */
export async function deletePeople({ db }: Pick<Tx, 'db'>, accountId: number): Promise<void> {
  await sql`delete from messaging_people where account_id = ${accountId}`.execute(db);
}
