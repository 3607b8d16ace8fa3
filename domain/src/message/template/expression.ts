import { say } from '../../text/say.ts';
import { FILTER_NAMES, type Filter, findArgumentProblem, isFilterName } from './filters.ts';
import { findNearest } from './nearest.ts';
import { broken, type Problem, shorten, unknownWord } from './problems.ts';
import { type Operand, parseOperand, parseWords, type Word } from './words.ts';

/** `{{ first_name | default: "there" }}` once it is understood. */
export interface Expression {
  base: Operand;
  filters: Filter[];
}

type Read<What> = What | { problem: Problem };

/** More than a message needs, and still cheap to evaluate. */
const MOST_FILTERS = 8;

/** An output as it is written, marks included. */
export function parseExpression(source: string, at: number): Read<{ expression: Expression }> {
  const body = source.slice(2, -2);
  const read = parseWords(body, at + 2);
  if ('problem' in read) return read;
  const [first, ...rest] = read.words;
  if (first === undefined)
    return { problem: broken(at, say('“{word}” names no variable.', { word: shorten(source) })) };
  const base = parseOperand(first);
  if ('problem' in base) return { problem: explainBase(base.problem, read.words) };
  if (base.operand.kind === 'blank' || base.operand.kind === 'yes_no')
    return { problem: broken(first.at, say('“{word}” is no variable.', { word: first.text })) };
  const filters = parseFilters(rest);
  return 'problem' in filters ? filters : { expression: { base: base.operand, filters: filters.filters } };
}

/** `{{ first name }}`: the words together may be a name. */
function explainBase(problem: Problem, words: readonly Word[]): Problem {
  if (problem.kind !== 'unknown_name' || words[1]?.kind !== 'name') return problem;
  const names = words.slice(0, 3).filter(({ kind }) => kind === 'name');
  const together = names.map(({ text }) => text).join('_');
  const base = parseOperand({ kind: 'name', text: together, at: problem.at });
  const nearest = 'operand' in base && base.operand.kind === 'name' ? base.operand.name : null;
  const { text } = unknownWord('variable', problem.at, names.map((word) => word.text).join(' '), nearest);
  return broken(problem.at, text);
}

function parseFilters(words: readonly Word[]): Read<{ filters: Filter[] }> {
  const filters: Filter[] = [];
  for (let from = 0; from < words.length; ) {
    const bar = words[from]!;
    if (bar.text !== '|' || bar.kind !== 'mark')
      return {
        problem: broken(
          bar.at,
          say("“{word}” isn't allowed here. A filter begins with “|”.", { word: shorten(bar.text) }),
        ),
      };
    const read = parseFilter(words, from + 1, bar.at);
    if ('problem' in read) return read;
    filters.push(read.filter);
    from = read.end;
    if (filters.length > MOST_FILTERS)
      return { problem: broken(bar.at, say('A variable can have {most} filters at most.', { most: MOST_FILTERS })) };
  }
  return { filters };
}

function parseFilter(words: readonly Word[], from: number, at: number): Read<{ filter: Filter; end: number }> {
  const word = words[from];
  if (word?.kind !== 'name') return { problem: broken(at, explainBar(word)) };
  const name = word.text.toLowerCase();
  if (!isFilterName(name))
    return { problem: unknownWord('filter', word.at, word.text, findNearest(word.text, FILTER_NAMES)) };
  const args: Operand[] = [];
  let end = from + 1;
  if (isMark(words[end], ':')) {
    do {
      const given = words[end + 1];
      if (given === undefined)
        return { problem: broken(word.at, say('Something is missing after “{word}”.', { word: `${word.text}:` })) };
      const read = parseOperand(given);
      if ('problem' in read) return read;
      args.push(read.operand);
      end += 2;
    } while (isMark(words[end], ','));
  }
  const problem = findArgumentProblem(name, args);
  return problem === null ? { filter: { name, args }, end } : { problem: broken(word.at, problem) };
}

function isMark(word: Word | undefined, text: string): boolean {
  return word?.kind === 'mark' && word.text === text;
}

/** Other products write `{{ first_name | "there" }}`. */
function explainBar(word: Word | undefined): string {
  if (word?.kind === 'text')
    return say('A fallback is written like this: {example}.', { example: `| default: "${shorten(word.text)}"` });
  return say('A filter is missing after “|”.');
}
