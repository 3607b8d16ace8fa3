import { sql } from 'kysely';
import { campaignStepKind } from '../../../server/src/slices/campaigns/run/dispatch/campaign-step.service.ts';
import { runDueSteps } from '../../../server/src/slices/campaigns/run/planning/due-steps.job.ts';
import * as factory from '../../../server/src/slices/campaigns/run/run.factory.ts';
import { startDispatcher } from '../../../server/src/slices/outbound/dispatch/dispatcher.service.ts';
import { recordProof } from '../../support/record.ts';
import { parseSize } from '../../support/size.ts';
import { isQuiet, type ProofWorld, startProofWorld, until } from '../world/proof-world.ts';

/** Many workers, many senders, small limits: no sender and no campaign is ever over its day, and the day is used. */
export interface StampedeOptions {
  loops: number;
  senders: number;
}

export async function proveStampede(world: ProofWorld, { loops, senders }: StampedeOptions) {
  const kinds = new Map([[campaignStepKind.name, campaignStepKind]]);
  const organizationId = await factory.makeOrganization(world.system);
  const random = (low: number, high: number) => low + Math.floor(Math.random() * (high - low + 1));
  for (let place = 0; place < senders; place += 1) {
    const account_id = await factory.makeMailSender(world.system, organizationId, {
      email: `sender${place}@acme.example`,
      smtp_port: world.mail.smtp_port,
      cap: random(1, 40),
    });
    for (const part of ['a', 'b']) {
      const cap = random(1, 40);
      const campaign = await factory.makeCampaign(world.system, {
        organization_id: organizationId,
        account_id,
        cap,
        nodes: [{ type: 'EMAIL' }],
      });
      const people = Array.from({ length: 45 }, (_, n) => ({ email: `p${n}.${place}${part}@northwind.example` }));
      await factory.startPeople(
        world.system,
        campaign,
        organizationId,
        await factory.makePeople(world.system, organizationId, people),
      );
    }
  }
  const dispatchers = Array.from({ length: loops }, () =>
    startDispatcher(world.system, kinds, { poll_in_ms: 10, max_in_flight: 8 }),
  );
  let isOver = false;
  const ticks = Array.from({ length: loops }, async () => {
    while (!isOver) {
      await runDueSteps(world.system);
      await new Promise((resolve) => setTimeout(resolve, random(5, 30)));
    }
  });
  await editLimits(world, random);
  await until(() => isQuiet(world), 900_000, 'the day being used up');
  isOver = true;
  await Promise.all(ticks);
  for (const dispatcher of dispatchers) await dispatcher.stop();
  return verify(world);
}

/** Limits change in the middle of the day: raised ones are used, lowered ones never overdrawn further. */
async function editLimits(world: ProofWorld, random: (low: number, high: number) => number): Promise<void> {
  for (let edit = 0; edit < 10; edit += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    await world.system.systemTransaction(async ({ db }) => {
      await sql`update accounts set email_max_messages = least(40, email_max_messages + ${random(0, 3)})
        where id % 10 = ${edit}`.execute(db);
    });
    await world.system.systemTransaction(({ db }) =>
      sql`update campaign_lanes set look_at = app_now() where campaign_id in (select campaign_id from campaign_lanes
        order by campaign_id for no key update skip locked)`.execute(db),
    );
  }
}

async function verify(world: ProofWorld) {
  const rows = await world.system.systemTransaction(({ db }) =>
    sql<{ over: number; sent: number; budget: number }>`
      with sent as (select account_id, campaign_id, count(*)::int as n from outbound_intents where state = 'confirmed' group by 1, 2),
      by_campaign as (select c.id, c.email_account_id, c.email_max_messages as cap, coalesce(s.n, 0) as n
        from campaigns c left join sent s on s.campaign_id = c.id),
      by_account as (select a.id, a.email_max_messages as cap, sum(b.n)::int as n, sum(b.cap)::int as wanted
        from accounts a join by_campaign b on b.email_account_id = a.id group by a.id)
      select (select count(*)::int from by_campaign where n > cap) + (select count(*)::int from by_account where n > cap) as over,
        (select sum(n)::int from by_account) as sent, (select sum(least(cap, wanted))::int from by_account) as budget`.execute(
      db,
    ),
  );
  const { over, sent, budget } = rows.rows[0]!;
  return { over_any_cap: over, sent, in_ledger: world.mail.ledger.total(), budget, used: sent / budget };
}

if (import.meta.main) {
  const world = await startProofWorld();
  try {
    const result = await proveStampede(world, { loops: 16, senders: parseSize('SENDERS', 200) });
    process.stdout.write(`limit-stampede: ${JSON.stringify(result)}\n`);
    const isProven = result.over_any_cap === 0 && result.used >= 0.98 && result.sent === result.in_ledger;
    recordProof('races/limit-stampede', isProven, result);
    process.stdout.write(isProven ? 'PROVEN\n' : 'NOT PROVEN\n');
    process.exitCode = isProven ? 0 : 1;
  } finally {
    await world.close();
  }
}
