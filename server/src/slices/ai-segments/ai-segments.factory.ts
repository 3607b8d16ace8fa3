import { sql } from 'kysely';
import type { Context, SystemContext } from '../../kernel/context.ts';

/** Sets the credits of an organization, the ledger included. */
export async function setCredits(ctx: Context, credits: number): Promise<void> {
  await ctx.transaction(async ({ db }) => {
    const rows = await sql<{ email_credits: number }>`select email_credits from organizations
      where organization_id = ${ctx.organization.id}`.execute(db);
    const change = credits - rows.rows[0]!.email_credits;
    if (change === 0) return;
    await sql`update organizations set email_credits = ${credits} where organization_id = ${ctx.organization.id}`.execute(
      db,
    );
    await sql`insert into credit_entries (organization_id, kind, credits, change, purpose, key)
      values (${ctx.organization.id}, ${change > 0 ? 'grant' : 'reserve'}, ${Math.abs(change)}, ${change}, 'Test',
        ${`test:${crypto.randomUUID()}`})`.execute(db);
  });
}

/** What can be spent, what is set aside, and what the ledger says can be spent. */
export async function loadCredits(system: SystemContext, organizationId: number) {
  return system.systemTransaction(async ({ db }) => {
    const rows = await sql<{
      balance: number;
      at_work: number;
      ledger: number;
      spent: number;
    }>`select email_credits as balance,
        (select coalesce(sum(amount - spent - released), 0)::int from credit_reservations r
          where r.organization_id = o.organization_id) as at_work,
        (select coalesce(sum(spent), 0)::int from credit_reservations r where r.organization_id = o.organization_id) as spent,
        (select coalesce(sum(change), 0)::int from credit_entries e where e.organization_id = o.organization_id) as ledger
      from organizations o where organization_id = ${organizationId}`.execute(db);
    return rows.rows[0]!;
  });
}
