import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { type RunningSandbox, startSandboxServers } from '../adapters/src/mailbox/testing/sandbox-world.ts';
import type { BenchPerson, BenchServer } from './support/bench-server.ts';
import { type Bench, type Measurement, median, percentile } from './support/measure.ts';
import { measureServer } from './support/measure-in.ts';

const answers = Number(process.env.BENCH_ANSWERS ?? 100);
const goalInMs = 1000;
/** Each costs a credit; a new organization has a hundred. */
const DRAFTS = 50;
const DRAFT_GOAL_IN_MS = 10_000;
/** Longer than an answer ever takes; one that does not come fails the benchmark. */
const LONGEST_IN_MS = 60_000;

/**
 * From the moment a lead's answer lies in a mailbox until the open screen of the inbox has heard of it, over the whole program: notice of the
 * server (IDLE), fetched, read in a thread, classed, stored, the sequence stopped, told. One answer after the other, each of another lead.
 */
export const bench: Bench = {
  async run() {
    const sandbox = await startSandboxServers();
    try {
      const model = { LLM_BASE_URL: `${sandbox.ready.http_url}/llm/v1`, LLM_API_KEY: 'k', LLM_MODEL: 'sandbox' };
      return await measureServer((server) => measure(server, sandbox), { OUTBOUND_ALLOW: '127.0.0.1', ...model });
    } finally {
      await sandbox.close();
    }
  },
};

async function measure(server: BenchServer, sandbox: RunningSandbox): Promise<Measurement[]> {
  const person = await server.signUp();
  const mailbox = await connectMailbox(person, sandbox);
  const [leads, asking] = await contactLeads(server, person.organization_id, mailbox.id);
  const screen = await openScreen(server, person);
  const taken: number[] = [];
  // The first ones warm it up: code is loaded, connections are made.
  for (const [turn, lead] of leads.entries()) {
    const heard = screen.next(lead.prospect_id);
    const from = performance.now();
    await sandbox.control('/deliver', { email: mailbox.email, raw: answerOf(lead, mailbox.email) });
    await heard;
    if (turn >= WARMING) taken.push(performance.now() - from);
    await sleep(50);
  }
  screen.close();
  const p95 = percentile(taken, 0.95);
  const arrival = {
    what: `a mail of a lead on an open screen, ${answers} answers`,
    product: `p50 ${median(taken).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`,
    goal: `p95 < ${goalInMs} ms`,
    is_met: p95 < goalInMs,
  };
  return [arrival, await measureDrafts(person, sandbox, mailbox.email, asking)];
}

/** The time until a draft of the reply waits, for each reply. The model replies immediately: the time of a real one is not included. */
async function measureDrafts(
  person: BenchPerson,
  sandbox: RunningSandbox,
  to: string,
  leads: readonly Lead[],
): Promise<Measurement> {
  await change(person, 'PUT', '/organization/', {
    product_description: 'Kanaal makes planning software for inland shipping.',
    objections: 'The software works with every onboard computer. A trial takes 14 days.',
  });
  await change(person, 'PATCH', '/organization/settings/', { drafts_replies: true });
  const taken: number[] = [];
  for (const lead of leads) {
    const from = performance.now();
    await sandbox.control('/deliver', {
      email: to,
      raw: answerOf(lead, to, 'Does it work with our onboard computer?'),
    });
    while (!(await hasDraft(person, lead))) {
      if (performance.now() - from > LONGEST_IN_MS) throw new Error(`No draft for ${lead.email} within a minute`);
      await sleep(20);
    }
    taken.push(performance.now() - from);
  }
  const p95 = percentile(taken, 0.95);
  return {
    what: `a draft of a reply, ${leads.length} questions, the model replies immediately`,
    product: `p50 ${median(taken).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`,
    goal: `p95 < ${DRAFT_GOAL_IN_MS} ms`,
    is_met: p95 < DRAFT_GOAL_IN_MS,
  };
}

async function change(person: BenchPerson, method: string, path: string, body: object): Promise<void> {
  const answer = await person.call(method, path, body);
  if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
}

