import { sql } from 'kysely';
import { ApiError } from '../../../server/src/kernel/errors.ts';
import { wakeSender } from '../../../server/src/slices/campaign-lanes/campaign-lanes.store.ts';
import { previewImpact } from '../../../server/src/slices/campaigns/revisions/impact.service.ts';
import { publishCopy } from '../../../server/src/slices/campaigns/revisions/publish.service.ts';
import { getWorkingCopy, saveCopy } from '../../../server/src/slices/campaigns/revisions/working-copy.service.ts';
import * as factory from '../../../server/src/slices/campaigns/run/run.factory.ts';
import { SENDING_FAILPOINTS } from '../../../server/src/slices/failpoints/failpoints.service.ts';
import { recordProof } from '../../support/record.ts';
import { parseSize } from '../../support/size.ts';
import { killWorkers, settleWorld } from '../workers/kill-workers.ts';
import { startCampaign } from '../world/proof-campaigns.ts';
import { consultOracle, isClean, type ProofWorld, runProof, show, type Verdict } from '../world/proof-world.ts';
import { loadSeatPools, makeSeatPool, type SeatPoolVerdict } from '../world/seat-pools.ts';
import { settleDays } from './kill-matrix.ts';

/**
 * Kill matrix of campaigns that several mailboxes or LinkedIn seats share: workers are ended with SIGKILL around the sending, while revisions of the
 * campaigns are published and senders are disconnected and come back. Beside what the kill matrix asks for: one sender a person and a
 * company, each step once a person, and every mail says what its revision says.
 */
export interface PoolKillOptions {
  kills: number;
  pools: number;
  senders: number;
  leads: number;
  workers: number;
  /** A worker that nothing kills is asked to end after so long: on a slow machine it needs some of it to begin. */
  life_in_ms: number;
  /** Campaigns that LinkedIn seats share, beside those of mailboxes; in a world that has LinkedIn. */
  seat_pools?: { pools: number; seats: number; leads: number };
}

export interface PoolKillVerdict {
  kills: number;
  by_point: Record<string, number>;
  published: number;
  disconnected: number;
  mails: Verdict;
  /** People who heard from more than one sender. */
  two_senders: string[];
  /** Companies that heard from more than one sender. */
  two_at_a_company: string[];
  /** Steps that reached a person twice, ignoring the mails' ids. */
  steps_twice: string[];
  /** Mails whose words are not those of the step and revision that they were claimed with. */
  other_words: string[];
  /** How many mails each revision sent. */
  by_revision: Record<string, number>;
  /** Of the LinkedIn seats; null in a world without LinkedIn. */
  seats: SeatPoolVerdict | null;
}

interface Pool {
  id: number;
  organization_id: number;
  account_ids: number[];
  /** Of mailboxes whose words are published again. */
  is_mail: boolean;
}

/** Often enough that most mails pass a place to die at, seldom enough that some get through. */
const LIKELIHOOD = Object.fromEntries(SENDING_FAILPOINTS.map((point) => [point, /call/.test(point) ? 0.08 : 0.3]));
const PEOPLE_A_COMPANY = 3;
const TROUBLE_EVERY_IN_MS = 700;
/** Senders of a pool that are disconnected at a time; then the first of them comes back. */
const MOST_AWAY = 3;

/** Contains its revision and step, one of three greetings, and whether the company is known. */
const words = (revision: number, step: number, arm: string) =>
  `{Hi|Hello|Good day} {{ first_name }}, revision ${revision} step ${step} arm ${arm}` +
  '{% if company_name == "Northwind" %} for the north{% else %} for others{% endif %}';

const MAIL = /(?:Hi|Hello|Good day) (\w+), revision (\d+) step (\d+) arm (\w) for (the north|others)/;

const nodeOf = (revision: number, step: number) => ({
  message: words(revision, step, 'a'),
  message_b: words(revision, step, 'b'),
});

export async function provePoolKill(world: ProofWorld, options: PoolKillOptions): Promise<PoolKillVerdict> {
  const organization_id = await factory.makeOrganization(world.system);
  const pools: Pool[] = [];
  for (let place = 0; place < options.pools; place += 1)
    pools.push(await makePool(world, organization_id, place, options));
  const { seat_pools } = options;
  for (let place = 0; place < (seat_pools?.pools ?? 0); place += 1)
    pools.push({ ...(await makeSeatPool(world, organization_id, place, seat_pools!)), is_mail: false });
  const trouble = makeTrouble(world, pools);
  const killed = await killWorkers(world, {
    kills: options.kills,
    workers: options.workers,
    likelihood: LIKELIHOOD,
    most_idle: options.workers * 4,
    life_in_ms: options.life_in_ms,
  });
  const { published, disconnected } = await trouble.stop();
  await settleWorld(world, () => settleDays(world));
  const total = [...killed.values()].reduce((sum, one) => sum + one, 0);
  const mails = await consultOracle(world);
  return {
    kills: total,
    by_point: Object.fromEntries(killed),
    published,
    disconnected,
    mails,
    ...(await loadPools(world, mails)),
    seats: seat_pools ? await loadSeatPools(world) : null,
  };
}

