import { say } from '../../text/say.ts';
import { isMessageName, MESSAGE_NAMES, type MessageName } from './names.ts';
import { findNearest } from './nearest.ts';
import { broken, type Problem, shorten, unknownWord } from './problems.ts';

/** The content of an output or a tag, split into words. */
export interface Word {
  kind: 'name' | 'text' | 'number' | 'mark';
  text: string;
  at: number;
}

/** Something with a value: a name of the message, or what was written out. */
export type Operand =
  | { kind: 'name'; name: MessageName }
  | { kind: 'text'; text: string }
  | { kind: 'number'; number: number }
  | { kind: 'yes_no'; is_yes: boolean }
  | { kind: 'blank' };

const WORD =
  /\s+|"([^"]*)"|'([^']*)'|(-?\d+(?:\.\d+)?)(?![\p{L}\p{N}_.-])|([\p{L}_][\p{L}\p{N}_.-]*)|==|!=|<=|>=|[<>|:,]/uy;

/** The words of a body, or what of it is none. */
export function parseWords(body: string, offset: number): { words: Word[] } | { problem: Problem } {
  const words: Word[] = [];
  for (let from = 0; from < body.length; ) {
    WORD.lastIndex = from;
    const match = WORD.exec(body);
    const at = offset + from;
    if (match === null) return { problem: broken(at, explainMark(body.slice(from))) };
    const [whole, double, single, number, name] = match;
    from += whole.length;
    if (double !== undefined || single !== undefined) words.push({ kind: 'text', text: double ?? single ?? '', at });
    else if (number !== undefined) words.push({ kind: 'number', text: number, at });
    else if (name !== undefined) words.push({ kind: 'name', text: name, at });
    else if (whole.trim() !== '') words.push({ kind: 'mark', text: whole, at });
  }
  return { words };
}

function explainMark(rest: string): string {
  const [mark = ''] = rest;
  if (mark === '"' || mark === "'")
    return say('The quote before “{rest}” is not closed.', { rest: shorten(rest.slice(1)) });
  if ('“”„‘’'.includes(mark)) return say('Put words in straight quotes here: "like this".');
  if (mark === '(' || mark === ')') return say('Brackets cannot be used in a condition.');
  if (mark === '=') return say('Two things are compared with “==”.');
  return say("“{word}” isn't allowed here.", { word: shorten(rest) });
}

/** The value of a word, or what is wrong with it. */
export function parseOperand(word: Word): { operand: Operand } | { problem: Problem } {
  if (word.kind === 'text') return { operand: { kind: 'text', text: word.text } };
  if (word.kind === 'number') return { operand: { kind: 'number', number: Number(word.text) } };
  const name = word.text.toLowerCase();
  if (word.kind === 'mark')
    return { problem: broken(word.at, say("“{word}” isn't allowed here.", { word: word.text })) };
  if (name === 'blank') return { operand: { kind: 'blank' } };
  if (name === 'true' || name === 'false') return { operand: { kind: 'yes_no', is_yes: name === 'true' } };
  if (isMessageName(name)) return { operand: { kind: 'name', name } };
  const nearest = findNearest(word.text, [...MESSAGE_NAMES, 'blank', 'true', 'false']);
  return { problem: unknownWord('variable', word.at, word.text, nearest) };
}
