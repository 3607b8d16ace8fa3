import type { ChatProspect } from '@overture/contract/chats';
import { LEAD_PLACES, leadValue } from '@overture/domain/leads/lead-fields';
import { toSingleLine } from '@overture/domain/text/text';

const VARIABLE = /\{\{([a-z_]{1,40})\}\}/g;

/** A saved reply for a lead: what is known of them is filled in; what is not stays as it is written, to be seen and filled by hand. */
export function fillReply(message: string, prospect: ChatProspect): string {
  const lead = { ...prospect, industry: prospect.company.industry, time_zone: null };
  const values: Record<string, string | null> = Object.fromEntries(
    LEAD_PLACES.messages.map((name) => [name, toSingleLine(leadValue(lead, name) ?? '') || null]),
  );
  return message.replace(VARIABLE, (written, name: string) => values[name] ?? written);
}

/** The first variable that nobody has filled in; null when the text is finished. */
export function findUnfilled(text: string): string | null {
  return text.match(VARIABLE)?.[0] ?? null;
}
