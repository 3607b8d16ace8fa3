import { createWebhookReceivers } from '@overture/adapters/webhook-receivers/webhook-receivers.adapter';
import { api } from '@overture/contract';
import { expect, test } from 'vitest';
import { findFreePort } from '../../testing/linkedin-programs.ts';
import { resolveNames, useMailWorld } from '../../testing/worlds.ts';
import { deleteOldClicks } from './judge-clicks.service.ts';
import { recheckDomains } from './tracking-domains.service.ts';

const TARGET = 'edge.installation.test';
const port = String(await findFreePort());
/** Every name leads to this machine, as the records of the test say. */
const webhook_receivers = createWebhookReceivers({
  outbound_allow: Array.from({ length: 20 }, (_, n) => `t.tracked${n}.example`).join(),
  requires_https: false,
  lookup: async () => ['127.0.0.1'],
});
const { world, server } = useMailWorld({
  webhook_receivers,
  environment: (mail) => ({
    ...resolveNames(mail),
    APP_CNAME_TARGET: TARGET,
    PORT: port,
    APP_URL: `http://localhost:${port}`,
  }),
});

type Person = Awaited<ReturnType<typeof server.signUp>>;
const setAlias = (name: string, text: string) => world.control('/dns/__control/text', { type: 'CNAME', name, text });

let people = 0;

/** A person with a mailbox on a domain of their own. */
async function signUp(): Promise<{ person: Person; domain: string }> {
  people += 1;
  const domain = `tracked${people}.example`;
  const person = await server.signUp();
  await server.owner.query(
    `insert into accounts (organization_id, account_type, status, name, email) values ($1, 'IMAP', 'OK', 'Ada', $2)`,
    [person.organization_id, `ada@${domain}`],
  );
  return { person, domain };
}

async function addDomain(person: Person, host: string): Promise<number> {
  const { data, status } = await person.call(api.createTrackingDomain, { body: { host } });
  expect(status).toBe(201);
  return data.tracking_domain.id;
}

const check = async (person: Person, id: number) =>
  (await person.call(api.checkTrackingDomain, { params: { id } })).data.tracking_domain;

const asksForCertificate = async (host: string) =>
  (await server.program.internal.inject(`/internal/tls/ask?domain=${host}`)).statusCode === 200;

test('a domain works once its record leads here and the host answers', async () => {
  const { person, domain } = await signUp();
  const host = `t.${domain}`;
  const id = await addDomain(person, `https://${host}/`);
  const [listed] = (await person.call(api.listTrackingDomains, {})).data.tracking_domains;
  expect(listed).toMatchObject({
    host,
    domain,
    problem: 'unchecked',
    record: { type: 'CNAME', name: host, value: TARGET },
  });
  expect(await check(person, id)).toMatchObject({ problem: 'record_missing', working_since: null });
  expect(await asksForCertificate(host)).toBe(false);
  await setAlias(host, 'elsewhere.example');
  expect(await check(person, id)).toMatchObject({ problem: 'record_wrong', detail: 'elsewhere.example' });
  await setAlias(host, TARGET);
  expect(await check(person, id)).toMatchObject({ problem: null, detail: null, failing_since: null });
  expect(await asksForCertificate(host)).toBe(true);
});

test('a host belongs to the organization that proves it first, and keeps its certificate when it is removed', async () => {
  const { person, domain } = await signUp();
  const other = await server.signUp();
  await server.owner.query(
    `insert into accounts (organization_id, account_type, status, name, email) values ($1, 'IMAP', 'OK', 'Eve', $2)`,
    [other.organization_id, `eve@${domain}`],
  );
  const host = `t.${domain}`;
  const [id, theirs] = [await addDomain(person, host), await addDomain(other, host)];
  await setAlias(host, TARGET);
  expect(await check(person, id)).toMatchObject({ problem: null });
  expect(await check(other, theirs)).toMatchObject({ problem: 'taken', working_since: null });
  expect((await person.call(api.deleteTrackingDomain, { params: { id } })).status).toBe(200);
  expect(await asksForCertificate(host)).toBe(true);
  expect((await person.call(api.checkTrackingDomain, { params: { id } })).status).toBe(404);
  expect((await person.call(api.deleteTrackingDomain, { params: { id } })).status).toBe(404);
  const again = await addDomain(person, host);
  expect(await check(person, again)).toMatchObject({ problem: null });
  expect(await check(other, theirs)).toMatchObject({ problem: 'taken' });
});

