import type { Slice } from '../../kernel/slice.ts';
import { deleteOldDecisions } from './possible-answers/possible-answers.service.ts';
import { recordSentMails } from './sent-mails.service.ts';
import { fetchLinkedinFiles, linkedinFilesTask } from './sync/linkedin-files.service.ts';
import { createMailSync } from './sync/mail-sync.service.ts';
import { receiveLinkedinMessage } from './sync/receive-linkedin.service.ts';

export { chatsRoutes } from './chats.routes.ts';
export { getProspect } from './chats.service.ts';
export { countUnread } from './chats.store.ts';
export { possibleAnswersRoutes } from './possible-answers/possible-answers.routes.ts';
export { answerKind } from './send-message.service.ts';

export const chatsSlice: Slice = {
  name: 'chats',
  services: [createMailSync()],
  loops: [{ name: 'old-possible-answers', interval_in_ms: 3_600_000, run: deleteOldDecisions }],
  tasks: {
    [linkedinFilesTask]: (ctx, payload) =>
      fetchLinkedinFiles(ctx.forOrganization(Number(payload.organization_id)), payload),
  },
  on: { message_sent: recordSentMails, linkedin_message_seen: receiveLinkedinMessage },
};
