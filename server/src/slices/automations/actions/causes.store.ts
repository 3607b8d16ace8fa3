import { sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';
import { toJson } from '../../../kernel/db/to-json.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** True if a lead replied after an event was recorded. */
export async function hasRepliedSince(
  { db, organization }: Tx,
  prospectId: number,
  messageId: number,
): Promise<boolean> {
  const rows =
    await sql`select from webhook_messages m join chat_messages c on c.prospect_id = ${prospectId} and c.kind = 'REPLY'
      and c.sent_by_prospect and c.created_at > m.created_at
    where m.organization_id = ${organization.id} and m.id = ${messageId} limit 1`.execute(db);
  return rows.rows.length > 0;
}

/** True if automations ended campaigns of a lead, or this one, for a later event: such actions overtake others that wait. */
export async function hasEndedSince(
  { db, organization }: Tx,
  prospectId: number,
  messageId: number,
  campaign_id: number,
): Promise<boolean> {
  const [all, one] = [toJson({ type: 'stop_campaigns' }), toJson({ type: 'remove_from_campaign', campaign_id })];
  const rows = await sql`select from webhook_messages m
    join automation_runs r on r.organization_id = m.organization_id and r.message_id = m.id
    join automation_effects e on e.run_id = r.id and e.state in ('done', 'unchanged')
    where m.organization_id = ${organization.id} and m.prospect_id = ${prospectId} and m.id > ${messageId}
      and r.actions->e.position @> any(array[${all}, ${one}]::jsonb[]) limit 1`.execute(db);
  return rows.rows.length > 0;
}

/** The automations that led to this transaction, the first one first; rules of boards have a minus. */
export async function loadChain({ db }: Pick<Tx, 'db'>): Promise<number[]> {
  const rows = await sql<{
    chain: number[];
  }>`select coalesce(to_jsonb(current_automation_chain()), '[]') as chain`.execute(db);
  return rows.rows[0]?.chain ?? [];
}

/** Everything in this transaction follows from these automations, the last one acts. */
export async function setChain(
  { db, events }: Pick<TransactionContext, 'db' | 'events'>,
  chain: readonly number[],
): Promise<void> {
  events.follow(chain);
  await sql`select set_config('app.automation_chain', ${`{${chain.join(',')}}`}, true)`.execute(db);
}
