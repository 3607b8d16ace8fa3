import { sql } from 'kysely';
import { dispatchEvents } from '../../../server/src/kernel/relay.ts';
import { processLinkedinEvents } from '../../../server/src/slices/accounts/linkedin/linkedin-seats.service.ts';
import { campaignStepKind } from '../../../server/src/slices/campaigns/run/dispatch/campaign-step.service.ts';
import { campaignRunsSlice } from '../../../server/src/slices/campaigns/run/index.ts';
import { runDueSteps } from '../../../server/src/slices/campaigns/run/planning/due-steps.job.ts';
import * as factory from '../../../server/src/slices/campaigns/run/run.factory.ts';
import { chatsSlice } from '../../../server/src/slices/chats/index.ts';
import { startDispatcher } from '../../../server/src/slices/outbound/dispatch/dispatcher.service.ts';
import { recordProof } from '../../support/record.ts';
import { parseSize } from '../../support/size.ts';
import { makeSeat } from '../world/linkedin-proof.ts';
import { startCampaign } from '../world/proof-campaigns.ts';
import { countStatuses, type ProofWorld, pause, runProof, until } from '../world/proof-world.ts';

/**
 * Replies on LinkedIn land around the moment a follow-up is due, by webhook or by a look into the list: from the moment a
 * reply has reached us (the webhook was answered, the list was stored) no message to that person is dispatched.
 */
export interface LinkedinRaceOptions {
  replies: number;
  around_in_ms: number;
}

const kinds = new Map([[campaignStepKind.name, campaignStepKind]]);
const PER_SEAT = 20;

export async function proveLinkedinRace(world: ProofWorld, options: LinkedinRaceOptions) {
  const people = await openConversations(world, options.replies);
  const dispatchers = [1, 2].map(() => startDispatcher(world.system, kinds, { poll_in_ms: 20 }));
  const stops = [0, 1, 2].map((place) => runUntilEnd(world, place));
  try {
    await until(() => haveAllBegun(world), 300_000, 'the first messages');
    const reached = await replyAround(world, people, options.around_in_ms);
    await quiet(world);
    return await verify(world, reached);
  } finally {
    await Promise.all(stops.map((stop) => stop()));
    for (const dispatcher of dispatchers) await dispatcher.stop();
  }
}

/** Everybody replies around the moment their follow-up is due; answers when each reply had reached us, by lead. */
async function replyAround(world: ProofWorld, people: Talker[], around_in_ms: number): Promise<Map<number, Date>> {
  const due = await spread(world, around_in_ms * 2);
  const startedAt = performance.now();
  const reached = new Map<number, Date>();
  const queue = people
    .map((one) => ({ ...one, at: Math.max(0, (due.get(one.lead) ?? 0) + (Math.random() * 2 - 1) * around_in_ms) }))
    .sort((a, b) => a.at - b.at);
  const answer = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      await pause(next.at - (performance.now() - startedAt));
      if (next.lead % 2 === 0) await replyByWebhook(world, next);
      else await replyByList(world, next);
      const { rows } = await world.system.systemTransaction(({ db }) =>
        sql<{ now: Date }>`select app_now() as now`.execute(db),
      );
      reached.set(next.lead, rows[0]!.now);
    }
  };
  await Promise.all(Array.from({ length: 6 }, answer));
  return reached;
}

interface Talker {
  lead: number;
  organization_id: number;
  account_id: number;
  seat_id: string;
  public_identifier: string;
}

/** People who were written to once and will be again in an hour. */
async function openConversations(world: ProofWorld, amount: number): Promise<Talker[]> {
  const organization_id = await factory.makeOrganization(world.system);
  const talkers: Talker[] = [];
  for (let place = 0; talkers.length < amount; place += 1) {
    const account_id = await makeSeat(world, organization_id, {});
    const seat_id = await seatOf(world, account_id);
    const people = Array.from({ length: PER_SEAT }, (_, n) => ({
      email: null,
      first_name: `kim${place}x${n}`,
      linkedin: `kim${place}x${n}-silent`,
    }));
    for (const { linkedin: public_identifier } of people) {
      await world.linkedin!.control('/relation', { account_id: seat_id, public_identifier });
    }
    const nodes: factory.NodeSpec[] = [
      { type: 'LINKEDIN_MESSAGE', message: 'First words for {{first_name}}' },
      { type: 'LINKEDIN_MESSAGE', delay_in_hours: 1, message: 'Second words for {{first_name}}' },
    ];
    const { lead_ids } = await startCampaign(
      world,
      { organization_id, linkedin_account_id: account_id, nodes },
      people,
    );
    talkers.push(
      ...lead_ids.map((lead, n) => ({
        lead,
        organization_id,
        account_id,
        seat_id,
        public_identifier: people[n]!.linkedin,
      })),
    );
  }
  return talkers;
}

async function seatOf(world: ProofWorld, accountId: number): Promise<string> {
  const { rows } = await world.system.systemTransaction(({ db }) =>
    sql<{ id: string }>`select provider_account_id as id from accounts where id = ${accountId}`.execute(db),
  );
  return rows[0]!.id;
}

