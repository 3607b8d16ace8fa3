import type { DnsRecords } from '@overture/adapters/dns/dns.port';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { useCampaignWorld } from '../../../testing/worlds.ts';
import { judgeNow, makeTrackingDomain, removeTrackingDomains } from '../../link-tracking/link-tracking.factory.ts';
import { wakeClicked } from './leads/clicked-leads.store.ts';
import * as world from './run.factory.ts';

/** Names of network addresses. */
const names = new Map<string, string>();
const nothing = async (): Promise<DnsRecords> => ({ status: 'none', records: [] });
const lookups = {
  ...{ findTexts: nothing, findExchangers: nothing, findAddresses: nothing, findAliases: nothing },
  async findNames(address: string): Promise<DnsRecords> {
    const name = names.get(address);
    return name === undefined ? nothing() : { status: 'found', records: [name] };
  },
};
const { server, mail } = useCampaignWorld({ dns: { openFor: () => lookups, openForDomain: () => lookups } });
const system = () => server.program.system;

const BROWSER = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15';
const PRICES = 'https://shop.example/prices?a=1&b=2';
const MESSAGE = `Hi {{first_name}}, our prices: ${PRICES} and https://www.acme.example/case. Yours: https://shop.example/{{first_name}}`;
/** With words as links: bare addresses show their own domain. */
const FORMATTED = `<p>Hi {{first_name}}, see <a href="${PRICES.replace('&', '&amp;')}">our prices</a> and <a href="https://www.acme.example/case">a case</a>, or <a href="https://shop.example/{{first_name}}">yours</a></p>`;
const HOUR = 3600;

interface Given {
  tracks?: boolean;
  sender_domain?: string;
  problem?: string | null;
}

/** A lead that got two mails; both as they left. */
async function sendTwo({ tracks = true, sender_domain = 'acme.example', problem = null }: Given = {}) {
  const organization_id = await world.makeOrganization(system());
  const email = `ada${organization_id}@${sender_domain}`;
  const account_id = await world.makeMailSender(system(), organization_id, { email, smtp_port: mail.smtp_port });
  const nodes: world.NodeSpec[] = [
    { type: 'EMAIL', subject: 'Hello', message: MESSAGE },
    { type: 'EMAIL', subject: null, message: MESSAGE, delay_in_hours: 1 },
  ];
  const campaign = await world.makeCampaign(system(), { organization_id, account_id, nodes });
  await makeTrackingDomain(system(), { organization_id, host: hostOf(organization_id), domain: 'acme.example' });
  await system().systemTransaction(async ({ db }) => {
    await sql`update campaigns set tracks_clicks = ${tracks} where id = ${campaign.id}`.execute(db);
    await sql`update campaign_nodes set formatted_texts = jsonb_build_object('a', ${FORMATTED}::text)
      where campaign_id = ${campaign.id}`.execute(db);
    await sql`update tracking_domains set problem = ${problem} where organization_id = ${organization_id}`.execute(db);
  });
  const to = `kim${organization_id}@northwind.example`;
  const people = await world.makePeople(system(), organization_id, [{ email: to, first_name: 'Kim' }]);
  const [lead_id] = await world.startPeople(system(), campaign, organization_id, people);
  await world.runUntilQuiet(system());
  await world.moveClock(system(), HOUR);
  await world.runUntilQuiet(system());
  const sent = [...mail.store.mails()].filter((one) => one.recipients.includes(to)).reverse();
  const [first = '', second = ''] = sent.map(({ raw }) =>
    raw.toString().replaceAll('=\r\n', '').replaceAll('=3D', '='),
  );
  expect(sent).toHaveLength(2);
  return { organization_id, campaign, lead_id: lead_id!, prospect_id: people[0]!, first, second };
}

const hostOf = (organizationId: number) => `t${organizationId}.acme.example`;

const linksIn = (raw: string) =>
  [...raw.matchAll(/<a href="(http:\/\/t\d+\.acme\.example\/c\/[^"]+)"/g)].map(([, link]) => link!);

const open = (link: string, more: { method?: 'GET' | 'HEAD'; agent?: string; ip?: string; host?: string } = {}) => {
  const { host, pathname } = new URL(link);
  return server.program.app.inject({
    method: more.method ?? 'GET',
    url: pathname,
    headers: { host: more.host ?? host, 'user-agent': more.agent ?? BROWSER },
    remoteAddress: more.ip ?? '203.0.113.5',
  });
};

async function clicksOf(lead_id: number) {
  const { rows } = await server.owner.query(
    `select c.class, c.ip, c.agent, k.url from link_clicks c left join tracked_links k on k.id = c.tracked_link_id
      where c.campaign_lead_id = $1 order by c.id`,
    [lead_id],
  );
  return rows as { class: string | null; ip: string | null; agent: string | null; url: string | null }[];
}

