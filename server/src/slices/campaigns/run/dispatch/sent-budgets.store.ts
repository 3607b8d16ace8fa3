import { NEW_LEADS_SCOPE, TOTAL_SCOPE, toCampaignScope } from '@overture/domain/sending/sender-choice';
import { sql } from 'kysely';
import type { SystemTransactionContext } from '../../../../kernel/context.ts';
import { toJson } from '../../../../kernel/db/to-json.ts';
import type { IntentHead, OutboundKind } from '../../../action-kinds/index.ts';
import { CAMPAIGN_STEP } from '../../../lead-endings/index.ts';

interface SentStep {
  id: number;
  campaign_id: number;
  is_extra_sender: boolean;
  is_first_of_lead: boolean;
}

/** The daily limits of campaigns that these actions count for, also those that are not set today. */
export async function listSentBudgets(
  { db }: Pick<SystemTransactionContext, 'db'>,
  intents: readonly IntentHead[],
): ReturnType<NonNullable<OutboundKind['listSentBudgets']>> {
  const given = toJson(intents.map(({ id, ref_id, account_id, channel }) => ({ id, ref_id, account_id, channel })));
  const { rows } = await sql<SentStep>`select g.id, l.campaign_id,
      g.account_id is distinct from case when g.channel = 'email' then c.email_account_id else c.linkedin_account_id end as is_extra_sender,
      not exists (select from outbound_intents o where o.kind = ${CAMPAIGN_STEP} and o.ref_id = l.id
        and (o.dispatched_at, o.id) < (coalesce(i.dispatched_at, app_now()), i.id)) as is_first_of_lead
    from json_to_recordset(${given}::json) as g (id bigint, ref_id bigint, account_id bigint, channel text)
    join outbound_intents i on i.id = g.id join campaign_leads l on l.id = g.ref_id join campaigns c on c.id = l.campaign_id`.execute(
    db,
  );
  const actions = new Map(intents.map((intent) => [intent.id, intent]));
  return rows.flatMap(({ id, campaign_id: scope_id, is_extra_sender, is_first_of_lead }) => {
    const { action, account_id } = actions.get(id)!;
    const scopes = [
      toCampaignScope(!is_extra_sender, account_id, action),
      ...(action === 'email' ? [TOTAL_SCOPE] : []),
      ...(is_first_of_lead ? [NEW_LEADS_SCOPE] : []),
    ];
    return scopes.map((scope) => ({ id, scope, scope_id }));
  });
}
