import { type RawBuilder, sql } from 'kysely';
import type { SystemContext } from '../../kernel/context.ts';

type Reading = Parameters<Parameters<SystemContext['systemRead']>[0]>[0];

/** The language that the first of an organization's people chose who is still there. */
export const languageOfOrganization = (organizationId: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql`(select chosen.language from users chosen where chosen.organization_id = ${organizationId} and chosen.active
    and chosen.language is not null order by chosen.role = 'RESTRICTED', chosen.id limit 1)`;

/** That a user chose; null before they did. */
export async function findChosenLanguage({ db }: Reading, userId: number): Promise<string | null> {
  const rows = await sql<{ language: string | null }>`select language from users where id = ${userId}`.execute(db);
  return rows.rows[0]?.language ?? null;
}

/** @param organizationId of who writes, for an address that no user has */
export async function findLanguages(
  { db }: Reading,
  address: string,
  organizationId: number | null,
): Promise<{ own: string | null; is_user: boolean; organization: string | null } | undefined> {
  const rows = await sql<{ own: string | null; is_user: boolean; organization: string | null }>`
    select u.language as own, u.id is not null as is_user,
      ${languageOfOrganization(sql`coalesce(u.organization_id, ${organizationId}::bigint)`)} as organization
    from (values (1)) one left join users u on u.email = ${address}`.execute(db);
  return rows.rows[0];
}
