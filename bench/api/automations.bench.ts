import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { SessionContext } from '../../server/src/kernel/slice.ts';
import { previewAutomation } from '../../server/src/slices/automations/preview.service.ts';
import { decideRuns } from '../../server/src/slices/automations/runs/decide-runs.service.ts';
import { runAutomations } from '../../server/src/slices/automations/runs/run-automations.service.ts';
import type { ProofWorld } from '../proofs/world/proof-world.ts';
import { type Bench, type Measurement, rowsOfBench, time } from '../support/measure.ts';
import { measureWorld } from '../support/measure-in.ts';

const EVENTS = Number(process.env.BENCH_EVENTS ?? 10_000);
const ORGANIZATIONS = 10;
const AUTOMATIONS_EACH = 5;
const WRITERS = 8;
/** Each event is five runs that are decided and logged: a floor against getting slower. */
const GOAL_RATIO = 0.1;
const GOAL_EVENTS_A_SECOND = 200;
const STEADY_EVENTS = 500;
const STEADY_EVENTS_A_SECOND = 50;
/** As the loops of the product. */
const LOOP_PAUSE_IN_MS = 250;
const LATENCY_GOAL_IN_MS = 2000;
const PREVIEW_GOAL_IN_MS = 2000;

/**
 * Events into fifty automations of ten organizations: each event meets the conditions of one of five and labels its lead. Against the same
 * labels by SQL, a transaction each. Then a preview of 30 days beside a million stored events.
 */
export const bench: Bench = { run: () => measureWorld(measure) };

async function measure(world: ProofWorld): Promise<Measurement[]> {
  const events = await arrange(world);
  await world.owner.query('analyze');
  const product = await time(() => carryOutAll(world));
  const done = await world.owner.query(`select count(*)::int as n from automation_runs where state = 'done'`);
  const labels = await world.owner.query('select count(*)::int as n from prospect_labels');
  await world.owner.query('truncate prospect_labels');
  const reference = await time(() => insertLabels(world, events));
  const ratio = reference / product;
  const carriedOut: Measurement = {
    what: `${EVENTS} events into ${ORGANIZATIONS * AUTOMATIONS_EACH} automations, ${done.rows[0].n} runs that labeled ${labels.rows[0].n} leads`,
    product: `${(EVENTS / product).toFixed(0)} events/s`,
    reference: `${(EVENTS / reference).toFixed(0)} labels/s by SQL`,
    ratio,
    goal: `>= ${GOAL_RATIO}, and >= ${GOAL_EVENTS_A_SECOND} events/s`,
    is_met: ratio >= GOAL_RATIO && EVENTS / product >= GOAL_EVENTS_A_SECOND && labels.rows[0].n === EVENTS,
  };
  return [carriedOut, await measureLatency(world, events), ...(await measurePreviews(world))];
}

interface Labeled {
  organization_id: number;
  label_id: number;
  prospect_id: number;
}

/** Events are written as facts write them, a few thousand in a transaction. */
async function arrange({ owner }: ProofWorld): Promise<Labeled[]> {
  const events: Labeled[] = [];
  for (let n = 0; n < ORGANIZATIONS; n += 1) {
    const organization = await owner.query(
      `insert into organizations (name) values ('Rules ' || $1) returning organization_id::int as id`,
      [n],
    );
    const organization_id: number = organization.rows[0].id;
    const label = await owner.query(
      `insert into chat_labels (organization_id, name, color) values ($1, 'Hot', '#ff0000') returning id::int`,
      [organization_id],
    );
    const label_id: number = label.rows[0].id;
    await owner.query(
      `insert into automations (organization_id, name, trigger_type, conditions, actions, is_active)
        select $1, 'A ' || n, 'prospect.status_changed', jsonb_build_array(jsonb_build_object('field', 'interest', 'operator', 'is',
          'values', jsonb_build_array('kind ' || n))), $2, true from generate_series(1, $3::int) n`,
      [organization_id, JSON.stringify([{ type: 'add_label', label_id }]), AUTOMATIONS_EACH],
    );
    const leads = await owner.query(
      `insert into prospects (organization_id, email) select $1, 'lead' || n || '@buyer.example' from generate_series(1, $2::int) n returning id::int`,
      [organization_id, EVENTS / ORGANIZATIONS],
    );
    await owner.query('select enqueue_webhooks($1::jsonb)', [
      JSON.stringify(
        leads.rows.map(({ id }, index) => ({
          ...{ organization_id, type: 'prospect.status_changed', prospect_id: id },
          data: { interest: `kind ${1 + (index % AUTOMATIONS_EACH)}`, reply_type: null },
        })),
      ),
    ]);
    events.push(...leads.rows.map(({ id }) => ({ organization_id, label_id, prospect_id: id })));
  }
  return events;
}

