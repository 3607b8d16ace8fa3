import { findAway } from '../mail/absence-note.ts';
import { RECEIPT } from '../mail/auto-reply-words.ts';
import { ABSENT_MACHINE } from '../mail/note-words.ts';
import {
  type FoundPhrase,
  findPhrases,
  indexPhrases,
  type Phrases,
  type Sentence,
  splitSentences,
} from '../phrases/find-phrases.ts';
import { INTERESTED_WORDS, NOT_INTERESTED_WORDS } from '../phrases/interest-words.ts';
import { detectOptOut, type OptOut } from '../phrases/opt-out.ts';
import { cutText, TEXT_BOUNDS } from '../text/text-bounds.ts';
import { findLaterWish } from './later/later-wish.ts';
import type { ReplyClass } from './reply-classes.ts';
import { LEFT_WORDS, WRONG_PERSON_WORDS } from './words/leaving-words.ts';

/** What a message is taken for, how surely, and the words that decided. */
export interface FoundClass {
  class: ReplyClass;
  /** 0 to 1. */
  confidence: number;
  words: string;
}

interface InboundMessage {
  /** What the mail is, by its headers and form. */
  kind: 'reply' | 'auto_reply' | 'unsubscribe_request';
  subject: string | null;
  /** What was newly written: without quotation. */
  text: string;
}

const SURE = 0.95;
const LEXICON = 0.85;
const MIXED = 0.6;
const QUESTION = 0.7;
/** Shorter ones say too little for words to decide. */
const SHORTEST = 12;
/** In a long text a phrase may be about something else. */
const LONG = 1_500;

const PHRASES = {
  left_company: indexPhrases(LEFT_WORDS),
  wrong_person: indexPhrases(WRONG_PERSON_WORDS),
  not_interested: indexPhrases(NOT_INTERESTED_WORDS),
  interested: indexPhrases(INTERESTED_WORDS),
} satisfies Partial<Record<ReplyClass, Phrases>>;
type Worded = keyof typeof PHRASES;

/**
 * The class of a message by rules alone, in an order in which what must not be missed comes first: unsubscribe, left the company, out of
 * office, wrong person, not now, not interested, interested, question. Null where no words decide: a model or a person does then.
 */
export function classifyReply(said: InboundMessage): FoundClass | null {
  const text = withoutSignature(cutText(said.text, TEXT_BOUNDS.mail_text));
  const sentences = splitSentences(text);
  if (said.kind === 'auto_reply') return classifyAutomatic(said, text, sentences);
  if (said.kind === 'unsubscribe_request') {
    return { class: 'unsubscribe', confidence: SURE, words: detectOptOut(text)?.words ?? firstWords(said) };
  }
  const optOut = detectOptOut(text);
  if (optOut?.is === 'wish') return { class: 'unsubscribe', confidence: lexiconOf(text), words: optOut.words };
  if (text.trim().length < SHORTEST) return null;
  return classifyWords(sentences, text, optOut);
}

const lexiconOf = (text: string): number => (text.length > LONG ? QUESTION : LEXICON);

function classifyWords(sentences: readonly Sentence[], text: string, optOut: OptOut | null): FoundClass | null {
  if (optOut !== null) return { class: 'unsubscribe', confidence: MIXED, words: optOut.words };
  const found = findAll(sentences);
  const lexicon = lexiconOf(text);
  const is = (name: Worded, confidence: number = lexicon): FoundClass | null => {
    const first = found[name][0];
    return first === undefined ? null : { class: name, confidence, words: first.words };
  };
  const left = is('left_company');
  if (left !== null) return left;
  const away = awayIn(text, found, lexicon);
  if (away !== null) return away;
  const wrong = is('wrong_person', found.interested.length > 0 ? MIXED : lexicon);
  if (wrong !== null) return wrong;
  const refused = laterIn(text, found, lexicon) ?? is('not_interested', found.interested.length > 0 ? MIXED : lexicon);
  if (refused !== null) return refused;
  const [declined] = found.declined;
  if (declined) return { class: 'not_interested', confidence: MIXED, words: declined.words };
  const interested = is('interested');
  if (interested !== null) return interested;
  const question = sentences.find(({ is_question }) => is_question);
  return question
    ? { class: 'neutral', confidence: QUESTION, words: `${question.words.slice(0, 12).join(' ')}?` }
    : null;
}

