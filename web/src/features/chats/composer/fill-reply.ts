import type { ChatProspect } from '@overture/contract/chats';
import { messageFieldsOf, variablesOf } from '@overture/domain/message/message-fields';

const VARIABLE = /\{\{([a-z_]{1,40})\}\}/g;

/** A saved reply for a lead: what is known of them is filled in; what is not stays as it is written, to be seen and filled by hand. */
export function fillReply(message: string, prospect: ChatProspect): string {
  const values: Record<string, string | null> = variablesOf(
    messageFieldsOf({ ...prospect, industry: prospect.company.industry }),
  );
  return message.replace(VARIABLE, (written, name: string) => values[name] ?? written);
}

/** The first variable that nobody has filled in; null when the text is finished. */
export function findUnfilled(text: string): string | null {
  return text.match(VARIABLE)?.[0] ?? null;
}
