import { LEAD_FIELDS, type LeadFieldValues, leadField, STORED_FIELDS, shapeLead } from '../leads/lead-fields.ts';

/** Nobody: stands in for a lead while a campaign has none, so that a message can be read as it will look. */
export const EXAMPLE_LEAD = shapeLead(
  Object.fromEntries(
    STORED_FIELDS.map((id) => [LEAD_FIELDS[id].column, leadField(id).example]),
  ) as Partial<LeadFieldValues>,
);
