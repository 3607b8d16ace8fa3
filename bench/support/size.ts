/**
 * The size of a proof from its environment variable, or its full size. A word that is not a number would give a proof that does nothing
 * and calls itself proven.
 */
export function parseSize(name: string, full: number, least = 1): number {
  const text = process.env[name];
  if (!text) return full;
  const size = Number(text);
  if (!Number.isFinite(size) || size < least)
    throw new RangeError(`${name} must be a number of at least ${least}. Got "${text}".`);
  return size;
}
