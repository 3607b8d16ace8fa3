import { sql } from 'kysely';
import { campaignStepKind } from '../../../server/src/slices/campaigns/run/dispatch/campaign-step.service.ts';
import { runDueSteps } from '../../../server/src/slices/campaigns/run/planning/due-steps.job.ts';
import * as factory from '../../../server/src/slices/campaigns/run/run.factory.ts';
import { startDispatcher } from '../../../server/src/slices/outbound/dispatch/dispatcher.service.ts';
import { recordEarlierContacts } from '../../../server/src/slices/touch-locks/index.ts';
import { recordProof } from '../../support/record.ts';
import { parseSize } from '../../support/size.ts';
import { certain, killWorkers, settleWorld } from '../workers/kill-workers.ts';
import { consultOracle, isClean, isQuiet, jump, type ProofWorld, runProof, until } from '../world/proof-world.ts';

/**
 * Two campaigns with the same people: of one organization, of two clients that share their locks, and with workers that are killed around
 * the dispatch. By the mail server's own ledger each person is contacted exactly once.
 */
export interface TouchLockOptions {
  workers: number;
  people: number;
  /** In the part with kills. */
  killed_people: number;
  kills: number;
}

/** A campaign sends so many mails a day by each of its senders, of which it has so many at most. */
const MOST_A_DAY = 40;
const MOST_SENDERS = 50;
const MOST_DAYS = 30;
const DAY_IN_SECONDS = 86_400;

interface Contacts {
  people: number;
  twice: number;
  never: number;
  /** Leads of the campaign that lost a person: they name the lock. */
  waiting: number;
}

export async function proveTouchLock(world: ProofWorld, { workers, people, killed_people, kills }: TouchLockOptions) {
  const one = await makeGroup(world, 'one', false);
  await fill(world, one, 'one', people);
  const own = await sendAll(world, workers, 'one', people);

  const two = await makeGroup(world, 'two', true);
  await fill(world, two, 'two', people);
  const shared = await sendAll(world, workers, 'two', people);

  const three = await makeGroup(world, 'three', false);
  await fill(world, three, 'three', killed_people);
  const places = ['before_dispatch_commit', 'after_dispatch_commit', 'during_call', 'before_settle_commit'];
  const killed = await killWorkers(world, { kills, workers: 2, likelihood: certain(places), most_idle: 8 });
  await settleWorld(world);
  await send(world, 2);
  const after_kills = await countContacts(world, 'three', killed_people);
  const total = [...killed.values()].reduce((sum, amount) => sum + amount, 0);
  return { own, shared, after_kills, kills: total, mails: await consultOracle(world) };
}

/** No person is contacted twice. A message that a killed worker left unconfirmed is parked and never sent again. */
export function isTouchLockProven({
  own,
  shared,
  after_kills,
  mails,
}: Awaited<ReturnType<typeof proveTouchLock>>): boolean {
  const twice = own.twice + shared.twice + after_kills.twice;
  return twice + own.never + shared.never === 0 && after_kills.never <= mails.parked && isClean(mails);
}

/** The organizations of the two campaigns: one twice, or two clients of an agency. */
async function makeGroup(world: ProofWorld, name: string, isShared: boolean): Promise<[number, number]> {
  const first = await factory.makeOrganization(world.system, name);
  const second = isShared ? await factory.makeOrganization(world.system, `${name} second`) : first;
  const ids = [first, second];
  if (isShared) {
    const agency = await factory.makeOrganization(world.system, `${name} agency`);
    ids.push(agency);
    await world.owner.query(
      `insert into agency_clients (organization_id, client_id, contact_name, email)
        select $1, id, 'Clara', 'client' || id || '@client.example' from unnest($2::bigint[]) as id`,
      [agency, [first, second]],
    );
  }
  await world.owner.query(
    `insert into touch_lock_rules (organization_id, is_on, is_shared) select distinct id, true, $2::boolean from unnest($1::bigint[]) as id`,
    [ids, isShared],
  );
  await recordEarlierContacts(world.system);
  return [first, second];
}

