import { FEATURE_LABELS } from '@overture/domain/access/feature-flags';
import { ROLE_LABELS } from '@overture/domain/access/permissions';
import { CALL_OUTCOME_LABELS } from '@overture/domain/calls/call-outcomes';
import { GOAL_METRIC_LABELS } from '@overture/domain/campaign/goals';
import { CAMPAIGN_STATUS_LABELS, LEAD_STATUS_LABELS } from '@overture/domain/campaign/transitions';
import { DEPARTMENTS, SENIORITIES } from '@overture/domain/finder/lead-finder';
import { REPLY_CLASS_LABELS } from '@overture/domain/inbound/reply-classes';
import { LEAD_FIELDS } from '@overture/domain/leads/lead-fields';
import { LINKEDIN_ACTION_LABELS } from '@overture/domain/linkedin/linkedin-actions';
import { LINKEDIN_IMPORT_LABELS } from '@overture/domain/linkedin/linkedin-import';
import { LANGUAGE_LABELS } from '@overture/domain/message/languages';
import { VARIABLE_LABELS } from '@overture/domain/message/tokens';
import { BILLED_ITEM_LABELS } from '@overture/domain/money/agency-bills';
import { LEGAL_BASES } from '@overture/domain/privacy/privacy-notice';
import { SCHEDULED_EXPORT_LABELS } from '@overture/domain/scheduled-exports';
import { SECURITY_EVENTS } from '@overture/domain/security/events';
import { SUPPRESSION_LABELS } from '@overture/domain/suppressions/suppressions';
import { DATE_PRESET_LABELS } from '@overture/domain/time/date-presets';
import { expect, test } from 'vitest';

const withKeys = (keys: readonly string[]): object => Object.fromEntries(keys.map((key) => [key, true]));

const LABELS: Record<string, object> = {
  'organization/billed-item': BILLED_ITEM_LABELS,
  'inbox/call-outcome': CALL_OUTCOME_LABELS,
  'campaign/campaign-status': CAMPAIGN_STATUS_LABELS,
  'organization/date-preset': DATE_PRESET_LABELS,
  'organization/feature': FEATURE_LABELS,
  'lead/finder-option': withKeys([...SENIORITIES, ...DEPARTMENTS]),
  'campaign/goal-metric': GOAL_METRIC_LABELS,
  'lead/lead-field': LEAD_FIELDS,
  'campaign/lead-status': LEAD_STATUS_LABELS,
  'lead/legal-basis': LEGAL_BASES,
  'campaign/linkedin-action': LINKEDIN_ACTION_LABELS,
  'lead/linkedin-import': LINKEDIN_IMPORT_LABELS,
  'inbox/message-language': LANGUAGE_LABELS,
  'lead/message-variable': VARIABLE_LABELS,
  'inbox/reply-class': REPLY_CLASS_LABELS,
  'organization/role': ROLE_LABELS,
  'organization/scheduled-export': SCHEDULED_EXPORT_LABELS,
  'lead/suppression-reason': SUPPRESSION_LABELS,
  '../../features/security-log/event-words': SECURITY_EVENTS,
};

test.each(Object.entries(LABELS))('%s has its German', async (path, labels) => {
  const german: { default: object } = await import(`./${path}.de.ts`);
  expect(Object.keys(german.default).sort()).toEqual(Object.keys(labels).sort());
});
