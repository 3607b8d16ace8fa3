import { describeWaiting } from '../diagnosis/waiting-words.ts';
import type { Lane } from '../flow/kinds/node-kind.ts';
import { describeWindow, type SendingWindow } from '../sending/sending-window.ts';
import type { Bottleneck } from './rehearsal-types.ts';

const LANE_WORDS: Record<Exclude<Lane, 'local' | 'person'>, string> = {
  email: 'Emails',
  invite: 'LinkedIn invitations',
  message: 'LinkedIn messages',
  inmail: 'InMails',
  visit: 'LinkedIn profile visits',
  withdraw: 'Withdrawals of LinkedIn invitations',
  like: 'LinkedIn likes',
  look: 'Look-ups of LinkedIn connections',
};

const CAMPAIGN_LIMITS: readonly Bottleneck['rule'][] = ['domain_limit', 'total_limit', 'new_leads_limit'];

/** What holds a campaign up the longest, in words: 'LinkedIn invitations of Anna: 20 a day'. */
export function describeBottleneck(
  { rule, lane, limit }: Pick<Bottleneck, 'rule' | 'lane' | 'limit'>,
  { sender, window }: { sender: string | null; window: SendingWindow },
): string {
  const what = lane === 'local' || lane === 'person' ? 'Steps' : LANE_WORDS[lane];
  const whose = limit?.of === 'campaign' || sender === null ? 'this campaign' : sender;
  if (CAMPAIGN_LIMITS.includes(rule)) return describeWaiting(rule, { limit: limit?.amount ?? 0 }).text;
  if (limit !== null) return `${what} of ${whose}: ${limit.amount} a ${rule === 'weekly_limit' ? 'week' : 'day'}`;
  if (rule === 'gap') return `${what} of ${whose}: the minimum gap between two actions of a sender`;
  if (rule === 'window') return `The sending window: ${describeWindow(window)}`;
  return describeWaiting(rule, sender === null ? {} : { sender }).text;
}
