import { parseMail } from '@overture/adapters/mailbox/message/parse-mail.transform';
import { writeToken } from '@overture/domain/message/tokens';
import pg from 'pg';
import { grantCredits } from '../../../server/src/slices/billing/index.ts';
import type * as factory from '../../../server/src/slices/campaigns/run/run.factory.ts';
import { parseSize } from '../../support/size.ts';
import { killWorkers } from '../workers/kill-workers.ts';
import { fillMailboxes } from '../world/proof-campaigns.ts';
import {
  consultOracle,
  isClean,
  jump,
  type ProofWorld,
  runProof,
  show,
  until,
  type Verdict,
} from '../world/proof-world.ts';
import { type CreditSums, flat, verifyCredits } from '../world/snippet.oracle.ts';

/**
 * Kill matrix of AI snippets: workers are ended with SIGKILL while credits are set aside, before, during and after the model's
 * call, before and after the text is stored, kept and handed to the mail server; the model refuses, fails and answers rubbish now
 * and then. Each mail says what was written and kept for it or is its fallback message, nothing is written or charged twice.
 */
const LIKELIHOOD = {
  before_reserve_commit: 0.3,
  after_reserve_commit: 0.3,
  before_writing: 0.12,
  during_writing: 0.12,
  after_writing: 0.12,
  before_text_commit: 0.12,
  after_text_commit: 0.12,
  before_dispatch_commit: 0.3,
  after_dispatch_commit: 0.3,
  before_call: 0.1,
};
/** Default snippets of one and two sentences, with their research tasks. */
const FIRST = { id: 1, name: 'Opening line', tasks: [11] };
const SECOND = { id: 7, name: 'Why we write to you', tasks: [11, 12] };
const FALLBACK = 'Nothing to quote today.';

const mailWith = ({ id, name }: { id: number; name: string }, delay_in_hours: number): factory.NodeSpec => ({
  type: 'EMAIL',
  delay_in_hours,
  subject: `Mail ${id}`,
  message: `Mail ${id}: ${writeToken({ kind: 'snippet', id, name })} Shall we talk?`,
  fallback: `Mail ${id}: ${FALLBACK}`,
});

export interface SnippetKillOptions {
  kills: number;
  leads: number;
  workers: number;
}

export interface SnippetKillVerdict {
  kills: number;
  by_point: Record<string, number>;
  mails: Verdict;
  /** Leads the campaign neither ended for nor says why. */
  stuck: number;
  with_text: number;
  fallbacks: number;
  written: number;
  credits: CreditSums;
  problems: string[];
}

export async function proveSnippetKill(world: ProofWorld, options: SnippetKillOptions): Promise<SnippetKillVerdict> {
  const client = new pg.Client({ connectionString: world.connectionString });
  await client.connect();
  try {
    await watchTexts(client);
    await fill(world, options.leads, 'first');
    const killed = await hurt(world, client, options);
    await world.writing!.behave({ mode: 'normal' });
    await settle(world, client);
    return { kills: sum(killed.values()), by_point: Object.fromEntries(killed), ...(await verify(world, client)) };
  } finally {
    await client.end();
  }
}

const LEADS_PER_SENDER = 20;

/** Of ten leads the website of one does not answer. */
async function fill(world: ProofWorld, leads: number, name: string): Promise<void> {
  await fillMailboxes(world, {
    type: 'IMAP',
    senders: Math.ceil(leads / LEADS_PER_SENDER),
    leads_per_sender: LEADS_PER_SENDER,
    nodes: [mailWith(FIRST, 0), mailWith(SECOND, 1)],
    name,
    describe: (n, place) => ({ website: `${n % 10 === 8 ? 'down' : 'northwind'}${n + place}.example` }),
    prepare: (organizationId) =>
      world.system
        .forOrganization(organizationId)
        .transaction((tx) => grantCredits(tx, { amount: leads * 10, purpose: 'Proof', key: 'proof' })),
  });
}

/** Every change of a text that was written or kept leaves a row. */
async function watchTexts(client: pg.Client): Promise<void> {
  await client.query(`create table proof_text_changes (id bigint, before text, after text);
    create function note_text_change() returns trigger language plpgsql security definer as $$ begin
      insert into proof_text_changes values (old.id, old.state || ' ' || coalesce(old.text, ''), new.state || ' ' || coalesce(new.text, ''));
      return new; end $$;
    create trigger proof_text_changes after update on ai_segment_texts for each row
      when ((old.state = 'written' or old.used_at is not null) and (old.state, old.text) is distinct from (new.state, new.text))
      execute function note_text_change()`);
}

const TROUBLES = [
  { mode: 'normal' },
  { mode: 'rate_limited', times: 3 },
  { mode: 'normal' },
  { mode: 'error', times: 3 },
  { mode: 'slow', times: 6, delay_in_ms: 300 },
  { mode: 'malformed', times: 4 },
];

