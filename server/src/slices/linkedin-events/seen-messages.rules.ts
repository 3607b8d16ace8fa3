import type { LinkedinMessage, MessagingPerson } from '@overture/adapters/linkedin/linkedin.port';
import { linkedinKey } from '@overture/domain/linkedin/linkedin-address';
import type { SeenLinkedinMessage } from '../../events.ts';

/** A message as it may be stored: without its text when its author is no lead. */
export type SeenMessage = LinkedinMessage & { withheld?: MessagingPerson };

const UNKNOWN_PERSON: MessagingPerson = { name: null, handle: null, phone: null };

/** Private conversations stay out: nothing that a person who is no lead says is stored. */
export function withhold(message: LinkedinMessage, linked: ReadonlySet<string>): SeenMessage {
  const other = message.is_own ? message.attendee_provider_id : message.sender_provider_id;
  if (other !== null && linked.has(other)) return message;
  return { ...message, text: '', attachments: [], withheld: message.other_side ?? UNKNOWN_PERSON };
}

/** The message in the form of the event. */
export function describeMessage(message: SeenMessage): SeenLinkedinMessage {
  const { message_id, chat_id, text, is_own, withheld } = message;
  const profile_url = is_own ? (message.attendee_profile_url ?? null) : message.sender_profile_url;
  return {
    ...(withheld ? { withheld } : {}),
    message_id,
    chat_id,
    text,
    is_own,
    // Text from a stored webhook, a date from a list.
    sent_at: new Date(message.sent_at).toISOString(),
    provider_id: is_own ? message.attendee_provider_id : message.sender_provider_id,
    profile_url,
    sender_key: profile_url === null ? null : linkedinKey(profile_url),
    // Webhooks stored before names were known have none.
    attachments: message.attachments.map(({ id, content_type, name }) => ({ id, content_type, name: name ?? null })),
  };
}
