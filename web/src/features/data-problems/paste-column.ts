/** More lines than a page has are counted no further than this. */
const MOST_LINES = 10_000;

/**
 * A copied column laid onto leads, a line each; of a copied table the first column. Null for a single line, which is pasted as ever.
 * Empty lines keep their place: a column with gaps stays in step.
 */
export function layColumn(
  text: string,
  leads: readonly { prospect_id: number }[],
): { values: Map<number, string>; left: number } | null {
  const lines = text.replaceAll('\r\n', '\n').replaceAll('\r', '\n').split('\n', MOST_LINES);
  while (lines.at(-1)?.trim() === '') lines.pop();
  if (lines.length < 2) return null;
  const cells = lines.map((line) => (line.split('\t', 1)[0] ?? '').trim());
  const values = new Map(
    leads.slice(0, cells.length).map(({ prospect_id }, index) => [prospect_id, cells[index] ?? '']),
  );
  return { values, left: Math.max(0, cells.length - leads.length) };
}
