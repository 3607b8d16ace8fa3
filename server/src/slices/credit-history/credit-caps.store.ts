import { LIST_LIMITS } from '@overture/domain/list-limits';
import { sql } from 'kysely';
import type { ReadContext } from '../../kernel/context.ts';

type Reader = Pick<ReadContext, 'db' | 'organization'>;

interface Person {
  id: number;
  name: string;
}

export async function listPeople({ db, organization }: Reader): Promise<Person[]> {
  const rows = await sql<Person>`select id, name from users where organization_id = ${organization.id} and active
    order by lower(name), id limit ${LIST_LIMITS.members}`.execute(db);
  return rows.rows;
}

export async function findPerson({ db, organization }: Reader, id: number): Promise<Person | undefined> {
  const rows = await sql<Person>`select id, name from users
    where organization_id = ${organization.id} and active and id = ${id}`.execute(db);
  return rows.rows[0];
}
