import { LEAD_FIELDS, type LeadFieldValues, leadField, STORED_FIELDS, shapeLead } from '../leads/lead-fields.ts';

/** An example lead, shown in message previews while a campaign has no leads. */
export const EXAMPLE_LEAD = shapeLead(
  Object.fromEntries(
    STORED_FIELDS.map((id) => [LEAD_FIELDS[id].column, leadField(id).example]),
  ) as Partial<LeadFieldValues>,
);
