import { expect, test } from 'vitest';
import {
  DEFAULT_FEATURE_FLAGS,
  FEATURE_FLAGS,
  isToggleDisabled,
  normalizeFlags,
  parentOf,
  toggleFlag,
} from './feature-flags.ts';
import { flagOfTask } from './task-flag.ts';

test('thirteen flags, all on by default', () => {
  expect(FEATURE_FLAGS).toHaveLength(13);
  expect(Object.values(DEFAULT_FEATURE_FLAGS).every(Boolean)).toBe(true);
});

test('a parent switched off takes its children; switched on it leaves them off', () => {
  const off = toggleFlag(DEFAULT_FEATURE_FLAGS, 'campaign_creation_enabled', false);
  expect(off).toMatchObject({ email_steps_enabled: false, phone_steps_enabled: false, linkedin_steps_enabled: false });
  expect(off.lead_lists_enabled).toBe(true);
  expect(isToggleDisabled(off, 'email_steps_enabled')).toBe(true);
  expect(toggleFlag(off, 'email_steps_enabled', true)).toEqual(off);
  const on = toggleFlag(off, 'campaign_creation_enabled', true);
  expect(on).toMatchObject({ campaign_creation_enabled: true, email_steps_enabled: false });
  expect(toggleFlag(on, 'email_steps_enabled', true).email_steps_enabled).toBe(true);
});

test('parents', () => {
  expect(parentOf('lead_finder_enabled')).toBe('lead_lists_enabled');
  expect(parentOf('ai_snippets_enabled')).toBeNull();
});

test('normalising ignores what is not a boolean flag', () => {
  const flags = normalizeFlags({ lead_lists_enabled: 'no', other: false } as never);
  expect(flags).toEqual(DEFAULT_FEATURE_FLAGS);
});

test('which switch a research task needs', () => {
  expect(flagOfTask({ organization_id: 4, data_enrichment_type: null })).toBe('custom_ai_research_tasks_enabled');
  expect(flagOfTask({ organization_id: null, data_enrichment_type: null })).toBe('default_ai_research_tasks_enabled');
  expect(flagOfTask({ organization_id: null, data_enrichment_type: 'FIND_EMAIL' })).toBeNull();
});
