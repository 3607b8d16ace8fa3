import { describe, expect, test } from 'vitest';
import { DEFAULT_FEATURE_FLAGS } from './feature-flags.ts';
import type { Role, Viewer } from './permissions.ts';
import {
  assignableRoles,
  canChangeRole,
  canClickCredits,
  canDeleteMember,
  canInviteMembers,
  canSeeUpgradeOffers,
  profileMenu,
  settingsMenu,
  sidebarMenu,
} from './permissions.ts';

const viewer = (role: Role, is_whitelabel = false, is_agency = false): Viewer => ({
  id: 1,
  role,
  organization: { is_whitelabel, is_agency },
});
const ALL = [
  'members',
  'integrations',
  'api',
  'webhooks',
  'automations',
  'approvals',
  'knowledge-base',
  'signatures',
  'excluded-domains',
  'suppressions',
  'touch-lock',
  'privacy',
  'billing',
  'security',
  'data',
  'account',
];
const without = (...hidden: string[]) => ALL.filter((key) => !hidden.includes(key));

describe('settings menu', () => {
  test.each([
    [viewer('ADMIN'), ALL],
    [viewer('USER'), ALL],
    [
      viewer('RESTRICTED'),
      without('api', 'webhooks', 'automations', 'knowledge-base', 'billing', 'security', 'data', 'privacy'),
    ],
    [viewer('ADMIN', true), ALL],
    [viewer('USER', true), ALL.flatMap((key) => (key === 'billing' ? 'plan' : key === 'integrations' ? [] : key))],
    [
      viewer('RESTRICTED', true),
      without(
        'integrations',
        'api',
        'webhooks',
        'automations',
        'knowledge-base',
        'billing',
        'security',
        'data',
        'privacy',
      ),
    ],
    [viewer('USER', true, true), ALL],
    [
      viewer('RESTRICTED', true, true),
      without('api', 'webhooks', 'automations', 'knowledge-base', 'billing', 'security', 'data', 'privacy'),
    ],
  ])('%j', (who, keys) => {
    expect(settingsMenu(who).map((item) => item.key)).toEqual(keys);
  });
});

describe('profile menu', () => {
  test.each([
    [
      viewer('ADMIN'),
      ['Admin dashboard', 'Campaign activity', 'Settings', 'Referral Program', 'Getting started', 'Log out'],
    ],
    [
      viewer('ADMIN', true, true),
      [
        'Admin dashboard',
        'Client portal',
        'Campaign activity',
        'Settings',
        'Referral Program',
        'Getting started',
        'Log out',
      ],
    ],
    [viewer('USER'), ['Settings', 'Product tour', 'Refer a friend', 'Campaign activity', 'Log out']],
    [viewer('USER', true), ['Settings', 'Campaign activity', 'Log out']],
    [viewer('USER', true, true), ['Settings', 'Client portal', 'Campaign activity', 'Log out']],
    [viewer('RESTRICTED', true, true), ['Settings', 'Campaign activity', 'Log out']],
  ])('%j', (who, labels) => {
    expect(profileMenu(who).map((item) => item.label)).toEqual(labels);
  });
});

describe('sidebar', () => {
  const labels = (flags: Partial<typeof DEFAULT_FEATURE_FLAGS>) =>
    sidebarMenu({ ...DEFAULT_FEATURE_FLAGS, ...flags }).map((item) => item.label);
  test('all flags on', () => {
    expect(labels({})).toEqual([
      'Create new list',
      'Dashboard',
      'Leads',
      'Campaigns',
      'Unified inbox',
      'Sender accounts',
    ]);
  });
  test('lists off', () => {
    expect(labels({ lead_lists_enabled: false })).toEqual([
      'Dashboard',
      'Campaigns',
      'Unified inbox',
      'Sender accounts',
    ]);
  });
  test('campaigns off names the senders Accounts', () => {
    expect(labels({ campaign_creation_enabled: false })).toEqual([
      'Create new list',
      'Dashboard',
      'Leads',
      'Unified inbox',
      'Accounts',
    ]);
  });
});

describe('team', () => {
  test('invite', () => {
    expect(canInviteMembers(viewer('USER'))).toBe(true);
    expect(canInviteMembers(viewer('RESTRICTED'))).toBe(false);
  });
  test('the Admin choice only for an Admin', () => {
    expect(assignableRoles(viewer('ADMIN'))).toContain('ADMIN');
    expect(assignableRoles(viewer('USER'))).toEqual(['USER', 'RESTRICTED']);
    expect(assignableRoles(viewer('RESTRICTED'))).toEqual([]);
  });
  test.each([
    ['USER', 2, 'RESTRICTED', true],
    ['USER', 1, 'USER', false],
    ['USER', 2, 'ADMIN', false],
    ['ADMIN', 2, 'ADMIN', true],
    ['ADMIN', 1, 'ADMIN', false],
    ['RESTRICTED', 2, 'RESTRICTED', false],
  ] as const)('%s manages member %i (%s): %s', (role, id, memberRole, allowed) => {
    expect(canDeleteMember(viewer(role), { id, role: memberRole })).toBe(allowed);
    expect(canChangeRole(viewer(role), { id, role: memberRole }, 'RESTRICTED')).toBe(allowed);
  });
  test('a USER cannot make an Admin', () => {
    expect(canChangeRole(viewer('USER'), { id: 2, role: 'RESTRICTED' }, 'ADMIN')).toBe(false);
  });
});

test('upgrade offers and credits', () => {
  expect(canSeeUpgradeOffers(viewer('USER', true))).toBe(false);
  expect(canSeeUpgradeOffers(viewer('USER', true, true))).toBe(true);
  expect(canClickCredits(viewer('USER'), { is_in_trial: true })).toBe(false);
  expect(canClickCredits(viewer('USER'), { is_in_trial: false })).toBe(true);
  expect(canClickCredits(viewer('USER', true), { is_in_trial: false })).toBe(false);
});
