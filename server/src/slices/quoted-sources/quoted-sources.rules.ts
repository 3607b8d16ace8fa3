import type { SourceDocument } from '@overture/adapters/sources/sources.port';
import { cutText, standsNear } from '@overture/domain/text/text-bounds';

/** A document as the model gets it. */
export interface QuotedSource {
  /** S1, S2, ...: the only name by which an answer may cite it. */
  id: string;
  url: string;
  /** Where a person can open it. */
  fetched_url: string;
  title: string;
  text: string;
}

/** All texts of one question together; five pages of a small website, and little enough for small models. */
export const MOST_SOURCE_CHARACTERS = 30_000;
const MOST_SOURCES = 16;
const LONGEST_TITLE = 200;

/**
 * Text that addresses a model instead of a reader contains no facts about a company. Only the first of several defenses, for common
 * phrases; text that passes is still quoted as data, and an answer still needs a source that confirms it.
 */
const ADDRESSES_A_MODEL = [
  /\b(?:system|developer|assistant)\s{0,20}(?:prompt|message|override|instruction|mode)s?\b|^[ \t]*(?:system|assistant|developer)\s{0,20}:/im,
  /\byou are (?:now|an? (?:ai|assistant|language model|chatbot|helpful))\b/i,
  /\b(?:as an?|dear|attention|note to|hey) (?:ai|llm|language model|assistant|chatbot|model)s?\b/i,
  /<\/?(?:system|instructions?|tool|function|source|assistant|user)\b|\[\/?INST\]|<\|[a-z_]+\|>|###\s*(?:system|instruction)/i,
  /\b(?:tool_call|function_call|fetch_url|send_email|http_request)\b/i,
  /(?:^|[.!?:]\s+|please[,:]?\s+)(?:output|reply|respond)\b(?!\s*(?:to|within|time|times|rate|rates|of|per|power|device|signal|form|by|in)\b)/im,
  /(?:^|[.!?:]\s{1,10}|please[,:]?\s{1,10})(?:write|say|print)\s{1,3}(?:exactly|only|nothing else)\b/im,
  /\b(?:in|to) every answer\b|^[ \t]*answer (?:with|true|false)\b/im,
  /\b(?:all|any|every) (?:of the )?other leads?\b|\bend of the sources\b|"id"\s*:\s*"S\d+"/i,
];

/** The same in two parts, as far apart within a sentence. */
const ORDERS = [
  {
    first: /\b(?:ignore|disregard|forget|override|bypass)\b/gi,
    second: /\b(?:instructions?|prompts?|rules|guidelines|above|previous|prior|context)\b/i,
    distance: 60,
    stops: /[.!?\n]/,
  },
  {
    first: /\b(?:ai|llm|language) (?:models?|agents?|assistants?|crawlers?)\b/gi,
    second: /\b(?:must|should|shall|need to|have to|please)\b/i,
    distance: 60,
    stops: /[.!?\n]/,
  },
  {
    first: /\b(?:answer|reply|respond|output|return|rate|score)\b/gi,
    second: /\b(?:exactly|only|nothing else|with the (?:word|text|score)|5 out of 5)\b/i,
    distance: 40,
    stops: /[.!?\n]/,
  },
  {
    first: /\b(?:exfiltrat|reveal|disclose|leak|print|repeat)/gi,
    second: /\b(?:prompt|instructions|secrets?|api keys?|other leads?|system)\b/i,
    distance: 70,
    stops: /[.!?\n]/,
  },
  { first: /\banswers?\b/gi, second: /\b(?:to every question|every answer)\b/i, distance: 30, stops: /[.!?\n]/ },
];

export function addressesModel(sentence: string): boolean {
  const plain = sentence.normalize('NFKC');
  return ADDRESSES_A_MODEL.some((pattern) => pattern.test(plain)) || ORDERS.some((order) => standsNear(plain, order));
}

/** Documents as quoted sources, within the budget: short ones whole, long ones cut alike. */
export function quoteSources(documents: readonly SourceDocument[]): QuotedSource[] {
  const kept = documents.slice(0, MOST_SOURCES).map(({ url, fetched_url, title, text }) => ({
    url,
    fetched_url,
    title: cutText(withoutOrders(title).replaceAll('\n', ' '), LONGEST_TITLE),
    text: withoutOrders(text),
  }));
  const limit = fairShare(kept.map(({ text }) => text.length));
  return kept
    .filter(({ text }) => text !== '')
    .map(({ text, ...source }, index) => ({
      id: `S${index + 1}`,
      ...source,
      text: cutText(text, limit).toWellFormed(),
    }));
}

/** The same text without paragraphs that address a model: what follows such a sentence is usually its order. */
export function withoutOrders(text: string): string {
  return text
    .split('\n')
    .filter((paragraph) => !addressesModel(paragraph))
    .join('\n')
    .trim();
}

/** The length at which cutting every longer text keeps the sum within the budget. */
function fairShare(lengths: readonly number[]): number {
  let left = MOST_SOURCE_CHARACTERS;
  const ascending = [...lengths].sort((one, other) => one - other);
  for (const [index, length] of ascending.entries()) {
    const share = Math.floor(left / (ascending.length - index));
    if (length > share) return share;
    left -= length;
  }
  return MOST_SOURCE_CHARACTERS;
}
