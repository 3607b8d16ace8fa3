import type pg from 'pg';

/** Senders of ten each an organization, their planned mails spread evenly, and one organization with a single due mail. */
export async function fillIntents(
  client: pg.Client,
  { intents, senders, due_in_days }: { intents: number; senders: number; due_in_days: number },
): Promise<void> {
  await client.query('set synchronous_commit = off');
  const made = await client.query<{ low: string }>(
    `with made as (insert into organizations (name) select 'Bench' from generate_series(1, $1::int) returning organization_id as id)
     select min(id) as low from made`,
    [Math.ceil(senders / 10) + 1],
  );
  const first = Number(made.rows[0]!.low);
  const accounts = await client.query<{ low: string }>(
    `with made as (insert into accounts (organization_id, account_type, status, name, email, sealed_connection)
     select $1::bigint + n / 10, 'IMAP', 'OK', 'Bench', 's' || n || '.' || $1::bigint || '@bench.example', '\\x01'
     from generate_series(0, $2::int - 1) n returning id) select min(id) as low from made`,
    [first, senders],
  );
  const low = Number(accounts.rows[0]!.low);
  await client.query(
    `insert into outbound_intents (organization_id, kind, ref_id, account_id, due_at)
     select $1::bigint + (n % $3) / 10, 'bench', n, $2::bigint + n % $3,
       app_now() - interval '1 hour' * random() + interval '1 day' * $5::int
     from generate_series(1, $4::int) n`,
    [first, low, senders, intents, due_in_days],
  );
  const late = first + Math.ceil(senders / 10);
  const other = await client.query<{ id: string }>(
    `insert into accounts (organization_id, account_type, status, name, email, sealed_connection)
     values ($1::bigint, 'IMAP', 'OK', 'Bench', 'late.' || $1::bigint || '@bench.example', '\\x01') returning id`,
    [late],
  );
  await client.query(
    `insert into outbound_intents (organization_id, kind, ref_id, account_id, due_at)
     values ($1, 'bench', 0, $2, app_now())`,
    [late, other.rows[0]!.id],
  );
  await client.query('vacuum analyze outbound_intents, accounts, organizations');
}

/** Parks the oldest planned mails, as a dispatcher does with those that fail. */
export async function parkOldest(client: pg.Client, amount: number): Promise<void> {
  await client.query(
    `insert into parked_units (organization_id, loop, key, error, retry_at)
     select organization_id, 'outbound-dispatch', id::text, 'bench', statement_timestamp() + interval '1 hour'
     from outbound_intents order by due_at limit $1`,
    [amount],
  );
  await client.query('vacuum analyze parked_units');
}
