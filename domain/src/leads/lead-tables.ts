/** Cells of a table of leads that one request changes. */
export const CELL_EDITS = { per_call: 500 } as const;

/** How high the rows of a table of leads are: one line in little room, one line, three lines. */
export const ROW_HEIGHTS = ['compact', 'normal', 'tall'] as const;
export type RowHeight = (typeof ROW_HEIGHTS)[number];
