import { parseTag } from './template/condition.ts';
import { type ConditionForm, parseConditionForm, writeConditionForm } from './template/labels.ts';
import { parseSegments, type Segment, writeSegments } from './tokens.ts';

/** A whole condition shown as one block in an editor: `{% if job_title %}…{% else %}…{% endif %}`. */
interface ConditionSegment {
  kind: 'condition';
  source: string;
}

export type BlockSegment = Segment | ConditionSegment;

/** What a block says: one question, what is written where it is answered with yes, and where with no. */
export interface ConditionBlock extends ConditionForm {
  yes: string;
  /** Blank writes nothing. */
  no: string;
}

/** Where a block begins and ends in a row of segments; `to` is the place of its `endif`. */
export interface BlockRange {
  from: number;
  to: number;
}

/** An `if` that waits for its end. One that holds another condition, an `elsif` or a second `else` is no block. */
interface Open {
  from: number;
  elses: number;
  isBlock: boolean;
}

/** The conditions that an editor block can hold, innermost first where they are nested. */
export function findBlocks(segments: readonly BlockSegment[]): BlockRange[] {
  const found: BlockRange[] = [];
  const open: Open[] = [];
  for (const [place, segment] of segments.entries()) {
    const top = open.at(-1);
    if (top) updateOpen(top, segment);
    if (segment.kind !== 'tag') continue;
    const kind = tagKind(segment.source);
    if (kind === 'if') {
      open.push({ from: place, elses: 0, isBlock: parseConditionForm(segment.source) !== null });
    } else if (kind === 'endif' && open.pop()?.isBlock) found.push({ from: top!.from, to: place });
  }
  return found;
}

/** Counts a segment inside of an open `if` towards what makes it no block. */
function updateOpen(top: Open, segment: BlockSegment): void {
  const kind = segment.kind === 'tag' ? tagKind(segment.source) : segment.kind;
  if (kind === 'else') top.elses += 1;
  if (kind === 'condition' || kind === 'if' || kind === 'elsif' || top.elses > 1) top.isBlock = false;
}

/** Segments with each of those conditions in one piece; written, they are the same text. */
export function joinConditions(segments: readonly BlockSegment[]): BlockSegment[] {
  const joined: BlockSegment[] = [];
  let next = 0;
  for (const { from, to } of findBlocks(segments)) {
    joined.push(...segments.slice(next, from), {
      kind: 'condition',
      source: writeBlocks(segments.slice(from, to + 1)),
    });
    next = to + 1;
  }
  return [...joined, ...segments.slice(next)];
}

export function writeBlocks(segments: readonly BlockSegment[]): string {
  return segments.map((segment) => (segment.kind === 'condition' ? segment.source : writeSegments([segment]))).join('');
}

/** What a block says, or null for a text that is not one block. */
export function parseConditionBlock(source: string): ConditionBlock | null {
  const segments = parseSegments(source);
  const [range, more] = findBlocks(segments);
  const first = segments[0];
  if (range === undefined || more || range.from !== 0 || range.to !== segments.length - 1) return null;
  const form = first?.kind === 'tag' ? parseConditionForm(first.source) : null;
  if (form === null) return null;
  const inside = segments.slice(1, -1);
  const middle = inside.findIndex((segment) => segment.kind === 'tag');
  if (middle < 0) return { ...form, yes: writeSegments(inside), no: '' };
  return {
    ...form,
    yes: writeSegments(inside.slice(0, middle)),
    no: writeSegments(inside.slice(middle + 1)),
  };
}

export function writeConditionBlock({ yes, no, ...form }: ConditionBlock): string {
  const otherwise = no === '' ? '' : `{% else %}${no}`;
  return `${writeConditionForm('if', form)}${yes}${otherwise}{% endif %}`;
}

/** The `if` tag that a block begins with, as it is written. */
export function questionOf(source: string): string {
  const [first] = parseSegments(source);
  return first?.kind === 'tag' ? first.source : '';
}

function tagKind(source: string): 'if' | 'elsif' | 'else' | 'endif' | null {
  const read = parseTag(source, 0);
  return 'tag' in read ? read.tag.kind : null;
}

/** What keeps a block from being put into a message, by its field. */
export type BlockProblem = { field: 'value' | 'yes'; kind: 'no_value' | 'no_number' | 'no_text' };

const NUMBER = /^-?\d{1,15}(?:\.\d{1,9})?$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

export function findBlockProblem({ comparison, value, yes, no }: ConditionBlock): BlockProblem | null {
  const isCompared = comparison !== 'known' && comparison !== 'empty';
  const written = value.trim();
  if (isCompared && written === '') return { field: 'value', kind: 'no_value' };
  const isOrder = ['<', '>', '<=', '>='].includes(comparison);
  if (isOrder && !NUMBER.test(written) && !DAY.test(written)) return { field: 'value', kind: 'no_number' };
  return yes.trim() === '' && no.trim() === '' ? { field: 'yes', kind: 'no_text' } : null;
}
