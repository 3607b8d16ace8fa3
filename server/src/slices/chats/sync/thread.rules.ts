import { normalizeEmail } from '@overture/domain/addresses/email-address';
import { isSameAddress, isSameCompany } from '../addresses.rules.ts';

/** A mail of the thread that we know, with the lead it belongs to and the addresses we know the lead by. */
export interface KnownMail {
  message_id: string;
  prospect_id: number;
  addresses: readonly string[];
  /** Other addresses that answered in the lead's conversation before. */
  answered_from?: readonly string[];
  /** Sent by us: its id is signed and only the mail contains it. */
  is_ours?: boolean;
}

export interface ThreadFacts {
  /** Address in the From header; null when the mail has none. */
  from: string | null;
  in_reply_to: string | null;
  references: readonly string[];
  /** Mails of ours, or of the conversation, that the headers name. */
  known: readonly KnownMail[];
  /** Leads with the sender's address whom this account had written to before the mail came, the latest first. */
  contacted: readonly number[];
}

export type ThreadDecision =
  | { belongs: true; prospect_id: number; is_colleague: boolean }
  | { belongs: false; because: 'no_sender' | 'unknown_sender' }
  /** `prospect_id`: to whom we wrote the mail that is answered; null where none of ours is named. */
  | { belongs: false; because: 'third_party'; prospect_id: number | null };

/**
 * Finds the conversation of a received mail. The sender controls the thread headers, so they name the conversation, never the
 * writer: the mail counts only from the lead's own address, from another address of the lead's company (a colleague who
 * replies), or from one that a user accepted before. An unknown writer who names our Message-ID attaches nothing and gets no
 * response: a user decides. Without known headers the lead's own address is enough, if this account had written to the lead
 * before.
 */
export function decideThread(facts: ThreadFacts): ThreadDecision {
  const from = facts.from === null ? null : normalizeEmail(facts.from);
  if (from === null) return { belongs: false, because: 'no_sender' };
  const named = nearestFirst(facts);
  const own = named.find((mail) => mail.addresses.some((address) => isSameAddress(address, from)));
  if (own) return { belongs: true, prospect_id: own.prospect_id, is_colleague: false };
  const [contacted] = facts.contacted;
  if (contacted !== undefined) return { belongs: true, prospect_id: contacted, is_colleague: false };
  const company = named.find(
    (mail) =>
      mail.addresses.some((address) => isSameCompany(address, from)) ||
      mail.answered_from?.some((address) => isSameAddress(address, from)),
  );
  if (company) return { belongs: true, prospect_id: company.prospect_id, is_colleague: true };
  if (named.length === 0) return { belongs: false, because: 'unknown_sender' };
  const prospect_id = named.find((mail) => mail.is_ours)?.prospect_id ?? null;
  return { belongs: false, because: 'third_party', prospect_id };
}

/** The mail that is answered first, then the chain from its end. */
function nearestFirst(facts: ThreadFacts): KnownMail[] {
  const order = [facts.in_reply_to, ...[...facts.references].reverse()];
  return [...new Set(order)].flatMap((id) => facts.known.filter((mail) => mail.message_id === id));
}
