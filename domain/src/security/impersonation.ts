/** An impersonation that ran out leads back to the own session for this long. */
export const RESUME_IN_HOURS = 12;
