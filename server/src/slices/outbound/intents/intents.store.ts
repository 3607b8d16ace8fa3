import { BY_HAND } from '@overture/domain/linkedin/by-hand';
import type { LinkedinAction } from '@overture/domain/linkedin/linkedin-actions';
import { sql } from 'kysely';
import type { SystemTransactionContext } from '../../../kernel/context.ts';
import { toJson } from '../../../kernel/db/to-json.ts';
import type {
  ActionContent,
  BoundText,
  IntentHead,
  Letter,
  RecognisedIntent,
  SettledBy,
} from '../../action-kinds/index.ts';
import { LEASE_IN_SECONDS } from './outbound.rules.ts';

type Tx = Pick<SystemTransactionContext, 'db'>;

/** Columns of an `IntentHead`, of `outbound_intents i`. */
export const intentHead = sql`i.id, i.organization_id, i.kind, i.channel, i.action, i.ref_id, i.ref_part, i.account_id, i.prospect_id, i.campaign_id, i.attempts`;

export interface Dispatch {
  id: number;
  /** Null for other actions than mail. */
  message_id: string | null;
  letter?: Letter | undefined;
  content?: ActionContent | undefined;
  bound?: BoundText | undefined;
  day_ids: number[];
}

/**
 * Marks intents as being sent, under new fencing tokens and with the letters as they will leave.
 * @param claimer the user who carries them out; null for the dispatcher
 */
export async function markDispatching(
  tx: Tx,
  dispatches: readonly Dispatch[],
  now: Date,
  claimer: number | null,
): Promise<{ id: number; lease_token: number; message_id: string | null }[]> {
  const given = dispatches.map(({ id, message_id, letter, content, bound, day_ids }) => ({
    id,
    message_id,
    day_ids,
    ...bound,
    ...(letter ? columnsOfLetter(letter) : columnsOfContent(content!)),
  }));
  const rows = await sql<{ id: number; lease_token: number; message_id: string | null }>`
    update outbound_intents i set state = 'dispatching', lease_token = floor(random() * 9007199254740991), attempts = i.attempts + 1,
      leased_until = ${now}::timestamptz + make_interval(secs => ${claimer === null ? LEASE_IN_SECONDS : BY_HAND.claim_in_seconds}),
      dispatched_at = ${now}, rule = null, claimed_by = ${claimer}, claimed_at = ${claimer === null ? null : now}::timestamptz,
      offered_at = null, person_outcome = null,
      dispatch_id = nextval('outbound_dispatch_id_seq'), message_id = coalesce(i.message_id, g.message_id),
      debited_day_ids = g.day_ids, to_email = g.to_email, to_name = g.to_name, subject = g.subject,
      body_text = g.body_text, body_html = g.body_html, in_reply_to = g.in_reply_to,
      cc_emails = g.cc_emails, bcc_emails = g.bcc_emails, reference_chain = g.reference_chain, unsubscribe_url = g.unsubscribe_url, attachments = g.attachments,
      to_linkedin = g.to_linkedin, revision = g.revision, variant = g.variant, provider_ref = null, draft_id = null
    from json_to_recordset(${toJson(given)}::json) as g (id bigint, message_id text, day_ids bigint[],
      to_email citext, to_name text, subject text, body_text text, body_html text, in_reply_to text,
      cc_emails text[], bcc_emails text[], reference_chain text[], unsubscribe_url text, attachments jsonb, to_linkedin text, revision int, variant text)
    where i.id = g.id returning i.id, i.lease_token, i.message_id`.execute(tx.db);
  return rows.rows;
}

/** Shows planned actions to people until `dueAt`, when they are checked again. Returns the organizations of those that were not shown before. */
export async function offerActions(tx: Tx, ids: readonly number[], dueAt: Date): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await sql<{ organization_id: number; is_new: boolean }>`
    update outbound_intents i set due_at = ${dueAt}, rule = null, reason = null, offered_at = coalesce(b.offered_at, app_now())
    from (select id, offered_at from outbound_intents where id = any(${[...ids]}::bigint[])) b
    where i.id = b.id and i.state = 'intent' returning i.organization_id, b.offered_at is null as is_new`.execute(
    tx.db,
  );
  return rows.rows.filter((row) => row.is_new).map((row) => row.organization_id);
}

/** The next person needs no warning that these cards were opened: their outcome is recorded, or looked up. */
export async function forgetOpened(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`update outbound_intents set opened_by = null, opened_at = null
    where id = any(${[...ids]}::bigint[]) and opened_at is not null`.execute(tx.db);
}

