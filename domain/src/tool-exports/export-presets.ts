import { foldCase } from '../text/text.ts';
import { cutText } from '../text/text-bounds.ts';

/** What became of a lead in another tool. `open`: the status alone does not decide, other columns do. */
export type ExportState =
  | 'open'
  | 'new'
  | 'stopped'
  | 'contacted'
  | 'finished'
  | 'replied'
  | 'bounced'
  | 'unsubscribed';

/** How an outreach tool writes its leads as CSV. Headers and statuses are compared by `toKey`. Sources: decision 0403. */
interface ExportPreset {
  /** What people call the tool. */
  tool: string;
  label: string;
  /** Headers of every version, those of which one suffices to know the tool, and others that it has. */
  required: readonly string[];
  telling: readonly string[];
  marks: readonly string[];
  /** So many of the telling and the other ones. */
  least_marks: number;
  /** Statuses that mean something else here than elsewhere. */
  states: Readonly<Record<string, ExportState>>;
  /** What a status says that is not known: someone who may have been contacted is never greeted again. */
  unknown: 'contacted' | 'open';
  /** Columns of addresses, the best first; otherwise the column is guessed. */
  emails?: readonly string[];
}

export const EXPORT_PRESET_IDS = [
  'instantly_leads',
  'smartlead_leads',
  'lemlist_leads',
  'woodpecker_prospects',
  'mailshake_recipients',
  'heyreach_leads',
  'apollo_contacts',
  'other_tool',
] as const;
export type ExportPresetId = (typeof EXPORT_PRESET_IDS)[number];

/** A name without case, blanks and signs: `Lead Status`, `lead_status` and `leadStatus` are the same. */
export const toKey = (name: string): string => foldCase(cutText(name, 100)).replaceAll(/[^\p{L}\p{N}]/gu, '');

const keys = (list: string): string[] => list.split(',').map(toKey);

export const EXPORT_PRESETS: Readonly<Record<ExportPresetId, ExportPreset>> = {
  instantly_leads: {
    tool: 'Instantly',
    label: 'Instantly leads',
    required: keys('email'),
    telling: keys('lead status, interest status, lt_interest_status, timestamp_last_contact, email_reply_count'),
    marks: keys(
      `email provider, personalization, company domain, email_open_count, email_click_count, timestamp_last_reply, esp_code,
      verification_status`,
    ),
    least_marks: 2,
    states: {
      ...{ active: 'open', paused: 'open', 1: 'open', 2: 'open', 3: 'finished' },
      ...{ '-1': 'bounced', '-2': 'unsubscribed', '-3': 'stopped', skipped: 'stopped' },
    },
    unknown: 'contacted',
  },
  smartlead_leads: {
    tool: 'Smartlead',
    label: 'Smartlead campaign leads',
    required: keys('email'),
    telling: keys('campaign_lead_map_id, lead_status, last_email_sequence_sent, is_unsubscribed'),
    marks: keys(
      `is_interested, custom_fields, linkedin_profile, company_url, unsubscribed_client_id_map, open_count, click_count, reply_count`,
    ),
    least_marks: 3,
    // BLOCKED is an address that bounced, or is on the block list there.
    states: { started: 'new', inprogress: 'contacted', blocked: 'bounced', paused: 'open', stopped: 'open' },
    unknown: 'contacted',
  },
  lemlist_leads: {
    tool: 'lemlist',
    label: 'lemlist export',
    required: keys('email'),
    telling: keys('lastState'),
    marks: keys('emailStatus, firstName, lastName, picture, linkedinUrl, companyDomain, icebreaker, status'),
    least_marks: 3,
    states: {
      ...{ scanned: 'new', reviewed: 'new', toreview: 'new', skipped: 'stopped', inprogress: 'open', paused: 'open' },
      ...{ hooked: 'contacted', attracted: 'contacted', warmed: 'replied' },
      ...{ emailssendfailed: 'bounced', emailsfailed: 'bounced' },
    },
    unknown: 'contacted',
  },
  woodpecker_prospects: {
    tool: 'Woodpecker',
    label: 'Woodpecker prospects',
    required: keys('email, status'),
    telling: keys('last contacted, last replied, snippet1'),
    marks: keys('snippet2, snippet3, snippet4, tags, updated'),
    least_marks: 2,
    states: { active: 'open', paused: 'open', tocheck: 'contacted', toreview: 'contacted', autoreplied: 'contacted' },
    unknown: 'contacted',
  },
  mailshake_recipients: {
    tool: 'Mailshake',
    label: 'Mailshake recipients',
    required: keys('email address'),
    telling: keys('lead status'),
    marks: keys('full name, sent, opens, clicks, replies, bounced, unsubscribed, last sent, paused'),
    least_marks: 3,
    states: { open: 'replied', won: 'replied', lost: 'replied', ignored: 'contacted' },
    unknown: 'contacted',
  },
  heyreach_leads: {
    tool: 'HeyReach',
    label: 'HeyReach leads',
    required: keys('profile url'),
    telling: keys('linkedin_id, enriched email, enrichedEmailAddress, customEmailAddress, custom address'),
    marks: keys('headline, company url, imageUrl, position, tags, connections, followers'),
    least_marks: 3,
    states: { inprogress: 'open', inqueue: 'new', pending: 'new' },
    unknown: 'contacted',
    emails: keys(
      'customEmailAddress, custom address, enrichedEmailAddress, enriched email, emailAddress, email address, email',
    ),
  },
  apollo_contacts: {
    tool: 'Apollo',
    label: 'Apollo contacts',
    required: keys('email, stage'),
    telling: keys('apollo contact id, company name for emails'),
    marks: keys(
      `apollo account id, last contacted, email sent, email open, email bounced, replied, demoed, person linkedin url, contact owner`,
    ),
    least_marks: 4,
    states: { cold: 'open', approaching: 'contacted', unresponsive: 'finished', baddata: 'stopped' },
    unknown: 'open',
  },
  other_tool: {
    ...{ tool: 'Another tool', label: 'Another outreach tool', required: [], telling: [], marks: [], least_marks: 1 },
    ...{ states: {}, unknown: 'contacted' },
  },
};

