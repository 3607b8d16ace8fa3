import { setTimeout as sleep } from 'node:timers/promises';
import { startHostileImap } from '../../adapters/src/mailbox/testing/hostile-imap.ts';
import { drawHostileMail, HOSTILE_MAILS, type HostileMail } from '../../server/src/testing/hostile-mails.ts';
import { startSilentMail } from '../../server/src/testing/silent-mail.ts';
import { type BenchPerson, type BenchServer, startBenchServer } from '../support/bench-server.ts';
import { parseSize } from '../support/size.ts';

/**
 * Malicious mails, at the sizes a provider accepts, from a mail server to the inbox of the running program. During
 * each, /healthz is polled every 20 ms from another process; after each the next mail must arrive; at the end the
 * program must use little more memory than before. Each kind prints a line when it is done.
 */
const SIZE = parseSize('SIZE_MB', 24.9, 0.001) * 1_000_000;
const DRAWN = parseSize('DRAWN', 10, 0);
/** A mailbox that receives more within the hour is read sparingly: the next shapes come to another one. */
const SHAPES_A_MAILBOX = 8;
const SLOWEST_ANSWER_IN_MS = 250;
const MORE_MEMORY_IN_BYTES = 100_000_000;
const LONGEST_WAIT_IN_MS = 60_000;

interface Watch {
  slowest: number;
  /** Answers that took longer than they may. */
  late: number;
  asked: number;
  /** The slowest since it was last asked. */
  takeSlowest(): number;
  stop(): Promise<void>;
}

function watchHealth(url: string): Watch {
  let isOver = false;
  let recent = 0;
  const watch: Watch = {
    slowest: 0,
    late: 0,
    asked: 0,
    takeSlowest() {
      const taken = recent;
      recent = 0;
      return taken;
    },
    async stop() {
      isOver = true;
      await asking;
    },
  };
  const asking = (async () => {
    while (!isOver) {
      const begun = performance.now();
      const answer = await fetch(`${url}/healthz`);
      await answer.arrayBuffer();
      const taken = performance.now() - begun;
      watch.asked += 1;
      watch.slowest = Math.max(watch.slowest, taken);
      recent = Math.max(recent, taken);
      if (taken > SLOWEST_ANSWER_IN_MS || answer.status !== 200) watch.late += 1;
      await sleep(20);
    }
  })();
  return watch;
}

/** A lead with a sent mail: replies belong to a conversation. */
async function makeLead(
  server: BenchServer,
  organizationId: number,
  accountId: number,
  email: string,
  messageId: string,
) {
  const one = async (text: string, values: unknown[]): Promise<number> =>
    Number((await server.owner.query(text, values)).rows[0].id);
  const prospect = await one(
    "insert into prospects (organization_id, first_name, last_name, email) values ($1, 'Grace', 'Hopper', $2) returning id",
    [organizationId, email],
  );
  const campaign = await one(
    "insert into campaigns (organization_id, name, status, email_account_id) values ($1, 'C', 'ACTIVE', $2) returning id",
    [organizationId, accountId],
  );
  await one(
    `insert into outbound_intents (organization_id, kind, ref_id, ref_part, account_id, prospect_id, campaign_id, state, message_id, to_email,
       subject, body_text, dispatched_at, settled_at)
     values ($1, 'campaign_step', $2, 1, $3, $2, $4, 'confirmed', $5, $6, 'Hello', 'Hello', app_now() - interval '1 hour', app_now()) returning id`,
    [organizationId, prospect, accountId, campaign, messageId, email],
  );
  return prospect;
}

type Servers = { server: BenchServer; smtp: { host: string; port: number; secure: boolean; password: string } };

