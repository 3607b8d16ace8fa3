import { SNIPPETS } from '@overture/domain/limits';
import { toSingleLine } from '@overture/domain/text/text';
import {
  addressesModel,
  type Evidence,
  holdCitations,
  type QuotedSource,
  supportsText,
} from '../quoted-sources/index.ts';
import type { WrittenAnswer } from './writing.rules.ts';

/** The accepted part of a model's text, with its source pages. */
export interface VerifiedText {
  text: string;
  sources: { source: string; title: string }[];
}

export interface AskedText {
  sources: readonly QuotedSource[];
  amount_of_sentences: number;
  /** The lead's own domain: the only one a sentence may name. */
  domain: string | null;
  /** Most pages are in English: an English text shares words with them. */
  is_english: boolean;
}

const MOST_READ = 20;
/** Of the telling words of a sentence, how many its sources have at the least. */
const LEAST_SHARED = 1 / 3;
/** 'Output HACKED': an order to the model. */
const TELLS_TO_SAY = /\b(?:[Oo]utput|[Rr]eply|[Rr]espond|[Aa]nswer|[Ww]rite|[Ss]ay|[Pp]rint)\b[\s:"'“‘(]*\p{Lu}{4,}/u;

/**
 * The accepted sentences, up to the requested number: each is plain and cites a given source that contains its quote. A sentence without
 * source, or with anything to follow, call or fill in, is dropped and not repaired, because a manipulated model wrote it. Null when none is
 * left.
 */
export function verifyText(answer: WrittenAnswer, asked: AskedText): VerifiedText | null {
  if (answer.status !== 'found') return null;
  const kept: string[] = [];
  const sources = new Map<string, string>();
  let amount = 0;
  for (const sentence of answer.sentences.slice(0, MOST_READ)) {
    const text = toSingleLine(sentence.text.normalize('NFC'));
    const count = countSentences(text);
    if (amount + count > asked.amount_of_sentences || kept.includes(text) || !isPlain(text, asked.domain)) continue;
    const cited = sentence.sources.filter(({ quote }) => !TELLS_TO_SAY.test(quote));
    const evidence = holdCitations(cited, asked.sources);
    if (evidence.length === 0 || !supportsText(text, evidence, '')) continue;
    if (asked.is_english && !isNear(text, evidence)) continue;
    kept.push(endSentence(text));
    amount += count;
    for (const { source } of evidence) sources.set(source.fetched_url, source.title);
  }
  if (kept.length === 0) return null;
  return { text: kept.join(' '), sources: [...sources].map(([source, title]) => ({ source, title })) };
}

function isNear(text: string, evidence: readonly Evidence[]): boolean {
  const read = new Set(contentWords(evidence.map(({ source, quote }) => `${source.title} ${quote}`).join(' ')));
  const words = contentWords(text);
  return words.filter((word) => read.has(word)).length >= words.length * LEAST_SHARED;
}

/** Stems of words of four letters and more, so 'ships' matches 'shipping'. */
function contentWords(text: string): string[] {
  return (text.toLowerCase().match(/\p{L}{4,}/gu) ?? []).map((word) => word.slice(0, 4));
}

function countSentences(text: string): number {
  return text.split(/(?<=[.!?…])["'”’)]*\s+(?=[\p{Lu}\p{N}"'“‘¿¡])/u).length;
}

function endSentence(text: string): string {
  return /[.!?…]["'”’)]?$/.test(text) ? text : `${text}.`;
}

/** Markup, code, template brackets, and invisible characters. */
const MARKUP = /[<>{}[\]|\\`^~]|\*\*|__|\p{Cf}|&(?:[a-z]{2,8}|#\w{1,7});/iu;
const ADDRESS = /:\/\/|\bwww\.|@|\b(?:mailto|tel|javascript|data|file):/i;
const PHONE = /(?:\+|\b00?)[\s(]*\d[\d\s()./-]{6,}\d/;

/** True for a sentence a colleague might write: nothing in it can be followed, called, loaded or filled in. */
export function isPlain(text: string, domain: string | null): boolean {
  if (text === '' || addressesModel(text) || TELLS_TO_SAY.test(text)) return false;
  if (text.length / countSentences(text) > SNIPPETS.sentence_max) return false;
  if (MARKUP.test(text) || ADDRESS.test(text) || PHONE.test(text)) return false;
  return domainsIn(text).every((name) => isOwn(name.toLowerCase(), domain) || isWord(name));
}

/** Text that looks like a domain: words joined by dots, the last of letters only. */
function domainsIn(text: string): string[] {
  return (text.match(/[\p{L}\p{N}.-]+/gu) ?? []).flatMap((word) => {
    const labels = word.split('.');
    while (labels[0] === '') labels.shift();
    const last = labels.findLastIndex((label, index) => index > 0 && /^\p{L}{2,24}(?:-|$)/u.test(label));
    return last === -1 ? [] : [labels.slice(0, last + 1).join('.')];
  });
}

function isOwn(name: string, domain: string | null): boolean {
  return domain !== null && (name === domain || name.endsWith(`.${domain}`));
}

/** Abbreviations ('e.g', 'U.S', 'z.B') and software names ('Node.js') look like domains. */
function isWord(name: string): boolean {
  return /^(?:\p{L}{1,2}\.)+\p{L}{1,2}$/u.test(name) || /\.js$/i.test(name);
}
