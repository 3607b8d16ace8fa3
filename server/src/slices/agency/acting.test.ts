import { api } from '@overture/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { createClient, useTestServer } from '../../testing/harness.ts';
import { addClient, signUpAgency } from './agency.factory.ts';

const server = useTestServer();
const as = (token: string) => createClient(server.program, token);
let agency: Awaited<ReturnType<typeof server.signUp>>;
let client: Awaited<ReturnType<typeof addClient>>;

const act = (userId: number, by = agency) =>
  by.call(api.impersonateClient, { params: { userId }, body: { reason: 'Asked for help' } });

beforeEach(async () => {
  agency = await signUpAgency(server);
  client = await addClient(server, agency);
});

describe('an agency acts for a person of its client', () => {
  test('who is named in all that is written, and in the log of the client', async () => {
    const token = (await act(client.user_id)).data.data!.token as string;
    const { user } = (await as(token).call(api.getUser)).data;
    expect(user).toMatchObject({ id: client.user_id, acting: { actor_name: 'Gus Agency' } });
    expect(Date.parse(user.acting!.ends_at) - Date.now()).toBeLessThanOrEqual(60 * 60_000);
    await as(token).call(api.createCampaign, { body: { name: 'For you' } });
    const { rows } = await server.owner.query(
      `select event, user_id, actor_id from security_events where organization_id = $1 and event like 'act%' order by id`,
      [client.id],
    );
    const both = { user_id: client.user_id, actor_id: agency.user_id };
    expect(rows).toEqual([
      { event: 'acting_started', ...both },
      { event: 'acted', ...both },
    ]);
    const log = (await as(client.token).call(api.listSecurityEvents, { query: { page: 1 } })).data.events;
    const own = (await agency.call(api.getOrganization)).data.data.name;
    expect(log.filter(({ event }) => event.startsWith('act')).map((item) => item.outside_actor_name)).toEqual([
      own,
      own,
    ]);
    expect((await act(client.user_id, { ...agency, ...as(token) })).error.code).toBe('not_while_acting');
    expect((await as(token).call(api.changeAgencyAccess, { body: { is_open: true } })).error.code).toBe(
      'not_while_acting',
    );
  });

  test('an agency cannot join the team of a client while acting there', async () => {
    const token = (await act(client.user_id)).data.data!.token as string;
    const invited = await as(token).call(api.inviteMembers, {
      body: { emails: ['inside@agency.example'], role: 'USER' },
    });
    expect(invited.error.code).toBe('not_while_acting');
    await as(client.token).call(api.changeAgencyAccess, { body: { is_open: false } });
    expect((await as(client.token).call(api.listMembers)).data).toMatchObject({ invitations: [] });
  });

  test('access that a client turns off ends immediately, also for open sessions', async () => {
    const token = (await act(client.user_id)).data.data!.token as string;
    const own = as(client.token);
    expect((await own.call(api.getAgencyAccess)).data).toEqual({ is_open: true });
    await own.call(api.changeAgencyAccess, { body: { is_open: false } });
    expect((await as(token).call(api.getUser)).status).toBe(401);
    expect((await act(client.user_id)).status).toBe(409);
    expect((await agency.call(api.getClient, { params: { id: client.id } })).data.client.is_open_to_agency).toBe(false);
    await own.call(api.changeAgencyAccess, { body: { is_open: true } });
    expect((await act(client.user_id)).status).toBe(200);
    expect((await agency.call(api.getAgencyAccess)).data).toEqual({ is_open: null });
  });

  test('reply reading by AI starts with the agency’s setting, then is the client’s own', async () => {
    const reading = async (who: ReturnType<typeof as>) =>
      (await who.call(api.getOrganizationSettings)).data.read_by_model;
    expect(await reading(as(client.token))).toBe(true);
    await agency.call(api.changeOrganizationSettings, { body: { read_by_model: false } });
    expect(await reading(as(client.token))).toBe(true);
    const next = await addClient(server, agency);
    expect(await reading(as(next.token))).toBe(false);
    const acting = as((await act(next.user_id)).data.data!.token as string);
    await acting.call(api.changeOrganizationSettings, { body: { read_by_model: true } });
    expect([await reading(as(next.token)), await reading(agency)]).toEqual([true, false]);
    const { rows } = await server.owner.query(
      `select subject_label, actor_id from security_events where organization_id = $1 and event = 'setting_changed'`,
      [next.id],
    );
    expect(rows).toContainEqual({ subject_label: 'AI may read replies', actor_id: agency.user_id });
  });

  test('not outside of its clients, not an administrator, a deactivated user or a cancelled client', async () => {
    const stranger = await server.signUp();
    const other = await signUpAgency(server);
    const theirs = await addClient(server, other);
    for (const id of [stranger.user_id, theirs.user_id, other.user_id, agency.user_id, 999_999_999])
      expect((await act(id)).status).toBe(404);
    const set = (change: string) =>
      server.owner.query(
        `begin; set local session_replication_role = replica; update users set ${change} where id = ${client.user_id}; commit`,
      );
    await set(`role = 'ADMIN'`);
    expect((await act(client.user_id)).status).toBe(409);
    await set(`role = 'USER', active = false`);
    expect((await act(client.user_id)).status).toBe(409);
    await set('active = true');
    const token = (await act(client.user_id)).data.data!.token as string;
    await agency.call(api.cancelClient, { params: { id: client.id } });
    expect((await as(token).call(api.getUser)).status).toBe(401);
    expect((await act(client.user_id)).status).toBe(409);
  });
});