test('a record that is lost pauses tracking with words until it is back', async () => {
  const { person, domain } = await signUp();
  const host = `t.${domain}`;
  const id = await addDomain(person, host);
  await setAlias(host, TARGET);
  await check(person, id);
  await setAlias(host, 'elsewhere.example');
  const age = (interval: string) =>
    server.owner.query(`update tracking_domains set checked_at = app_now() - $2::interval where id = $1`, [
      id,
      interval,
    ]);
  await age('25 hours');
  await recheckDomains(server.program.system, new AbortController().signal);
  const read = async () => (await person.call(api.listTrackingDomains, {})).data.tracking_domains[0];
  expect(await read()).toMatchObject({ problem: 'record_wrong', failing_since: expect.any(String) });
  // Links that were sent keep their certificate.
  expect(await asksForCertificate(host)).toBe(true);
  await setAlias(host, TARGET);
  await age('61 minutes');
  await recheckDomains(server.program.system, new AbortController().signal);
  expect(await read()).toMatchObject({ problem: null, failing_since: null });
});

test('many domains of one organization are checked some at a time, and none counts as checked before', async () => {
  const { person } = await signUp();
  await server.owner.query(
    `insert into tracking_domains (organization_id, host, domain, problem, proven_at, working_since, checked_at)
      select $1, 't.many' || n || '.example', 'many' || n || '.example', null, app_now(), app_now(), app_now() - interval '25 hours'
      from generate_series(1, 7) n`,
    [person.organization_id],
  );
  const recheck = () => recheckDomains(server.program.system, new AbortController().signal);
  const countLost = async () =>
    (await person.call(api.listTrackingDomains, {})).data.tracking_domains.filter(({ problem }) => problem !== null)
      .length;
  await recheck();
  expect(await countLost()).toBe(5);
  await recheck();
  expect(await countLost()).toBe(7);
});

test.each([
  ['no name', 'not a host'],
  ['an address', '127.0.0.1'],
  ['the domain itself', 'DOMAIN'],
  ['a domain without a mailbox', 't.stranger.example'],
  ['the application', 'localhost'],
  ['a public suffix', 'co.uk'],
])('%s is refused with words', async (_, given) => {
  const { person, domain } = await signUp();
  const { status, error } = await person.call(api.createTrackingDomain, {
    body: { host: given.replace('DOMAIN', domain) },
  });
  expect([status, error?.code]).toEqual([400, 'validation_failed']);
});

test('a domain has one host, an organization sees its own only, and removing ends tracking', async () => {
  const { person, domain } = await signUp();
  const id = await addDomain(person, `t.${domain}`);
  const second = await person.call(api.createTrackingDomain, { body: { host: `u.${domain}` } });
  expect([second.status, second.error?.code]).toEqual([409, 'conflict']);
  const stranger = await server.signUp();
  expect((await stranger.call(api.listTrackingDomains, {})).data.tracking_domains).toEqual([]);
  expect((await stranger.call(api.deleteTrackingDomain, { params: { id } })).status).toBe(404);
  expect((await person.call(api.deleteTrackingDomain, { params: { id } })).status).toBe(200);
  expect((await person.call(api.listTrackingDomains, {})).data.tracking_domains).toEqual([]);
});

test('the check signs nothing but what it is asked for in its own form', async () => {
  const post = (payload: object | string) =>
    server.program.app.inject({
      method: 'POST',
      url: '/c/check',
      headers: { 'content-type': 'application/json' },
      payload: payload as object,
    });
  expect((await post({ nonce: 'x'.repeat(22) })).json().signature).toMatch(/^[\w-]{22}$/);
  for (const payload of [{}, { nonce: 1 }, { nonce: '1.1.1' }, { nonce: 'x'.repeat(23) }, 'null'])
    expect((await post(payload)).statusCode).toBe(404);
});

