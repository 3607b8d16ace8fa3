/** Effects of a team member's message on the campaigns that run for its lead. */
export const CAMPAIGN_CHOICES = ['continues', 'pauses', 'ends'] as const;
export type CampaignChoice = (typeof CAMPAIGN_CHOICES)[number];

/** Never two messages to a lead on one day without a choice. */
export const DEFAULT_CAMPAIGN_CHOICE: CampaignChoice = 'pauses';

/** Days that campaigns wait after a team member's message. */
export const MESSAGE_HOLD_DAYS = 7;

/** Running campaigns of a lead that are named to its writer. */
export const MAX_NAMED_CAMPAIGNS = 10;
