import { describeWaiting } from '../diagnosis/waiting-words.ts';
import type { Lane } from '../flow/kinds/node-kind.ts';
import type { SendingWindow } from '../sending/sending-window.ts';
import { phrase, type Sentence, toSay } from '../text/say.ts';
import type { Bottleneck } from './rehearsal-types.ts';

const LANE_WORDS: Record<Exclude<Lane, 'local' | 'person'>, string> = toSay({
  email: 'Emails',
  invite: 'LinkedIn invitations',
  message: 'LinkedIn messages',
  inmail: 'InMails',
  visit: 'LinkedIn profile visits',
  withdraw: 'Withdrawals of LinkedIn invitations',
  like: 'LinkedIn likes',
  look: 'Look-ups of LinkedIn connections',
});

const CAMPAIGN_LIMITS: readonly Bottleneck['rule'][] = ['domain_limit', 'total_limit', 'new_leads_limit'];

/** What holds a campaign up the longest: 'LinkedIn invitations of Anna: 20 a day'. */
export function describeBottleneck(
  { rule, lane, limit }: Pick<Bottleneck, 'rule' | 'lane' | 'limit'>,
  { sender, window }: { sender: string | null; window: SendingWindow },
): Sentence {
  const what = lane === 'local' || lane === 'person' ? phrase('Steps') : phrase(LANE_WORDS[lane]);
  const whose = limit?.of === 'campaign' || sender === null ? phrase('this campaign') : sender;
  if (CAMPAIGN_LIMITS.includes(rule)) return describeWaiting(rule, { limit: limit?.amount ?? 0 }).sentence;
  if (limit !== null) {
    const values = { what, whose, amount: limit.amount };
    return rule === 'weekly_limit'
      ? phrase('{what} of {whose}: {amount} a week', values)
      : phrase('{what} of {whose}: {amount} a day', values);
  }
  if (rule === 'gap')
    return phrase('{what} of {whose}: the minimum gap between two actions of a sender', { what, whose });
  if (rule === 'window') return describeWindow(window);
  return describeWaiting(rule, sender === null ? {} : { sender }).sentence;
}

const WEEKDAYS = toSay(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']);

/** 'The sending window: Mon to Fri, 08:00 to 18:00'; of days that do not follow each other their number. */
function describeWindow({ days, start, end }: SendingWindow): Sentence {
  const isRun = days.length > 1 && days.every((day, index) => index === 0 || day === (days[index - 1] ?? 0) + 1);
  if (!isRun)
    return phrase('The sending window: {start} to {end}, days a week: {count}', { start, end, count: days.length });
  const [first, last] = [days[0], days.at(-1)].map((day = 1) => phrase(WEEKDAYS[day - 1] ?? ''));
  return phrase('The sending window: {first} to {last}, {start} to {end}', {
    first: first ?? '',
    last: last ?? '',
    start,
    end,
  });
}