function columnsOfLetter(letter: Letter) {
  const copies = [...(letter.also_to ?? []), ...(letter.cc ?? [])];
  return {
    to_email: letter.to.address,
    cc_emails: copies.length === 0 ? null : copies,
    bcc_emails: letter.bcc?.length ? letter.bcc : null,
    to_name: letter.to.name,
    subject: letter.subject,
    body_text: letter.text,
    body_html: letter.html,
    in_reply_to: letter.in_reply_to,
    reference_chain: letter.references,
    unsubscribe_url: letter.unsubscribe_url,
    attachments: letter.attachments.length === 0 ? null : letter.attachments,
  };
}

function columnsOfContent(content: ActionContent) {
  return {
    to_linkedin: content.provider_id ?? content.public_identifier,
    to_name: content.name,
    subject: content.subject,
    body_text: content.text,
    attachments: content.attachments.length === 0 ? null : content.attachments,
  };
}

/** Renews the leases of what this process is sending; returns those it still had. */
export async function extendLeases(tx: Tx, held: readonly { id: number; lease_token: number }[]): Promise<number[]> {
  const rows = await sql<{
    id: number;
  }>`update outbound_intents i set leased_until = app_now() + make_interval(secs => ${LEASE_IN_SECONDS})
    from json_to_recordset(${toJson(held)}::json) as g (id bigint, lease_token bigint)
    where i.id = g.id and i.lease_token = g.lease_token and i.state = 'dispatching' returning i.id`.execute(tx.db);
  return rows.rows.map((row) => row.id);
}

/** Records the draft of a mail about to be sent; false when the caller no longer holds the mail. */
export async function setDraftId(
  tx: Pick<SystemTransactionContext, 'db'>,
  given: { id: number; lease_token: number; draft_id: string },
): Promise<boolean> {
  const rows = await sql`update outbound_intents set draft_id = ${given.draft_id}
    where id = ${given.id} and lease_token = ${given.lease_token} and state = 'dispatching' returning id`.execute(
    tx.db,
  );
  return rows.rows.length > 0;
}

/** New state of an intent; missing fields become null. */
export interface Change {
  id: number;
  state: 'intent' | 'confirmed' | 'rejected' | 'unknown' | 'parked' | 'cancelled';
  due_at?: Date | null;
  rule?: string | null;
  reason?: string | null;
  code?: string | null;
  settled_by?: SettledBy | null;
  look_at?: Date | null;
  provider_ref?: string | null;
  provider_chat?: string | null;
  /** The Message-ID under which it left. */
  sent_message_id?: string | null;
  /** Under which name the server that took it queued it. */
  queue_id?: string | null;
  /** Added to the count of tries: -1 takes a try back that was not the mail's fault. */
  attempts?: number;
}

export interface ChangedIntent extends IntentHead {
  dispatched_at: Date | null;
  revision?: number | null;
  variant?: string | null;
  debited_day_ids: number[] | null;
  to_email: string | null;
}

/** The days that intents were debited from, which the caller has locked. */
export async function saveDebits(tx: Tx, debits: readonly { id: number; day_ids: readonly number[] }[]): Promise<void> {
  await sql`update outbound_intents i set debited_day_ids = array(select value::bigint from json_array_elements_text(g.day_ids))
    from json_to_recordset(${toJson(debits)}::json) as g (id bigint, day_ids json) where i.id = g.id`.execute(tx.db);
}

/** Of these, the ones that the database believes unsent. */
export async function listUnsent(tx: Tx, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`select id from outbound_intents
    where id = any(${ids}::bigint[]) and state in ('intent', 'cancelled')`.execute(tx.db);
  return new Set(rows.map(({ id }) => id));
}

/** Changes intents that the caller has locked. */
export async function changeIntents(tx: Tx, changes: readonly Change[], now: Date): Promise<void> {
  if (changes.length === 0) return;
  await sql`
    update outbound_intents i set state = g.state, due_at = coalesce(g.due_at, i.due_at), rule = g.rule, reason = g.reason,
      code = g.code, settled_by = g.settled_by, look_at = g.look_at, leased_until = null, offered_at = null,
      provider_ref = coalesce(g.provider_ref, i.provider_ref), provider_chat = coalesce(g.provider_chat, i.provider_chat),
      sent_message_id = coalesce(nullif(g.sent_message_id, i.message_id), i.sent_message_id),
      queue_id = coalesce(g.queue_id, i.queue_id),
      attempts = greatest(0, i.attempts + coalesce(g.attempts, 0)),
      debited_day_ids = case when g.state in ('intent', 'cancelled') then null else i.debited_day_ids end,
      unknown_since = case when g.state = 'unknown' then coalesce(i.unknown_since, ${now})
        when g.state = 'parked' then i.unknown_since end,
      settled_at = case when g.state in ('confirmed', 'rejected') then ${now}::timestamptz end
    from json_to_recordset(${toJson(changes)}::json) as g (id bigint, state text, due_at timestamptz, rule text,
      reason text, code text, settled_by text, look_at timestamptz, provider_ref text, provider_chat text, sent_message_id text, queue_id text,
      attempts int)
    where i.id = g.id`.execute(tx.db);
}

