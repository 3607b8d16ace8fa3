import { cutText, splitLines, TEXT_BOUNDS } from '../text/text-bounds.ts';
import { findPhrases, indexPhrases, type Phrases, plainWords, type Sentence, splitSentences } from './find-phrases.ts';
import { INTERESTED_WORDS, NOT_INTERESTED_WORDS } from './interest-words.ts';
import { CLOSERS, OPENERS, POLITE, POLITE_QUESTIONS } from './opt-out-courtesy.ts';
import { ELSEWHERE_WORDS, INSTEAD_WORDS, LIMITED_WORDS } from './opt-out-guards.ts';
import {
  BARE_REQUESTS,
  CLOSED_REQUESTS,
  FULL_REQUESTS,
  SHORT_REQUESTS,
  UNSUBSCRIBE_WORDS,
} from './opt-out-requests.ts';
import { areSignature } from './signature-lines.ts';

/**
 * `wish`: the person wants no more messages, for good. `unsure`: the words occur, but limited, about something else, or
 * next to other content; a user decides. A missed wish sends nothing more, because the reply has ended the sequence; a
 * false one silences an interested lead.
 */
export interface OptOut {
  is: 'wish' | 'unsure';
  /** That were found. */
  words: string;
}

const FULL = indexPhrases(FULL_REQUESTS);
const CLOSED = indexPhrases(CLOSED_REQUESTS);
const SHORT = indexPhrases(SHORT_REQUESTS);
const BARE = indexPhrases([...SHORT_REQUESTS, ...BARE_REQUESTS]);
const MENTIONS = indexPhrases(UNSUBSCRIBE_WORDS);
const LIMITED = indexPhrases(LIMITED_WORDS);
const INSTEAD = indexPhrases(INSTEAD_WORDS);
const ELSEWHERE = indexPhrases(ELSEWHERE_WORDS);
const INTEREST = indexPhrases(INTERESTED_WORDS);
const REFUSAL = indexPhrases(NOT_INTERESTED_WORDS);

/** A longer reply has more to say than the request. */
const LONGEST = 200;
/** Words of a reply that says it with a bare word. */
const LONGEST_BARE = 30;
/** Of a command to a list: 'unsubscribe' and the name of the list or of the person. */
const LONGEST_COMMAND = 6;
const LONGEST_LETTER_OF_COMMAND = 16;
const LONGEST_NAME = 3;

/** Words between two marks of punctuation. */
interface Clause extends Sentence {
  /** Of the sentence that it is in. */
  sentence: number;
  /** Behind a colon: perhaps a citation or an instruction. */
  is_instruction: boolean;
  /** Few words with capitals: a name. */
  is_name: boolean;
}

/**
 * @param text what the person wrote: without quotations, signature and our own words. Null when it contains no opt-out.
 */
export function detectOptOut(text: string): OptOut | null {
  const given = withoutAddresses(unwrap(cutText(text, TEXT_BOUNDS.mail_text)));
  const own = withoutCitations(given);
  const written = /\p{L}/u.test(own) ? own : given;
  const clauses = splitClauses(written);
  const request = findRequest(clauses);
  if (request !== null && !isTurned(written, clauses, request)) return { is: 'wish', words: request.words };
  const signed = request === null ? findSigned(given) : null;
  if (signed !== null) return { is: 'wish', words: signed.words };
  const mention = request?.words ?? findMention(splitSentences(written));
  return mention === null ? null : { is: 'unsure', words: mention };
}

