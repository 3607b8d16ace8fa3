import { RETENTION_KINDS, type RetentionKind } from '@overture/domain/organization/retention';
import { type RawBuilder, sql } from 'kysely';
import type { ReadContext, SystemTransactionContext, TransactionContext } from '../../kernel/context.ts';
import { toJson } from '../../kernel/db/to-json.ts';
import { isNotParked } from '../../kernel/rounds/rounds.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;
type Reader = Pick<ReadContext, 'db' | 'organization'>;
export type RetentionRules = Record<RetentionKind, number | null>;

export const LOOP = 'retention';
const MOST_COUNTED = 100_000;

const columns = sql`never_contacted_months, no_reply_months, messages_months`;

export async function getRules({ db, organization }: Reader): Promise<RetentionRules & { ran_at: Date | null }> {
  const { rows } = await sql<RetentionRules & { ran_at: Date | null }>`select ${columns}, ran_at from retention_rules
    where organization_id = ${organization.id}`.execute(db);
  return rows[0] ?? { never_contacted_months: null, no_reply_months: null, messages_months: null, ran_at: null };
}

export async function saveRules({ db, organization }: Tx, rules: RetentionRules): Promise<void> {
  await sql`insert into retention_rules (organization_id, ${columns})
    values (${organization.id}, ${rules.never_contacted_months}, ${rules.no_reply_months}, ${rules.messages_months})
    on conflict (organization_id) do update set never_contacted_months = excluded.never_contacted_months,
      no_reply_months = excluded.no_reply_months, messages_months = excluded.messages_months, changed_at = app_now()`.execute(
    db,
  );
}

/** SQL that is true for a lead (`p`) that no campaign has still to contact. */
const isIdle = sql`not exists (select from campaign_leads l where l.prospect_id = p.id and l.archived_at is null
  and l.status not in ('COMPLETED', 'FAILED', 'REPLIED'))`;
/** SQL that is true for a lead (`p`) that no list got since. */
const isInOldLists = (since: RawBuilder<unknown>) => sql`not exists (select from search_prospects m
  where m.prospect_id = p.id and m.created_at >= ${since})`;
/** SQL that is true for a lead (`p`) whose conversation has no message that is still to be sent. */
const hasSentAll = sql`not exists (select from chat_messages m where m.prospect_id = p.id
  and m.delivery in ('SENDING', 'SCHEDULED', 'PAUSED'))`;
const hasNoCard = sql`not exists (select from kanban_cards k where k.prospect_id = p.id)`;
/** Who has booked has answered. */
const hasNoMeeting = sql`not exists (select from meetings m where m.prospect_id = p.id and m.organization_id = p.organization_id)`;

/** SQL of the leads a period is over for, as `p`. */
const CONDITIONS: Record<RetentionKind, (since: RawBuilder<unknown>) => RawBuilder<unknown>> = {
  never_contacted_months: (
    since,
  ) => sql`p.created_at < ${since} and ${isInOldLists(since)} and ${isIdle} and ${hasNoCard} and ${hasNoMeeting}
    and not exists (select from chats c where c.prospect_id = p.id)
    and not exists (select from campaign_leads l where l.prospect_id = p.id and l.contacted_at is not null)
    and not exists (select from past_contacts c where c.prospect_id = p.id)
    and not exists (select from past_mails m where m.prospect_id = p.id and m.sent_at >= ${since})`,
  no_reply_months: (
    since,
  ) => sql`p.created_at < ${since} and ${isInOldLists(since)} and ${isIdle} and ${hasNoCard} and ${hasNoMeeting}
    and ${hasSentAll}
    and exists (select from campaign_leads l where l.prospect_id = p.id and l.contacted_at is not null)
    and not exists (select from campaign_leads l where l.prospect_id = p.id and (l.contacted_at >= ${since} or l.replied_at is not null))
    and not exists (select from chats c where c.prospect_id = p.id and (c.last_message_at >= ${since} or c.replied_at is not null))
    and not exists (select from possible_answers a where a.prospect_id = p.id and a.organization_id = p.organization_id
      and a.decided_at is null)
    and not exists (select from past_contacts c where c.prospect_id = p.id and c.outcome <> 'contacted')
    and not exists (select from past_mails m where m.prospect_id = p.id and (m.is_received or m.sent_at >= ${since}))`,
  messages_months: (since) => sql`${isIdle} and ${hasSentAll} and exists (select from chats c
    where c.prospect_id = p.id and c.last_message_at < ${since} and c.remind_at is null and c.message_count > 0)`,
};

