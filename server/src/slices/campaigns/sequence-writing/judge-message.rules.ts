import type { LeftOutOfMessage, SequenceAngle, SequenceMessage } from '@overture/contract/sequence-writing';
import { SEQUENCE_LIMITS } from '@overture/domain/campaign/sequence-limits';
import { CHARACTER_LIMITS } from '@overture/domain/limits';
import { countCharacters } from '@overture/domain/message/message-length';
import { writeOutputForm } from '@overture/domain/message/template/labels';
import type { Variable } from '@overture/domain/message/tokens';
import { foldCase, toSingleLine } from '@overture/domain/text/text';
import { cutText } from '@overture/domain/text/text-bounds';
import { type DraftFacts, type JudgedSentence, judgeDraft } from '../../judged-drafts/index.ts';
import { addressesModel, type QuotedSource } from '../../quoted-sources/index.ts';
import { type EarlierMessage, type ModelAngles, type ModelMessage, SEQUENCE_RULES } from './sequence-prompt.rules.ts';

export interface JudgedMessage extends Omit<SequenceMessage, 'credits'> {
  /** Something is left beside a greeting. */
  says_something: boolean;
}

/** What the model's answer is held against. */
export interface SequenceFacts {
  sources: readonly QuotedSource[];
  variables: readonly Variable[];
  /** Of these, the ones that some leads lack, and the ones that are used with a fallback only. */
  lacking: readonly Variable[];
  needs_fallback: readonly Variable[];
  /** What leads and other texts say: never a source. */
  foreign: readonly string[];
  names: readonly (string | null)[];
  is_german: boolean;
  /** Messages that the reader has by then. */
  earlier: readonly EarlierMessage[];
  max_characters: number;
  takes_subject: boolean;
}

const MAX_SENTENCES = 24;
const MAX_ANGLES = 12;
const LONGEST_SENTENCE = 600;
const PURPOSES = {
  greeting: 'greeting',
  opening: 'thanks',
  claim: 'answer',
  question: 'question',
  closing: 'closing',
} as const;

/** A variable as a name while its sentence is judged: brackets are never left in one. */
const standIn = (name: Variable): string => `Variable${name.replaceAll('_', '')}`;

/** The message that may be kept of an answer: every sentence plain, known and new, and all of them within the limit. */
export function judgeMessage(answer: ModelMessage, facts: SequenceFacts): JudgedMessage {
  const left_out: JudgedMessage['left_out'] = [];
  const drop = (reason: LeftOutOfMessage, text: string) => left_out.push({ reason, text: cutText(text, 300) });
  const said = facts.earlier.map(({ message }) => new Set(listGroups(message)));
  const fallbacks = listFallbacks(answer, facts);
  const given = answer.sentences.slice(0, MAX_SENTENCES).flatMap((sentence) => {
    const text = withoutDefaults(toSingleLine(cutText(sentence.text, LONGEST_SENTENCE).normalize('NFC')));
    const reason = findOwnFault(text, sentence, { ...facts, fallbacks }, said);
    if (reason !== null) drop(reason, text);
    return reason === null
      ? [{ ...sentence, text: hideVariables(text, facts), purpose: PURPOSES[sentence.purpose] }]
      : [];
  });
  const judged = judgeDraft({ sentences: given }, toDraftFacts(facts));
  for (const { reason, text } of judged.left_out) drop(reason, showVariables(text, facts));
  const shown = judged.sentences.map((sentence) => ({
    ...sentence,
    text: showVariables(sentence.text, facts, fallbacks),
  }));
  const { kept, dropped } = fitSentences(shown, facts.max_characters);
  for (const { text } of dropped) drop('too_long', text);
  const subject_line = facts.takes_subject
    ? judgeSubject(withoutDefaults(answer.subject_line), { ...facts, fallbacks })
    : '';
  if (subject_line === null) drop('claim', toSingleLine(cutText(answer.subject_line, CHARACTER_LIMITS.subject)));
  return {
    subject_line: subject_line ?? '',
    message: joinSentences(kept),
    why: judgeWhy(answer.why),
    claims: kept.flatMap(listClaims),
    left_out,
    says_something: kept.some(({ purpose, evidence }) => evidence.length > 0 || purpose === 'question'),
  };
}

