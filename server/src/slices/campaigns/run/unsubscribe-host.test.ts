import { api } from '@overture/contract';
import { expect, test } from 'vitest';
import { useBrandWorld } from '../../branding/branding.factory.ts';
import { listDispatchFacts } from './dispatch/dispatch-facts.store.ts';
import * as run from './run.factory.ts';
import { makeUnsubscribeUrl } from './stops/unsubscribe.service.ts';

const HOST = 'go.acme-reach.example';
const world = useBrandWorld();

/** A lead in a running campaign of an organization; returns the link its mail carries now. */
async function startCampaign(organization_id: number): Promise<() => Promise<string>> {
  const { system } = world.server.program;
  const account_id = await run.makeMailSender(system, organization_id, {
    email: `ada${organization_id}@acme.example`,
    smtp_port: 1,
  });
  const people = await run.makePeople(system, organization_id, [{ email: `kim${organization_id}@northwind.example` }]);
  const nodes: run.NodeSpec[] = [{ type: 'EMAIL' }];
  const campaign = await run.makeCampaign(system, { organization_id, account_id, nodes });
  const [lead_id] = await run.startPeople(system, campaign, organization_id, people);
  const { rows } = await world.server.owner.query('select id from campaign_nodes where campaign_id = $1', [
    campaign.id,
  ]);
  const asked = { lead_id: lead_id!, node_id: Number(rows[0].id), channel: 'email' as const };
  return async () => {
    const [facts] = await system.systemTransaction((tx) => listDispatchFacts(tx, [asked]));
    const [seen] = await system
      .forOrganization(organization_id)
      .transaction((tx) => listDispatchFacts(tx as never, [asked]));
    // The test mail of a person reads the same.
    expect(seen?.link_host).toBe(facts?.link_host);
    return makeUnsubscribeUrl(system, asked.lead_id, facts?.link_host ?? null);
  };
}

test('links use the brand’s host once it was reached, and the installation’s when it is removed', async () => {
  const agency = await world.signUpAgency();
  const client = await world.signUpClient(agency);
  const stranger = await world.server.signUp();
  const [linkOf, linkOfAgency, linkOfStranger] = [
    await startCampaign(client.organization_id),
    await startCampaign(agency.organization_id),
    await startCampaign(stranger.organization_id),
  ];
  expect(await linkOf()).toMatch(/^http:\/\/localhost\/u\//);
  await world.proveHost(agency, HOST);
  expect((await agency.call(api.getBrandHost)).data.host?.reached_at).toBeNull();
  // It is not known yet whether browsers reach the host.
  expect(await linkOf()).toMatch(/^http:\/\/localhost\/u\//);
  const body = { email: client.email, password: 'correct horse' };
  expect((await world.inject(HOST, '/api/v1/auth/login/', { method: 'POST', body })).statusCode).toBe(200);
  expect((await agency.call(api.getBrandHost)).data.host?.reached_at).not.toBeNull();
  const link = await linkOf();
  expect(link).toMatch(new RegExp(`^http://${HOST}/u/`));
  expect(await linkOfAgency()).toMatch(new RegExp(`^http://${HOST}/u/`));
  expect(await linkOfStranger()).toMatch(/^http:\/\/localhost\/u\//);
  const path = new URL(link).pathname;
  const page = await world.inject(HOST, path);
  expect(page.body).toContain('<b>Acme Reach</b>');
  expect(page.body).toContain('background:#0f766e');
  // The installation's own page has the same text without a brand.
  const plain = await world.inject('localhost', path);
  expect(plain.statusCode).toBe(200);
  expect(plain.body).not.toMatch(/Acme|Overture/);
  const done = await world.inject(HOST, path, { method: 'POST' });
  expect([done.statusCode, done.body.includes('Acme Reach')]).toEqual([200, true]);
  await world.server.owner.query(`update brand_hosts set missing_since = now() - interval '4 days' where host = $1`, [
    HOST,
  ]);
  expect(await linkOf()).toMatch(/^http:\/\/localhost\/u\//);
});
