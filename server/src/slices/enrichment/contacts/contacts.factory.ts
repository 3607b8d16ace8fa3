import type { LeadFieldValues } from '@overture/domain/leads/lead-fields';
import { sql } from 'kysely';
import type { Context } from '../../../kernel/context.ts';

/** Colleagues at a domain whose addresses are made as first.last@. */
export function colleaguesAt(domain: string): Partial<LeadFieldValues>[] {
  return ['Anna Smith', 'Ben Jones', 'Cleo Park', 'Dan Wolf', 'Eva Lind'].map((name) => {
    const [first_name = '', last_name = ''] = name.split(' ');
    return { first_name, last_name, email: `${first_name}.${last_name}@${domain}`.toLowerCase() };
  });
}

/** Addresses this organization must not write to. */
export async function suppress(ctx: Context, email: string, reason: string): Promise<void> {
  await ctx.transaction(async ({ db }) => {
    await sql`insert into suppressions (organization_id, email, reason) values (${ctx.organization.id}, ${email}, ${reason})`.execute(
      db,
    );
  });
}
