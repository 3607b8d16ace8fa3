import { api } from '@overture/contract';
import type { AnswerContent, EnrichmentAnswer } from '@overture/contract/enrichment';
import { sql } from 'kysely';
import type { TestClient, TestServer } from '../../testing/harness.ts';
import { grantCredits } from '../billing/index.ts';
import type { CellInput, CellOutcome } from '../research/index.ts';
import type { CellWorkers } from './cells/cell-outcome.rules.ts';
import { type EngineOptions, type ResearchEngine, startResearchEngine } from './engine/research-engine.service.ts';

export type Person = TestClient & { user_id: number; organization_id: number; email: string };

/** A list of `count` people; answers its id and theirs, in the table's order. */
export async function createResearchList(
  server: TestServer,
  person: Person,
  count: number,
): Promise<{ id: number; people: number[] }> {
  const { data } = await person.call(api.createSearch, { body: { name: 'Research' } });
  const org = person.organization_id;
  const people = await server.program.system.forOrganization(org).transaction(async ({ db }) => {
    const rows = await sql<{ id: number }>`with people as (
        insert into prospects (organization_id, first_name, last_name, company_name)
        select ${org}, 'First' || n, 'Last' || n, 'Company ' || n % 7 from generate_series(1, ${count}) n returning id)
      insert into search_prospects (organization_id, search_id, prospect_id) select ${org}, ${data.id}, id from people
      returning prospect_id as id`.execute(db);
    await sql`update searches set total_prospects = ${count}, version = version + 1 where id = ${data.id}`.execute(db);
    return rows.rows.map((row) => row.id).sort((one, other) => one - other);
  });
  return { id: data.id, people };
}

export async function addCredits(server: TestServer, person: Person, amount: number): Promise<void> {
  await server.program.system
    .forOrganization(person.organization_id)
    .transaction((tx) => grantCredits(tx, { amount, purpose: 'Test', key: `test:${amount}:${Math.random()}` }));
}

/** A task of the organization that costs one credit a lead; `prospect_limit` leads are started. */
export async function startTask(
  person: Person,
  searchId: number,
  body: Record<string, unknown> = {},
  prospect_limit = 0,
) {
  const task = {
    name: 'Pain points',
    prompt: 'What hurts?',
    output_type: 'SHORT_TEXT',
    required_sources: ['COMPANY_WEBSITE'],
    prospect_limit,
    ...body,
  };
  return person.call(api.startResearch, { params: { searchId }, body: task as never });
}

/** Every lead has a result immediately, unless a test asks for less. */
export const foundAtOnce = (input: CellInput): CellOutcome => ({
  kind: 'found',
  output: `Answer for ${input.prospect.first_name}`,
  explanation: 'Because the page says so.',
  sources: [{ source: 'https://company.example/', title: 'Company' }],
});

function createWorkers(work: (input: CellInput) => CellOutcome | Promise<CellOutcome>): CellWorkers {
  return { researchCell: async (_, input) => work(input), lookUpContact: async (_, input) => work(input) };
}

/** Runs an engine while `during` runs. */
export async function withEngine<Result>(
  server: TestServer,
  work: (input: CellInput) => CellOutcome | Promise<CellOutcome>,
  during: (engine: ResearchEngine) => Promise<Result>,
  options: EngineOptions = {},
): Promise<Result> {
  const engine = startResearchEngine(server.program.system, createWorkers(work), {
    poll_in_ms: 20,
    heartbeat_in_ms: 100,
    ...options,
  });
  try {
    return await during(engine);
  } finally {
    await engine.stop();
  }
}

/** The balance, the ledger's sum and what is still reserved. */
export async function listLedger(server: TestServer, organizationId: number) {
  return server.program.system.systemTransaction(async ({ db }) => {
    const rows = await sql<{ balance: number; ledger: number; reserved: number; spent: number }>`select
      (select email_credits from organizations where organization_id = ${organizationId}) as balance,
      (select coalesce(sum(change), 0)::int from credit_entries where organization_id = ${organizationId}) as ledger,
      (select coalesce(sum(amount - spent - released), 0)::int from credit_reservations where organization_id = ${organizationId}) as reserved,
      (select coalesce(sum(credits), 0)::int from credit_entries where organization_id = ${organizationId} and kind = 'spend') as spent`.execute(
      db,
    );
    return rows.rows[0]!;
  });
}

export async function countCells(server: TestServer, organizationId: number): Promise<number> {
  return server.program.system.systemTransaction(async ({ db }) => {
    const rows = await sql<{ cells: number }>`select count(*)::int as cells from enrichment_cells
      where organization_id = ${organizationId}`.execute(db);
    return rows.rows[0]!.cells;
  });
}

/** Waits until no cell of the organization waits or works. */
export async function untilQuiet(server: TestServer, organizationId: number, limitInMs = 45_000): Promise<void> {
  const end = Date.now() + limitInMs;
  while ((await countCells(server, organizationId)) > 0) {
    if (Date.now() > end) throw new Error('cells are still at work');
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

export async function listCells(person: Person, searchId: number, promptId: number): Promise<EnrichmentAnswer[]> {
  const { data } = await person.call(api.listResearchColumns, { params: { searchId } });
  return data.find((column) => column.prompt.id === promptId)?.results ?? [];
}

export function toContent(cell: Pick<EnrichmentAnswer, 'answer'> | undefined): AnswerContent {
  return JSON.parse(cell?.answer ?? 'null');
}
