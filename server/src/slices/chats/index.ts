import type { Slice } from '../../kernel/slice.ts';
import { recordSentMails } from './sent-mails.service.ts';
import { createMailSync } from './sync/mail-sync.service.ts';
import { receiveLinkedinMessage } from './sync/receive-linkedin.service.ts';

export { chatsRoutes } from './chats.routes.ts';
export { demandProspect } from './chats.service.ts';
export { countUnread } from './chats.store.ts';
export { answerKind } from './send-message.service.ts';

export const chatsSlice: Slice = {
  name: 'chats',
  services: [createMailSync()],
  on: { message_sent: recordSentMails, linkedin_message_seen: receiveLinkedinMessage },
};
