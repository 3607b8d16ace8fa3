import { sql } from 'kysely';
import type { TransactionContext } from '../../../../kernel/context.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** An account's pending invitations; see the event `linkedin_invitations_seen`. */
export interface SeenInvitations {
  account_id: number;
  looked_at: string;
  complete_since: string | null;
  invitation_ids: readonly string[];
}

/**
 * Records invites that are no longer in the account's list of sent ones although the person is not a connection. Missing once may be a
 * stale list or an acceptance in progress; missing again an hour or more later counts as vanished. Not checked: invites we withdrew, those
 * sent less than an hour before the poll, and those older than half a year. Also not those of a campaign that has another LinkedIn account
 * now, since connections of the old one are not recorded for it.
 */
export async function recordVanishedInvites({ db, organization }: Tx, seen: SeenInvitations): Promise<void> {
  const ids = [...seen.invitation_ids];
  await sql`delete from campaign_gone_invites g using outbound_intents i
    where i.id = g.intent_id and i.account_id = ${seen.account_id} and i.action = 'invite' and i.state = 'confirmed'
      and i.provider_ref = any(${ids}::text[])`.execute(db);
  await sql`insert into campaign_gone_invites as g (intent_id, organization_id)
    select i.id, ${organization.id} from outbound_intents i
    where i.account_id = ${seen.account_id} and i.organization_id = ${organization.id}
      and i.action = 'invite' and i.state = 'confirmed' and i.provider_ref is not null
      and i.settled_at < ${seen.looked_at}::timestamptz - interval '1 hour'
      and i.settled_at > greatest(${seen.complete_since}::timestamptz, app_now() - interval '180 days')
      and i.provider_ref <> all(${ids}::text[])
      and exists (select from campaign_senders s where s.campaign_id = i.campaign_id and s.account_id = i.account_id)
      and not exists (select from linkedin_relations r
        where r.account_id = i.account_id and r.prospect_id = i.prospect_id)
      and not exists (select from outbound_intents w where w.account_id = i.account_id
        and w.prospect_id = i.prospect_id and w.action = 'withdraw' and w.id > i.id)
    order by i.id
    on conflict (intent_id) do update set gone_at = app_now()
      where g.gone_at is null and g.missed_at < ${seen.looked_at}::timestamptz - interval '1 hour'`.execute(db);
}

/** When invites of these intents vanished; others are left out. */
export async function findVanishedInvites({ db }: Tx, intentIds: readonly number[]): Promise<Map<number, Date>> {
  if (intentIds.length === 0) return new Map();
  const rows = await sql<{ intent_id: number; gone_at: Date }>`select intent_id, gone_at from campaign_gone_invites
    where intent_id = any(${[...intentIds]}::bigint[]) and gone_at is not null`.execute(db);
  return new Map(rows.rows.map((row) => [row.intent_id, row.gone_at]));
}
