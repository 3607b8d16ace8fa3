import { cutText } from '@overture/domain/text/text-bounds';

/** Outcomes of a scheduled publishing that did not happen. */
export type MissedCause =
  | 'edited'
  | 'late'
  | 'moved'
  | 'failed'
  | 'archived'
  | 'refused'
  | 'left'
  | 'cancelled'
  | 'discarded';

/** In the words of the page; a refusal of publishing has its own. */
export const MISSED_REASONS = {
  edited: 'The changes were edited after the time was chosen.',
  late: 'Nothing was running at that time, nor for a day after it.',
  moved: 'More leads have moved on than the counts you saw. Check the new counts first.',
  failed: 'Something went wrong on our side at every try. The running version was not changed.',
  archived: 'The campaign was in the archive at that time.',
} satisfies Partial<Record<MissedCause, string>>;

/** Nothing is published on behalf of a user who left: another user decides. */
export function describeLeft(name: string): string {
  return `${cutText(name.replace(/\p{Cc}+/gu, ' '), NAME_KEPT)}, who chose the time, is no longer active in your team.`;
}

/** What the user can do about it. */
const ADVICE: Record<MissedCause, string> = {
  edited: 'The changes are kept, including the edits. Review them, then publish them or choose another time.',
  late: 'Your changes are kept. Check the current counts, then publish them or choose another time.',
  moved: 'Your changes are kept. Check the new counts, then publish them or choose another time.',
  failed: 'Your changes are kept. Publish them yourself or choose another time. If that fails too, contact support.',
  archived: 'Your changes are kept. Restore the campaign first, then publish them or choose another time.',
  refused: 'Your changes are kept. Fix the problem above, then publish them or choose another time.',
  left: 'The changes are kept. Review them, then publish them or choose another time yourself.',
  cancelled: 'The changes are kept. Publish them or choose another time whenever you like.',
  discarded: 'The changes were discarded. The running version was not changed.',
};

const TITLE_KEPT = 200;
const NAME_KEPT = 100;

/** The mail to the user who scheduled it. Control characters of a name must not end a line. */
export function writeMissedMail(given: {
  campaign: string;
  at: Date;
  zone: string;
  cause: MissedCause;
  reason: string;
}): { subject: string; paragraphs: string[] } {
  const campaign = cutText(given.campaign.replace(/\p{Cc}+/gu, ' '), TITLE_KEPT);
  const isOver = given.cause !== 'edited' && given.cause !== 'cancelled' && given.cause !== 'discarded';
  const what = `the changes of “${campaign}” that you chose to publish on ${nameTime(given.at, given.zone)}`;
  return {
    subject: isOver ? `Not published: ${campaign}` : `Will not be published: ${campaign}`,
    paragraphs: [
      isOver ? `We did not publish ${what}.` : `We will not publish ${what}.`,
      `Why: ${given.reason}`,
      ADVICE[given.cause],
    ],
  };
}

/** `30 Nov 2026, 09:00 (Europe/Berlin)`: a mail may be read from another zone and in another year. */
function nameTime(at: Date, zone: string): string {
  const format = { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' } as const;
  const text = new Intl.DateTimeFormat('en-GB', { ...format, timeZone: zone, hourCycle: 'h23' }).format(at);
  return `${text} (${zone.replaceAll('_', ' ')})`;
}
