// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Answers, show } from '../../lib/testing/show.tsx';
import { MembersPage } from './members-page.tsx';

const member = (id: number, name: string, role: string) => ({
  id,
  name,
  email: `${name.toLowerCase()}@team.example`,
  role,
  picture_url: null,
  joined_at: '2026-11-01T10:00:00.000Z',
  last_seen_at: null,
  has_sso: role === 'RESTRICTED',
});
const invitation = {
  id: 9,
  email: 'new@team.example',
  role: 'RESTRICTED',
  invited_by: 'Ada',
  invited_at: '2026-11-01T10:00:00.000Z',
  expires_at: '2026-11-08T10:00:00.000Z',
  is_expired: true,
};
let answers: Answers;

beforeEach(() => {
  const members = [member(1, 'Ada', 'USER'), member(2, 'Grace', 'RESTRICTED'), member(3, 'Root', 'ADMIN')];
  answers = {
    'GET /organization/members/': { members, invitations: [invitation] },
    'GET /users/{}/deletion/': {
      senders: [{ id: 5, name: 'grace@mail.example' }],
      campaigns: [{ id: 6, name: 'Autumn' }],
    },
    'DELETE /users/{}/': { success: true },
    'DELETE /users/{}/sso/': { success: true },
    'POST /organization/user/': { success: true },
  };
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = (role: string, acting: object | null = null) =>
  show(<MembersPage />, answers, { id: 1, role, acting, organization: { is_whitelabel: false, is_agency: false } });

test('an organization admin changes and deletes Users, not themselves and no Admin', async () => {
  await open('USER');
  await screen.findByText('Grace');
  expect(screen.getByRole('combobox', { name: 'Role of Grace' })).toBeTruthy();
  expect(screen.queryByRole('combobox', { name: 'Role of Ada' })).toBeNull();
  expect(screen.queryByRole('combobox', { name: 'Role of Root' })).toBeNull();
  expect(
    screen.getAllByRole('button', { name: /^Delete / }).map((button) => button.getAttribute('aria-label')),
  ).toEqual(['Delete Grace']);
  expect(screen.getByText('Expired')).toBeTruthy();
});

test('Single Sign-On of a user is unlinked after a question with its effect', async () => {
  await open('USER');
  fireEvent.click(await screen.findByRole('button', { name: 'Unlink the Single Sign-On of Grace' }));
  expect(screen.queryByRole('button', { name: 'Unlink the Single Sign-On of Ada' })).toBeNull();
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/make sure it's theirs/)).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Unlink' }));
  await screen.findByText('Single Sign-On of Grace unlinked.');
});

test('during impersonation the team is read-only', async () => {
  await open('USER', { actor_name: 'Acme Agency', ends_at: '2026-11-28T11:00:00.000Z' });
  await screen.findByText('Grace');
  expect(screen.getByText("You can't change the team while you're acting as another user.")).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^(Invite|Delete|Resend|Withdraw|Unlink)/ })).toBeNull();
});

test('a User sees who is there and can do nothing about it', async () => {
  await open('RESTRICTED');
  await screen.findByText('Grace');
  expect(screen.queryByRole('button', { name: 'Invite' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^(Delete|Resend|Withdraw)/ })).toBeNull();
});

test('deleting says what stops and needs the email', async () => {
  const { asked } = await open('USER');
  fireEvent.click(await screen.findByRole('button', { name: 'Delete Grace' }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText('grace@mail.example');
  expect(dialog.getByText('One campaign uses them: Autumn.')).toBeTruthy();
  const confirm = dialog.getByRole('button', { name: 'Delete' }) as HTMLButtonElement;
  const field = dialog.getByRole('textbox');
  fireEvent.change(field, { target: { value: 'grace@other' } });
  expect(dialog.getByText("Email confirmation does not match the user's email")).toBeTruthy();
  expect(confirm.disabled).toBe(true);
  fireEvent.change(field, { target: { value: 'grace@team.example' } });
  fireEvent.click(confirm);
  await screen.findByText('User deleted successfully');
  expect(asked.map(({ call }) => call)).toContain('DELETE /users/2/');
});

test('inviting: nothing filled in, a pasted list, the field that is wrong, then sent', async () => {
  const { sent } = await open('USER');
  fireEvent.click(await screen.findByRole('button', { name: 'Invite' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: 'Send invitation' }));
  expect(dialog.getByText('Please fill in all fields.')).toBeTruthy();
  fireEvent.paste(dialog.getByRole('textbox', { name: 'Email 1' }), {
    clipboardData: { getData: () => 'a@team.example, b@team.example' },
  });
  expect((dialog.getByRole('textbox', { name: 'Email 2' }) as HTMLInputElement).value).toBe('b@team.example');
  const text = 'This team member is already invited.';
  const refusal = { code: 'member_already_invited', error: text, details: { 'emails.1': text } };
  answers['POST /organization/user/'] = Response.json(refusal, { status: 400 });
  fireEvent.click(dialog.getByRole('button', { name: 'Send 2 invitations' }));
  await waitFor(() => expect(dialog.getAllByText(text)).toHaveLength(2));
  answers['POST /organization/user/'] = { success: true };
  fireEvent.click(dialog.getByRole('radio', { name: 'Organization admin' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Send 2 invitations' }));
  await screen.findByText('User invited successfully.');
  expect(sent('POST /organization/user/').at(-1)).toEqual({
    emails: ['a@team.example', 'b@team.example'],
    role: 'USER',
  });
});
