import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { useCampaignWorld } from '../../../testing/worlds.ts';
import { judgeNow, makeTrackingDomain } from '../../link-tracking/link-tracking.factory.ts';
import { wakeOpened } from './leads/clicked-leads.store.ts';
import * as world from './run.factory.ts';

const { server, mail } = useCampaignWorld();
const system = () => server.program.system;

const BROWSER = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const GMAIL = 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)';
const HOUR = 3600;
const hostOf = (organizationId: number) => `t${organizationId}.acme.example`;

interface Given {
  tracks_opens?: boolean;
  tracks_clicks?: boolean;
  plain_text_only?: boolean;
  problem?: string | null;
  /** What follows the two mails. */
  more?: world.NodeSpec[];
}

/** A lead that got two mails of a campaign. */
async function sendTwo(given: Given = {}) {
  const { tracks_opens = true, tracks_clicks = false, plain_text_only = false, problem = null, more = [] } = given;
  const organization_id = await world.makeOrganization(system());
  const account_id = await world.makeMailSender(system(), organization_id, {
    email: `ada${organization_id}@acme.example`,
    smtp_port: mail.smtp_port,
  });
  const nodes: world.NodeSpec[] = [
    { type: 'EMAIL', subject: 'Hello', message: 'Hi {{first_name}}, see https://www.acme.example/case' },
    { type: 'EMAIL', subject: 'Again', message: 'Did you see https://www.acme.example/case?', delay_in_hours: 1 },
    ...more,
  ];
  const campaign = await world.makeCampaign(system(), { organization_id, account_id, nodes });
  await makeTrackingDomain(system(), { organization_id, host: hostOf(organization_id), domain: 'acme.example' });
  await system().systemTransaction(async ({ db }) => {
    await sql`update campaigns set tracks_opens = ${tracks_opens}, tracks_clicks = ${tracks_clicks},
      plain_text_only = ${plain_text_only} where id = ${campaign.id}`.execute(db);
    await sql`update tracking_domains set problem = ${problem} where organization_id = ${organization_id}`.execute(db);
  });
  const to = `kim${organization_id}@northwind.example`;
  const people = await world.makePeople(system(), organization_id, [{ email: to, first_name: 'Kim' }]);
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
  const [first = '', second = ''] = mails();
  expect(subjects()).toEqual(['Hello', 'Again']);
  return { organization_id, campaign, lead_id: lead_id!, prospect_id: people[0]!, first, second, subjects };
}

const IMAGE = /<img src="(http:\/\/t\d+\.acme\.example\/o\/[^"]+)" width="1" height="1" alt="">/g;
const imagesIn = (raw: string) => [...raw.matchAll(IMAGE)].map(([, url]) => url!);

const load = (url: string, more: { method?: 'GET' | 'HEAD'; agent?: string; ip?: string } = {}) => {
  const { host, pathname } = new URL(url);
  return server.program.app.inject({
    method: more.method ?? 'GET',
    url: pathname,
    headers: { host, 'user-agent': more.agent ?? BROWSER },
    remoteAddress: more.ip ?? '203.0.113.5',
  });
};

async function opensOf(lead_id: number) {
  const { rows } = await server.owner.query(
    'select class, ip, agent from mail_opens where campaign_lead_id = $1 order by id',
    [lead_id],
  );
  return rows as { class: string | null; ip: string | null; agent: string | null }[];
}

const classesOf = async (lead_id: number) => (await opensOf(lead_id)).map((one) => one.class);

async function judge(): Promise<void> {
  await world.moveClock(system(), 11);
  await judgeNow(system());
}

