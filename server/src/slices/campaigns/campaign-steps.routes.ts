import type { campaignStepsEndpoints } from '@overture/contract/campaign-steps';
import type { RouteTable } from '../../kernel/slice.ts';
import { addAttachment, deleteAttachment } from './editor/attachments.service.ts';
import { draftMessage } from './editor/draft.service.ts';
import { addStep, deleteStep, setDelay, updateStep } from './editor/flow.service.ts';
import { makeUnsubscribeText, previewStep, writeSnippets } from './editor/preview.service.ts';
import { getMessageTest, sendMessageTest, sendSequenceTest } from './test-mails/test-mails.service.ts';

export const campaignStepsRoutes: RouteTable<typeof campaignStepsEndpoints> = {
  addStep: async (ctx, { params, body }) => addStep(ctx, params.id, body),
  updateStep: async (ctx, { params, body }) => ({ campaign: await updateStep(ctx, params.id, params.stepId, body) }),
  setDelay: async (ctx, { params, body }) => ({ campaign: await setDelay(ctx, params.id, params.stepId, body) }),
  deleteStep: async (ctx, { params, query }) => ({
    campaign: await deleteStep(ctx, params.id, params.stepId, query),
  }),
  previewStep: async (ctx, { params, body }) => previewStep(ctx, params.id, params.stepId, body),
  writeSnippets: async (ctx, { params, body }) => ({
    snippets: await writeSnippets(ctx, params.id, params.stepId, body),
  }),
  sendMessageTest: async (ctx, { params, body }) => ({
    test_id: await sendMessageTest(ctx, params.id, params.stepId, body),
  }),
  sendSequenceTest: async (ctx, { params, body }) => ({ tests: await sendSequenceTest(ctx, params.id, body) }),
  getMessageTest: async (ctx, { params }) => ({ recipients: await getMessageTest(ctx, params.id, params.testId) }),
  draftMessage: async (ctx, { params, body }) => draftMessage(ctx, params.id, params.stepId, body),
  addAttachment: async (ctx, { params, file }) => ({
    step: await addAttachment(ctx, params.id, params.stepId, file),
  }),
  deleteAttachment: async (ctx, { params }) => {
    await deleteAttachment(ctx, { campaign_id: params.id, node_id: params.stepId, id: params.attachmentId });
    return { success: true };
  },
  makeUnsubscribeText: async (ctx, { params, body }) => ({
    unsubscribe_text: await makeUnsubscribeText(ctx, params.id, body.message ?? ''),
  }),
};
