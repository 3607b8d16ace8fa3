import type { Message, MessagePart } from '../message.ts';
import { sayAnswerBy } from './answer-words.ts';

const PLAIN = 'aceinosuyACEINOSUY';
const ACCENTED = 'åçéîñöšûýÅÇÉÎÑÖŠÛÝ';

const accent = (text: string): string =>
  text.replace(/\{\w+\}|[a-z]/gi, (part) => (part.length > 1 ? part : (ACCENTED[PLAIN.indexOf(part)] ?? part)));

/** As German is: a third longer. */
const longer = (text: string): string => `${text}${'~'.repeat(Math.ceil(text.replace(/\{\w+\}/g, '').length * 0.35))}`;

/** RIGHT-TO-LEFT OVERRIDE up to the end of the text, after a mark that makes it a text of such a language. */
const reversed = (text: string): string => `\u200f\u202e${text}\u202c`;

type Change = (text: string) => string;

const bracket: Change = (text) => `[${longer(accent(text))}]`;

/** Every text of a message changed, its values and choices as they are. */
function change(message: Message, by: Change): Message {
  if (typeof message === 'string') return by(message);
  if (isParts(message))
    return message.map((part) => (typeof part === 'object' && isParts(part) ? part : changePart(part, by)));
  return Object.fromEntries(
    Object.entries(message).map(([form, text]) => [form, /^(?:plural|select)$/.test(form) ? text : change(text, by)]),
  );
}

const isParts = <Parts extends readonly unknown[]>(message: Parts | object): message is Parts => Array.isArray(message);

const changePart = (part: MessagePart, by: Change): MessagePart => change(part as Message, by) as MessagePart;

export const pseudo = (language: string, english: Message): Message =>
  change(english, language === 'ar-XB' ? reversed : bracket);

/** Sentences have words; codes and keys have none. */
export const pseudoAnswer = (language: string): ((answer: unknown) => unknown) =>
  sayAnswerBy((text) => (/^\p{Lu}.*\p{L} \p{L}/u.test(text) ? String(pseudo(language, text)) : undefined));
