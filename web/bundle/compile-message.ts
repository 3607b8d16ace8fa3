import { parse } from '@messageformat/parser';
import type { Message, MessagePart } from '../src/lib/message.ts';

type Token = ReturnType<typeof parse>[number] | { type: 'octothorpe' };

/** An ICU message as data for the browser, which has no parser: plain texts stay texts, `{name}` is filled in. Throws for an unknown form. */
export function compileMessage(source: string): Message {
  return messageOf(parse(source, { strictPluralKeys: false }), source);
}

/** `number` names the value of the plural around it, which is written `#`. */
function messageOf(tokens: readonly Token[], source: string, number = ''): Message {
  const parts = tokens.map((token) => partOf(token, source, number));
  if (parts.some((part, n) => hasDoubleBraces(parts[n - 1], part, parts[n + 1])))
    throw new Error(`A value has one pair of braces: "${source}"`);
  if (parts.length === 1 && isChoice(parts[0])) return parts[0];
  const isPlain = parts.every((part) => Array.isArray(part) || (typeof part === 'string' && !/[{}]/.test(part)));
  if (!isPlain) return parts;
  return parts.map((part) => (Array.isArray(part) ? `{${part[0]}}` : part)).join('');
}

/** `{{name}}`: the parser takes the outer pair for text. */
const hasDoubleBraces = (before?: MessagePart, part?: MessagePart, after?: MessagePart): boolean =>
  Array.isArray(part) && /\{$/.test(String(before)) && /^\}/.test(String(after));

const isChoice = (part: MessagePart | undefined): part is Exclude<MessagePart, string | readonly [string]> =>
  typeof part === 'object' && !Array.isArray(part);

function partOf(token: Token, source: string, number: string): MessagePart {
  if (token.type === 'content') return token.value;
  if (token.type === 'argument') return [token.arg];
  if (token.type === 'octothorpe') return [number];
  if (token.type !== 'plural' && token.type !== 'select') throw new Error(`Unknown form in the text "${source}"`);
  if (token.pluralOffset) throw new Error(`A text has no offset: "${source}"`);
  const within = token.type === 'plural' ? token.arg : number;
  const cases = token.cases.map((entry) => [entry.key, messageOf(entry.tokens, source, within)] as const);
  const by = token.type === 'plural' && token.arg === 'count' ? {} : { [token.type]: token.arg };
  return { ...by, ...Object.fromEntries(cases) };
}
