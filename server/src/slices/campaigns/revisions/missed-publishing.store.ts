import { MANAGERS } from '@overture/domain/access/permissions';
import { sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';
import type { MissedTime } from './revisions.store.ts';

export interface MissedReader {
  user_id: number;
  campaign: string;
  zone: string;
}

/**
 * The recipient of the mail that nothing was published: the user who scheduled it, else the last editor, else the campaign's creator, else
 * the longest-serving manager; active users only.
 */
export async function findMissedReader(
  { db, organization }: Pick<TransactionContext, 'db' | 'organization'>,
  campaignId: number,
  { publish_by, edited_by }: MissedTime,
): Promise<MissedReader | undefined> {
  const rows = await sql<MissedReader>`select u.id as user_id, c.name as campaign, c.timezone as zone
    from campaigns c cross join lateral unnest(array[${publish_by}::bigint, ${edited_by}::bigint, c.created_by,
        (select m.id from users m where m.organization_id = c.organization_id and m.active and m.role = any(${[...MANAGERS]}::text[])
          order by m.id limit 1)])
      with ordinality as maker (id, place) join users u on u.id = maker.id and u.organization_id = c.organization_id and u.active
    where c.id = ${campaignId} and c.organization_id = ${organization.id} order by maker.place limit 1`.execute(db);
  return rows.rows[0];
}
