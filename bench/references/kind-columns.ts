import { NODE_TYPES } from '@overture/domain/flow/step-types';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Databases } from '../../server/src/kernel/db/pools.ts';
import { readAs } from '../../server/src/kernel/db/reads.ts';
import {
  type ActivityQuery,
  locatePage,
  type PageLocation,
} from '../../server/src/slices/activities/activities.store.ts';
import { findPageDays, kindColumn } from '../../server/src/slices/campaign-sums/campaign-sums.store.ts';

const SENDERS = 20;
const DAYS = 365;
/** Writers at the same time have rows of their own. */
const SLOTS = 3;
const KEYS = 'organization_id, day, account_id, slot';
const FIGURES =
  'actions, emails_sent, linkedin_messages_sent, invites_sent, invites_accepted, contacted, replies, interested';

export interface KindSums {
  rows: number;
  /** What the activity list asks first, of a page of the first days. */
  product(query: ActivityQuery): Promise<PageLocation>;
  /** The same of a table with a column a kind, written by hand. */
  reference(query: ActivityQuery): Promise<{ total: number }>;
  remove(): Promise<void>;
}

/**
 * A year of 20 senders who do something of every kind on every day, as sums without events: they are all that is read. The reference has
 * the same rows in the same order.
 */
export async function makeKindSums(owner: pg.Client, databases: Databases): Promise<KindSums> {
  const made = await owner.query("insert into organizations (name) values ('Bench sums') returning organization_id");
  const organization = { id: Number(made.rows[0].organization_id) };
  const kinds = NODE_TYPES.map(kindColumn).join(', ');
  await owner.query(`insert into account_days (${KEYS}, actions, ${kinds})
    select ${organization.id}, current_date - back, account, slot, ${NODE_TYPES.length * 100}, ${NODE_TYPES.map(() => '(random() * 200)::int').join(', ')}
    from generate_series(${DAYS - 1}, 0, -1) back, generate_series(1, ${SENDERS}) account, generate_series(1, ${SLOTS}) slot`);
  await owner.query(`drop schema if exists bench cascade; create schema bench; grant usage on schema bench to overture_app, overture_system;
    create table bench.account_days (organization_id bigint not null, day date not null, account_id bigint not null, slot smallint not null,
      ${[...FIGURES.split(', '), ...NODE_TYPES.map(kindColumn)].map((name) => `${name} integer not null default 0`).join(', ')},
      primary key (${KEYS}));
    call protect_tenant_table('bench.account_days');
    insert into bench.account_days (${KEYS}, ${FIGURES}, ${kinds}) select ${KEYS}, ${FIGURES}, ${kinds} from account_days;`);
  await owner.query('vacuum analyze account_days');
  await owner.query('vacuum analyze bench.account_days');
  const tx = { db: databases.reads, organization };
  const read = <Result>(work: () => Promise<Result>) =>
    readAs({ organization_id: organization.id, user_id: null }, work);
  return {
    rows: SENDERS * DAYS * SLOTS,
    product: (query) => read(() => locatePage(tx, query, PAGE)),
    reference: (query) => read(() => findPageDays(tx, amountsOf(organization.id, query), PAGE)),
    async remove() {
      await owner.query('drop schema bench cascade');
      await owner.query('delete from organizations where organization_id = $1', [organization.id]);
    },
  };
}

const PAGE = { limit: 20, offset: 0 };

function amountsOf(organizationId: number, { actions, from_day, to_day }: ActivityQuery) {
  const amount = sql.join(actions?.map((kind) => sql.ref(`d.kind_${kind.toLowerCase()}`)) ?? [], sql` + `);
  return sql`select d.day, sum(${amount})::int as amount from bench.account_days d
    where d.organization_id = ${organizationId} and d.day >= ${from_day}::date and d.day <= ${to_day}::date group by d.day`;
}
