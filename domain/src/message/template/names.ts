import { type CustomName, isCustomName, parseCustomKey } from '../../leads/custom-columns.ts';
import { LEAD_PLACES, leadLabel, type StoredFieldId } from '../../leads/lead-fields.ts';
import { say, toSay } from '../../text/say.ts';
import { isResearchName, parseResearchKey, type ResearchName } from './research-names.ts';

/** Names of a lead beside the six that messages always had. */
const MORE_LEAD_NAMES = {
  email: 'email',
  website: 'company_website_url',
  company_size: 'amount_of_employees',
} as const satisfies Record<string, StoredFieldId>;

export type LeadName = (typeof LEAD_PLACES.messages)[number] | keyof typeof MORE_LEAD_NAMES;
export type MoreLeadName = keyof typeof MORE_LEAD_NAMES;

/** The lead field of a name in a message. */
export const LEAD_NAMES = {
  ...(Object.fromEntries(LEAD_PLACES.messages.map((id) => [id, id])) as Record<
    (typeof LEAD_PLACES.messages)[number],
    StoredFieldId
  >),
  ...MORE_LEAD_NAMES,
} as const satisfies Record<LeadName, StoredFieldId>;

/** What does not belong to the lead: who writes, from which campaign, and when. */
const OTHER_NAMES = toSay({
  'sender.first_name': 'Sender’s first name',
  'sender.name': 'Sender’s name',
  'sender.email': 'Sender’s email',
  'sender.phone': 'Sender’s phone',
  'sender.title': 'Sender’s job title',
  'sender.calendar_url': 'Sender’s calendar link',
  'campaign.name': 'Campaign name',
  privacy_link: 'Privacy notice link',
  today: 'Today',
});

type OtherName = keyof typeof OTHER_NAMES;
type FixedName = LeadName | OtherName;
export type MessageName = FixedName | CustomName | ResearchName;

const NAME_LABELS: Record<FixedName, string> = {
  ...(Object.fromEntries(
    Object.entries(LEAD_NAMES).map(([name, field]) => [name, leadLabel(field, 'message')]),
  ) as Record<LeadName, string>),
  ...toSay({ company_size: 'Company size', website: 'Website' }),
  ...OTHER_NAMES,
};

/** Names that every organization has; those of custom columns and of research tasks come beside them. */
export const MESSAGE_NAMES = Object.keys(NAME_LABELS) as FixedName[];

/** What people call a name; custom columns and research tasks are called by their keys, which is what a message says of them. */
export function nameLabel(name: MessageName): string {
  const key = parseCustomKey(name) ?? parseResearchKey(name);
  if (key === null) return say(NAME_LABELS[name as FixedName]);
  const words = key.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function isMessageName(name: string): name is MessageName {
  return Object.hasOwn(NAME_LABELS, name) || hasKey(name);
}

/** True for names whose values have a kind of their own: custom columns and results of research. */
export function hasKey(name: string): name is CustomName | ResearchName {
  return isCustomName(name) || isResearchName(name);
}

export function isLeadName(name: string): name is LeadName {
  return Object.hasOwn(LEAD_NAMES, name);
}