const domainEnd = (name: string): string => `-of-${name}.example`;

/** A campaign in each of the two, about the same people. */
async function fill(world: ProofWorld, organizations: [number, number], name: string, amount: number): Promise<void> {
  // A company keeps its sender: all people of one company would be contacted by one sender alone.
  const people = Array.from({ length: amount }, (_, n) => ({ email: `p${n}@company${n}${domainEnd(name)}` }));
  let known: number[] | null = null;
  for (const [place, organization_id] of organizations.entries()) {
    const isAgain: boolean = place === 1 && organizations[0] === organizations[1];
    const prospects: number[] =
      isAgain && known ? known : await factory.makePeople(world.system, organization_id, people);
    known = prospects;
    const senders: number[] = [];
    for (let n = 0; n < MOST_SENDERS && n * MOST_A_DAY < amount; n += 1)
      senders.push(
        await factory.makeMailSender(world.system, organization_id, {
          email: `sender${place}.${n}@${name}-own${place}${n}.example`,
          smtp_port: world.mail.smtp_port,
          imap_port: world.mail.imap_port,
          cap: MOST_A_DAY,
        }),
      );
    const [account_id, ...more_email_accounts] = senders as [number, ...number[]];
    const spec = { organization_id, account_id, more_email_accounts, nodes: [{ type: 'EMAIL' as const }] };
    await factory.startPeople(world.system, await factory.makeCampaign(world.system, spec), organization_id, prospects);
  }
}

/** Day by day, until each person was contacted. */
async function sendAll(world: ProofWorld, workers: number, name: string, people: number): Promise<Contacts> {
  for (let day = 1; ; day += 1) {
    await send(world, workers);
    const contacts = await countContacts(world, name, people);
    if (contacts.never === 0 || day === MOST_DAYS) return contacts;
    await jump(world, DAY_IN_SECONDS);
  }
}

async function send(world: ProofWorld, workers: number): Promise<void> {
  const kinds = new Map([[campaignStepKind.name, campaignStepKind]]);
  const dispatchers = Array.from({ length: workers }, () =>
    startDispatcher(world.system, kinds, { poll_in_ms: 20, max_in_flight: 8 }),
  );
  let isOver = false;
  const ticks = Array.from({ length: Math.min(workers, 4) }, async () => {
    while (!isOver) {
      await runDueSteps(world.system);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });
  await until(() => isQuiet(world), 3_600_000, 'everybody being contacted');
  isOver = true;
  await Promise.all(ticks);
  for (const dispatcher of dispatchers) await dispatcher.stop();
}

async function countContacts(world: ProofWorld, name: string, people: number): Promise<Contacts> {
  const amounts = new Map<string, number>();
  for (const { recipient, count } of world.mail.ledger.counts())
    if (recipient.endsWith(domainEnd(name))) amounts.set(recipient, (amounts.get(recipient) ?? 0) + count);
  const waiting = await world.system.systemTransaction(({ db }) =>
    sql<{
      amount: number;
    }>`select count(*)::int as amount from campaign_leads l join prospects p on p.id = l.prospect_id
      where p.email_domain like ${`%${domainEnd(name)}`} and l.waiting_rule = 'touch_lock'`.execute(db),
  );
  return {
    people,
    twice: [...amounts.values()].filter((amount) => amount > 1).length,
    never: people - amounts.size,
    waiting: waiting.rows[0]!.amount,
  };
}

if (import.meta.main)
  await runProof({}, async (world) => {
    const people = parseSize('PEOPLE', 10_000);
    const size = {
      workers: parseSize('WORKERS', 20),
      people,
      killed_people: Math.ceil(people / 50),
      kills: parseSize('KILLS', 12),
    };
    const result = await proveTouchLock(world, size);
    process.stdout.write(`touch-lock: ${JSON.stringify(result)}\n`);
    const isProven = isTouchLockProven(result);
    recordProof('races/touch-lock', isProven, result);
    return isProven;
  });
