import { setTimeout as sleep } from 'node:timers/promises';
import type { LeadQuery } from '@overture/adapters/lead-database/lead-database.port';
import pg from 'pg';
import type { BenchPerson, BenchServer } from '../support/bench-server.ts';
import { type Measurement, median, percentile } from '../support/measure.ts';

/** Rounds in which both sides plan their statements for the first time. */
const WARM_ROUNDS = 3;
const ROUNDS = 100;
const ADDED = 500;

/** A paying user of their own organization. */
export async function newPerson(server: BenchServer): Promise<BenchPerson> {
  const person = await server.signUp();
  await server.owner.query('update organizations set active_subscription = true where organization_id = $1', [
    person.organization_id,
  ]);
  return person;
}

export async function newSearch(person: BenchPerson): Promise<number> {
  const answer = await person.call('POST', '/searches/', { name: 'Bench' });
  return ((await answer.json()) as { id: number }).id;
}

type Added = { added_prospects: number; total_prospects: number; prospects: unknown[]; error?: string };
type Times = { product: number[]; reference: number[] };

/** Minimum time between a preview and adding its leads. */
const LOOK_IN_MS = 700;

/**
 * 500 people into a new list through HTTP, against one prepared INSERT ... SELECT that leaves the same rows for another organization: as the
 * dialog adds, after its preview, and without one.
 */
export async function addMany(server: BenchServer, queries: readonly LeadQuery[]): Promise<Measurement[]> {
  const reference = await openReference(server);
  const previewed: Times = { product: [], reference: [] };
  const unseen: Times = { product: [], reference: [] };
  const asked = queries.filter((wanted) => wanted.max_leads_per_company === null);
  // In turn, and each with queries of its own: what one has read is not warm for the other.
  for (const [place, query] of asked.slice(0, 2 * (WARM_ROUNDS + ROUNDS)).entries()) {
    const times = place % 2 === 0 ? unseen : previewed;
    const [person, other] = [await newPerson(server), await newPerson(server)];
    const [search, otherSearch] = [await newSearch(person), await newSearch(other)];
    if (times === previewed) await preview(person, search, query);
    const { product, added } = await addOnce(person, search, query);
    if (added.added_prospects < ADDED) continue;
    const copied = await reference.copy({
      from: person,
      to: other,
      search: otherSearch,
      filters: query.filters,
      added,
    });
    if (place < 2 * WARM_ROUNDS) continue;
    times.product.push(product);
    times.reference.push(copied);
  }
  await reference.close();
  return [compare('after their preview', previewed), compare('not previewed', unseen)];
}

async function preview(person: BenchPerson, search: number, { filters }: LeadQuery): Promise<void> {
  const answer = await person.call('POST', `/search/${search}/prospects/`, { filters });
  if (!answer.ok) throw new Error(`preview: ${answer.status} ${await answer.text()}`);
  await answer.json();
  await sleep(LOOK_IN_MS);
}

async function addOnce(person: BenchPerson, search: number, { filters }: LeadQuery) {
  const start = performance.now();
  const answer = await person.call('POST', `/search/${search}/prospects/add-to-list/`, { filters, amount: ADDED });
  const added = (await answer.json()) as Added;
  const product = performance.now() - start;
  if (!answer.ok) throw new Error(`add-to-list: ${answer.status} ${added.error}`);
  return { product, added };
}

function compare(how: string, { product, reference }: Times): Measurement {
  const [p95, bound] = [percentile(product, 0.95), percentile(reference, 0.95)];
  const ratio = median(product.map((time, place) => time / reference[place]!));
  return {
    what: `${ADDED} added to a list, ${how} (${product.length} times), median (p95); ratio: median of the pairs (of the p95)`,
    product: `${median(product).toFixed(0)} ms (${p95.toFixed(0)})`,
    reference: `${median(reference).toFixed(0)} ms (${bound.toFixed(0)}) INSERT ... SELECT (${(p95 / bound).toFixed(2)})`,
    ratio,
    goal: '<= 2',
    is_met: ratio <= 2,
  };
}

type Copy = {
  from: BenchPerson;
  to: BenchPerson;
  search: number;
  filters: LeadQuery['filters'];
  added: Added;
};

/**
 * The rows that adding leaves behind (people, their places in the list, the list's total and filters, the month's use, live messages) in one
 * statement, as the role the product acts as, under the policies that keep organizations apart. The people come from a plain table.
 */
async function openReference(server: BenchServer) {
  const { owner } = server;
  const { rows } = await owner.query(
    `select string_agg(column_name, ', ') as names from information_schema.columns where table_name = 'prospects'
      and column_name not in ('id', 'organization_id', 'email_domain')`,
  );
  const names: string = rows[0].names;
  await owner.query(`create table if not exists bench_people as select 0::bigint as copied_from, ${names} from prospects limit 0;
    create index if not exists bench_people_idx on bench_people (copied_from); grant select on bench_people to overture_app`);
  const client = new pg.Client({
    connectionString: server.connectionString,
    // Planned once and kept: nothing is added to the reference that a prepared statement would not take.
    options: '-c role=overture_app -c timezone=UTC -c jit=off -c plan_cache_mode=force_generic_plan',
  });
  await client.connect();
  return {
    /** Milliseconds of the one statement. */
    async copy({ from, to, search, filters, added }: Copy): Promise<number> {
      await owner.query(
        `insert into bench_people select organization_id, ${names} from prospects where organization_id = $1 order by id`,
        [from.organization_id],
      );
      await client.query("select set_config('app.organization_id', $1, false)", [String(to.organization_id)]);
      const { total_prospects, prospects } = added;
      const messages = [
        { type: 'search_started', data: { search_id: search } },
        { type: 'prospect_list', data: { search_id: search, total_prospects, prospects } },
        { type: 'search_finished', data: { search_id: search } },
      ];
      const values = [
        to.organization_id,
        search,
        ADDED,
        JSON.stringify(filters),
        JSON.stringify(messages),
        from.organization_id,
      ];
      const start = performance.now();
      await client.query({ name: 'add-500', text: referenceSql(names), values });
      return performance.now() - start;
    },
    close: () => client.end(),
  };
}

const referenceSql = (names: string): string => `with people as (
    insert into prospects (organization_id, ${names}) select $1::bigint, ${names} from bench_people
      where copied_from = $6::bigint returning id),
  listed as (insert into search_prospects (organization_id, search_id, prospect_id) select $1::bigint, $2::bigint, id from people),
  counted as (update searches set total_prospects = total_prospects + $3::int, version = version + 1, filters = $4::jsonb
    where organization_id = $1::bigint and id = $2::bigint),
  used as (insert into finder_usage (organization_id, month, added_leads)
    values ($1::bigint, date_trunc('month', app_now() at time zone 'utc')::date, $3::int))
  insert into live_messages (organization_id, type, data) select $1::bigint, type, data
    from jsonb_to_recordset($5::jsonb) as given (type text, data jsonb)`;
