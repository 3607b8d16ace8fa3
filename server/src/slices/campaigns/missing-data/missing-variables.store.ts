import { parseCustomKey } from '@overture/domain/leads/custom-columns';
import { LEAD_FIELDS } from '@overture/domain/leads/lead-fields';
import { nameOfSegment } from '@overture/domain/message/missing-segments';
import { nameProblem, parseTemplate } from '@overture/domain/message/resolve';
import type { Comparison, Condition, Term } from '@overture/domain/message/template/condition';
import type { Expression } from '@overture/domain/message/template/expression';
import { isLeadName, LEAD_NAMES, type LeadName, type MessageName } from '@overture/domain/message/template/names';
import { parseResearchKey } from '@overture/domain/message/template/research-names';
import type { TreeNode } from '@overture/domain/message/template/tree';
import type { Operand } from '@overture/domain/message/template/words';
import type { Token } from '@overture/domain/message/tokens';
import { type RawBuilder, sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';
import { resultByKey, resultText } from '../../lead-filters/index.ts';
import { type Cell, customCell, keyedTerm } from './keyed-terms.store.ts';

/** Ids of signatures and snippets that messages may use; snippets are written just before they are needed. */
export interface KnownParts {
  signatures: readonly number[];
  snippets: readonly number[];
}

interface Needs {
  tx: Pick<TransactionContext, 'organization'>;
  known: KnownParts;
  channel: 'email' | 'linkedin';
}

type Nodes = readonly TreeNode<Token>[];
type Lacks = RawBuilder<boolean> | null;

const ALWAYS = sql<boolean>`true`;

/**
 * SQL that is true for leads (`campaign_leads l`, `prospects p`) that lack data a text uses: `resolveTemplate` as a set operation. Null
 * when no lead can lack any; true for all leads when the text can't be parsed.
 */
export function lackingText(needs: Needs, template: string): Lacks {
  const { nodes, problems } = parseTemplate(template);
  return problems.length > 0 ? ALWAYS : lackingNodes(needs, nodes);
}

/** The same thing by thing, as missing data is named (`labelMissing`): together they are the same leads. */
export function lacksByName(needs: Needs, template: string): Map<string, RawBuilder<boolean>> {
  const { nodes, problems } = parseTemplate(template);
  if (problems.length > 0) return new Map(problems.map((problem) => [nameProblem(problem), ALWAYS]));
  return nameLacks(needs, nodes);
}

function nameLacks(needs: Needs, nodes: Nodes): Map<string, RawBuilder<boolean>> {
  const named = new Map<string, RawBuilder<boolean>[]>();
  for (const node of nodes)
    for (const [name, lacks] of nodeLacks(needs, node)) named.set(name, [...(named.get(name) ?? []), lacks]);
  return new Map([...named].map(([name, lacks]) => [name, joined(lacks, 'or')!]));
}

function nodeLacks(needs: Needs, node: TreeNode<Token>): [string, RawBuilder<boolean>][] {
  if (node.kind === 'if') {
    const taken = branchesTaken(needs, node.branches);
    return node.branches.flatMap(({ nodes }, index) =>
      [...nameLacks(needs, nodes)].map(([name, lacks]): [string, RawBuilder<boolean>] => [
        name,
        sql`(${taken[index]} and ${lacks})`,
      ]),
    );
  }
  const lacks = lackingNode(needs, node);
  if (lacks === null) return [];
  if (node.kind === 'spin') {
    return node.options.flatMap((option) =>
      [...nameLacks(needs, option)].map(([name, one]): [string, RawBuilder<boolean>] => [
        name,
        sql`(${lacks} and ${one})`,
      ]),
    );
  }
  if (node.kind === 'output' && node.expression.base.kind === 'name') return [[node.expression.base.name, lacks]];
  const other = node.kind === 'other' ? nameOfSegment(node.other) : null;
  return other === null ? [] : [[other, lacks]];
}

/** Whether a lead takes each of the branches; all of them may be taken where a question is not one for the database. */
function branchesTaken(needs: Needs, branches: readonly { condition: Condition | null }[]): RawBuilder<boolean>[] {
  const conditions = branches.map(({ condition }) => (condition === null ? ALWAYS : conditionSql(needs.tx, condition)));
  if (conditions.includes(null)) return branches.map(() => ALWAYS);
  return conditions.map((own, index) => {
    const before = conditions.slice(0, index).map((one) => sql<boolean>`not ${one}`);
    return joined([...before, own as RawBuilder<boolean>], 'and')!;
  });
}

function lackingNodes(needs: Needs, nodes: Nodes): Lacks {
  const lacks = nodes.flatMap((node) => lackingNode(needs, node) ?? []);
  return joined(lacks, 'or');
}

function lackingNode(needs: Needs, node: TreeNode<Token>): Lacks {
  switch (node.kind) {
    case 'text':
      return null;
    case 'unknown':
      return ALWAYS;
    case 'other':
      return lackingToken(needs, node.other);
    case 'output':
      return lackingOutput(needs, node.expression);
    case 'if':
      return lackingBranches(needs, node.branches);
    case 'spin': {
      // An option whose data is missing is never chosen.
      const options = node.options.map((option) => lackingNodes(needs, option));
      return options.includes(null) ? null : joined(options as RawBuilder<boolean>[], 'and');
    }
  }
}

function lackingToken({ tx, known }: Needs, token: Token): Lacks {
  if (token.kind === 'research') return sql<boolean>`is_blank(${resultText(tx, token.id, sql`p.id`)})`;
  const isDeleted =
    (token.kind === 'signature' && !known.signatures.includes(token.id)) ||
    (token.kind === 'snippet' && !known.snippets.includes(token.id));
  return isDeleted ? ALWAYS : null;
}

/** A name and all of its defaults. */
function lackingOutput(needs: Needs, { base, filters }: Expression): Lacks {
  const defaults = filters.flatMap(({ name, args: [arg] }) => (name === 'default' && arg ? [arg] : []));
  const lacks = [base, ...defaults].map((operand) =>
    operand.kind === 'name' ? lackingName(needs, operand.name) : null,
  );
  return lacks.includes(null) ? null : joined(lacks as RawBuilder<boolean>[], 'and');
}

/** Account columns behind sender variables, except the sender's own name. */
const SENDER_COLUMNS: Partial<Record<MessageName, string>> = {
  'sender.email': 'email',
  'sender.phone': 'phone',
  'sender.title': 'job_title',
  'sender.calendar_url': 'calendar_url',
};

/** The value behind a name with typed values; null for other names. */
function keyedCell(tx: Needs['tx'], name: MessageName): Cell | null {
  const key = parseCustomKey(name);
  if (key !== null) return customCell(key);
  const task = parseResearchKey(name);
  return task === null ? null : resultByKey(tx, task, sql`p.id`);
}

function lackingName({ channel, tx }: Needs, name: MessageName): Lacks {
  const cell = keyedCell(tx, name);
  if (cell !== null) return sql<boolean>`(${cell} is null)`;
  if (isLeadName(name)) return isBlank(name);
  if (name === 'campaign.name' || name === 'today' || name === 'privacy_link') return null;
  const own = sql.ref(`l.${channel}_account_id`);
  const first = sql.ref(`c.${channel}_account_id`);
  const column = SENDER_COLUMNS[name];
  const isMissing = column
    ? sql`is_blank(${sql.ref(`a.${column}`)}::text)`
    : sql`(is_blank(a.name) or position('@' in a.name) > 0)`;
  // Before a sender is chosen no sender field is missing: the campaign can't start without one.
  return sql<boolean>`exists (select from campaigns c join accounts a on a.id = coalesce(${own}, ${first})
    where c.id = l.campaign_id and ${isMissing})`;
}

/** The branch that a lead takes; where a question is not one for the database, any of them. */
function lackingBranches(needs: Needs, branches: readonly { condition: Condition | null; nodes: Nodes }[]): Lacks {
  const lacks = branches.map(({ nodes }) => lackingNodes(needs, nodes));
  if (lacks.every((one) => one === null)) return null;
  const conditions = branches.map(({ condition }) => (condition === null ? ALWAYS : conditionSql(needs.tx, condition)));
  if (conditions.includes(null))
    return joined(
      lacks.filter((one) => one !== null),
      'or',
    );
  const cases = lacks.map((one, index) => sql`when ${conditions[index]} then ${one ?? sql`false`}`);
  return sql<boolean>`(case ${sql.join(cases, sql` `)} else false end)`;
}

/** A condition as SQL, or null when SQL can't express it. */
function conditionSql(tx: Needs['tx'], { terms, joins }: Condition): Lacks {
  const asked = terms.map((term) => termSql(tx, term));
  if (asked.includes(null)) return null;
  return asked.reduceRight((result, term, index) =>
    joins[index] === 'and' ? sql<boolean>`(${term} and ${result})` : sql<boolean>`(${term} or ${result})`,
  );
}

function termSql(tx: Needs['tx'], term: Term): Lacks {
  const { left } = term;
  const cell = left.kind === 'name' ? keyedCell(tx, left.name) : null;
  if (cell !== null) return keyedTerm(cell, term.comparison, term.comparison === null ? null : term.right);
  if (left.kind !== 'name' || !isLeadName(left.name)) return null;
  if (term.comparison === null) return sql<boolean>`not ${isBlank(left.name)}`;
  const { right, comparison } = term;
  return right.kind === 'blank' ? blankSql(left.name, comparison) : comparisonSql(left.name, comparison, right);
}

function blankSql(name: LeadName, comparison: Comparison): RawBuilder<boolean> {
  if (comparison === '==') return isBlank(name);
  return comparison === '!=' ? sql<boolean>`not ${isBlank(name)}` : sql<boolean>`false`;
}

function comparisonSql(name: LeadName, comparison: Comparison, right: Operand): Lacks {
  const compared = right.kind === 'number' ? sizeSql(name, right.number) : textSql(name, right);
  if (compared === null) return null;
  const [first, second] = compared;
  if (comparison === '==') return sql<boolean>`(${first} is not distinct from ${second})`;
  if (comparison === '!=') return sql<boolean>`(${first} is distinct from ${second})`;
  if (comparison === 'contains')
    return right.kind === 'number' ? null : sql<boolean>`coalesce(position(${second} in ${first}) > 0, false)`;
  return right.kind === 'number' ? sql<boolean>`coalesce(${first} ${sql.raw(comparison)} ${second}, false)` : null;
}

function sizeSql(name: LeadName, number: number): [RawBuilder<unknown>, RawBuilder<unknown>] | null {
  return name === 'company_size' ? [sql`leading_number(${column(name)})`, sql`${number}::float8`] : null;
}

function textSql(name: LeadName, right: Operand): [RawBuilder<unknown>, RawBuilder<unknown>] | null {
  if (right.kind === 'text') return [valueSql(name), sql`${right.text}::text`];
  return right.kind === 'name' && isLeadName(right.name) ? [valueSql(name), valueSql(right.name)] : null;
}

/** The value of a name; null where it has none. */
function valueSql(name: LeadName): RawBuilder<unknown> {
  return sql`(case when not ${isBlank(name)} then ${column(name)} end)`;
}

function isBlank(name: LeadName): RawBuilder<boolean> {
  return sql<boolean>`is_blank(${column(name)})`;
}

/** The lead's value, or its stand-in (`withStandIns`). */
function column(name: LeadName): RawBuilder<unknown> {
  const own = sql`${sql.ref(`p.${LEAD_FIELDS[LEAD_NAMES[name]].column}`)}::text`;
  return sql`(case when is_blank(${own}) then l.stand_ins ->> ${sql.lit(name)} else ${own} end)`;
}

function joined(parts: readonly RawBuilder<boolean>[], by: 'and' | 'or'): Lacks {
  if (parts.length === 0) return null;
  return sql<boolean>`(${sql.join(parts, by === 'and' ? sql` and ` : sql` or `)})`;
}
