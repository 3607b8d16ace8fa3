import type { CheckStatus } from '../deliverability/deliverability.ts';
import { say, toSay } from '../text/say.ts';
import type { CampaignLoss } from './score-lines.ts';

/** A mailbox as the page Deliverability knows it. */
export interface ScoredSender {
  /** Address, or name. */
  name: string;
  domain: string;
  /** Its records are not the organization's to change. */
  is_exempt: boolean;
  /** None before the first check. */
  checks: readonly { id: string; status: CheckStatus }[];
  sent: number;
  bounces: number;
  guard: 'warned' | 'paused' | null;
  /** What to change about it, as the page says it (`adviseSender`). */
  advice: readonly { code: string }[];
}

/** What a record costs that is wrong, and one that is doubtful. */
const RECORDS = { spf: { fail: 10, warn: 4 }, dkim: { fail: 10, warn: 6 }, dmarc: { fail: 8, warn: 3 } } as const;
type RecordId = keyof typeof RECORDS;
const RECORD_NAMES: Record<RecordId, string> = { spf: 'SPF', dkim: 'DKIM', dmarc: 'DMARC' };
const isRecord = (id: string): id is RecordId => Object.hasOwn(RECORDS, id);

const RECORD_FAULTS = toSay({
  fail: '{record} of {domain} is missing or wrong. Publish the record that Deliverability shows.',
  warn: '{record} of {domain} is not certain to work. Deliverability says what to change.',
});

export const NO_SENDER = 'no_sender';

/** What the mailboxes of a campaign cost. Each fault counts once, for the first mailbox that has it. */
export function scoreSenders(senders: readonly ScoredSender[]): CampaignLoss[] {
  if (senders.length === 0)
    return [loss(NO_SENDER, 40, say('No mailbox sends its emails. Choose one before it starts.'))];
  const worst = new Map<string, CampaignLoss>();
  for (const found of senders.flatMap((sender) => [...judgeRecords(sender), ...judgeFigures(sender)]))
    if ((worst.get(found.id)?.points ?? 0) < found.points) worst.set(found.id, found);
  return [...worst.values()];
}

const loss = (id: string, points: number, text: string): CampaignLoss => ({
  ...{ id, line: 'sender', points, text, step_id: null },
});

function judgeRecords({ domain, is_exempt, checks }: ScoredSender): CampaignLoss[] {
  if (is_exempt) return [];
  if (checks.length === 0)
    return [
      loss(
        'not_checked',
        3,
        say('The records of {domain} are not checked yet. Look again in some minutes.', { domain }),
      ),
    ];
  return checks.flatMap(({ id, status }) => {
    if (!isRecord(id) || (status !== 'fail' && status !== 'warn')) return [];
    return [loss(id, RECORDS[id][status], say(RECORD_FAULTS[status], { record: RECORD_NAMES[id], domain }))];
  });
}

function judgeFigures({ name, sent, bounces, guard, advice }: ScoredSender): CampaignLoss[] {
  const has = (code: string) => advice.some((one) => one.code === code);
  const found: CampaignLoss[] = [];
  if (guard === 'paused')
    found.push(
      loss('guard', 25, say('Campaign emails of {name} are paused. Find the cause in Deliverability first.', { name })),
    );
  if (has('bounces'))
    found.push(
      loss(
        'bounces',
        15,
        say('{bounces} of {sent} emails of {name} bounced in a week. Check the addresses of your lists.', {
          bounces,
          sent,
          name,
        }),
      ),
    );
  if (has('complaints'))
    found.push(
      loss(
        'complaints',
        12,
        say('Recipients report emails of {name} as spam. Write to fewer and better matching leads.', { name }),
      ),
    );
  if (has('blocklist'))
    found.push(
      loss('blocklist', 12, say('{name} is on a blocklist. Deliverability says on which and what to do.', { name })),
    );
  if (has('no_ramp'))
    found.push(
      loss('no_ramp', 8, say('{name} is new and may send its full limit immediately. Turn on its ramp.', { name })),
    );
  return found;
}
