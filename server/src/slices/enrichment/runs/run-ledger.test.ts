import { api } from '@overture/contract';
import { expect, test } from 'vitest';
import { useTestServer } from '../../../testing/harness.ts';
import type { CellInput, CellOutcome } from '../../research/index.ts';
import { claimCells } from '../cells/claims.store.ts';
import * as factory from '../enrichment.factory.ts';

const server = useTestServer();

test('100 leads, 60 with an email, 25 found by workers of which one dies: 75 of at most 120 credits are spent', async () => {
  const person = await server.signUp();
  const { system } = server.program;
  await factory.addCredits(server, person, 200);
  const { id, people } = await factory.createResearchList(server, person, 100);
  await server.owner.query("update prospects set email = 'p' || id || '@company.example' where id = any($1)", [
    people.slice(0, 60),
  ]);
  const counted = await person.call(api.countUnenrichedProspects, { params: { id }, body: { prompt_id: 1 } });
  expect(counted.data.estimate).toMatchObject({ chosen: 100, known: 60, tried: 0, to_look_up: 40, most_credits: 120 });
  const look_up = { prompt_id: 1, name: null, prompt: null, output_type: null, required_sources: null };
  const { data: started } = await factory.startTask(person, id, look_up, 100);
  expect(started.reserved_credits).toBe(120);
  expect(await factory.listLedger(server, person.organization_id)).toMatchObject({ balance: 180, reserved: 120 });

  // A worker takes some of the leads and dies; after its time others take them over.
  const dead = await system.systemTransaction((tx) => claimCells(tx, { free: 15, total: 15, per_organization: 15 }));
  expect(dead).toHaveLength(15);
  await server.owner.query(
    "update enrichment_cells set lease_until = statement_timestamp() - interval '1 second' where lease_until is not null",
  );
  const found = new Set(people.slice(60, 85));
  const work = ({ prospect }: CellInput): CellOutcome => {
    if (prospect.email) return { kind: 'found', output: prospect.email, explanation: '', sources: [], is_free: true };
    return found.has(prospect.id)
      ? { kind: 'found', output: `n${prospect.id}@company.example`, explanation: '', sources: [], steps: [] }
      : { kind: 'not_found', explanation: 'No source knows it.', sources: [] };
  };
  await factory.withEngine(server, work, () => factory.untilQuiet(server, person.organization_id));

  expect(await factory.listLedger(server, person.organization_id)).toEqual({
    balance: 225,
    ledger: 225,
    reserved: 0,
    spent: 75,
  });
  const { rows } = await server.owner.query(
    `select kind, count(*)::int as entries, sum(credits)::int as credits from credit_entries
      where organization_id = $1 and kind in ('reserve', 'spend', 'release') group by 1 order by 1`,
    [person.organization_id],
  );
  expect(rows).toEqual([
    { kind: 'release', entries: 15, credits: 45 },
    { kind: 'reserve', entries: 1, credits: 120 },
    { kind: 'spend', entries: 25, credits: 75 },
  ]);
  const { entries } = (await person.call(api.listCredits, { query: { kind: 'email' } })).data;
  expect(entries.map(({ credits, reserved }) => [credits, reserved])).toEqual([[-75, 0]]);
}, 60_000);
