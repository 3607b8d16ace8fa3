import { CRM_VENDORS } from '@overture/adapters/crm/crm-vendors';
import { api } from '@overture/contract';
import { CRM_TYPES } from '@overture/domain/crm';
import { beforeEach, expect, test } from 'vitest';
import { useMailWorld } from '../../testing/worlds.ts';
import { commandCrm, connectCrm } from '../integrations/integrations.factory.ts';
import { makeLeads } from '../prospects/prospects.factory.ts';

const { world, server } = useMailWorld({ roles: ['web', 'live', 'worker'] });
beforeEach(async () => {
  for (const type of CRM_TYPES) await commandCrm(world, type).control({ clear: true, clear_faults: true });
});
/** Jobs of this server are picked up within two seconds; a busy machine takes longer. */
const patience = { timeout: 60_000, interval: 100 };

test.each(CRM_TYPES)('the record of an erased person is deleted in %s where that was asked for', async (type) => {
  const crm = commandCrm(world, type);
  const person = await server.signUp();
  await connectCrm(world, person, type);
  const ctx = server.program.system.forOrganization(person.organization_id);
  const leads = await makeLeads(
    ctx,
    ['grace', 'alan'].map((name) => ({
      first_name: name,
      last_name: 'X',
      email: `${name}@${type}.example`,
      company_name: 'Navy',
    })),
  );
  const [grace, alan] = leads.map(({ id }) => id) as [number, number];
  const board = CRM_VENDORS[type].manifest.capabilities.has_boards ? { board_id: '501' } : {};
  await person.call(api.pushProspects, {
    params: { integration: type },
    body: { prospect_ids: [grace, alan], ...board },
  });
  await expect.poll(async () => (await crm.rows()).length, patience).toBe(2);
  const preview = await person.call(api.previewErasure, { params: { id: grace } });
  expect(preview.data.crm).toEqual([{ crm: type, records: 1 }]);
  await server.owner.query(
    `insert into privacy_requests (organization_id, prospect_id, kind, due_at) values ($1, $2, 'erase', app_now())`,
    [person.organization_id, grace],
  );
  const pause = (until: string) =>
    server.owner.query('update integrations set paused_until = $2 where organization_id = $1', [
      person.organization_id,
      until,
    ]);
  const requests = async (is_closed: boolean) =>
    (await person.call(api.listPrivacyRequests, { query: { is_closed } })).data.requests;
  await pause('2999-01-01');
  const { data } = await person.call(api.erasePerson, { params: { id: grace }, body: { with_crm: true } });
  // The worker may have taken the erasure from the request.
  await expect
    .poll(() => requests(false), patience)
    .toMatchObject([{ erasure: { is_finished: true, crm: [{ crm: type, waiting: 1 }] } }]);
  await pause('-infinity');
  const job = async () => (await person.call(api.getErasure, { params: { id: data.erasure.id } })).data.erasure.crm;
  await expect.poll(job, patience).toEqual([{ crm: type, waiting: 0, deleted: 1, failed: 0, error: null }]);
  expect(await requests(true)).toMatchObject([
    { kind: 'erase', state: 'done', erasure: { is_finished: true, crm: [] } },
  ]);
  expect((await crm.rows()).map((row) => JSON.stringify(row).includes(`alan@${type}.example`))).toEqual([true]);
  const other = await person.call(api.erasePerson, { params: { id: alan }, body: {} });
  expect(other.data.erasure).toMatchObject({ erased: 1, crm: [] });
  expect(await crm.rows()).toHaveLength(1);
});
