import { makeKey } from '@overture/domain/leads/custom-columns';
import type { OutputType } from '@overture/domain/leads/lead-columns';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import type { TaskName } from '@overture/domain/message/resolve';
import type { ResearchSource } from '@overture/domain/money/credits';
import { sql } from 'kysely';
import type { TransactionContext } from '../../kernel/context.ts';
import { acquireLock } from '../../kernel/db/advisory-locks.ts';
import { requireRoom } from '../../kernel/limits/room.ts';
import {
  BUILT_IN_TASKS,
  FIRST_CUSTOM_TASK,
  findBuiltInId,
  findBuiltInTask,
  type ResearchTask,
} from './built-in-tasks.rules.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

const columns = sql`id, organization_id, name, key, prompt, output_type, required_sources,
  null::text as data_enrichment_type, null::text as icon, null::text as alias,
  runs_with_empty, edit_version as version, question_version`;

export interface TaskFields {
  name: string;
  prompt: string;
  output_type: OutputType;
  required_sources: readonly ResearchSource[];
  runs_with_empty: boolean;
}

/** The organization's own tasks, oldest first. The bound keeps a runaway script harmless. */
export async function listCustomTasks({ db, organization }: Tx): Promise<ResearchTask[]> {
  const rows = await sql<ResearchTask>`select ${columns} from enrichment_prompts
    where organization_id = ${organization.id} order by id limit ${LIST_LIMITS.research_tasks}`.execute(db);
  return rows.rows;
}

/** Built-in and own tasks by id, or as messages name them; unknown ones are left out. */
export async function findTasks(tx: Tx, names: readonly TaskName[]): Promise<ResearchTask[]> {
  const keys = names.filter((name) => typeof name === 'string');
  const ids = [...names.filter((name) => typeof name === 'number'), ...keys.flatMap((key) => findBuiltInId(key) ?? [])];
  const custom = ids.filter((id) => id >= FIRST_CUSTOM_TASK);
  const builtIn = [...new Set(ids)].flatMap((id) => findBuiltInTask(id) ?? []);
  if (custom.length + keys.length === 0) return builtIn;
  const rows = await sql<ResearchTask>`select ${columns} from enrichment_prompts
    where organization_id = ${tx.organization.id} and (id = any(${custom}::bigint[]) or key = any(${keys}::text[]))`.execute(
    tx.db,
  );
  return [...builtIn, ...rows.rows];
}

/** The keys of tasks in messages, including built-in ones. */
export async function listTaskKeys(tx: Tx): Promise<string[]> {
  return [...BUILT_IN_TASKS, ...(await listCustomTasks(tx))].flatMap(({ key }) => key ?? []);
}

/** A task, locked against deletion until the transaction ends. */
export async function lockTask({ db, organization }: Tx, id: number): Promise<ResearchTask | undefined> {
  if (id < FIRST_CUSTOM_TASK) return findBuiltInTask(id);
  const rows = await sql<ResearchTask>`select ${columns} from enrichment_prompts
    where organization_id = ${organization.id} and id = ${id} for no key update`.execute(db);
  return rows.rows[0];
}

/** Its key is derived from its name. @throws unique violation when the name is in use, ignoring case */
export async function insertTask(tx: Tx, fields: TaskFields, createdBy: number | null): Promise<ResearchTask> {
  const { db, organization } = tx;
  // Names that come to one key are given theirs one after the other.
  await sql`select ${acquireLock('starting_research', organization.id)}`.execute(db);
  await requireRoom(tx, sql`select from enrichment_prompts where organization_id = ${organization.id}`, {
    ...{ limit: LIST_LIMITS.research_tasks, things: 'research tasks' },
  });
  const key = makeKey(fields.name, new Set(await listTaskKeys(tx)));
  const rows = await sql<ResearchTask>`insert into enrichment_prompts
      (organization_id, name, key, prompt, output_type, required_sources, runs_with_empty, created_by)
    values (${organization.id}, ${fields.name}, ${key}, ${fields.prompt}, ${fields.output_type},
      ${[...fields.required_sources]}::text[], ${fields.runs_with_empty}, ${createdBy}) returning ${columns}`.execute(
    db,
  );
  return rows.rows[0]!;
}

/** @throws unique violation when the name is in use */
export async function updateTask(
  { db, organization }: Tx,
  id: number,
  fields: TaskFields,
): Promise<ResearchTask | undefined> {
  const rows = await sql<ResearchTask>`update enrichment_prompts set name = ${fields.name}, prompt = ${fields.prompt},
      output_type = ${fields.output_type}, required_sources = ${[...fields.required_sources]}::text[],
      runs_with_empty = ${fields.runs_with_empty}, updated_at = app_now()
    where organization_id = ${organization.id} and id = ${id} returning ${columns}`.execute(db);
  return rows.rows[0];
}

export async function removeTask({ db, organization }: Tx, id: number): Promise<boolean> {
  const rows =
    await sql`delete from enrichment_prompts where organization_id = ${organization.id} and id = ${id}`.execute(db);
  return (rows.numAffectedRows ?? 0n) > 0n;
}
