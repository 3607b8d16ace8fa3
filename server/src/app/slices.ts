import type { Slice } from '../kernel/slice.ts';

/**
 * The slices that run something besides their calls, in the product's one order: a slice imports only earlier ones,
 * later ones answer earlier ones by events.
 */
export const slices: Slice[] = [];
