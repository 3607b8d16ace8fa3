export { isSafeQueueId, parseQueueId } from './queue-ids.rules.ts';
export {
  findOwnMails,
  findQueued,
  findSentTo,
  listSentMails,
  type OwnMail,
  recordSentId,
  type SentMailRow,
} from './sent-mails.store.ts';
export { listThreads, type Thread } from './threads.store.ts';
