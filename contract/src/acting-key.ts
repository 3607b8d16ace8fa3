import { z } from 'zod';

/** The key, or the connected app, by which a program acted. */
export const actingKey = z.object({ id: z.number().int(), name: z.string(), is_app: z.boolean() });
export type ActingKey = z.output<typeof actingKey>;
