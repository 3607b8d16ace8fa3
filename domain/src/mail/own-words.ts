import { trimTrailing } from '../text/text.ts';
import { cutText, splitLines, TEXT_BOUNDS } from '../text/text-bounds.ts';

/**
 * Which part of a reply repeats a message of ours, found by comparing the two. Mail programs quote in countless ways, but the words of the quote
 * are ours: nothing that we wrote may decide what a lead wants.
 */

/** Letters and digits in a row that make a quotation. Shorter runs may be chance. */
const RUN = 20;
/** The same for scripts that write a word with one or two characters. */
const SHORT_RUN = 8;
const DENSE_SCRIPT = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
/** All messages of ours together, in characters. */
const MOST_OF_OURS = 60_000;

/** Letters and digits alone, folded: wrapping, quote marks, punctuation and case are the mail program's. */
type Folded = { text: string /** Position of each character in the original. */; places: Int32Array };

function fold(original: string): Folded {
  const places: number[] = [];
  let text = '';
  let place = 0;
  for (const character of original) {
    if (/[\p{L}\p{N}]/u.test(character)) {
      const plain = character.normalize('NFKC').toLowerCase();
      for (let at = 0; at < plain.length; at += 1) places.push(place);
      text += plain;
    }
    place += character.length;
  }
  return { text, places: Int32Array.from(places) };
}

function runsOf(ours: readonly string[]): Map<number, Set<string>> {
  const runs = new Map<number, Set<string>>();
  let left = MOST_OF_OURS;
  for (const message of ours) {
    const { text } = fold(cutText(message, left));
    left -= Math.min(left, message.length);
    const size = DENSE_SCRIPT.test(message) ? SHORT_RUN : RUN;
    const known = runs.get(size) ?? new Set();
    for (let at = 0; at + size <= text.length; at += 1) known.add(text.slice(at, at + size));
    runs.set(size, known);
  }
  return runs;
}

/** Marks each character of `text` that is ours: 1, and 0 for the lead's own. */
function markOurs(text: string, ours: readonly string[]): Uint8Array {
  const marks = new Uint8Array(text.length);
  const folded = fold(text);
  for (const [size, runs] of runsOf(ours)) {
    let marked = 0;
    for (let at = 0; at + size <= folded.text.length; at += 1) {
      if (!runs.has(folded.text.slice(at, at + size))) continue;
      const from = Math.max(at, marked);
      for (let place = from; place < at + size; place += 1) marks[folded.places[place]!] = 1;
      marked = at + size;
    }
  }
  return marks;
}

const isLetter = (character: string): boolean => /[\p{L}\p{N}]/u.test(character);

/** A reply that quotes us, in two readings. */
export interface SeparatedReply {
  /** For rules and models: the words of the sender alone. */
  own_text: string;
  /** For the screen: whole lines. A quotation includes the lines above it that introduce it. */
  shown_lines: { own: string[]; quoted: string[] };
}

/** Compares a reply once with our messages. Null if it quotes none of them. Linear in both; reads up to `TEXT_BOUNDS.mail_shown`. */
export function separateOwnWords(text: string, ours: readonly string[]): SeparatedReply | null {
  const shown = cutText(text, TEXT_BOUNDS.mail_shown);
  const marks = markOurs(shown, ours);
  if (!marks.includes(1)) return null;
  return { own_text: removeMarked(shown, marks), shown_lines: partLines(shown, marks) };
}

function removeMarked(shown: string, marks: Uint8Array): string {
  let kept = '';
  // Blanks and marks between two of our words are ours as well.
  let pending = '';
  let wasOurs = false;
  let place = 0;
  for (const character of shown) {
    if (marks[place] === 1) {
      pending = wasOurs ? '' : pending;
      if (!wasOurs) kept += pending;
      pending = '';
      wasOurs = true;
    } else if (isLetter(character)) {
      kept += pending + character;
      pending = '';
      wasOurs = false;
    } else pending += character;
    place += character.length;
  }
  return (kept + pending).replace(/\n{3,}/g, '\n\n').trim();
}

/** Share of a line from which on it is ours. */
const OURS_FROM = 0.6;
/** Lines above a quotation that may announce it. */
const MOST_HEADER_LINES = 10;

function partLines(shown: string, marks: Uint8Array): SeparatedReply['shown_lines'] {
  const lines = splitLines(shown);
  const states = stateOf(lines, marks, shown);
  const isQuoted = states.map((state) => state === 'ours');
  for (let index = 0; index < lines.length; index += 1) {
    if (states[index] === 'theirs' || states[index - 1] === 'ours') continue;
    if (states[index] === 'ours' || states[index] === 'partly') markAnnouncement(lines, states, isQuoted, index);
  }
  // Blank lines between two quoted lines belong to them.
  for (let index = 1; index + 1 < lines.length; index += 1)
    if (states[index] === 'blank' && isQuoted[index - 1]) isQuoted[index] = true;
  return {
    own: lines.filter((_, index) => !isQuoted[index]),
    quoted: lines.filter((_, index) => isQuoted[index]),
  };
}

type LineState = 'blank' | 'ours' | 'partly' | 'theirs';

function stateOf(lines: readonly string[], marks: Uint8Array, text: string): LineState[] {
  let start = 0;
  return lines.map((line) => {
    let [letters, ours] = [0, 0];
    let place = start;
    for (const character of line) {
      if (isLetter(character)) {
        letters += 1;
        ours += marks[place] ?? 0;
      }
      place += character.length;
    }
    start += line.length;
    start += text.startsWith('\r\n', start) ? 2 : 1;
    if (letters === 0) return 'blank';
    if (ours / letters >= OURS_FROM) return 'ours';
    return ours > 0 ? 'partly' : 'theirs';
  });
}

/** The lines right above a quotation that say whose it is, in any language; and its first line, if it is on one of them. */
function markAnnouncement(lines: readonly string[], states: LineState[], isQuoted: boolean[], first: number): void {
  let index = first;
  if (states[index] === 'partly') {
    if (!announces(lines[index] ?? '')) return;
    isQuoted[index] = true;
  }
  index -= 1;
  while (index >= 0 && (lines[index] ?? '').trim() === '') index -= 1;
  for (let count = 0; index >= 0 && count < MOST_HEADER_LINES; count += 1, index -= 1) {
    if (!announces(lines[index] ?? '')) break;
    isQuoted[index] = true;
  }
}

/** A line of a header block or an attribution: an address, a label with a colon, a rule, or a date with a time and no sentence. */
function announces(line: string): boolean {
  const text = trimTrailing(cutText(line, TEXT_BOUNDS.line).replace(/^[\s>|*]+/, ''), ' \t*');
  if (/[^\s<>@]@[^\s<>@]/.test(text) || /[:：]$/.test(text)) return true;
  if (/^[-_=–—]{3}/.test(text) && /[-_=–—]{3}$/.test(text)) return true;
  if (/^[^:：.!?]{1,30}[:：]\s/.test(text)) return true;
  const hasDate = /\b\d{4}\b|\d{1,2}[./-]\d{1,2}/.test(text);
  return hasDate && /\d{1,2}[:.h]\d{2}|,/.test(text) && text.length <= 120 && !/[.!?]\s+\p{L}/u.test(text);
}
