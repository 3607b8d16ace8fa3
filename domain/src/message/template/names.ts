import { LEAD_PLACES, leadLabel, type StoredFieldId } from '../../leads/lead-fields.ts';

/** Names of a lead beside the six that messages always had. */
const MORE_LEAD_NAMES = {
  email: 'email',
  website: 'company_website_url',
  company_size: 'amount_of_employees',
} as const satisfies Record<string, StoredFieldId>;

export type LeadName = (typeof LEAD_PLACES.messages)[number] | keyof typeof MORE_LEAD_NAMES;
export type MoreLeadName = keyof typeof MORE_LEAD_NAMES;

/** Which field of a lead stands behind a name of a message. */
export const LEAD_NAMES = {
  ...(Object.fromEntries(LEAD_PLACES.messages.map((id) => [id, id])) as Record<
    (typeof LEAD_PLACES.messages)[number],
    StoredFieldId
  >),
  ...MORE_LEAD_NAMES,
} as const satisfies Record<LeadName, StoredFieldId>;

/** What does not belong to the lead: who writes, from which campaign, and when. */
const OTHER_NAMES = {
  'sender.first_name': 'Sender’s first name',
  'sender.name': 'Sender’s name',
  'sender.email': 'Sender’s email',
  'campaign.name': 'Campaign name',
  today: 'Today',
} as const;

type OtherName = keyof typeof OTHER_NAMES;
export type MessageName = LeadName | OtherName;

export const NAME_LABELS: Record<MessageName, string> = {
  ...(Object.fromEntries(
    Object.entries(LEAD_NAMES).map(([name, field]) => [name, leadLabel(field, 'message')]),
  ) as Record<LeadName, string>),
  company_size: 'Company size',
  website: 'Website',
  ...OTHER_NAMES,
};

export const MESSAGE_NAMES = Object.keys(NAME_LABELS) as MessageName[];

export function isMessageName(name: string): name is MessageName {
  return Object.hasOwn(NAME_LABELS, name);
}

export function isLeadName(name: string): name is LeadName {
  return Object.hasOwn(LEAD_NAMES, name);
}
