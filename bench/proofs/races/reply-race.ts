import { sql } from 'kysely';
import { campaignStepKind } from '../../../server/src/slices/campaigns/run/dispatch/campaign-step.service.ts';
import { runDueSteps } from '../../../server/src/slices/campaigns/run/planning/due-steps.job.ts';
import * as factory from '../../../server/src/slices/campaigns/run/run.factory.ts';
import { recordReply } from '../../../server/src/slices/lead-endings/lead-endings.service.ts';
import { holdForUnmatchedReply } from '../../../server/src/slices/lead-holds/unmatched-replies.service.ts';
import { startDispatcher } from '../../../server/src/slices/outbound/dispatch/dispatcher.service.ts';
import { recordProof } from '../../support/record.ts';
import { parseSize } from '../../support/size.ts';
import { countStatuses, type ProofWorld, pause, runProof } from '../world/proof-world.ts';

/** Replies land around the moment a mail is due: after a reply is committed no dispatch may begin, and replied wins. */
export interface ReplyRaceOptions {
  replies: number;
  /** Replies come this long before or after the mail is due, in ms. */
  around_in_ms: number;
  /** From unknown addresses: they hold the sequence instead of stopping it. */
  from_elsewhere?: boolean;
}

export async function proveReplyRace(world: ProofWorld, { replies, around_in_ms, from_elsewhere }: ReplyRaceOptions) {
  const kinds = new Map([[campaignStepKind.name, campaignStepKind]]);
  const organizationId = await factory.makeOrganization(world.system);
  const leads: { lead: number; prospect: number; account: number }[] = [];
  for (let place = 0; place < Math.ceil(replies / 20); place += 1) {
    const account_id = await factory.makeMailSender(world.system, organizationId, {
      email: `sender${place}@acme.example`,
      smtp_port: world.mail.smtp_port,
    });
    const nodes = [{ type: 'EMAIL' as const, delay_in_hours: 1 }, { type: 'EMAIL' as const }];
    const campaign = await factory.makeCampaign(world.system, { organization_id: organizationId, account_id, nodes });
    const people = await factory.makePeople(
      world.system,
      organizationId,
      Array.from({ length: 20 }, (_, n) => ({ email: `p${n}.${place}@northwind.example` })),
    );
    const ids = await factory.startPeople(world.system, campaign, organizationId, people);
    leads.push(...ids.map((lead, index) => ({ lead, prospect: people[index]!, account: account_id })));
  }
  const spread = around_in_ms * 2;
  await world.system.systemTransaction(async ({ db }) => {
    await sql`update campaign_leads set next_at = app_now() + random() * ${spread} * interval '1 millisecond'`.execute(
      db,
    );
    await sql`update campaign_lanes set look_at = app_now()`.execute(db);
  });
  const due = await world.system.systemTransaction(({ db }) =>
    sql<{
      id: number;
      in_ms: number;
    }>`select id, extract(epoch from next_at - app_now())::float8 * 1000 as in_ms from campaign_leads`.execute(db),
  );
  const dueIn = new Map(due.rows.map((row) => [row.id, row.in_ms]));
  const dispatchers = [1, 2].map(() => startDispatcher(world.system, kinds, { poll_in_ms: 20 }));
  let isOver = false;
  const ticking = (async () => {
    while (!isOver) {
      await runDueSteps(world.system);
      await pause(20);
    }
  })();
  const committed = new Map<number, Date>();
  const startedAt = performance.now();
  const queue = leads
    .map((item) => ({ ...item, at: Math.max(0, (dueIn.get(item.lead) ?? 0) + (Math.random() * 2 - 1) * around_in_ms) }))
    .sort((a, b) => a.at - b.at);
  const write = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      await pause(next.at - (performance.now() - startedAt));
      const { lead, prospect, account } = next;
      await world.system.forOrganization(organizationId).transaction(async (tx) => {
        const answer = { prospect_id: prospect, refers_to: [] };
        if (from_elsewhere)
          await holdForUnmatchedReply(tx, { ...answer, from_email: 'kim@private.example' }, async () => true);
        else await recordReply(tx, { ...answer, account_id: account, received_at: tx.clock.now() });
      });
      const now = await world.system.systemTransaction(({ db }) =>
        sql<{ now: Date }>`select app_now() as now`.execute(db),
      );
      committed.set(lead, now.rows[0]!.now);
    }
  };
  await Promise.all(Array.from({ length: 6 }, write));
  await pause(1000);
  isOver = true;
  await ticking;
  for (const dispatcher of dispatchers) await dispatcher.stop();
  return verify(world, committed);
}

async function verify(world: ProofWorld, committed: Map<number, Date>) {
  const dispatches = await world.system.systemTransaction(({ db }) =>
    sql<{ lead: number; dispatched_at: Date; status: string }>`select i.ref_id as lead, i.dispatched_at, l.status
      from outbound_intents i join campaign_leads l on l.id = i.ref_id where i.dispatch_id is not null`.execute(db),
  );
  return {
    replies: committed.size,
    dispatched_before_the_reply: dispatches.rows.length,
    violations: dispatches.rows.filter((row) => row.dispatched_at > committed.get(row.lead)!).length,
    statuses: await countStatuses(world),
  };
}

if (import.meta.main)
  await runProof({}, async (world) => {
    const result = await proveReplyRace(world, { replies: parseSize('REPLIES', 1000), around_in_ms: 5000 });
    process.stdout.write(`reply-race: ${JSON.stringify(result)}\n`);
    const isProven = result.violations === 0 && result.statuses.REPLIED === result.replies;
    recordProof('races/reply-race', isProven, result);
    return isProven;
  });
