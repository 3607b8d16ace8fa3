/** A number in [0, 1) that is always the same for the same three numbers (the finaliser of MurmurHash3). */
export function draw(seed: number, id: number, purpose: number): number {
  let hash = Math.imul(seed | 0, 0x9e3779b1) ^ Math.imul(id | 0, 0x85ebca6b) ^ Math.imul(purpose | 0, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
