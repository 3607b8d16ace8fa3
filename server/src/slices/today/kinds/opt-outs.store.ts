import { type RawBuilder, sql } from 'kysely';
import { reachOfLead, suppressedBecause } from '../../suppression-rules/index.ts';
import type { TodayKind } from '../today-kind.rules.ts';
import { isOfLead, isOfPerson } from './filters.store.ts';

/** A message that may be an opt-out, not decided by a user (`isOptOutGuess` in `chats`). */
const isQuestion = (table: string): RawBuilder<unknown> => sql`${sql.ref(`${table}.class`)} = 'unsubscribe'
  and ${sql.ref(`${table}.set_by`)} <> 'person' and ${sql.ref(`${table}.confidence`)} < 0.8`;

/** Leads who may have opted out, and have not for certain: the inbox asks about them. The first such message of a lead counts. */
export const optOutsKind: TodayKind = {
  kind: 'opt_out',
  rows: (asker) => sql`select k.prospect_id as id, k.prospect_id, null::bigint as campaign_id, h.last_subject as detail,
      k.sent_at as due_at
    from message_classes k join chats h on h.prospect_id = k.prospect_id and h.organization_id = k.organization_id
      join prospects p on p.id = k.prospect_id and p.organization_id = k.organization_id
    where k.organization_id = ${asker.organization_id} and ${isQuestion('k')} and h.archived_at is null
      and not exists (select from message_classes o where o.prospect_id = k.prospect_id and ${isQuestion('o')}
        and (o.sent_at, o.message_id) < (k.sent_at, k.message_id))
      and ${suppressedBecause(reachOfLead)} is distinct from 'unsubscribe'
      ${isOfPerson(asker)} ${isOfLead('h', asker)}`,
};
