/** Why links are not rewritten at a tracking domain. */
export const TRACKING_PROBLEMS = ['unchecked', 'record_missing', 'record_wrong', 'unreachable', 'taken'] as const;
export type TrackingProblem = (typeof TRACKING_PROBLEMS)[number];

/** Who asked for a link: a person, a program that loads mail for a person, or a program that tests links. Only persons count. */
export const CLICK_CLASSES = ['person', 'proxy', 'scanner'] as const;
export type ClickClass = (typeof CLICK_CLASSES)[number];

/** Who loaded the image of a mail. Someone of the sender's own team counts as little as a program does. */
export const OPEN_CLASSES = [...CLICK_CLASSES, 'team'] as const;
export type OpenClass = (typeof OPEN_CLASSES)[number];

/** How long the conditions wait for a click or an open. */
export const CLICK_WAIT = { default_in_days: 3, max_in_days: 60 } as const;

export const TRACKING_LIMITS = {
  domains: 50,
  /** Hosts of removed domains that links still work at, the newest. */
  former_domains: 50,
  /** Links of one mail that are rewritten; the others stay as they are. */
  links_of_mail: 20,
  /** Links of one mail that are looked at: each is searched for in all texts of its step. */
  links_looked_at: 100,
  /** Links of one campaign that are counted. */
  links_of_campaign: 200,
  /** Email steps of one campaign whose opens are listed. */
  steps_of_campaign: 200,
  url_bytes: 2048,
  /** Requests for the links of one mail that are stored. Later ones are only redirected. */
  clicks_of_mail: 50,
  /** Requests for the image of one mail that are stored. Later ones only get the image. */
  opens_of_mail: 50,
  /** Shown of a lead, the newest. */
  shown_of_lead: 50,
  kept_in_months: 13,
  /** A request is judged together with those that follow it. */
  judged_after_seconds: 10,
  agent_max: 300,
} as const;
