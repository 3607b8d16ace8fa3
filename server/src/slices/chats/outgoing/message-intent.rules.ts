import { isEmailAccount } from '@overture/domain/accounts';

/** The kind of outward action that answers of people are. */
export const CHAT_MESSAGE = 'chat_answer';

/** The kind of a mail that is sent on. It names no lead: none is written to, and none is contacted by it. */
export const FORWARDED_MESSAGE = 'chat_forward';

/** Of mails to others: one that replies in the thread, where a forward begins one of its own. */
export const isReplyToOthers = ({ reference_chain }: { reference_chain: readonly string[] | null }): boolean =>
  (reference_chain?.length ?? 0) > 0;

/** Why a planned message is not sent automatically any longer, as users see it. */
export const LEAD_WROTE = 'The lead has written since.';
export const LEAD_BOOKED = 'The lead has booked a meeting since.';

/** Why a message with such a file is not sent, as users see it. */
export const describeInfected = (name: string): string => `A virus was found in the file ${name}. Leave it out.`;

/** What the one door is asked for an answer. */
export function toIntent(
  sender: { id: number; account_type: string },
  { prospectId, messageId }: { prospectId: number; messageId: number },
) {
  return {
    kind: CHAT_MESSAGE,
    ...(isEmailAccount(sender.account_type) ? {} : { action: 'message' as const }),
    ref_id: messageId,
    ref_part: 0,
    account_id: sender.id,
    prospect_id: prospectId,
    campaign_id: null,
    priority: 0,
  };
}

/** What the one door is asked for a mail that is sent on. */
export const toForward = (account_id: number, messageId: number) => ({
  kind: FORWARDED_MESSAGE,
  ref_id: messageId,
  ref_part: 0,
  account_id,
  prospect_id: null,
  campaign_id: null,
  priority: 0,
});