describe('the image of campaign mails', () => {
  test('is at the end of the HTML part of the second mail; the text part and the stored mail have none', async () => {
    const { first, second, lead_id, organization_id } = await sendTwo();
    expect(imagesIn(first)).toEqual([]);
    expect(imagesIn(second)).toHaveLength(1);
    expect(second.split(hostOf(organization_id))).toHaveLength(2);
    // Links stay: clicks are another switch.
    expect(second).toContain('href="https://www.acme.example/case"');
    const stored = await server.owner.query('select body_html, body_text from outbound_intents where ref_id = $1', [
      lead_id,
    ]);
    expect(JSON.stringify(stored.rows)).not.toContain(hostOf(organization_id));
  });

  test.each<[string, Given]>([
    ['with opens off', { tracks_opens: false }],
    ['with opens off and clicks on', { tracks_opens: false, tracks_clicks: true }],
    ['of plain text', { plain_text_only: true }],
    ['while the tracking domain does not work', { problem: 'unreachable' }],
  ])('a mail %s has none', async (_, given) => {
    const { first, second } = await sendTwo(given);
    for (const raw of [first, second]) expect(raw).not.toMatch(/<img|\/o\/[0-9a-z]/);
  });

  test('is an image that nothing keeps, and a person who loads it counts; their network is forgotten', async () => {
    const { second, lead_id } = await sendTwo();
    const [image = ''] = imagesIn(second);
    await world.moveClock(system(), HOUR);
    const answer = await load(image);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/gif']);
    expect(answer.rawPayload.subarray(0, 6).toString()).toBe('GIF89a');
    expect(answer.headers['cache-control']).toContain('no-store');
    expect(answer.headers['cross-origin-resource-policy']).toBe('cross-origin');
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(await opensOf(lead_id)).toEqual([{ class: null, ip: '203.0.113.5', agent: BROWSER }]);
    await judge();
    expect(await opensOf(lead_id)).toEqual([{ class: 'person', ip: null, agent: null }]);
  });

  test('programs do not count: proxies of mail programs, the first minute, HEAD', async () => {
    const { second, lead_id } = await sendTwo();
    const [image = ''] = imagesIn(second);
    await load(image);
    await world.moveClock(system(), HOUR);
    await load(image, { agent: GMAIL, ip: '66.249.84.1' });
    await load(image, { agent: 'Mozilla/5.0', ip: '17.58.1.1' });
    await load(image, { method: 'HEAD', ip: '198.51.100.4' });
    await judge();
    expect(await classesOf(lead_id)).toEqual(['scanner', 'proxy', 'proxy', 'scanner']);
  });

  test('someone of the team who opens the mail in their Sent folder does not count', async () => {
    const { second, lead_id, organization_id } = await sendTwo();
    const [image = ''] = imagesIn(second);
    await server.owner.query(
      `with person as (insert into users (organization_id, email, name) values ($1, $2, 'Ada') returning id)
        insert into sessions (token_hash, organization_id, user_id, expires_at, ip)
        select sha256($2::text::bytea), $1, id, app_now() + interval '1 day', '203.0.113.99' from person`,
      [organization_id, `team${organization_id}@acme.example`],
    );
    await world.moveClock(system(), HOUR);
    await load(image, { ip: '203.0.113.99' });
    await load(image, { ip: '203.0.113.5' });
    await judge();
    expect(await classesOf(lead_id)).toEqual(['team', 'person']);
  });

  test('any address gets the image, and a forged one records nothing', async () => {
    const { second, lead_id, organization_id } = await sendTwo({ tracks_clicks: true });
    const [image = ''] = imagesIn(second);
    const click = /href="(http:\/\/t\d+\.acme\.example\/c\/[^"]+)"/.exec(second)?.[1] ?? '';
    const at = `http://${hostOf(organization_id)}/o/`;
    await world.moveClock(system(), HOUR);
    const forged = [
      `${image.slice(0, -1)}${image.endsWith('A') ? 'B' : 'A'}`,
      `${at}1.1.${'x'.repeat(22)}`,
      `${at}${'z'.repeat(99)}`,
      `${at}%00`,
      // A token of a link opens no mail.
      click.replace('/c/', '/o/'),
    ];
    for (const url of forged) {
      const answer = await load(url);
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/gif']);
    }
    expect(await opensOf(lead_id)).toEqual([]);
    // Nor does a token of the image lead anywhere.
    expect((await load(image.replace('/o/', '/c/'))).statusCode).toBe(404);
  });

  test('a flood of one mail is stored up to a bound, and leaves room for clicks', async () => {
    const { second, lead_id } = await sendTwo({ tracks_clicks: true });
    const [image = ''] = imagesIn(second);
    await world.moveClock(system(), HOUR);
    for (let n = 0; n < 80; n += 1) expect((await load(image, { ip: `198.51.100.${n}` })).statusCode).toBe(200);
    expect(await opensOf(lead_id)).toHaveLength(50);
    const click = /href="(http:\/\/t\d+\.acme\.example\/c\/[^"]+)"/.exec(second)?.[1] ?? '';
    expect((await load(click, { ip: '192.0.2.7' })).statusCode).toBe(302);
    const { rows } = await server.owner.query('select from link_clicks where campaign_lead_id = $1', [lead_id]);
    expect(rows).toHaveLength(1);
  });

  test('a flood from one network is stored up to a bound', async () => {
    const leads = [await sendTwo(), await sendTwo()];
    await world.moveClock(system(), HOUR);
    for (const { second } of leads)
      for (let n = 0; n < 45; n += 1) await load(imagesIn(second)[0]!, { ip: '192.0.2.200' });
    const counts = await Promise.all(leads.map(async ({ lead_id }) => (await opensOf(lead_id)).length));
    expect(counts[0]).toBe(45);
    expect(counts[1]).toBeLessThan(45);
  });
});

