import type { revisionsEndpoints } from '@overture/contract/revisions';
import type { RouteTable } from '../../kernel/slice.ts';
import { draftCopyMessage } from './revisions/copy-draft.service.ts';
import { previewImpact } from './revisions/impact.service.ts';
import { listPublished, publishCopy, restoreRevision } from './revisions/publish.service.ts';
import { scheduleCopy, unscheduleCopy } from './revisions/timed-publishing.service.ts';
import { rehearseRevision } from './revisions/trial.service.ts';
import { addFile, discardCopy, getWorkingCopy, saveCopy } from './revisions/working-copy.service.ts';

export const revisionsRoutes: RouteTable<typeof revisionsEndpoints> = {
  getRevision: async (ctx, { params }) => ({ revision: await getWorkingCopy(ctx, params.id) }),
  saveRevision: async (ctx, { params, body }) => ({ revision: await saveCopy(ctx, params.id, body) }),
  discardRevision: async (ctx, { params, body }) => ({ revision: await discardCopy(ctx, params.id, body.version) }),
  addRevisionFile: async (ctx, { params, file }) => ({
    attachment: await addFile(ctx, params.id, params.stepId, file),
  }),
  draftRevisionMessage: async (ctx, { params, body }) => draftCopyMessage(ctx, params.id, params.stepId, body),
  previewRevision: async (ctx, { params, body }) => ({
    impact: await previewImpact(ctx, params.id, body.number ?? null),
  }),
  rehearseRevision: async (ctx, { params, body }) => ({
    rehearsal: await rehearseRevision(ctx, params.id, body.number ?? null),
  }),
  publishRevision: async (ctx, { params, body }) => publishCopy(ctx, params.id, body),
  scheduleRevision: async (ctx, { params, body }) => ({ revision: await scheduleCopy(ctx, params.id, body) }),
  unscheduleRevision: async (ctx, { params, body }) => ({
    revision: await unscheduleCopy(ctx, params.id, body.version),
  }),
  restoreRevision: async (ctx, { params, body }) => restoreRevision(ctx, params.id, body),
  listRevisions: async (ctx, { params }) => ({ revisions: await listPublished(ctx, params.id) }),
};