async function makePool(
  world: ProofWorld,
  organization_id: number,
  place: number,
  { senders, leads }: PoolKillOptions,
): Promise<Pool> {
  const account_ids: number[] = [];
  for (let n = 0; n < senders; n += 1) {
    const email = `s${n}@pool${place}.example`;
    world.mail.store.openAccount(email, { keeps_sent_copies: n % 2 === 0 });
    const { smtp_port, imap_port } = world.mail;
    const sent_copy = n % 2 === 0 ? 'kept_by_server' : 'no_sent_folder';
    account_ids.push(
      await factory.makeMailSender(world.system, organization_id, {
        email,
        smtp_port,
        imap_port,
        cap: 1000,
        sent_copy,
      }),
    );
  }
  const people = Array.from({ length: leads }, (_, n) => ({
    email: `p${n}@house${Math.floor(n / PEOPLE_A_COMPANY)}of${place}.example`,
    first_name: `Kim${n}`,
    company_name: n % 2 === 0 ? 'Northwind' : 'Globex',
  }));
  const [account_id, ...more_email_accounts] = account_ids;
  const nodes = [1, 2].map((step) => ({ type: 'EMAIL' as const, subject: `Step ${step}`, ...nodeOf(1, step) }));
  const spec = { organization_id, account_id: account_id!, more_email_accounts, nodes };
  const { campaign_id } = await startCampaign(world, spec, people);
  return { id: campaign_id, organization_id, account_ids, is_mail: true };
}

/** Publishes, disconnects and connects again until it is stopped; then every sender is back. */
function makeTrouble(world: ProofWorld, pools: readonly Pool[]) {
  let isOver = false;
  let published = 0;
  let disconnected = 0;
  const down = pools.map((): number[] => []);
  const loop = (async () => {
    for (let turn = 0; !isOver; turn += 1) {
      await new Promise((resolve) => setTimeout(resolve, TROUBLE_EVERY_IN_MS));
      const pool = pools[turn % pools.length]!;
      if (turn % 3 === 0 && pool.is_mail) published += await publishNext(world, pool);
      else {
        const away = down[turn % pools.length]!;
        const next = pool.account_ids[turn % pool.account_ids.length]!;
        const back = away.length === MOST_AWAY || away.includes(next) ? away.shift() : undefined;
        if (back === undefined) away.push(next);
        await setStatus(world, pool, back ?? next, back === undefined ? 'CREDENTIALS' : 'OK');
        disconnected += back === undefined ? 1 : 0;
      }
    }
    for (const pool of pools) for (const id of pool.account_ids) await setStatus(world, pool, id, 'OK');
  })();
  return {
    async stop() {
      isOver = true;
      await loop;
      return { published, disconnected };
    },
  };
}

/** New words for both steps; returns 1, or 0 when no lead is left. */
async function publishNext(world: ProofWorld, pool: Pool): Promise<number> {
  const ctx = world.system.forOrganization(pool.organization_id);
  try {
    const copy = await getWorkingCopy(ctx, pool.id);
    const next = copy.number + 1;
    const nodes = copy.campaign.steps.map(({ step_type, parent_step_id, attachments: _, ...step }, index) => ({
      ...step,
      type: step_type,
      parent_id: parent_step_id,
      branch: null,
      ...nodeOf(next, index + 1),
    }));
    const { version } = await saveCopy(ctx, pool.id, { version: copy.version, nodes });
    await previewImpact(ctx, pool.id, null);
    await publishCopy(ctx, pool.id, { version });
    return 1;
  } catch (error) {
    if (error instanceof ApiError) return 0;
    throw error;
  }
}

async function setStatus(world: ProofWorld, pool: Pool, accountId: number, status: string): Promise<void> {
  await world.owner.query('update accounts set status = $2, status_changed_at = app_now() where id = $1', [
    accountId,
    status,
  ]);
  await world.system.forOrganization(pool.organization_id).transaction((tx) => wakeSender(tx, accountId));
}

interface SentRow {
  message_id: string;
  lead_id: number;
  campaign_id: number;
  step: number;
  account: string;
  to_email: string;
  revision: number | null;
  variant: string | null;
  first_name: string;
  company_name: string;
}

