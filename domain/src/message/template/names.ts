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

/** What people mean by words that are no names. */
const OTHER_WORDS: Record<string, string> = {
  name: 'first_name',
  surname: 'last_name',
  company: 'company_name',
  companyname: 'company_name',
  organization: 'company_name',
  title: 'job_title',
  position: 'job_title',
  city: 'location',
  sector: 'industry',
  domain: 'website',
  employees: 'company_size',
  mail: 'email',
  sendername: 'sender.name',
  campaign: 'campaign.name',
  date: 'today',
  nil: 'blank',
  null: 'blank',
  empty: 'blank',
};

/** The known word that is nearest to one that is none, or null when nothing is near. */
export function findNearest(word: string, known: readonly string[]): string | null {
  const wanted = bare(word);
  const same = known.find((name) => bare(name) === wanted) ?? OTHER_WORDS[wanted];
  if (same !== undefined && known.includes(same)) return same;
  const most = wanted.length < 5 ? 1 : 2;
  const near = known
    .map((name) => ({ name, distance: distanceOf(wanted, bare(name), most) }))
    .filter(({ distance }) => distance <= most)
    .sort((left, right) => left.distance - right.distance);
  return near[0]?.name ?? null;
}

function bare(word: string): string {
  return word
    .slice(0, LONGEST_WORD)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

const LONGEST_WORD = 60;

/** Letters to change, add, drop or swap to get from one word to another; more than `most` is told as `most + 1`. */
function distanceOf(left: string, right: string, most: number): number {
  if (Math.abs(left.length - right.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const isSame = left[row - 1] === right[column - 1];
      const isSwapped =
        row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      next[column] = Math.min(
        last[column]! + 1,
        next[column - 1]! + 1,
        last[column - 1]! + (isSame ? 0 : 1),
        isSwapped ? before[column - 2]! + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = last;
    last = next;
  }
  return last[right.length]!;
}