/** As a worker does: decisions beside runs. */
async function carryOutAll({ system, owner }: ProofWorld): Promise<void> {
  const { signal } = new AbortController();
  const isLeft = async () =>
    (await owner.query(`select from automation_runs where state = 'pending' limit 1`)).rowCount === 1;
  do await Promise.all([decideRuns(system, signal), runAutomations(system, signal)]);
  while (await isLeft());
}

async function insertLabels({ connectionString }: ProofWorld, events: readonly Labeled[]): Promise<void> {
  let next = 0;
  const write = async (): Promise<void> => {
    const client = new pg.Client({ connectionString });
    await client.connect();
    for (let event = events[next++]; event !== undefined; event = events[next++])
      await client.query('insert into prospect_labels (organization_id, prospect_id, label_id) values ($1, $2, $3)', [
        event.organization_id,
        event.prospect_id,
        event.label_id,
      ]);
    await client.end();
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
}

/** From the commit of an event to its first action, while events come in steadily and the loops run as in a worker. */
async function measureLatency({ system, owner }: ProofWorld, events: readonly Labeled[]): Promise<Measurement> {
  await owner.query('truncate prospect_labels');
  const { rows } = await owner.query('select coalesce(max(id), 0)::int as last from automation_runs');
  const end = new AbortController();
  const repeat = async (loop: typeof runAutomations): Promise<void> => {
    while (!end.signal.aborted) {
      await loop(system, end.signal);
      await sleep(LOOP_PAUSE_IN_MS);
    }
  };
  const loops = Promise.all([repeat(decideRuns), repeat(runAutomations)]);
  for (let n = 0; n < STEADY_EVENTS; n += 1) {
    const { organization_id, prospect_id } = events[(n * 37) % events.length]!;
    const event = { organization_id, type: 'prospect.status_changed', prospect_id, data: { interest: 'kind 1' } };
    await Promise.all([
      owner.query('select enqueue_webhooks($1::jsonb)', [JSON.stringify([event])]),
      sleep(1000 / STEADY_EVENTS_A_SECOND),
    ]);
  }
  const isLeft = `select from automation_runs where state = 'pending' limit 1`;
  while ((await owner.query(isLeft)).rowCount === 1) await sleep(LOOP_PAUSE_IN_MS);
  end.abort();
  await loops;
  const measured = await owner.query(
    `select 1000 * extract(epoch from percentile_disc(0.99) within group (order by e.done_at - m.created_at))::float8 as p99
      from automation_effects e join automation_runs r on r.id = e.run_id join webhook_messages m on m.id = r.message_id where r.id > $1`,
    [rows[0].last],
  );
  const p99: number = measured.rows[0].p99;
  return {
    what: `p99 from an event to its first action at ${STEADY_EVENTS_A_SECOND} events/s`,
    product: `${p99.toFixed(0)} ms`,
    goal: `<= ${LATENCY_GOAL_IN_MS} ms`,
    is_met: p99 <= LATENCY_GOAL_IN_MS,
  };
}

/** A million events of one type, and a few of another among them. */
async function measurePreviews({ owner, system }: ProofWorld): Promise<Measurement[]> {
  const { rows } = await owner.query(
    `insert into organizations (name) values ('Previews') returning organization_id::int as id`,
  );
  const organization_id: number = rows[0].id;
  await owner.query(
    `insert into webhook_messages (organization_id, type, data, occurred_at, created_at)
      select $1, case when n % 100000 = 0 then 'webhook.disabled' else 'credits.low' end, jsonb_build_object('credits', n, 'threshold', 9),
        at, at from generate_series(1, $2::int) n, lateral (select now() - interval '29 days' * (1 - n::float8 / $2) as at) when_it_was`,
    [organization_id, rowsOfBench],
  );
  await owner.query('vacuum (analyze) webhook_messages');
  const ctx = system.forOrganization(organization_id) as SessionContext;
  const measured: Measurement[] = [];
  for (const type of ['credits.low', 'webhook.disabled'] as const) {
    const given = {
      ...{ name: 'Preview', trigger_type: type, match: 'all' as const, conditions: [] },
      actions: [{ type: 'send_slack' as const, text: 'Low' }],
    };
    const ms = 1000 * (await time(() => previewAutomation(ctx, given)));
    measured.push({
      what: `preview of ${type} beside ${rowsOfBench} stored events`,
      product: `${ms.toFixed(0)} ms`,
      goal: `<= ${PREVIEW_GOAL_IN_MS} ms`,
      is_met: ms <= PREVIEW_GOAL_IN_MS,
    });
  }
  return measured;
}
