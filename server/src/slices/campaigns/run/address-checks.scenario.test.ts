import { createContactFinder } from '@overture/adapters/contact-finder/contact-finder.adapter';
import { api } from '@overture/contract';
import Fastify from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createClock } from '../../../../../sandbox/src/clock.ts';
import { registerContactRoutes } from '../../../../../sandbox/src/contacts/contacts.routes.ts';
import { type DnsServer, startDnsServer } from '../../../../../sandbox/src/contacts/dns-server.ts';
import { useCampaignWorld } from '../../../testing/worlds.ts';
import { verifyDueAddresses } from '../../address-checks/index.ts';
import { releaseCompleteLeads } from '../missing-data/release.service.ts';
import * as world from './run.factory.ts';

const vendors = Fastify({ forceCloseConnections: true });
registerContactRoutes(vendors, createClock());
let names: DnsServer | undefined;
let url = '';
beforeAll(async () => {
  names = await startDnsServer(0);
  url = await vendors.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await names?.close();
  await vendors.close();
});

const open = () =>
  createContactFinder({
    hunter: { api_url: `${url}/contacts/hunter`, api_key: 'sandbox' },
    prospeo: null,
    lusha: null,
    outbound_allow: '127.0.0.1',
    dns_servers: [`127.0.0.1:${names!.port}`],
    smtp_probe: null,
  });
let finder: ReturnType<typeof open> | undefined;
/** Opened for the first check, once the stand-in servers have their ports. */
const contact_finder = new Proxy({} as ReturnType<typeof open>, {
  get: (_, key) => {
    finder ??= open();
    return finder[key as keyof typeof finder];
  },
});
const { server, mail } = useCampaignWorld({ slow_in_ms: 0, answer_timeout_in_ms: 30_000, contact_finder });
const system = () => server.program.system;

type Person = Awaited<ReturnType<typeof server.signUp>>;
const controls = (path: string, payload: object) =>
  vendors.inject({ method: 'POST', url: `/__control/contacts/${path}`, payload });
const asked = async (): Promise<string[]> => {
  const { calls } = (await vendors.inject({ url: '/api/contacts/calls' })).json();
  return calls
    .filter(({ kind }: { kind: string }) => kind === 'verify')
    .map((call: { person: { last_name: string } }) => call.person.last_name);
};
const gotMail = () =>
  [...mail.store.mails()]
    .flatMap(({ recipients }) => recipients)
    .filter((email) => email.endsWith('@checked.example'))
    .sort();
beforeEach(() => controls('clear', {}));

/** As the worker's loop does, in two of them. */
async function runAndVerify() {
  const end = new AbortController();
  const verify = async () => {
    while (!end.signal.aborted) {
      await verifyDueAddresses(system(), AbortSignal.timeout(30_000));
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  };
  const loops = [verify(), verify()];
  await world.runUntilQuiet(system()).finally(() => end.abort());
  await Promise.all(loops);
}

/** A running campaign of two mails a day apart to these addresses. */
async function campaignTo(person: Person, addresses: readonly string[], cap = 40) {
  const { organization_id } = person;
  const email = `ada.${organization_id}@sender.example`;
  const ports = { smtp_port: mail.smtp_port, imap_port: mail.imap_port };
  const account_id = await world.makeMailSender(system(), organization_id, { email, ...ports, cap });
  const nodes: world.NodeSpec[] = [{ type: 'EMAIL' }, { type: 'EMAIL', delay_in_hours: 24 }];
  const campaign = await world.makeCampaign(system(), { organization_id, account_id, nodes });
  const people = await world.makePeople(
    system(),
    organization_id,
    addresses.map((address) => ({ email: address })),
  );
  await world.startPeople(system(), campaign, organization_id, people);
  return people;
}

/** Moves the clock and runs the address checks and the engine once. */
async function later(seconds: number) {
  await world.moveClock(system(), seconds);
  await runAndVerify();
  await releaseCompleteLeads(system(), AbortSignal.timeout(30_000));
  await runAndVerify();
}
const waiting = async (person: Person, prospect: number) =>
  (await person.call(api.getCampaignLead, { params: { id: prospect } })).data.prospect.next_action?.waiting_for;
const accept = (person: Person, id: number) => person.call(api.acceptAddress, { params: { id } });

describe('the first mail to an address', () => {
  test('waits for its check: valid is sent, invalid waits, unknown is checked again', async () => {
    const [person, stranger] = [await server.signUp(), await server.signUp()];
    const people = await campaignTo(person, [
      'valid@checked.example',
      'invalid.one@checked.example',
      'invalid.two@checked.example',
      'unknown@checked.example',
    ]);
    await later(1);
    expect(gotMail()).toEqual(['valid@checked.example']);
    expect((await asked()).sort()).toHaveLength(4);
    expect(await waiting(person, people[1]!)).toMatchObject({
      rule: 'address_held',
      text: expect.stringContaining('invalid.one@checked.example was checked and does not exist (Hunter: invalid)'),
    });
    expect(await waiting(person, people[3]!)).toMatchObject({ rule: 'address_check' });

    expect((await accept(stranger, people[1]!)).status).toBe(404);
    expect((await accept(person, people[1]!)).status).toBe(200);
    await system().systemTransaction(({ db }) =>
      sql`update prospects set email = 'new@checked.example' where id = ${people[2]!}`.execute(db),
    );
    await later(60);
    await later(1);
    expect(gotMail()).toEqual(['invalid.one@checked.example', 'new@checked.example', 'valid@checked.example']);

    // A day later it is checked again, and the second mail to the others is not delayed.
    await later(25 * 3600);
    await later(1);
    expect(gotMail().filter((email) => email.startsWith('unknown'))).toHaveLength(1);
    expect((await asked()).filter((email) => email.startsWith('unknown'))).toHaveLength(2);
    expect((await asked()).filter((email) => email.startsWith('valid'))).toHaveLength(1);
  }, 60_000);

  test('to addresses that may not exist takes up to a tenth of the sender’s day, or none at all', async () => {
    const person = await server.signUp();
    const before = gotMail().length;
    const people = await campaignTo(
      person,
      [...Array.from({ length: 4 }, (_, n) => `catchall.${n}@checked.example`), 'surely@checked.example'],
      20,
    );
    await later(1);
    await later(60);
    expect(gotMail().length - before).toBe(3);
    expect(gotMail()).toContain('surely@checked.example');
    const states = await Promise.all(people.map((id) => waiting(person, id)));
    expect(states.filter((state) => state?.rule === 'risky_limit')).toHaveLength(2);

    expect((await person.call(api.getAddressChecks)).data).toEqual({ can_verify: true });
    await person.call(api.changeOrganizationSettings, { body: { sends_risky: false } });
    await later(26 * 3600);
    expect(gotMail().filter((email) => email.startsWith('catchall')).length).toBe(4);
    const held = await Promise.all(people.map((id) => waiting(person, id)));
    expect(held.filter((state) => state?.rule === 'address_held')).toHaveLength(2);
  }, 60_000);

  test('is sent unchecked after an hour without a response', async () => {
    const person = await server.signUp();
    await controls('faults', { vendor: 'hunter', status: 500, times: 1000 });
    await campaignTo(person, ['late@checked.example']);
    await later(1);
    await later(1800);
    expect(gotMail()).not.toContain('late@checked.example');
    await later(1900);
    expect(gotMail()).toContain('late@checked.example');
  }, 60_000);
});
