import { sql } from 'kysely';
import type { SystemTransactionContext } from '../../../../kernel/context.ts';
import { isNotParked } from '../../../../kernel/rounds/rounds.ts';
import type { DispatchFacts } from './dispatch-facts.store.ts';

type Tx = Pick<SystemTransactionContext, 'db'>;

export const AHEAD_LOOP = 'snippets-ahead';

/** Leads read from the head of each queue: more than any sender handles in a day. */
const HEAD_SIZE = 100;

/** A lead whose next message uses snippets that were not requested yet. */
export type SnippetLead = Pick<
  DispatchFacts,
  'id' | 'organization_id' | 'prospect_id' | 'language' | 'step' | 'rewritten'
> & { node_id: number };

/**
 * Leads of running campaigns whose next message uses snippets and is due within some hours. Reads only the head of each queue; leads behind
 * it are not urgent.
 */
export async function listSnippetLeads(tx: Tx, hours: number, limit: number): Promise<SnippetLead[]> {
  const rows = await sql<SnippetLead>`
    with mine as materialized (
      select c.id, c.language from campaigns c where c.status = 'ACTIVE'
        and exists (select from campaign_nodes n where n.campaign_id = c.id and n.is_live and n.has_snippets)
    )
    select l.id, l.organization_id, l.prospect_id, mine.language, n.id as node_id,
      json_build_object('type', n.type, 'message', n.message, 'message_b', n.message_b, 'subject_line', n.subject_line,
        'subject_line_b', n.subject_line_b, 'more_variants', n.more_variants, 'variant_rules', n.variant_rules) as step,
      (select json_build_object('message', m.message, 'subject_line', m.subject_line) from campaign_lead_messages m
        where m.campaign_lead_id = l.id and m.node_id = n.id) as rewritten
    from mine
    cross join (select lane, is_new from unnest(array['email', 'message', 'inmail', 'invite']) as lane
      cross join (values (false), (true)) as b (is_new)) as q (lane, is_new)
    cross join lateral (
      select l.id, l.organization_id, l.prospect_id, l.next_node_id from campaign_leads l
      where l.campaign_id = mine.id and l.next_lane = q.lane and (l.status = 'SCHEDULED') = q.is_new
        and l.next_at <= app_now() + make_interval(hours => ${hours}) and l.next_at is not null and not l.is_in_flight
        and l.archived_at is null and l.status in ('SCHEDULED', 'ACTIVE')
        and ${isNotParked(AHEAD_LOOP, sql.ref('l.organization_id'), sql`l.id || ' ' || l.next_node_id`)}
      order by l.next_at limit ${HEAD_SIZE}
    ) l
    join campaign_nodes n on n.id = l.next_node_id and n.is_live and n.has_snippets
    where not exists (select from ai_segment_texts t where t.campaign_lead_id = l.id and t.node_id = n.id)
    limit ${limit}`.execute(tx.db);
  return rows.rows;
}
