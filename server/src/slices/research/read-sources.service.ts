import type { Prospect } from '@overture/contract/prospects';
import type { Context, SystemContext } from '../../kernel/context.ts';
import { type QuotedSource, quoteSources } from '../quoted-sources/index.ts';
import type { CellStep, CellTask, NamedColumn } from './cell-work.rules.ts';
import { gatherSources } from './gather-sources.service.ts';
import { describeSubject, isAboutPerson, toQuestion } from './question.rules.ts';
import { deleteExpiredSources } from './research-sources.store.ts';

type Ctx = Pick<Context, 'transaction' | 'organization' | 'ports' | 'log'>;
type AskedTask = Pick<CellTask, 'name' | 'prompt' | 'required_sources'>;

export interface ReadSources {
  sources: QuotedSource[];
  steps: CellStep[];
  /** Failures that may pass: the source that could not be read may be the one that says it. */
  failures: unknown[];
}

interface LoadRequest {
  tasks: readonly AskedTask[];
  prospect: Prospect;
  columns?: readonly NamedColumn[] | undefined;
  signal: AbortSignal;
}

/** The source pages of these tasks for one lead, each once, ready to quote to a model. */
export async function loadSources(ctx: Ctx, { tasks, prospect, columns, signal }: LoadRequest): Promise<ReadSources> {
  const subject = describeSubject(prospect);
  const parts = await Promise.all(
    tasks.map((task) =>
      gatherSources(ctx, {
        kinds: task.required_sources,
        subject,
        question: toQuestion(task, prospect, columns),
        is_about_person: isAboutPerson(task.prompt),
        prospect_id: prospect.id,
        signal,
      }),
    ),
  );
  const documents = parts.flatMap((part) => part.documents);
  const pages = new Map(documents.map((document) => [JSON.stringify(document), document]));
  return {
    sources: quoteSources([...pages.values()]),
    steps: parts.flatMap(({ steps }) => steps),
    failures: parts.flatMap(({ failures }) => failures),
  };
}

const EXPIRED_AT_ONCE = 2_000;

/** Removes stored sources that are no longer fresh. */
export async function forgetOldSources(ctx: SystemContext, signal: AbortSignal): Promise<void> {
  let deleted = EXPIRED_AT_ONCE;
  while (deleted === EXPIRED_AT_ONCE && !signal.aborted) {
    deleted = await ctx.systemTransaction((tx) => deleteExpiredSources(tx, EXPIRED_AT_ONCE));
  }
}
