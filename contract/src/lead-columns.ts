import { RIGHTS } from '@overture/domain/access/permissions';
import { CUSTOM_TYPES } from '@overture/domain/leads/custom-values';
import { CUSTOM_COLUMNS } from '@overture/domain/limits';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { z } from 'zod';
import { done, endpoint, mayDeleteField, seenVersion, unused } from './endpoint.ts';

const leadColumnSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  /** Its name in messages (`{{ custom.<key> }}`) and in `custom` of a lead; it stays when the column is renamed. */
  key: z.string(),
  type: z.enum(CUSTOM_TYPES),
  is_archived: z.boolean(),
  /** Rises when it gets another name or type, is archived or restored. */
  version: z.number().int(),
});
export type LeadColumn = z.output<typeof leadColumnSchema>;

// Longer than a name may be: the service cuts blanks before it judges.
const name = z.string().max(2 * CUSTOM_COLUMNS.name_max);
const type = z.enum(CUSTOM_TYPES);
const columnAnswer = z.object({ column: leadColumnSchema });

export const leadColumnsEndpoints = {
  listLeadColumns: endpoint('GET /lead-columns/', {
    summary: 'Custom columns of leads in their order, archived ones among them',
    shows: ['lead_columns'],
    ok: z.object({ columns: z.array(leadColumnSchema.extend(mayDeleteField)).max(CUSTOM_COLUMNS.max_columns) }),
  }),
  createLeadColumn: endpoint('POST /lead-columns/', {
    summary: 'Create a custom column of leads',
    touches: ['lead_columns'],
    roles: RIGHTS.work,
    body: z.object({ name, type }),
    errors: ['lead_column_exists', 'too_many_lead_columns'],
    ok: columnAnswer,
  }),
  updateLeadColumn: endpoint('PATCH /lead-columns/{id}/', {
    summary:
      'Rename, archive, move or retype a custom column; a type that values do not fit is refused with their count',
    touches: ['lead_columns', 'leads'],
    roles: RIGHTS.work,
    body: z.object({
      name: unused(name),
      type: unused(type),
      is_archived: unused(z.boolean()),
      /** Its place among all of them, from 0. */
      place: unused(z.number().int().min(0).max(CUSTOM_COLUMNS.max_columns)),
      version: seenVersion,
    }),
    errors: ['lead_column_exists', 'lead_values_unfit', 'changed_meanwhile'],
    ok: columnAnswer,
  }),
  getLeadColumnUse: endpoint('GET /lead-columns/{id}/use/', {
    summary: 'How many leads have a value in a custom column, and which running campaigns name it in their messages',
    shows: ['lead_columns'],
    ok: z.object({
      leads: z.number().int(),
      campaigns: z.array(z.object({ id: z.number().int(), name: z.string() })).max(LIST_LIMITS.naming_campaigns),
    }),
  }),
  deleteLeadColumn: endpoint('DELETE /lead-columns/{id}/', {
    summary: 'Delete a custom column with the values that leads have in it',
    touches: ['lead_columns', 'leads'],
    roles: RIGHTS.work,
    errors: ['not_yours'],
    ok: done,
  }),
};
