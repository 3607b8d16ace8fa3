import type { ContactLookup } from '@overture/domain/money/credits';

/**
 * Facts that one slice tells the later or earlier ones, in the past tense: the only channel from a later slice to an
 * earlier one. Written in the transaction of the fact (outbox), handled at least once after it.
 */
export type DomainEvent =
  | { type: 'user_verified'; user_id: number }
  | { type: 'account_status_changed'; account_id: number; status: string }
  | { type: 'account_removed'; account_id: number }
  /** Daily limits or spacing of a sender are others than before. */
  | { type: 'account_limits_changed'; account_id: number }
  /** A LinkedIn seat has these connections, among them new ones; said again whenever it is asked. */
  | {
      type: 'linkedin_relations_seen';
      account_id: number;
      /** `connected_at`: ISO instant; null where nobody knows since when. */
      relations: { provider_id: string; public_identifier: string | null; connected_at: string | null }[];
    }
  /**
   * The invitations of a LinkedIn seat that wait for an answer, as it listed them; said again whenever it is asked. `complete_since`:
   * ISO instant from which on none is left out; null where none is.
   */
  | {
      type: 'linkedin_invitations_seen';
      account_id: number;
      looked_at: string;
      complete_since: string | null;
      invitation_ids: string[];
    }
  /** A message stands in a conversation of a LinkedIn seat, theirs or our own; said again when it is found again. */
  | { type: 'linkedin_message_seen'; account_id: number; message: SeenLinkedinMessage }
  /** Contact look-ups have ended, those of lists included; what was found stands in the lead's own field. */
  | {
      type: 'contacts_looked_up';
      lookup: ContactLookup;
      ended: { prospect_id: number; end: LookUpEnd; error: string | null }[];
    }
  /** Mails of ours left (or were proved to have left); many in one event. Their content: outbound's `listSentMails`. */
  | { type: 'message_sent'; intent_ids: number[] };

export type DomainEventType = DomainEvent['type'];
export type DomainEventOf<Type extends DomainEventType> = Extract<DomainEvent, { type: Type }>;

/** How a look-up ended; `stopped`: by a person, or because the field was filled by hand. */
export type LookUpEnd = 'found' | 'not_found' | 'failed' | 'stopped';

/** As the provider tells it; instants as JSON has them. */
export interface SeenLinkedinMessage {
  message_id: string;
  chat_id: string;
  text: string;
  sent_at: string;
  is_own: boolean;
  /** Of the other side; null where nobody said. */
  provider_id: string | null;
  profile_url: string | null;
  attachments: { id: string; content_type: string | null; name: string | null }[];
}
