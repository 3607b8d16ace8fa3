import { sql } from 'kysely';
import type { SystemTransactionContext } from '../../../kernel/context.ts';
import { toJson } from '../../../kernel/db/to-json.ts';
import type { IntentHead } from '../../action-kinds/index.ts';
import { type ChangedIntent, changedColumns } from './intents.store.ts';

type Tx = Pick<SystemTransactionContext, 'db'>;

/** An action that a process began. The database may not know it. */
export interface BegunAction extends Omit<IntentHead, 'id' | 'attempts'> {
  lease_token: number;
  dispatched_at: Date;
  message_id: string | null;
  /** The recipient and the text of a LinkedIn action. */
  to_linkedin: string | null;
  to_name: string | null;
  text: string | null;
  revision: number | null;
  variant: string | null;
}

const columns = sql`(organization_id bigint, kind text, channel text, action text, ref_id bigint, ref_part bigint, account_id bigint, prospect_id bigint,
  campaign_id bigint, lease_token bigint, dispatched_at timestamptz, message_id text, to_linkedin text, to_name text, text text, revision int, variant text)`;

/** Not what a lead had done before it began again with another account: that is kept under the number of its attempt. */
const isOfThisAttempt = sql`not exists (select from outbound_intents o where o.kind = g.kind and o.ref_id = g.ref_id and o.ref_part = g.ref_part
  and o.given_up > 0 and o.dispatched_at >= g.dispatched_at)`;

/** Creates those that the database does not know. The caller has checked that what they belong to exists. */
export async function insertBegun(tx: Tx, begun: readonly BegunAction[]): Promise<void> {
  if (begun.length === 0) return;
  await sql`insert into outbound_intents (organization_id, kind, channel, action, ref_id, ref_part, account_id, prospect_id, campaign_id,
      state, due_at, to_email, subject, body_text)
    select organization_id, kind, channel, action, ref_id, ref_part, account_id, prospect_id, campaign_id, 'cancelled', app_now(),
      case when channel = 'email' then (select p.email from prospects p where p.id = g.prospect_id) end, '', ''
    from json_to_recordset(${toJson(begun)}::json) as g ${columns} where ${isOfThisAttempt}
    on conflict (kind, ref_id, ref_part, given_up) do nothing`.execute(tx.db);
}

export interface LockedBegun extends ChangedIntent {
  state: string;
  begun_as: number;
}

/** Locks those that the database believes unsent or unconfirmed, and those that are still being sent under the same token. */
export async function lockBegun(tx: Tx, begun: readonly BegunAction[]): Promise<LockedBegun[]> {
  const { rows } = await sql<LockedBegun>`select ${changedColumns}, i.state, g.lease_token as begun_as
    from json_to_recordset(${toJson(begun)}::json) as g ${columns}
    join outbound_intents i on i.kind = g.kind and i.ref_id = g.ref_id and i.ref_part = g.ref_part and i.given_up = 0
      and i.organization_id = g.organization_id and i.action = g.action
      and i.prospect_id is not distinct from g.prospect_id and i.campaign_id is not distinct from g.campaign_id
    where (i.state in ('intent', 'cancelled', 'unknown', 'parked') or (i.state = 'dispatching' and i.lease_token = g.lease_token)) and ${isOfThisAttempt}
    order by i.id for no key update of i`.execute(tx.db);
  return rows;
}

/** Writes how they left into intents that the caller has locked. Returns their senders: one that the database does not know can't be named. */
export async function describeBegun(
  tx: Tx,
  begun: readonly (BegunAction & { id: number })[],
): Promise<{ id: number; account_id: number }[]> {
  if (begun.length === 0) return [];
  const { rows } = await sql<{
    id: number;
    account_id: number;
  }>`update outbound_intents i set message_id = coalesce(i.message_id, g.message_id), dispatched_at = g.dispatched_at,
      account_id = case when exists (select from accounts a where a.organization_id = g.organization_id and a.id = g.account_id)
        then g.account_id else i.account_id end,
      to_linkedin = coalesce(g.to_linkedin, i.to_linkedin), to_name = coalesce(g.to_name, i.to_name),
      body_text = coalesce(g.text, i.body_text), revision = g.revision, variant = g.variant, attempts = i.attempts + 1, offered_at = null
    from json_to_recordset(${toJson(begun)}::json) as g (id bigint, organization_id bigint, account_id bigint, dispatched_at timestamptz, message_id text,
      to_linkedin text, to_name text, text text, revision int, variant text)
    where i.id = g.id returning i.id, i.account_id`.execute(tx.db);
  return rows;
}
