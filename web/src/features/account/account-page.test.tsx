// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fill, press, refusal, show } from '../../lib/testing/show.tsx';
import { AccountTabs } from './account-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const user = (name: string) => ({ id: 1, name, email: 'ada@acme.example', pending_email: null });

test('a name changes behind the current password, in the words of the specification', async () => {
  const { sent } = await show(
    <AccountTabs />,
    { 'PUT /user/name/': { success: true }, 'GET /user/': { user: user('Ada Lovelace') } },
    user('Ada Jansen'),
  );
  await press('Update name', 'tab');
  await press('Update name');
  expect(await screen.findByText('Please fill in all fields')).toBeTruthy();
  fill(screen.getByLabelText('New name'), 'A');
  fill(screen.getByLabelText('Current password'), 'correct horse battery');
  await press('Update name');
  expect(await screen.findByText('Name must be at least 2 characters long')).toBeTruthy();
  fill(screen.getByLabelText('New name'), 'Ada Lovelace');
  await press('Update name');
  expect(await screen.findByText('Update successful!')).toBeTruthy();
  expect(await screen.findByText('Others see you as Ada Lovelace.')).toBeTruthy();
  expect(sent('PUT /user/name/')).toEqual([{ current_password: 'correct horse battery', new_name: 'Ada Lovelace' }]);
});

test('people without a password change their name and read how to set one', async () => {
  const { sent } = await show(
    <AccountTabs />,
    { 'PUT /user/name/': { success: true }, 'GET /user/identities/': { identities: [], has_password: false } },
    user('Ada Jansen'),
  );
  await press('Update name', 'tab');
  await expect.poll(() => screen.queryByLabelText('Current password')).toBeNull();
  fill(screen.getByLabelText('New name'), 'Ada Lovelace');
  await press('Update name');
  expect(await screen.findByText('Update successful!')).toBeTruthy();
  expect(sent('PUT /user/name/')).toEqual([{ current_password: null, new_name: 'Ada Lovelace' }]);
  await press('Update password', 'tab');
  expect(await screen.findByText(/You sign in without a password/)).toBeTruthy();
});

test('a password is asked for twice, and the server says what is wrong with the current one', async () => {
  const { sent } = await show(
    <AccountTabs />,
    { 'PUT /user/password/': refusal(400, 'wrong_password', 'The current password is not correct.') },
    user('Ada Jansen'),
  );
  await press('Update password', 'tab');
  fill(screen.getByLabelText('Current password'), 'not my password');
  fill(screen.getByLabelText('New password'), 'a better horse');
  const again = screen.getByLabelText('Confirm new password');
  fill(again, 'another horse');
  await press('Update password');
  expect(await screen.findByText('Passwords do not match')).toBeTruthy();
  expect(sent('PUT /user/password/')).toEqual([]);
  fill(again, 'a better horse');
  fireEvent.submit(again.closest('form') as HTMLFormElement);
  expect(await screen.findByText('The current password is not correct.')).toBeTruthy();
});
