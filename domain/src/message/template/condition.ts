import { say } from '../../text/say.ts';
import { findNearest } from './nearest.ts';
import { broken, type Problem, shorten } from './problems.ts';
import { type Operand, parseOperand, parseWords, type Word } from './words.ts';

const COMPARISONS = ['==', '!=', '<', '>', '<=', '>=', 'contains'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** One question: two things compared, or whether something is there at all. */
export type Term = { left: Operand; comparison: null } | { left: Operand; comparison: Comparison; right: Operand };

/** Questions joined as Liquid joins them, from the right: `a and b or c` is `a and (b or c)`. */
export interface Condition {
  terms: Term[];
  joins: ('and' | 'or')[];
}

export type Tag = { kind: 'if' | 'elsif'; condition: Condition } | { kind: 'else' | 'endif' };

const TAGS = ['if', 'elsif', 'else', 'endif'] as const;
const MOST_TERMS = 20;

type Read<What> = What | { problem: Problem };

/** A tag as it is written, marks included. */
export function parseTag(source: string, at: number): Read<{ tag: Tag }> {
  const read = parseWords(source.slice(2, -2), at + 2);
  if ('problem' in read) return read;
  const [first, ...rest] = read.words;
  const kind = TAGS.find((name) => name === first?.text.toLowerCase());
  if (first === undefined || kind === undefined) return { problem: broken(at, explainTag(first, rest[0])) };
  if (kind === 'else' || kind === 'endif') {
    const [more] = rest;
    if (more === undefined) return { tag: { kind } };
    const isElseIf = kind === 'else' && more.text.toLowerCase() === 'if';
    const text = isElseIf ? say('Write “elsif” instead of “else if”.') : say('Nothing can follow “{kind}”.', { kind });
    return { problem: broken(more.at, text) };
  }
  const condition = parseCondition(rest, first);
  return 'problem' in condition ? condition : { tag: { kind, condition: condition.condition } };
}

function explainTag(first: Word | undefined, second: Word | undefined): string {
  if (first === undefined) return `“{% %}” ${say('says nothing. There are if, elsif, else and endif.')}`;
  const word = first.text.toLowerCase();
  if (word === 'elseif' || word === 'elif') return say('Write “elsif” instead.');
  if (word === 'end' && second?.text.toLowerCase() === 'if') return say('Write “endif” in one word.');
  const nearest = findNearest(word, TAGS);
  const hint =
    nearest === null ? say('There are if, elsif, else and endif.') : say('Did you mean “{nearest}”?', { nearest });
  return `${say('“{word}” is no condition.', { word: shorten(first.text) })} ${hint}`;
}

function parseCondition(words: readonly Word[], opening: Word): Read<{ condition: Condition }> {
  const terms: Term[] = [];
  const joins: ('and' | 'or')[] = [];
  let before = opening;
  for (let from = 0; ; ) {
    const term = parseTerm(words, from, before);
    if ('problem' in term) return term;
    terms.push(term.term);
    if (terms.length > MOST_TERMS)
      return {
        problem: broken(opening.at, say('A condition can ask {most} questions at most.', { most: MOST_TERMS })),
      };
    const join = words[term.end];
    if (join === undefined) return { condition: { terms, joins } };
    const word = join.text.toLowerCase();
    if (join.kind !== 'name' || (word !== 'and' && word !== 'or'))
      return {
        problem: broken(
          join.at,
          say("“{word}” isn't allowed here. Join questions with “and” or “or”.", { word: shorten(join.text) }),
        ),
      };
    joins.push(word);
    before = join;
    from = term.end + 1;
  }
}

function parseTerm(words: readonly Word[], from: number, before: Word): Read<{ term: Term; end: number }> {
  const first = words[from];
  if (first === undefined)
    return { problem: broken(before.at, say('Something is missing after “{word}”.', { word: before.text })) };
  const left = parseOperand(first);
  if ('problem' in left) return left;
  const mark = words[from + 1];
  const comparison = COMPARISONS.find((name) => mark?.kind !== 'text' && name === mark?.text.toLowerCase());
  if (mark === undefined || comparison === undefined)
    return { term: { left: left.operand, comparison: null }, end: from + 1 };
  const second = words[from + 2];
  if (second === undefined)
    return { problem: broken(mark.at, say('Something is missing after “{word}”.', { word: mark.text })) };
  const right = parseOperand(second);
  if ('problem' in right) return right;
  return { term: { left: left.operand, comparison, right: right.operand }, end: from + 3 };
}