async function judge(): Promise<void> {
  await world.moveClock(system(), 11);
  await judgeNow(system());
}

describe('links of campaign mails', () => {
  test('only links of the step are rewritten, in the HTML part of mails after the first', async () => {
    const { first, second, lead_id, campaign, organization_id } = await sendTwo();
    expect(linksIn(first)).toEqual([]);
    const links = linksIn(second);
    // Two of the step, and the one without words.
    expect(links).toHaveLength(3);
    expect(second).toContain('href="https://shop.example/Kim"');
    // The text part, the way to unsubscribe and the stored mail name their own addresses.
    expect(second).toContain(`our prices: ${PRICES}`);
    expect(second).toMatch(/List-Unsubscribe: <http:\/\/localhost\/u\//i);
    const stored = await server.owner.query('select body_html, body_text from outbound_intents where ref_id = $1', [
      lead_id,
    ]);
    expect(JSON.stringify(stored.rows)).not.toContain(hostOf(organization_id));
    const targets = await server.owner.query('select url from tracked_links where campaign_id = $1 order by id', [
      campaign.id,
    ]);
    expect(targets.rows.map(({ url }) => url).sort()).toEqual([PRICES, 'https://www.acme.example/case'].sort());
  });

  test.each<[string, Given]>([
    ['with tracking off', { tracks: false }],
    ['from a sender of another domain', { sender_domain: 'other.example' }],
    ['while the tracking domain does not work', { problem: 'unreachable' }],
  ])('a mail %s has no foreign host and no pixel', async (_, given) => {
    const { first, second } = await sendTwo(given);
    for (const raw of [first, second]) {
      const hosts = [...raw.matchAll(/(?:href|src)="(?:https?:)?\/\/([^/"]+)/g)].map(([, host]) => host);
      expect(new Set(hosts)).toEqual(new Set(['shop.example', 'www.acme.example']));
      expect(raw).not.toMatch(/<img|\/c\/[0-9a-z]/);
    }
  });

  test('a person is led to the stored address and counts; their network is forgotten', async () => {
    const { second, lead_id } = await sendTwo();
    const [prices = ''] = linksIn(second);
    await world.moveClock(system(), HOUR);
    const answer = await open(prices);
    expect([answer.statusCode, answer.headers.location]).toEqual([302, PRICES]);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.headers['referrer-policy']).toBe('no-referrer');
    expect(await clicksOf(lead_id)).toEqual([{ class: null, ip: '203.0.113.5', agent: BROWSER, url: PRICES }]);
    await judge();
    expect(await clicksOf(lead_id)).toEqual([{ class: 'person', ip: null, agent: null, url: PRICES }]);
  });

  test('a scanner that fetches every link three seconds after delivery gives no click', async () => {
    const { second, lead_id } = await sendTwo();
    await world.moveClock(system(), 3);
    for (const path of linksIn(second)) await open(path);
    await judge();
    expect((await clicksOf(lead_id)).map((one) => one.class)).toEqual(['scanner', 'scanner', 'scanner']);
  });

  test('HEAD is answered and does not count; a forged token leads nowhere', async () => {
    const { second, lead_id } = await sendTwo();
    const [prices = ''] = linksIn(second);
    await world.moveClock(system(), HOUR);
    expect((await open(prices, { method: 'HEAD' })).headers.location).toBe(PRICES);
    await judge();
    expect((await clicksOf(lead_id)).map((one) => one.class)).toEqual(['scanner']);
    const forged = [
      `${prices.slice(0, -1)}${prices.endsWith('A') ? 'B' : 'A'}`,
      new URL('/c/1.1.1', prices).href,
      new URL('/c/%00', prices).href,
      new URL(`/c/${'z'.repeat(99)}`, prices).href,
    ];
    for (const path of forged) {
      const answer = await open(path);
      expect([answer.statusCode, answer.headers.location]).toEqual([404, undefined]);
    }
    expect(await clicksOf(lead_id)).toHaveLength(1);
  });

  test('a link leads nowhere at hosts of others, and still works at a host that was removed', async () => {
    const { second, organization_id, lead_id } = await sendTwo();
    const [prices = ''] = linksIn(second);
    const other = await world.makeOrganization(system());
    await makeTrackingDomain(system(), { organization_id: other, host: hostOf(other), domain: 'acme.example' });
    for (const host of [hostOf(other), 'localhost', 'app.example', `${hostOf(organization_id)}.evil.example`]) {
      const answer = await open(prices, { host });
      expect([answer.statusCode, answer.headers.location]).toEqual([404, undefined]);
    }
    expect(await clicksOf(lead_id)).toEqual([]);
    await removeTrackingDomains(system(), organization_id);
    expect((await open(prices)).headers.location).toBe(PRICES);
  });

  test('a flood of one mail is stored up to a bound and still redirected', async () => {
    const { second, lead_id } = await sendTwo();
    const [prices = ''] = linksIn(second);
    await world.moveClock(system(), HOUR);
    for (let n = 0; n < 80; n += 1) expect((await open(prices, { ip: `198.51.100.${n}` })).statusCode).toBe(302);
    expect(await clicksOf(lead_id)).toHaveLength(50);
  });

  test('seventy machines of a data center are scanners', async () => {
    const { organization_id, campaign, prospect_id } = await sendTwo();
    const others = await world.makePeople(
      system(),
      organization_id,
      Array.from({ length: 70 }, (_, n) => ({ email: `kim${n}.${organization_id}@northwind.example` })),
    );
    const run = (text: string, ...values: unknown[]) =>
      server.owner.query(text, [organization_id, campaign.id, ...values]);
    await run(
      `insert into campaign_leads (organization_id, campaign_id, prospect_id, status) select $1, $2, p, 'COMPLETED' from unnest($3::bigint[]) p`,
      others,
    );
    for (let n = 0; n < 70; n += 1) names.set(`192.0.2.${n}`, `ec2-${n}.compute-1.amazonaws.com`);
    await run(`insert into link_clicks (organization_id, campaign_id, campaign_lead_id, prospect_id, node_id, tracked_link_id, ip, agent)
      select $1, $2, l.id, l.prospect_id, (select max(id) from campaign_nodes where campaign_id = $2),
        (select min(id) from tracked_links where campaign_id = $2), '192.0.2.' || (row_number() over (order by l.id) - 1), '${BROWSER}'
      from campaign_leads l where l.campaign_id = $2 and l.prospect_id <> ${prospect_id}`);
    await judge();
    await judge();
    const { rows } = await run(
      `select class, count(*)::int as count from link_clicks where organization_id = $1 and campaign_id = $2 group by class`,
    );
    expect(rows).toEqual([{ class: 'scanner', count: 70 }]);
  });

  test('a hundred machines of a data center that load one mail and its links are scanners', async () => {
    const { lead_id } = await sendTwo();
    await world.moveClock(system(), HOUR);
    for (let n = 0; n < 100; n += 1) names.set(`198.18.0.${n}`, `ec2-${n}.compute-1.amazonaws.com`);
    const insert = (table: string, columns: string, values: string, first: number) =>
      server.owner.query(
        `insert into ${table} (organization_id, campaign_id, campaign_lead_id, prospect_id, node_id, ip, agent${columns})
          select l.organization_id, l.campaign_id, l.id, l.prospect_id,
            (select max(id) from campaign_nodes where campaign_id = l.campaign_id), '198.18.0.' || n, $2${values}
          from campaign_leads l, generate_series($3::int, $3::int + 49) n where l.id = $1`,
        [lead_id, BROWSER, first],
      );
    const link = ', (select min(id) from tracked_links where campaign_id = l.campaign_id)';
    await insert('link_clicks', ', tracked_link_id', link, 0);
    await insert('mail_opens', '', '', 50);
    await judge();
    const { rows } = await server.owner.query(
      `select class, count(*)::int as count from (select campaign_lead_id, class from link_clicks union all
        select campaign_lead_id, class from mail_opens) r where campaign_lead_id = $1 group by class`,
      [lead_id],
    );
    expect(rows).toEqual([{ class: 'scanner', count: 100 }]);
  });

  test('the link still works when the lead is deleted, and records nothing', async () => {
    const { second, prospect_id, lead_id } = await sendTwo();
    const [prices = ''] = linksIn(second);
    await server.owner.query('delete from prospects where id = $1', [prospect_id]);
    expect((await open(prices)).headers.location).toBe(PRICES);
    expect(await clicksOf(lead_id)).toEqual([]);
  });
});