/** Lines that a mail program broke are one again: a line that begins in the middle of a sentence begins no request. */
function unwrap(text: string): string {
  const lines = splitLines(text);
  return lines
    .map((line, index) => {
      const next = lines[index + 1]?.trim() ?? '';
      const isBroken = line.trimEnd().length >= WRAPPED_FROM && /^[\p{Ll}\p{N}(]/u.test(next);
      return isBroken ? `${line} ` : `${line}\n`;
    })
    .join('');
}

const WRAPPED_FROM = 45;

/** Addresses may follow a request as the one to remove. */
const withoutAddresses = (text: string): string =>
  text
    .split(/(\s)/)
    .map((word) => (/^<?https?:/i.test(word) ? '' : cutAddress(word)))
    .join('');

function cutAddress(word: string): string {
  const at = word.indexOf('@');
  if (at <= 0) return word;
  return word.slice(0, Math.max(...[':', '<', '('].map((mark) => word.lastIndexOf(mark, at))) + 1);
}

/** Quoted words are not a request: pairs of quotation marks with other words on their line. */
const withoutCitations = (text: string): string =>
  splitLines(text)
    .map((line) =>
      /^\s{0,3}[>:|]/.test(line) ? '' : line.replace(/"[^"]*"|“[^“”]*”|„[^„“”]*[“”]|«[^«»]*»|\([^()]{0,20}\?\)/g, ' '),
    )
    .join('\n');

function splitClauses(text: string): Clause[] {
  const clauses: Clause[] = [];
  let sentence = -1;
  for (const part of text.match(/[^.!?…\n]+[.!?…\n]?/gu) ?? []) {
    sentence += 1;
    let is_instruction = false;
    for (const piece of part.split(/(,(?!\s(?:mir|mich|uns)\s)|[;:()[\]–—|]|\s[-/]+\s)/u)) {
      if (piece === ':') is_instruction = true;
      const words = plainWords(piece);
      if (words.length === 0) continue;
      const isCapital = piece
        .trim()
        .split(/\s+/)
        .every((word) => /^[^\p{L}]*\p{Lu}/u.test(word));
      const is_name = isCapital && words.length <= LONGEST_NAME;
      clauses.push({ words, sentence, is_instruction, is_question: part.endsWith('?'), is_name });
    }
  }
  return clauses;
}

interface Request {
  words: string;
  clause: Clause;
}

function findRequest(clauses: readonly Clause[]): Request | null {
  const total = clauses.reduce((sum, { words }) => sum + words.length, 0);
  if (total > LONGEST) return null;
  return findCommand(clauses, total) ?? findAsked(clauses) ?? findBare(clauses, total);
}

/** A request that says whom to leave alone. */
function findAsked(clauses: readonly Clause[]): Request | null {
  for (const clause of clauses) {
    for (const { words, start, end } of findPhrases([clause], FULL))
      if (isOpened(clause, start) && !isNegatedAfter(clause, end)) return { words, clause };
    if (clause.is_instruction) continue;
    const closed = [...findPhrases([clause], CLOSED), ...(isPolite(clause) ? findPhrases([clause], SHORT) : [])];
    for (const { words, start, end } of closed)
      if (isOpened(clause, start) && isClosed(clause, end)) return { words, clause };
  }
  return null;
}

const isClosed = ({ words }: Clause, end: number): boolean =>
  words
    .slice(end)
    .every((word, place) => CLOSERS.has(word) || TITLES.has(word) || TITLES.has(words[end + place - 1] ?? ''));

/** A name follows these. */
const TITLES = new Set(
  'mr mrs ms herr herrn frau monsieur madame signor signora senor senora senhor pan pani'.split(' '),
);

const isPolite = ({ words }: Clause): boolean => words.some((word) => POLITE.has(word));

/** Only words of courtesy precede it; a question is the polite form. */
function isOpened({ words, is_question }: Clause, start: number): boolean {
  const before = words.slice(GREETINGS.has(words[0] ?? '') ? Math.min(start, 3) : 0, start);
  if (!before.every((word) => OPENERS.has(word)) || isInstruction(before)) return false;
  return !is_question || words.some((word) => POLITE_QUESTIONS.has(word));
}

/** 'To unsubscribe, …' and 'You can …' are instructions, not requests. */
const isInstruction = (before: readonly string[]): boolean =>
  before[0] === 'to' || before.some((word, place) => word === 'you' && MODALS.has(before[place + 1] ?? ''));

const MODALS = new Set('can could may might will would must want like wish need'.split(' '));

/** A name may follow these. */
const GREETINGS = new Set(
  'hi hello hey dear hallo beste hoi liebe lieber bonjour hola ola ciao buongiorno salve gentile czesc'.split(' '),
);

/** 'Bitte entfernen Sie mich nicht.' */
const isNegatedAfter = ({ words }: Clause, end: number): boolean =>
  ['nicht', 'not', 'niet', 'pas'].includes(words[end] ?? '');

/** Mail to a list, which a program reads: `unsubscribe list name`, and little else. */
function findCommand(clauses: readonly Clause[], total: number): Request | null {
  const [clause, next] = clauses;
  const isCommand =
    clause !== undefined &&
    next?.is_instruction !== true &&
    clause.words.length <= LONGEST_COMMAND &&
    COMMANDS.has(clause.words[0] ?? '');
  return isCommand && total <= LONGEST_LETTER_OF_COMMAND ? { words: clause.words.join(' '), clause } : null;
}

const COMMANDS = new Set('unsubscribe unsuscribe unsubscibe unsubcribe unscribe unsubsribe unsub'.split(' '));

/** 'Stop.' and its like: nothing else is said, greetings, thanks, refusals and the name aside. */
function findBare(clauses: readonly Clause[], total: number): Request | null {
  if (total > LONGEST_BARE) return null;
  let found: Request | null = null;
  for (const clause of clauses) {
    const said = findPhrases([clause], BARE);
    const [bare] = said;
    const rest = clause.words.filter((_, place) => !said.some(({ start, end }) => place >= start && place < end));
    const isCourtesy = rest.every((word) => OPENERS.has(word) || CLOSERS.has(word));
    const isRequest = bare !== undefined && isCourtesy && isOpened(clause, bare.start);
    if (isRequest) found ??= { words: bare.words, clause };
    else if (!isCourtesy && !isBeside(clause, found !== null)) return null;
  }
  return found;
}

/** Messages ask for a reply with one word: it is alone on the first line, above a signature without sentences. */
function findSigned(given: string): Request | null {
  const [first = '', ...rest] = splitLines(given).filter((line) => /\p{L}|\p{N}/u.test(line));
  if (rest.length === 0 || /^\s{0,3}[>:|]/.test(first) || !areSignature(rest)) return null;
  const own = splitClauses(first);
  const request = findBare(
    own,
    own.reduce((sum, { words }) => sum + words.length, 0),
  );
  return request === null || isTurned(given, splitClauses(given), request) ? null : request;
}

/** Allowed next to a bare request: a greeting with a name, the name at the end, a refusal. */
const isBeside = (clause: Clause, isAfter: boolean): boolean =>
  (GREETINGS.has(clause.words[0] ?? '') && clause.words.length <= 4) ||
  (isAfter && clause.is_name) ||
  findPhrases([clause], REFUSAL).length > 0;

/** Limited in time or address, about another list, with another channel or person wanted instead, or with interest. */
function isTurned(written: string, clauses: readonly Clause[], { clause }: Request): boolean {
  const sentences = splitSentences(written);
  const own = clauses.filter(({ sentence }) => sentence === clause.sentence);
  if (CONDITIONS.has(own[0]?.words[0] ?? '') && own[0] !== clause) return true;
  if ([LIMITED, ELSEWHERE].some((guard) => hasPhrase(own, guard))) return true;
  if (hasPhrase(sentences, INSTEAD)) return true;
  const others = clauses.filter((one) => one !== clause);
  return findPhrases(others, INTEREST).some(({ is_negated, sentence }) => !is_negated && !isRefused(others[sentence]));
}

/** 'If so, take me off.' */
const CONDITIONS = new Set(
  'if unless als indien tenzij wenn falls sollte si sauf se caso jesli jezeli если'.split(' '),
);

const hasPhrase = (sentences: readonly Sentence[], phrases: Phrases): boolean =>
  findPhrases(sentences, phrases).some(({ is_negated }) => !is_negated);

const isRefused = (clause: Clause | undefined): boolean =>
  clause !== undefined && findPhrases([clause], REFUSAL).length > 0;

/** Words of an opt-out that are no request: cited, told, or asked about. A question counts where the person asks for themselves. */
function findMention(sentences: readonly Sentence[]): string | null {
  const isOwn = ({ sentence, is_question }: { sentence: number; is_question: boolean }): boolean =>
    !is_question || sentences[sentence]?.words.some((word) => ASKS_FOR_SELF.has(word)) === true;
  const found = [MENTIONS, CLOSED, FULL].flatMap((phrases) => findPhrases(sentences, phrases));
  return found.find((one) => !one.is_negated && isOwn(one))?.words ?? null;
}

const ASKS_FOR_SELF = new Set('i me my us ik me mij ich mich je me moi nous me mi mim mnie меня'.split(' '));