/** 'Please contact me' names no other person. */
const SELF = new Set('me us mij ons mich uns mir moi nous nos'.split(' '));

/** What is said of the offer and the person; an opt-out was read before. */
function findAll(sentences: readonly Sentence[]): Found {
  const find = (name: Worded) => findPhrases(sentences, PHRASES[name]).filter(({ is_negated }) => !is_negated);
  const not_interested = find('not_interested').filter(({ is_question }) => !is_question);
  // 'We are not interested' holds 'interested'.
  const refused = new Set(not_interested.map(({ sentence }) => sentence));
  const open = findPhrases(sentences, PHRASES.interested).filter(({ sentence }) => !refused.has(sentence));
  return {
    declined: open.filter(({ is_negated, is_question }) => is_negated && !is_question),
    left_company: find('left_company').filter(({ is_question }) => !is_question),
    wrong_person: find('wrong_person').filter(
      ({ is_question, sentence, end }) => !is_question && !SELF.has(sentences[sentence]?.words[end] ?? ''),
    ),
    not_interested,
    interested: open.filter(({ is_negated }) => !is_negated),
  };
}

/** What each class has found; `declined` is interest with a negation before it. */
type Found = Record<Worded | 'declined', readonly FoundPhrase[]>;

/** A person who is away says it in passing: only what says nothing of the offer beside it is an absence. */
function awayIn(text: string, found: Found, confidence: number): FoundClass | null {
  const words = findAway(text);
  if (words === null || found.interested.length > 0 || found.not_interested.length > 0) return null;
  return { class: 'out_of_office', confidence, words };
}

/** "Not now, ask me again in March" is no refusal. Interest without a refusal beside it stays interest. */
function laterIn(text: string, found: Found, confidence: number): FoundClass | null {
  if (found.interested.length > 0 && found.not_interested.length + found.declined.length === 0) return null;
  const wish = findLaterWish(text);
  return wish === null ? null : { class: 'neutral', confidence, words: wish.words };
}

/** A machine answered: left for good, away, or a receipt, which is no class. */
function classifyAutomatic(
  { subject }: InboundMessage,
  text: string,
  sentences: readonly Sentence[],
): FoundClass | null {
  const left = wordsOf('left_company', sentences);
  if (left !== null) return { class: 'left_company', confidence: SURE, words: left };
  const both = `${cutText(subject, TEXT_BOUNDS.line)}\n${text}`;
  const words = findAway(both) ?? ABSENT_MACHINE.exec(both)?.[0].toLowerCase() ?? null;
  if (words !== null) return { class: 'out_of_office', confidence: SURE, words };
  if (RECEIPT.test(text)) return null;
  const optOut = detectOptOut(text);
  return optOut === null ? null : { class: 'unsubscribe', confidence: MIXED, words: optOut.words };
}

function wordsOf(name: Worded, sentences: readonly Sentence[]): string | null {
  return findPhrases(sentences, PHRASES[name]).find(({ is_negated }) => !is_negated)?.words ?? null;
}

function firstWords({ subject, text }: InboundMessage): string {
  return cutText((text.trim() || subject) ?? '', 80)
    .replace(/\s+/g, ' ')
    .trim();
}

/** A line of two dashes ends what a person wrote. */
function withoutSignature(text: string): string {
  const end = text.search(
    /^(?:-- ?|__{1,20}|Sent (?:from|via|with) .{1,60}|Get Outlook for .{1,20}|Verzonden (?:vanaf|met) .{1,60}|Von meinem .{1,40} gesendet|Gesendet (?:von|mit) .{1,60}|Envoyé (?:de|depuis) .{1,60}|Enviado (?:desde|do) .{1,60}|Inviato da .{1,60}|Wysłan[eo] z .{1,60})$/m,
  );
  return end > 0 ? text.slice(0, end) : text;
}
