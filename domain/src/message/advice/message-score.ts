import { say, toSay } from '../../text/say.ts';
import type { Language } from '../languages.ts';
import { findPlaceholders } from '../placeholders.ts';
import { findTemplateProblem, type KnownKeys } from '../resolve.ts';
import { parseSegments, type Segment } from '../tokens.ts';
import { type Advice, type AdvisedMessage, adviseMessage } from './message-advice.ts';
import { countWords, listSentences, proseOf } from './message-prose.ts';
import { canFix, LONGEST_SENTENCE, SCORE_FIXES, type ScoreFix } from './score-fixes.ts';

/** What a message is scored for, one sentence each. */
const SCORE_AREAS = ['readable', 'personal', 'trusted'] as const;
export type ScoreArea = (typeof SCORE_AREAS)[number];

export interface ScoreLoss extends Advice {
  area: ScoreArea;
  points: number;
  /** What one click changes; null where a person has to write. */
  fix: ScoreFix | null;
}

export interface MessageScore {
  /** 0 to 100. It compares texts with each other and promises no place in an inbox. */
  points: number;
  sentences: { area: ScoreArea; text: string; lost: number }[];
  losses: ScoreLoss[];
}

export interface ScoredMessage extends AdvisedMessage {
  language: Language;
  known?: KnownKeys;
}

/** Points that an advice costs, and what it is about. Placeholders of other tools have the name of their kind. */
const COSTS: Record<string, [ScoreArea, number]> = {
  message: ['readable', 100],
  subject: ['trusted', 15],
  unsubscribe_link: ['trusted', 15],
  placeholder: ['trusted', 15],
  variable: ['trusted', 25],
  subject_long: ['readable', 5],
  length: ['readable', 12],
  sentences: ['readable', 8],
  reading: ['readable', 8],
  spaces: ['readable', 2],
  links: ['trusted', 10],
  shortener: ['trusted', 10],
  link_text: ['trusted', 10],
  attachments: ['trusted', 8],
  options: ['readable', 3],
  exclamations: ['trusted', 5],
  capitals: ['trusted', 6],
  sales_talk: ['trusted', 12],
  greeting: ['personal', 8],
  personal: ['personal', 20],
  name_only: ['personal', 5],
  no_question: ['personal', 12],
  questions: ['personal', 6],
  empty_follow_up: ['personal', 12],
};

/** The score of a message by rules alone: what is lost, why, and what to do about it. */
export function scoreMessage(given: ScoredMessage): MessageScore {
  const text = proseOf(parseSegments(given.message));
  const losses = [...adviseMessage(given), ...judge(given, text)].map((advice) => toLoss(advice, given));
  const lost = (area: ScoreArea) =>
    losses.filter((loss) => loss.area === area).reduce((sum, { points }) => sum + points, 0);
  const sentences = SCORE_AREAS.map((area) => ({
    area,
    lost: lost(area),
    text: lost(area) === 0 ? praise(area, given, text) : blame(area, lost(area)),
  }));
  const total = losses.reduce((sum, { points }) => sum + points, 0);
  return {
    points: Math.max(0, 100 - total),
    sentences,
    losses: losses.toSorted((a, b) => Number(b.kind === 'error') - Number(a.kind === 'error') || b.points - a.points),
  };
}

function toLoss(advice: Advice, { subject, message, language }: ScoredMessage): ScoreLoss {
  const kind = advice.id.split(' ', 1)[0] ?? '';
  const [area, points] = COSTS[kind] ?? ['readable', 2];
  const fix = SCORE_FIXES.find((one) => one === kind) ?? null;
  const isPossible = fix !== null && canFix(fix, { subject, message }, language);
  return { ...advice, area, points, fix: isPossible ? fix : null };
}

function praise(area: ScoreArea, { message }: ScoredMessage, text: string): string {
  const words = countWords(text);
  if (area === 'readable')
    return words === 1
      ? say('Easy to read: 1 word in short sentences.')
      : say('Easy to read: {words} words in short sentences.', { words });
  if (area === 'trusted') return say('Nothing in it looks like advertising.');
  const names = countNames(parseSegments(message));
  return names === 0 ? say('It gets to the point.') : say('Written to one person, with something to answer.');
}

