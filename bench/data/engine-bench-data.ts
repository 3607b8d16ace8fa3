import type pg from 'pg';

/** Rows of the size the goals name, written straight into the tables. */
export interface EngineData {
  campaigns: number;
  first_campaign_id: number;
}

/** Senders with one campaign each and active leads whose next mail is due in the coming month. */
export async function fillActiveLeads(client: pg.Client, campaigns: number, leadsEach: number): Promise<EngineData> {
  await client.query('set synchronous_commit = off');
  const organization = await client.query(
    "insert into organizations (name) values ('Bench') returning organization_id as id",
  );
  const id = Number(organization.rows[0].id);
  await client.query(
    `insert into accounts (organization_id, account_type, status, name, email, send_gap_in_seconds, sealed_connection)
     select $1, 'IMAP', 'OK', 'Bench', 's' || n || '@bench.example', 0, '\\x01' from generate_series(1, $2::int) n`,
    [id, campaigns],
  );
  const made = await client.query<{ id: string }>(
    `insert into campaigns (organization_id, name, status, email_account_id, sending_window, activated_at)
     select $1, 'Bench', 'ACTIVE', a.id, '{"days":[1,2,3,4,5,6,7],"start":"00:00","end":"24:00"}', now()
     from accounts a where a.organization_id = $1 order by a.id returning id`,
    [id],
  );
  await addSteps(client, id);
  const first = Math.min(...made.rows.map((row) => Number(row.id)));
  await addLeads(client, { campaigns, first_campaign_id: first }, id, leadsEach);
  return { campaigns, first_campaign_id: first };
}

/** One mail in each campaign of an organization, which nothing looks at yet. */
async function addSteps(client: pg.Client, organizationId: number): Promise<void> {
  await client.query(
    `insert into campaign_nodes (organization_id, campaign_id, kind, type, delay_in_hours, subject_line, message)
     select $1, id, 'step', 'EMAIL', 0, 'Hello', 'Hello' from campaigns where organization_id = $1`,
    [organizationId],
  );
  await client.query(
    `insert into campaign_lanes (campaign_id, organization_id, look_at, account_id)
     select id, $1, 'infinity', email_account_id from campaigns where organization_id = $1`,
    [organizationId],
  );
}

export async function addLeads(
  client: pg.Client,
  data: EngineData,
  organizationId: number,
  leadsEach: number,
): Promise<void> {
  const people = await client.query<{ low: string }>(
    `with made as (insert into prospects (organization_id, first_name, email)
       select $1, 'Kim', 'p@c' || n || '.' || txid_current() || '.example' from generate_series(1, $2::int) n returning id)
     select min(id) as low from made`,
    [organizationId, data.campaigns * leadsEach],
  );
  await client.query(
    `insert into campaign_leads (organization_id, campaign_id, prospect_id, status, started_at, next_node_id, next_lane, next_at)
     select $1, c.id, $2::bigint + (c.id - $3::bigint) * $4::int + n, 'ACTIVE', now(), s.id, 'email',
       now() + interval '1 day' + random() * interval '30 days'
     from campaigns c join campaign_nodes s on s.campaign_id = c.id cross join generate_series(0, $4::int - 1) n
     where c.organization_id = $1`,
    [organizationId, people.rows[0]!.low, data.first_campaign_id, leadsEach],
  );
  await client.query('set synchronous_commit = on');
  await client.query('vacuum (analyze) campaign_leads');
  await client.query('vacuum (analyze) prospects');
  await client.query('analyze');
  await client.query('checkpoint');
}

/**
 * Campaigns that share their leads among `senders` mailboxes each, all of them growing and with a rhythm, five to a domain, in zones in
 * which it is morning. Their leads were not written to.
 */
export async function fillPools(
  client: pg.Client,
  { campaigns, senders, leadsEach }: { campaigns: number; senders: number; leadsEach: number },
): Promise<EngineData> {
  await client.query('set synchronous_commit = off');
  const organization = await client.query<{ id: string }>(
    "insert into organizations (name) values ('Pools') returning organization_id as id",
  );
  const id = Number(organization.rows[0]!.id);
  await client.query(
    `insert into accounts (organization_id, account_type, status, name, email, send_gap_in_seconds, natural_rhythm, ramp, ramp_since,
       own_domain_max_messages, sealed_connection)
     select $1, 'IMAP', 'OK', 'Pool', 's' || n || '@pool' || n / 5 || '.example', 60, true, 'new', app_now(), 150, '\\x01'
     from generate_series(1, $2::int) n`,
    [id, campaigns * senders],
  );
  const made = await client.query<{ id: string }>(
    `insert into campaigns (organization_id, name, status, email_account_id, sending_window, timezone, activated_at)
     select $1, 'Pool', 'ACTIVE', a.id, '{"days":[1,2,3,4,5,6,7],"start":"08:00","end":"18:00"}', $3, now()
     from (select id, row_number() over (order by id) as n from accounts where organization_id = $1) a where (a.n - 1) % $2 = 0
     order by a.id returning id`,
    [id, senders, morningZone()],
  );
  const first = Math.min(...made.rows.map((row) => Number(row.id)));
  await client.query(
    `insert into campaign_senders (organization_id, campaign_id, channel, account_id, position)
     select $1, $2::bigint + (a.n - 1) / $3, 'email', a.id, (a.n - 1) % $3
     from (select id, row_number() over (order by id) as n from accounts where organization_id = $1) a on conflict do nothing`,
    [id, first, senders],
  );
  await addSteps(client, id);
  const data = { campaigns, first_campaign_id: first };
  await addLeads(client, data, id, leadsEach);
  return data;
}

/** Ten in the morning or shortly after, wherever that is now. */
function morningZone(): string {
  const east = ((((10 - new Date().getUTCHours() + 36) % 24) + 24) % 24) - 12;
  return east === 0 ? 'UTC' : `Etc/GMT${east > 0 ? '-' : '+'}${Math.abs(east)}`;
}

/** Makes some leads of every one of these campaigns due, and lets the engine look at all of them. */
export async function makeDue(client: pg.Client, data: EngineData, each: number): Promise<number> {
  await client.query('delete from outbound_intents');
  const due = await client.query(
    `update campaign_leads set next_at = app_now() - interval '1 minute' * random(), is_in_flight = false where id in (
       select d.id from campaigns c cross join lateral (select id from campaign_leads l where l.campaign_id = c.id
         and not l.is_in_flight and l.next_at > app_now() limit $1) d where c.id >= $2 and c.id < $2 + $3)`,
    [each, data.first_campaign_id, data.campaigns],
  );
  await client.query("update campaign_lanes set look_at = 'infinity'");
  await client.query(
    "update campaign_lanes set look_at = app_now() - interval '1 second' where campaign_id >= $1 and campaign_id < $1 + $2",
    [data.first_campaign_id, data.campaigns],
  );
  await client.query('vacuum campaign_leads');
  await client.query('vacuum (analyze) campaign_lanes');
  await client.query('vacuum (analyze) outbound_intents');
  await client.query('checkpoint');
  return due.rowCount ?? 0;
}
