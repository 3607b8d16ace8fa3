/** A mail server that is away for most of a day is waited for; later readers of a notice have seen the page by then. */
export const NOTICE_TRIES = 12;
const LONGEST_PAUSE_IN_MINUTES = 360;

/** Minutes until a notice that could not be mailed is tried again. @param tries begun so far */
export const noticePauseInMinutes = (tries: number): number => Math.min(2 ** (tries - 1), LONGEST_PAUSE_IN_MINUTES);
