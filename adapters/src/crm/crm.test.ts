import { CRM_TYPES } from '@overture/domain/crm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningSandbox } from '../mailbox/testing/sandbox-world.ts';
import { describeCrm } from './crm.conformance.ts';
import { MISSING_GRANT } from './crm.port.ts';
import { CRM_VENDORS } from './crm-vendors.ts';
import { CRM_NAMES } from './testing/crm-names.ts';
import { openCrmWorld, startCrmSandbox } from './testing/crm-world.ts';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startCrmSandbox();
}, 90_000);
afterAll(() => sandbox?.close());

for (const type of CRM_TYPES) describe(type, () => describeCrm(() => openCrmWorld(sandbox, type), CRM_NAMES[type]));

describe('what each says of itself', () => {
  test('an answer of 200 with an error of the pace, the sign-in or the service is none', async () => {
    const world = openCrmWorld(sandbox, 'MONDAY');
    const connection = await world.connect();
    for (const [code, kind] of [
      ['COMPLEXITY_BUDGET_EXHAUSTED', 'rate_limited'],
      ['DAILY_LIMIT_EXCEEDED', 'rate_limited'],
      ['INTERNAL_SERVER_ERROR', 'unavailable'],
      ['USER_UNAUTHORIZED', 'auth_expired'],
      ['ResourceNotFoundException', 'rejected'],
    ]) {
      await world.control({ clear_faults: true, fault: { status: 200, code, path: '/v2', times: 10 } });
      await expect(world.port.listBoards(connection)).rejects.toMatchObject({ kind });
    }
    await world.control({ clear_faults: true });
  });

  test('an account that names a foreign address gets no token', async () => {
    const world = openCrmWorld(sandbox, 'SALESFORCE');
    const elsewhere = CRM_VENDORS.SALESFORCE.create({
      client_id: 'sandbox',
      client_secret: 'sandbox',
      api_url: 'http://127.0.0.1:9',
      auth_url: `${sandbox.ready.http_url.replace('127.0.0.1', 'localhost')}/salesforce/services/oauth2`,
      outbound_allow: 'localhost',
    });
    const given = await world.askForCode('ann@corp.test');
    // The sandbox names the host it was asked by; taken as another's word it is refused where it is not the vendor's.
    await expect(elsewhere.oauth.exchangeCode(given)).resolves.toMatchObject({
      api_url: expect.stringContaining('localhost'),
    });
  });

  test('an uninstall message counts only with the secret of the client', () => {
    const { oauth } = openCrmWorld(sandbox, 'PIPEDRIVE').port;
    const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;
    const body = { client_id: 'sandbox', company_id: 815, user_id: 1 };
    expect(oauth.readUninstall({ authorization: basic('sandbox:sandbox'), body })).toBe('815');
    expect(oauth.readUninstall({ authorization: basic('sandbox:other'), body })).toBeNull();
    expect(oauth.readUninstall({ authorization: '', body })).toBeNull();
    expect(
      oauth.readUninstall({ authorization: basic('sandbox:sandbox'), body: { company_id: '1; drop' } }),
    ).toBeNull();
  });

  test('HubSpot asks for a new sign-in where a scope was not granted, and works without its property', async () => {
    const world = openCrmWorld(sandbox, 'HUBSPOT');
    await world.control({ clear: true, clear_faults: true });
    const narrow = await world.connect('narrow@corp.test', 'communication_preferences.read_write');
    const target = await world.prepare(narrow);
    const { id } = await world.control<{ id: number }>({ insert: { kind: 'contact', fields: { email: 'a@b.test' } } });
    const contact = { record_id: String(id), email: 'a@b.test' };
    await expect(world.port.markDoNotContact(narrow, target, contact)).rejects.toMatchObject({
      kind: 'auth_expired',
      code: MISSING_GRANT,
    });
    await world.control({ clear: true });
    const bare = await world.connect('bare@corp.test', 'crm.schemas.contacts.write');
    expect(await world.prepare(bare)).toMatchObject({ reference_field: null, lacks_reference_grant: true });
  });

  test('Pipedrive works without its field, and says that the sign-in was not granted to make it', async () => {
    const world = openCrmWorld(sandbox, 'PIPEDRIVE');
    await world.control({ clear: true, clear_faults: true });
    const bare = await world.connect('bare@corp.test', 'contact-fields:full');
    expect(await world.prepare(bare)).toMatchObject({ reference_field: null, lacks_reference_grant: true });
    const whole = await world.connect('whole@corp.test');
    expect(await world.prepare(whole)).toMatchObject({
      reference_field: expect.any(String),
      lacks_reference_grant: false,
    });
  });

  test('HubSpot finds a person by a LinkedIn address that was stored in another form', async () => {
    const world = openCrmWorld(sandbox, 'HUBSPOT');
    await world.control({ clear: true, clear_faults: true });
    const connection = await world.connect();
    const target = await world.prepare(connection);
    const stored = { hs_linkedin_url: 'http://www.LinkedIn.com/in/Ada-Lovelace', email: null };
    const { id } = await world.control<{ id: number }>({ insert: { kind: 'contact', fields: stored } });
    const searched = { key: 'k', reference: 'ov-1', known_id: null, email: null, name: 'Ada', company: '' };
    const one = { ...searched, linkedin_url: 'https://www.linkedin.com/in/ada-lovelace', written_since: null };
    const found = await world.port.findContacts(connection, target, [one], []);
    expect(found.get('k')?.id).toBe(String(id));
  });

  test('Pipedrive names the pipeline of a stage, what is required, and offers no field of several parts', async () => {
    const world = openCrmWorld(sandbox, 'PIPEDRIVE');
    await world.control({ clear: true, clear_faults: true });
    for (const field of [
      { name: 'budget', label: 'Budget', type: 'monetary' },
      { name: 'office', label: 'Office', type: 'address' },
      { name: 'source', label: 'Source', type: 'varchar', is_required: true },
    ])
      await world.control({ add_field: { is_custom: true, ...field } });
    const connection = await world.connect();
    expect((await world.port.listStages(connection, null))[0]?.label).toBe('Sales: Qualified');
    const fields = await world.port.listFields(connection, null);
    expect(fields.filter(({ name }) => ['budget', 'office', 'source'].includes(name))).toMatchObject([
      { name: 'source', required: true },
    ]);
    await world.control({ clear: true });
  });

  test('a stand-in refuses what its vendor does not publish', async () => {
    for (const [type, path, body] of [
      ['HUBSPOT', '/crm/objects/2026-09/contacts/batch/read', { inputs: [{ id: '1' }], properties: [] }],
      ['PIPEDRIVE', '/api/v2/persons', { first_name: 'Ada', last_name: 'Lovelace' }],
      ['SALESFORCE', '/services/data/v66.0/composite/sobjects', { records: [{ LastName: 'Lovelace' }] }],
      ['MONDAY', '/v2', { query: 'query ($emails: [String]) { users (emails: $emails) { id } }' }],
    ] as const) {
      const world = openCrmWorld(sandbox, type);
      const token = await (await world.connect()).tokens.getAccessToken();
      const response = await fetch(`${sandbox.ready.http_url}/${type.toLowerCase()}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const answer = await response.text();
      expect(response.status >= 400 || answer.includes('GRAPHQL_VALIDATION_FAILED'), `${type}: ${answer}`).toBe(true);
    }
  });

  test('default mappings name fields that the accounts have', async () => {
    for (const type of CRM_TYPES) {
      const world = openCrmWorld(sandbox, type);
      await world.control({ clear: true, clear_faults: true });
      const fields = await world.port.listFields(await world.connect(), world.board_id);
      const known = fields.map(({ name }) => name);
      expect(known).toEqual(
        expect.arrayContaining(CRM_VENDORS[type].manifest.default_mappings.map(({ field }) => field)),
      );
    }
  });
});
