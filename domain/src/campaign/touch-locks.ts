/** Rules of the touch lock: a person is contacted by one campaign at a time, and rests after it. */
export interface TouchLockRules {
  is_on: boolean;
  /** With the agency and its other clients, where the agency shares too. */
  is_shared: boolean;
  /** Rest after a campaign ended without a reply, or with a reply that says neither yes nor no. */
  finished_days: number;
  not_interested_days: number;
  holds_companies: boolean;
  /** Most people of one company in contact at the same time. */
  company_people: number;
  /** Between the first touches of two people of a company. */
  company_gap_days: number;
  /** Others at the company rest so long after a reply. */
  company_reply_days: number;
}

/** What tables of leads are filtered by: a campaign is in contact, the person rests after one, or was interested and keeps their owner. */
export const TOUCH_LOCK_FILTERS = ['in_contact', 'resting', 'interested'] as const;

/** Off until the organization turns it on (decision 0387). */
export const DEFAULT_TOUCH_LOCK_RULES: TouchLockRules = {
  is_on: false,
  is_shared: false,
  finished_days: 90,
  not_interested_days: 180,
  holds_companies: false,
  company_people: 3,
  company_gap_days: 2,
  company_reply_days: 14,
};

export const TOUCH_LOCK_BOUNDS = {
  finished_days: { min: 1, max: 730 },
  not_interested_days: { min: 1, max: 730 },
  company_people: { min: 1, max: 100 },
  company_gap_days: { min: 0, max: 90 },
  company_reply_days: { min: 0, max: 365 },
} as const;

/**
 * What a campaign asks for beyond the organization's rules; what is left out is as there. A looser rule has no effect.
 */
export interface CampaignTouchRules {
  /** Days that people rested before the campaign contacts them, and rest after it. */
  rest_days?: number | undefined;
  holds_companies?: boolean | undefined;
  company_people?: number | undefined;
  company_gap_days?: number | undefined;
  company_reply_days?: number | undefined;
}

/** The bounds of a campaign's rules under those of its organization: never looser. */
export function boundCampaignRules(rules: TouchLockRules) {
  const { finished_days, company_people, company_gap_days, company_reply_days } = TOUCH_LOCK_BOUNDS;
  return {
    rest_days: { ...finished_days, min: rules.finished_days },
    company_people: { ...company_people, max: rules.company_people },
    company_gap_days: { ...company_gap_days, min: rules.company_gap_days },
    company_reply_days: { ...company_reply_days, min: rules.company_reply_days },
  };
}

export type CampaignTouchBounds = ReturnType<typeof boundCampaignRules>;

/** The first rule of a campaign that is looser than its organization's, and its bounds. */
export function findLooserRule(own: CampaignTouchRules, rules: TouchLockRules) {
  const bounds = Object.entries(boundCampaignRules(rules)) as [
    keyof CampaignTouchBounds,
    { min: number; max: number },
  ][];
  const found = bounds.find(([rule, { min, max }]) => {
    const value = own[rule];
    return value !== undefined && (value < min || value > max);
  });
  return found && { rule: found[0], ...found[1] };
}

/** Locks that a list counts, and leads that a preview counts. */
export const MOST_LOCKS_COUNTED = 10_000;

/** Longest reason for a release: the security log keeps it whole. */
export const TOUCH_LOCK_REASON_MAX = 150;

export const TOUCH_LOCK_REASONS = [
  'in_contact',
  'finished',
  'replied',
  'interested',
  'not_interested',
  'unsubscribed',
  'erased',
] as const;
export type TouchLockReason = (typeof TOUCH_LOCK_REASONS)[number];

export const TOUCH_LOCK_LABELS: Record<TouchLockReason, string> = {
  in_contact: 'In contact',
  finished: 'Contacted',
  replied: 'Replied',
  interested: 'Interested',
  not_interested: 'Not interested',
  unsubscribed: 'Unsubscribed',
  erased: 'Erased on request',
};

/** Another lock that keeps a campaign from a person. */
export interface BlockingLock {
  /** Of another client of the agency: only its end may be known. */
  is_foreign: boolean;
  reason: TouchLockReason;
  campaign_name: string | null;
  /** Who sends for that campaign. */
  sender: string | null;
  /** Emails outside of campaigns, read from a mailbox. */
  is_mail: boolean;
}

/** The wait reason of a lead; its end is shown beside it. */
export function describeBlockingLock({ is_foreign, reason, campaign_name, sender, is_mail }: BlockingLock): string {
  if (is_foreign) return 'Held by another client';
  if (is_mail) return 'In contact by email, outside of campaigns';
  const campaign = campaign_name === null ? 'another campaign' : `the campaign "${campaign_name}"`;
  const who = sender === null ? campaign : `${sender} in ${campaign}`;
  return reason === 'in_contact' || reason === 'interested' ? `In contact with ${who}` : `Contacted by ${who}`;
}
