import { api } from '@overture/contract';
import type { Endpoint } from '@overture/contract/endpoint';
import { beforeEach, describe, expect, test } from 'vitest';
import { createClient, useTestServer } from '../../../testing/harness.ts';
import { LOOK } from '../../branding/branding.factory.ts';
import { addClient, signUpAgency } from '../agency.factory.ts';

const server = useTestServer();
const as = (token: string) => createClient(server.program, token);
const GIVEN = { name: 'Clara Client', company_name: 'Acme', company_website_url: 'https://acme.example' };
let agency: Awaited<ReturnType<typeof server.signUp>>;
let client: { id: number; email: string; code: string };
let clients = 0;

const open = (id = client.id, by: Pick<typeof agency, 'call'> = agency) =>
  by.call(api.openClientWorkspace, { params: { id }, body: { reason: 'Set up the first campaign' } });
const mail = () => agency.call(api.mailClientInvitation, { params: { id: client.id } });
const codeOf = (text: string) => text.match(/code=([\w-]+)/)?.[1] ?? '';
const join = (code: string) =>
  server.anonymous.call(api.resetPassword, {
    body: { code, password: 'a long enough pass phrase', name: 'Clara Client' },
  });
const set = (table: string, change: string, where: string) =>
  server.owner.query(
    `begin; set local session_replication_role = replica; update ${table} set ${change} where ${where}; commit`,
  );
const workspaceUser = async () =>
  (await server.owner.query('select * from users where organization_id = $1 and is_workspace_user', [client.id]))
    .rows[0] as { id: number; email: string };
/** The first user of the client, by the link that was handed over. */
async function signUpClient() {
  await join(client.code);
  const typed = server.mails.findLast((sent) => sent.to === client.email)?.text.match(/\b\d{8}\b/)?.[0] ?? '';
  return (await server.anonymous.call(api.verifyEmail, { body: { email: client.email, code: typed } })).data.data!;
}

beforeEach(async () => {
  agency = await signUpAgency(server);
  clients += 1;
  const email = `clara@workspace${clients}.example`;
  const made = (await agency.call(api.createClient, { body: { ...GIVEN, email } })).data;
  client = { id: made.client_id, email, code: codeOf(made.url) };
});

describe('the workspace of a client without users', () => {
  test('an agency sets it up as itself, in both logs, and the client finds it', async () => {
    const opened = (await open()).data.data!;
    expect(opened.organization).toMatchObject({ id: client.id, name: 'Acme' });
    const { user } = (await as(opened.token).call(api.getUser)).data;
    const own = (await agency.call(api.getOrganization)).data.data.name;
    expect(user).toMatchObject({ name: own, role: 'USER', is_founder: false });
    expect(user.acting).toMatchObject({ actor_name: 'Gus Agency', is_workspace: true });
    expect(Date.parse(user.acting!.ends_at) - Date.now()).toBeLessThanOrEqual(60 * 60_000);
    expect((await as(opened.token).call(api.createCampaign, { body: { name: 'Ready for you' } })).status).toBe(200);
    const logOf = async (id: number) =>
      (
        await server.owner.query(
          `select event, actor_id, reason, subject_label from security_events where organization_id = $1 and event like 'act%'
          order by id`,
          [id],
        )
      ).rows;
    const started = { event: 'acting_started', actor_id: agency.user_id, reason: 'Set up the first campaign' };
    expect(await logOf(agency.organization_id)).toEqual([{ ...started, subject_label: 'Acme' }]);
    expect(await logOf(client.id)).toMatchObject([started, { event: 'acted', actor_id: agency.user_id }]);
    const seen = (await agency.call(api.getClient, { params: { id: client.id } })).data.client;
    expect(seen).toMatchObject({ users: [], total_users: 0, total_campaigns: 1 });

    const clara = await signUpClient();
    expect(clara).toMatchObject({ is_founder: true });
    const { members } = (await as(clara.token).call(api.listMembers)).data;
    expect(members.map(({ email }) => email)).toEqual([client.email]);
    const { campaigns } = (await as(clara.token).call(api.listCampaigns)).data;
    expect(campaigns.map(({ name }) => name)).toEqual(['Ready for you']);
    expect((await open()).error.error).toContain('A user of this client has an account.');
  });

  test('two who open it at the same time work as the same user', async () => {
    const both = await Promise.all([open(), open()]);
    expect(new Set(both.map(({ data }) => data.data?.id)).size).toBe(1);
  });

  test('is closed to other agencies, members without the right, and during another impersonation', async () => {
    const stranger = await signUpAgency(server, 'Other Agency');
    const plain = await server.signUp();
    for (const id of [plain.organization_id, agency.organization_id, 999_999_999])
      expect([id, (await open(id)).status]).toEqual([id, 404]);
    expect((await open(client.id, stranger)).status).toBe(404);
    expect((await open(client.id, plain)).error.code).toBe('forbidden');
    const token = (await open()).data.data!.token;
    expect((await open(client.id, as(token))).error.code).toBe('not_while_acting');
    await set('sessions', 'confirmed_at = null', `user_id = ${agency.user_id}`);
    expect((await open()).error.code).toBe('step_up_needed');
    await set('sessions', 'confirmed_at = app_now()', `user_id = ${agency.user_id}`);
    await set('users', `role = 'RESTRICTED'`, `id = ${agency.user_id}`);
    expect((await open()).error.code).toBe('forbidden');
  });

  test('is closed where the client was cancelled or keeps its agency out', async () => {
    const token = (await open()).data.data!.token;
    const isOpen = async () => (await as(token).call(api.getUser)).status === 200;
    const id = `organization_id = ${client.id}`;
    expect(await isOpen()).toBe(true);
    await set('organizations', 'closed_to_agency_at = app_now()', id);
    expect([await isOpen(), (await open()).status]).toEqual([false, 409]);
    await set('organizations', 'closed_to_agency_at = null', id);
    expect(await isOpen()).toBe(true);
    await set('users', `role = 'RESTRICTED'`, `id = ${agency.user_id}`);
    expect(await isOpen()).toBe(false);
    await set('users', `role = 'USER'`, `id = ${agency.user_id}`);
    await agency.call(api.cancelClient, { params: { id: client.id } });
    expect([await isOpen(), (await open()).status]).toEqual([false, 409]);
  });

  test('ends after an hour', async () => {
    const token = (await open()).data.data!.token;
    await set('sessions', 'expires_at = app_now()', `organization_id = ${client.id}`);
    expect((await as(token).call(api.getUser)).status).toBe(401);
  });

  test('keeps what is the own business of users closed, and sees nothing of the agency', async () => {
    const acting = as((await open()).data.data!.token);
    const refused: [Endpoint, object][] = [
      [api.inviteMembers, { body: { emails: ['inside@agency.example'], role: 'USER' } }],
      [api.changeAgencyAccess, { body: { is_open: true } }],
      [api.changePassword, { body: { current_password: 'x', new_password: 'a long enough pass phrase' } }],
      [api.changeEmail, { body: { current_password: 'x', new_email: 'inside@agency.example' } }],
      [api.startTotp, {}],
    ];
    for (const [endpoint, input] of refused)
      expect([endpoint.path, (await acting.call(endpoint as typeof api.getUser, input)).error.code]).toEqual([
        endpoint.path,
        'not_while_acting',
      ]);
    expect((await acting.call(api.listClients)).error.code).toBe('forbidden');
    await agency.call(api.createCampaign, { body: { name: 'Of the agency' } });
    expect((await acting.call(api.listCampaigns)).data.campaigns).toEqual([]);
  });
});

