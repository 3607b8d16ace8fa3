import { sql } from 'kysely';
import { campaignStepKind } from '../../server/src/slices/campaigns/run/dispatch/campaign-step.service.ts';
import * as factory from '../../server/src/slices/campaigns/run/run.factory.ts';
import { startDispatcher } from '../../server/src/slices/outbound/dispatch/dispatcher.service.ts';
import { checkEvidence } from '../../server/src/slices/outbound/evidence/evidence.job.ts';
import { sweepLostLeases } from '../../server/src/slices/outbound/evidence/lost-leases.job.ts';
import { parseSize } from '../support/size.ts';
import { DOUBTFUL, fillMailboxes } from './world/proof-campaigns.ts';
import { consultOracle, isClean, jump, type ProofWorld, runProof, show } from './world/proof-world.ts';

/**
 * SMTP ambiguity (RFC 1047): the server takes the mail and hangs up, says 421 after the dot, or never answers; or it hangs up
 * and did not take it. Without a Sent folder that proves it, nothing is sent again.
 */
const FAULTS = [...DOUBTFUL, 'slow250'];

/** Sends what is due and settles what is in doubt, in this process; the clock runs past the time for evidence. */
export async function runThroughUnconfirmed(world: ProofWorld): Promise<void> {
  const kinds = new Map([[campaignStepKind.name, campaignStepKind]]);
  const dispatcher = startDispatcher(world.system, kinds, { poll_in_ms: 20 });
  try {
    for (const seconds of [0, 31, 61, 61, 120, 120, 300, 300]) {
      if (seconds > 0) await jump(world, seconds);
      await factory.runUntilQuiet(world.system, 120_000);
      await sweepLostLeases(world.system, kinds);
      while ((await checkEvidence(world.system, kinds)) > 0);
      await factory.runUntilQuiet(world.system, 120_000);
    }
  } finally {
    await dispatcher.stop();
  }
}

export async function proveAmbiguity(world: ProofWorld, mails: number) {
  const senders = Math.ceil(mails / 2 / 20) * 2;
  await fillMailboxes(world, {
    type: 'IMAP',
    senders,
    leads_per_sender: 20,
    nodes: [{ type: 'EMAIL' }],
    recipients: FAULTS,
  });
  await runThroughUnconfirmed(world);
  const settled = await world.system.systemTransaction(({ db }) =>
    sql<{
      settled: number;
      ambiguous: number;
    }>`select count(*) filter (where settled_by = 'sent_folder')::int as settled,
        count(*) filter (where settled_by = 'sent_folder' or state in ('parked', 'unknown'))::int as ambiguous
      from outbound_intents i join accounts a on a.id = i.account_id where a.sent_copy = 'kept_by_server'
      and i.to_email::text !~ 'lost'`.execute(db),
  );
  return { verdict: await consultOracle(world), with_sent_folder: settled.rows[0]! };
}

if (import.meta.main) {
  await runProof({ answer_timeout_in_ms: 1500 }, async (world) => {
    const { verdict, with_sent_folder } = await proveAmbiguity(world, parseSize('MAILS', 1000));
    process.stdout.write(
      `smtp-ambiguity: ${show(verdict)}\n  where a Sent folder proves it: ${JSON.stringify(with_sent_folder)}\n`,
    );
    return isClean(verdict) && verdict.unknown === 0 && with_sent_folder.settled === with_sent_folder.ambiguous;
  });
}
