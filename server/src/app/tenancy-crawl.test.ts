import { api } from '@overture/contract';
import type { Endpoint } from '@overture/contract/endpoint';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { addClient, signUpAgency } from '../slices/agency/agency.factory.ts';
import { callWith, listIds, type PlantedId, partIds, spreadSequences } from '../testing/crawl.ts';
import { createClient, useTestServer } from '../testing/harness.ts';
import { computeDigests, plantRows, unplanted } from '../testing/plant-rows.ts';

/**
 * An agency with two clients, another agency and an outsider; every text of each contains its own canary. Each calls every
 * route with ids of the others in every place of an id: no foreign canary may come back, and nothing of the others may change.
 * `npm run prove` tries every id at every call; here the outsider tries those of the tables that a path names and a few others,
 * and the rest one each, different ones in each pass.
 */
const ROLES = ['agency', 'client', 'sibling', 'rival', 'outsider'] as const;
type Role = (typeof ROLES)[number];

/** Who asks for whose things: everybody those nearest to it, and the agency, which sees more of clients than others, both of its kinds. */
const PASSES: readonly [Role, Role][] = [
  ['outsider', 'agency'],
  ['outsider', 'client'],
  ['rival', 'agency'],
  ['rival', 'client'],
  ['client', 'agency'],
  ['client', 'sibling'],
  ['sibling', 'client'],
  ['agency', 'client'],
  ['agency', 'rival'],
];
const OTHERS_TRIED = 3;
/** The database answers one while the program works on another. */
const AT_ONCE = 6;

interface Party {
  token: string;
  organization: number;
  canary: string;
  ids: PlantedId[];
}

const server = useTestServer({ session_memory_in_ms: 60_000 });
const endpoints = (Object.entries(api) as [string, Endpoint][]).filter(([, { path }]) => path !== '/auth/logout/');
const parties = {} as Record<Role, Party>;
let db: pg.Client;

beforeAll(async () => {
  db = new pg.Client({ connectionString: server.connectionString });
  await db.connect();
  await spreadSequences(db);
  const agency = await signUpAgency(server);
  const rival = await signUpAgency(server);
  const outsider = await server.signUp();
  const [client, sibling] = [await addClient(server, agency), await addClient(server, agency)];
  // What the agency shows its clients it shows them here.
  const prices = { base: 1, email_account: 1, linkedin_account: 1, credit_pack: 1 };
  await agency.call(api.setClientPrices, { body: { prices, shows_prices: true, lets_clients_buy: false } });
  const people = { agency, rival, outsider };
  for (const [role, one] of Object.entries(people))
    await join(role as Role, one.organization_id, one.user_id, one.token);
  for (const [role, one] of Object.entries({ client, sibling }))
    await join(role as Role, one.id, one.user_id, one.token);
  await db.query(`update agency_clients set contact_name = $1 where client_id = any($2)`, [
    parties.agency.canary,
    [client.id, sibling.id],
  ]);
}, 120_000);
afterAll(() => db.end());

async function join(role: Role, organization: number, userId: number, token: string | null): Promise<void> {
  const canary = `CANARY${role}7f3a`;
  await plantRows(db, organization, userId, canary);
  // Words that only the contract knows.
  await db.query(`update accounts set status = 'OK', tier = null where organization_id = $1`, [organization]);
  await db.query(`update suppression_lifts set reason = 'manual' where organization_id = $1`, [organization]);
  parties[role] = { token: token as string, organization, canary, ids: await listIds(db, organization) };
}

const foreignIn = (body: string, own: string): string[] =>
  [...new Set(body.match(/CANARY[a-z]+7f3a/g) ?? [])].filter((canary) => canary !== own);