/** What left, by the mail server's own words, beside what the database says of it. */
async function loadPools(world: ProofWorld, mails: Verdict) {
  const rows = await world.system.systemTransaction(({ db }) =>
    sql<SentRow>`select i.message_id, i.ref_id as lead_id, l.campaign_id, n.place as step, a.email as account, i.to_email::text, i.revision,
        i.variant, p.first_name, p.company_name
      from outbound_intents i join campaign_leads l on l.id = i.ref_id join accounts a on a.id = i.account_id
      join prospects p on p.id = l.prospect_id
      join (select id, row_number() over (partition by campaign_id order by id) as place from campaign_nodes) n on n.id = i.ref_part
      where i.state in ('confirmed', 'parked', 'unknown') and i.message_id is not null`.execute(db),
  );
  const known = new Map(rows.rows.map((row) => [row.message_id, row]));
  const sent = [...world.mail.store.mails()].flatMap((mail) => {
    const row = known.get((mail.message_id ?? '').replace(/[<>]/g, ''));
    return row ? [{ ...row, from: mail.from, said: MAIL.exec(mail.raw.toString().replace(/=\r?\n/g, '')) }] : [];
  });
  if (sent.length < mails.confirmed) throw new Error(`${mails.confirmed} confirmed, ${sent.length} looked at`);
  const several = <Row>(list: readonly Row[], group: (row: Row) => string, of: (row: Row) => string) =>
    [...Map.groupBy(list, group)].filter(([, all]) => new Set(all.map(of)).size > 1).map(([key]) => key);
  const company = (row: SentRow) => row.to_email.split('@')[1]!;
  return {
    two_senders: several(
      sent,
      (row) => row.to_email,
      (row) => row.from,
    ),
    two_at_a_company: several(sent, company, (row) => row.from),
    steps_twice: several(
      sent,
      (row) => `${row.lead_id}/${row.step}`,
      (row) => row.message_id,
    ),
    other_words: sent.filter((row) => !saysItsRevision(row)).map((row) => `${row.to_email} step ${row.step}`),
    by_revision: Object.fromEntries(
      [...Map.groupBy(sent, (row) => String(row.revision))].map(([key, all]) => [key, all.length]),
    ),
  };
}

function saysItsRevision(row: SentRow & { from: string; said: RegExpExecArray | null }): boolean {
  const [, name, revision, step, arm, place] = row.said ?? [];
  return (
    row.from === row.account &&
    name === row.first_name &&
    Number(revision) === (row.revision ?? 1) &&
    Number(step) === Number(row.step) &&
    arm === (row.variant ?? 'a') &&
    place === (row.company_name === 'Northwind' ? 'the north' : 'others')
  );
}

/** Nothing twice, nothing lost, one sender a person and a company, one seat a person, and every mail in its own words. */
export function isPoolClean(verdict: PoolKillVerdict): boolean {
  const { two_senders, two_at_a_company, steps_twice, other_words, mails } = verdict;
  const wrong = two_senders.length + two_at_a_company.length + steps_twice.length + other_words.length;
  const { seats } = verdict;
  const isSeatsClean =
    seats === null || (isClean(seats.oracle) && seats.oracle.unknown === 0 && seats.two_seats.length === 0);
  return isClean(mails) && mails.unknown === 0 && wrong === 0 && isSeatsClean;
}

if (import.meta.main) {
  const kills = parseSize('KILLS', 120);
  const pools = parseSize('POOLS', Math.ceil(kills / 12));
  const seat_pools = { pools: Math.ceil(pools / 2), seats: 6, leads: parseSize('SEAT_LEADS', 60) };
  await runProof({ has_linkedin: true, settings: { fsync: 'off' } }, async (world) => {
    const life_in_ms = 1000 * parseSize('LIFE_SECONDS', 30);
    const leads = parseSize('LEADS', 120);
    const size = { kills, pools, senders: 10, leads, workers: 3, life_in_ms };
    const result = await provePoolKill(world, { ...size, seat_pools });
    const { mails, by_point, by_revision, ...rest } = result;
    process.stdout.write(`pool-kill: ${result.kills} kills ${JSON.stringify(by_point)}\n  ${show(mails)}\n`);
    process.stdout.write(
      `  ${result.published} revisions published, ${result.disconnected} times a sender disconnected\n`,
    );
    process.stdout.write(`  mails by revision ${JSON.stringify(by_revision)}\n`);
    const { seats } = result;
    if (seats)
      process.stdout.write(
        `  LinkedIn: ${show(seats.oracle)} ${JSON.stringify(seats.oracle.by_action)}, two seats ${seats.two_seats.length}\n`,
      );
    const isProven = isPoolClean(result) && result.kills >= kills;
    if (!isProven) process.stdout.write(`  ${JSON.stringify(rest).slice(0, 2000)}\n`);
    const { kills: killed, published, disconnected } = result;
    const linkedin = seats && { ...seats.oracle.by_action, two_seats: seats.two_seats.length };
    recordProof('kills/pool-kill', isProven, { kills: killed, published, disconnected, mails: show(mails), linkedin });
    return isProven;
  });
}
