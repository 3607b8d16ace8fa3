import { sql } from 'kysely';
import * as factory from '../../../server/src/slices/campaigns/run/run.factory.ts';
import { recordProof } from '../../support/record.ts';
import { parseSize } from '../../support/size.ts';
import { countByDay } from '../month/month.oracle.ts';
import { makeSeat } from '../world/linkedin-proof.ts';
import { startCampaign } from '../world/proof-campaigns.ts';
import { isQuiet, jump, type ProofWorld, startProofWorld, until } from '../world/proof-world.ts';

/**
 * Fifty leads of each campaign are due in the same instant and several worker processes take them: no day of a sender or of
 * a campaign and no seven days of invitations are ever passed, by LinkedIn's own ledger, and the first day is used.
 */
export interface SeatStampedeOptions {
  seats: number;
  workers: number;
  days: number;
}

const LEADS = 50;
/** Senders, campaigns and weeks by the word their people carry in the address of the profile. */
type Cap = { word: string; action: string; per_day: number; per_week: number };

export async function proveSeatStampede(world: ProofWorld, { seats, workers, days }: SeatStampedeOptions) {
  const caps: Cap[] = [];
  const budgets: number[] = [];
  const organization_id = await factory.makeOrganization(world.system);
  const random = (low: number, high: number) => low + Math.floor(Math.random() * (high - low + 1));
  for (let place = 0; place < seats; place += 1) {
    const seat = { invites: random(3, 30), messages: random(5, 40), weekly_invites: random(20, 90) };
    const linkedin_account_id = await makeSeat(world, organization_id, seat);
    const word = `s${place}s`;
    caps.push({ word, action: 'invite', per_day: seat.invites, per_week: seat.weekly_invites });
    caps.push({ word, action: 'message', per_day: seat.messages, per_week: Number.POSITIVE_INFINITY });
    const campaigns = ['a', 'b'].map((part) => ({ part, cap: random(2, 20) }));
    for (const { part, cap } of campaigns) {
      const word = `s${place}s${part}c`;
      caps.push({ word, action: 'invite', per_day: cap, per_week: Number.POSITIVE_INFINITY });
      const people = Array.from({ length: LEADS }, (_, n) => ({
        email: null,
        first_name: `kim${n}`,
        linkedin: `${word}${n}-ignores-silent`,
      }));
      const nodes: factory.NodeSpec[] = [{ type: 'LINKEDIN_INVITE', message: 'Hi {{first_name}}' }];
      const spec = { organization_id, linkedin_account_id, linkedin_max_connections: cap, nodes };
      await startCampaign(world, spec, people);
    }
    budgets.push(Math.min(seat.invites, seat.weekly_invites, campaigns[0]!.cap + campaigns[1]!.cap));
  }
  const starts = Array.from({ length: workers }, () => world.startWorker({ MAX_IN_FLIGHT: '20' }));
  const children = await Promise.all(starts);
  const firstDay = new Date(world.system.clock.now()).toISOString().slice(0, 10);
  for (let day = 0; day < days; day += 1) {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await until(() => isQuiet(world), 300_000, 'the day being used up');
    await jump(world, 86_400);
  }
  await until(() => isQuiet(world), 300_000, 'the last day being used up');
  for (const child of children) child.kill('SIGTERM');
  return verify(
    world,
    caps,
    firstDay,
    budgets.reduce((sum, budget) => sum + budget, 0),
  );
}

/** Invites of a day, those to people included who turned out to be connected already: they took a place too. */
async function countDispatched(world: ProofWorld, day: string): Promise<number> {
  const { rows } = await world.system.systemTransaction(({ db }) =>
    sql<{ n: number }>`select count(*)::int as n from outbound_intents where action = 'invite' and state = 'confirmed'
      and to_char(dispatched_at at time zone 'UTC', 'YYYY-MM-DD') = ${day}`.execute(db),
  );
  return rows[0]!.n;
}

async function verify(world: ProofWorld, caps: readonly Cap[], firstDay: string, budget: number) {
  const lines = await world.linkedin!.listLedger();
  const passed = caps.flatMap(({ word, action, per_day, per_week }) => {
    const mine = lines.filter((line) => line.action === action && line.public_identifier.startsWith(word));
    const days = [...countByDay(mine.map((line) => line.performed_at))].sort();
    const over = days
      .filter(([, count]) => count > per_day)
      .map(([day, count]) => `${word} ${action} ${day}: ${count} of ${per_day}`);
    const weeks = days.flatMap(([day]) => {
      const since = new Date(Date.parse(day) - 6 * 86_400_000).toISOString().slice(0, 10);
      const sum = days
        .filter(([other]) => other >= since && other <= day)
        .reduce((total, [, count]) => total + count, 0);
      return sum > per_week ? [`${word} ${action} in the week to ${day}: ${sum} of ${per_week}`] : [];
    });
    return [...over, ...weeks];
  });
  const invites = lines.filter((line) => line.action === 'invite');
  const first = await countDispatched(world, firstDay);
  const keys = new Set(invites.map((line) => `${line.account_id} ${line.public_identifier}`));
  return {
    invites: invites.length,
    twice: invites.length - keys.size,
    passed,
    first_day: first,
    budget,
    used: first / budget,
  };
}

if (import.meta.main) {
  const world = await startProofWorld({ has_linkedin: true, settings: { fsync: 'off' } });
  try {
    const seats = parseSize('SEATS', 20);
    const result = await proveSeatStampede(world, { seats, workers: 4, days: 10 });
    process.stdout.write(`linkedin-stampede: ${JSON.stringify(result)}\n`);
    const isProven = result.passed.length === 0 && result.twice === 0 && result.used >= 0.98;
    recordProof('races/linkedin-stampede', isProven, result);
    process.stdout.write(isProven ? 'PROVEN\n' : 'NOT PROVEN\n');
    process.exitCode = isProven ? 0 : 1;
  } finally {
    await world.close();
  }
}