const BLAME: Record<ScoreArea, string> = toSay({
  readable: 'It takes more time to read than it should',
  personal: 'It could be sent to anyone, or leaves nothing to answer',
  trusted: 'Filters or readers may distrust it',
});
const blame = (area: ScoreArea, lost: number): string => `${say(BLAME[area])} (−${lost}).`;

const advice = (id: string, text: string): Advice => ({ id, kind: 'advice', text });

/** What the score asks beyond the advice about every message. */
function judge(given: ScoredMessage, text: string): Advice[] {
  if (countWords(text) === 0) return [];
  return [...judgeVariables(given), ...judgeReading(given, text), ...judgePerson(given, text)];
}

/** Placeholders of other tools have an advice of their own. */
function judgeVariables({ subject, message, known }: ScoredMessage): Advice[] {
  if ([subject, message].some((text) => findPlaceholders(text).some(({ is_certain }) => is_certain))) return [];
  const problem = findTemplateProblem(message, known) ?? findTemplateProblem(subject, known);
  // The field itself says which.
  return problem === null
    ? []
    : [{ id: 'variable', kind: 'error', text: say('A variable or condition in it is broken.') }];
}

/** Words of a follow-up, of a message on LinkedIn, and of a note. */
const MOST_WORDS = { email: 125, linkedin: 100, phone: 400 } as const;
/** LIX above this reads like a report; German joins words that other languages write apart. */
const HARDEST = { de: 62, other: 55 } as const;
/** Fewer sentences say nothing about a text. */
const LEAST_WORDS = 25;

function judgeReading({ channel, is_first_mail, language }: ScoredMessage, text: string): Advice[] {
  const found: Advice[] = [];
  const words = countWords(text);
  const most = MOST_WORDS[channel];
  if (!is_first_mail && words > most)
    found.push(
      advice(
        'length',
        say('It has {words} words. Cut about {cut}: one thought is enough.', { words, cut: words - most }),
      ),
    );
  const longest = listSentences(text).reduce((most, sentence) => Math.max(most, countWords(sentence)), 0);
  if (longest > LONGEST_SENTENCE)
    found.push(
      advice(
        'sentences',
        say('One sentence has {longest} words. Split it: above {most} people read twice.', {
          longest,
          most: LONGEST_SENTENCE,
        }),
      ),
    );
  const level = computeLix(text);
  if (words >= LEAST_WORDS && level > (language === 'de' ? HARDEST.de : HARDEST.other))
    found.push(advice('reading', say('It reads like a report. Use shorter words, as you would say it on the phone.')));
  return found;
}

/** Words a sentence and the share of words over six letters: 30 is a novel, 60 a law. */
export function computeLix(text: string): number {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  const sentences = Math.max(1, listSentences(text).length);
  const long = words.filter((word) => word.length > 6).length;
  return words.length === 0 ? 0 : Math.round(words.length / sentences + (100 * long) / words.length);
}

const MOST_QUESTIONS = 2;

function judgePerson({ channel, message, needs_message }: ScoredMessage, text: string): Advice[] {
  const segments = parseSegments(message);
  const found: Advice[] = [];
  const names = countNames(segments);
  const isOnlyName = names > 0 && segments.every((part) => !isName(part) || isFirstName(part));
  if (names === 0)
    found.push(advice('personal', say('Nothing in it is about this reader. Begin with their first name.')));
  else if (isOnlyName && channel === 'email')
    found.push(advice('name_only', say('Only the name is theirs. Say why you write to this company or this job.')));
  const questions = (text.match(/[?？]/g) ?? []).length;
  // A note asks by being an invite.
  if (questions === 0 && needs_message && channel !== 'phone')
    found.push(advice('no_question', say('It asks nothing. End with one question that is quick to answer.')));
  if (questions > MOST_QUESTIONS)
    found.push(
      advice(
        'questions',
        say('{questions} questions are hard to answer. Keep the one that matters most.', { questions }),
      ),
    );
  return found;
}

const NAMED = new Set<Segment['kind']>(['variable', 'expression', 'snippet', 'research']);
const isName = ({ kind }: Segment): boolean => NAMED.has(kind);
const isFirstName = (part: Segment): boolean =>
  (part.kind === 'variable' && /^(?:first|last)_name$/.test(part.name)) ||
  (part.kind === 'expression' && /\{\{\s*(?:first|last)_name\b/.test(part.source));
const countNames = (segments: readonly Segment[]): number => segments.filter(isName).length;
