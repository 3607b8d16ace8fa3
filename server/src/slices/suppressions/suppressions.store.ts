import type { PersonEntry } from '@overture/domain/suppressions/entries';
import {
  SUPPRESSION_LIMITS,
  type SuppressionKind,
  type SuppressionReason,
} from '@overture/domain/suppressions/suppressions';
import { type RawBuilder, sql } from 'kysely';
import type { PageRange } from '../../kernel/api-keys/cursor.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { containsPattern } from '../../kernel/db/like-pattern.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;
type Person = { id: number; name: string } | null;

export interface SuppressionRow extends PersonEntry {
  id: number;
  kind: SuppressionKind;
  reason: SuppressionReason;
  detail: string | null;
  created_by: Person;
  created_at: Date;
  /** The lead whose conversation has the reason; null if there is none, or it was deleted. */
  prospect_id: number | null;
}

export interface SuppressionQuery {
  /** Lower case, of numbers the digits; empty for all. */
  search: string;
  /** Whom the search names in full: so they are found although they were erased. */
  named: { kind: SuppressionKind; value: string } | null;
  reason: SuppressionReason | null;
  kind: SuppressionKind | null;
}

type Page = PageRange;

const isAfter = (after: Page['after']) => (after === null ? sql`` : sql`and id < ${after[0]}::bigint`);

const personOf = (column: RawBuilder<unknown>) =>
  sql`(select json_build_object('id', u.id, 'name', u.name) from users u where u.id = ${column})`;

const columns = sql`id, kind, email::text as email, phone_key, linkedin_key, reason`;

/** All that an entry names: in the words of the index. */
const words = sql`(coalesce(email::text, '') || ' ' || coalesce(phone_key, '') || ' ' || coalesce(linkedin_key, ''))`;

/** Left out without a search: a parameter for it would keep the planner from the index. */
function contains(search: string): RawBuilder<unknown> {
  return search === '' ? sql`` : sql`and ${words} like ${containsPattern(search)}`;
}

function passes({ organization }: Tx, { search, named, reason, kind }: SuppressionQuery): RawBuilder<unknown> {
  const ofReason = reason === null ? sql`` : sql`and reason = ${reason}`;
  const ofKind = kind === null ? sql`` : sql`and kind = ${kind}`;
  const found =
    search === '' || named === null
      ? contains(search)
      : sql`and (${words} like ${containsPattern(search)} or erased_key = (select erased_key(k.secret, ${named.kind}, ${named.value})
          from erasure_keys k where k.organization_id = ${organization.id}) collate "C")`;
  return sql`organization_id = ${organization.id} ${ofReason} ${ofKind} ${found}`;
}

/** Newest first; the place of a row is its id. */
export async function pageSuppressions(
  tx: Tx,
  query: SuppressionQuery,
  { limit, offset, after }: Page,
): Promise<SuppressionRow[]> {
  const rows =
    await sql<SuppressionRow>`select ${columns}, detail, ${personOf(sql`s.created_by`)} as created_by, created_at, (select c.prospect_id from chats c
      where c.prospect_id = s.prospect_id and c.organization_id = s.organization_id) as prospect_id
    from suppressions s where ${passes(tx, query)} ${isAfter(after)} order by id desc limit ${limit} offset ${offset}`.execute(
      tx.db,
    );
  return rows.rows;
}

/** Counted up to a limit beyond which users do not page. */
export async function countSuppressions(tx: Tx, query: SuppressionQuery): Promise<number> {
  const rows = await sql<{ n: number }>`select count(*)::int as n from (
    select from suppressions where ${passes(tx, query)} limit ${SUPPRESSION_LIMITS.most_counted}) s`.execute(tx.db);
  return rows.rows[0]?.n ?? 0;
}

/** The address of an entry that a bounce put on the list. */
export async function findBouncedAddress({ db, organization }: Tx, id: number): Promise<string | null> {
  const rows = await sql<{ email: string | null }>`select email::text as email from suppressions
    where id = ${id} and organization_id = ${organization.id} and reason = 'hard_bounce'`.execute(db);
  return rows.rows[0]?.email ?? null;
}

/** Locked: who unsubscribes in this moment is waited for. */
export async function lockSuppression(
  { db, organization }: Tx,
  id: number,
): Promise<Omit<SuppressionRow, 'detail' | 'created_by' | 'created_at' | 'prospect_id'> | undefined> {
  const rows = await sql<SuppressionRow>`select ${columns} from suppressions
    where id = ${id} and organization_id = ${organization.id} for update`.execute(db);
  return rows.rows[0];
}

export async function moveToLifts(
  { db, organization, user }: Tx & Pick<TransactionContext, 'user'>,
  id: number,
  { why, persons_words }: { why: string; persons_words: string | null },
): Promise<void> {
  await sql`with gone as (
      delete from suppressions where id = ${id} and organization_id = ${organization.id} returning *
    ) insert into suppression_lifts (organization_id, kind, email, phone_key, linkedin_key, reason, detail, suppressed_at, why,
        persons_words, lifted_by)
      select organization_id, kind, email, phone_key, linkedin_key, reason, detail, created_at, ${why}, ${persons_words}, ${user?.id ?? null}::bigint
      from gone`.execute(db);
}

interface LiftRow extends PersonEntry {
  id: number;
  kind: SuppressionKind;
  reason: SuppressionReason;
  suppressed_at: Date;
  why: string;
  persons_words: string | null;
  lifted_by: Person;
  lifted_at: Date;
}

export async function pageLifts(
  { db, organization }: Tx,
  search: string,
  { limit, offset, after }: Page,
): Promise<LiftRow[]> {
  const rows = await sql<LiftRow>`select ${columns}, suppressed_at, why, persons_words,
      ${personOf(sql`l.lifted_by`)} as lifted_by, lifted_at from suppression_lifts l
    where organization_id = ${organization.id} ${contains(search)} ${isAfter(after)} order by id desc limit ${limit} offset ${offset}`.execute(
    db,
  );
  return rows.rows;
}

export async function countLifts({ db, organization }: Tx, search: string): Promise<number> {
  const rows = await sql<{ n: number }>`select count(*)::int as n from (select from suppression_lifts
    where organization_id = ${organization.id} ${contains(search)} limit ${SUPPRESSION_LIMITS.most_counted}) l`.execute(
    db,
  );
  return rows.rows[0]?.n ?? 0;
}
