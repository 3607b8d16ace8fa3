import { ADDRESS_CHECKS } from '@overture/domain/addresses/address-checks';
import type { LinkedinAction } from '@overture/domain/linkedin/linkedin-actions';
import type { SendingHours } from '@overture/domain/sending/sending-window';
import type { WaitingRule } from '@overture/domain/sending/waiting-rules';

export interface Attachment {
  file_key: string;
  name: string;
  type: string;
  size: number;
}

/** The content a kind provides. The outbox adds the sender's address and the Message-ID. */
export interface Letter {
  to: { name: string | null; address: string };
  /** Further recipients in To. */
  also_to?: string[];
  /** Visible copy recipients. */
  cc?: string[];
  /** Blind copies. */
  bcc?: string[];
  subject: string;
  text: string;
  html: string | null;
  /** The HTML part as it leaves, with rewritten links and the image. Stored, shown, quoted and copied is `html`. */
  sent_html?: string;
  in_reply_to: string | null;
  /** The whole chain, oldest first. */
  references: string[];
  /** RFC 8058; null for messages written by users. */
  unsubscribe_url: string | null;
  attachments: Attachment[];
}

/** A LinkedIn action as it is to be carried out. */
export interface ActionContent {
  action: LinkedinAction;
  /** The account's own id of the person, if known. */
  provider_id: string | null;
  /** Name in the address of the profile. */
  public_identifier: string | null;
  name: string | null;
  /** A message goes into this conversation of the provider; null opens (or finds) the one with the person. */
  chat_id: string | null;
  /** Note of an invitation, text of a message; null without one. */
  text: string | null;
  subject: string | null;
  attachments: Attachment[];
}

/** What a completed LinkedIn action returned. */
export interface Receipt {
  /** Of the invitation or the message. */
  provider_ref: string | null;
  /** The conversation that contains the message. */
  chat_id: string | null;
  /** The account's own id of the person. */
  provider_id: string | null;
  /** Observed during the action; null if not. */
  is_connected: boolean | null;
  /** In words, when there was nothing to do: they are connected already, there is no post to like. */
  nothing_to_do: string | null;
  /** Percent of the account's invitation limit in use, as LinkedIn reported. */
  invite_usage: number | null;
}

/** A budget of one local day that an action is debited from, besides its sender's. */
export interface Budget {
  /** `campaign`, with `/` and the sender where it is one of several, with `:` and the sort for LinkedIn. */
  scope: string;
  scope_id: number;
  cap: number;
  /** Of the sender's own day, at least one: takes the place of `cap`. */
  share_of_day?: number;
}

/** Addresses that may not exist are written to rarely, over all campaigns. */
export const RISKY_SCOPE = 'account:risky';

export const riskyBudget = (accountId: number): Budget => ({
  scope: RISKY_SCOPE,
  scope_id: accountId,
  cap: 1,
  share_of_day: ADDRESS_CHECKS.risky_share,
});

/** The text version of an action, stored with it: the slice may have changed it by the time it is needed. */
export interface BoundText {
  revision: number;
  variant: string;
}

interface Leave {
  verdict: 'go';
  bound?: BoundText;
  /** Decides where the sender's day ends when a new one begins. */
  zone: string;
  budgets: Budget[];
  /** Its kind claims for it what only one action may have (`OutboundKind.claim`). */
  claims?: boolean;
  /** Weekdays on which its campaign acts, over which a week of invitations is handed out. */
  working_days?: number;
  /** When its campaign acts; a sender with a rhythm spreads its actions over these hours. */
  hours?: SendingHours;
}

/** The slice's verdict at the moment the action could be sent. */
export type Verdict =
  | (Leave & { letter: Letter; content?: undefined })
  | (Leave & { content: ActionContent; letter?: undefined })
  /** Not now; the slice plans it again, or the outbox retries it at `until` (60 s without one). */
  | { verdict: 'hold'; rule: WaitingRule; until: Date | null; reason?: string }
  /** No longer wanted. */
  | { verdict: 'cancel'; reason: string }
  /** Can never be done; said in words for people. */
  | { verdict: 'fail'; reason: string };

/** `lists`: LinkedIn's own lists show it. `policy`: a visit, which can't be proved and isn't worth a second one. */
export type SettledBy = 'answer' | 'sent_folder' | 'person' | 'reply' | 'bounce' | 'lists' | 'policy';

/** How an action ended, or why it did not yet. */
export type Outcome =
  | {
      outcome: 'confirmed';
      settled_by: SettledBy;
      at: Date;
      receipt?: Receipt;
      sent_message_id?: string | null;
      queue_id?: string | null;
    }
  | { outcome: 'rejected'; reason: string; code: string | null }
  /** `code` is 'silent' when the worker's lease expired. */
  | { outcome: 'unknown'; reason: string; code: string | null }
  | { outcome: 'parked'; reason: string }
  /** Certainly not done; it goes back to where it was planned. */
  | { outcome: 'held'; rule: WaitingRule; until: Date | null; reason: string | null; is_try: boolean }
  | { outcome: 'cancelled'; reason: string };