function toDraftFacts({ sources, variables, foreign, names, is_german }: SequenceFacts): DraftFacts {
  return {
    rules: SEQUENCE_RULES,
    trusted: sources,
    own: [],
    lead_texts: foreign,
    names: [...names, ...variables.map(standIn)],
    domain: null,
    is_german,
  };
}

/** Verbs of one who claims to know something of the reader. */
const PRETENDS =
  /\b(?:i|we|ich|wir|ik|wij|je|j['’]ai|nous|ho|abbiamo|vi|li)\s{1,3}(?:just\s{1,3}|recently\s{1,3}|habe\s{1,3}|hebben?\s{1,3}|ai\s{1,3})?(?:saw|noticed|read|heard|came across|was impressed|gesehen|gelesen|gezien|gelezen|vu|lu|visto|letto|notei)\b|\bcongratulations\b|\bcongrats\b|\bglückwunsch\b|\bgefeliciteerd\b|\bfélicitations\b|\benhorabuena\b|\bcomplimenti\b|\bparabéns\b/iu;

/** A note for the user, in plain words: links, addresses and markup are not the model's to show. */
function judgeWhy(given: string): string {
  const text = toSingleLine(cutText(given, SEQUENCE_LIMITS.why));
  return /[<>{}@\\]|\/\/|www\./i.test(text) || addressesModel(text) ? '' : text;
}

type Fallbacks = ReadonlyMap<string, string>;

/** A few words: a figure or a sign in them would be said without a source. */
const FALLBACK = /^[\p{L}\p{M}][\p{L}\p{M} '’-]{0,39}$/u;
const MAX_FALLBACKS = 20;

/** Fallback words of variables that some leads lack. */
function listFallbacks({ fallbacks }: ModelMessage, { lacking }: SequenceFacts): Fallbacks {
  const given = fallbacks.slice(0, MAX_FALLBACKS).map(({ variable, text }) => [variable, toSingleLine(text)] as const);
  return new Map(given.filter(([name, text]) => lacking.some((one) => one === name) && FALLBACK.test(text)));
}

/** A model that is shown a message with fallbacks may write some itself: they are added again from its list. */
const WITH_DEFAULT = /\{\{\s{0,5}([\w.]{1,60})\s{0,5}\|\s{0,5}default:[^{}]{0,80}\}\}/g;
const withoutDefaults = (text: string): string => text.replaceAll(WITH_DEFAULT, '{{$1}}');

function findOwnFault(
  text: string,
  { purpose, sources }: Pick<ModelMessage['sentences'][number], 'purpose' | 'sources'>,
  facts: SequenceFacts & { fallbacks: Fallbacks },
  said: readonly ReadonlySet<string>[],
): LeftOutOfMessage | null {
  const names = [...text.matchAll(/\{\{\s{0,5}([\w.]{1,60})\s{0,5}\}\}/g)].map(([, name]) => name);
  const isUsable = (name = '') =>
    (facts.variables as readonly string[]).includes(name) &&
    (facts.fallbacks.has(name) || !(facts.needs_fallback as readonly string[]).includes(name));
  if (!names.every(isUsable)) return 'variable';
  if (sources.length === 0 && PRETENDS.test(text)) return 'claim';
  return purpose !== 'greeting' && isRepeated(text, said) ? 'repeated' : null;
}

const WORDS_IN_GROUP = 4;
/** Of the groups of four words of a sentence, how many an earlier message may have. */
const MOST_REPEATED = 0.4;

/** @param said groups of words of each earlier message */
function isRepeated(text: string, said: readonly ReadonlySet<string>[]): boolean {
  const own = listGroups(text);
  return said.some((groups) => own.filter((group) => groups.has(group)).length > own.length * MOST_REPEATED);
}

function listGroups(text: string): string[] {
  const words = foldCase(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.slice(WORDS_IN_GROUP - 1).map((_, index) => words.slice(index, index + WORDS_IN_GROUP).join(' '));
}

function hideVariables(text: string, { variables }: SequenceFacts): string {
  return variables.reduce((all, name) => all.replaceAll(variablePattern(name), standIn(name)), text);
}

function showVariables(text: string, { variables }: SequenceFacts, fallbacks: Fallbacks = new Map()): string {
  const write = (name: Variable) => writeOutputForm({ name, fallback: fallbacks.get(name) ?? null, letters: null });
  return variables.reduce((all, name) => all.replaceAll(standIn(name), write(name)), text);
}

const variablePattern = (name: Variable): RegExp => new RegExp(`\\{\\{\\s{0,5}${name}\\s{0,5}\\}\\}`, 'g');

/** Sentences within a limit: of those between greeting and end the last ones go first. */
function fitSentences(sentences: readonly JudgedSentence[], limit: number) {
  const kept = [...sentences];
  const dropped: JudgedSentence[] = [];
  while (kept.length > 0 && countCharacters(joinSentences(kept)) > limit) {
    const at = kept.findLastIndex(({ purpose }) => purpose === 'answer' || purpose === 'thanks');
    dropped.push(...kept.splice(at === -1 ? kept.length - 1 : at, 1));
  }
  return { kept, dropped };
}

function joinSentences(sentences: readonly JudgedSentence[]): string {
  return sentences
    .map(({ text, starts_paragraph }, index) => (index === 0 ? text : `${starts_paragraph ? '\n\n' : ' '}${text}`))
    .join('');
}

function listClaims({ text, evidence }: JudgedSentence): SequenceMessage['claims'] {
  return evidence.map(({ source, quote }) => ({ text, source: source.title, quote: cutText(quote, 300) }));
}

/** A subject that claims nothing; null for any other. */
function judgeSubject(given: string, facts: SequenceFacts & { fallbacks: Fallbacks }): string | null {
  const text = toSingleLine(cutText(given, CHARACTER_LIMITS.subject));
  if (text === '' || findOwnFault(text, { purpose: 'greeting', sources: [] }, facts, []) !== null) return null;
  const sentence = {
    text: hideVariables(text, facts),
    purpose: 'closing',
    starts_paragraph: true,
    sources: [],
  } as const;
  const [kept] = judgeDraft({ sentences: [sentence] }, toDraftFacts(facts)).sentences;
  return kept === undefined ? null : showVariables(kept.text, facts, facts.fallbacks);
}

export interface JudgedAngles {
  angles: SequenceAngle[];
  left_out: { reason: LeftOutOfMessage; text: string }[];
}

/** The angles whose sources say them, each title once. */
export function judgeAngles({ angles }: ModelAngles, facts: SequenceFacts): JudgedAngles {
  const judged: JudgedAngles = { angles: [], left_out: [] };
  for (const angle of angles.slice(0, MAX_ANGLES)) {
    const [title, summary] = [angle.title, angle.summary].map((text) =>
      hideVariables(toSingleLine(cutText(text, LONGEST_SENTENCE)), facts),
    );
    const part = (text: string) =>
      ({ text, purpose: 'answer', starts_paragraph: true, sources: angle.sources }) as const;
    const { sentences, left_out } = judgeDraft(
      { sentences: [part(title ?? ''), part(summary ?? '')] },
      toDraftFacts(facts),
    );
    const [first, second] = sentences;
    judged.left_out.push(...left_out);
    if (!first || !second || judged.angles.some((other) => other.title === first.text)) continue;
    judged.angles.push({
      title: showVariables(first.text, facts),
      summary: showVariables(second.text, facts),
      sources: listClaims(second),
    });
  }
  return { ...judged, angles: judged.angles.slice(0, SEQUENCE_LIMITS.angles) };
}
