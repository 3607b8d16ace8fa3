/**
 * The lead of a phone number. If several leads have it, the one contacted last is the most likely to reply; if none was
 * contacted, a user decides.
 * @param contacted leads that were contacted, the latest first
 */
export function chooseLead(withNumber: readonly number[], contacted: readonly number[]): number | null {
  if (withNumber.length === 1) return withNumber[0] ?? null;
  return contacted.find((id) => withNumber.includes(id)) ?? null;
}
