import { type CustomFacts, customName, isCustomName, parseCustomKey } from '../leads/custom-columns.ts';
import type { CustomValue } from '../leads/custom-values.ts';
import { findBlocks, parseConditionBlock, questionOf } from './condition-blocks.ts';
import { nameMissing } from './missing-words.ts';
import { findBlanks, findPlaceholders } from './placeholders.ts';
import { type Budget, isUsedUp, openBudget } from './template/budget.ts';
import { parseTag } from './template/condition.ts';
import { evaluateExpression, isTrue, type NameValues } from './template/evaluate.ts';
import { MESSAGE_NAMES, type MessageName } from './template/names.ts';
import { findNearest } from './template/nearest.ts';
import { listSpins } from './template/outcomes.ts';
import { broken, describeProblem, type Problem, shorten, unknownWord } from './template/problems.ts';
import { isResearchName, parseResearchKey, researchName } from './template/research-names.ts';
import type { Piece } from './template/scan.ts';
import { pickOption } from './template/spin.ts';
import { parseTree, type Tree, type TreeNode } from './template/tree.ts';
import { parseWords, type Word } from './template/words.ts';
import { parsePieces, parseSegments, type Segment, type Token, tokenIds, writeSegments } from './tokens.ts';

/** A research task as a message names it: by its id in a token, by its key in a variable. */
export type TaskName = number | string;

/** What research found out about a lead: by the id of a task as people read it, by its key with its kind. */
export type ResearchAnswers = ReadonlyMap<TaskName, CustomValue | null>;

/** The values of a message's variables and tokens for one lead. Absent entries are missing data. */
export type MessageValues = {
  variables: Partial<Record<MessageName, string | null>>;
  snippets?: ReadonlyMap<number, string | null>;
  research?: ResearchAnswers;
  /** HTML must already be sanitised. */
  signatures?: ReadonlyMap<number, { html: string; text: string }>;
  unsubscribe_url?: string | null;
  /** Values of custom columns, by key. */
  custom?: CustomFacts | undefined;
  /** Whose turn it is (`spinSeed`): with the same one every group of options gives the same one. */
  seed?: number;
  /** In which dates are written. */
  language?: string;
};

/** A part of a message for one lead: what was written, a value (which is never read again), or what the lead has no value for. */
export type ResolvedPart =
  | { kind: 'text'; text: string }
  /** `default_of`: the lead has no value of this name, and the words of its `default` are there instead. */
  | { kind: 'value'; text: string; default_of?: MessageName }
  | { kind: 'gap'; name: MessageName; source: string }
  | { kind: 'unknown'; source: string }
  | Token;

/** A text as it is understood: the one reader of all messages. */
export function parseTemplate(template: string): Tree<Token> {
  const tree = parseTree(parsePieces(template));
  const blanks = findBlanks(template);
  if (blanks.length === 0) return tree;
  const open = blanks.map(({ at, source }) => broken(at, `“${shorten(source)}” is left to fill in.`));
  return { ...tree, problems: [...tree.problems, ...open].sort((one, other) => one.at - other.at) };
}

/** Name of a broken text among the missing data: no lead has it. */
export function nameProblem({ kind, name, text }: Problem): string {
  return kind === 'unknown_name' ? `unknown:${name}` : `broken:${text}`;
}

/** What of a text cannot be carried out, each with its place; empty when it can be sent. */
export function findTemplateProblems(template: string): Problem[] {
  return parseTemplate(template).problems;
}

/**
 * The first problem of a text, as a sentence, or null.
 * @param known what there is of names that organizations make themselves
 */
export function findTemplateProblem(template: string, known: KnownKeys = {}): string | null {
  const [first] = [
    ...findTemplateProblems(template).map((problem) => hintKnownKey(problem, known)),
    ...findUnknownKeys(template, known),
    ...findForeignProblems(template),
    ...findEmptyConditions(template),
  ].sort((left, right) => left.at - right.at);
  return first === undefined ? null : describeProblem(template, first);
}

