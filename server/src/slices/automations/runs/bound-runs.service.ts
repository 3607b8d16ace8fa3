import { AUTOMATION_LIMITS } from '@overture/domain/automations/automations';
import { WEBHOOK_LIMITS } from '@overture/domain/webhooks';
import type { SystemContext, TransactionContext } from '../../../kernel/context.ts';
import { deleteInBatches } from '../../../kernel/rounds/batches.ts';
import { runUnits } from '../../../kernel/rounds/rounds.ts';
import { insertManagerNotices } from '../../notices/index.ts';
import { pruneBoardRuns } from '../board-rules/board-runs.store.ts';
import { pruneDays } from '../limits/days.store.ts';
import { inWords, path } from '../limits/limits.service.ts';
import { BOUND_LOOP, listCrowded, skipExcess } from './queue.store.ts';

const TOO_MANY = `More than ${inWords(AUTOMATION_LIMITS.waiting_runs)} runs were waiting, so this one was skipped.`;

/** Bounds the log and the queue: what is old goes, and where too many runs wait the newest are skipped. */
export async function boundRuns(
  ctx: SystemContext,
  signal: AbortSignal,
  waiting: number = AUTOMATION_LIMITS.waiting_runs,
): Promise<void> {
  await ctx.systemTransaction(pruneDays);
  await deleteInBatches(ctx, (tx) => pruneBoardRuns(tx, WEBHOOK_LIMITS.kept_in_days), signal);
  await runUnits(
    ctx,
    {
      loop: BOUND_LOOP,
      units: await ctx.systemRead((tx) => listCrowded(tx, waiting)),
      share: 1,
      at_once: 2,
      time_box_in_ms: 60_000,
      run: ({ organization_id }) =>
        ctx.forOrganization(organization_id).transaction(async (tx) => {
          if (await skipExcess(tx, { waiting, reason: TOO_MANY })) await insertQueueNotice(tx, waiting);
        }),
    },
    signal,
  );
}

const insertQueueNotice = (tx: TransactionContext, waiting: number): Promise<void> =>
  insertManagerNotices(tx, {
    subject: 'Too many automations are waiting',
    paragraphs: [
      `More than ${inWords(waiting)} runs of automations are waiting. New ones are skipped until there are fewer.`,
      'Add conditions to automations that run for each event, or switch some off.',
    ],
    path,
  });
