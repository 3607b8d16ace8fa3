import type { Slice } from '../../kernel/slice.ts';
import { releaseForgotten, reserveTexts } from './reserve-texts.service.ts';
import { writeQueuedTexts } from './writer.service.ts';

export { aiSegmentsRoutes } from './ai-segments.routes.ts';
export type { Segment } from './default-segments.rules.ts';
export { isPlain } from './judge-text.rules.ts';
export { presentSnippets, storeWritten, writeNow } from './lead-snippets.service.ts';
export { findSegmentTasks } from './segments.service.ts';
export { findSegments } from './segments.store.ts';
export { findTexts, insertWanted, listTextsOfLead, pinTexts, type SegmentText } from './texts.store.ts';

/** Writes the snippets that campaigns want: sets their credits aside, writes them, settles. */
export const aiSegmentsSlice: Slice = {
  name: 'ai-segments',
  loops: [
    { name: 'snippet-credits', interval_in_ms: 500, run: (ctx) => reserveTexts(ctx) },
    { name: 'snippet-writer', interval_in_ms: 500, run: writeQueuedTexts },
    { name: 'snippet-leftovers', interval_in_ms: 3_600_000, run: releaseForgotten },
  ],
};