/** Which ids of the other a call is tried with. */
function pickTargets(endpoint: Endpoint, ids: readonly PlantedId[], place: number, isDeep: boolean): PlantedId[] {
  if (inject('is_proving')) return [...ids];
  const { spoken, others } = partIds(endpoint, ids);
  const turn = (list: readonly PlantedId[], step = 0) => (list.length ? [list[(place + step) % list.length]!] : []);
  if (!endpoint.path.includes('{') || !isDeep) return spoken.length ? turn(spoken) : turn(others);
  return [...spoken, ...Array.from({ length: OTHERS_TRIED }, (_, step) => turn(others, step * 7)).flat()];
}

/** An agency may act for people of its clients and in their workspace: that is tried in its own tests. */
const isAllowed = (from: Role, to: Role, endpoint: Endpoint): boolean =>
  from === 'agency' && to === 'client' && /^\/agency\/(impersonate\/|clients\/\{id\}\/workspace\/)/.test(endpoint.path);

describe('canary crawl', () => {
  test('rows were planted in nearly every tenant table', async () => {
    const planted = await computeDigests(db, parties.agency.organization);
    const empty = [...planted].filter(([, digest]) => digest === '').map(([table]) => table);
    expect(empty.filter((table) => !unplanted.includes(table))).toEqual([]);
    for (const role of ROLES) expect(parties[role].ids.length).toBeGreaterThan(10);
  });

  test.each(ROLES)('the %s itself sees its own, and no other', async (role) => {
    const { token, canary } = parties[role];
    const { data } = await createClient(server.program, token).call(api.listSignatures);
    expect(JSON.stringify(data).match(/CANARY\w+7f3a/g)).toContain(canary);
    expect(foreignIn(JSON.stringify(data), canary)).toEqual([]);
  });

  test.each(PASSES)(
    'the %s learns nothing of the %s and changes nothing there',
    async (from, to) => {
      const [caller, other] = [parties[from], parties[to]];
      const before = await computeDigests(db, other.organization);
      const pass = PASSES.findIndex((one) => one[0] === from && one[1] === to);
      const questions = endpoints
        .filter(([, endpoint]) => !isAllowed(from, to, endpoint))
        .flatMap(([name, endpoint], place) =>
          pickTargets(endpoint, other.ids, place + pass, pass === 0).map((target) => ({ name, endpoint, ...target })),
        );
      const wrong: object[] = [];
      const callNext = async (): Promise<void> => {
        for (let next = questions.pop(); next; next = questions.pop()) {
          const { name, endpoint, table, id } = next;
          const { status, body } = await callWith(server, endpoint, id, caller.token);
          const received = foreignIn(body, caller.canary);
          // What needs a vendor says so; nothing else may fail on our side.
          const hasFailed = status >= 500 && !body.includes('"code":"not_configured"');
          const isFound = endpoint.path.includes('{') && endpoint.method === 'GET' && status < 400;
          if (received.length > 0 || hasFailed || isFound)
            wrong.push({ name, table, id, status, body: body.slice(0, 500) });
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, callNext));
      expect(wrong).toEqual([]);
      const after = await computeDigests(db, other.organization);
      expect([...after].filter(([table, digest]) => before.get(table) !== digest).map(([table]) => table)).toEqual([]);
    },
    // All ids of all kinds take minutes, and several on a machine with other work.
    inject('is_proving') ? 900_000 : 120_000,
  );

  const ofClients = endpoints.filter(([, { path }]) => path.startsWith('/agency/clients/{id}/'));
  test.each(ofClients)(
    '%s with the id of a client is for its agency alone, which reads nothing of it',
    async (name, endpoint) => {
      const { agency, client } = parties;
      for (const role of ['client', 'sibling', 'rival', 'outsider'] as const) {
        const { status, body } = await callWith(server, endpoint, client.organization, parties[role].token);
        expect([name, role, status >= 400 && status < 500, foreignIn(body, parties[role].canary)]).toEqual([
          name,
          role,
          true,
          [],
        ]);
      }
      if (endpoint.method !== 'GET') return;
      const { status, body } = await callWith(server, endpoint, client.organization, agency.token);
      expect([name, status < 500, foreignIn(body, agency.canary)]).toEqual([name, true, []]);
    },
  );
});
