import type { RawBuilder } from 'kysely';

/** Whose day it is, and which of it is asked for. */
export interface Asker {
  organization_id: number;
  user_id: number;
  /** Of a campaign only; of a conversation: its lead is in it. */
  campaign_id: number | null;
  /** Of a member only; also what is not the asker's own. */
  owner_id: number | null;
}

/** One kind of thing that waits for people. A further kind is a file beside the others and a line of `kinds/index.ts`. */
export interface TodayKind {
  kind: string;
  /**
   * Selects its rows without order and limit: `id`, `prospect_id`, `campaign_id` (each may be null), `detail` (text) and `due_at`. An index
   * must hold them in the order of `due_at`. `toCondition` of `kinds/filters.ts` adds what is asked for.
   */
  rows(asker: Asker): RawBuilder<unknown>;
  /** Those of them whose leads are interested. They come first. */
  interested?(asker: Asker): RawBuilder<unknown>;
  /** Those of leads who opened a link lately. They come before others that are due today. */
  clicked?(asker: Asker): RawBuilder<unknown>;
}
