import type { ProviderGroup } from '../sending/sender-choice.ts';
import { cutText } from '../text/text-bounds.ts';
import { describeShare, type InboxShare, type PlacementFall } from './placement.ts';

const PROVIDER_GROUP_LABELS: Readonly<Record<ProviderGroup, string>> = {
  google: 'Gmail',
  microsoft: 'Outlook',
  other: 'Other providers',
};

/** Names of what a fall is about, and what is known about its sender. */
export interface FallNames {
  sender?: string;
  has_wrong_dns?: boolean;
  listed_on?: string | null;
  campaign?: string;
  subject?: string | null;
  variant?: string;
}

const NAME_KEPT = 120;
const name = (text: string): string => cutText(text.replace(/\p{Cc}+/gu, ' ').trim(), NAME_KEPT);

/** What fell, since when, and what differs. */
export function describeFall({ before, now, likely, there }: PlacementFall, names: FallNames): string {
  const fell = `Of the copies of the last 24 hours, ${describeShare(now)}. Before, it was ${percent(before)} %.`;
  const part = there === null ? '' : ` (${describeShare(there)})`;
  switch (likely.cause) {
    case 'sender':
      return `${fell} Likely cause: the sender ${name(names.sender ?? '')}${part}. The others arrive as before.${describeSender(names)}`;
    case 'text':
      return `${fell} Likely cause: ${describeText(names)}${part}. Other texts arrive as before. Change its subject, links and wording, one at a time.`;
    case 'provider':
      return `${fell} Likely cause: the filter of ${PROVIDER_GROUP_LABELS[likely.provider_group]}${part}. Elsewhere emails arrive as before. Send less there for some days, to leads who fit best.`;
    case 'all':
      return `${fell} No sender, text or provider differs from the others: check what they share, such as the domain, its DNS and the list of leads.`;
  }
}

function describeSender({ has_wrong_dns, listed_on }: FallNames): string {
  if (listed_on) return ` It is on the blocklist ${name(listed_on)}.`;
  if (has_wrong_dns) return ' Its DNS is wrong.';
  return ' Pause its campaigns, or lower its daily limit, until it has recovered.';
}

function describeText({ campaign, subject, variant }: FallNames): string {
  const step = subject ? `“${name(subject)}”` : 'a follow-up';
  return `the text ${step}, variant ${(variant ?? 'a').toUpperCase()}, of ${name(campaign ?? '')}`;
}

const percent = ({ inbox, counted }: InboxShare): number => Math.round((100 * inbox) / Math.max(1, counted));
