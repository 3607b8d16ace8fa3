import { RIGHTS } from '@overture/domain/access/permissions';
import { MAX_SORTS } from '@overture/domain/leads/filters';
import { ROW_HEIGHTS } from '@overture/domain/leads/lead-tables';
import { LEAD_VIEWS, TEXT_LIMITS } from '@overture/domain/limits';
import { z } from 'zod';
import { done, endpoint, idSchema, mayDeleteField, seenVersion, unused } from './endpoint.ts';
import { filterList } from './prospects.ts';

const viewColumn = z.object({
  id: z.string().min(1).max(100),
  /** In pixels; null where the table's own width is kept. */
  width: z.number().int().min(40).max(2000).nullable(),
});

const sortDirection = z.enum(['asc', 'desc']);
const thenSorts = z
  .array(z.object({ sort_field: z.string().max(100), sort_direction: sortDirection }))
  .max(MAX_SORTS - 1);

const leadViewSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  /** True for the user's own, false for a view of the organization. */
  is_own: z.boolean(),
  /** The only list that offers it; null in all lists. */
  search_id: z.number().int().nullable(),
  filters: filterList,
  sort_field: z.string().nullable(),
  sort_direction: sortDirection.nullable(),
  /** Columns that order rows which are equal by the ones before. */
  then_sorts: thenSorts,
  /** Visible columns in their order; empty for those that the table shows by default. */
  columns: z.array(viewColumn).max(LEAD_VIEWS.columns),
  /** Null where the view keeps none. */
  row_height: z.enum(ROW_HEIGHTS).nullable(),
  /** Rises with every change. */
  version: z.number().int(),
});
export type LeadView = z.output<typeof leadViewSchema>;

const viewBody = {
  is_own: z.boolean(),
  search_id: unused(idSchema),
  filters: unused(filterList),
  sort_field: unused(z.string().max(100)),
  sort_direction: unused(sortDirection),
  then_sorts: unused(thenSorts),
  columns: unused(z.array(viewColumn).max(LEAD_VIEWS.columns)),
  row_height: unused(z.enum(ROW_HEIGHTS)),
};
const name = z.string().trim().min(1).max(TEXT_LIMITS.label_name_max);
const viewAnswer = z.object({ view: leadViewSchema });

export const leadViewsEndpoints = {
  listLeadViews: endpoint('GET /lead-views/', {
    summary: "Own and the organization's saved views of lead lists by name; of one list those that it offers",
    shows: ['lead_views'],
    feature: 'lead_lists_enabled',
    query: z.object({ search_id: unused(z.coerce.number<number | string>().int().min(1)) }),
    ok: z.object({ views: z.array(leadViewSchema.extend(mayDeleteField)).max(LEAD_VIEWS.views) }),
  }),
  createLeadView: endpoint('POST /lead-views/', {
    summary: 'Save a view of lead lists: filters, sorts, columns and the height of rows',
    touches: ['lead_views'],
    roles: RIGHTS.work,
    feature: 'lead_lists_enabled',
    body: z.object({ ...viewBody, name }),
    errors: ['too_many_lead_views'],
    ok: viewAnswer,
  }),
  updateLeadView: endpoint('PUT /lead-views/{id}/', {
    summary: 'Change a saved view; with the version it was read in, a change of someone else is not overwritten',
    touches: ['lead_views'],
    roles: RIGHTS.work,
    feature: 'lead_lists_enabled',
    body: z.object({ ...viewBody, name, version: seenVersion }),
    errors: ['changed_meanwhile'],
    ok: viewAnswer,
  }),
  deleteLeadView: endpoint('DELETE /lead-views/{id}/', {
    summary: 'Delete a saved view',
    touches: ['lead_views'],
    roles: RIGHTS.work,
    feature: 'lead_lists_enabled',
    errors: ['not_yours'],
    ok: done,
  }),
};