/** The engine's tick, the work on stored webhooks and the relay, each at a pace that changes all the time. */
function runUntilEnd(world: ProofWorld, place: number): () => Promise<void> {
  const work = [
    () => runDueSteps(world.system),
    async () => {
      const { rows } = await world.system.systemTransaction(({ db }) =>
        sql<{
          id: number;
        }>`select distinct organization_id as id from linkedin_events where processed_at is null`.execute(db),
      );
      for (const { id } of rows) await processLinkedinEvents(world.system.forOrganization(id));
    },
    () => dispatchEvents(world.system, [campaignRunsSlice.on ?? {}, chatsSlice.on ?? {}]),
  ][place]!;
  let isOver = false;
  const running = (async () => {
    while (!isOver) {
      await work();
      await pause(place === 0 ? 20 : Math.random() * 300);
    }
  })();
  return async () => {
    isOver = true;
    await running;
  };
}

async function quiet(world: ProofWorld): Promise<void> {
  for (let calm = 0; calm < 3; ) {
    const { rows } = await world.system.systemTransaction(({ db }) =>
      sql<{ busy: boolean }>`select exists (select from campaign_lanes where look_at <= app_now() + interval '1 second')
        or exists (select from outbound_intents where state in ('dispatching', 'intent'))
        or exists (select from linkedin_events where processed_at is null) or exists (select from outbox_events
          where type = 'linkedin_message_seen') as busy`.execute(db),
    );
    calm = rows[0]!.busy ? 0 : calm + 1;
    await pause(200);
  }
}

/** Who was not written to cannot reply: also those wait whose seat paused because a call took too long. */
async function haveAllBegun(world: ProofWorld): Promise<boolean> {
  const { rows } = await world.system.systemTransaction(({ db }) =>
    sql<{ open: boolean }>`select exists (select from campaign_leads where status <> 'ACTIVE' or next_lane <> 'message'
      or is_in_flight) as open`.execute(db),
  );
  return !rows[0]!.open;
}

/** Follow-ups are due within the next so many milliseconds; answers in how many, by lead. */
async function spread(world: ProofWorld, withinInMs: number): Promise<Map<number, number>> {
  return world.system.systemTransaction(async ({ db }) => {
    await sql`update campaign_leads set next_at = app_now() + random() * ${withinInMs} * interval '1 millisecond'
      where next_lane = 'message'`.execute(db);
    await sql`update campaign_lanes set look_at = app_now()`.execute(db);
    const { rows } = await sql<{ id: number; in_ms: number }>`select id,
      extract(epoch from next_at - app_now())::float8 * 1000 as in_ms from campaign_leads`.execute(db);
    return new Map(rows.map((row) => [row.id, row.in_ms]));
  });
}

/** The stand-in calls our webhook and continues after the response. */
async function replyByWebhook(world: ProofWorld, { seat_id, public_identifier }: Talker): Promise<void> {
  await world.linkedin!.control('/message', { account_id: seat_id, public_identifier, text: 'Send me more' });
}

/** What a look into the list of messages stores. */
async function replyByList(world: ProofWorld, talker: Talker): Promise<void> {
  const { account_id, organization_id, public_identifier, lead } = talker;
  await world.system.forOrganization(organization_id).transaction(async (tx) => {
    const message = {
      message_id: `list${lead}`,
      chat_id: `chat${lead}`,
      text: 'Send me more',
      sent_at: tx.clock.now().toISOString(),
      is_own: false,
      provider_id: 'seen in the list',
      profile_url: `https://www.linkedin.com/in/${public_identifier}`,
      attachments: [],
    };
    tx.events.emit({ type: 'linkedin_message_seen', account_id, message });
  });
}

async function verify(world: ProofWorld, reached: ReadonlyMap<number, Date>) {
  const { rows } = await world.system.systemTransaction(({ db }) =>
    sql<{ lead: number; dispatched_at: Date; is_second: boolean }>`select i.ref_id as lead, i.dispatched_at,
        n.parent_id is not null as is_second from outbound_intents i join campaign_nodes n on n.id = i.ref_part
      where i.dispatch_id is not null`.execute(db),
  );
  const second = rows.filter((row) => row.is_second);
  const lines = await world.linkedin!.listLedger();
  return {
    replies: reached.size,
    dispatched_before_the_reply: second.length,
    violations: second.filter((row) => row.dispatched_at > reached.get(row.lead)!).length,
    second_messages_in_ledger: lines.filter((line) => line.text?.startsWith('Second')).length,
    statuses: await countStatuses(world),
  };
}

if (import.meta.main)
  await runProof({ has_linkedin: true, settings: { fsync: 'off' } }, async (world) => {
    const result = await proveLinkedinRace(world, { replies: parseSize('REPLIES', 1000), around_in_ms: 5000 });
    process.stdout.write(`linkedin-race: ${JSON.stringify(result)}\n`);
    const isProven = result.violations === 0 && result.statuses.REPLIED === result.replies;
    recordProof('races/linkedin-race', isProven, result);
    return isProven;
  });
