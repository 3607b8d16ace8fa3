import { sql } from 'kysely';
import type { Context, SystemContext } from '../../kernel/context.ts';
import { toJson } from '../../kernel/db/to-json.ts';

/** Boards for tests: leads without messages, and a board with columns. */
interface World {
  program: { system: SystemContext };
}

let count = 0;

export async function makeLeads(world: World, organizationId: number, amount: number): Promise<number[]> {
  count += 1;
  const rows = await world.program.system.forOrganization(organizationId).transaction(({ db }) =>
    sql<{ id: number }>`insert into prospects (organization_id, first_name, last_name, email, company_name, job_title)
      select ${organizationId}, 'Grace', 'Hopper ' || n, 'grace' || n || '@board' || ${count}::int || '.example', 'Navy ' || n, 'Admiral'
      from generate_series(1, ${amount}::int) n returning id`.execute(db),
  );
  return rows.rows.map(({ id }) => id);
}

/** Cards of these leads in a column, in order from the top, written in one statement as no call does. */
export async function fillColumn(
  context: Context,
  given: { board: number; column: number; prospects: readonly number[]; ranks: readonly string[] },
): Promise<number[]> {
  const cards = given.prospects.map((prospect_id, index) => ({ prospect_id, rank: given.ranks[index] }));
  const rows = await context.transaction(({ db }) =>
    sql<{ id: number }>`insert into kanban_cards (organization_id, board_id, column_id, prospect_id, rank)
      select ${context.organization.id}, ${given.board}, ${given.column}, card.prospect_id, card.rank
      from jsonb_to_recordset(${toJson(cards)}::jsonb) as card (prospect_id bigint, rank text) returning id`.execute(
      db,
    ),
  );
  return rows.rows.map(({ id }) => id);
}
