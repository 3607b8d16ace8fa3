import { expect, test } from 'vitest';
import { useTestServer } from '../../../testing/harness.ts';
import { createOwner } from './registration.service.ts';

const server = useTestServer();

async function plant(organizationId: number, email: string, active: boolean): Promise<number> {
  const { rows } = await server.owner.query(
    `insert into users (organization_id, email, name, active) values ($1, $2, 'Stranger', $3) returning id`,
    [organizationId, email, active],
  );
  return rows[0].id;
}

const register = (email: string) =>
  server.program.system.systemTransaction((tx) =>
    createOwner(tx, { email, name: 'Owner', referral_code: null, time_zone: null }, null),
  );

test('who moved into a team with an archive, and was never activated there, has an organization of their own', async () => {
  const other = await server.signUp();
  const moved = await plant(other.organization_id, 'moved@elsewhere.example', false);
  const own = await register('moved@elsewhere.example');
  const { rows } = await server.owner.query(
    'select id, organization_id = $2 as is_there, active, email::text from users where id = any($1) order by id',
    [[moved, own], other.organization_id],
  );
  expect(rows).toEqual([
    { id: moved, is_there: true, active: false, email: `moved-in-${moved}@invalid` },
    { id: own, is_there: false, active: true, email: 'moved@elsewhere.example' },
  ]);
});

test('who was added by an operator and is active joins as before', async () => {
  const other = await server.signUp();
  const added = await plant(other.organization_id, 'added@elsewhere.example', true);
  expect(await register('added@elsewhere.example')).toBe(added);
});
