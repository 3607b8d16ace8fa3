import type { AnswerContent, EnrichmentAnswer } from '@overture/contract/enrichment';
import type { OutputType } from '@overture/domain/leads/lead-columns';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import { ApiError, orNotFound } from '../../kernel/errors.ts';
import { findProspects } from '../prospects/index.ts';
import {
  findResults,
  makeContent,
  parseOutput,
  presentResult,
  type ResultOutput,
  raiseResultVersions,
  typedColumns,
  writeResults,
} from '../research-results/index.ts';
import { findTasks, lockTask, type ResearchTask } from '../research-tasks/index.ts';
import { lockResult } from './cells/cell-states.store.ts';
import { markReady } from './cells/waits.store.ts';
import { queueStarts } from './runs/runs.store.ts';
import { endRemoved } from './runs/stop.service.ts';

type Ctx = Pick<Context, 'transaction'>;

const complaints: Record<OutputType, string> = {
  SHORT_TEXT: 'The answer is too long.',
  LONG_TEXT: 'The answer is too long.',
  NUMBER: 'The answer must be a number.',
  BOOLEAN: 'The answer must be Yes or No.',
  SCORE: 'The answer must be a whole number from 1 to 5.',
};

/** Overwrites a result by hand; reasoning and sources are kept. A running cell ends. @throws bad_request, not_found */
export async function editAnswer(ctx: Ctx, id: number, output: ResultOutput): Promise<EnrichmentAnswer> {
  return ctx.transaction(async (tx) => {
    await queueStarts(tx);
    const before = orNotFound(await lockResult(tx, id));
    const task = orNotFound((await findTasks(tx, [before.prompt_id]))[0]);
    return write(tx, task, before.prospect_id, output, before.answer);
  });
}

/** Writes a result by hand, replacing an existing one. @throws bad_request, not_found */
export async function createAnswer(
  ctx: Ctx,
  given: { prompt_id: number; prospect_id: number; answer: ResultOutput },
): Promise<EnrichmentAnswer> {
  return ctx.transaction(async (tx) => {
    await queueStarts(tx);
    const task = orNotFound(await lockTask(tx, given.prompt_id));
    orNotFound((await findProspects(tx, [given.prospect_id]))[0]);
    const before = (await findResults(tx, [task.id], [given.prospect_id]))[0];
    return write(tx, task, given.prospect_id, given.answer, before?.answer ?? null);
  });
}

async function write(
  tx: TransactionContext,
  task: ResearchTask,
  prospectId: number,
  given: ResultOutput,
  before: AnswerContent | null,
): Promise<EnrichmentAnswer> {
  const output = parseOutput(task.output_type, given);
  if (output === undefined) throw new ApiError('bad_request', { reason: complaints[task.output_type] });
  await endRemoved(tx, { prompt_id: task.id, prospect_id: prospectId });
  const written = await writeResults(tx, [
    {
      prompt_id: task.id,
      prospect_id: prospectId,
      answer: makeContent({
        status: 'edited',
        output,
        explanation: before?.explanation ?? '',
        sources: before?.sources ?? [],
        ...(before?.steps ? { steps: before.steps } : {}),
      }),
      credits: 0,
      ...typedColumns(task.output_type, output),
    },
  ]);
  await markReady(tx, written);
  await raiseResultVersions(tx, [task.id], 'edits');
  const answer = presentResult(written[0]!);
  tx.live.publish('prompt_completed', {
    search_id: null,
    campaign_id: null,
    prompt_id: task.id,
    prospect_id: prospectId,
    answer,
  });
  return answer;
}
