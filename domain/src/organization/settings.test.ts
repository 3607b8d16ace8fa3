import { expect, test } from 'vitest';
import { describeChange, INHERITED_COLUMNS, ORGANIZATION_SETTINGS, switchesOf } from './settings.ts';

test('each switch is on exactly one page, in the order of the record', () => {
  const listed = (['security', 'suppressions', 'privacy', 'drafts'] as const).flatMap((page) => switchesOf(page));
  const switches = Object.entries(ORGANIZATION_SETTINGS).filter(([, { kind }]) => kind === 'switch');
  expect(listed.toSorted()).toEqual(switches.map(([name]) => name).toSorted());
  expect(switchesOf('suppressions')).toEqual(['sends_risky', 'checks_imports', 'requires_link']);
});

test('the security log names the new value', () => {
  expect(describeChange('requires_link', true)).toBe('Emails need an unsubscribe link');
  expect(describeChange('requires_link', false)).toBe('Emails need no unsubscribe link');
  expect(describeChange('time_zone', 'Asia/Tokyo')).toBe('Time zone: Asia/Tokyo');
});

test('a new client takes inherited settings from its agency', () => {
  expect(INHERITED_COLUMNS).toEqual(['answers_read_by_model', 'adds_privacy_link']);
});
