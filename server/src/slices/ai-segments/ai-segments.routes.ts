import type { aiSegmentsEndpoints } from '@overture/contract/ai-segments';
import { withMayDelete } from '../../kernel/edits/made-by.ts';
import type { RouteTable } from '../../kernel/slice.ts';
import { copyAgencySegment, listAgencySegments } from './agency-segments.service.ts';
import { createSegment, deleteSegment, listSegments, updateSegment } from './segments.service.ts';

export const aiSegmentsRoutes: RouteTable<typeof aiSegmentsEndpoints> = {
  listAiSegments: async (ctx) => ({
    segments: await withMayDelete(ctx, 'ai_segments', await listSegments(ctx)),
    agency_segments: await listAgencySegments(ctx),
  }),
  createAiSegment: async (ctx, { body }) => ({ segment: await createSegment(ctx, body) }),
  copyAgencySegment: async (ctx, { params }) => ({ segment: await copyAgencySegment(ctx, params.id) }),
  updateAiSegment: async (ctx, { body }) => ({ segment: await updateSegment(ctx, body.id, body) }),
  deleteAiSegment: async (ctx, { body }) => {
    await deleteSegment(ctx, body.id);
    return { success: true };
  },
};
