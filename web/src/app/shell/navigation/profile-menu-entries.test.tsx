// @vitest-environment happy-dom
import { Menu } from '@mantine/core';
import { cleanup, fireEvent, renderHook, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { usePlanDialog } from '../../../lib/plan/plan-dialogs.ts';
import { readStored } from '../../../lib/storage.ts';
import { show } from '../../../lib/testing/show.tsx';
import { TrialStatus } from '../notices/trial-status.tsx';
import { ProfileMenuEntries } from './profile-menu-entries.tsx';

afterEach(cleanup);

const allOn = {
  lead_lists_enabled: true,
  lead_list_creation_enabled: true,
  ai_research_enabled: true,
  campaign_creation_enabled: true,
};

function open(role: 'ADMIN' | 'USER' | 'RESTRICTED', branding_settings: object = {}) {
  const organization = { is_whitelabel: false, is_agency: false, branding_settings };
  const user = { id: 1, role, email: 'ada@example.com', organization };
  return show(
    <Menu opened>
      <Menu.Dropdown>
        <ProfileMenuEntries user={user as never} />
      </Menu.Dropdown>
    </Menu>,
  );
}

test.each([
  ['ADMIN', ['Admin dashboard', 'Campaign activity', 'Settings', 'Log out']],
  ['USER', ['Settings', 'Campaign activity', 'Log out']],
  ['RESTRICTED', ['Settings', 'Campaign activity', 'Log out']],
] as const)(
  'the menu of %s follows the order of the role and leaves out screens that do not exist',
  async (role, labels) => {
    const { address } = await open(role);
    const entries = screen.getAllByRole('menuitem').map((entry) => entry.textContent ?? '');
    expect(entries.filter((text) => !text.startsWith('Keyboard'))).toEqual(labels);
    fireEvent.click(screen.getByRole('menuitem', { name: 'Settings' }));
    expect(address()).toBe('/settings');
  },
);

test.each([
  ['ADMIN', 'Getting started'],
  ['USER', 'Product tour'],
] as const)('the tour of %s is offered where everything it shows is switched on', async (role, name) => {
  await open(role);
  expect(screen.queryByRole('menuitem', { name })).toBeNull();
  cleanup();
  await open(role, allOn);
  fireEvent.click(screen.getByRole('menuitem', { name }));
  // Under the name of the user of this browser, whom another test of the process may have set.
  expect(readStored('tour', { step: -1 })).toEqual({ step: 0 });
});

test('on a phone the menu says what is left, and offers what can be bought', async () => {
  const organization = {
    is_whitelabel: false,
    is_agency: false,
    is_in_trial: true,
    trial_days_remaining: 3,
    email_credits: 54,
    has_payments: true,
    branding_settings: {},
  };
  const user = { id: 1, role: 'USER', email: 'ada@example.com', organization };
  await show(
    <Menu opened>
      <Menu.Dropdown>
        <ProfileMenuEntries user={user as never} withStatus />
      </Menu.Dropdown>
    </Menu>,
  );
  const status = within(screen.getByRole('region', { name: 'Free trial' }));
  status.getByText('54 of 100 credits');
  // The bar measures days, so it is below them.
  expect(status.getByText('3 days left').nextElementSibling?.getAttribute('aria-hidden')).toBe('true');
  expect(status.getByRole('button', { name: 'Upgrade now' })).toHaveProperty('disabled', false);
  expect(status.getByRole('button', { name: 'Get more credits' })).toHaveProperty('disabled', true);
});

test('after the trial a balance is measured by no allowance; in a collapsed sidebar its ring opens the plan', async () => {
  const organization = { is_whitelabel: false, email_credits: 53, has_payments: true, branding_settings: {} };
  const user = { id: 1, role: 'USER', organization };
  await show(<TrialStatus user={user as never} isNarrow={false} />);
  screen.getByText('53 credits left');
  cleanup();
  await show(<TrialStatus user={user as never} isNarrow />);
  const opened = renderHook(usePlanDialog);
  fireEvent.click(screen.getByRole('button', { name: 'Upgrade now' }));
  expect(opened.result.current).toBe('upgrade');
  cleanup();
  await show(<TrialStatus user={{ ...user, role: 'RESTRICTED' } as never} isNarrow />);
  expect(screen.queryByRole('button')).toBeNull();
});

test('in the workspace of a client the menu names the client, not an address that no mail reaches', async () => {
  const organization = { is_whitelabel: true, is_agency: false, name: 'Acme', branding_settings: {} };
  const acting = { actor_name: 'Gus', ends_at: '2026-11-29T12:00:00.000Z', is_workspace: true };
  const user = { id: 1, role: 'USER', email: 'workspace-1@workspace.invalid', organization, acting };
  await show(
    <Menu opened>
      <Menu.Dropdown>
        <ProfileMenuEntries user={user as never} />
      </Menu.Dropdown>
    </Menu>,
  );
  screen.getByText('Acme');
  expect(screen.queryByText(/workspace\.invalid/)).toBeNull();
});
