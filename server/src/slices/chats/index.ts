import type { Slice } from '../../kernel/slice.ts';
import { recordSentMails } from './sent-mails.service.ts';
import { fetchLinkedinFiles, linkedinFilesTask } from './sync/linkedin-files.service.ts';
import { createMailSync } from './sync/mail-sync.service.ts';
import { receiveLinkedinMessage } from './sync/receive-linkedin.service.ts';

export { chatsRoutes } from './chats.routes.ts';
export { demandProspect } from './chats.service.ts';
export { countUnread } from './chats.store.ts';
export { answerKind } from './send-message.service.ts';

export const chatsSlice: Slice = {
  name: 'chats',
  services: [createMailSync()],
  tasks: {
    [linkedinFilesTask]: (ctx, payload) =>
      fetchLinkedinFiles(ctx.forOrganization(Number(payload.organization_id)), payload),
  },
  on: { message_sent: recordSentMails, linkedin_message_seen: receiveLinkedinMessage },
};
