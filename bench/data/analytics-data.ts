import pg from 'pg';
import { sumChecks } from '../../server/src/slices/campaign-sums/campaign-sums.factory.ts';

const CAMPAIGNS = 200;
const SENDERS = 20;
/** A campaign has a person once: fewer people than the largest campaign shall have leads would hide what grows with its leads. */
const PEOPLE = 400_000;
const DAYS = 365;
const LEADS_A_BATCH = 200_000;
const NODES = ['EMAIL', 'LINKEDIN_INVITE', 'ACCEPTED_INVITE', 'LINKEDIN_MESSAGE', 'EMAIL'];

export interface AnalyticsWorld {
  /** The largest first. */
  campaign_ids: number[];
  account_ids: number[];
  /** First node of the largest campaign. */
  node_id: number;
  /** Adds leads with their events until there are about so many events; answers how many there are. */
  growTo(events: number): Promise<number>;
}

/**
 * A year of an organization with 200 campaigns and 20 senders, skewed as in reality: a fifth of the campaigns hold most
 * leads, and the last weeks most events. Events are written through the triggers, which makes their sums the product's.
 * Each batch has its own connection, and sums fill several slots a day as with many workers.
 */
export async function makeAnalyticsWorld(
  owner: pg.Client,
  connectionString: string,
  organizationId: number,
): Promise<AnalyticsWorld> {
  const ids = async (text: string, values: unknown[]) =>
    (await owner.query<{ id: string }>(text, values)).rows.map(({ id }) => Number(id));
  const known = await ids('select id from campaigns where organization_id = $1 order by id', [organizationId]);
  if (known.length === 0) await makeCampaigns(owner, organizationId);
  const campaign_ids = await ids('select id from campaigns where organization_id = $1 order by id', [organizationId]);
  const account_ids = await ids('select id from accounts where organization_id = $1 order by id', [organizationId]);
  const [node_id = 0] = await ids('select min(id) as id from campaign_nodes where campaign_id = $1', [campaign_ids[0]]);
  const count = async () => Number((await owner.query('select count(*) from campaign_events')).rows[0].count);
  return {
    campaign_ids,
    account_ids,
    node_id,
    async growTo(events) {
      await owner.query(`select open_event_months(now() - interval '${DAYS + 1} days', now())`);
      let have = await count();
      while (have < events) {
        const writer = new pg.Client({ connectionString });
        await writer.connect();
        have += await addLeads(writer, organizationId, campaign_ids);
        await writer.end();
        process.stdout.write(`  ${have.toLocaleString('en')} events\n`);
      }
      await owner.query('vacuum analyze');
      return have;
    },
  };
}

/** Senders, campaigns with their steps, and the people they write to. */
async function makeCampaigns(owner: pg.Client, organizationId: number): Promise<void> {
  const ids = async (text: string, values: unknown[]) =>
    (await owner.query<{ id: string }>(text, values)).rows.map(({ id }) => Number(id));
  const account_ids = await ids(
    `insert into accounts (organization_id, account_type, status, name, email)
      select $1, 'IMAP', 'OK', 'Sender ' || n, 'sender' || n || '@bench.example' from generate_series(1, ${SENDERS}) n returning id`,
    [organizationId],
  );
  const campaign_ids = await ids(
    `insert into campaigns (organization_id, name, status, email_account_id, activated_at)
      select $1, 'Campaign ' || n, (array['ACTIVE', 'PAUSED', 'COMPLETED'])[1 + n % 3], ($2::bigint[])[1 + n % ${SENDERS}], now()
      from generate_series(1, ${CAMPAIGNS}) n returning id`,
    [organizationId, account_ids],
  );
  for (const [place, type] of NODES.entries()) {
    await owner.query(
      `insert into campaign_nodes (organization_id, campaign_id, kind, type, parent_id, branch)
        select $1, c, $2, $3, (select max(id) from campaign_nodes n where n.campaign_id = c), $4
        from unnest($5::bigint[]) c`,
      [
        organizationId,
        type === 'ACCEPTED_INVITE' ? 'condition' : 'step',
        type,
        place === 3 ? 'yes' : null,
        campaign_ids,
      ],
    );
  }
  await owner.query(
    `insert into prospects (organization_id, first_name, last_name, email)
      select $1, 'Kim', 'Reader ' || n, 'reader' || n || '@bench.example' from generate_series(1, ${PEOPLE}) n`,
    [organizationId],
  );
}

