import type { ActingKey } from '@overture/contract/acting-key';
import { type RawBuilder, sql } from 'kysely';

/** The key or connected app that a column of a row names, also once it is revoked; null for people. */
export function selectActingKey(row: string, column = 'api_key_id'): RawBuilder<ActingKey | null> {
  return sql`(select jsonb_build_object('id', k.id, 'name', k.name, 'is_app', k.kind = 'app') from api_keys k
    where k.id = ${sql.ref(`${row}.${column}`)} and k.organization_id = ${sql.ref(`${row}.organization_id`)})`;
}
