import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useTestServer } from '../../testing/harness.ts';
import { personKeys, touchSecret } from './claim.store.ts';

const server = useTestServer();

test('a person is held by every address of the lead', async () => {
  const person = await server.signUp();
  await server.owner.query(
    `insert into prospects (organization_id, first_name, email, other_emails, other_email_sources)
     values ($1, 'Ada', 'ada@acme.example', '{ada@home.example,ada@old.example}', '{x,y}')`,
    [person.organization_id],
  );
  await server.program.system.systemTransaction(async ({ db }) => {
    const { rows } = await sql<{ n: number }>`select count(k.key)::int as n from prospects p
      cross join lateral ${personKeys(touchSecret)} as k (key)
      where p.organization_id = ${person.organization_id} and k.key is not null`.execute(db);
    expect(rows).toEqual([{ n: 4 }]);
  });
});
