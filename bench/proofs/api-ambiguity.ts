import type { OauthProvider } from '@overture/adapters/mailbox/mailbox.port';
import { sql } from 'kysely';
import * as factory from '../../server/src/slices/campaigns/run/run.factory.ts';
import { endedBy, settleWorld } from './kill-matrix.ts';
import { makeConsentedSender } from './mail-apis.ts';
import {
  consultOracle,
  count,
  isClean,
  jump,
  type ProofWorld,
  show,
  startProofWorld,
  type Verdict,
} from './proof-world.ts';
import { runThroughDoubts } from './smtp-ambiguity.ts';

/**
 * Ambiguity of the mail APIs: Gmail and Graph send and then break the connection, answer 500 or nothing at all, or do the
 * same without having sent; meanwhile workers are ended with SIGKILL before, in and after the call. The ledger of the mail
 * world and the database are joined: nothing twice, nothing lost.
 */
const FAULTS = [
  'dropafterdot-stored',
  'dropafterdot-lost',
  'four21afterdot',
  'four21afterdot-lost',
  'hangafterdot',
  'person',
];
/** Recipients whose first try alone fails so; the next one is told the truth. */
const FAULTS_ONCE: Record<OauthProvider, string[]> = {
  GOOGLE: [],
  MICROSOFT: ['done500', 'donedrop', 'lost500', 'lostdrop'],
};
const KILLED_AT = ['before_call', 'during_call', 'after_call'];
const PEOPLE_PER_SENDER = 20;

export interface ApiProof {
  verdict: Verdict;
  kills: number;
  /** Mails whose outcome nobody was told. */
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
  await fill(world, type, Math.ceil(size.mails / PEOPLE_PER_SENDER));
  const kills = size.kills > 0 ? await killWorkers(world, size.kills) : 0;
  if (size.kills === 0) await runThroughDoubts(world);
  const counts = await world.system.systemTransaction(({ db }) =>
    sql<{ ambiguous: number; settled: number }>`select
        count(*) filter (where settled_by = 'sent_folder' or state in ('parked', 'unknown'))::int as ambiguous,
        count(*) filter (where settled_by = 'sent_folder')::int as settled from outbound_intents`.execute(db),
  );
  const { ambiguous, settled } = counts.rows[0]!;
  return { verdict: await consultOracle(world), kills, ambiguous, settled_by_evidence: settled };
}

/** Workers send until so many of them were killed; then one finishes the rest. */
async function killWorkers(world: ProofWorld, wanted: number): Promise<number> {
  let kills = 0;
  const ticking = setInterval(() => void jump(world, 20).catch(() => undefined), 2000);
  const live = async (place: number): Promise<void> => {
    for (let turn = place, idle = 0; kills < wanted && idle < 3; turn += 2) {
      const point = KILLED_AT[turn % KILLED_AT.length];
      const child = world.startWorker({ FAILPOINT: `${point}:kill:0.15`, MAX_IN_FLIGHT: '10' });
      if ((await endedBy(child, 25_000)) === 'SIGKILL') kills += 1;
      else idle += 1;
    }
  };
  await Promise.all([live(0), live(1)]);
  clearInterval(ticking);
  // A mail that gets lost three times is in doubt three times, ten minutes each.
  for (let turn = 0; turn < 4; turn += 1) {
    await settleWorld(world);
    if ((await count(world, 'unknown')) === 0) break;
  }
  return kills;
}

async function fill(world: ProofWorld, type: OauthProvider, senders: number): Promise<void> {
  const organizationId = await factory.makeOrganization(world.system);
  const names = [...FAULTS, ...FAULTS_ONCE[type]];
  for (let place = 0; place < senders; place += 1) {
    const email = `sender${place}@acme.example`;
    const account_id = await makeConsentedSender(world.system, organizationId, type, email);
    const campaign = await factory.makeCampaign(world.system, {
      organization_id: organizationId,
      account_id,
      nodes: [{ type: 'EMAIL' }],
    });
    const people = Array.from({ length: PEOPLE_PER_SENDER }, (_, n) => ({
      email: `${names[(n + place) % names.length]}+${n}.${place}@northwind.example`,
    }));
    await factory.startPeople(
      world.system,
      campaign,
      organizationId,
      await factory.makePeople(world.system, organizationId, people),
    );
  }
}

if (import.meta.main) {
  const size = { mails: Number(process.env.MAILS ?? 320), kills: Number(process.env.KILLS ?? 30) };
  let isProven = true;
  for (const type of ['GOOGLE', 'MICROSOFT'] as const) {
    const world = await startProofWorld({ answer_timeout_in_ms: 1500, has_mail_apis: true });
    try {
      const startedAt = performance.now();
      const { verdict, kills, ambiguous, settled_by_evidence } = await proveApiAmbiguity(world, type, size);
      process.stdout.write(`api-ambiguity ${type}: ${show(verdict)}\n`);
      const seconds = Math.round((performance.now() - startedAt) / 1000);
      process.stdout.write(
        `  ${world.mail.ledger.total()} sent, ${kills} kills, ${ambiguous} ambiguous, ${settled_by_evidence} settled by the mailbox itself, ${seconds} s\n`,
      );
      isProven &&= isClean(verdict) && verdict.unknown === 0;
    } finally {
      await world.close();
    }
  }
  process.stdout.write(isProven ? 'PROVEN\n' : 'NOT PROVEN\n');
  process.exitCode = isProven ? 0 : 1;
}
