import { sql } from 'kysely';
import { campaignStepKind } from '../../server/src/slices/campaigns/run/campaign-step.service.ts';
import * as factory from '../../server/src/slices/campaigns/run/run.factory.ts';
import { startDispatcher } from '../../server/src/slices/outbound/dispatcher.service.ts';
import { seekEvidence, sweepLostLeases } from '../../server/src/slices/outbound/evidence.job.ts';
import { consultOracle, isClean, jump, type ProofWorld, show, startProofWorld } from './proof-world.ts';

/**
 * SMTP ambiguity (RFC 1047): the server takes the mail and hangs up, says 421 after the dot, or never answers; or it hangs up
 * and did not take it. Without a Sent folder that proves it, nothing is sent again.
 */
const FAULTS = [
  'dropafterdot-stored',
  'dropafterdot-lost',
  'four21afterdot',
  'four21afterdot-lost',
  'hangafterdot',
  'slow250',
  'person',
];

/** Sends what is due and settles what is in doubt, in this process; the clock runs past the time for evidence. */
export async function runThroughDoubts(world: ProofWorld): Promise<void> {
  const kinds = new Map([[campaignStepKind.name, campaignStepKind]]);
  const dispatcher = startDispatcher(world.system, kinds, { poll_in_ms: 20 });
  try {
    for (const seconds of [0, 31, 61, 61, 120, 120, 300, 300]) {
      if (seconds > 0) await jump(world, seconds);
      await factory.runUntilQuiet(world.system, 120_000);
      await sweepLostLeases(world.system, kinds);
      while ((await seekEvidence(world.system, kinds)) > 0);
      await factory.runUntilQuiet(world.system, 120_000);
    }
  } finally {
    await dispatcher.stop();
  }
}

export async function proveAmbiguity(world: ProofWorld, mails: number) {
  const organizationId = await factory.makeOrganization(world.system);
  const each = Math.ceil(mails / 2 / 20);
  for (let place = 0; place < each * 2; place += 1) {
    const email = `sender${place}@acme.example`;
    const keeps = place % 2 === 0;
    world.mail.store.openAccount(email, { keeps_sent_copies: keeps });
    const account_id = await factory.makeMailSender(world.system, organizationId, {
      email,
      smtp_port: world.mail.smtp_port,
      imap_port: world.mail.imap_port,
      cap: 1000,
      sent_copy: keeps ? 'kept_by_server' : 'no_sent_folder',
    });
    const campaign = await factory.makeCampaign(world.system, {
      organization_id: organizationId,
      account_id,
      nodes: [{ type: 'EMAIL' }],
    });
    const people = Array.from({ length: 20 }, (_, n) => ({
      email: `${FAULTS[(n + place) % FAULTS.length]}+${n}.${place}@northwind.example`,
    }));
    await factory.startPeople(
      world.system,
      campaign,
      organizationId,
      await factory.makePeople(world.system, organizationId, people),
    );
  }
  await runThroughDoubts(world);
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
  const world = await startProofWorld({ answer_timeout_in_ms: 1500 });
  try {
    const { verdict, with_sent_folder } = await proveAmbiguity(world, Number(process.env.MAILS ?? 1000));
    process.stdout.write(
      `smtp-ambiguity: ${show(verdict)}\n  where a Sent folder proves it: ${JSON.stringify(with_sent_folder)}\n`,
    );
    const isProven =
      isClean(verdict) && verdict.unknown === 0 && with_sent_folder.settled === with_sent_folder.ambiguous;
    process.stdout.write(isProven ? 'PROVEN\n' : 'NOT PROVEN\n');
    process.exitCode = isProven ? 0 : 1;
  } finally {
    await world.close();
  }
}
