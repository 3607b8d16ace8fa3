import type { OauthProvider } from '@overture/adapters/mailbox/mailbox.port';
import { sql } from 'kysely';
import { parseSize } from '../support/size.ts';
import { runThroughUnconfirmed } from './smtp-ambiguity.ts';
import { killWorkers, settleWorld } from './workers/kill-workers.ts';
import { DOUBTFUL, fillMailboxes } from './world/proof-campaigns.ts';
import { consultOracle, count, isClean, type ProofWorld, runProof, show, type Verdict } from './world/proof-world.ts';

/**
 * Unconfirmed outcomes of the mail APIs: Gmail and Graph send and then break the connection, answer 500 or nothing, or
 * do the same without sending; workers are killed with SIGKILL before, during and after the call. The ledger of the
 * mail world and the database are joined: nothing twice, nothing lost.
 */
/** Recipients whose first try alone fails this way; the next try is answered correctly. */
const FAULTS_ONCE: Record<OauthProvider, string[]> = {
  GOOGLE: [],
  MICROSOFT: ['done500', 'donedrop', 'lost500', 'lostdrop'],
};
const KILLED_AT = { before_call: 0.15, during_call: 0.15, after_call: 0.15 };
const PEOPLE_PER_SENDER = 20;

export interface ApiProof {
  verdict: Verdict;
  kills: number;
  /** Mails with a hidden outcome. */
  ambiguous: number;
  /** Of them: proven by the mailbox itself. */
  settled_by_evidence: number;
}

export async function proveApiAmbiguity(
  world: ProofWorld,
  type: OauthProvider,
  /** Without kills: in this process. */
  size: { mails: number; kills: number },
): Promise<ApiProof> {
  await fillMailboxes(world, {
    type,
    senders: Math.ceil(size.mails / PEOPLE_PER_SENDER),
    leads_per_sender: PEOPLE_PER_SENDER,
    nodes: [{ type: 'EMAIL' }],
    recipients: [...DOUBTFUL, ...FAULTS_ONCE[type]],
  });
  const kills = size.kills > 0 ? await killSenders(world, size) : 0;
  if (size.kills === 0) await runThroughUnconfirmed(world);
  const counts = await world.system.systemTransaction(({ db }) =>
    sql<{ ambiguous: number; settled: number }>`select
        count(*) filter (where settled_by = 'sent_folder' or state in ('parked', 'unknown'))::int as ambiguous,
        count(*) filter (where settled_by = 'sent_folder')::int as settled from outbound_intents`.execute(db),
  );
  const { ambiguous, settled } = counts.rows[0]!;
  return { verdict: await consultOracle(world), kills, ambiguous, settled_by_evidence: settled };
}

/** Workers send until so many of them were killed or every mail has its outcome; then one finishes the rest. */
async function killSenders(world: ProofWorld, size: { mails: number; kills: number }): Promise<number> {
  const killed = await killWorkers(world, {
    kills: size.kills,
    workers: 2,
    likelihood: KILLED_AT,
    most_idle: 6,
    isFinished: async () => (await count(world, 'confirmed')) + (await count(world, 'parked')) >= size.mails,
  });
  // A mail that gets lost three times is in doubt three times, ten minutes each.
  for (let turn = 0; turn < 4; turn += 1) {
    await settleWorld(world);
    if ((await count(world, 'unknown')) === 0) break;
  }
  return [...killed.values()].reduce((sum, one) => sum + one, 0);
}

if (import.meta.main) {
  const size = { mails: parseSize('MAILS', 320), kills: parseSize('KILLS', 30, 0) };
  for (const type of ['GOOGLE', 'MICROSOFT'] as const) {
    await runProof({ answer_timeout_in_ms: 1500, has_mail_apis: true }, async (world) => {
      const startedAt = performance.now();
      const { verdict, kills, ambiguous, settled_by_evidence } = await proveApiAmbiguity(world, type, size);
      process.stdout.write(`api-ambiguity ${type}: ${show(verdict)}\n`);
      const seconds = Math.round((performance.now() - startedAt) / 1000);
      process.stdout.write(
        `  ${world.mail.ledger.total()} sent, ${kills} kills, ${ambiguous} ambiguous, ${settled_by_evidence} settled by the mailbox itself, ${seconds} s\n`,
      );
      return isClean(verdict) && verdict.unknown === 0;
    });
  }
}