/** Some shapes through a mailbox of their own; answers those whose next mail did not arrive, or that are not as they should be. */
async function sendThrough(
  { server, smtp }: Servers,
  shapes: readonly HostileMail[],
  watch: Watch,
  name: string,
): Promise<string[]> {
  const imap = await startHostileImap();
  const person: BenchPerson = await server.signUp();
  const email = `ada@${name}.example`;
  const login = { username: email, password: smtp.password, secure: false };
  const answer = await person.call('POST', '/email/imap/', {
    name: 'Ada',
    email,
    imap: { ...login, host: '127.0.0.1', port: imap.port },
    smtp: { ...login, host: smtp.host, port: smtp.port },
  });
  const made = (await answer.json()) as { account: { id: number } };
  if (!made.account) throw new Error(`the mailbox was refused: ${JSON.stringify(made)}`);
  const sender = { from: `grace@${name}-lead.example`, to: email, in_reply_to: `first.${name}@sender.example` };
  const prospect = await makeLead(server, person.organization_id, made.account.id, sender.from, sender.in_reply_to);
  const failed: string[] = [];
  for (const [index, shape] of shapes.entries()) {
    const raw = shape.build(sender, SIZE);
    const begun = performance.now();
    imap.deliver(raw);
    imap.deliver(
      Buffer.from(
        `From: ${sender.from}\r\nMessage-ID: <m${index}.${name}@x.example>\r\nSubject: marker ${index}\r\n\r\nHere.`,
      ),
    );
    const arrived = await waitForSubject(person, prospect, `marker ${index}`);
    const { rows } = await server.owner.query(
      "select count(*)::int as count, count(*) filter (where is_unreadable)::int as unreadable from chat_messages where prospect_id = $1 and coalesce(subject_line, '') not like 'marker%'",
      [prospect],
    );
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    process.stdout.write(
      `${shape.name} (${(raw.length / 1e6).toFixed(1)} MB): next mail ${arrived ? `after ${seconds} s` : 'NEVER'}, slowest answer ${Math.round(watch.takeSlowest())} ms, ${rows[0].count} kept, ${rows[0].unreadable} unreadable\n`,
    );
    if (!arrived) failed.push(shape.name);
  }
  const kept = (await historyOf(person, prospect)).filter(
    ({ subject_line }) => !subject_line?.startsWith('marker'),
  ).length;
  const expected = shapes.filter((shape) => shape.is_answer).length;
  if (kept < expected) failed.push(`${expected - kept} answers of ${name} are not in the inbox`);
  await imap.close();
  await person.call('DELETE', `/accounts/${made.account.id}/`);
  return failed;
}

async function historyOf(person: BenchPerson, prospect: number): Promise<{ subject_line: string | null }[]> {
  const answer = await person.call('GET', `/chats/${prospect}/history/?limit=100`);
  return ((await answer.json()) as { messages?: { subject_line: string | null }[] }).messages ?? [];
}

async function waitForSubject(person: BenchPerson, prospect: number, subject: string): Promise<boolean> {
  const deadline = performance.now() + LONGEST_WAIT_IN_MS;
  while (performance.now() < deadline) {
    if ((await historyOf(person, prospect)).some(({ subject_line }) => subject_line === subject)) return true;
    await sleep(200);
  }
  return false;
}

async function prove(): Promise<boolean> {
  const server = await startBenchServer({ OUTBOUND_ALLOW: '127.0.0.1,localhost' });
  const mail = await startSilentMail(0);
  const smtp = { host: '127.0.0.1', port: mail.smtp_port, secure: false, password: 'sandbox' };
  try {
    const drawn = Array.from({ length: DRAWN }, () => drawHostileMail(Math.random));
    const shapes = [...HOSTILE_MAILS.slice(0, parseSize('SHAPES', HOSTILE_MAILS.length)), ...drawn];
    const quiet: HostileMail = {
      name: 'a usual mail',
      is_answer: true,
      build: (from) => Buffer.from(`From: ${from.from}\r\nSubject: Hi\r\n\r\nHi`),
    };
    // The program as it is once it has worked: its code is loaded, its connections are made.
    const warming = watchHealth(server.url);
    await sendThrough({ server, smtp }, [quiet], warming, 'quiet');
    await warming.stop();
    const watch = watchHealth(server.url);
    const before = server.memory();
    const failed: string[] = [];
    for (let start = 0; start < shapes.length; start += SHAPES_A_MAILBOX) {
      failed.push(
        ...(await sendThrough({ server, smtp }, shapes.slice(start, start + SHAPES_A_MAILBOX), watch, `box${start}`)),
      );
    }
    // Threads end when they have nothing to do.
    await sleep(45_000);
    await watch.stop();
    const more = server.memory() - before;
    process.stdout.write(
      `${shapes.length} shapes, ${watch.asked} answers: slowest ${Math.round(watch.slowest)} ms, ${watch.late} above ${SLOWEST_ANSWER_IN_MS} ms; memory ${Math.round(before / 1e6)} MB before, ${Math.round(more / 1e6)} MB more after, ${Math.round(server.peakMemory() / 1e6)} MB at most\n${failed.map((one) => `FAILED: ${one}\n`).join('')}`,
    );
    return failed.length === 0 && watch.late === 0 && more < MORE_MEMORY_IN_BYTES;
  } finally {
    await mail.close();
    await server.stop();
  }
}

const isProven = await prove();
process.stdout.write(isProven ? 'PROVEN\n' : 'NOT PROVEN\n');
process.exit(isProven ? 0 : 1);
