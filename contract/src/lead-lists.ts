import { RIGHTS } from '@overture/domain/access/permissions';
import { REQUEST_LIMITS } from '@overture/domain/limits';
import { LIST_COPY } from '@overture/domain/list-limits';
import { z } from 'zod';
import { done, endpoint, idSchema, unused } from './endpoint.ts';
import { selectionBody } from './prospects.ts';

/** What is done with lists as wholes, and with leads between them. */
export const leadListsEndpoints = {
  copySearchProspects: endpoint('POST /search/{id}/prospects/copy/', {
    summary: 'Copy leads of a list to another list, or move them; none is in a list twice',
    touches: ['leads', 'lists'],
    roles: RIGHTS.work,
    feature: 'lead_lists_enabled',
    max_body_bytes: REQUEST_LIMITS.max_json_body_in_bytes,
    body: z.object({
      ...selectionBody,
      amount: unused(z.coerce.number<number | string>().int().min(0).max(LIST_COPY.leads_a_call)),
      target_id: idSchema,
      /** Takes the leads out of this list too. */
      moves: unused(z.boolean()),
      /** Instead of ids and amount: all leads that pass the filters. A request copies the next batch; repeat it with `after`. */
      everything: unused(z.boolean()),
      /** `continue_after` of the answer before. */
      after: unused(z.number().int().min(0)),
    }),
    errors: ['list_archived'],
    ok: z.object({
      success: z.literal(true),
      /** Leads the other list did not hold. */
      added_ids: z.array(z.number().int()).max(REQUEST_LIMITS.max_ids),
      /** Leads the other list held already. */
      known_prospects: z.number().int(),
      /** Leads that were taken out of this list. */
      removed_prospects: z.number().int(),
      /** Null when nothing is left to copy. */
      continue_after: z.number().int().nullable(),
    }),
  }),
  setSearchFolder: endpoint('PUT /searches/folder/', {
    summary: 'Put lists into a folder, or take them out of theirs; a folder exists while it holds a list',
    touches: ['lists'],
    roles: RIGHTS.work,
    feature: 'lead_lists_enabled',
    body: z.object({
      search_ids: z.array(idSchema).min(1).max(10_000),
      /** Null or blank: in no folder. */
      folder: z.string().max(LIST_COPY.folder_name_max).nullable(),
    }),
    ok: done,
  }),
};
