import { createDns } from '@overture/adapters/dns/dns.adapter';
import { api } from '@overture/contract';
import { type DnsServer, startDnsServer } from '@overture/sandbox/contacts/dns-server';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dispatchEvents } from '../../../kernel/relay.ts';
import { useCampaignWorld } from '../../../testing/worlds.ts';
import { checkDueDomains } from '../../sender-domains/index.ts';
import { campaignRunsSlice } from './index.ts';
import * as world from './run.factory.ts';

const HOUR = 3600;
/** Records the user entered in DNS; the domain has no others. */
const entered = new Map<string, string[]>();
let names: DnsServer | undefined;
const look = () => createDns({ servers: [`127.0.0.1:${names!.port}`], stand_in: null }).openFor(null);
const { server, mail } = useCampaignWorld({
  slow_in_ms: 0,
  answer_timeout_in_ms: 30_000,
  dns: { openFor: look, openForDomain: look },
});
beforeAll(async () => {
  names = await startDnsServer(0, entered);
});
afterAll(() => names?.close());

const system = () => server.program.system;
const sent = () =>
  [...mail.store.mails()].filter(({ recipients }) => recipients[0]?.endsWith('@recorded.example')).length;

/** Moves the clock and checks the domains that are due. */
async function later(hours: number) {
  await world.moveClock(system(), hours * HOUR);
  await checkDueDomains(system(), AbortSignal.timeout(30_000));
  await world.runUntilQuiet(system());
}

test('the first mail waits for the domain records; a record that breaks later has 72 hours', async () => {
  const person = await server.signUp();
  const { organization_id } = person;
  const account_id = await world.makeMailSender(system(), organization_id, {
    email: 'ada@bare-outreach.com',
    smtp_port: mail.smtp_port,
    imap_port: mail.imap_port,
  });
  const nodes: world.NodeSpec[] = [0, 0, 48, 48].map((delay_in_hours) => ({ type: 'EMAIL', delay_in_hours }));
  const campaign = await world.makeCampaign(system(), { organization_id, account_id, nodes });
  const people = await world.makePeople(system(), organization_id, [
    { email: 'kim@recorded.example' },
    { email: 'lee@recorded.example' },
  ]);
  await checkDueDomains(system(), AbortSignal.timeout(30_000));
  await world.startPeople(system(), campaign, organization_id, people);
  await world.runUntilQuiet(system());
  expect(sent()).toBe(0);
  const waiting = async () =>
    (await person.call(api.getCampaignLead, { params: { id: people[0]! } })).data.prospect.next_action?.waiting_for;
  expect(await waiting()).toMatchObject({
    rule: 'domain_records',
    text: expect.stringContaining('Enter in your DNS: TXT _dmarc.bare-outreach.com “v=DMARC1; p=none”.'),
  });

  // New records are found within the hour, and the leads continue.
  entered.set('bare-outreach.com', ['v=spf1 ip4:127.0.0.1 ~all']).set('_dmarc.bare-outreach.com', ['v=DMARC1; p=none']);
  await later(2);
  expect(sent()).toBe(4);

  entered.delete('_dmarc.bare-outreach.com');
  await later(25);
  expect((await person.call(api.listAccounts)).data.accounts[0]!.domain_hold_reason).toContain('no DMARC record');
  await later(30);
  expect(sent()).toBe(6);
  await later(60);
  expect(sent()).toBe(6);
  expect(await waiting()).toMatchObject({ rule: 'domain_records' });

  // A user who fixed the records can recheck immediately.
  entered.set('_dmarc.bare-outreach.com', ['v=DMARC1; p=none']);
  await system().systemTransaction(({ db }) =>
    sql`update account_deliverability set checked_at = now() - interval '1 minute'`.execute(db),
  );
  const again = await person.call(api.getDeliverability, { params: { id: account_id }, query: { refresh: true } });
  expect(again.data).toMatchObject({ hold_reason: null, grace_until: null });
  while ((await dispatchEvents(system(), [campaignRunsSlice.on!])) > 0);
  await world.runUntilQuiet(system());
  expect(sent()).toBe(8);
}, 60_000);
