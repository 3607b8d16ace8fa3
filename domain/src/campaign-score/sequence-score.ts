import { delayInHours } from '../flow/delays.ts';
import { ancestorsOf, type Flow, type FlowNode, type StepNode } from '../flow/flow.ts';
import { isWait, stepKind } from '../flow/step-types.ts';
import { say } from '../text/say.ts';
import { isBlank } from '../text/text.ts';
import type { CampaignLoss } from './score-lines.ts';

/** What sequences that get replies have in common; none of it is a promise. */
const SEQUENCE_ADVICE = {
  most_emails: 4,
  most_messages: 8,
  least_gap_in_hours: 24,
  most_gap_in_days: 14,
  least_days: 3,
  most_days: 45,
} as const;

interface Touch {
  node: StepNode;
  /** Hours after the first message, at least. */
  at: number;
  /** It waits for something the lead does after the message before, for an unknown time. */
  is_awaited: boolean;
}

/** Whether a step writes to the lead: an invite without a note does not. */
export function isMessage(node: FlowNode): node is StepNode {
  if (node.kind !== 'step') return false;
  const { is_message, needs_message } = stepKind(node.type);
  return is_message && (needs_message || !isBlank(node.message ?? ''));
}

/** What the order, number and distance of messages cost. Each fault counts once, where it is worst. */
export function scoreSequence(flow: Flow): CampaignLoss[] {
  const paths = flow
    .filter(({ id }) => !flow.some(({ parent_id }) => parent_id === id))
    .map((end) => listTouches(flow, end));
  const used = paths.filter((path) => path.length > 0);
  if (used.length === 0) return [];
  const worst = new Map<string, CampaignLoss>();
  const found = [...judgeCount(used), ...used.flatMap((path) => [...judgeGaps(path), ...judgeDays(path)])];
  for (const loss of found) if ((worst.get(loss.id)?.points ?? 0) < loss.points) worst.set(loss.id, loss);
  return [...worst.values()];
}

/** The messages on the way to a node, in their order. */
function listTouches(flow: Flow, end: FlowNode): Touch[] {
  const touches: Touch[] = [];
  const path = ancestorsOf(flow, end.id).toReversed();
  let at = 0;
  let is_awaited = false;
  for (const [index, node] of path.entries()) {
    // A yes ends the wait: its days are the most, not those that pass.
    const endsEarly = isWait(node.type) && path[index + 1]?.branch === 'yes';
    is_awaited ||= endsEarly && touches.length > 0;
    if (touches.length > 0 && !endsEarly) at += delayInHours(node);
    if (!isMessage(node)) continue;
    touches.push({ node, at, is_awaited });
    is_awaited = false;
  }
  return touches;
}

const loss = (id: string, points: number, text: string, step_id: number | null = null): CampaignLoss => ({
  ...{ id, line: 'sequence', points, text, step_id },
});

function judgeCount(paths: readonly Touch[][]): CampaignLoss[] {
  const longest = paths.reduce((most, path) => (path.length > most.length ? path : most));
  const emails = paths
    .map((path) => path.filter(({ node }) => node.type === 'EMAIL'))
    .reduce((most, path) => (path.length > most.length ? path : most));
  const { most_emails, most_messages } = SEQUENCE_ADVICE;
  const found: CampaignLoss[] = [];
  if (longest.length === 1)
    found.push(loss('once', 10, say('It writes once. Add one or two follow-ups, each with something new.')));
  if (emails.length > most_emails)
    found.push(
      loss(
        'emails',
        8,
        say('{emails} emails to one lead wear out. Keep the best {most}.', {
          emails: emails.length,
          most: most_emails,
        }),
        emails[most_emails]?.node.id,
      ),
    );
  if (longest.length > most_messages)
    found.push(
      loss(
        'messages',
        6,
        say('{messages} messages to one lead are too many. Keep the best {most}.', {
          messages: longest.length,
          most: most_messages,
        }),
        longest[most_messages]?.node.id,
      ),
    );
  return found;
}

function judgeGaps(path: readonly Touch[]): CampaignLoss[] {
  const { least_gap_in_hours, most_gap_in_days } = SEQUENCE_ADVICE;
  return path.slice(1).flatMap(({ node, at, is_awaited }, index): CampaignLoss[] => {
    const gap = at - path[index]!.at;
    if (gap < least_gap_in_hours && is_awaited) return [];
    if (gap < least_gap_in_hours)
      return [loss('gap_short', 10, say('Two messages are less than a day apart. Wait two days or more.'), node.id)];
    const days = Math.floor(gap / 24);
    if (days <= most_gap_in_days) return [];
    const text = say(
      '{days} days pass before a message. After {most} days it reads like a first one: shorten the wait.',
      {
        days,
        most: most_gap_in_days,
      },
    );
    return [loss('gap_long', 4, text, node.id)];
  });
}

function judgeDays(path: readonly Touch[]): CampaignLoss[] {
  const { least_days, most_days } = SEQUENCE_ADVICE;
  const days = Math.floor((path.at(-1)?.at ?? 0) / 24);
  if (path.length >= 3 && days < least_days && !path.some(({ is_awaited }) => is_awaited)) {
    const values = { messages: path.length, days };
    const text =
      days > 1
        ? say('{messages} messages within {days} days feel like pressure. Spread them over two weeks.', values)
        : say('{messages} messages within a day feel like pressure. Spread them over two weeks.', values);
    return [loss('days_short', 6, text)];
  }
  if (days <= most_days) return [];
  return [
    loss(
      'days_long',
      4,
      say('It takes {days} days. End within {most} with a polite last message.', { days, most: most_days }),
    ),
  ];
}