async function hurt(
  world: ProofWorld,
  client: pg.Client,
  { kills, workers, leads }: SnippetKillOptions,
): Promise<Map<string, number>> {
  let turn = 0;
  const troubling = setInterval(() => void world.writing!.behave(TROUBLES[turn++ % TROUBLES.length]!), 1500);
  let isOver = false;
  const feeding = (async () => {
    for (let round = 1; !isOver; round += 1) {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      if ((await countOpen(client)) === 0) await fill(world, Math.min(100, leads), `more${round}`);
    }
  })();
  const onKill = (total: number) => void (total % 20 === 0 && process.stdout.write(`  ${total} kills\n`));
  const clock = { tick_in_ms: 1000, tick_in_seconds: 30 };
  const killed = await killWorkers(world, { kills, workers, likelihood: LIKELIHOOD, ...clock, onKill });
  isOver = true;
  await feeding;
  clearInterval(troubling);
  return killed;
}

/** Leads with open steps that are not parked. */
async function countOpen(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ n: number }>(`select count(*)::int as n from campaign_leads l
    where status in ('SCHEDULED', 'ACTIVE') and not exists (select from outbound_intents i where i.ref_id = l.id
      and i.ref_part = l.next_node_id and i.state = 'parked')`);
  return rows[0]!.n;
}

/** An undisturbed worker finishes the rest. All others are dead: their leases need no waiting in real time. */
async function settle(world: ProofWorld, client: pg.Client): Promise<void> {
  await client.query("update ai_segment_texts set lease_until = statement_timestamp() where state = 'running'");
  const child = await world.startWorker();
  const ticking = setInterval(() => void jump(world, 120).catch(() => undefined), 1000);
  await until(async () => (await countOpen(client)) === 0, 400_000, 'the end of every lead').catch(() => undefined);
  clearInterval(ticking);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  child.kill('SIGKILL');
}

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, one) => total + one, 0);

interface TextRow {
  email: string;
  segment_id: number;
  state: string;
  text: string | null;
  used_at: Date | null;
}

async function verify(world: ProofWorld, client: pg.Client) {
  const { rows } =
    await client.query<TextRow>(`select p.email::text, a.email::text as sender, t.segment_id::int, t.state, t.text,
    t.used_at from ai_segment_texts t join prospects p on p.id = t.prospect_id
    join campaign_leads l on l.id = t.campaign_lead_id join campaigns c on c.id = l.campaign_id
    join accounts a on a.id = c.email_account_id`);
  const keyOf = (row: { email: string; sender?: string; segment_id: number }) =>
    `${row.sender} ${row.email} ${row.segment_id}`;
  const texts = new Map(rows.map((row) => [keyOf(row), row]));
  const problems: string[] = [];
  let with_text = 0;
  for (const { from, recipients, raw } of world.mail.store.mails()) {
    const said = flat((await parseMail(raw, raw.length)).text ?? '');
    const segment_id = Number(/^Mail (\d+):/.exec(said)?.[1]);
    const row = texts.get(keyOf({ email: recipients[0] ?? '', sender: from, segment_id }));
    const isWritten = row?.state === 'written';
    const expected = `Mail ${segment_id}: ${isWritten ? `${row.text} Shall we talk?` : FALLBACK}`;
    if (said !== flat(expected)) problems.push(`${from} to ${recipients[0]}: "${said}", not "${expected}"`);
    if (!row?.used_at) problems.push(`${from} to ${recipients[0]}: sent, but its text is not kept`);
    if (isWritten) with_text += 1;
  }
  const changes = await client.query<{ before: string; after: string }>('select before, after from proof_text_changes');
  problems.push(...changes.rows.map(({ before, after }) => `changed after it was written: ${before} became ${after}`));
  const credits = await verifyCredits(client, { [FIRST.id]: FIRST.tasks, [SECOND.id]: SECOND.tasks });
  return {
    mails: await consultOracle(world),
    stuck: await countOpen(client),
    with_text,
    fallbacks: world.mail.ledger.total() - with_text,
    written: rows.filter(({ state }) => state === 'written').length,
    credits: credits.sums,
    problems: [...problems, ...credits.problems],
  };
}

export function isWhole({ mails, stuck, problems, with_text }: SnippetKillVerdict): boolean {
  return isClean(mails) && mails.unknown === 0 && stuck + problems.length === 0 && with_text > 0;
}

if (import.meta.main) {
  const options = { kills: parseSize('KILLS', 60), leads: parseSize('LEADS', 500), workers: 3 };
  await runProof({ has_writing: true, settings: { fsync: 'off' } }, async (world) => {
    const startedAt = performance.now();
    const { mails, problems, ...result } = await proveSnippetKill(world, options);
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    process.stdout.write(`snippet-kill: ${JSON.stringify(result)} in ${seconds} s\n  ${show(mails)}\n`);
    for (const problem of problems.slice(0, 20)) process.stdout.write(`    ${problem}\n`);
    return isWhole({ mails, problems, ...result }) && result.kills >= options.kills;
  });
}
