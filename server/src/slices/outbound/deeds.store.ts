import type { LinkedinAction } from '@overture/domain/linkedin-actions';
import { sql } from 'kysely';
import type { SystemTransactionContext } from '../../kernel/context.ts';
import type { OwnMail, SentMailRow } from './intents.store.ts';

type Tx = Pick<SystemTransactionContext, 'db'>;

/** True when an action of ours is known to be this invitation or message already. */
export async function isRefKnown(tx: Tx, accountId: number, action: string, providerRef: string): Promise<boolean> {
  const rows = await sql`select 1 from outbound_intents where account_id = ${accountId} and action = ${action}
    and provider_ref = ${providerRef}`.execute(tx.db);
  return rows.rows.length > 0;
}

export interface SentDeedRow extends Omit<OwnMail, 'message_id'> {
  action: LinkedinAction;
  sent_at: Date;
  to_name: string | null;
  subject: string | null;
  body_text: string;
  provider_ref: string | null;
  /** The conversation of the provider a message stands in. */
  provider_chat: string | null;
  attachments: SentMailRow['attachments'];
}

/** What was said to people on LinkedIn, as it left, for the timeline; actions without words are not in it. */
export async function readSentDeeds(tx: Tx, intentIds: readonly number[]): Promise<SentDeedRow[]> {
  const rows =
    await sql<SentDeedRow>`select id as intent_id, kind, ref_id, ref_part, account_id, prospect_id, campaign_id, state,
      action, dispatched_at as sent_at, to_name, subject, body_text, provider_ref, provider_chat, attachments
    from outbound_intents where id = any(${intentIds}::bigint[]) and state = 'confirmed' and channel = 'linkedin'
      and action in ('invite', 'message', 'inmail') and body_text is not null and code is distinct from 'nothing_to_do'
    order by id`.execute(tx.db);
  return rows.rows;
}

/**
 * True when one of our own LinkedIn messages is (or may be) an action of this door: known by its id, or said in the same
 * words to the person by an action that is under way or in doubt.
 */
export async function isMessageOfOurs(
  tx: Tx,
  given: { account_id: number; prospect_id: number; message_id: string; text: string },
): Promise<boolean> {
  const rows = await sql`select 1 from outbound_intents where account_id = ${given.account_id}
    and prospect_id = ${given.prospect_id} and channel = 'linkedin' and (provider_ref = ${given.message_id}
      or (action in ('invite', 'message', 'inmail') and state in ('dispatching', 'unknown', 'parked', 'confirmed')
        and regexp_replace(body_text, '\\s+', '', 'g') = regexp_replace(${given.text}, '\\s+', '', 'g')))`.execute(
    tx.db,
  );
  return rows.rows.length > 0;
}
