import { cutText } from '@overture/domain/text/text-bounds';

/** Longest text that is kept of why a campaign ended for a lead. */
const LONGEST_REASON = 500;

/** Words for a mail that came back: at the lead whose campaign it ended, and at the step of the timeline. */
export function describeBounce(reason: string): string {
  return cutText(reason === '' ? 'The message bounced.' : `The message bounced: ${reason}`, LONGEST_REASON);
}