/** A lead of a campaign that got an email. */
async function makeMailed(person: Person) {
  const run = async (text: string, ...values: unknown[]) =>
    Number((await server.owner.query(text, [person.organization_id, ...values])).rows[0].id);
  const campaign = await run(`insert into campaigns (organization_id, name, timezone, sending_window)
    values ($1, 'Autumn', 'UTC', '{"days":[1],"start":"09:00","end":"17:00"}') returning id`);
  const lead = await run(`insert into prospects (organization_id, first_name) values ($1, 'Kim') returning id`);
  const node = await run(
    `insert into campaign_nodes (organization_id, campaign_id, kind, type, subject_line) values ($1, $2, 'step', 'EMAIL', 'Hi') returning id`,
    campaign,
  );
  const inCampaign = await run(
    `insert into campaign_leads (organization_id, campaign_id, prospect_id) values ($1, $2, $3) returning id`,
    campaign,
    lead,
  );
  return { run, campaign, lead, node, inCampaign };
}

test('clicks are listed for a lead and for a campaign, those of programs apart', async () => {
  const { person } = await signUp();
  const { run, campaign, lead, node, inCampaign } = await makeMailed(person);
  const link = await run(
    `insert into tracked_links (organization_id, campaign_id, url) values ($1, $2, 'https://acme.example/prices') returning id`,
    campaign,
  );
  for (const name of ['person', 'person', 'scanner', 'proxy'])
    await run(
      `insert into link_clicks (organization_id, campaign_id, campaign_lead_id, prospect_id, node_id, tracked_link_id, class)
        values ($1, $2, $3, $4, $5, $6, $7) returning id`,
      ...[campaign, inCampaign, lead, node, link, name],
    );
  const clicks = (await person.call(api.listLeadClicks, { params: { prospectId: lead } })).data.clicks;
  expect(clicks.map((one) => one.class)).toEqual(['proxy', 'scanner', 'person', 'person']);
  expect(clicks[0]).toMatchObject({
    url: 'https://acme.example/prices',
    campaign_id: campaign,
    campaign_name: 'Autumn',
  });
  const links = (await person.call(api.listCampaignLinks, { params: { id: campaign } })).data.links;
  expect(links).toEqual([
    { id: link, url: 'https://acme.example/prices', leads: 1, clicks: 2, by_proxies: 1, by_scanners: 1 },
  ]);
  const stranger = await server.signUp();
  expect((await stranger.call(api.listLeadClicks, { params: { prospectId: lead } })).status).toBe(404);
  expect((await stranger.call(api.listCampaignLinks, { params: { id: campaign } })).status).toBe(404);
});

test('opens are listed for a lead and for a campaign, those that do not count apart, until 13 months have passed', async () => {
  const { person } = await signUp();
  const { run, campaign, lead, node, inCampaign } = await makeMailed(person);
  for (const [age, name] of [
    ['14 months', 'person'],
    ['12 months', 'person'],
    ['2 days', 'team'],
    ['1 day', 'proxy'],
    ['1 hour', 'person'],
    ['0 s', null],
  ])
    await run(
      `insert into mail_opens (organization_id, campaign_id, campaign_lead_id, prospect_id, node_id, class, opened_at)
        values ($1, $2, $3, $4, $5, $6, app_now() - $7::interval) returning id`,
      ...[campaign, inCampaign, lead, node, name, age],
    );
  await deleteOldClicks(server.program.system, new AbortController().signal);
  const opens = (await person.call(api.listLeadOpens, { params: { prospectId: lead } })).data.opens;
  expect(opens.map((one) => one.class)).toEqual(['person', 'proxy', 'team', 'person']);
  expect(opens[0]).toMatchObject({ step_id: node, subject: 'Hi', campaign_id: campaign, campaign_name: 'Autumn' });
  const { steps } = (await person.call(api.listCampaignOpens, { params: { id: campaign } })).data;
  expect(steps).toEqual([
    { step_id: node, subject: 'Hi', leads: 1, opens: 2, by_proxies: 1, by_scanners: 0, by_team: 1 },
  ]);
  const stranger = await server.signUp();
  expect((await stranger.call(api.listLeadOpens, { params: { prospectId: lead } })).status).toBe(404);
  expect((await stranger.call(api.listCampaignOpens, { params: { id: campaign } })).status).toBe(404);
});
