import { api } from '@overture/contract';
import { ORGANIZATION_SETTINGS, SETTING_NAMES } from '@overture/domain/organization/settings';
import { beforeAll, expect, test } from 'vitest';
import { useTestServer } from '../../testing/harness.ts';

const server = useTestServer();
let person: Awaited<ReturnType<typeof server.signUp>>;
beforeAll(async () => {
  person = await server.signUp();
});

test('each declared setting has a column of this default; a new organization starts with it', async () => {
  const { data } = await person.call(api.getOrganizationSettings);
  expect(data).toEqual(Object.fromEntries(SETTING_NAMES.map((name) => [name, ORGANIZATION_SETTINGS[name].default])));
});

test('every switch is changed alone, for its organization only, and once in the security log', async () => {
  const stranger = await server.signUp();
  const before = (await person.call(api.getOrganizationSettings)).data;
  for (const name of SETTING_NAMES) {
    if (ORGANIZATION_SETTINGS[name].kind !== 'switch') continue;
    const body = { [name]: !before[name] };
    for (let time = 0; time < 2; time += 1)
      expect((await person.call(api.changeOrganizationSettings, { body })).data).toEqual({ ...before, ...body });
    const { events } = (await person.call(api.listSecurityEvents, { query: {} })).data;
    const setting = ORGANIZATION_SETTINGS[name];
    const { on, off } = setting.kind === 'switch' ? setting.logged : { on: '', off: '' };
    expect(events.filter(({ subject }) => subject?.label === (before[name] ? off : on))).toHaveLength(1);
    await person.call(api.changeOrganizationSettings, { body: { [name]: before[name] } });
  }
  expect((await stranger.call(api.getOrganizationSettings)).data).toEqual(before);
});

test('an unknown zone and an unknown setting are refused; so is a user without the right', async () => {
  const zone = await person.call(api.changeOrganizationSettings, { body: { time_zone: 'Mars/Base' } });
  expect(zone.error.code).toBe('validation_failed');
  await server.owner.query("update users set role = 'RESTRICTED' where id = $1", [person.user_id]);
  expect((await person.call(api.changeOrganizationSettings, { body: { sends_risky: false } })).status).not.toBe(200);
  const { rows } = await server.owner.query('select sends_risky from organizations where organization_id = $1', [
    person.organization_id,
  ]);
  expect(rows).toEqual([{ sends_risky: true }]);
});
