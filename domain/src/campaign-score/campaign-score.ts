import { contentOf, listVariants } from '../flow/ab-variant.ts';
import { ancestorsOf, type Flow, walkFlow } from '../flow/flow.ts';
import { stepKind } from '../flow/step-types.ts';
import { scoreMessage } from '../message/advice/message-score.ts';
import type { Language } from '../message/languages.ts';
import type { KnownKeys } from '../message/resolve.ts';
import { say, toSay } from '../text/say.ts';
import { type CampaignLoss, LINES, type ScoreLine } from './score-lines.ts';
import { NO_SENDER, type ScoredSender, scoreSenders } from './sender-score.ts';
import { isMessage, scoreSequence } from './sequence-score.ts';

export interface CampaignScore {
  /** 0 to 100. It compares campaigns with each other and promises no place in an inbox. */
  points: number;
  lines: { line: ScoreLine; lost: number; text: string; losses: CampaignLoss[] }[];
}

export interface ScoredCampaign {
  flow: Flow;
  /** Its mailboxes. */
  senders: readonly ScoredSender[];
  language: Language;
  /** Size of the files of a step, by its id. */
  attachments: ReadonlyMap<number, number>;
  known?: KnownKeys;
}

/** The score of a campaign by rules alone: three lines, and a sentence with its remedy for each point that is lost. */
export function scoreCampaign(given: ScoredCampaign): CampaignScore {
  const hasEmails = given.flow.some(({ type }) => type === 'EMAIL');
  const hasMessages = given.flow.some(isMessage);
  const found: Record<ScoreLine, CampaignLoss[]> = {
    sender: hasEmails ? scoreSenders(given.senders) : [],
    sequence: scoreSequence(given.flow),
    writing: scoreWriting(given),
  };
  const lines = LINE_ORDER.map((line) => {
    const losses = withinLine(found[line], LINES[line]);
    const lost = losses.reduce((sum, { points }) => sum + points, 0);
    const isEmpty = line === 'sender' ? !hasEmails : !hasMessages;
    const praise = isEmpty ? NOTHING[line] : PRAISE[line];
    const blame = losses.some(({ id }) => id === NO_SENDER) ? NOT_CHOSEN : BLAME[line];
    return { line, lost, text: say(lost === 0 ? praise : blame), losses };
  });
  return { points: 100 - lines.reduce((sum, { lost }) => sum + lost, 0), lines };
}

const LINE_ORDER: readonly ScoreLine[] = ['sender', 'sequence', 'writing'];

const PRAISE: Record<ScoreLine, string> = toSay({
  sender: 'The records of the mailboxes are right, and few emails bounce.',
  sequence: 'Number and distance of the messages are fine.',
  writing: 'The messages are clear and personal.',
});
const BLAME: Record<ScoreLine, string> = toSay({
  sender: 'Providers may distrust what the mailboxes send.',
  sequence: 'The order of the messages may cost replies.',
  writing: 'Some messages can be written better.',
});
const [NOT_CHOSEN] = toSay(['Without a mailbox nothing can be said of it yet.']);
const NOTHING: Record<ScoreLine, string> = toSay({
  sender: 'It sends no emails: LinkedIn accounts have no records to check.',
  sequence: 'It sends no messages yet, so nothing is judged.',
  writing: 'There is no text to judge.',
});

/** The worst first. What a line may cost at most is shared out, so each loss keeps its points. */
function withinLine(losses: readonly CampaignLoss[], most: number): CampaignLoss[] {
  let left = most;
  return losses
    .toSorted((one, other) => other.points - one.points)
    .flatMap((loss) => {
      const points = Math.min(loss.points, left);
      left -= points;
      return points > 0 ? [{ ...loss, points }] : [];
    });
}

/** What each message costs of its share, by its weakest variant. */
function scoreWriting({ flow, language, attachments, known }: ScoredCampaign): CampaignLoss[] {
  const steps = walkFlow(flow).filter((node) => node.kind === 'step');
  const messages = steps.filter(isMessage);
  return messages.flatMap((step): CampaignLoss[] => {
    const { channel, takes_subject, needs_message } = stepKind(step.type);
    const about = {
      ...{ channel, takes_subject, needs_message, language },
      is_first_mail: step.type === 'EMAIL' && ancestorsOf(flow, step.parent_id).every(({ type }) => type !== 'EMAIL'),
      attachments_in_bytes: attachments.get(step.id) ?? 0,
      ...(known === undefined ? {} : { known }),
    };
    const scores = listVariants(step).map((variant) => {
      const { subject_line, message } = contentOf(step, variant);
      return scoreMessage({ ...about, subject: subject_line, message });
    });
    const worst = scores.reduce((one, other) => (other.points < one.points ? other : one));
    const points = Math.round(((100 - worst.points) * LINES.writing) / 100 / messages.length);
    const [reason] = worst.losses;
    if (points === 0 || reason === undefined) return [];
    const values = { number: steps.indexOf(step) + 1, score: worst.points, reason: reason.text };
    const text = say('The message of step {number} has {score} of 100 points. {reason}', values);
    return [{ id: `message ${step.id}`, line: 'writing', points, text, step_id: step.id }];
  });
}
