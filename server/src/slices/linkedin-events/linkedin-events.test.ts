import { linkedinKey } from '@overture/domain/linkedin/linkedin-address';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { useTestServer } from '../../testing/harness.ts';
import { makeLinkedinSender, makeOrganization } from '../campaigns/run/run.factory.ts';
import { listUnheard } from './linkedin-events.store.ts';

// Nothing hands events on here: what is written waits.
const server = useTestServer({ roles: ['web'] });
const system = () => server.program.system;

interface Lead {
  organization_id: number;
  prospect_id: number;
  phone_key: string | null;
  linkedin_key: string | null;
  linkedin_provider_id: string | null;
}

let organization_id: number;
let other: number;
let account_id: number;
let ada: Lead;
let eve: Lead;

const insertLead = async (organizationId: number): Promise<number> =>
  (
    await server.owner.query<{ id: number }>(
      `insert into prospects (organization_id, first_name, email) values ($1, 'Ada', $2) returning id`,
      [organizationId, `ada.${crypto.randomUUID()}@northwind.example`],
    )
  ).rows[0]!.id;
const link = (prospectId: number, providerId: string) =>
  server.owner.query(
    'insert into linkedin_members (account_id, provider_id, organization_id, prospect_id) values ($1, $2, $3, $4)',
    [account_id, providerId, organization_id, prospectId],
  );

beforeAll(async () => {
  [organization_id, other] = [await makeOrganization(system()), await makeOrganization(system())];
  account_id = await makeLinkedinSender(system(), organization_id, { seat_id: 'seat', tier: 'CLASSIC' });
  const unknown = { organization_id, phone_key: null, linkedin_key: null, linkedin_provider_id: null };
  ada = {
    organization_id,
    prospect_id: await insertLead(organization_id),
    phone_key: '31612345678',
    linkedin_key: 'in/ada-jósé',
    linkedin_provider_id: 'ACoAA1',
  };
  eve = { ...unknown, prospect_id: await insertLead(organization_id) };
  await link(ada.prospect_id, '5@lid');
  await link(eve.prospect_id, '6@lid');
});

type Words = { id?: string; url?: string; phone?: string; is_own?: boolean };
const report = (organizationId: number, { id, url, phone, is_own = false }: Words, hasKey = true) => {
  const sender_key = hasKey && url ? { sender_key: linkedinKey(url) } : {};
  const message = {
    is_own,
    sender_provider_id: id,
    sender_profile_url: url,
    withheld: phone && { phone },
    ...sender_key,
  };
  return server.owner.query(
    `insert into linkedin_events (organization_id, event_id, type, provider_account_id, payload)
      values ($1, gen_random_uuid(), 'message_received', 'seat', $2)`,
    [organizationId, { message }],
  );
};
const emit = (organizationId: number, { id, url, phone, is_own = false }: Words) => {
  const sender_key = url ? linkedinKey(url) : null;
  const message = { is_own, provider_id: id, profile_url: url, sender_key, withheld: phone && { phone } };
  return server.owner.query(
    `insert into outbox_events (organization_id, type, payload) values ($1, 'linkedin_message_seen', $2)`,
    [organizationId, { account_id, message }],
  );
};
const clear = () => server.owner.query('truncate linkedin_events, outbox_events');
const unheard = async (leads: Lead[]) => [...(await system().systemTransaction((tx) => listUnheard(tx, leads)))];

describe('who has just written is the lead', () => {
  const url = 'https://www.linkedin.com/in/Ada-J%C3%B3s%C3%A9/?trk=x';
  test.each<[string, Words, boolean]>([
    ['nothing is known of who wrote', {}, false],
    ['the id of the campaign’s LinkedIn account', { id: 'ACoAA1' }, true],
    ['another id', { id: 'ACoAA2' }, false],
    ['the address of the profile, written in another way', { url }, true],
    ['linked to a messaging account', { id: '5@lid' }, true],
    ['linked to somebody else', { id: '6@lid' }, false],
    ['the number, before anybody is linked', { id: '7@lid', phone: '31612345678' }, true],
    ['another number', { phone: '31612345679' }, false],
    ['our own words', { id: 'ACoAA1', is_own: true }, false],
  ])('%s', async (_, words, expected) => {
    for (const send of [report, emit]) {
      await clear();
      await send(organization_id, words);
      expect(await unheard([ada]), send.name).toEqual(expected ? [ada.prospect_id] : []);
      await clear();
      await send(other, words);
      expect(await unheard([ada]), `${send.name}, another organization`).toEqual([]);
    }
  });

  test.each([
    ['report', report],
    ['event', emit],
  ])('an unhandled %s still counts after two days', async (_, send) => {
    await clear();
    await send(organization_id, { id: 'ACoAA1' });
    await server.owner.query("update linkedin_events set received_at = app_now() - interval '2 days'");
    await server.owner.query("update outbox_events set created_at = app_now() - interval '2 days'");
    expect(await unheard([ada])).toEqual([ada.prospect_id]);
  });

  test('a report of an earlier version, by its address alone', async () => {
    await clear();
    await report(organization_id, { url: 'https://nl.linkedin.com/in/Eve-King/' }, false);
    expect(await unheard([ada, { ...eve, linkedin_key: 'in/eve-king' }])).toEqual([eve.prospect_id]);
  });

  test('a lead without identifiers does not match a message without a name', async () => {
    await clear();
    await report(organization_id, {});
    await emit(organization_id, {});
    expect(await unheard([{ ...eve, prospect_id: await insertLead(organization_id) }])).toEqual([]);
  });

  test('names as long as an attacker likes are stored and looked up', async () => {
    await clear();
    const id = Array.from({ length: 500 }, () => crypto.randomUUID()).join('');
    for (const send of [report, emit])
      await send(organization_id, { id, url: `https://www.linkedin.com/in/${id}`, phone: id });
    expect(await unheard([{ ...ada, linkedin_provider_id: id }])).toEqual([ada.prospect_id]);
  });
});

test('a backlog of others is not read', async () => {
  await clear();
  const backlog = `select $1, 'message_received', 'seat', jsonb_build_object('message', jsonb_build_object('is_own', false,
    'sender_provider_id', 'other ' || n, 'sender_profile_url', 'https://www.linkedin.com/in/other-' || n)) from generate_series(1, 3000) n`;
  await server.owner.query(
    `insert into linkedin_events (organization_id, type, provider_account_id, payload) ${backlog}`,
    [organization_id],
  );
  await report(organization_id, { id: 'ACoAA1' });
  await server.owner.query('analyze linkedin_events');
  const read = await system().systemTransaction(async (tx) => {
    expect([...(await listUnheard(tx, [ada, eve]))]).toEqual([ada.prospect_id]);
    const { rows } = await sql<{ rows: number }>`select (seq_tup_read + idx_tup_fetch)::int as rows
      from pg_stat_xact_user_tables where relname = 'linkedin_events'`.execute(tx.db);
    return rows[0]!.rows;
  });
  // All would be thousands; a page of the index is read more or less.
  expect(read).toBeLessThan(1000);
});
