/** Progress of a lead in the simulated tool. */
type Progress = 'bounced' | 'unsubscribed' | 'replied' | 'finished' | 'skipped' | 'first_step' | 'second_step' | 'new';

/** Of 20 leads in turn. */
const PROGRESS: readonly Progress[] = [
  ...(['bounced', 'unsubscribed', 'replied', 'finished', 'skipped'] as const),
  ...Array<Progress>(5).fill('first_step'),
  ...Array<Progress>(4).fill('second_step'),
  ...Array<Progress>(6).fill('new'),
];

/** How large the simulated workspace is. */
export interface ToolWorld {
  leads: number;
  campaigns: number;
  suppressions: number;
  senders: number;
}

export const SMALL_WORLD: ToolWorld = { leads: 60, campaigns: 3, suppressions: 12, senders: 2 };

/** One in ten leads belongs to a list alone, and one in 50 has no usable address. */
const LIST_EVERY = 10;
const UNUSABLE_EVERY = 50;

const FIRST_NAMES = ['Ada', 'Bram', 'Chiara', 'Dieter', 'Elin', 'Farid', 'Grace', 'Hugo', 'Ines', 'Jonas'] as const;
const LAST_NAMES = ['Jansen', 'Keller', 'Lopez', 'Moreau', 'Novak', 'Olsen', 'Petit', 'Rossi', 'Silva'] as const;
const LEADS_OF_A_COMPANY = 4;

export interface ToolPerson {
  index: number;
  progress: Progress;
  email: string;
  first_name: string;
  last_name: string;
  company: string;
  domain: string;
  linkedin: string;
  city: string;
  /** Null for one of a list alone. */
  campaign: number | null;
}

/** The same person for the same number, without any memory. */
export function makePerson(index: number, { campaigns }: ToolWorld): ToolPerson {
  const company = Math.floor(index / LEADS_OF_A_COMPANY);
  const isListed = index % LIST_EVERY === LIST_EVERY - 1;
  const isUnusable = index % UNUSABLE_EVERY === UNUSABLE_EVERY - 1;
  const domain = `company-${company}.example`;
  return {
    index,
    progress: isListed ? 'new' : PROGRESS[index % PROGRESS.length]!,
    email: isUnusable ? 'not an address' : `lead-${index}@${domain}`,
    first_name: FIRST_NAMES[index % FIRST_NAMES.length]!,
    last_name: LAST_NAMES[index % LAST_NAMES.length]!,
    company: `Company ${company}`,
    domain,
    linkedin: `https://www.linkedin.com/in/lead-${index}`,
    city: index % 2 === 0 ? 'Utrecht' : 'Köln',
    campaign: isListed ? null : Math.floor(index / PROGRESS.length) % campaigns,
  };
}

/** Ids that sort as their numbers do. */
export function makeId(kind: number, index: number): string {
  return `019f0000-0000-7000-8${String(kind).padStart(3, '0')}-${index.toString(16).padStart(12, '0')}`;
}

export const indexOf = (id: string): number => Number.parseInt(id.slice(-12), 16);

/** Three emails: the second continues the thread, the third has two variants. */
export const MAILS = [
  {
    delay_in_days: 3,
    variants: [
      {
        subject: 'A question, {{firstName}}',
        body: '<div>Hi {{firstName}},</div><div><br/></div><div>{{icebreaker}} How does {{companyName}} do it? <a href="https://northwind.example/how">See how</a></div>',
      },
    ],
  },
  {
    delay_in_days: 4,
    variants: [{ subject: '', body: '<p>{{RANDOM | Hi | Hello}} again, {{firstName}}.</p><p>Any thoughts?</p>' }],
  },
  {
    delay_in_days: 1,
    variants: [
      { subject: 'Last try', body: '<p>Shall I close your file?</p>' },
      { subject: 'Goodbye', body: '<p>I stop here.<img src="https://northwind.example/x.png"></p>' },
    ],
  },
] as const;

/** Emails that a person got. */
const MAILS_SENT: Readonly<Record<Progress, number>> = {
  ...{ replied: 1, bounced: 1, unsubscribed: 2, finished: 3, first_step: 1, second_step: 2, skipped: 0, new: 0 },
};

const members = new WeakMap<ToolWorld, Map<number | null, number[]>>();

/** People of a campaign; of lists alone for null. */
export function listPeople(campaign: number | null, world: ToolWorld): ToolPerson[] {
  const known = members.get(world);
  const byCampaign =
    known ??
    Map.groupBy(
      Array.from({ length: world.leads }, (_, n) => n),
      (n) => makePerson(n, world).campaign,
    );
  if (!known) members.set(world, byCampaign);
  return (byCampaign.get(campaign) ?? []).map((index) => makePerson(index, world));
}

export interface SentMail {
  person: ToolPerson;
  /** From 1. */
  step: number;
  days_ago: number;
  is_last: boolean;
}

/** Emails to people of a campaign. */
export const listMails = (campaign: number, world: ToolWorld): SentMail[] =>
  listPeople(campaign, world).flatMap((person) => {
    const sent = MAILS_SENT[person.progress];
    return Array.from({ length: sent }, (_, index) => ({
      ...{ person, step: index + 1, is_last: index + 1 === sent },
      days_ago: 5 + (person.index % 30) + 3 * (sent - index - 1),
    }));
  });

/** Suppressed addresses and domains. */
export const listBlocked = ({ suppressions }: ToolWorld): string[] =>
  Array.from({ length: suppressions }, (_, index) =>
    index % 4 === 0 ? `blocked-${index}.example` : `blocked-${index}@elsewhere.example`,
  );
