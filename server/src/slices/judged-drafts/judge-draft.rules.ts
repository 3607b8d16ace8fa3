import { foldCase, toSingleLine } from '@overture/domain/text/text';
import { isPlain } from '../ai-segments/index.ts';
import { type Evidence, holdCitations, type QuotedSource } from '../quoted-sources/index.ts';
import { COMMITMENTS, OURSELVES } from './promise-words.rules.ts';
import { type Mention, mentionsIn } from './promises.rules.ts';

/** Why a sentence was left out, as the user sees it. */
export type LeftOut = 'price' | 'time' | 'number' | 'claim' | 'unsafe';

/** A sentence as the model writes it, with the sources it names. */
export interface DraftSentence {
  text: string;
  purpose: Purpose;
  starts_paragraph: boolean;
  sources: readonly { id: string; quote: string }[];
}

export interface DraftFacts {
  /** The rules the model was given: a sentence that repeats them follows an injected instruction. */
  rules: string;
  /** The organization's own knowledge, and the user's own draft: everything in them may be said. */
  trusted: readonly QuotedSource[];
  /** What we wrote to the lead: may be repeated, but is no source of times and prices. */
  own: readonly QuotedSource[];
  /** What the lead wrote; never a source. */
  lead_texts: readonly string[];
  /** Names of the lead, their company and the sender. */
  names: readonly (string | null)[];
  /** The lead's own domain: the only one a sentence may name. */
  domain: string | null;
  /** All nouns are written large there: names cannot be told by their letters. */
  is_german: boolean;
}

/** A sentence that may stay, and what it rests on. */
export interface JudgedSentence extends Pick<DraftSentence, 'text' | 'purpose' | 'starts_paragraph'> {
  evidence: readonly Evidence[];
}

export interface JudgedDraft {
  sentences: JudgedSentence[];
  paragraphs: string[];
  /** Titles of the sources that sentences rest on. */
  sources: string[];
  left_out: { reason: LeftOut; text: string }[];
  /** True when something is left that answers or asks: a greeting alone is no reply. */
  says_something: boolean;
}

const MAX_SENTENCES = 16;
/** A sentence without a source is short: a greeting names the lead, the others thank, ask or close. */
const MAX_WORDS_UNSOURCED = { greeting: 6, thanks: 18, closing: 18, question: 30, answer: 0 } as const;
/**
 * A sentence that repeats this many words in a row of the lead, or of the model's instructions, follows an injected
 * instruction.
 */
const WORDS_REPEATED = { sourced: 6, unsourced: 4 } as const;

/**
 * The sentences of a draft that may stay. Each is plain and has no price, time or number that the trusted sources lack. It
 * either has a source that says it, or says nothing about us and promises nothing. The lead's own words are never a source.
 */
export function judgeDraft(draft: { sentences: readonly DraftSentence[] }, asked: DraftFacts): JudgedDraft {
  const known = indexFacts(asked);
  const judged: JudgedDraft = { sentences: [], paragraphs: [], sources: [], left_out: [], says_something: false };
  for (const sentence of draft.sentences.slice(0, MAX_SENTENCES)) {
    const text = toSingleLine(sentence.text.normalize('NFC'));
    if (text === '') continue;
    const evidence = holdCitations(sentence.sources, [...asked.trusted, ...asked.own]);
    const reason = findFault(text, evidence.length > 0 ? evidence : sentence.purpose, known, asked);
    if (reason !== null) {
      judged.left_out.push({ reason, text });
      continue;
    }
    const { purpose, starts_paragraph } = sentence;
    judged.sentences.push({ text, purpose, starts_paragraph, evidence });
    const last = judged.paragraphs.length - 1;
    if (last < 0 || starts_paragraph) judged.paragraphs.push(text);
    else judged.paragraphs[last] = `${judged.paragraphs[last]} ${text}`;
    judged.sources.push(
      ...evidence.map(({ source }) => source.title).filter((title) => !judged.sources.includes(title)),
    );
    if (evidence.length > 0 || purpose === 'question') judged.says_something = true;
  }
  return judged;
}

interface Known {
  /** Keys of what the trusted sources mention. */
  trusted: ReadonlySet<string>;
  /** Numbers that only a question may name again. */
  spoken: ReadonlySet<string>;
  vocabulary: ReadonlySet<string>;
  /** Words of the lead and of the task in a row. */
  runs: { sourced: ReadonlySet<string>; unsourced: ReadonlySet<string> };
}

function indexFacts({ rules, trusted, own, lead_texts, names }: DraftFacts): Known {
  const texts = (sources: readonly QuotedSource[]) => sources.map(({ text, title }) => `${title}\n${text}`).join('\n');
  const keys = (text: string) => mentionsIn(text).map(({ key }) => key);
  const said = lead_texts.join('\n');
  return {
    trusted: new Set(keys(texts(trusted))),
    spoken: new Set(keys(`${texts(own)}\n${said}`).filter((key) => key.startsWith('number:'))),
    vocabulary: new Set([...splitWords(texts(trusted)), ...splitWords(texts(own)), ...splitWords(names.join(' '))]),
    runs: {
      sourced: runsIn([...lead_texts, rules], WORDS_REPEATED.sourced),
      unsourced: runsIn([...lead_texts, rules], WORDS_REPEATED.unsourced),
    },
  };
}