/** Columns of a `ChangedIntent`, of `outbound_intents i`. */
export const changedColumns = sql`${intentHead}, i.dispatched_at, i.revision, i.variant, i.debited_day_ids, i.to_email`;

/** Outcomes whose response could not be written yet. */
export const NOT_RECORDED = 'not_recorded';

/**
 * Locks what the caller is sending; an outdated fencing token finds nothing.
 * @param withUnrecorded includes those that are unconfirmed because their response, which the caller has, could not be written
 */
export async function lockDispatched(
  tx: Tx,
  held: readonly { id: number; lease_token: number }[],
  withUnrecorded = false,
): Promise<ChangedIntent[]> {
  const rows = await sql<ChangedIntent>`select ${changedColumns} from outbound_intents i
    join json_to_recordset(${toJson(held)}::json) as g (id bigint, lease_token bigint) on g.id = i.id
    where i.lease_token = g.lease_token and (i.state = 'dispatching'
      or (${withUnrecorded} and i.state = 'unknown' and i.code = ${NOT_RECORDED})) order by i.id for no key update of i`.execute(
    tx.db,
  );
  return rows.rows;
}

export async function lockIntents(tx: Tx, ids: readonly number[], states: readonly string[]): Promise<ChangedIntent[]> {
  const rows = await sql<ChangedIntent>`select ${changedColumns} from outbound_intents i
    where i.id = any(${ids}::bigint[]) and i.state = any(${states}::text[])
    order by i.id for no key update of i`.execute(tx.db);
  return rows.rows;
}

export interface NewIntent {
  organization_id: number;
  kind: string;
  /** A LinkedIn action; a mail without one. */
  action?: LinkedinAction;
  ref_id: number;
  ref_part: number;
  account_id: number;
  prospect_id: number | null;
  campaign_id: number | null;
  priority: number;
  /** Not before this instant; without it now. */
  due_at?: Date;
}

export type PlannedIntent = Pick<IntentHead, 'id' | 'ref_id' | 'ref_part' | 'account_id'>;

/**
 * Plans actions. One that was cancelled or refused may be planned again: nothing was sent. Any other state is kept, so an action is never
 * planned twice. Returns what was planned now.
 */
export async function insertIntents(tx: Tx, given: readonly NewIntent[]): Promise<PlannedIntent[]> {
  if (given.length === 0) return [];
  const rows = await sql<PlannedIntent>`
    insert into outbound_intents as i (organization_id, kind, channel, action, ref_id, ref_part, account_id, prospect_id,
      campaign_id, priority, due_at)
    select organization_id, kind, case when action is null then 'email' else 'linkedin' end, coalesce(action, 'email'),
      ref_id, ref_part, account_id, prospect_id, campaign_id, priority, coalesce(due_at, (select app_now()))
    from json_to_recordset(${toJson(given)}::json) as g (organization_id bigint, kind text, action text, ref_id bigint,
      ref_part bigint, account_id bigint, prospect_id bigint, campaign_id bigint, priority smallint, due_at timestamptz)
    on conflict (kind, ref_id, ref_part, given_up) do update set state = 'intent', due_at = excluded.due_at, rule = null, reason = null, offered_at = null,
      person_outcome = null,
      account_id = excluded.account_id, priority = excluded.priority, channel = excluded.channel, action = excluded.action
      where i.state in ('cancelled', 'rejected')
    returning i.id, i.ref_id, i.ref_part, i.account_id`.execute(tx.db);
  return rows.rows;
}

/** Cancels what was planned for a person and has not started. Waits for a dispatch in progress. */
export async function cancelPlanned(
  tx: Tx,
  given: { organization_id: number; prospect_ids: readonly number[]; kind: string; reason: string },
): Promise<void> {
  await sql`update outbound_intents set state = 'cancelled', rule = null, reason = ${given.reason}
    where organization_id = ${given.organization_id} and prospect_id = any(${given.prospect_ids}::bigint[])
    and kind = ${given.kind} and state = 'intent'`.execute(tx.db);
}

/** Locks an action that is planned and has not begun; waits for a dispatch that is being decided. Null when there is none. */
export async function lockPlanned(tx: Tx, kind: string, refId: number): Promise<number | null> {
  const rows = await sql<{ id: number }>`select id from outbound_intents
    where kind = ${kind} and ref_id = ${refId} and state = 'intent' order by id limit 1 for no key update`.execute(
    tx.db,
  );
  return rows.rows[0]?.id ?? null;
}

