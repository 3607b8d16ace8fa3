/**
 * Whose a number is. One lead has it: it is theirs. Several have it: the one who was written to last, since they are the likeliest to
 * answer; where nobody was, a person decides.
 * @param contacted those who were written to, the latest first
 */
export function chooseLead(withNumber: readonly number[], contacted: readonly number[]): number | null {
  if (withNumber.length === 1) return withNumber[0] ?? null;
  return contacted.find((id) => withNumber.includes(id)) ?? null;
}
