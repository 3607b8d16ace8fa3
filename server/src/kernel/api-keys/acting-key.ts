import type { ActingKey } from '@overture/contract/acting-key';
import { type RawBuilder, sql } from 'kysely';

/** The key or connected app that made a row with an `api_key_id`, named also once it is revoked; null for people. */
export function selectActingKey(row: string): RawBuilder<ActingKey | null> {
  return sql`(select jsonb_build_object('id', k.id, 'name', k.name, 'is_app', k.kind = 'app') from api_keys k
    where k.id = ${sql.ref(`${row}.api_key_id`)} and k.organization_id = ${sql.ref(`${row}.organization_id`)})`;
}
