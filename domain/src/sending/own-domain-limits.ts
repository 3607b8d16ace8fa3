/** Default limit of mails a day for all mailboxes of one domain together. */
export const OWN_DOMAIN_DAILY = { min: 1, max: 2000, default: 150, advised_mailboxes: 5 } as const;
