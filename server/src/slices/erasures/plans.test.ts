import { createSmtpImapMailbox } from '@overture/adapters/mailbox/smtp-imap/smtp-imap.adapter';
import { sql } from 'kysely';
import type pg from 'pg';
import { expect, test } from 'vitest';
import type { TransactionContext } from '../../kernel/context.ts';
import { useTestServer } from '../../testing/harness.ts';
import { isErased } from '../suppression-rules/index.ts';
import { writtenFrom } from './traces.store.ts';

/** What statements read of tables that hold what everybody wrote, or everyone who was erased. */
const server = useTestServer({ roles: ['web'], mailbox: createSmtpImapMailbox(), is_alone: true });
const system = () => server.program.system;

const DIGESTS = 20_000;
const LEADS = 1000;

/** A connection whose plans were made while the list was empty, by statistics that know nothing of this organization. */
async function withOldPlans(
  organizationId: number,
  run: (client: pg.PoolClient, addLeads: (from: number) => Promise<void>) => Promise<void>,
) {
  const client = await server.owner.connect();
  const addLeads = async (from: number) => {
    await client.query(
      `insert into prospects (organization_id, email, phone_number, linkedin_key)
        select $1, n || '@lead.example', '+' || (31600000000 + n), 'in/lead-' || n from generate_series($2::int, $3::int) n`,
      [organizationId, from, from + LEADS - 1],
    );
  };
  try {
    await client.query('alter table suppressions set (autovacuum_enabled = off)');
    await client.query('vacuum full suppressions');
    await client.query('insert into erasure_keys (organization_id) values ($1)', [organizationId]);
    await addLeads(1);
    await client.query(
      `insert into suppressions (organization_id, kind, reason, erased_key)
        select $1, 'address', 'erased', erased_key(secret, 'address', n || '@gone.example')
        from erasure_keys, generate_series(1, ${DIGESTS}) n where organization_id = $1`,
      [organizationId],
    );
    await run(client, addLeads);
  } finally {
    await client.query('alter table suppressions reset (autovacuum_enabled)');
    client.release();
  }
}

const READ = `select (seq_tup_read + idx_tup_fetch)::int as n from pg_stat_xact_user_tables where relname = 'suppressions'`;

test('the guards read a row for each identifier, however many were erased since the statistics', async () => {
  const { organization_id } = await server.signUp();
  await withOldPlans(organization_id, async (client, addLeads) => {
    for (const act of [
      () => addLeads(LEADS + 1),
      () => client.query(`update prospects set email = 'x' || email where organization_id = $1`, [organization_id]),
    ]) {
      await client.query('begin');
      await act();
      const { rows } = await client.query<{ n: number }>(READ);
      await client.query('commit');
      expect(rows[0]!.n).toBeLessThanOrEqual(6 * LEADS);
    }
  });
});

test('the stop check and the ways in read as little, for the engine and for an organization', async () => {
  const { organization_id } = await server.signUp();
  await withOldPlans(organization_id, async () => {
    const asked = sql<{
      n: number;
    }>`select count(*)::int as n from generate_series(1, ${LEADS}::int) g where ${isErased({
      organization_id: sql`${organization_id}::bigint`,
      email: sql`g || '@gone.example'`,
      phone_key: sql`(31600000000 + g)::text`,
      linkedin_key: sql`'in/lead-' || g`,
    })}`;
    const check = async ({ db }: Pick<TransactionContext, 'db'>) => {
      expect((await asked.execute(db)).rows).toEqual([{ n: LEADS }]);
      const { rows } = await sql<{ n: number }>`${sql.raw(READ)}`.execute(db);
      expect(rows[0]!.n).toBeLessThanOrEqual(3 * LEADS);
    };
    await system().systemTransaction(check);
    await system().forOrganization(organization_id).transaction(check);
  });
});

test('an erasure finds the addresses in messages of others in one index', async () => {
  const [mine, busy] = [await server.signUp(), await server.signUp()];
  for (const { organization_id, amount } of [
    { organization_id: mine.organization_id, amount: 100 },
    { organization_id: busy.organization_id, amount: 5000 },
  ])
    await server.owner.query(
      `with made as (insert into prospects (organization_id, email) select $1, n || '@chat.example' from generate_series(1, $2::int) n returning id),
        talks as (insert into chats (organization_id, prospect_id, last_message_at) select $1, id, app_now() from made returning prospect_id)
      insert into chat_messages (organization_id, prospect_id, kind, sent_by_prospect, from_email, message, sent_at)
        select $1, prospect_id, 'REPLY', true, 'Grace@Chat.example', repeat('word ', 100), app_now() from talks`,
      [organization_id, amount],
    );
  await server.owner.query('vacuum analyze chat_messages');
  const found = writtenFrom(
    { keys: [{ kind: 'address', value: 'grace@chat.example' }] },
    sql`organization_id = ${mine.organization_id}`,
  );
  const { plan, ids } = await system()
    .forOrganization(mine.organization_id)
    .transaction(async ({ db }) => ({
      plan: JSON.stringify((await sql`explain (format json) ${found}`.execute(db)).rows),
      ids: (await sql`${found}`.execute(db)).rows,
    }));
  expect(plan).toMatch(/"Index Only Scan"[^{}]*"Index Name":"chat_messages_from_email_idx"/);
  expect(ids).toHaveLength(100);
});
