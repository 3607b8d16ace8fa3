import { api } from '@overture/contract';
import type { Role } from '@overture/domain/access/permissions';
import { describe, expect, test } from 'vitest';
import { createClient, type TestClient, useTestServer } from '../../testing/harness.ts';

const server = useTestServer();

let newcomers = 0;
const newEmail = (): string => `newcomer${++newcomers}@join.example`;
const linkTo = (email: string): string =>
  server.mails.findLast((mail) => mail.to === email)?.text.match(/create-password\?code=([\w-]+)/)?.[1] ?? '';
const accept = (code: string, name = 'Grace Hopper', password = 'battery staple') =>
  server.anonymous.call(api.resetPassword, { body: { code, password, name } });

async function join(owner: TestClient, role: Role = 'RESTRICTED', name = 'Grace Hopper') {
  const email = newEmail();
  expect((await owner.call(api.inviteMembers, { body: { emails: [email], role } })).status).toBe(200);
  const { data } = await accept(linkTo(email), name);
  return { ...createClient(server.program, data.data?.token ?? ''), id: data.data?.id ?? 0, email };
}

describe('inviting', () => {
  test('an invited user chooses name and password by the mailed link, and joins the organization', async () => {
    const owner = await server.signUp('Ada Jansen');
    const email = newEmail();
    const invited = await owner.call(api.inviteMembers, { body: { emails: ['', ` ${email.toUpperCase()} `, null] } });
    expect(invited.data.invitations).toMatchObject([
      { email, role: 'RESTRICTED', invited_by: 'Ada Jansen', is_expired: false },
    ]);
    const code = linkTo(email);
    const about = await server.anonymous.call(api.findInvitation, { body: { code } });
    expect(about.data).toMatchObject({ email, invited_by: 'Ada Jansen' });
    const joined = await accept(code);
    expect(joined.data.data).toMatchObject({
      email,
      name: 'Grace Hopper',
      role: 'RESTRICTED',
      organization: { id: owner.organization_id },
    });
    const team = await owner.call(api.listMembers);
    expect(team.data.invitations).toEqual([]);
    expect(team.data.members.map(({ name, role }) => [name, role])).toEqual([
      ['Ada Jansen', 'USER'],
      ['Grace Hopper', 'RESTRICTED'],
    ]);
    expect((await accept(code)).error.code).toBe('link_invalid');
  });

  test('empty, invalid, invited and member addresses are refused, and no one is invited', async () => {
    const owner = await server.signUp();
    const invite = (...emails: string[]) => owner.call(api.inviteMembers, { body: { emails } });
    expect((await invite('', '  ')).error).toMatchObject({
      code: 'emails_needed',
      error: 'Please fill in all fields.',
    });
    expect((await invite(newEmail(), '', 'no address')).error.details).toEqual({
      'emails.2': 'Please enter a valid email address.',
    });
    const email = newEmail();
    await invite(email);
    const again = await invite('', email);
    expect(again.error).toMatchObject({
      code: 'member_already_invited',
      error: 'This team member is already invited.',
    });
    expect(again.error.details).toEqual({ 'emails.1': 'This team member is already invited.' });
    expect((await invite(owner.email)).error.code).toBe('member_already_invited');
    expect((await owner.call(api.listMembers)).data.invitations).toHaveLength(1);
  });

  test('a new link replaces the old one, an expired one is invalid and can be sent again', async () => {
    const owner = await server.signUp();
    const email = newEmail();
    const { data } = await owner.call(api.inviteMembers, { body: { emails: [email] } });
    const id = data.invitations[0]?.id ?? 0;
    const first = linkTo(email);
    expect((await owner.call(api.resendInvitation, { params: { id } })).status).toBe(200);
    expect((await accept(first)).error.code).toBe('link_invalid');
    await server.owner.query('update invitations set expires_at = app_now() where id = $1', [id]);
    expect((await accept(linkTo(email))).error.code).toBe('link_invalid');
    expect((await owner.call(api.listMembers)).data.invitations).toMatchObject([{ is_expired: true }]);
    const renewed = await owner.call(api.inviteMembers, { body: { emails: [email] } });
    expect(renewed.data.invitations).toMatchObject([{ id, is_expired: false }]);
    expect((await owner.call(api.withdrawInvitation, { params: { id } })).status).toBe(200);
    expect((await accept(linkTo(email))).error.code).toBe('link_invalid');
    expect((await owner.call(api.withdrawInvitation, { params: { id } })).status).toBe(404);
  });

  test('a user with an account elsewhere gets an error, and the invitation waits', async () => {
    const owner = await server.signUp();
    const elsewhere = await server.signUp();
    await owner.call(api.inviteMembers, { body: { emails: [elsewhere.email] } });
    const code = linkTo(elsewhere.email);
    expect((await accept(code)).error.code).toBe('belongs_elsewhere');
    expect((await owner.call(api.listMembers)).data.invitations).toHaveLength(1);
    expect((await elsewhere.call(api.getUser)).data.user.organization.id).toBe(elsewhere.organization_id);
  });

  test('a link used eight times in parallel creates one user', async () => {
    const owner = await server.signUp();
    const email = newEmail();
    await owner.call(api.inviteMembers, { body: { emails: [email] } });
    const code = linkTo(email);
    const answers = await Promise.all(Array.from({ length: 8 }, () => accept(code)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect((await owner.call(api.listMembers)).data.members).toHaveLength(2);
  });

  test('a weak password or no name uses nothing up', async () => {
    const owner = await server.signUp();
    const email = newEmail();
    await owner.call(api.inviteMembers, { body: { emails: [email] } });
    const code = linkTo(email);
    expect((await accept(code, 'Grace Hopper', '12345678')).error.code).toBe('password_common');
    expect((await accept(code, ' ')).error.code).toBe('name_too_short');
    expect((await accept(code)).status).toBe(200);
  });

  test('fifty mails a day, and open invitations, are bounded', async () => {
    const owner = await server.signUp();
    const many = () => owner.call(api.inviteMembers, { body: { emails: Array.from({ length: 20 }, newEmail) } });
    expect([(await many()).status, (await many()).status, (await many()).status]).toEqual([200, 200, 429]);
  });
});

describe('roles', () => {
  test('a User may not invite, change roles or delete; an organization admin cannot manage Admins', async () => {
    const owner = await server.signUp();
    const colleague = await join(owner);
    const calls = [
      colleague.call(api.inviteMembers, { body: { emails: [newEmail()] } }),
      colleague.call(api.changeMemberRole, { params: { id: owner.user_id }, body: { role: 'RESTRICTED' } }),
      colleague.call(api.deleteMember, { params: { id: owner.user_id } }),
    ];
    for (const call of calls) expect((await call).error.code).toBe('forbidden');
    expect((await colleague.call(api.listMembers)).data.members).toHaveLength(2);
    const promote = { params: { id: colleague.id }, body: { role: 'ADMIN' as const } };
    expect((await owner.call(api.changeMemberRole, promote)).error.code).toBe('forbidden');
    expect((await owner.call(api.inviteMembers, { body: { emails: [newEmail()], role: 'ADMIN' } })).error.code).toBe(
      'forbidden',
    );
    await server.owner.query("update users set role = 'ADMIN' where id = $1", [colleague.id]);
    expect((await owner.call(api.deleteMember, { params: { id: colleague.id } })).error.code).toBe('forbidden');
  });

  test('a change ends the sessions of the member, and never is one of oneself', async () => {
    const owner = await server.signUp();
    const colleague = await join(owner);
    const change = (id: number, role: Role) => owner.call(api.changeMemberRole, { params: { id }, body: { role } });
    expect((await change(owner.user_id, 'RESTRICTED')).error.code).toBe('forbidden');
    expect((await change(colleague.id, 'USER')).status).toBe(200);
    expect((await colleague.call(api.getUser)).status).toBe(401);
    expect((await owner.call(api.listMembers)).data.members.map((member) => member.role)).toEqual(['USER', 'USER']);
  });

  test('two managers who demote each other in parallel leave one', async () => {
    const owner = await server.signUp();
    const colleague = await join(owner, 'USER');
    const lower = (who: TestClient, id: number) =>
      who.call(api.changeMemberRole, { params: { id }, body: { role: 'RESTRICTED' } });
    await Promise.all([lower(owner, colleague.id), lower(colleague, owner.user_id)]);
    const { rows } = await server.owner.query('select role from users where organization_id = $1', [
      owner.organization_id,
    ]);
    expect(rows.filter((row) => row.role === 'USER').length).toBeGreaterThan(0);
  });
});

describe('deleting a member', () => {
  test('stops the senders they connected and says why; what they made stays', async () => {
    const owner = await server.signUp('Ada Jansen');
    const colleague = await join(owner);
    const list = await colleague.call(api.createSearch, { body: { name: 'Made by Grace' } });
    expect(list.status).toBe(200);
    const { rows } = await server.owner.query(
      `insert into accounts (organization_id, account_type, status, name, email, is_base_account, email_max_messages, connected_by)
      values ($1, 'IMAP', 'OK', 'Grace', 'grace@team.example', true, 40, $2) returning id`,
      [owner.organization_id, colleague.id],
    );
    const preview = await owner.call(api.previewMemberDeletion, { params: { id: colleague.id } });
    expect(preview.data).toEqual({ senders: [{ id: Number(rows[0].id), name: 'grace@team.example' }], campaigns: [] });
    expect((await owner.call(api.deleteMember, { params: { id: colleague.id } })).status).toBe(200);
    expect((await colleague.call(api.getUser)).status).toBe(401);
    const { data } = await owner.call(api.listAccounts);
    expect(data.accounts).toMatchObject([
      { status: 'STOPPED', status_reason: expect.stringContaining('Grace Hopper') },
    ]);
    expect((await owner.call(api.listSearches)).data.searches).toMatchObject([{ name: 'Made by Grace' }]);
    expect((await owner.call(api.deleteMember, { params: { id: colleague.id } })).status).toBe(404);
  });

  test('never oneself or a user of another organization, and the address is free again', async () => {
    const owner = await server.signUp();
    const stranger = await server.signUp();
    const colleague = await join(owner);
    expect((await owner.call(api.deleteMember, { params: { id: owner.user_id } })).error.code).toBe('forbidden');
    expect((await stranger.call(api.deleteMember, { params: { id: colleague.id } })).status).toBe(404);
    await owner.call(api.deleteMember, { params: { id: colleague.id } });
    expect((await stranger.call(api.inviteMembers, { body: { emails: [colleague.email] } })).status).toBe(200);
    expect((await accept(linkTo(colleague.email))).status).toBe(200);
  });
});