/** Suggests a custom column or research task when its key was written without its place: `{{ color }}` for `{{ custom.color }}`. */
function hintKnownKey(problem: Problem, { custom = [], research = [] }: KnownKeys): Problem {
  const { kind, name, at } = problem;
  if (kind !== 'unknown_name' || name === undefined) return problem;
  const named = [...custom.map(customName), ...research.map(researchName)];
  const keys = named.map((known) => known.slice(known.indexOf('.') + 1));
  const nearest = named[keys.indexOf(findNearest(name, keys) ?? '')];
  return nearest === undefined ? problem : unknownWord('variable', at, name, nearest);
}

/** Placeholders that are certainly another tool's: "Hi {first_name}" is never meant. */
function findForeignProblems(template: string): Problem[] {
  return findPlaceholders(template).flatMap(({ at, source, ours, is_certain }) =>
    is_certain && ours !== null
      ? [broken(at, `“${shorten(source)}” is a placeholder of another tool. Here it is ${ours}.`)]
      : [],
  );
}

/** Conditions with two empty branches: the user has not filled them in yet. */
function findEmptyConditions(template: string): Problem[] {
  const segments = parseSegments(template);
  return findBlocks(segments).flatMap(({ from, to }) => {
    const source = writeSegments(segments.slice(from, to + 1));
    const block = parseConditionBlock(source);
    if (block === null || block.yes.trim() !== '' || block.no.trim() !== '') return [];
    const at = writeSegments(segments.slice(0, from)).length;
    return [
      broken(at, `The condition “${shorten(questionOf(source))}” has no text. Write the text for at least one case.`),
    ];
  });
}

/**
 * Answers the conditions of a message for one lead, picks its options and puts the values in. Of a text that is `oversized` for the lead
 * (`RENDER_LIMITS`) only the first parts come.
 */
export function resolveTemplate(
  template: string,
  values: MessageValues,
): { parts: ResolvedPart[]; problems: Problem[]; is_oversized: boolean } {
  const { nodes, problems } = parseTemplate(template);
  const names = namesOf(values, openBudget());
  const parts = resolveNodes<never>(nodes, values, names);
  return { parts, problems, is_oversized: isUsedUp(names.budget) };
}

function namesOf({ variables, custom = {}, research, language = 'en' }: MessageValues, budget: Budget): NameValues {
  const factOf = (name: MessageName) => {
    const key = parseCustomKey(name);
    return key !== null && Object.hasOwn(custom, key) ? custom[key] : undefined;
  };
  return {
    valueOf: (name) => {
      const task = parseResearchKey(name);
      if (task === null && !isCustomName(name)) return filled(variables[name]);
      const value = (task === null ? factOf(name)?.value : research?.get(task)) ?? null;
      return typeof value === 'string' ? filled(value) : value;
    },
    isDay: (name) => name === 'today' || factOf(name)?.type === 'date',
    language,
    budget,
  };
}

/** Keys of an organization's custom columns and research tasks; left out where they are not known, and then none is said to be wrong. */
export interface KnownKeys {
  custom?: readonly string[] | undefined;
  research?: readonly string[] | undefined;
}

/** Names in a text that an organization could have made and did not, each with its place. */
function findUnknownKeys(template: string, { custom, research }: KnownKeys): Problem[] {
  const known: string[] = [...(custom ?? []).map(customName), ...(research ?? []).map(researchName)];
  const isJudged = (name: string): boolean =>
    (custom !== undefined && isCustomName(name)) || (research !== undefined && isResearchName(name));
  return listNames(template).flatMap(({ at, text }) => {
    const name = text.toLowerCase();
    if (!isJudged(name) || known.includes(name)) return [];
    return unknownWord('variable', at, text, findNearest(text, [...known, ...MESSAGE_NAMES]));
  });
}

/** Words in the brackets of a text that may be names, each with its place. */
function listNames(template: string): Word[] {
  return parsePieces(template).flatMap((piece) => {
    if (piece.kind !== 'output' && piece.kind !== 'tag') return [];
    const read = parseWords(piece.source.slice(2, -2), piece.at + 2);
    return 'words' in read ? read.words.filter(({ kind }) => kind === 'name') : [];
  });
}

/** How the conditions of a text are answered for one lead, by their tags as they are written; each once. */
export function answerConditions(template: string, values: MessageValues): Map<string, boolean> {
  const names = namesOf(values, openBudget());
  const tags = parsePieces(template).flatMap((piece) => (piece.kind === 'tag' ? [piece.source] : []));
  return new Map(
    tags.flatMap((source) => {
      const read = parseTag(source, 0);
      return 'tag' in read && 'condition' in read.tag ? [[source, isTrue(read.tag.condition, names)] as const] : [];
    }),
  );
}