/** As `lockPlanned`, all of a kind that are planned for a person. */
export async function lockPlannedFor(
  tx: Tx,
  given: { organization_id: number; prospect_id: number; kind: string },
): Promise<{ id: number; ref_id: number }[]> {
  const rows = await sql<{ id: number; ref_id: number }>`select id, ref_id from outbound_intents
    where organization_id = ${given.organization_id} and prospect_id = ${given.prospect_id} and kind = ${given.kind} and state = 'intent'
    order by id for no key update`.execute(tx.db);
  return rows.rows;
}

/** Changes when an action that the caller has locked may go. Until then no person is offered it either. */
export async function setDueAt(tx: Tx, id: number, dueAt: Date): Promise<void> {
  await sql`update outbound_intents set due_at = ${dueAt}, rule = null, reason = null, offered_at = null
    where id = ${id} and state = 'intent'`.execute(tx.db);
}

/** Takes back an action that the caller has locked. */
export async function cancelPlannedAction(tx: Tx, id: number, reason: string): Promise<void> {
  await sql`update outbound_intents set state = 'cancelled', rule = null, reason = ${reason}
    where id = ${id} and state = 'intent'`.execute(tx.db);
}

/** As `lockIntents`, found by our ids or by those under which they left, inside the transaction's organization. */
export async function lockByMessageIds(
  tx: Tx,
  messageIds: readonly string[],
  states: readonly string[],
): Promise<ChangedIntent[]> {
  const rows = await sql<ChangedIntent>`select ${changedColumns} from outbound_intents i
    where (i.message_id = any(${messageIds}::text[]) or i.sent_message_id = any(${messageIds}::text[])) and i.state = any(${states}::text[])
    order by i.id for no key update of i`.execute(tx.db);
  return rows.rows;
}

/** Paced actions of these senders in the outbox: planned, and of those how many are not debited yet. */
export async function countOpen(
  tx: Tx,
  kind: string,
  accountIds: readonly number[],
): Promise<{ account_id: number; action: IntentHead['action']; open: number; undebited: number }[]> {
  const rows = await sql<{ account_id: number; action: IntentHead['action']; open: number; undebited: number }>`
    select account_id, action, count(*)::int as open, (count(*) filter (where state = 'intent'))::int as undebited
    from outbound_intents where account_id = any(${accountIds}::bigint[]) and kind = ${kind}
    and state in ('intent', 'dispatching') group by account_id, action`.execute(tx.db);
  return rows.rows;
}

/** Unsettled intents of a person in a kind: a user is asked about these. */
export async function findUnconfirmed(tx: Tx, kind: string, refId: number): Promise<number | null> {
  const rows = await sql<{ id: number }>`select id from outbound_intents where kind = ${kind} and ref_id = ${refId}
    and state in ('unknown', 'parked') order by id limit 1`.execute(tx.db);
  return rows.rows[0]?.id ?? null;
}

/** A mail of ours in the Sent folder of a sender. */
export interface SentCopy {
  account_id: number;
  sent_at: Date;
  subject: string;
  text: string;
}

/**
 * Unknown intents for mails that left without this database knowing; one it plans already learns how it left. Without a copy, only its Message-ID
 * is known.
 */
export async function insertRecognised(
  tx: Tx,
  given: readonly RecognisedIntent[],
  { sent_at, subject, text }: Partial<SentCopy> = {},
): Promise<number[]> {
  if (given.length === 0) return [];
  const { rows } = await sql<{
    id: number;
  }>`insert into outbound_intents as i (organization_id, kind, ref_id, ref_part, account_id, prospect_id, campaign_id,
      message_id, state, unknown_since, dispatched_at, to_email, subject, body_text)
    select organization_id, kind, ref_id, ref_part, account_id, prospect_id, campaign_id, message_id, 'unknown', app_now(),
      coalesce(${sent_at ?? null}::timestamptz, app_now()), (select p.email from prospects p where p.id = g.prospect_id), ${subject ?? ''}, ${text ?? ''}
    from json_to_recordset(${toJson(given)}::json) as g (organization_id bigint, kind text, ref_id bigint,
      ref_part bigint, account_id bigint, prospect_id bigint, campaign_id bigint, message_id text)
    on conflict (kind, ref_id, ref_part, given_up) do update set message_id = excluded.message_id,
      account_id = excluded.account_id, dispatched_at = excluded.dispatched_at, to_email = excluded.to_email,
      subject = excluded.subject, body_text = excluded.body_text
      where i.message_id is null and i.channel = 'email' and i.state in ('intent', 'cancelled', 'unknown', 'parked')
    returning i.id`.execute(tx.db);
  return rows.map(({ id }) => id);
}
