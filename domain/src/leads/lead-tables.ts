/** Cells of a table of leads that one request changes. */
export const CELL_EDITS = { per_call: 500 } as const;

/** How high the rows of a table of leads are: one line in little room, one line, three lines. */
export const ROW_HEIGHTS = ['compact', 'normal', 'tall'] as const;
export type RowHeight = (typeof ROW_HEIGHTS)[number];

/** Leads whose marks are asked for together: the three pages of an endless table, with room. */
export const SHOWN_LEADS = 100;
/** Longer tables are read page by page: browsers limit how high an element is. */
export const ENDLESS_LEADS = 400_000;
