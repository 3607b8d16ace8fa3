import type { Slice } from '../../kernel/slice.ts';
import { bringBackReminded } from './changes/changes.service.ts';
import { chatChangesRoutes } from './chat-changes.routes.ts';
import { chatsRoutes } from './chats.routes.ts';
import { classifyWithModel, classTask } from './class-reading/class-reading.service.ts';
import { releaseAbandonedDrafts } from './drafts/draft-credits.service.ts';
import { draftsRoutes } from './drafts/drafts.routes.ts';
import { scanFile, scanFileTask } from './files/scan-files.service.ts';
import { forwardsRoutes } from './forwards/forwards.routes.ts';
import { conversationTask, fetchConversation } from './messaging/fetch-conversation.service.ts';
import { messagingRoutes } from './messaging/messaging.routes.ts';
import { deletePeople } from './messaging/people.store.ts';
import { receiveSeenMessage } from './messaging/receive-messaging.service.ts';
import { outgoingMessagesRoutes } from './outgoing/outgoing.routes.ts';
import { chatFilesRoutes } from './outgoing/previews.routes.ts';
import { deleteForgottenUploads } from './outgoing/uploads.service.ts';
import { pastMailsRoutes } from './past-mails/past-mails.routes.ts';
import { removeSilent } from './presence/presence.service.ts';
import { chatReferralsRoutes } from './referrals/referrals.routes.ts';
import { savedRepliesRoutes, savedReplyFilesRoutes } from './saved-replies/saved-replies.routes.ts';
import { deleteLeftFiles } from './saved-replies/saved-reply-files.service.ts';
import { recordSentMails } from './sent-mails.service.ts';
import { fetchLinkedinFiles, linkedinFilesTask } from './sync/linkedin-files.service.ts';
import { createMailSync } from './sync/mail-sync.service.ts';
import { unmatchedRepliesRoutes } from './unmatched/unmatched.routes.ts';
import { deleteOldDecisions, remindOfUnmatchedReplies } from './unmatched/unmatched.service.ts';
import { waitingDraftsRoutes } from './waiting-drafts/waiting-drafts.routes.ts';
import { removeDraftsOfSuppressed, writeWaitingDrafts } from './waiting-drafts/waiting-drafts.service.ts';

export { assignChat, assignChatInTurn, markInterest, remindOfChat } from './changes/changes.service.ts';
export { getProspect } from './chats.service.ts';
export { countUnread, findPeopleByAddress } from './chats.store.ts';
export { findLastReply } from './messages.store.ts';
export { recordBookings } from './outgoing/pause.service.ts';
export { restateChat } from './restate-chat.store.ts';
export { chatForwardKind, chatMessageKind } from './send-message.service.ts';
export { addChatWords } from './sent-mails.store.ts';

/** Every call of the inbox. */
export const inboxRoutes = {
  ...chatsRoutes,
  ...chatChangesRoutes,
  ...outgoingMessagesRoutes,
  ...chatFilesRoutes,
  ...forwardsRoutes,
  ...draftsRoutes,
  ...waitingDraftsRoutes,
  ...savedRepliesRoutes,
  ...savedReplyFilesRoutes,
  ...unmatchedRepliesRoutes,
  ...pastMailsRoutes,
  ...chatReferralsRoutes,
  ...messagingRoutes,
};

export const chatsSlice: Slice = {
  name: 'chats',
  services: [createMailSync()],
  loops: [
    { name: 'old-possible-answers', interval_in_ms: 3_600_000, run: deleteOldDecisions },
    { name: 'unmatched-reminders', interval_in_ms: 3_600_000, run: remindOfUnmatchedReplies },
    { name: 'forgotten-uploads', interval_in_ms: 3_600_000, run: deleteForgottenUploads },
    { name: 'left-reply-files', interval_in_ms: 3_600_000, run: deleteLeftFiles },
    { name: 'chat-reminders', interval_in_ms: 5000, run: bringBackReminded },
    { name: 'waiting-drafts', interval_in_ms: 500, run: writeWaitingDrafts },
    { name: 'reply-leftovers', interval_in_ms: 600_000, run: releaseAbandonedDrafts },
    { name: 'silent-presences', interval_in_ms: 5000, run: removeSilent },
  ],
  tasks: {
    [classTask]: (ctx, payload) => classifyWithModel(ctx.forOrganization(Number(payload.organization_id)), payload),
    [conversationTask]: (ctx, payload) =>
      fetchConversation(ctx.forOrganization(Number(payload.organization_id)), payload),
    [scanFileTask]: (ctx, payload) => scanFile(ctx.forOrganization(Number(payload.organization_id)), payload),
    [linkedinFilesTask]: (ctx, payload) =>
      fetchLinkedinFiles(ctx.forOrganization(Number(payload.organization_id)), payload),
  },
  on: {
    message_sent: recordSentMails,
    linkedin_message_seen: receiveSeenMessage,
    people_suppressed: (tx) => removeDraftsOfSuppressed(tx, null),
    lead_unsubscribed: (tx, { prospect_id }) => removeDraftsOfSuppressed(tx, prospect_id),
    account_removed: (tx, { account_id }) => deletePeople(tx, account_id),
  },
};
