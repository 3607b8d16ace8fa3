import { sql } from 'kysely';
import { campaignStepKind } from '../../server/src/slices/campaigns/run/dispatch/campaign-step.service.ts';
import { runDueSteps } from '../../server/src/slices/campaigns/run/planning/due-steps.job.ts';
import * as factory from '../../server/src/slices/campaigns/run/run.factory.ts';
import { dispatchIntents } from '../../server/src/slices/outbound/dispatch/dispatch.service.ts';
import type { ProofWorld } from '../proofs/world/proof-world.ts';
import { type Bench, interleave, type Measurement, median, pairsOfBench } from '../support/measure.ts';
import { measureWorld } from '../support/measure-in.ts';

const CAMPAIGNS = 5;
const PER_CAMPAIGN = 40;
/** First messages in one transaction. */
const BATCH_SIZE = 20;
const GOAL = 1.5;

/** The transactions that dispatch first messages, with the touch lock and without. */
export const bench: Bench = { run: () => measureWorld(measure) };

async function measure(world: ProofWorld): Promise<Measurement[]> {
  await dispatchAll(world, true);
  await dispatchAll(world, false);
  const seconds = await interleave(
    pairsOfBench,
    () => dispatchAll(world, true),
    () => dispatchAll(world, false),
  );
  const each = (values: number[]) => (median(values) * 1000) / (CAMPAIGNS * PER_CAMPAIGN);
  const ratio = each(seconds.product) / each(seconds.reference);
  return [
    {
      what: `dispatching first messages in batches of ${BATCH_SIZE}`,
      product: `${each(seconds.product).toFixed(2)} ms each with the touch lock`,
      reference: `${each(seconds.reference).toFixed(2)} ms each without it`,
      ratio,
      goal: `<= ${GOAL}`,
      is_met: ratio <= GOAL,
    },
  ];
}

/** Seconds of all dispatching transactions of a new organization. */
async function dispatchAll(world: ProofWorld, isLocked: boolean): Promise<number> {
  const organization_id = await factory.makeOrganization(world.system);
  if (isLocked)
    await world.owner.query(
      'insert into touch_lock_rules (organization_id, is_on, recorded_to) values ($1, true, null)',
      [organization_id],
    );
  const account_id = await factory.makeMailSender(world.system, organization_id, {
    email: `ada${organization_id}@acme.example`,
    smtp_port: world.mail.smtp_port,
    cap: 1_000_000,
  });
  for (let place = 0; place < CAMPAIGNS; place += 1) {
    const campaign = await factory.makeCampaign(world.system, {
      organization_id,
      account_id,
      nodes: [{ type: 'EMAIL' }],
    });
    const people = Array.from({ length: PER_CAMPAIGN }, (_, n) => ({
      email: `p${n}.${place}@north${organization_id}.example`,
      phone_number: `+3161${String(organization_id * 1000 + place * PER_CAMPAIGN + n).padStart(7, '0')}`,
      linkedin: `p${n}-${place}-${organization_id}`,
    }));
    await factory.startPeople(
      world.system,
      campaign,
      organization_id,
      await factory.makePeople(world.system, organization_id, people),
    );
  }
  await runDueSteps(world.system);
  const ids = await world.system.systemTransaction(async ({ db }) => {
    const rows = await sql<{
      id: number;
    }>`select id from outbound_intents where organization_id = ${organization_id} order by id`.execute(db);
    return rows.rows.map(({ id }) => id);
  });
  if (ids.length !== CAMPAIGNS * PER_CAMPAIGN) throw new Error(`${ids.length} messages were planned`);
  const kinds = new Map([[campaignStepKind.name, campaignStepKind]]);
  const start = performance.now();
  for (let next = 0; next < ids.length; next += BATCH_SIZE)
    await dispatchIntents(world.system, kinds, ids.slice(next, next + BATCH_SIZE));
  return (performance.now() - start) / 1000;
}
