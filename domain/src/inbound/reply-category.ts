import { REPLY_CLASSES, type ReplyClass } from './reply-classes.ts';

const REPLY_CATEGORY = 'reply:';

/** The name of the leads behind a reply type, as figures ask for them. */
export const replyCategory = (found: ReplyClass): string => REPLY_CATEGORY + found;

export const parseReplyCategory = (category: string): ReplyClass | null =>
  REPLY_CLASSES.find((one) => replyCategory(one) === category) ?? null;
