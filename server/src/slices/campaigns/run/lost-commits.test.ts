import { createSmtpImapMailbox } from '@overture/adapters/mailbox/smtp-imap/smtp-imap.adapter';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MailSandbox } from '../../../../../sandbox/src/mail/mail-sandbox.ts';
import type { SystemContext } from '../../../kernel/context.ts';
import { startTestServer, type TestServer } from '../../../testing/harness.ts';
import { startSilentMail } from '../../../testing/silent-mail.ts';
import { type DispatcherOptions, startDispatcher } from '../../outbound/dispatch/dispatcher.service.ts';
import { campaignStepKind } from './dispatch/campaign-step.service.ts';
import * as world from './run.factory.ts';

/** The connection is lost around the commit that marks mails as being sent: the process that lives on knows that none left. */
const kinds = new Map([[campaignStepKind.name, campaignStepKind]]);
let server: TestServer & { stop(): Promise<void> };
let mail: MailSandbox;

beforeAll(async () => {
  mail = await startSilentMail(10);
  const mailbox = createSmtpImapMailbox({ outbound_allow: '127.0.0.1', answer_timeout_in_ms: 30_000 });
  server = await startTestServer({ roles: ['web'], mailbox });
});
afterAll(async () => {
  await server.stop();
  await mail.close();
});

/** Sends to four people through a dispatcher with failing commits; returns what was sent and what is in the database. */
async function sendHurt(
  name: string,
  hurt: (system: SystemContext) => { ctx: SystemContext; options: DispatcherOptions },
) {
  const system = server.program.system;
  const { organization_id } = await server.signUp();
  const email = `${name}@acme.example`;
  const account_id = await world.makeMailSender(system, organization_id, { email, smtp_port: mail.smtp_port });
  const campaign = await world.makeCampaign(system, { organization_id, account_id, nodes: [{ type: 'EMAIL' }] });
  const given = [1, 2, 3, 4].map((n) => ({ email: `p${n}.${name}@northwind.example` }));
  const people = await world.makePeople(system, organization_id, given);
  await world.startPeople(system, campaign, organization_id, people);
  const { ctx, options } = hurt(system);
  const dispatcher = startDispatcher(ctx, kinds, { poll_in_ms: 20, ...options });
  await world.runUntilQuiet(system);
  await dispatcher.stop();
  const { rows } = await system.systemTransaction(({ db }) =>
    sql<{ state: string; attempts: number }>`select state, attempts from outbound_intents
      where account_id = ${account_id} and state <> 'cancelled'`.execute(db),
  );
  const { rows: days } = await system.systemTransaction(({ db }) =>
    sql<{ used: number }>`select used from sending_days where scope = 'account' and scope_id = ${account_id}`.execute(
      db,
    ),
  );
  const sent = [...mail.store.mails()].filter((one) => one.from === email).map((one) => one.recipients);
  return { sent, states: rows.map(({ state }) => state), used: days[0]?.used };
}

const everyoneOnce = (result: Awaited<ReturnType<typeof sendHurt>>) => {
  expect(result.sent).toHaveLength(4);
  expect(new Set(result.sent.flat()).size).toBe(4);
  expect(result.states).toEqual(['confirmed', 'confirmed', 'confirmed', 'confirmed']);
  expect(result.used).toBe(4);
};

/** A context whose transactions fail the first time they mark mails. */
function losing(system: SystemContext, when: 'before' | 'after'): SystemContext {
  let isLost = false;
  const lose = (): never => {
    isLost = true;
    throw new Error('Connection terminated unexpectedly');
  };
  const ctx: SystemContext = Object.create(system);
  ctx.systemTransaction = async (work) => {
    let hasMarked = false;
    const result = await system.systemTransaction(async (tx) => {
      const made = await work(tx);
      hasMarked = !isLost && Array.isArray(made) && made.length > 0;
      if (hasMarked && when === 'before') lose();
      return made;
    });
    if (hasMarked) lose();
    return result;
  };
  return ctx;
}

test('commit done, response lost: what was marked is returned and sent once', async () => {
  everyoneOnce(await sendHurt('written', (system) => ({ ctx: losing(system, 'after'), options: {} })));
});

test('commit not done: actions marked by others are not touched', async () => {
  everyoneOnce(await sendHurt('unwritten', (system) => ({ ctx: losing(system, 'before'), options: {} })));
});

test('the mark outside the database cannot be written: nothing leaves before it can', async () => {
  let tries = 0;
  const rememberDispatches = async () => {
    tries += 1;
    if (tries === 1) throw new Error('no space left on device');
  };
  everyoneOnce(await sendHurt('unmarked', (system) => ({ ctx: system, options: { rememberDispatches } })));
  expect(tries).toBeGreaterThan(1);
});