async function hasDraft(person: BenchPerson, lead: Lead): Promise<boolean> {
  const answer = await person.call('GET', `/chats/${lead.prospect_id}/draft/`);
  if (!answer.ok) return false;
  const { draft } = (await answer.json()) as { draft: { state: string } | null };
  return draft?.state === 'waiting';
}

const WARMING = 10;

async function connectMailbox(person: BenchPerson, { ready, control }: RunningSandbox) {
  const email = 'arrival@corp.test';
  await control('/accounts', { email });
  const at = { host: '127.0.0.1', secure: false, username: email, password: ready.password };
  const body = {
    email,
    name: 'Ada Jansen',
    imap: { ...at, port: ready.imap.port },
    smtp: { ...at, port: ready.smtp.port },
  };
  const answer = await person.call('POST', '/email/imap/', body);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`The mailbox was not connected: ${text}`);
  return { email, id: (JSON.parse(text) as { account: { id: number } }).account.id };
}

interface Lead {
  prospect_id: number;
  email: string;
  message_id: string;
}

/** Leads who got a mail of ours an hour ago. */
async function contactLeads(
  { owner }: BenchServer,
  organizationId: number,
  account: number,
): Promise<[Lead[], Lead[]]> {
  const { rows } = await owner.query(
    `with people as (
       insert into prospects (organization_id, first_name, last_name, email)
       select $1::bigint, 'Lead', 'Number' || n, 'lead' || n || '@customer' || n || '.example' from generate_series(1, $3::int) n
       returning id, email)
     insert into outbound_intents (organization_id, kind, ref_id, ref_part, account_id, prospect_id, state, message_id, to_email, subject,
       body_text, dispatched_at, settled_at)
     select $1, 'campaign_step', id, 1, $2, id, 'confirmed', id || '.arrival@corp.test', email, 'Hello', 'Hello', now() - interval '1 hour', now()
     from people returning prospect_id, to_email, message_id`,
    [organizationId, account, answers + WARMING + DRAFTS],
  );
  const leads = rows.map((row) => ({
    prospect_id: Number(row.prospect_id),
    email: row.to_email,
    message_id: row.message_id,
  }));
  return [leads.slice(DRAFTS), leads.slice(0, DRAFTS)];
}

function answerOf({ email, message_id }: Lead, to: string, text = 'That sounds good, send me more.'): string {
  const headers = [
    `From: Lead <${email}>`,
    `To: ${to}`,
    'Subject: Re: Hello',
    `Message-ID: <answer.${message_id}>`,
    `In-Reply-To: <${message_id}>`,
    `References: <${message_id}>`,
    `Date: ${new Date().toUTCString()}`,
    'Content-Type: text/plain; charset=utf-8',
  ];
  return `${headers.join('\r\n')}\r\n\r\n${text}\r\n`;
}

/** The live connection of one open page. */
async function openScreen({ url, owner }: BenchServer, person: BenchPerson) {
  const { rows } = await owner.query('select id from users where organization_id = $1 order by id limit 1', [
    person.organization_id,
  ]);
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws/${rows[0].id}/`, { headers: person.headers });
  const waiting = new Map<number, () => void>();
  socket.on('message', (bytes: Buffer) => {
    const { type, data } = JSON.parse(bytes.toString()) as { type: string; data?: { prospect_id?: number } };
    if (type === 'chat_message' && data?.prospect_id) waiting.get(data.prospect_id)?.();
  });
  // It says hello once it knows who listens.
  await new Promise<void>((resolve, reject) => {
    socket.once('message', () => resolve());
    socket.once('error', reject);
  });
  return {
    next: (prospectId: number) =>
      new Promise<void>((resolve, reject) => {
        const timer = setTimeout(
          () => reject(new Error(`No word of lead ${prospectId} within a minute`)),
          LONGEST_IN_MS,
        );
        waiting.set(prospectId, () => {
          clearTimeout(timer);
          resolve();
        });
      }),
    close: () => socket.close(),
  };
}
