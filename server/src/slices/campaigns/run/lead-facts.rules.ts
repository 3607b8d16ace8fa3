import type { CallOutcome } from '@overture/domain/calls/call-outcomes';
import type { HeldLead, LeadFacts, LeadTexts } from '@overture/domain/flow/kinds/node-kind';
import type { ReplyClass } from '@overture/domain/inbound/reply-classes';
import type { ContactLookup } from '@overture/domain/money/credits';
import { isBlank } from '@overture/domain/text/text';

/** Shown at a skipped step; the lead continues with the next one. */
export const SUPPRESSED_ON_LINKEDIN = 'This LinkedIn profile is on your suppression list, so the step was left out.';

/** A lead's own row, and when its campaign's LinkedIn sender was seen connected with it. */
export interface KnownLead extends LeadTexts {
  connected_at?: Date | null;
  /** Look-ups for the lead that have ended; null without any. */
  lookups_ended?: readonly { lookup: ContactLookup }[] | null;
  /** Steps taken out for the lead; null without any. */
  skipped_nodes?: readonly number[] | null;
  /** Its next node, and since when it has waited for data there; null when it does not. */
  next_node_id?: number | null;
  missing_since?: Date | null;
  /** Whether the lead has a LinkedIn profile; only set for leads that wait for data. */
  has_profile?: boolean | null;
  /** Their profile or number is on the suppression list. */
  is_linkedin_suppressed?: boolean;
  is_phone_suppressed?: boolean;
  call_outcome?: CallOutcome | null;
  reply_class?: ReplyClass | null;
  /** Links that they opened, as people. */
  clicked_urls?: readonly string[] | null;
  /** They opened a mail, as far as that can be known. */
  has_opened?: boolean | null;
  /** A meeting with them is booked or was held. */
  has_meeting?: boolean | null;
}

/** A running lead's facts for evaluating conditions. */
export function toLeadFacts(lead: KnownLead): LeadFacts {
  return {
    has_replied: false,
    is_suppressed: false,
    is_connected: null,
    invite_accepted_at: lead.connected_at ?? null,
    fields: lead,
    lookups_ended: lead.lookups_ended?.map(({ lookup }) => lookup) ?? [],
    skipped_steps: lead.skipped_nodes ?? [],
    held: toHeldLead(lead),
    call_outcome: lead.call_outcome ?? null,
    reply_class: lead.reply_class ?? null,
    clicked_urls: lead.clicked_urls ?? null,
    has_opened: lead.has_opened ?? false,
    has_meeting: lead.has_meeting ?? false,
    closed_channels: [
      ...(lead.is_linkedin_suppressed ? (['linkedin'] as const) : []),
      ...(lead.is_phone_suppressed ? (['phone'] as const) : []),
    ],
  };
}

function toHeldLead({ next_node_id = null, missing_since = null, has_profile, email }: KnownLead): HeldLead | null {
  if (next_node_id === null || missing_since === null) return null;
  const has_email = !isBlank(email);
  return { node_id: next_node_id, since: missing_since, has_email, has_linkedin: has_profile !== false };
}
