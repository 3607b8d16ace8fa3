import type { RawBuilder } from 'kysely';

/** Whose day it is. */
export interface Asker {
  organization_id: number;
  user_id: number;
}

/** One kind of thing that waits for people. A further kind is a file beside the others and a line of `kinds/index.ts`. */
export interface TodayKind {
  kind: string;
  /**
   * Selects its rows without order and limit: `id`, `prospect_id`, `campaign_id` (each may be null), `detail` (text) and `due_at`. An index
   * must hold them in the order of `due_at`. Several selections are read one after the other, the first being of interested leads.
   */
  rows(asker: Asker): RawBuilder<unknown>;
  /** Those of them whose leads are interested. They come first. */
  interested?(asker: Asker): RawBuilder<unknown>;
}