describe('the condition Opened Email', () => {
  const asked: world.NodeSpec[] = [
    { type: 'OPENED', delay_in_hours: 72 },
    { type: 'EMAIL', parent: 2, branch: 'yes', subject: 'You read it', message: 'Shall we talk?' },
    { type: 'EMAIL', parent: 2, branch: 'no', subject: 'You did not', message: 'Still there?' },
  ];

  /** What the event of an open does, as the program hands it on. */
  async function handle({ organization_id, lead_id, campaign }: Awaited<ReturnType<typeof sendTwo>>) {
    const event = { campaign_lead_id: lead_id, campaign_id: campaign.id };
    await system()
      .forOrganization(organization_id)
      .transaction((tx) => wakeOpened(tx, event));
    await world.runUntilQuiet(system());
  }

  test('a person who opens the mail leads to Yes before the time is over, and only once', async () => {
    const lead = await sendTwo({ more: asked });
    await world.moveClock(system(), HOUR);
    await load(imagesIn(lead.second)[0]!);
    await judge();
    await handle(lead);
    await handle(lead);
    expect(lead.subjects()).toEqual(['Hello', 'Again', 'You read it']);
    await world.moveClock(system(), 100 * HOUR);
    await world.runUntilQuiet(system());
    expect(lead.subjects()).toEqual(['Hello', 'Again', 'You read it']);
  });

  test('programs, or nothing, lead to No when the time is over', async () => {
    const lead = await sendTwo({ more: asked });
    const [image = ''] = imagesIn(lead.second);
    await load(image);
    await world.moveClock(system(), HOUR);
    await load(image, { agent: GMAIL });
    await judge();
    await handle(lead);
    expect(lead.subjects()).toEqual(['Hello', 'Again']);
    await world.moveClock(system(), 73 * HOUR);
    await world.runUntilQuiet(system());
    expect(lead.subjects()).toEqual(['Hello', 'Again', 'You did not']);
  });

  test('an open after a reply sends nothing', async () => {
    const lead = await sendTwo({ more: asked });
    await server.owner.query(
      `update campaign_leads set status = 'REPLIED', replied_at = app_now(), next_node_id = null, next_at = null, next_lane = null where id = $1`,
      [lead.lead_id],
    );
    await world.moveClock(system(), HOUR);
    await load(imagesIn(lead.second)[0]!);
    await judge();
    await handle(lead);
    expect(lead.subjects()).toEqual(['Hello', 'Again']);
  });

  test('an open without its event is found when the time is over', async () => {
    const lead = await sendTwo({ more: asked });
    await world.moveClock(system(), HOUR);
    await load(imagesIn(lead.second)[0]!);
    await judge();
    await world.moveClock(system(), 73 * HOUR);
    await world.runUntilQuiet(system());
    expect(lead.subjects()).toEqual(['Hello', 'Again', 'You read it']);
  });
});
