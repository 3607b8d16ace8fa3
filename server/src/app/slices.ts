import type { Slice } from '../kernel/slice.ts';
import { chatsSlice } from '../slices/chats/index.ts';
import { searchesSlice } from '../slices/searches/index.ts';

/**
 * The slices that run something besides their calls, in the product's one order: a slice imports only earlier ones,
 * later ones answer earlier ones by events.
 */
export const slices: Slice[] = [searchesSlice, chatsSlice];
