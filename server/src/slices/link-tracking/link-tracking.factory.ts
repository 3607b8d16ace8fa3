import { sql } from 'kysely';
import type { SystemContext } from '../../kernel/context.ts';
import { judgeClicks } from './judge-clicks.service.ts';

/** A tracking domain that works, without a name server. */
export async function makeTrackingDomain(
  system: SystemContext,
  given: { organization_id: number; host: string; domain: string },
): Promise<void> {
  await system.systemTransaction(async ({ db }) => {
    await sql`insert into tracking_domains (organization_id, host, domain, problem, proven_at, working_since, checked_at)
      values (${given.organization_id}, ${given.host}, ${given.domain}, null, app_now(), app_now(), app_now())`.execute(
      db,
    );
  });
}

/** Judges all requests that are old enough, as the loop does. */
export const judgeNow = (system: SystemContext): Promise<void> => judgeClicks(system, new AbortController().signal);
