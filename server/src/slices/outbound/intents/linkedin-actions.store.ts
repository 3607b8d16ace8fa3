import { sql } from 'kysely';
import type { SystemTransactionContext } from '../../../kernel/context.ts';
import { toJson } from '../../../kernel/db/to-json.ts';
import { squeeze } from '../../sent-actions/index.ts';
import { type ChangedIntent, changedColumns } from './intents.store.ts';

type Tx = Pick<SystemTransactionContext, 'db'>;

/** True when an action of ours is known to be this invitation or message already. */
export async function isRefKnown(tx: Tx, accountId: number, action: string, providerRef: string): Promise<boolean> {
  const rows = await sql`select 1 from outbound_intents where account_id = ${accountId} and action = ${action}
    and provider_ref = ${providerRef}`.execute(tx.db);
  return rows.rows.length > 0;
}

/**
 * Stores the person's id for the account before any action: a reply may arrive before our own outcome. False when the caller no longer
 * holds the lease.
 */
export async function nameRecipient(
  tx: Tx,
  held: { id: number; lease_token: number },
  providerId: string,
): Promise<boolean> {
  const rows = await sql`update outbound_intents set to_linkedin = ${providerId}
    where id = ${held.id} and lease_token = ${held.lease_token} and state = 'dispatching'`.execute(tx.db);
  return (rows.numAffectedRows ?? 0n) > 0n;
}

export interface SaidAction {
  account_id: number;
  prospect_id: number;
  text: string;
  provider_ref: string;
  chat_id: string;
  sent_at: Date;
}

/** Locks the unconfirmed action with this text; the latest, since one message proves one action. */
export async function lockUnconfirmedSaid(tx: Tx, said: SaidAction): Promise<ChangedIntent[]> {
  const rows = await sql<ChangedIntent>`select ${changedColumns} from outbound_intents i
    where i.account_id = ${said.account_id} and i.prospect_id = ${said.prospect_id}
      and i.action in ('message', 'inmail') and i.state in ('unknown', 'parked')
      and ${squeeze(sql`i.body_text`)} = ${squeeze(sql`${said.text}::text`)}
      and i.dispatched_at <= ${said.sent_at}::timestamptz + interval '10 minutes' and not exists (select
        from outbound_intents k where k.account_id = ${said.account_id} and k.provider_ref = ${said.provider_ref})
    order by i.id desc limit 1 for no key update of i`.execute(tx.db);
  return rows.rows;
}

/**
 * A message sent without an id was seen: its id is stored now, so it proves no other action with the same text. Returns whether one
 * matched.
 */
export async function nameSaid(tx: Tx, said: SaidAction): Promise<boolean> {
  const rows = await sql`update outbound_intents set provider_ref = ${said.provider_ref},
      provider_chat = coalesce(provider_chat, ${said.chat_id})
    where id = (select i.id from outbound_intents i
      where i.account_id = ${said.account_id} and i.prospect_id = ${said.prospect_id}
        and i.action in ('message', 'inmail') and i.state = 'confirmed' and i.provider_ref is null
        and ${squeeze(sql`i.body_text`)} = ${squeeze(sql`${said.text}::text`)}
        and i.dispatched_at between ${said.sent_at}::timestamptz - interval '10 minutes' and ${said.sent_at}::timestamptz + interval '10 minutes'
        and not exists (select from outbound_intents k where k.account_id = ${said.account_id} and k.provider_ref = ${said.provider_ref})
      order by i.id limit 1)`.execute(tx.db);
  return (rows.numAffectedRows ?? 0n) > 0n;
}

/** Locks unconfirmed invitations to people who became connections after the dispatch. */
export async function lockUnconfirmedInvites(
  tx: Tx,
  accountId: number,
  connected: readonly { prospect_id: number; connected_at: Date }[],
): Promise<ChangedIntent[]> {
  if (connected.length === 0) return [];
  const rows = await sql<ChangedIntent>`select ${changedColumns} from outbound_intents i
    join json_to_recordset(${toJson(connected)}::json) as g (prospect_id bigint, connected_at timestamptz)
      on g.prospect_id = i.prospect_id and i.dispatched_at <= g.connected_at + interval '1 minute'
    where i.account_id = ${accountId} and i.action = 'invite' and i.state in ('unknown', 'parked')
    order by i.id for no key update of i`.execute(tx.db);
  return rows.rows;
}
