import { cutText } from '@overture/domain/text/text-bounds';

/** What a time of publishing ends in, if not in a revision. */
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
  moved: 'More leads have moved on meanwhile than was shown. Look at the new counts first.',
  failed: 'Something went wrong on our side, each time we tried. What runs was left as it is.',
  archived: 'The campaign was in the archive at that time.',
} satisfies Partial<Record<MissedCause, string>>;

/** Nothing is published in the name of somebody who left: another person decides. */
export function describeLeft(name: string): string {
  return `${cutText(name.replace(/\p{Cc}+/gu, ' '), NAME_KEPT)}, who chose the time, is no longer active in your team.`;
}

/** What its maker can do about it. */
const ADVICE: Record<MissedCause, string> = {
  edited: 'The changes are kept, with what was edited. Look at them, then publish them or choose another time.',
  late: 'Your changes are kept. Look at the counts of now, then publish them or choose another time.',
  moved: 'Your changes are kept. Look at the new counts, then publish them or choose another time.',
  failed: 'Your changes are kept. Publish them yourself or choose another time; if that fails too, ask for support.',
  archived: 'Your changes are kept. Restore the campaign first, then publish them or choose another time.',
  refused: 'Your changes are kept. Mend what is named above, then publish them or choose another time.',
  left: 'The changes are kept. Look at them, then publish them or choose another time in your own name.',
  cancelled: 'The changes are kept. Publish them or choose another time whenever you like.',
  discarded: 'The changes are gone. What runs was left as it is.',
};

const TITLE_KEPT = 200;
const NAME_KEPT = 100;

/** The mail for whoever chose the time. Control characters of a name end no line of it. */
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