const conditionOf = (kind: RetentionKind, months: number): RawBuilder<unknown> =>
  CONDITIONS[kind](sql`(app_now() - make_interval(months => ${months}::int))`);

/** How many each period is over for today, counted up to a bound. */
export async function countDue(
  { db, organization }: Reader,
  rules: RetentionRules,
): Promise<Record<RetentionKind, number>> {
  const counts = { never_contacted_months: 0, no_reply_months: 0, messages_months: 0 };
  for (const kind of RETENTION_KINDS) {
    const months = rules[kind];
    if (months === null) continue;
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from (select from prospects p
      where p.organization_id = ${organization.id} and ${conditionOf(kind, months)} limit ${MOST_COUNTED}) d`.execute(
      db,
    );
    counts[kind] = rows[0]?.n ?? 0;
  }
  return counts;
}

/**
 * Locks the next leads a period is over for, with their conversations. Nothing can be added for a locked lead, so the second check is final: a
 * lead that a campaign took or that wrote in between stays.
 */
export async function lockDue(
  { db, organization }: Tx,
  kind: RetentionKind,
  months: number,
  limit: number,
): Promise<number[]> {
  const condition = conditionOf(kind, months);
  const { rows: found } = await sql<{
    id: number;
  }>`select p.id from prospects p where p.organization_id = ${organization.id}
    and ${condition} order by p.id limit ${limit} for update of p skip locked`.execute(db);
  if (found.length === 0) return [];
  const ids = found.map(({ id }) => id);
  // A message of a known conversation locks the conversation alone.
  await sql`select from chats where organization_id = ${organization.id} and prospect_id = any(${ids}::bigint[])
    order by prospect_id for update`.execute(db);
  const { rows } = await sql<{ id: number }>`select p.id from prospects p where p.organization_id = ${organization.id}
    and p.id = any(${ids}::bigint[]) and ${condition} order by p.id`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Deletes conversations of these leads. An empty one stays of those who replied: without it they would count as leads who never did, and be
 * deleted next. Returns the keys of the files.
 */
export async function deleteChats({ db, organization }: Tx, ids: readonly number[]): Promise<string[]> {
  const own = sql`organization_id = ${organization.id} and prospect_id = any(${[...ids]}::bigint[])`;
  const { rows } = await sql<{
    file_key: string;
  }>`select f.file_key from chat_messages m join chat_attachments f on f.message_id = m.id
    where m.organization_id = ${organization.id} and m.prospect_id = any(${[...ids]}::bigint[])`.execute(db);
  const { rows: replied } =
    await sql`select prospect_id, organization_id, last_message_at, replied_at, interest, archived_at
    from chats where ${own} and replied_at is not null for update`.execute(db);
  await sql`delete from chats where ${own}`.execute(db);
  await sql`insert into chats (prospect_id, organization_id, last_message_at, replied_at, interest, archived_at)
    select g.* from json_to_recordset(${toJson(replied)}::json) as g (prospect_id bigint, organization_id bigint,
      last_message_at timestamptz, replied_at timestamptz, interest text, archived_at timestamptz)`.execute(db);
  return rows.map(({ file_key }) => file_key);
}

/** Deletes emails outside of conversations that are older. Returns how many. */
export async function deletePastMails({ db, organization }: Tx, months: number, limit: number): Promise<number> {
  const done =
    await sql`delete from past_mails where id in (select id from past_mails where organization_id = ${organization.id}
    and sent_at < app_now() - make_interval(months => ${months}::int) order by sent_at limit ${limit})`.execute(db);
  return Number(done.numAffectedRows ?? 0);
}

/** Organizations whose nightly run is due. */
export async function listDue({
  db,
}: Pick<SystemTransactionContext, 'db'>): Promise<{ organization_id: number; key: string }[]> {
  const { rows } = await sql<{
    organization_id: number;
    key: string;
  }>`select organization_id, 'retention' as key from retention_rules
    where num_nonnulls(${columns}) > 0 and (ran_at is null or ran_at < app_now() - interval '20 hours')
      and ${isNotParked(LOOP, sql.ref('organization_id'), sql`'retention'`)}
    order by ran_at nulls first limit 100`.execute(db);
  return rows;
}

export async function markRun({ db, organization }: Tx): Promise<void> {
  await sql`update retention_rules set ran_at = app_now() where organization_id = ${organization.id}`.execute(db);
}
