import { type RawBuilder, sql } from 'kysely';
import type { TransactionContext } from '../../../../kernel/context.ts';
import { wakeLanes } from '../../../campaign-lanes/index.ts';

interface TrackedLead {
  campaign_lead_id: number;
  campaign_id: number;
}

/** A lead opened a link: if it waits for that, it is due now. */
export const wakeClicked = (tx: TransactionContext, lead: TrackedLead): Promise<void> =>
  wakeWaiting(
    tx,
    lead,
    sql`n.type = 'CLICKED' and exists (select from link_clicks c join tracked_links k on k.id = c.tracked_link_id
      where c.campaign_lead_id = l.id and c.class = 'person' and (n.link_url is null or k.url = n.link_url))`,
  );

/** The same for a mail that was opened. */
export const wakeOpened = (tx: TransactionContext, lead: TrackedLead): Promise<void> =>
  wakeWaiting(
    tx,
    lead,
    sql`n.type = 'OPENED' and exists (select from mail_opens o where o.campaign_lead_id = l.id and o.class = 'person')`,
  );

/**
 * Handling an event again, or after a reply has ended the campaign, changes nothing. The lead is locked first: a step that ends at this moment
 * is waited for.
 */
async function wakeWaiting(
  tx: TransactionContext,
  { campaign_lead_id, campaign_id }: TrackedLead,
  isAnswered: RawBuilder<unknown>,
): Promise<void> {
  const { db, organization } = tx;
  await sql`select from campaign_leads where id = ${campaign_lead_id} and organization_id = ${organization.id}
    for no key update`.execute(db);
  const done = await sql`update campaign_leads l set next_at = app_now(), waiting_rule = null, waiting_until = null
    from campaign_nodes n where l.id = ${campaign_lead_id} and l.organization_id = ${organization.id}
      and n.id = l.next_node_id and l.next_lane = 'local' and l.next_at > app_now() and ${isAnswered}`.execute(db);
  if ((done.numAffectedRows ?? 0n) > 0n)
    await wakeLanes(tx, [{ campaign_id, organization_id: organization.id, at: null }]);
}
