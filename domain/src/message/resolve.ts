import { type CustomFacts, customKeyOf, customName, isCustomName } from '../leads/custom-columns.ts';
import { nameMissing } from './missing-words.ts';
import { evaluateExpression, isTrue, type NameValues } from './template/evaluate.ts';
import { MESSAGE_NAMES, type MessageName } from './template/names.ts';
import { findNearest } from './template/nearest.ts';
import { describeProblem, type Problem, unknownWord } from './template/problems.ts';
import { pickOption } from './template/spin.ts';
import { readTree, type Tree, type TreeNode } from './template/tree.ts';
import { readWords } from './template/words.ts';
import { readPieces, type Segment, type Token } from './tokens.ts';

/** What stands behind the variables and tokens of a message for one lead. Absent entries are missing data. */
export type MessageValues = {
  variables: Partial<Record<MessageName, string | null>>;
  snippets?: ReadonlyMap<number, string | null>;
  research?: ReadonlyMap<number, string | null>;
  /** HTML must already be sanitised. */
  signatures?: ReadonlyMap<number, { html: string; text: string }>;
  unsubscribe_url?: string | null;
  /** Whose turn it is (`spinSeed`): with the same one every group of options gives the same one. */
  /** Values of custom columns, by key. */
  custom?: CustomFacts | undefined;
  seed?: number;
  /** In which dates are written. */
  language?: string;
};

/** A part of a message for one lead: what was written, a value (which is never read again), or what the lead has no value for. */
export type ResolvedPart =
  | { kind: 'text'; text: string }
  | { kind: 'value'; text: string }
  | { kind: 'gap'; name: MessageName; source: string }
  | { kind: 'unknown'; source: string }
  | Token;

/** A text as it is understood: the one reader of all messages. */
export function readTemplate(template: string): Tree<Token> {
  return readTree(readPieces(template));
}

/** How a problem of a text is named among what leads lack: nobody has it. */
export function nameProblem({ kind, name, text }: Problem): string {
  return kind === 'unknown_name' ? `unknown:${name}` : `broken:${text}`;
}

/** What of a text cannot be carried out, each with its place; empty when it can be sent. */
export function findTemplateProblems(template: string): Problem[] {
  return readTemplate(template).problems;
}

/**
 * The first problem of a text, as a sentence, or null.
 * @param columns keys of the custom columns that there are; left out where they are not known
 */
export function findTemplateProblem(template: string, columns?: readonly string[]): string | null {
  const [first] = [
    ...findTemplateProblems(template),
    ...(columns === undefined ? [] : findUnknownColumns(template, columns)),
  ].sort((left, right) => left.at - right.at);
  return first === undefined ? null : describeProblem(template, first);
}

/** Answers the conditions of a message for one lead, picks its options and puts the values in. */
export function resolveTemplate(
  template: string,
  values: MessageValues,
): { parts: ResolvedPart[]; problems: Problem[] } {
  const { nodes, problems } = readTemplate(template);
  return { parts: resolveNodes(nodes, values, namesOf(values)), problems };
}

function namesOf({ variables, custom = {}, language = 'en' }: MessageValues): NameValues {
  const factOf = (name: MessageName) => {
    const key = customKeyOf(name);
    return key !== null && Object.hasOwn(custom, key) ? custom[key] : undefined;
  };
  return {
    valueOf: (name) => {
      if (!isCustomName(name)) return filled(variables[name]);
      const value = factOf(name)?.value ?? null;
      return typeof value === 'string' ? filled(value) : value;
    },
    isDay: (name) => name === 'today' || factOf(name)?.type === 'date',
    language,
  };
}

/** Names of custom columns in a text that are none of these keys, each with its place. */
function findUnknownColumns(template: string, keys: readonly string[]): Problem[] {
  const known = keys.map(customName);
  return readPieces(template).flatMap((piece) => {
    if (piece.kind !== 'output' && piece.kind !== 'tag') return [];
    const read = readWords(piece.source.slice(2, -2), piece.at + 2);
    if (!('words' in read)) return [];
    const named = read.words.filter(({ kind, text }) => kind === 'name' && isCustomName(text.toLowerCase()));
    const unknown = named.filter(({ text }) => !known.some((name) => name === text.toLowerCase()));
    return unknown.map(({ at, text }) =>
      unknownWord('variable', at, text, findNearest(text, [...known, ...MESSAGE_NAMES])),
    );
  });
}

function resolveNodes(nodes: readonly TreeNode<Token>[], values: MessageValues, names: NameValues): ResolvedPart[] {
  const parts: ResolvedPart[] = [];
  for (const node of nodes) {
    if (node.kind === 'text') parts.push(node);
    else if (node.kind === 'other') parts.push(node.other);
    else if (node.kind === 'unknown') parts.push(node);
    else if (node.kind === 'output') parts.push(resolveOutput(node, names));
    else if (node.kind === 'if') {
      const branch = node.branches.find(({ condition }) => condition === null || isTrue(condition, names));
      if (branch !== undefined) for (const part of resolveNodes(branch.nodes, values, names)) parts.push(part);
    } else for (const part of resolveSpin(node, values, names)) parts.push(part);
  }
  return parts;
}

function resolveOutput(
  { expression, source }: Extract<TreeNode<Token>, { kind: 'output' }>,
  names: NameValues,
): ResolvedPart {
  const value = evaluateExpression(expression, names);
  return typeof value === 'string' ? { kind: 'value', text: value } : { kind: 'gap', name: value.missing, source };
}

/** One of the options the lead has the data for; where there is none of those, one of all. */
function resolveSpin(
  { place, options }: Extract<TreeNode<Token>, { kind: 'spin' }>,
  values: MessageValues,
  names: NameValues,
): ResolvedPart[] {
  const all = options.map((option) => resolveNodes(option, values, names));
  const whole = all.filter((parts) => parts.every((part) => missingName(part, values) === null));
  const choice = whole.length > 0 ? whole : all;
  return choice[pickOption(values.seed ?? 0, place, choice.length)] ?? [];
}

/** How what a part lacks is told, or null when it lacks nothing. */
export function missingName(part: ResolvedPart, values: MessageValues): string | null {
  switch (part.kind) {
    case 'gap':
      return part.name;
    case 'snippet':
    case 'research':
      return lookUp(part, values) === null ? nameMissing(part.kind, part) : null;
    case 'signature':
      return values.signatures?.has(part.id) === true ? null : nameMissing(part.kind, part);
    case 'unsubscribe':
      return values.unsubscribe_url ? null : 'unsubscribe';
    default:
      return null;
  }
}

/** What was written or found out for a lead, where a token stands for it. */
export function lookUp(part: ResolvedPart | Segment, values: MessageValues): string | null {
  if (part.kind === 'snippet') return filled(values.snippets?.get(part.id));
  if (part.kind === 'research') return filled(values.research?.get(part.id));
  return null;
}

function filled(text: string | null | undefined): string | null {
  return text === null || text === undefined || text.trim() === '' ? null : text;
}