const STATES: readonly [ExportState, readonly string[]][] = [
  // Not `pending`, `queued` or `scheduled`: elsewhere an invite is pending, and the next message is scheduled.
  ['new', keys('not yet contacted, not contacted, not started, new, imported, not sent')],
  ['stopped', keys('skipped, excluded')],
  ['contacted', keys('contacted, in progress, sent, delivered, opened, clicked, running, out of office, auto replied')],
  ['finished', keys('completed, finished, done, non responsive, no reply, no response')],
  [
    'replied',
    keys(
      `replied, responded, interested, not interested, maybe later, warmed, meeting booked, meeting request, meeting completed,
      information request, wrong person, won, lost, closed, demoed`,
    ),
  ],
  ['bounced', keys('bounced, bounce, hard bounced, invalid, invalid email, undeliverable')],
  ['unsubscribed', keys('unsubscribed, opted out, opt out, blacklisted, blacklist, blocklisted, do not contact, dnc')],
];
const SHARED = new Map(STATES.flatMap(([state, list]) => list.map((key) => [key, state] as const)));

/** Ends of compound statuses: `emailsReplied`, `linkedinInviteDone`. The first that fits counts. */
const ENDINGS: readonly [string, ExportState][] = [
  ['unsubscribed', 'unsubscribed'],
  ['bounced', 'bounced'],
  ['replied', 'replied'],
  ['interested', 'replied'],
  ['booked', 'replied'],
  ['sent', 'contacted'],
  ['opened', 'contacted'],
  ['clicked', 'contacted'],
  ['accepted', 'contacted'],
  ['done', 'contacted'],
];

/** A status as its preset reads it; null for one that is not known. */
export function findState(preset: ExportPresetId, status: string): ExportState | null {
  const number = /^-?\d{1,2}$/.test(status.trim()) ? status.trim() : null;
  const key = number ?? toKey(status);
  const { states } = EXPORT_PRESETS[preset];
  const own = Object.hasOwn(states, key) ? states[key] : undefined;
  return own ?? SHARED.get(key) ?? ENDINGS.find(([ending]) => key.endsWith(ending))?.[1] ?? null;
}
