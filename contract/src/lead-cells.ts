import { RIGHTS } from '@overture/domain/access/permissions';
import { CELL_EDITS } from '@overture/domain/leads/lead-tables';
import { CUSTOM_COLUMNS, REQUEST_LIMITS } from '@overture/domain/limits';
import { z } from 'zod';
import { endpoint, idSchema, unused } from './endpoint.ts';
import { prospectSchema } from './prospects.ts';

const cellValue = z.union([z.string().max(CUSTOM_COLUMNS.value_max + 48), z.number(), z.boolean(), z.null()]);

const cellSchema = z.object({
  prospect_id: idSchema,
  /** As filters and sorts name it: a field of leads that can be edited, or `custom.<key>`. */
  column: z.string().min(1).max(100),
  /** Null or a blank text clears the cell. */
  value: cellValue,
  /** The stored value that the editor showed. A cell that holds another one by now is refused; left out, nothing is compared. */
  seen: unused(cellValue),
});
export type CellChange = z.input<typeof cellSchema>;

const CELL_REFUSALS = ['invalid', 'changed', 'person_erased', 'not_found', 'not_editable'] as const;

const refusedCellSchema = z.object({
  prospect_id: z.number().int(),
  column: z.string(),
  code: z.enum(CELL_REFUSALS),
  /** In words. */
  reason: z.string(),
  /** What the cell holds now; null where it is empty. */
  current: cellValue,
});
export type RefusedCell = z.output<typeof refusedCellSchema>;

export const leadCellsEndpoints = {
  updateLeadCells: endpoint('PATCH /prospects/cells/', {
    summary: 'Change cells of leads in one call: refused cells are named with the reason, all others are written',
    touches: ['leads', 'chats'],
    roles: RIGHTS.work,
    max_body_bytes: REQUEST_LIMITS.max_json_body_in_bytes,
    body: z.object({ cells: z.array(cellSchema).min(1).max(CELL_EDITS.per_call) }),
    ok: z.object({
      /** The leads of the written cells, as they are now. */
      prospects: z.array(prospectSchema).max(CELL_EDITS.per_call),
      refused: z.array(refusedCellSchema).max(CELL_EDITS.per_call),
    }),
  }),
};
