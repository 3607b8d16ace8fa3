import { runBatch } from '../../kernel/rounds/rounds.ts';
import type { Loop, Task } from '../../kernel/slice.ts';
import { deleteErased } from './erasures/crm-erasures.service.ts';
import { crmWorkTask, runPushes } from './push/run-push.job.ts';
import { workOn } from './push/work.service.ts';
import { listDue, WORK_LOOP } from './push/work.store.ts';
import { syncBack } from './sync/read-back.service.ts';
import { writeEvents } from './sync/write-event.service.ts';

/** One worker's time with one account; then others get their turn before it continues. */
const TURN_IN_MS = 20_000;
const DUE_AT_ONCE = 50;

/**
 * Works on one account until nothing is left, its time is over, or the vendor asks for a pause: pushes, then what happened, then records of
 * erased people, then what is read back. Any number of these may run.
 */
export const runCrmWork: Task = async (system, payload, signal) => {
  await workOn(system, Number(payload.integration_id), {
    for_in_ms: TURN_IN_MS,
    async run(work) {
      const isOver = (): boolean => signal.aborted || Date.now() >= work.ends_at;
      await runPushes(work, signal);
      await writeEvents(work, isOver);
      await deleteErased(work, isOver);
      await syncBack(work, isOver);
    },
  });
};

/** Wakes what is due: after a pause, after a worker died, after a turn, after an hour. */
export const wakeCrmWork: Loop = {
  name: WORK_LOOP,
  interval_in_ms: 2_000,
  async run(system) {
    const due = await system.systemTransaction((tx) => listDue(tx, DUE_AT_ONCE));
    await runBatch(system, {
      loop: WORK_LOOP,
      units: due.map((integration) => ({ ...integration, key: String(integration.id) })),
      run: (part) =>
        system.systemTransaction(async (tx) => {
          for (const { id, organization_id } of part)
            tx.forOrganization(organization_id).jobs.add(
              crmWorkTask,
              { integration_id: id },
              { key: `crm-work:${id}` },
            );
        }),
    });
  },
};
