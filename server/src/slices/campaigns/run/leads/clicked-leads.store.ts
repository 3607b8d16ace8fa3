import { sql } from 'kysely';
import type { TransactionContext } from '../../../../kernel/context.ts';
import { wakeLanes } from '../../../campaign-lanes/index.ts';

/**
 * A lead opened a link: if it waits for that, it is due now. Handling it again, or after a reply has ended the campaign, changes nothing. The
 * lead is locked first: a step that ends at this moment is waited for.
 */
export async function wakeClicked(
  tx: TransactionContext,
  { campaign_lead_id, campaign_id }: { campaign_lead_id: number; campaign_id: number },
): Promise<void> {
  const { db, organization } = tx;
  await sql`select from campaign_leads where id = ${campaign_lead_id} and organization_id = ${organization.id}
    for no key update`.execute(db);
  const done = await sql`update campaign_leads l set next_at = app_now(), waiting_rule = null, waiting_until = null
    from campaign_nodes n where l.id = ${campaign_lead_id} and l.organization_id = ${organization.id}
      and n.id = l.next_node_id and n.type = 'CLICKED' and l.next_lane = 'local' and l.next_at > app_now()
      and exists (select from link_clicks c join tracked_links k on k.id = c.tracked_link_id
        where c.campaign_lead_id = l.id and c.class = 'person' and (n.link_url is null or k.url = n.link_url))`.execute(
    db,
  );
  if ((done.numAffectedRows ?? 0n) > 0n)
    await wakeLanes(tx, [{ campaign_id, organization_id: organization.id, at: null }]);
}
