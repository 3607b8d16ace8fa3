import { createSmtpImapMailbox } from '@overture/adapters/mailbox/smtp-imap/smtp-imap.adapter';
import { sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import {
  checkSendingEpoch,
  findSendingHold,
  releaseSendingHold,
  rememberDispatches,
} from '../../server/src/app/sending-epoch.ts';
import type { SystemContext } from '../../server/src/kernel/context.ts';
import { campaignStepKind } from '../../server/src/slices/campaigns/run/dispatch/campaign-step.service.ts';
import { runDueSteps } from '../../server/src/slices/campaigns/run/planning/due-steps.job.ts';
import * as factory from '../../server/src/slices/campaigns/run/run.factory.ts';
import { syncMailboxes } from '../../server/src/slices/chats/chats.factory.ts';
import { startDispatcher } from '../../server/src/slices/outbound/dispatch/dispatcher.service.ts';
import { createOutboundSlice } from '../../server/src/slices/outbound/index.ts';
import { recordProof } from '../support/record.ts';
import { parseSize } from '../support/size.ts';
import { createEngineContext } from './world/engine-context.ts';
import { type ProofWorld, startProofWorld } from './world/proof-world.ts';

/**
 * Restore drill: a backup is taken, mails leave, the backup is put back. The file beside the database knows that more was
 * sent: nothing leaves until a person confirms, and what the Sent folder shows is then not sent again.
 */
const kinds = new Map([[campaignStepKind.name, campaignStepKind]]);

export async function proveRestore(world: ProofWorld, mails: number) {
  createOutboundSlice({ kinds: [campaignStepKind] });
  await checkSendingEpoch(world.system);
  const before = await sendSome(world, world.system, mails, 'before');
  // The backup: a copy of the current database.
  const backup = await copyDatabase(world);
  await sendAll(world.system);
  const after = world.mail.ledger.total() - before;
  const mailbox = createSmtpImapMailbox({ outbound_allow: '127.0.0.1' });
  const log = pino({ level: 'fatal' });
  const restored = createEngineContext({ connectionString: backup, directory: world.directory, mailbox, log });
  try {
    const state = await checkSendingEpoch(restored.system);
    await tryWhileHeld(restored.system);
    const whileHeld = world.mail.ledger.total() - before - after;
    const isShown = (await findSendingHold(restored.system)) !== null;
    await reconcile(world, restored.system);
    await releaseSendingHold(restored.system);
    await wakeAll(restored.system);
    await sendAll(restored.system);
    const again = world.mail.ledger.counts().filter((row) => row.count > 1).length;
    return {
      state,
      is_shown: isShown,
      sent_before: before,
      sent_after_backup: after,
      sent_while_held: whileHeld,
      resent: again,
    };
  } finally {
    await restored.databases.close();
    await mailbox.close();
  }
}

async function sendSome(world: ProofWorld, system: SystemContext, mails: number, name: string): Promise<number> {
  const organizationId = await factory.makeOrganization(system);
  const email = `${name}@acme.example`;
  world.mail.store.openAccount(email, { keeps_sent_copies: true });
  const account_id = await factory.makeMailSender(system, organizationId, {
    email,
    smtp_port: world.mail.smtp_port,
    imap_port: world.mail.imap_port,
    cap: 10_000,
  });
  for (let part = 0; part < Math.ceil(mails / 20); part += 1) {
    const campaign = await factory.makeCampaign(system, {
      organization_id: organizationId,
      account_id,
      nodes: [{ type: 'EMAIL' }, { type: 'EMAIL', delay_in_hours: 1 }],
    });
    const people = await factory.makePeople(
      system,
      organizationId,
      Array.from({ length: 20 }, (_, n) => ({ email: `p${n}.${part}@northwind.example` })),
    );
    await factory.startPeople(system, campaign, organizationId, people);
  }
  await sendAll(system);
  return world.mail.ledger.total();
}

/** Runs the engine until it rests. */
async function sendAll(system: SystemContext): Promise<void> {
  await factory.moveClock(system, 3601);
  const dispatcher = startDispatcher(system, kinds, { poll_in_ms: 20, rememberDispatches });
  try {
    await factory.runUntilQuiet(system, 120_000);
  } finally {
    await dispatcher.stop();
  }
}

/** Everything is due again by the restored rows: tick and door get their chances to send it. */
async function tryWhileHeld(system: SystemContext): Promise<void> {
  await factory.moveClock(system, 3601);
  const dispatcher = startDispatcher(system, kinds, { poll_in_ms: 20, rememberDispatches });
  try {
    for (let look = 0; look < 10; look += 1) {
      await wakeAll(system);
      await runDueSteps(system);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  } finally {
    await dispatcher.stop();
  }
}

async function wakeAll(system: SystemContext): Promise<void> {
  await system.systemTransaction(({ db }) => sql`update campaign_lanes set look_at = app_now()`.execute(db));
}

/** The inbox reads the Sent folders: our own Message-IDs prove what left, also what the backup never knew. */
async function reconcile(world: ProofWorld, system: SystemContext): Promise<void> {
  const left = world.mail.ledger.total();
  await syncMailboxes(system, () =>
    system.systemTransaction(async ({ db }) => {
      const { rows } = await sql<{ known: number }>`select count(*)::int as known from outbound_intents
        where state = 'confirmed'`.execute(db);
      return rows[0]!.known >= left;
    }),
  );
}

async function copyDatabase(world: ProofWorld): Promise<string> {
  const url = new URL(world.connectionString);
  const name = url.pathname.slice(1);
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.toString() });
  await client.connect();
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
    [name],
  );
  await client.query(`create database ${name}_backup template ${name}`);
  await client.end();
  url.pathname = `/${name}_backup`;
  return url.toString();
}

if (import.meta.main) {
  const world = await startProofWorld();
  try {
    const result = await proveRestore(world, parseSize('MAILS', 200));
    process.stdout.write(`restore-drill: ${JSON.stringify(result)}\n`);
    const { state, is_shown, sent_after_backup, sent_while_held, resent } = result;
    const isProven = state === 'held' && is_shown && sent_after_backup > 0 && sent_while_held === 0 && resent === 0;
    recordProof('restore-drill', isProven, result);
    process.stdout.write(isProven ? 'PROVEN\n' : 'NOT PROVEN\n');
    process.exitCode = isProven ? 0 : 1;
  } finally {
    await world.close();
  }
}
