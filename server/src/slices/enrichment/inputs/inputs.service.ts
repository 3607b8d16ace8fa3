import type { Prospect } from '@overture/contract/prospects';
import { parseCustomKey } from '@overture/domain/leads/custom-columns';
import { printCustomValue } from '@overture/domain/leads/custom-values';
import {
  listInputs,
  listResearchKeys,
  RESEARCH_LEAD_INPUTS,
  type ResearchLeadInput,
} from '@overture/domain/message/template/research-inputs';
import { parseResearchKey } from '@overture/domain/message/template/research-names';
import type { TransactionContext } from '../../../kernel/context.ts';
import { listLeadColumns } from '../../lead-columns/index.ts';
import { type CellOutcome, findLeadValue, type NamedColumn } from '../../research/index.ts';
import { findResults, type ResultRow } from '../../research-results/index.ts';
import { findTasks, type ResearchTask } from '../../research-tasks/index.ts';
import type { EmptyInput } from '../cells/cell-outcome.rules.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;
type Question = Pick<ResearchTask, 'id' | 'prompt' | 'runs_with_empty'>;

/** The columns that there are, of those that questions name. */
interface KnownColumns {
  /** Names of custom columns by their keys. */
  custom: ReadonlyMap<string, string>;
  /** Research tasks by their keys. */
  research: ReadonlyMap<string, ResearchTask>;
}

async function loadKnown(tx: Tx, questions: readonly Question[]): Promise<KnownColumns> {
  const names = questions.flatMap(({ prompt }) => listInputs(prompt));
  const custom = names.some((name) => parseCustomKey(name) !== null) ? await listLeadColumns(tx) : [];
  const research = await findTasks(tx, [...new Set(questions.flatMap(({ prompt }) => listResearchKeys(prompt)))]);
  return {
    custom: new Map(custom.map(({ key, name }) => [key, name])),
    research: new Map(research.flatMap((task) => (task.key === null ? [] : [[task.key, task]]))),
  };
}

/** The heading of a column under its name in questions; undefined where it was deleted. */
function findLabel(name: string, known: KnownColumns): string | undefined {
  const [custom, research] = [parseCustomKey(name), parseResearchKey(name)];
  if (custom !== null) return known.custom.get(custom);
  if (research !== null) return known.research.get(research)?.name;
  return RESEARCH_LEAD_INPUTS[name as ResearchLeadInput];
}

/** Columns that questions name and that were deleted, by the id of the task, in words. */
export async function findDeletedInputs(tx: Tx, questions: readonly Question[]): Promise<Map<number, string>> {
  const unknown = await listUnknownInputs(tx, questions);
  return new Map([...unknown].map(([id, name]) => [id, describeDeleted(name)]));
}

/** The first name of each question, by the id of its task, that no column has. */
export async function listUnknownInputs(tx: Tx, questions: readonly Question[]): Promise<Map<number, string>> {
  const known = await loadKnown(tx, questions);
  return new Map(
    questions.flatMap(({ id, prompt }) => {
      const name = listInputs(prompt).find((one) => findLabel(one, known) === undefined);
      return name === undefined ? [] : [[id, name]];
    }),
  );
}

const describeDeleted = (name: string): string =>
  `Paused: the question uses “${name}”, a column that was deleted. Edit the question to continue.`;

/** What a cell gets of other columns, or why its question is not asked. */
export type CellInputs = { columns: NamedColumn[] } | { blocked: CellOutcome | EmptyInput };

/** The columns that the questions of cells name, with their values for the leads. */
export async function loadInputs(
  tx: Tx,
  questions: readonly Question[],
  prospects: readonly Prospect[],
): Promise<(question: Question, prospect: Prospect) => CellInputs> {
  const known = await loadKnown(tx, questions);
  const ids = [...known.research.values()].map(({ id }) => id);
  const rows = await findResults(
    tx,
    ids,
    prospects.map(({ id }) => id),
  );
  const results = new Map(rows.map((row) => [`${row.prompt_id}:${row.prospect_id}`, row]));
  return (question, prospect) => {
    const inputs = listInputs(question.prompt).map((name) => {
      const task = known.research.get(parseResearchKey(name) ?? '');
      const result = task && results.get(`${task.id}:${prospect.id}`);
      const value = task ? printResult(result) : findValue(prospect, name);
      return { name, label: findLabel(name, known), value, task, is_loading: result?.state === 'loading' };
    });
    const deleted = inputs.find(({ label }) => label === undefined);
    if (deleted) return { blocked: { kind: 'failed', error: describeDeleted(deleted.name) } };
    const empty = inputs.filter(({ value, is_loading }) => is_loading || (value === null && !question.runs_with_empty));
    // One that no result can fill comes first: waiting for another would not help.
    const first = empty.find(({ task }) => task === undefined) ?? empty[0];
    if (first) return { blocked: toEmpty(first.label ?? first.name, first.task) };
    const columns = inputs.filter(({ name }) => !Object.hasOwn(RESEARCH_LEAD_INPUTS, name));
    return { columns: columns.map(({ name, label, value }) => ({ name, label: label ?? name, value })) };
  };
}

const toEmpty = (label: string, task: ResearchTask | undefined): EmptyInput => ({
  kind: 'empty_input',
  label,
  waits_for: task?.id ?? null,
});

function findValue(prospect: Prospect, name: string): string | null {
  const key = parseCustomKey(name);
  if (key === null) return findLeadValue(prospect, name);
  const value = prospect.custom?.[key];
  return value === undefined ? null : printCustomValue(value) || null;
}

function printResult(row: ResultRow | undefined): string | null {
  const output = row?.answer?.output ?? null;
  return output === null ? null : printCustomValue(output);
}
