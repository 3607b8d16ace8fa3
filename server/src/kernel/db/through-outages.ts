import { setTimeout as sleep } from 'node:timers/promises';
import type { SystemContext } from '../context.ts';
import { DatabaseUnavailable } from './outage.ts';

/** A step of the start that the database's absence interrupts is taken again when it is back. It may be taken more than once. */
export async function throughOutages<Result>(
  system: Pick<SystemContext, 'whenDatabaseUp'>,
  work: () => Promise<Result>,
): Promise<Result> {
  for (;;) {
    try {
      await system.whenDatabaseUp();
      return await work();
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error;
      await sleep(200);
    }
  }
}