type Purpose = keyof typeof MAX_WORDS_UNSOURCED;

/** @param basis what the sentence rests on, or what it is for where it rests on nothing */
function findFault(
  text: string,
  basis: readonly Evidence[] | Purpose,
  known: Known,
  asked: DraftFacts,
): LeftOut | null {
  if (!isPlain(text, asked.domain)) return 'unsafe';
  const words = splitWords(text);
  const length = typeof basis === 'string' ? 'unsourced' : 'sourced';
  if (listRuns(words, WORDS_REPEATED[length]).some((run) => known.runs[length].has(run))) return 'unsafe';
  const isQuestion = /\?["'”’)]?$/.test(text);
  // Ordinary speech: 'two of you'. What rests on a source is a claim, and its numbers must be known.
  const isSpeech = isQuestion || typeof basis === 'string';
  const strange = mentionsIn(text).filter(({ key, is_small }) => !known.trusted.has(key) && !(is_small && isSpeech));
  const fault = strange.find((mention) => !mayAsk(mention, isQuestion, known));
  if (fault) return fault.kind;
  if (hasStrangeName(text, known, asked, isQuestion)) return 'claim';
  const mayStand =
    typeof basis === 'string' ? isHarmless(words, isQuestion ? 'question' : basis) : isFrom(words, basis);
  return mayStand ? null : 'claim';
}

/** A question may name what the lead's own numbers are about, and say 'next week': it promises nothing. */
function mayAsk({ kind, key }: Mention, isQuestion: boolean, known: Known): boolean {
  if (!isQuestion || kind === 'price') return false;
  if (kind === 'number') return known.spoken.has(key) || /^number:(?:15|20|30)$/.test(key);
  return /^(?:next:|span:(?:10|15|20|30)minute)/.test(key);
}

/** Without a source a sentence may thank, ask and offer to talk, but say nothing of us and take nothing upon us. */
function isHarmless(words: readonly string[], purpose: Purpose): boolean {
  if (words.length > MAX_WORDS_UNSOURCED[purpose]) return false;
  return purpose === 'question' || !words.some((word) => COMMITMENTS.has(word) || OURSELVES.has(word));
}

/** Of the telling words of a sentence that takes something upon us, how many its source has at the least. */
const LEAST_SHARED = 1 / 3;

/** A quote that is there does not make true what is written beside it: a commitment must share its words. */
function isFrom(words: readonly string[], evidence: readonly Evidence[]): boolean {
  const commits = words.some((word) => COMMITMENTS.has(word));
  if (!commits) return true;
  const read = new Set(evidence.flatMap(({ quote }) => listBeginnings(splitWords(quote))));
  const own = listBeginnings(words);
  return own.filter((word) => read.has(word)).length >= own.length * LEAST_SHARED;
}

function listBeginnings(words: readonly string[]): string[] {
  return words.filter((word) => word.length > 3).map((word) => word.slice(0, 5));
}

/** A name that neither our own texts nor the lead's record know: a model that remembers or obeys brings them. */
function hasStrangeName(text: string, known: Known, { is_german }: DraftFacts, isQuestion: boolean): boolean {
  const tokens = text.match(/[\p{L}\p{N}]+(?:[-'’][\p{L}\p{N}]+)*/gu) ?? [];
  return tokens.some((token, index) => {
    const isShouted = /^\p{Lu}{4,}$/u.test(token);
    if (!isShouted && (is_german || isQuestion || index === 0 || !/^\p{Lu}\p{L}{2,}/u.test(token))) return false;
    if (!isShouted && /[.!?:,;]\s*$/.test(text.slice(0, text.indexOf(token)))) return false;
    return !splitWords(token).every((word) => known.vocabulary.has(word) || WRITTEN_LARGE.has(word));
  });
}

/** Words that languages write large within a sentence though they are no names. */
const WRITTEN_LARGE = new Set(['sie', 'ihnen', 'ihr', 'ihre', 'u', 'uw', 'lei', 'suo', 'usted', 'ai', 'crm', 'erp']);

function splitWords(text: string): string[] {
  return foldCase(text.normalize('NFC')).match(/[\p{L}\p{N}']+/gu) ?? [];
}

function listRuns(words: readonly string[], length: number): string[] {
  return words
    .slice(0, Math.max(0, words.length - length + 1))
    .map((_, index) => words.slice(index, index + length).join(' '));
}

function runsIn(texts: readonly string[], length: number): Set<string> {
  return new Set(texts.flatMap((text) => listRuns(splitWords(text), length)));
}
