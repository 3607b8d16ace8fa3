import { api } from '@overture/contract';
import { WEBHOOK_EVENTS } from '@overture/contract/webhook-events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/harness.ts';
import { judgeNow } from '../link-tracking/link-tracking.factory.ts';
import { startReceiver } from '../webhooks/receiver.factory.ts';

type Person = Awaited<ReturnType<TestServer['signUp']>>;
let server: TestServer & { stop(): Promise<void> };
let ada: Person;

beforeAll(async () => {
  server = await startTestServer({ roles: ['web', 'worker'], environment: { OUTBOUND_ALLOW: '127.0.0.1' } });
  ada = await server.signUp('Ada');
});

afterAll(() => server.stop());

const BROWSER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';
const URLS = ['https://acme.example/prices', 'https://acme.example/case'];

/** A lead that got an email with two links. */
async function makeMailed() {
  const run = async (text: string, ...values: unknown[]) =>
    Number((await server.owner.query(text, [ada.organization_id, ...values])).rows[0].id);
  const campaign = await run(`insert into campaigns (organization_id, name, timezone, sending_window)
    values ($1, 'Autumn', 'UTC', '{"days":[1],"start":"09:00","end":"17:00"}') returning id`);
  const lead = await run(`insert into prospects (organization_id, first_name) values ($1, 'Kim') returning id`);
  const node = await run(
    `insert into campaign_nodes (organization_id, campaign_id, kind, type) values ($1, $2, 'step', 'EMAIL') returning id`,
    campaign,
  );
  const inCampaign = await run(
    `insert into campaign_leads (organization_id, campaign_id, prospect_id) values ($1, $2, $3) returning id`,
    campaign,
    lead,
  );
  const links: number[] = [];
  for (const url of URLS)
    links.push(
      await run(
        `insert into tracked_links (organization_id, campaign_id, url) values ($1, $2, $3) returning id`,
        ...[campaign, url],
      ),
    );
  const of = [campaign, inCampaign, lead, node];
  /** Requests of `minutes` ago that wait for their class. */
  const click = (link: number, agent: string, minutes: number) =>
    run(
      `insert into link_clicks (organization_id, campaign_id, campaign_lead_id, prospect_id, node_id, tracked_link_id, agent, ip, clicked_at)
        values ($1, $2, $3, $4, $5, $6, $7, '203.0.113.' || $8::int, app_now() - make_interval(mins => $8)) returning id`,
      ...[...of, links[link], agent, minutes],
    );
  const open = (agent: string, minutes: number) =>
    run(
      `insert into mail_opens (organization_id, campaign_id, campaign_lead_id, prospect_id, node_id, agent, ip, opened_at)
        values ($1, $2, $3, $4, $5, $6, '203.0.113.' || $7::int, app_now() - make_interval(mins => $7)) returning id`,
      ...[...of, agent, minutes],
    );
  return { lead, node, campaign, click, open };
}

async function automate(label_id: number): Promise<void> {
  const made = await ada.call(api.createAutomation, {
    body: {
      ...{ name: 'Looked at prices', trigger_type: 'link.clicked', match: 'all' },
      conditions: [{ field: 'url', operator: 'contains', values: ['/prices'] }],
      actions: [{ type: 'add_label', label_id }],
    },
  });
  expect(made.status).toBe(201);
  const params = { id: made.data.automation.id };
  await ada.call(api.previewStoredAutomation, { params });
  expect((await ada.call(api.switchAutomation, { params, body: { is_active: true } })).status).toBe(200);
}

test('a link and an email are announced once, for people only, and an automation acts on it', async () => {
  const receiver = await startReceiver();
  try {
    const event_types = ['link.clicked', 'email.opened'] as const;
    const created = await ada.call(api.createWebhook, { body: { url: receiver.url, event_types: [...event_types] } });
    expect(created.status).toBe(201);
    const label = (await ada.call(api.createChatLabel, { body: { name: 'Hot', color: '#ff0000' } })).data.label.id;
    await automate(label);
    const mail = await makeMailed();
    await mail.click(0, BROWSER, 30);
    await mail.click(0, BROWSER, 20);
    await mail.click(1, 'python-requests/2.32', 10);
    await mail.open(BROWSER, 60);
    await mail.open(BROWSER, 50);
    await mail.open('Mozilla/5.0', 40);
    const types = () => receiver.received.map((one) => JSON.parse(one.body).type as string).sort();
    await expect.poll(types, { timeout: 20_000 }).toEqual(['email.opened', 'link.clicked']);
    // The second click and open of a person, and a later one of the other link.
    await mail.click(0, BROWSER, 5);
    await mail.open(BROWSER, 4);
    await mail.click(1, BROWSER, 2);
    await judgeNow(server.program.system);
    await expect.poll(types, { timeout: 20_000 }).toEqual(['email.opened', 'link.clicked', 'link.clicked']);
    const [first] = receiver.received.map((one) => JSON.parse(one.body)).filter(({ type }) => type === 'link.clicked');
    expect(WEBHOOK_EVENTS['link.clicked'].data.strict().parse(first.data)).toMatchObject({
      prospect: { id: mail.lead },
      campaign: { id: mail.campaign, name: 'Autumn' },
      account: null,
      step: { id: mail.node, type: 'EMAIL' },
      url: URLS[0],
    });
    const labels = async () =>
      (await server.owner.query('select label_id from prospect_labels where prospect_id = $1', [mail.lead])).rows;
    await expect.poll(labels, { timeout: 20_000 }).toEqual([{ label_id: label }]);
  } finally {
    await receiver.close();
  }
});
