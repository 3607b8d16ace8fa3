import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import nodemailer from 'nodemailer';
import * as factory from '../server/src/slices/campaigns/run/run.factory.ts';
import { count, type ProofWorld, until } from './proofs/world/proof-world.ts';
import { type Bench, interleave, type Measurement, median, pairsOfBench } from './support/measure.ts';
import { measureWorld } from './support/measure-in.ts';

const MAILS = Number(process.env.BENCH_MAILS ?? 4000);
const SENDERS = 4;
const CONNECTIONS_EACH = 5;
const PER_CAMPAIGN = 40;
/** Text and HTML of about four kilobytes each. */
const MESSAGE = 'A sentence of a mail that is about as long as people write them, no more and no less. '.repeat(48);

/** Mails per second into a local SMTP sink, intent and outcome durable, against nodemailer's pool alone. */
export const bench: Bench = {
  async run() {
    const sink = spawn(
      process.execPath,
      [join(dirname(fileURLToPath(import.meta.url)), 'proofs/workers/smtp-sink.ts')],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    const port = Number(String((await once(sink.stdout!, 'data'))[0]).trim());
    try {
      return await measureWorld((world) => measure(world, port));
    } finally {
      sink.kill('SIGKILL');
    }
  },
};

async function measure(world: ProofWorld, port: number): Promise<Measurement[]> {
  const worker = await warmUp(world, port);
  const seconds = await interleave(
    pairsOfBench,
    () => sendByProduct(world, port),
    () => sendByNodemailer(port),
  );
  worker.kill('SIGKILL');
  const rate = (values: number[]) => MAILS / median(values);
  const ratio = rate(seconds.product) / rate(seconds.reference);
  return [
    {
      what: `sending ${MAILS} mails of 8 KB over ${SENDERS * CONNECTIONS_EACH} connections`,
      product: `${Math.round(rate(seconds.product))} mails/s`,
      reference: `${Math.round(rate(seconds.reference))} mails/s (nodemailer pool)`,
      ratio,
      goal: '>= 0.5',
      is_met: ratio >= 0.5,
    },
  ];
}

async function warmUp(world: ProofWorld, port: number): Promise<ChildProcess> {
  const worker = await world.startWorker({ CONNECTIONS: String(CONNECTIONS_EACH) });
  await sendByProduct(world, port, 400);
  return worker;
}

/** Seconds from the moment the campaigns may go until every outcome is committed. */
async function sendByProduct(world: ProofWorld, port: number, amount = MAILS): Promise<number> {
  const organizationId = await factory.makeOrganization(world.system);
  const before = await count(world, 'confirmed');
  const each = Math.ceil(amount / SENDERS / PER_CAMPAIGN);
  for (let place = 0; place < SENDERS; place += 1) {
    const account_id = await factory.makeMailSender(world.system, organizationId, {
      email: `s${place}.${organizationId}@acme.example`,
      smtp_port: port,
      cap: 1_000_000,
    });
    for (let number = 0; number < each; number += 1) {
      const campaign = await factory.makeCampaign(world.system, {
        organization_id: organizationId,
        account_id,
        nodes: [{ type: 'EMAIL', message: MESSAGE, delay_in_hours: 1 }],
      });
      const people = Array.from({ length: PER_CAMPAIGN }, (_, n) => ({
        email: `p${n}.${place}.${number}@northwind.example`,
      }));
      await factory.startPeople(
        world.system,
        campaign,
        organizationId,
        await factory.makePeople(world.system, organizationId, people),
      );
    }
  }
  const expected = before + each * SENDERS * PER_CAMPAIGN;
  await world.system.systemTransaction(async ({ db }) => {
    await sql`update campaign_leads set next_at = app_now() where organization_id = ${organizationId}`.execute(db);
    await sql`update campaign_lanes set look_at = app_now() where organization_id = ${organizationId}`.execute(db);
  });
  const start = performance.now();
  await until(async () => (await count(world, 'confirmed')) >= expected, 120_000, 'sending everything');
  return ((performance.now() - start) / 1000) * (amount / (each * SENDERS * PER_CAMPAIGN));
}

async function sendByNodemailer(port: number): Promise<number> {
  const transport = nodemailer.createTransport({
    pool: true,
    host: '127.0.0.1',
    port,
    secure: false,
    ignoreTLS: true,
    maxConnections: SENDERS * CONNECTIONS_EACH,
    auth: { user: 'ada@acme.example', pass: 'sandbox' },
  });
  const html = `<p>${MESSAGE}</p>`;
  const start = performance.now();
  await Promise.all(
    Array.from({ length: MAILS }, (_, n) =>
      transport.sendMail({
        from: 'Ada <ada@acme.example>',
        to: `p${n}@northwind.example`,
        subject: 'Hello',
        text: MESSAGE,
        html,
      }),
    ),
  );
  const seconds = (performance.now() - start) / 1000;
  transport.close();
  return seconds;
}
