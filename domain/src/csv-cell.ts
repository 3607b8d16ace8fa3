/** Characters with which a spreadsheet begins a formula, or hides one. */
const STARTS_FORMULA = /^[=+\-@\t\r\n\0＝＋－＠]/;

/** Numbers and phone numbers written with digits and spaces only calculate nothing: they stay readable. */
const PLAIN_NUMBER = /^[+-]?\d[\d ]*(?:[.,]\d+)?$/;

/** Mark that spreadsheets read as 'this is text'. */
const TEXT_MARK = "'";

/**
 * A cell that no spreadsheet runs. `restoreCell` gives the original back exactly, so a list that is exported and imported again is the
 * same list.
 */
export function neutralizeCell(cell: string): string {
  const bare = cell.replace(/^'+/, '');
  const isFormula = STARTS_FORMULA.test(bare) && !PLAIN_NUMBER.test(bare);
  return isFormula ? TEXT_MARK + cell : cell;
}

/** A cell as it was before `neutralizeCell`. */
export function restoreCell(cell: string): string {
  if (!cell.startsWith(TEXT_MARK)) return cell;
  const rest = cell.slice(1);
  return neutralizeCell(rest) === cell ? rest : cell;
}