test("the workspace user can't sign in, and only the agency acts as that user", async () => {
  await open();
  const { id, email } = await workspaceUser();
  const mails = server.mails.length;
  await server.anonymous.call(api.forgotPassword, { body: { email } });
  expect(server.mails.slice(mails).map(({ to }) => to)).not.toContain(client.email);
  const login = await server.anonymous.call(api.login, { body: { email, password: 'a long enough pass phrase' } });
  expect(login.status).toBe(401);
  const body = { reason: '' };
  expect((await agency.call(api.impersonateClient, { params: { userId: id }, body })).status).toBe(409);
  const operator = await server.signUp();
  await set('users', `role = 'ADMIN'`, `id = ${operator.user_id}`);
  expect((await operator.call(api.impersonate, { params: { userId: id }, body })).status).toBe(409);
  for (const change of ['active = true', `role = 'ADMIN'`, `password_hash = 'x'`, 'verified_at = app_now()'])
    await expect(server.owner.query(`update users set ${change} where id = $1`, [id])).rejects.toThrow(
      /check constraint/,
    );
});

describe('the mailed invitation', () => {
  test('goes to the given address in the brand of the agency, and needs no code', async () => {
    await agency.call(api.saveAgencyBranding, { body: LOOK });
    expect((await mail()).status).toBe(200);
    const sent = server.mails.findLast(({ to }) => to === client.email)!;
    expect(sent.subject).toBe('Gus Agency invited you to Acme');
    expect(sent.text).toContain('Gus Agency invited you to join Acme on Acme Reach.');
    expect((await join(client.code)).error.code).toBe('link_invalid');
    expect((await join(codeOf(sent.text))).data.data).toMatchObject({ email: client.email, is_founder: true });
    expect((await mail()).status).toBe(409);
    const { rows } = await server.owner.query(
      `select actor_id from security_events where organization_id = $1 and event = 'member_invited'`,
      [client.id],
    );
    expect(rows).toEqual([{ actor_id: agency.user_id }]);
  });

  test('is limited for one address, and for clients of others there is none', async () => {
    const stranger = await signUpAgency(server, 'Other Agency');
    expect((await stranger.call(api.mailClientInvitation, { params: { id: client.id } })).status).toBe(404);
    for (let sent = 0; sent < 5; sent += 1) expect((await mail()).status).toBe(200);
    expect((await mail()).status).toBe(429);
  });

  test('is not sent once the client was cancelled', async () => {
    await agency.call(api.cancelClient, { params: { id: client.id } });
    expect((await mail()).error.code).toBe('client_gone');
    expect(await addClient(server, agency)).toBeTruthy();
  });
});
