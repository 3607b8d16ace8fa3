import { LEAD_FIELDS, type LeadFieldId } from '@overture/domain/leads/lead-fields';
import { defineTexts } from '../../texts.ts';

const english = Object.fromEntries(Object.entries(LEAD_FIELDS).map(([id, { label }]) => [id, label])) as Record<
  LeadFieldId,
  string
>;

/** What tables and filters call a field of a lead. */
export const leadFieldLabel = defineTexts({ ...english });