/**
 * Leads of all campaigns in every standing, with what was done for each: two mails, an invitation, its answer, a message, sometimes a
 * reply. Answers how many events that were.
 */
async function addLeads(owner: pg.Client, organizationId: number, campaigns: number[]): Promise<number> {
  await owner.query("begin; set local work_mem = '256MB'; set local synchronous_commit = off");
  await owner.query(
    `create temp table fresh on commit drop as with wanted as materialized (
      select distinct on (c, p) c, p, random() as luck, now() - make_interval(secs => ${DAYS * 86_400} * power(random(), 2)) as at
        from (select ($2::bigint[])[1 + floor(${CAMPAIGNS} * power(random(), 3))::int] as c,
          people.first + floor(random() * people.amount)::int as p
        from generate_series(1, ${LEADS_A_BATCH}),
          (select min(id) as first, count(*) as amount from prospects where organization_id = $1) people) g),
      made as (insert into campaign_leads (organization_id, campaign_id, prospect_id, status, next_node_id, contacted_at, replied_at)
        select $1::bigint, c, p, case when luck < 0.1 then 'REPLIED' when luck < 0.5 then 'ACTIVE' when luck < 0.95 then 'COMPLETED'
            else 'FAILED' end,
          case when luck between 0.1 and 0.5
            then (select id from campaign_nodes where campaign_id = c order by id offset p % ${NODES.length} limit 1) end,
          at, case when luck < 0.1 and at + interval '5 days' < now() then at + interval '5 days' end
        from wanted on conflict do nothing returning id, campaign_id, prospect_id, contacted_at as at)
      select made.*, wanted.luck, campaigns.email_account_id as account_id,
        (select array_agg(n.id order by n.id) from campaign_nodes n where n.campaign_id = made.campaign_id) as nodes
      from made join wanted on c = campaign_id and p = prospect_id join campaigns on campaigns.id = campaign_id`,
    [organizationId, campaigns],
  );
  const inserted = await owner.query(
    `insert into campaign_events (organization_id, campaign_id, campaign_lead_id, prospect_id, node_id, account_id, type, action,
        variant, seconds, occurred_at)
      select $1, campaign_id, f.id, prospect_id, case when v.node > 0 then nodes[v.node] else nodes[1] end, account_id, v.type,
        v.action, v.variant, v.seconds, at + v.wait
      from fresh f cross join (values (1, 'email_sent', 'EMAIL', 'a', null::int, interval '0', 1.0),
        (0, 'contacted', null, 'a', null, interval '0', 1.0),
        (2, 'invite_sent', 'LINKEDIN_INVITE', null, null, interval '1 day', 0.8),
        (3, 'invite_accepted', 'ACCEPTED_INVITE', null, null, interval '2 days', 0.3),
        (4, 'linkedin_message_sent', 'LINKEDIN_MESSAGE', 'a', null, interval '3 days', 0.3),
        (5, 'email_sent', 'EMAIL', 'b', null, interval '4 days', 0.7),
        (0, 'replied', null, 'a', 7200, interval '5 days', 0.1)) as v (node, type, action, variant, seconds, wait, share)
      where f.luck < v.share and at + v.wait <= now() on conflict do nothing`,
    [organizationId],
  );
  await owner.query('commit');
  return inserted.rowCount ?? 0;
}

/** True when the kept sums are what a full recount of events and leads gives. */
export async function sumsAreExact(owner: pg.Client): Promise<boolean> {
  for (const { kept, counted } of sumChecks) {
    for (const [one, other] of [
      [kept, counted],
      [counted, kept],
    ]) {
      const { rows } = await owner.query(`select count(*) from ((${one}) except (${other})) d`);
      if (Number(rows[0].count) > 0) return false;
    }
  }
  return true;
}