/** The research tasks that a text names, each once. */
export function namedResearch(template: string): TaskName[] {
  const keys = listNames(template).flatMap(({ text }) => parseResearchKey(text.toLowerCase()) ?? []);
  return [...new Set<TaskName>([...tokenIds(template, 'research'), ...keys])];
}

/** A piece of formatting between the words of a message. */
export interface Markup {
  kind: 'markup';
  place: number;
}

/**
 * The same of a text with formatting between its words. Its options fall as those of `message`, which says the same without formatting:
 * a lead reads one text in both parts of a mail.
 */
export function resolveFormatted(
  pieces: readonly Piece<Token | Markup>[],
  values: MessageValues,
  message: string,
): { parts: (ResolvedPart | Markup)[]; problems: Problem[]; is_oversized: boolean } {
  const { nodes, problems } = parseTree(pieces);
  const [own, places] = [listSpins(nodes), listSpins(parseTemplate(message).nodes)];
  if (own.length === places.length) for (const [index, spin] of own.entries()) spin.place = places[index]!.place;
  const names = namesOf(values, openBudget());
  const parts = resolveNodes(nodes, values, names);
  return { parts, problems, is_oversized: isUsedUp(names.budget) };
}

/** What a text needs to be filled in: its names of variables and its tokens, each once. */
export function listNeeds(template: string): string[] {
  const names = listNames(template).map(({ text }) => text.toLowerCase());
  const tokens = parseSegments(template).flatMap((segment) => {
    if (segment.kind === 'unsubscribe') return ['unsubscribe link'];
    return 'id' in segment ? [`${segment.kind} ${segment.name || segment.id}`] : [];
  });
  return [...new Set([...names, ...tokens])];
}

function resolveNodes<Extra extends Markup = never>(
  nodes: readonly TreeNode<Token | Extra>[],
  values: MessageValues,
  names: NameValues,
): (ResolvedPart | Extra)[] {
  const parts: (ResolvedPart | Extra)[] = [];
  for (const node of nodes) {
    if (isUsedUp(names.budget)) break;
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
  if (typeof value !== 'string') return { kind: 'gap', name: value.missing, source };
  names.budget.characters -= value.length;
  const { base } = expression;
  const isDefault = base.kind === 'name' && names.valueOf(base.name) === null && value !== '';
  return { kind: 'value', text: value, ...(isDefault ? { default_of: base.name } : {}) };
}

/** The words that a lead reads from `default`, because they have no value of the name. */
export function listDefaults(template: string, values: MessageValues): { name: MessageName; words: string }[] {
  const defaults = resolveTemplate(template, values).parts.flatMap((part) =>
    part.kind === 'value' && part.default_of !== undefined ? [{ name: part.default_of, words: part.text }] : [],
  );
  return [...new Map(defaults.map((given) => [`${given.name} ${given.words}`, given])).values()];
}

/** One of the options the lead has the data for; where there is none of those, one of all. */
function resolveSpin<Extra extends Markup = never>(
  { place, options }: Extract<TreeNode<Token | Extra>, { kind: 'spin' }>,
  values: MessageValues,
  names: NameValues,
): (ResolvedPart | Extra)[] {
  const all = options.map((option) => resolveNodes(option, values, names));
  const whole = all.filter((parts) => parts.every((part) => missingName(part, values) === null));
  const choice = whole.length > 0 ? whole : all;
  return choice[pickOption(values.seed ?? 0, place, choice.length)] ?? [];
}

/** Name of the data that a part lacks, or null when it lacks none. */
export function missingName(part: ResolvedPart | Markup, values: MessageValues): string | null {
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

/** The text written or found for a lead instead of a token. */
export function lookUp(part: ResolvedPart | Segment, values: MessageValues): string | null {
  if (part.kind === 'snippet') return filled(values.snippets?.get(part.id));
  if (part.kind === 'research') return written(values.research?.get(part.id));
  return null;
}

const written = (value: CustomValue | null | undefined): string | null =>
  typeof value === 'string' ? filled(value) : null;

function filled(text: string | null | undefined): string | null {
  return text === null || text === undefined || text.trim() === '' ? null : text;
}
