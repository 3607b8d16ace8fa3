import type { CrmType } from '@overture/domain/crm';
import type { CrmConnection, CrmPort, CrmSearchKeys, CrmWrite } from '../../adapters/src/crm/crm.port.ts';
import { CRM_VENDORS } from '../../adapters/src/crm/crm-vendors.ts';
import { CRM_NAMES } from '../../adapters/src/crm/testing/crm-names.ts';
import { eventually, expectThat, type LiveRun } from './steps.ts';

const SEARCH_WITHIN_IN_MS = 120_000;

export type LiveCrm = { type: CrmType; url: string; token: string; board_id: string | null };

/** People, written and read back, as crm.conformance.ts holds it of the stand-in. One person is made, and deleted again. */
export async function runCrm(run: LiveRun, live: LiveCrm): Promise<void> {
  const { type, url, token, board_id } = live;
  const port: CrmPort = CRM_VENDORS[type].create({ client_id: 'live', client_secret: 'live', api_url: url });
  const connection: CrmConnection = { api_url: url, tokens: { getAccessToken: async () => token } };
  run.cleanUp('the connection ends', () => port.close());
  await run.step('the account has an id and a name', async () => {
    const { id, name } = await port.readAccount(connection);
    expectThat(id !== '' && name !== '', 'an empty id or name');
  });
  const target = await run.step('fields are listed, our reference is there or said to be missing', () =>
    port.prepareTarget(connection, board_id),
  );
  if (target === null) return;
  await run.step('owners are listed', () => port.listOwners(connection));
  await run.step('stages are listed', () => port.listStages(connection, board_id));
  await run.step('a page of people is read', () =>
    port.listPeople(connection, target, { since: new Date(), next: null }),
  );
  const write = personOf(target.email_field, target.reference_field);
  const searched = toSearchKeys(write);
  await run.step('an unknown person is not found', async () => {
    expectThat((await port.findContacts(connection, target, [searched], [])).size === 0, 'a person was found');
  });
  const created = await run.step('a person is created', async () => {
    const [outcome] = await port.writeContacts(connection, target, [withRequired(write, type)]);
    if (outcome?.outcome !== 'created') expectThat(false, `the outcome was ${outcome?.outcome}`);
    return outcome as { id: string };
  });
  if (created === null) return;
  run.cleanUp('the person is deleted', () => remove(live, created.id));
  await run.step('the person is found by id and by address', async () => {
    const known = { ...searched, known_id: created.id };
    expectThat((await port.findContacts(connection, target, [known], [])).size === 1, 'not found by id');
    const byAddress = async () =>
      (await port.findContacts(connection, target, [searched], [])).get(searched.key) ?? null;
    expectThat((await eventually(byAddress, SEARCH_WITHIN_IN_MS)) !== null, 'not found by address within two minutes');
  });
  await run.step('the person is changed', async () => {
    const [outcome] = await port.writeContacts(connection, target, [{ ...withRequired(write, type), id: created.id }]);
    expectThat(outcome?.outcome === 'updated', `the outcome was ${outcome?.outcome}`);
  });
  await run.step('the record has no note and no deal', async () => {
    const at = { record_id: created.id, title: 'Live check', owner_id: null, stage: null };
    const note = { ...at, text: 'none', at: new Date(), marker: 'Overture live check' };
    expectThat(!(await port.hasNote(connection, note)), 'a note was found');
    if (port.manifest.capabilities.interest === 'deal')
      expectThat(!(await port.hasDeal(connection, target, at)), 'a deal was found');
  });
}

function personOf(email_field: string | null, reference_field: string | null): CrmWrite {
  const reference = `ov-live-${Date.now()}`;
  const email = `${reference}@overture-live.example`;
  return {
    key: 'live',
    id: null,
    reference,
    name: `Live ${reference_field === null ? reference : 'check'}`,
    owner_id: null,
    values: email_field === null ? {} : { [email_field]: email },
  };
}

function withRequired(write: CrmWrite, type: CrmType): CrmWrite {
  const { name, required } = CRM_NAMES[type];
  const filled = Object.fromEntries(required.map((field) => [field, 'Overture live check']));
  return { ...write, values: { ...write.values, [name]: write.name, ...filled } };
}

const toSearchKeys = ({ key, reference, name, values }: CrmWrite): CrmSearchKeys => ({
  key,
  reference,
  known_id: null,
  email: Object.values(values)[0] ?? null,
  linkedin_url: null,
  name,
  company: '',
  written_since: null,
});

async function remove({ type, url, token }: LiveCrm, id: string): Promise<void> {
  const { method, path, body } = CRM_NAMES[type].removal(id);
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  // GraphQL reports its errors with status 200.
  const answer = response.status === 204 ? {} : ((await response.json()) as { errors?: unknown });
  const isDone = response.ok && answer.errors === undefined;
  expectThat(isDone, `the deletion answered ${response.status}; delete the record ${id} by hand`);
}
