import { type RawBuilder, sql } from 'kysely';
import { ownerOf } from '../../calls/index.ts';
import type { Asker } from '../today-kind.rules.ts';

type Filter = Pick<Asker, 'campaign_id' | 'owner_id'>;

const all = sql``;

/** What is asked for of rows with a campaign and a lead, by their alias. */
export const isOfWork = (table: string, { campaign_id, owner_id }: Filter): RawBuilder<unknown> =>
  sql`${campaign_id === null ? all : sql`and ${sql.ref(`${table}.campaign_id`)} = ${campaign_id}`}
    ${owner_id === null ? all : sql`and ${ownerOf(table)} = ${owner_id}`}`;

/** What is asked for of rows with a lead and without a campaign, by their alias. */
export const isOfLead = (table: string, { campaign_id }: Pick<Filter, 'campaign_id'>): RawBuilder<unknown> =>
  campaign_id === null
    ? all
    : sql`and exists (select from campaign_leads q where q.campaign_id = ${campaign_id}
        and q.prospect_id = ${sql.ref(`${table}.prospect_id`)} and q.archived_at is null)`;

/** Conversations `h` of one person: the asker's own and those of no person, or only those of the member that is asked for. */
export const isOfPerson = ({ user_id, owner_id }: Asker): RawBuilder<unknown> =>
  owner_id === null
    ? sql`and coalesce(h.assigned_user_id, ${user_id}) = ${user_id}`
    : sql`and h.assigned_user_id = ${owner_id}`;
