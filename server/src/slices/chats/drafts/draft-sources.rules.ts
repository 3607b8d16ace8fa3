import type { Prospect } from '@overture/contract/prospects';
import { toSingleLine } from '@overture/domain/text/text';
import { cutText } from '@overture/domain/text/text-bounds';
import { addressesModel } from '../../quoted-sources/index.ts';

/** A message of the conversation as the model gets it. */
export interface SaidMessage {
  id: number;
  is_lead: boolean;
  /** Of a campaign or a person of ours; what came by machine is left out. */
  sent_at: Date;
  text: string;
}

/** A message the user wrote to another lead. */
export interface StyleSample {
  text: string;
  /** Must not reach this lead: first name, last name, company. */
  names: readonly (string | null)[];
}

const LONGEST_MESSAGE = 3_000;
const LONGEST_CONVERSATION = 24_000;
const LONGEST_SAMPLE = 500;

/**
 * The newest messages that fit, oldest first. Sentences of the lead that speak to a model are left out: they say nothing to us, and
 * what follows them usually is their order.
 */
export function quotedConversation(newestFirst: readonly SaidMessage[]): SaidMessage[] {
  const kept: SaidMessage[] = [];
  let left = LONGEST_CONVERSATION;
  for (const message of newestFirst) {
    const plain = message.is_lead ? withoutOrders(message.text) : message.text;
    const text = cutText(plain, Math.min(LONGEST_MESSAGE, left)).trim();
    if (text === '') continue;
    left -= text.length;
    kept.push({ ...message, text });
    if (left <= 0) break;
  }
  return kept.reverse();
}

function withoutOrders(text: string): string {
  return cutText(text, 4 * LONGEST_MESSAGE)
    .split('\n')
    .map((line) =>
      addressesModel(line) ? splitSentences(line).filter((sentence) => !addressesModel(sentence)) : [line],
    )
    .map((sentences) => sentences.join(' '))
    .join('\n');
}

/** Sentences of a text, each trimmed. */
function splitSentences(text: string): string[] {
  return text
    .split(/(?<=[.!?…])\s+|\n+/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}

/** How a person writes, without what they wrote about: names, numbers, addresses and links of others are taken out. */
export function toStyle(samples: readonly StyleSample[]): string[] {
  return samples.map(redactSample).filter((sample) => sample !== '' && !addressesModel(sample));
}

function redactSample({ text, names }: StyleSample): string {
  const anonymous = listSpellings(names).reduce(
    (all, name) => all.replaceAll(name, '…'),
    cutText(text, LONGEST_SAMPLE),
  );
  const words = toSingleLine(anonymous).split(' ');
  return words.map((word) => (/@|:\/\/|www\./i.test(word) ? '…' : word.replace(/\p{N}+/gu, '#'))).join(' ');
}

/** First and last name also by their parts: people write "Anna" to Anna-Maria van den Berg, and "GRACE". */
function listSpellings(names: StyleSample['names']): RegExp[] {
  const whole = names.map((name) => toSingleLine(name ?? ''));
  const parts = whole.slice(0, 2).flatMap((name) => name.split(/[\s-]+/u).filter((part) => /^\p{Lu}/u.test(part)));
  const spellings = [...whole, ...parts].filter((name) => name.length > 1);
  return spellings.map((name) => new RegExp(`(?<!\\p{L})${escapePattern(name)}(?=['’]?s?(?!\\p{L}))`, 'giu'));
}

const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** A draft of the model, and what a user made of it before sending; without names, numbers, addresses and links. */
export interface StyleExample {
  written: string;
  sent: string;
}

/** Null where the change teaches nothing: it is gone with the names and numbers, or its text speaks to a model. */
export function toExample({ written, sent }: StyleExample, names: readonly (string | null)[]): StyleExample | null {
  const example = { written: redactSample({ text: written, names }), sent: redactSample({ text: sent, names }) };
  const isEmpty = example.written === '' || example.sent === '' || example.written === example.sent;
  return isEmpty || addressesModel(example.sent) ? null : example;
}

/** The names of a lead, which a style sample must not carry on. */
export function listNames(lead: Pick<Prospect, 'first_name' | 'last_name' | 'company'>): (string | null)[] {
  return [lead.first_name, lead.last_name, lead.company.name];
}
