/** What tables of leads are filtered by although they don't show it: what happened to a lead. */
export const SUPPRESSED_COLUMN = 'suppressed';
export const IN_CAMPAIGN_COLUMN = 'in_campaign';
export const LAST_TOUCHED_COLUMN = 'last_touched';
export const DUPLICATE_COLUMN = 'duplicate';

/**
 * `active`: a campaign that runs has not finished with the lead. `ever`: also campaigns that it was taken out of. Besides these the id of a
 * campaign that holds the lead.
 */
export const IN_CAMPAIGN_FILTERS = ['active', 'ever'] as const;

/** What another lead has in common. Two leads can't have the same LinkedIn profile: an index keeps them apart. */
export const DUPLICATE_FILTERS = ['email', 'name_company', 'name_phone'] as const;
