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
  /** Mails of ours left (or were proved to have left); many in one event. Their content: outbound's `readSentMails`. */
  | { type: 'message_sent'; intent_ids: number[] };

export type DomainEventType = DomainEvent['type'];
export type DomainEventOf<Type extends DomainEventType> = Extract<DomainEvent, { type: Type }>;
