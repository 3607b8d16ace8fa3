/** A cell by its place in the table that is shown, from 0. */
export interface Place {
  row: number;
  col: number;
}

/** Cells between two corners, both included. */
export interface CellRange {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

export function rangeBetween(one: Place, other: Place): CellRange {
  return {
    top: Math.min(one.row, other.row),
    bottom: Math.max(one.row, other.row),
    left: Math.min(one.col, other.col),
    right: Math.max(one.col, other.col),
  };
}

export function countCells({ top, bottom, left, right }: CellRange): number {
  return (bottom - top + 1) * (right - left + 1);
}

/** The cells of a range, row by row. */
export function placesOf({ top, bottom, left, right }: CellRange): Place[][] {
  return Array.from({ length: bottom - top + 1 }, (_, row) =>
    Array.from({ length: right - left + 1 }, (__, col) => ({ row: top + row, col: left + col })),
  );
}

/** Cells as spreadsheets put them into the clipboard: a line for each row, a tab between cells, quotes where a cell has lines of its own. */
export function printCells(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => cells.map(printCell).join('\t')).join('\n');
}

const printCell = (text: string): string => (/[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Reads what `printCells` and spreadsheets write. The end of the last line begins no row. */
export function parseCells(text: string): string[][] {
  const rows: string[][] = [[]];
  const cell = /(?:"((?:[^"]|"")*)"(?=[\t\n\r]|$)|([^\t\n\r]*))(\t|\r\n|\n|\r|$)/y;
  while (cell.lastIndex < text.length) {
    const [, quoted, plain = '', end] = cell.exec(text) ?? [];
    if (end === undefined) break;
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '\t' && cell.lastIndex === text.length) rows.at(-1)?.push('');
    else if (end !== '\t' && cell.lastIndex < text.length) rows.push([]);
  }
  return rows.filter((row) => row.length > 0);
}

/**
 * Where pasted cells go: one value fills the chosen range; several begin at its first cell and repeat where the range holds them more than once.
 * Cells beyond the table are left out.
 */
export function placePasted(
  pasted: readonly (readonly string[])[],
  range: CellRange,
  size: { rows: number; cols: number },
): { place: Place; text: string }[] {
  const height = pasted.length;
  const width = widthOf(pasted);
  if (width === 0) return [];
  // A clipboard of a million lines costs no more than the table has room for.
  const rows = Math.min(repeated(range.bottom - range.top + 1, height), size.rows - range.top);
  const cols = Math.min(repeated(range.right - range.left + 1, width), size.cols - range.left);
  return Array.from({ length: Math.max(0, rows) * Math.max(0, cols) }, (_, index) => {
    const [row, col] = [Math.floor(index / cols), index % cols];
    const text = pasted[row % height]?.[col % width];
    // A line with fewer cells than others says nothing of the cells beside it: they keep their values.
    return text === undefined ? [] : [{ place: { row: range.top + row, col: range.left + col }, text }];
  }).flat();
}

const widthOf = (pasted: readonly (readonly string[])[]): number =>
  pasted.reduce((widest, row) => Math.max(widest, row.length), 0);

const repeated = (chosen: number, given: number): number => (chosen % given === 0 ? chosen : given);
