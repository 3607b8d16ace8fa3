import type { MessageValues } from '@overture/domain/message/resolve';
import { senderVariables } from '@overture/domain/message/sender-variables';
import { spinSeed } from '@overture/domain/message/template/spin';
import { toSingleLine } from '@overture/domain/text/text';

/** The sender's account as messages show it. */
export interface MessageSender {
  name: string | null;
  email: string | null;
  phone?: string | null;
  title?: string | null;
  calendar_url?: string | null;
}

/** Placeholder in previews for the address of a lead's notice; it leads to no page with data. */
export const EXAMPLE_PRIVACY_PATH = '/p/example';

/** What messages can use besides the lead's own fields, and the seed for their options. */
export interface MessageContext {
  sender: MessageSender | null;
  campaign_name: string | null;
  /** Address of the lead's privacy notice. */
  privacy_url: string;
  /** The day in the zone of the campaign, `2026-03-09`. */
  today: string;
  language: string;
  /** The lead of the campaign and the step: with the same two, options always fall the same way. */
  lead_id: number;
  step_id: number;
}

/** Values of a lead where a message is written to them: the sender, the campaign, the day, and how options fall. */
export function withMessageContext(values: MessageValues, given: MessageContext, turn = 0): MessageValues {
  const { sender, campaign_name, privacy_url, today, language, lead_id, step_id } = given;
  const line = (text: string | null | undefined) => toSingleLine(text ?? '') || null;
  return {
    ...values,
    variables: {
      ...values.variables,
      ...senderVariables(sender),
      'sender.phone': line(sender?.phone),
      'sender.title': line(sender?.title),
      'sender.calendar_url': line(sender?.calendar_url),
      'campaign.name': line(campaign_name),
      privacy_link: privacy_url,
      today,
    },
    language,
    seed: spinSeed(lead_id, step_id, turn),
  };
}
