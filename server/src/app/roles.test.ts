import { api } from '@overture/contract';
import { type Endpoint, mayCall } from '@overture/contract/endpoint';
import { ROLES, type Role } from '@overture/domain/access/permissions';
import { beforeAll, describe, expect, test } from 'vitest';
import { apiBase } from '../kernel/http/bind.ts';
import { type TestClient, useTestServer } from '../testing/harness.ts';

const server = useTestServer();
const clients = {} as Record<Role, TestClient>;
beforeAll(async () => {
  for (const role of ROLES) {
    const person = await server.signUp();
    // Without the trigger that ends a user's sessions when their role changes.
    await server.owner.query(
      `begin; set local session_replication_role = replica; update users set role = '${role}' where id = ${person.user_id}; commit`,
    );
    // Calls of the agency area are open to no other organization.
    await server.owner.query(
      'update organizations set is_agency = true, is_whitelabel = true where organization_id = $1',
      [person.organization_id],
    );
    clients[role] = person;
  }
});

const writes = (Object.entries(api) as [string, Endpoint][]).filter(
  ([, endpoint]) => endpoint.auth !== 'public' && (endpoint.method !== 'GET' || endpoint.roles !== undefined),
);

describe.each(ROLES)('as %s', (role) => {
  test.each(writes)('%s is open or closed as the contract says', async (_, endpoint) => {
    const answer = await server.program.app.inject({
      method: endpoint.method,
      url: apiBase + endpoint.path.replace(/\{\w+\}/g, '999999999'),
      headers: { jwt: clients[role].token as string },
      ...(endpoint.method === 'GET' ? {} : { payload: {} }),
    });
    const isForbidden = answer.statusCode === 403 && answer.json().code === 'forbidden';
    expect(isForbidden, answer.body).toBe(!mayCall(endpoint, role));
  });
});

test('RESTRICTED reads the knowledge base and cannot change it', async () => {
  const { RESTRICTED, USER } = clients;
  const change = { body: { product_description: 'Cheap things' } };
  expect((await RESTRICTED.call(api.updateOrganization, change)).error.code).toBe('forbidden');
  expect((await RESTRICTED.call(api.getOrganization)).data.data.product_description).not.toBe('Cheap things');
  expect((await USER.call(api.updateOrganization, change)).data.data.product_description).toBe('Cheap things');
});
