import { ADDRESS_REASONS } from '@overture/domain/suppressions/suppressions';
import { type RawBuilder, sql } from 'kysely';

/**
 * SQL that is true for a lead (`prospects p`) with an entry of one of the reasons, for filters of tables: each part is one comparison, which
 * the planner turns into a hash for a million leads. `suppressedBecause` asks four indexes for each lead. They agree but for erased people,
 * who are no leads.
 */
export function hasSuppression(organizationId: number, reasons: readonly string[]): RawBuilder<boolean> {
  const entry = (condition: RawBuilder<unknown>) =>
    sql<boolean>`exists (select from suppressions x where x.organization_id = ${organizationId} and x.reason = any(${[...reasons]}::text[])
      and ${condition})`;
  const parts = [
    entry(sql`x.email::text collate "C" = lower(p.email collate "C") and x.kind in ('address', 'person')`),
    entry(sql`x.phone_key = p.phone_key collate "C" and x.kind = 'person'`),
    entry(sql`x.linkedin_key = p.linkedin_key collate "C" and x.kind = 'person'`),
    // A bounce at a further address says nothing of the one that is written to.
    sql`p.other_emails <> '{}' and ${entry(sql`x.email::text collate "C" = any(p.other_emails)
      and (x.kind = 'person' or x.kind = 'address' and x.reason not in (${sql.join(ADDRESS_REASONS)}))`)}`,
  ];
  return sql<boolean>`(${sql.join(parts, sql` or `)})`;
}
