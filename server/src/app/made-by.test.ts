import { api } from '@overture/contract';
import { beforeAll, expect, test } from 'vitest';
import { createClient, type TestClient, useTestServer } from '../testing/harness.ts';

const server = useTestServer();
type Person = TestClient & { user_id: number };
let manager: Person & { organization_id: number };
let member: Person;

beforeAll(async () => {
  manager = await server.signUp();
  const { rows } = await server.owner.query(
    `insert into users (organization_id, email, name, role, password_hash, verified_at)
     select organization_id, 'mia@made-by.example', 'Mia Member', 'RESTRICTED', password_hash, verified_at
     from users where id = $1 returning id`,
    [manager.user_id],
  );
  const body = { email: 'mia@made-by.example', password: 'correct horse' };
  const { data } = await server.anonymous.call(api.login, { body });
  member = { ...createClient(server.program, data.data?.token ?? ''), user_id: Number(rows[0].id) };
});

/** A row as this person would have made it. */
async function insert(table: string, columns: Record<string, unknown>): Promise<number> {
  const given = { organization_id: manager.organization_id, ...columns };
  const names = Object.keys(given);
  const { rows } = await server.owner.query(
    `insert into ${table} (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')}) returning id`,
    Object.values(given),
  );
  return Number(rows[0].id);
}

let count = 0;
const name = (): string => `Thing ${++count}`;
const sender = (connected_by: number) =>
  insert('accounts', {
    ...{ account_type: 'LINKEDIN', name: name(), status: 'OK', is_base_account: true, connected_by },
    provider_account_id: `seat-${count}`,
  });

const things: [what: string, make: (by: number) => Promise<number>, remove: (who: Person, id: number) => unknown][] = [
  ['a sender', sender, (who, id) => who.call(api.removeAccount, { params: { id } } as never)],
  [
    'a board',
    (created_by) => insert('kanban_boards', { name: name(), created_by }),
    (who, id) => who.call(api.deleteKanbanBoard, { params: { id } }),
  ],
  [
    'a signature',
    async (by) => {
      const maker = by === member.user_id ? member : manager;
      const body = { name: name(), signature: '<p>Ada</p>' };
      return (await maker.call(api.createSignature, { body })).data.signature.id;
    },
    (who, id) => who.call(api.deleteSignature, { params: { id } }),
  ],
  [
    'an excluded domain',
    (created_by) => {
      const domain = `excluded${++count}.example`;
      return insert('excluded_domains', { domain, unicode_domain: domain, created_by });
    },
    (who, id) => who.call(api.removeExcludedDomain, { params: { id } }),
  ],
];

test.each(things)(
  '%s of somebody else is deleted by who answers for the organization, one of their own by anybody',
  async (_, make, remove) => {
    const others = await make(manager.user_id);
    expect(await remove(member, others)).toMatchObject({ status: 403, error: { code: 'not_yours' } });
    expect(await remove(manager, others)).toMatchObject({ status: 200 });
    expect(await remove(member, await make(member.user_id))).toMatchObject({ status: 200 });
    expect(await remove(manager, await make(member.user_id))).toMatchObject({ status: 200 });
  },
);

test('what nobody wrote down the maker of is deleted by who answers for the organization', async () => {
  const { data } = await member.call(api.createLabel, { body: { name: 'Warm', color: '#ADADAD' } });
  const params = { id: data.label.id };
  expect(await member.call(api.deleteLabel, { params })).toMatchObject({ error: { code: 'not_yours' } });
  expect((await manager.call(api.deleteLabel, { params })).status).toBe(200);
});
