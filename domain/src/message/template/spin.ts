import type { Piece } from './scan.ts';

/** Positions of the brackets and bars of options: `{Hi|Hello}` is options, `{Hi}` is words in brackets. */
export interface SpinMarks {
  marks: ReadonlyMap<number, 'open' | 'bar' | 'close'>;
  /** The first bracket of options that are nested too deep. */
  too_deep_at: number | null;
}

/** Deepest nesting: `{a {b|c}|d}`. Users have to be able to review every option. */
const MOST_DEEP = 2;

interface Frame {
  at: number;
  bars: number[];
  /** Nesting depth of the options inside. */
  depth: number;
  outer: Frame | null;
}

/** The innermost open bracket of a branch, and of the branches around it. */
interface Scope {
  frame: Frame | null;
  outer: Frame | null;
}

/**
 * Finds the brackets that belong together and have a bar of their own between them. A bracket opened in one branch of a condition does
 * not close in another; one without its other half is words, as it always was.
 */
export function findSpins(pieces: readonly Piece[]): SpinMarks {
  const found = { marks: new Map<number, 'open' | 'bar' | 'close'>(), too_deep_at: null as number | null };
  /** What is open in the branches around, innermost last. */
  const around: Scope[] = [];
  let frame: Frame | null = null;
  let outer: Frame | null = null;
  for (const piece of pieces) {
    if (piece.kind === 'tag') ({ frame, outer } = scopeAfterTag({ frame, outer }, around, piece.source));
    if (piece.kind !== 'text') continue;
    for (let index = 0; index < piece.source.length; index += 1) {
      const character = piece.source[index];
      const at = piece.at + index;
      if (character === '{') frame = { at, bars: [], depth: 0, outer: frame };
      else if (character === '|') frame?.bars.push(at);
      else if (character === '}' && frame !== null) frame = closeFrame(frame, frame.outer ?? outer, at, found);
    }
  }
  return found;
}

/** A bracket that a branch left open is words. */
function scopeAfterTag({ frame, outer }: Scope, around: Scope[], tag: string): Scope {
  const word = FIRST_WORD.exec(tag.slice(2, LONGEST_TAG_WORD))?.[0].toLowerCase();
  if (word === 'endif') return around.pop() ?? { frame: null, outer };
  if (word !== 'if') return { frame: null, outer };
  around.push({ frame, outer });
  return { frame: null, outer: frame ?? outer };
}

function closeFrame(
  frame: Frame,
  outer: Frame | null,
  at: number,
  found: { marks: Map<number, 'open' | 'bar' | 'close'>; too_deep_at: number | null },
): Frame | null {
  const depth = frame.depth + (frame.bars.length > 0 ? 1 : 0);
  if (outer !== null) outer.depth = Math.max(outer.depth, depth);
  if (frame.bars.length > 0) {
    if (depth > MOST_DEEP) found.too_deep_at ??= frame.at;
    found.marks.set(frame.at, 'open').set(at, 'close');
    for (const bar of frame.bars) found.marks.set(bar, 'bar');
  }
  return frame.outer;
}

const FIRST_WORD = /[a-z]+/i;
const LONGEST_TAG_WORD = 40;

/** The option that a lead gets of a step: always the same one for the same lead, step and place. */
export function pickOption(seed: number, place: number, options: number): number {
  return mix(seed, place) % options;
}

/** A number for a lead at a step, and for another of the outcomes the two could have. */
export function spinSeed(leadId: number, stepId: number, turn = 0): number {
  return mix(mix(leadId, stepId), turn);
}

/** Subject and message are drawn apart: their first groups would otherwise always go together. */
export function subjectSeed(seed: number): number {
  return mix(seed, SUBJECT);
}

const SUBJECT = 1;

/** Mixes two integers to 32 bits (the finaliser of MurmurHash3). */
function mix(left: number, right: number): number {
  let hash = Math.imul(left | 0, 0x9e3779b1) ^ Math.imul((right | 0) + 0x7f4a7c15, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
