import { say } from '../../text/say.ts';
import { type Condition, parseTag, type Tag } from './condition.ts';
import { type Expression, parseExpression } from './expression.ts';
import { broken, type Problem } from './problems.ts';
import type { Piece } from './scan.ts';
import { findSpins, type SpinMarks } from './spin.ts';

export type TreeNode<Other> =
  | { kind: 'text'; text: string }
  | { kind: 'output'; source: string; expression: Expression }
  /** An output that can't be parsed, as it is written. */
  | { kind: 'unknown'; source: string }
  | { kind: 'other'; other: Other }
  /** The first branch whose condition is true; `else` has none. */
  | { kind: 'if'; branches: Branch<Other>[] }
  /** One of these, chosen by lead and step; `place` distinguishes the groups of a text. */
  | { kind: 'spin'; place: number; options: TreeNode<Other>[][] };

interface Branch<Other> {
  condition: Condition | null;
  nodes: TreeNode<Other>[];
}

export interface Tree<Other> {
  nodes: TreeNode<Other>[];
  /** In the order of the text; a text with any of them is not sent. */
  problems: Problem[];
}

/** Written characters, tokens apart: as long as the longest message. */
const LONGEST_TEMPLATE = 8000;
/** Deepest nesting of `if`; deeper ones are unreadable. */
const MOST_DEEP = 5;
const MOST_PROBLEMS = 20;

/** Understands a text. One walk over its pieces with a stack of what is open: no depth of it is the program's own. */
export function parseTree<Other>(pieces: readonly Piece<Other>[]): Tree<Other> {
  const length = pieces.reduce((sum, piece) => sum + (piece.kind === 'other' ? 0 : piece.source.length), 0);
  if (length > LONGEST_TEMPLATE && countPoints(pieces) > LONGEST_TEMPLATE)
    return {
      nodes: [],
      problems: [broken(0, say('A text can have {most} characters at most.', { most: LONGEST_TEMPLATE }))],
    };
  const spins = findSpins(pieces);
  const builder = new Builder<Other>(spins);
  if (spins.too_deep_at !== null)
    builder.report(
      broken(
        spins.too_deep_at,
        say('Options in brackets can be nested two deep at most, as in {example}.', { example: TWO_DEEP }),
      ),
    );
  for (const piece of pieces) {
    if (!builder.add(piece)) break;
  }
  return builder.finish();
}

const TWO_DEEP = '{a|b {c|d}}';

function countPoints(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, piece) => sum + (piece.kind === 'other' ? 0 : [...piece.source].length), 0);
}

type Open<Other> =
  | { kind: 'if'; at: number; node: Extract<TreeNode<Other>, { kind: 'if' }>; has_else: boolean }
  | { kind: 'spin'; node: Extract<TreeNode<Other>, { kind: 'spin' }> };

class Builder<Other> {
  private readonly root: TreeNode<Other>[] = [];
  private readonly open: Open<Other>[] = [];
  private readonly problems: Problem[] = [];
  private ifs = 0;

  private readonly spins: SpinMarks;

  constructor(spins: SpinMarks) {
    this.spins = spins;
  }

  report(problem: Problem): void {
    if (this.problems.length < MOST_PROBLEMS) this.problems.push(problem);
  }

  /** False when parsing stops: the rest can't repair the text. */
  add(piece: Piece<Other>): boolean {
    switch (piece.kind) {
      case 'other':
        this.here().push({ kind: 'other', other: piece.other });
        return true;
      case 'text':
        this.addText(piece.at, piece.source);
        return true;
      case 'open':
        this.report(broken(piece.at, explainOpen(piece.source)));
        this.here().push({ kind: 'text', text: piece.source });
        return true;
      case 'output': {
        const read = parseExpression(piece.source, piece.at);
        if ('problem' in read) this.report(read.problem);
        const { source } = piece;
        this.here().push('problem' in read ? { kind: 'unknown', source } : { kind: 'output', source, ...read });
        return true;
      }
      case 'tag':
        return this.addTag(piece.at, piece.source);
    }
  }

  finish(): Tree<Other> {
    const left = this.open.find((item) => item.kind === 'if');
    if (left && this.problems.length === 0)
      this.report(broken(left.at, say('This “if” has no “{end}”.', { end: '{% endif %}' })));
    return { nodes: this.root, problems: this.problems.toSorted((one, other) => one.at - other.at) };
  }

  /** Where the next node goes. */
  private here(): TreeNode<Other>[] {
    const top = this.open.at(-1);
    if (top === undefined) return this.root;
    return top.kind === 'if' ? top.node.branches.at(-1)!.nodes : top.node.options.at(-1)!;
  }

  private addText(at: number, text: string): void {
    let from = 0;
    const addWords = (end: number): void => {
      if (end > from) this.here().push({ kind: 'text', text: text.slice(from, end) });
      from = end + 1;
    };
    for (let index = 0; index < text.length; index += 1) {
      const mark = this.spins.marks.get(at + index);
      if (mark === undefined) continue;
      addWords(index);
      if (mark === 'open') {
        const node = { kind: 'spin' as const, place: at + index, options: [[]] };
        this.here().push(node);
        this.open.push({ kind: 'spin', node });
        continue;
      }
      const top = this.open.at(-1);
      if (top?.kind !== 'spin') continue;
      if (mark === 'bar') top.node.options.push([]);
      else this.open.pop();
    }
    addWords(text.length);
  }

  private addTag(at: number, source: string): boolean {
    const read = parseTag(source, at);
    if ('problem' in read) {
      this.report(read.problem);
      // What it would have opened or closed is not known: what follows would only be said to be wrong too.
      return false;
    }
    const { tag } = read;
    if (tag.kind === 'if') return this.openIf(at, tag.condition);
    const top = this.open.at(-1);
    if (top?.kind !== 'if') {
      this.report(broken(at, say('“{kind}” has no “{start}” before it.', { kind: tag.kind, start: '{% if … %}' })));
      return false;
    }
    return this.goOn(top, tag, at);
  }

  private openIf(at: number, condition: Condition): boolean {
    this.ifs += 1;
    if (this.ifs > MOST_DEEP) {
      this.report(broken(at, say('Conditions can be nested {most} deep at most.', { most: MOST_DEEP })));
      return false;
    }
    const node = { kind: 'if' as const, branches: [{ condition, nodes: [] }] };
    this.here().push(node);
    this.open.push({ kind: 'if', at, node, has_else: false });
    return true;
  }

  private goOn(top: Extract<Open<Other>, { kind: 'if' }>, tag: Exclude<Tag, { kind: 'if' }>, at: number): boolean {
    if (tag.kind === 'endif') {
      this.ifs -= 1;
      this.open.pop();
      return true;
    }
    if (top.has_else) {
      this.report(broken(at, say("“{kind}” can't follow “else”.", { kind: tag.kind })));
      return false;
    }
    top.has_else = tag.kind === 'else';
    top.node.branches.push({ condition: 'condition' in tag ? tag.condition : null, nodes: [] });
    return true;
  }
}

function explainOpen(mark: string): string {
  if (mark === '<{') return say('An insert (a snippet, link or signature) is damaged. Delete it and insert it again.');
  const end = mark === '{%' ? '%}' : '}}';
  return say('“{mark}” is not closed. End it with “{end}”, or write {shown} to show it.', {
    mark,
    end,
    shown: `{{ "${mark}" }}`,
  });
}
