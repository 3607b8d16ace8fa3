import type { AutomationAction } from '@overture/contract/automations';
import { toSay } from '@overture/domain/text/say';
import { sql } from 'kysely';
import type { ReadContext } from '../../../kernel/context.ts';
import { listTargetKeys, type Targets } from './action-words.rules.ts';

const namesOf = (keys: readonly string[], kind: string): string[] =>
  keys.flatMap((key) => (key.startsWith(`${kind} `) ? [key.slice(kind.length + 1)] : []));

const PROBLEMS = toSay({
  campaign: 'The campaign is archived.',
  member: 'The member may no longer sign in.',
  webhook: 'The webhook is switched off.',
  feature: 'This feature is switched off for your organization.',
});

/** What these actions name, as far as it is there. Reads one row of each. */
export async function loadTargets(
  { db, organization }: Pick<ReadContext, 'db' | 'organization'>,
  actions: readonly AutomationAction[],
): Promise<Targets> {
  const keys = [...new Set(actions.flatMap(listTargetKeys))];
  if (keys.length === 0) return new Map();
  const of = (kind: string) =>
    sql`organization_id = ${organization.id} and id = any(${namesOf(keys, kind).map(Number)}::bigint[])`;
  const crms = namesOf(keys, 'crm');
  const features = namesOf(keys, 'feature');
  const rows = await sql<{ key: string; name: string; problem: string | null }>`
    select 'label ' || id as key, name::text as name, null as problem from chat_labels where ${of('label')}
    union all select 'list ' || id, name, null from searches where ${of('list')}
    union all select 'campaign ' || id, name, case when status = 'ARCHIVED' then ${PROBLEMS.campaign} end
      from campaigns where ${of('campaign')}
    union all select 'board ' || id, name, null from kanban_boards where ${of('board')}
    union all select 'column ' || id, name, null from kanban_columns where ${of('column')}
    union all select 'member ' || id, name, case when not active then ${PROBLEMS.member} end from users where ${of('member')}
    union all select 'webhook ' || id, left(url, 200), case when state = 'off' then ${PROBLEMS.webhook} end
      from webhook_endpoints where ${of('webhook')}
    union all select 'crm ' || integration_type, '', null from integrations
      where organization_id = ${organization.id} and integration_type = any(${crms}::text[]) and sealed_tokens is not null
    union all select 'feature ' || f.flag, '', case when f.flag = any(o.disabled_features || o.agency_disabled_features)
        then ${PROBLEMS.feature} end
      from organizations o, unnest(${features}::text[]) f (flag) where o.organization_id = ${organization.id}
    union all select 'slack', name, null from slack_connections where organization_id = ${organization.id}`.execute(db);
  return new Map(rows.rows.map(({ key, ...target }) => [key, target]));
}
