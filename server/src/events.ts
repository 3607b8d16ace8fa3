import type { LeadsOfDeleted } from '@overture/domain/accounts';
import type { BookingProvider, MeetingChange } from '@overture/domain/meetings';
import type { ContactLookup } from '@overture/domain/money/credits';
import type { SettingName } from '@overture/domain/organization/settings';

/**
 * Facts that one slice publishes to the others, in the past tense: the only channel from a later slice to an
 * earlier one. Written in the transaction of the fact (outbox), handled at least once after it.
 */
export type DomainEvent =
  | { type: 'user_verified'; user_id: number }
  /** A setting of the organization has another value than before. */
  | { type: 'organization_setting_changed'; setting: SettingName; value: boolean | string | null }
  | { type: 'account_status_changed'; account_id: number; status: string }
  | { type: 'account_removed'; account_id: number; leads: LeadsOfDeleted }
  /** Daily limits or spacing of a sender are others than before. */
  | { type: 'account_limits_changed'; account_id: number }
  /** A LinkedIn seat has these connections, among them new ones; said again whenever it is asked. */
  | {
      type: 'linkedin_relations_seen';
      account_id: number;
      /** `connected_at`: ISO instant; null where the date is unknown. `prospect_id`: of a lead whom a person named, without ids of LinkedIn. */
      relations: {
        provider_id: string;
        public_identifier: string | null;
        connected_at: string | null;
        prospect_id?: number;
      }[];
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
  /** A message was found in a conversation of a LinkedIn account, theirs or our own; emitted again each time it is found. */
  | { type: 'linkedin_message_seen'; account_id: number; message: SeenLinkedinMessage }
  /** Contact look-ups have ended, those of lists included; what was found is in the lead's own field. */
  | {
      type: 'contacts_looked_up';
      lookup: ContactLookup;
      ended: { prospect_id: number; end: LookUpEnd; error: string | null }[];
    }
  /** A file was read into a list, to its end or until it was stopped. `listed_at`: by this instant its leads are found there. */
  | { type: 'leads_imported'; import_id: number; search_id: number; file_name: string; listed_at: string }
  /** A person wrote the email address of a lead. */
  | { type: 'lead_email_entered'; prospect_id: number }
  /** The lead answered in a thread of ours; said again where the same answer is found again. */
  | { type: 'lead_replied'; prospect_id: number }
  /** A lead was marked as interested, or not, or the mark was taken away; by a trigger of `chats` on every path. */
  | { type: 'lead_interest_changed'; prospect_id: number; interest: 'INTERESTED' | 'NOT_INTERESTED' | null }
  /** More rules of boards than are carried out at a time were set off by a lead: the rest is still to be done. */
  | { type: 'board_rules_left'; prospect_id: number; by: 'replied' | 'interested' | 'not_interested' }
  /** A lead's card came into a column of a board: added, moved there by a person, or by a rule. `actions`: what the board's rules ask for. */
  | {
      type: 'kanban_card_entered';
      board_id: number;
      column_id: number;
      card_id: number;
      prospect_id: number;
      /** Of the card, by this entry: rises with every move. */
      version: number;
      /** Who moved it; null where a rule did. */
      user_id: number | null;
      actions: KanbanAction[];
    }
  /** A person opened a link of a campaign's mail for the first time. */
  | {
      type: 'link_clicked';
      campaign_lead_id: number;
      campaign_id: number;
      prospect_id: number;
      node_id?: number;
      account_id?: number | null;
      /** Left out by the release before. */
      link?: { id: number; url: string };
    }
  /** A person opened a mail of a campaign for the first time, as far as that can be known. */
  | {
      type: 'mail_opened';
      campaign_lead_id: number;
      campaign_id: number;
      prospect_id: number;
      node_id: number;
      account_id: number | null;
    }
  /** The outcome of a call took effect. */
  | { type: 'call_recorded'; prospect_id: number; call_id: number; title: string; text: string; called_at: string }
  /** A lead booked, moved, cancelled or missed a meeting. `title` and `text` say it in words. */
  | {
      type: 'meeting_changed';
      change: MeetingChange;
      prospect_id: number;
      meeting: {
        id: number;
        provider: BookingProvider;
        title: string;
        starts_at: string | null;
        ends_at: string | null;
      };
      title: string;
      text: string;
      /** When the provider made the message, which names the change of this meeting. */
      changed_at: string;
    }
  /** Fewer copies of campaign emails than before are in the inbox. `words` says it to people. */
  | {
      type: 'placement_fell';
      fall_id: number;
      cause: 'sender' | 'text' | 'provider' | 'all';
      words: string;
      account_id: number | null;
      campaign_id: number | null;
      node_id: number | null;
      variant: string | null;
      provider_group: string | null;
    }
  /** A person opted out, by a link or in words. */
  | { type: 'lead_unsubscribed'; prospect_id: number; email: string | null }
  /** A person was added to the suppression list, by hand or by a file. The list says who. */
  | { type: 'people_suppressed' }
  /** Leads of these ids were erased: nothing about them may be kept. */
  | { type: 'people_erased'; prospect_ids: number[] }
  /** Leads came into a campaign; many in several events. */
  | { type: 'leads_added_to_campaign'; campaign_id: number; prospect_ids: number[] }
  /** Mails of ours left (or were proved to have left); many in one event. Their content: outbound's `listSentMails`. */
  | { type: 'message_sent'; intent_ids: number[] };

export type DomainEventType = DomainEvent['type'];
export type DomainEventOf<Type extends DomainEventType> = Extract<DomainEvent, { type: Type }>;

/** What a rule of a board asks for when a card comes into its column; `rule_id` says which. */
export type KanbanAction = { rule_id: number } & (
  | { action: 'add_label'; label_id: number }
  /** `stage`: what its deal or status is to be there; `notes_meeting`: the column means that a meeting was booked. */
  | { action: 'push_to_crm'; integration: string; stage: string | null; notes_meeting: boolean; column: string }
  | { action: 'stop_campaigns' }
);

/** How a look-up ended; `stopped`: by a person, or because the field was filled by hand. */
export type LookUpEnd = 'found' | 'not_found' | 'failed' | 'stopped';

/** As the provider reports it; instants as in JSON. */
export interface SeenLinkedinMessage {
  message_id: string;
  chat_id: string;
  text: string;
  sent_at: string;
  is_own: boolean;
  /** Of the other side; null where it is unknown. */
  provider_id: string | null;
  profile_url: string | null;
  /** The key of that profile. */
  sender_key?: string | null;
  attachments: { id: string; content_type: string | null; name: string | null }[];
  /** A message by a person who is linked to no lead: it names the person and leaves the text out. */
  withheld?: { name: string | null; handle: string | null; phone: string | null } | undefined;
}
