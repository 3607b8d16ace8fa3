import type { ChatAccount, ChatProspect } from '@overture/contract/chats';
import { shapeLead } from '@overture/domain/leads/lead-fields';
import { toMessageFields, variablesOf } from '@overture/domain/message/message-fields';
import { type MessageValues, resolveTemplate } from '@overture/domain/message/resolve';
import { senderVariables } from '@overture/domain/message/sender-variables';
import { writeToken } from '@overture/domain/message/tokens';

/**
 * A saved reply for a lead, by the rules of every message: conditions are decided and known values filled in. What is not known stays as it
 * is written, to be filled in by hand.
 */
export function fillReply(message: string, prospect: ChatProspect, sender: ChatAccount | null): string {
  const { parts, problems, is_oversized } = resolveTemplate(message, valuesFor(prospect, sender));
  if (problems.length > 0 || is_oversized) return message;
  return parts
    .map((part) => {
      if (part.kind === 'text' || part.kind === 'value') return part.text;
      return part.kind === 'gap' || part.kind === 'unknown' ? part.source : writeToken(part);
    })
    .join('');
}

function valuesFor(prospect: ChatProspect, sender: ChatAccount | null): MessageValues {
  const lead = { ...shapeLead({}), ...prospect, industry: prospect.company.industry };
  return { variables: { ...variablesOf(toMessageFields(lead, [])), ...senderVariables(sender) } };
}
