import { ADDRESS_REASONS } from '@overture/domain/suppressions/suppressions';
import { type RawBuilder, sql } from 'kysely';

/**
 * Queries for the ids of leads with an entry of one of the reasons. They begin with the entries: few leads have one, and an index finds each.
 * With another collation than that of the index, all leads are read. `suppressedBecause` begins with the lead. They agree but for
 * erased people, who are no leads.
 */
export function suppressedLeads(organizationId: number, reasons: readonly string[]): RawBuilder<unknown>[] {
  const entry = sql`x.organization_id = ${organizationId} and x.reason = any(${[...reasons]}::text[])`;
  const own = sql`d.organization_id = ${organizationId}`;
  const by = (condition: RawBuilder<unknown>) =>
    sql`select d.id from suppressions x join prospects d on ${own} and ${condition} where ${entry}`;
  return [
    by(sql`d.email = x.email::text collate "C" and x.kind in ('address', 'person')`),
    by(sql`d.phone_key = x.phone_key and x.kind = 'person'`),
    by(sql`d.linkedin_key = x.linkedin_key and x.kind = 'person'`),
    // A bounce at a further address says nothing of the one that is written to.
    sql`select d.id from prospects d cross join unnest(d.other_emails) o (email)
      join suppressions x on ${entry} and x.email::text collate "C" = o.email
        and (x.kind = 'person' or x.kind = 'address' and x.reason not in (${sql.join(ADDRESS_REASONS)}))
      where ${own} and d.other_emails <> '{}'`,
  ];
}
