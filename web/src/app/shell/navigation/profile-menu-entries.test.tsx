// @vitest-environment happy-dom
import { Menu } from '@mantine/core';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { show } from '../../../lib/testing/show.tsx';
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
  expect(localStorage.getItem('tour')).toBe('{"step":0}');
});
