import { type Kysely, sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';
import type { DB } from '../../../kernel/db/__generated__/database.ts';
import { isNotParked } from '../../../kernel/rounds/rounds.ts';
import type { LeftOut } from '../../judged-drafts/index.ts';
import { channelSuppressedBecause, reachOfLead } from '../../suppression-rules/index.ts';
import { clearMarks } from '../stale-drafts/stale-drafts.store.ts';

export const DRAFT_WRITER_LOOP = 'waiting-drafts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;
interface SystemTx {
  db: Kysely<DB>;
}

/** Why a conversation has no draft. */
export type NotWritten = 'daily_limit' | 'no_credits' | 'no_plan' | 'no_source' | 'no_model' | 'failed';

/** After this time a worker counts as dead; it exceeds the time of writing a draft. Real time, like leases. */
const lease = sql`statement_timestamp() + interval '150 seconds'`;

/** Drafts on for a lead: its newest campaign says so, else the organization. Never where replies are kept from the model. */
const isOn = (prospectId: number) => sql<boolean>`o.answers_read_by_model and coalesce((
    select k.drafts_replies from campaign_leads l join campaigns k on k.id = l.campaign_id
    where l.prospect_id = ${prospectId} order by l.created_at desc, l.id desc limit 1), o.drafts_replies)`;

/**
 * Queues a draft for a stored reply, where drafts are on. A reply that is read late may be answered already, in the mail program of its
 * sender.
 */
export async function insertWanted(
  { db, organization }: Tx,
  reply: { id: number; prospect_id: number },
): Promise<void> {
  await sql`insert into waiting_drafts (organization_id, prospect_id, message_id)
    select o.organization_id, ${reply.prospect_id}, ${reply.id} from organizations o
    where o.organization_id = ${organization.id} and ${isOn(reply.prospect_id)}
      and not exists (select from chat_messages m join chat_messages r on r.id = ${reply.id}
        where m.prospect_id = ${reply.prospect_id} and m.kind in ('CHAT', 'OWN_CLIENT')
          and m.delivery in ('SENDING', 'SENT') and m.sent_at > r.sent_at)
    on conflict (prospect_id) do nothing`.execute(db);
}

export interface ClaimedDraft {
  id: number;
  organization_id: number;
  prospect_id: number;
  lease_token: number;
  attempts: number;
}

/**
 * Claims one draft under a new token: organizations with the fewest at work first, then the longest awaited.
 * @param full organizations at this process's limit
 */
export async function claimDraft({ db }: SystemTx, full: readonly number[]): Promise<ClaimedDraft | null> {
  const rows = await sql<ClaimedDraft>`with at_work as (
      select organization_id, count(*) as drafts from waiting_drafts where state = 'running' group by organization_id
    ), next as (
      select d.id from waiting_drafts d left join at_work w using (organization_id)
      where d.state in ('queued', 'running') and d.not_before <= app_now()
        and (d.state = 'queued' or d.lease_until < statement_timestamp())
        and d.organization_id <> all(${full}::bigint[])
        and ${isNotParked(DRAFT_WRITER_LOOP, sql.ref('d.organization_id'), sql`d.id::text`)}
      order by coalesce(w.drafts, 0), d.not_before, d.id limit 1 for no key update of d skip locked
    )
    update waiting_drafts d set state = 'running', lease_token = lease_token + 1, lease_until = ${lease}, attempts = attempts + 1
    from next where d.id = next.id
    returning d.id, d.organization_id, d.prospect_id, d.lease_token, d.attempts`.execute(db);
  return rows.rows[0] ?? null;
}

const isClaimed = ({ id, lease_token }: Pick<ClaimedDraft, 'id' | 'lease_token'>) =>
  sql`d.id = ${id} and d.lease_token = ${lease_token} and d.state = 'running'`;

/** Of a conversation: whom its draft is for, and why it must get none. */
export interface Recipient {
  assigned_user_id: number | null;
  suppressed: string | null;
  /** The reply came by mail. */
  is_mail: boolean;
  from_email: string | null;
  is_on: boolean;
}

/** Undefined if the claim was lost. */
export async function findRecipient({ db }: Tx, claimed: ClaimedDraft): Promise<Recipient | undefined> {
  const rows = await sql<Recipient>`select c.assigned_user_id, m.provider_chat is null as is_mail,
      coalesce(m.from_email, p.email)::text as from_email,
      coalesce(case when m.provider_chat is null then null else ${channelSuppressedBecause('linkedin', reachOfLead)} end,
        ${channelSuppressedBecause(null, reachOfLead)}) as suppressed,
      ${isOn(claimed.prospect_id)} as is_on
    from waiting_drafts d join chats c on c.prospect_id = d.prospect_id join chat_messages m on m.id = d.message_id
      join prospects p on p.id = d.prospect_id join organizations o on o.organization_id = d.organization_id
    where ${isClaimed(claimed)}`.execute(db);
  return rows.rows[0];
}

export interface WrittenDraft {
  message: string;
  sources: readonly string[];
  left_out: readonly LeftOut[];
  pitches_after_refusal: boolean;
  credits: number;
}

/** Stores a draft under its claim; false if it was lost. The conversation is locked. */
export async function storeDraft({ db }: Tx, claimed: ClaimedDraft, draft: WrittenDraft): Promise<boolean> {
  const rows = await sql`update waiting_drafts d set state = 'waiting', message = ${draft.message},
      sources = ${[...draft.sources]}::text[], left_out = ${[...draft.left_out]}::text[],
      pitches_after_refusal = ${draft.pitches_after_refusal}, credits = ${draft.credits}, lease_until = null, ended_at = app_now()
    where ${isClaimed(claimed)}`.execute(db);
  if ((rows.numAffectedRows ?? 0n) === 0n) return false;
  await sql`update chats set has_draft = true where prospect_id = ${claimed.prospect_id}`.execute(db);
  return true;
}

export async function endUnwritten({ db }: Tx, claimed: ClaimedDraft, reason: NotWritten): Promise<boolean> {
  const rows = await sql`update waiting_drafts d set state = 'not_written', reason = ${reason}, lease_until = null,
      ended_at = app_now() where ${isClaimed(claimed)}`.execute(db);
  return (rows.numAffectedRows ?? 0n) > 0n;
}

export async function postponeDraft({ db }: Tx, claimed: ClaimedDraft, until: Date): Promise<void> {
  await sql`update waiting_drafts d set state = 'queued', lease_until = null, not_before = ${until}
    where ${isClaimed(claimed)}`.execute(db);
}

export interface StoredDraft {
  id: number;
  message_id: number;
  state: 'queued' | 'running' | 'waiting' | 'not_written';
  message: string | null;
  sources: string[];
  left_out: LeftOut[];
  pitches_after_refusal: boolean;
  reason: NotWritten | null;
  credits: number;
}

export async function findDraft({ db }: Pick<Tx, 'db'>, prospectId: number): Promise<StoredDraft | undefined> {
  const rows = await sql<StoredDraft>`select d.id, d.message_id, d.state, d.message, d.sources, d.left_out,
      d.pitches_after_refusal, d.reason, d.credits
    from waiting_drafts d where d.prospect_id = ${prospectId}`.execute(db);
  return rows.rows[0];
}

/** Removes the drafts of leads who are suppressed now, or of this one lead. */
export async function deleteOfSuppressed({ db, organization }: Tx, prospectId: number | null): Promise<number[]> {
  const isGiven = prospectId === null ? sql`true` : sql`d.prospect_id = ${prospectId}`;
  // Conversations before their drafts: the order of locks everywhere.
  const rows = await sql<{ prospect_id: number }>`with locked as (
      select c.prospect_id from chats c join waiting_drafts d on d.prospect_id = c.prospect_id
        join prospects p on p.id = d.prospect_id
      where d.organization_id = ${organization.id} and ${isGiven} and ${channelSuppressedBecause(null, reachOfLead)} is not null
      order by c.prospect_id for update of c)
    delete from waiting_drafts d using locked where d.prospect_id = locked.prospect_id returning d.prospect_id`.execute(
    db,
  );
  await clearMarks({ db }, rows.rows);
  return rows.rows.map(({ prospect_id }) => prospect_id);
}
