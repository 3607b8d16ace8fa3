import { createHash } from 'node:crypto';
import { startsWithName } from './faults.ts';

export const BEHAVIOURS = [
  'positive',
  'negative',
  'unsubscribe',
  'out_of_office',
  'hard_bounce',
  'soft_bounce',
  'silent',
] as const;
export type Behaviour = (typeof BEHAVIOURS)[number];

/** Shares of the behaviours, as weights. */
export type BehaviourMix = Record<Behaviour, number>;

export const DEFAULT_MIX: BehaviourMix = {
  positive: 12,
  negative: 8,
  unsubscribe: 2,
  out_of_office: 5,
  hard_bounce: 3,
  soft_bounce: 2,
  silent: 68,
};

/** Local parts that override the seed: `reply@`, `reply2@`, `reply+x@`. */
const NAMED: Record<string, Behaviour> = {
  reply: 'positive',
  positive: 'positive',
  negative: 'negative',
  unsubscribe: 'unsubscribe',
  ooo: 'out_of_office',
  bounce: 'hard_bounce',
  softbounce: 'soft_bounce',
  silent: 'silent',
};

/** A number in [0, 1) that depends on nothing but its arguments: the same seed gives the same people. */
export function chance(...parts: (string | number)[]): number {
  return createHash('sha256').update(parts.join('\n')).digest().readUInt32BE(0) / 2 ** 32;
}

/** What this person does, always the same for one seed and mix. Addresses of the codes' and invitations' kind never reach this. */
export function behaviourOf(address: string, seed: number, mix: BehaviourMix): Behaviour {
  const normal = address.toLowerCase();
  const local = normal.slice(0, normal.lastIndexOf('@'));
  for (const [name, behaviour] of Object.entries(NAMED)) if (startsWithName(local, name)) return behaviour;
  const total = BEHAVIOURS.reduce((sum, behaviour) => sum + mix[behaviour], 0);
  let left = chance(seed, 'behaviour', normal) * total;
  for (const behaviour of BEHAVIOURS) {
    left -= mix[behaviour];
    if (left < 0) return behaviour;
  }
  return 'silent';
}
