import { say } from '../../text/say.ts';
import { cutText } from '../../text/text-bounds.ts';

/** A part of a message that can't be evaluated: its position, and how to fix it. */
export interface Problem {
  /** First character in the text as it is written. */
  at: number;
  kind: 'unknown_name' | 'broken';
  /** A sentence for who writes. */
  text: string;
  /** Of `unknown_name`. */
  name?: string;
}

export function broken(at: number, text: string): Problem {
  return { at, kind: 'broken', text };
}

export function unknownWord(what: 'variable' | 'filter', at: number, word: string, nearest: string | null): Problem {
  const hint = nearest === null ? '' : ` ${say('Did you mean “{nearest}”?', { nearest })}`;
  const name = shorten(word);
  const text = `${what === 'variable' ? say('There is no variable “{name}”.', { name }) : say('There is no filter “{name}”.', { name })}${hint}`;
  return what === 'variable' ? { at, kind: 'unknown_name', text, name: word } : { at, kind: 'broken', text };
}

/** Written text, cut to fit into a sentence. */
export function shorten(written: string): string {
  const line = written.replace(/\s+/g, ' ');
  return line.length <= SHOWN ? line : `${cutText(line, SHOWN).toWellFormed()}…`;
}

const SHOWN = 40;

/** A problem with its line number, where a text has several lines. */
export function describeProblem(text: string, problem: Problem): string {
  const line = text.slice(0, problem.at).split('\n').length;
  return text.includes('\n') ? say('Line {line}: {problem}', { line, problem: problem.text }) : problem.text;
}