describe('features', () => {
  const flagsOf = async (token: string) => (await as(token).call(api.getUser)).data.user.organization.branding_settings;
  const set = (features: object, client_id?: number) =>
    agency.call(api.setAgencyFeatures, { body: { features, ...(client_id ? { client_id } : {}) } });

  test('a feature off for all or for one client disappears, answers 403, and users are notified', async () => {
    const second = await addClient(server, agency);
    await set({ campaign_creation_enabled: false }, client.id);
    expect(await flagsOf(client.token)).toMatchObject({ campaign_creation_enabled: false, email_steps_enabled: false });
    expect(await flagsOf(second.token)).toMatchObject({ campaign_creation_enabled: true });
    const create = (token: string) => as(token).call(api.createCampaign, { body: { name: 'x' } });
    expect((await create(client.token)).error.code).toBe('feature_disabled');
    expect((await create(second.token)).status).toBe(200);
    const notified = await server.owner.query(`select type from live_messages where organization_id = $1`, [client.id]);
    expect(notified.rows).toContainEqual({ type: 'features_changed' });
    await set({ lead_finder_enabled: false });
    const third = await addClient(server, agency);
    for (const { token } of [client, second, third])
      expect(await flagsOf(token)).toMatchObject({ lead_finder_enabled: false });
    // Off for all, the client's own word does not open it.
    const answer = await set({ lead_finder_enabled: true }, client.id);
    expect(answer.data.off_for_all).toEqual(['lead_finder_enabled']);
    expect(await flagsOf(client.token)).toMatchObject({ lead_finder_enabled: false });
    await set({ lead_finder_enabled: true });
    expect(await flagsOf(client.token)).toMatchObject({ lead_finder_enabled: true, campaign_creation_enabled: false });
    expect((await agency.call(api.getUser)).data.user.organization.branding_settings.lead_finder_enabled).toBe(true);
  });

  test('clients of other agencies cannot be switched', async () => {
    const other = await signUpAgency(server);
    const body = { features: { ai_research_enabled: false }, client_id: client.id };
    expect((await other.call(api.setAgencyFeatures, { body })).status).toBe(404);
    expect((await other.call(api.getAgencyFeatures, { query: { client_id: client.id } })).status).toBe(404);
    await other.call(api.setAgencyFeatures, { body: { features: body.features } });
    expect(await flagsOf(client.token)).toMatchObject({ ai_research_enabled: true });
  });
});
