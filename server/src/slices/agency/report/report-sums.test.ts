import { dayStarts, monthInstants } from '@overture/domain/campaign/month-report';
import { beforeAll, expect, test } from 'vitest';
import { useTestServer } from '../../../testing/harness.ts';
import { addClient, signUpAgency } from '../agency.factory.ts';
import * as store from './report.store.ts';

const server = useTestServer();
const TYPES = [
  'email_sent',
  'linkedin_message_sent',
  'inmail_sent',
  'invite_sent',
  'contacted',
  'replied',
  'interested',
];
const ZONES = [
  'UTC',
  'Europe/Amsterdam',
  'Asia/Kolkata',
  'Pacific/Auckland',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'America/Los_Angeles',
  'America/St_Johns',
  'Australia/Lord_Howe',
];

/** Facts at every hour of four months, more at their edges, of two campaigns with two versions of a message. */
async function insertFacts(organization: number): Promise<void> {
  const { owner } = server;
  await owner.query("select open_event_months('2026-01-01', '2026-05-31')");
  for (const name of ['First', 'Second']) {
    const campaign = await owner.query('insert into campaigns (organization_id, name) values ($1, $2) returning id', [
      organization,
      name,
    ]);
    const { id } = campaign.rows[0];
    const node = await owner.query(
      "insert into campaign_nodes (organization_id, campaign_id, kind, type, message) values ($1, $2, 'step', 'EMAIL', 'Words.') returning id",
      [organization, id],
    );
    await owner.query(
      `insert into campaign_events (organization_id, campaign_id, campaign_lead_id, prospect_id, node_id, account_id, type, variant, occurred_at)
      select $1, $2::bigint, $2::bigint * 100000 + n, 1, $3, 1, ($4::text[])[1 + n % 7], (array['a', 'b', null])[1 + n % 3],
        '2026-01-15'::timestamptz + n * interval '37 minutes'
      from generate_series(1, 4000) n`,
      [organization, id, node.rows[0].id, TYPES],
    );
  }
}

let agency: Awaited<ReturnType<typeof signUpAgency>>;
let id: number;

/** They are only read: one client for all zones. */
beforeAll(async () => {
  agency = await signUpAgency(server);
  ({ id } = await addClient(server, agency));
  await insertFacts(id);
});

test.each(ZONES)('in %s days, campaigns and messages are those of a full recount', async (zone) => {
  const ctx = server.program.system.forOrganization(agency.organization_id);
  const range = { start_date: '2026-02-01', end_date: '2026-03-31' };
  const days = await ctx.read((tx) => store.listReportDays(tx, id, range, zone));
  const recount = async (group: string, since: Date, until: Date) =>
    (
      await server.owner.query(
        `select ${group} as place, count(*) filter (where type = 'email_sent')::int as emails_sent,
        count(*) filter (where type in ('linkedin_message_sent', 'inmail_sent'))::int as linkedin_messages_sent,
        count(*) filter (where type = 'invite_sent')::int as invites_sent, count(*) filter (where type = 'contacted')::int as contacted,
        count(*) filter (where type = 'replied')::int as replies, count(*) filter (where type = 'interested')::int as interested
      from campaign_events where organization_id = $1 and occurred_at >= $2 and occurred_at < $3 group by 1 order by 1`,
        [id, since, until],
      )
    ).rows;
  const starts = dayStarts(range, zone);
  const byDay = await Promise.all(
    starts.slice(0, -1).map(async (start, place) => (await recount('1', start, starts[place + 1] as Date))[0]),
  );
  const figures = ({ date: _, ...rest }: store.DayFigures) => rest;
  expect(days.map(figures)).toEqual(byDay.map(({ place: _, ...rest }) => rest));
  for (const month of ['2026-02', '2026-03', '2026-04']) {
    const span = monthInstants(month, zone);
    const { campaigns } = await ctx.read((tx) => store.listReportCampaigns(tx, id, span, 50));
    const byCampaign = await recount('campaign_id::int', span.since, span.until);
    expect(campaigns.map(({ name: _, ...row }) => row).toSorted((a, b) => a.campaign_id - b.campaign_id)).toEqual(
      byCampaign.map(({ place, ...row }) => ({ campaign_id: place, ...row })),
    );
    const messages = await ctx.read((tx) => store.listReportMessages(tx, id, span, 1));
    const byMessage = await recount("campaign_id || coalesce(variant, '')", span.since, span.until);
    expect(
      messages
        .map(({ campaign_id, variant, sent, replies, interested }) => [
          `${campaign_id}${variant}`,
          sent,
          replies,
          interested,
        ])
        .toSorted(),
    ).toEqual(
      byMessage
        .map((row) => [row.place, row.emails_sent + row.linkedin_messages_sent, row.replies, row.interested])
        .toSorted(),
    );
  }
});