describe('the condition Clicked Link', () => {
  /** A lead that got two mails and waits for a click; what each branch sends is its subject. */
  async function waitForClick(link_url: string | null = null) {
    const organization_id = await world.makeOrganization(system());
    const email = `eve${organization_id}@acme.example`;
    const account_id = await world.makeMailSender(system(), organization_id, { email, smtp_port: mail.smtp_port });
    const nodes: world.NodeSpec[] = [
      { type: 'EMAIL', subject: 'Hello', message: MESSAGE },
      { type: 'EMAIL', subject: 'Again', message: MESSAGE, delay_in_hours: 1 },
      { type: 'CLICKED', delay_in_hours: 72 },
      { type: 'EMAIL', parent: 2, branch: 'yes', subject: 'You looked', message: 'Shall we talk?' },
      { type: 'EMAIL', parent: 2, branch: 'no', subject: 'You did not', message: 'Still there?' },
    ];
    const campaign = await world.makeCampaign(system(), { organization_id, account_id, nodes });
    await makeTrackingDomain(system(), { organization_id, host: hostOf(organization_id), domain: 'acme.example' });
    await system().systemTransaction(async ({ db }) => {
      await sql`update campaigns set tracks_clicks = true where id = ${campaign.id}`.execute(db);
      await sql`update campaign_nodes set formatted_texts = jsonb_build_object('a', ${FORMATTED}::text)
        where campaign_id = ${campaign.id} and message = ${MESSAGE}`.execute(db);
      await sql`update campaign_nodes set link_url = ${link_url} where campaign_id = ${campaign.id} and type = 'CLICKED'`.execute(
        db,
      );
    });
    const to = `lea${organization_id}@northwind.example`;
    const people = await world.makePeople(system(), organization_id, [{ email: to, first_name: 'Lea' }]);
    const [lead_id] = await world.startPeople(system(), campaign, organization_id, people);
    await world.runUntilQuiet(system());
    await world.moveClock(system(), HOUR);
    await world.runUntilQuiet(system());
    const mails = () =>
      [...mail.store.mails()]
        .filter((one) => one.recipients.includes(to))
        .reverse()
        .map(({ raw }) => raw.toString().replaceAll('=\r\n', '').replaceAll('=3D', '='));
    const subjects = () => mails().map((raw) => /^Subject: (.*)$/m.exec(raw)?.[1]?.trim());
    expect(subjects()).toEqual(['Hello', 'Again']);
    return {
      organization_id,
      lead_id: lead_id!,
      prospect_id: people[0]!,
      campaign,
      links: linksIn(mails()[1]!),
      subjects,
    };
  }

  /** What the event of a click does, as the program hands it on. */
  async function handle({ organization_id, lead_id, campaign }: Awaited<ReturnType<typeof waitForClick>>) {
    const event = { campaign_lead_id: lead_id, campaign_id: campaign.id };
    await system()
      .forOrganization(organization_id)
      .transaction((tx) => wakeClicked(tx, event));
    await world.runUntilQuiet(system());
  }

  test('a click of a person leads to Yes before the time is over, and only once', async () => {
    const lead = await waitForClick();
    await world.moveClock(system(), HOUR);
    await open(lead.links[0]!);
    await open(lead.links[0]!);
    await judge();
    await handle(lead);
    await handle(lead);
    expect(lead.subjects()).toEqual(['Hello', 'Again', 'You looked']);
    await world.moveClock(system(), 100 * HOUR);
    await world.runUntilQuiet(system());
    expect(lead.subjects()).toEqual(['Hello', 'Again', 'You looked']);
  });

  test('a scanner that fetches every link after three seconds leads to No when the time is over', async () => {
    const lead = await waitForClick();
    await world.moveClock(system(), 3);
    for (const path of lead.links) await open(path);
    await judge();
    await handle(lead);
    expect(lead.subjects()).toEqual(['Hello', 'Again']);
    await world.moveClock(system(), 73 * HOUR);
    await world.runUntilQuiet(system());
    expect(lead.subjects()).toEqual(['Hello', 'Again', 'You did not']);
  });

  test('only the chosen link counts', async () => {
    const lead = await waitForClick('https://www.acme.example/case');
    await world.moveClock(system(), HOUR);
    await open(lead.links[0]!);
    await judge();
    await handle(lead);
    expect(lead.subjects()).toEqual(['Hello', 'Again']);
    await open(lead.links[1]!);
    await judge();
    await handle(lead);
    expect(lead.subjects()).toEqual(['Hello', 'Again', 'You looked']);
  });

  test('a click after a reply sends nothing', async () => {
    const lead = await waitForClick();
    await server.owner.query(
      `update campaign_leads set status = 'REPLIED', replied_at = app_now(), next_node_id = null, next_at = null, next_lane = null where id = $1`,
      [lead.lead_id],
    );
    await world.moveClock(system(), HOUR);
    await open(lead.links[0]!);
    await judge();
    await handle(lead);
    expect(lead.subjects()).toEqual(['Hello', 'Again']);
  });

  test('a click without its event is found when the time is over', async () => {
    const lead = await waitForClick();
    await world.moveClock(system(), HOUR);
    await open(lead.links[0]!);
    await judge();
    await world.moveClock(system(), 73 * HOUR);
    await world.runUntilQuiet(system());
    expect(lead.subjects()).toEqual(['Hello', 'Again', 'You looked']);
  });
});
