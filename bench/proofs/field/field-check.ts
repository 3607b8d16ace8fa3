/** What one input should have become and what it became; a case holds when all its inputs do. */
export interface FieldCheck {
  case_id: string;
  input: string;
  should: string;
  came: string;
}

export const isRight = ({ should, came }: FieldCheck): boolean => should === came;

/** Fields of both, side by side; a field that nothing is expected of is left out. */
export function compare(
  { case_id, input }: Pick<FieldCheck, 'case_id' | 'input'>,
  should: Record<string, unknown>,
  came: Record<string, unknown>,
): FieldCheck {
  const show = (values: Record<string, unknown>): string =>
    Object.keys(should)
      .filter((key) => should[key] !== undefined)
      .map((key) => `${key} ${JSON.stringify(values[key] ?? null)}`)
      .join(', ');
  return { case_id, input, should: show(should), came: show(came) };
}
