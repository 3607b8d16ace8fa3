import { api } from '@overture/contract';
import { expect, test } from 'vitest';
import { countLockWaits } from '../../testing/database.ts';
import { isFileStored } from '../../testing/files/stored-files.ts';
import { useTestServer } from '../../testing/harness.ts';
import { makeCampaign, makeSender } from '../campaigns/settings/campaigns.factory.ts';
import { storeCrmPeople } from '../crm-people/index.ts';
import { erasuresSlice } from '../erasures/index.ts';
import { createList } from '../searches/lists.factory.ts';
import { runRetention } from './retention.service.ts';

const server = useTestServer({ roles: ['web'], is_alone: true });
type Person = Awaited<ReturnType<typeof server.signUp>>;
const OFF = { never_contacted_months: null, no_reply_months: null, messages_months: null };
const run = () => runRetention(server.program.system, new AbortController().signal);

async function insert(statement: string, ...values: unknown[]): Promise<number> {
  const { rows } = await server.owner.query(statement, values);
  return rows[0]?.id;
}
const makeLead = ({ organization_id }: Person, name: string, months: number) =>
  insert(
    `insert into prospects (organization_id, first_name, email, created_at)
      values ($1, $2, $2 || '@old.example', app_now() - make_interval(months => $3)) returning id`,
    organization_id,
    name,
    months,
  );
const addToCampaign = (
  { organization_id }: Person,
  campaign: number,
  lead: number,
  status: string,
  months: number | null,
) =>
  insert(
    `insert into campaign_leads (organization_id, campaign_id, prospect_id, status, contacted_at)
      values ($1, $2, $3, $4, app_now() - make_interval(months => $5)) returning id`,
    organization_id,
    campaign,
    lead,
    status,
    months,
  );
const namesOf = async ({ organization_id }: Person) =>
  (
    await server.owner.query('select first_name from prospects where organization_id = $1 order by id', [
      organization_id,
    ])
  ).rows.map(({ first_name }) => first_name);

/** Leads of every fate. Those who must stay say so. */
async function makeLeads(person: Person): Promise<void> {
  const { data } = await person.call(api.createCampaign, { body: { name: 'Old' } });
  const campaign = data.campaign.id;
  await makeLead(person, 'unused', 7);
  await makeLead(person, 'stays-new', 5);
  const running = await makeLead(person, 'stays-running', 30);
  await addToCampaign(person, campaign, running, 'ACTIVE', 29);
  const silent = await makeLead(person, 'silent', 30);
  await addToCampaign(person, campaign, silent, 'COMPLETED', 25);
  const lately = await makeLead(person, 'stays-lately', 30);
  await addToCampaign(person, campaign, lately, 'COMPLETED', 2);
  const replied = await makeLead(person, 'stays-replied', 50);
  await addToCampaign(person, campaign, replied, 'COMPLETED', 49);
  await server.owner.query(
    `insert into chats (organization_id, prospect_id, last_message_at, replied_at, message_count, last_preview)
      values ($1, $2, app_now() - interval '40 months', app_now() - interval '40 months', 1, 'We are interested')`,
    [person.organization_id, replied],
  );
}

test('is off until an organization sets a period', async () => {
  const person = await server.signUp();
  await makeLeads(person);
  expect((await person.call(api.getRetention, {})).data).toEqual({ ...OFF, ran_at: null });
  await run();
  expect(await namesOf(person)).toHaveLength(6);
});

test('a preview counts what the night deletes; leads of running campaigns stay, and sums stay', async () => {
  const person = await server.signUp();
  await makeLeads(person);
  const periods = { never_contacted_months: 6, no_reply_months: 24, messages_months: 36 };
  const preview = await person.call(api.previewRetention, { query: periods });
  expect(preview.data).toEqual({ never_contacted_months: 1, no_reply_months: 1, messages_months: 1 });
  expect(await namesOf(person)).toHaveLength(6);
  await person.call(api.changeRetention, { body: periods });
  await run();
  expect(await namesOf(person)).toEqual(['stays-new', 'stays-running', 'stays-lately', 'stays-replied']);
  // What is left says only that they replied: without it they would be deleted next as a lead who never did.
  const { rows } = await server.owner.query(
    'select message_count, last_preview, is_conversation from chats where organization_id = $1',
    [person.organization_id],
  );
  expect(rows).toEqual([{ message_count: 0, last_preview: '', is_conversation: false }]);
  expect((await person.call(api.getRetention, {})).data.ran_at).toMatch(/^\d{4}/);
  // Not erased: they may be added again.
  await makeLead(person, 'unused', 0);
});

test('runs once a night, and a bad period is refused in words', async () => {
  const person = await server.signUp();
  await person.call(api.changeRetention, { body: { ...OFF, never_contacted_months: 6 } });
  await run();
  await makeLead(person, 'unused', 7);
  await run();
  expect(await namesOf(person)).toEqual(['unused']);
  expect((await person.call(api.changeRetention, { body: { ...OFF, messages_months: 0 } })).status).toBe(400);
});

const runAgain = async (person: Person) => {
  await server.owner.query('update retention_rules set ran_at = null where organization_id = $1', [
    person.organization_id,
  ]);
  await run();
};
const PERIODS = { never_contacted_months: 6, no_reply_months: 24, messages_months: 36 };

test('a lead who replied stays in the nights after the conversation was deleted', async () => {
  const person = await server.signUp();
  await makeLeads(person);
  await person.call(api.changeRetention, { body: PERIODS });
  await run();
  await runAgain(person);
  expect(await namesOf(person)).toContain('stays-replied');
  expect((await person.call(api.previewRetention, { query: PERIODS })).data.messages_months).toBe(0);
});

test('emails outside of conversations go by their own age, and who wrote one is no lead who never replied', async () => {
  const person = await server.signUp();
  const { data } = await person.call(api.createCampaign, { body: { name: 'Old' } });
  const leads = [await makeLead(person, 'stays-wrote', 40), await makeLead(person, 'stays-written-to', 40)];
  const silent = await makeLead(person, 'silent', 40);
  for (const lead of [...leads, silent]) await addToCampaign(person, data.campaign.id, lead, 'COMPLETED', 39);
  const mail = (lead: number, months: number, is_received: boolean) =>
    insert(
      `insert into past_mails (organization_id, prospect_id, is_received, subject_line, message, sent_at, digest)
        values ($1, $2, $3, 'Lunch', 'Lunch?', app_now() - make_interval(months => $4), sha256($4::text::bytea)) returning id`,
      person.organization_id,
      lead,
      is_received,
      months,
    );
  await mail(leads[0]!, 37, true);
  const kept = [await mail(leads[0]!, 35, true), await mail(leads[1]!, 2, false)];
  await mail(silent, 30, false);
  await person.call(api.changeRetention, { body: PERIODS });
  await run();
  expect(await namesOf(person)).toEqual(['stays-wrote', 'stays-written-to']);
  const { rows } = await server.owner.query('select id from past_mails where organization_id = $1 order by id', [
    person.organization_id,
  ]);
  expect(rows.map(({ id }) => id)).toEqual(kept);
});

test('a lead who booked a meeting stays, whether or not they were written to', async () => {
  const person = await server.signUp();
  const { data } = await person.call(api.createCampaign, { body: { name: 'Old' } });
  const booked = [await makeLead(person, 'stays-unwritten', 40), await makeLead(person, 'stays-written', 40)];
  await makeLead(person, 'unused', 40);
  await addToCampaign(person, data.campaign.id, booked[1]!, 'COMPLETED', 39);
  for (const lead of booked)
    await insert(
      `insert into meetings (organization_id, provider, booking_uid, prospect_id, status, changed_at)
        values ($1, 'cal_com', 'uid', $2, 'booked', app_now()) returning id`,
      person.organization_id,
      lead,
    );
  await person.call(api.changeRetention, { body: PERIODS });
  await run();
  expect(await namesOf(person)).toEqual(['stays-unwritten', 'stays-written']);
});

test('a lead added to a list since stays, and so does a conversation with a message to send', async () => {
  const person = await server.signUp();
  const list = await createList(person);
  const [old, listed, written] = [
    await makeLead(person, 'unused', 30),
    await makeLead(person, 'stays-listed', 30),
    await makeLead(person, 'stays-written', 30),
  ];
  expect(old).toBeGreaterThan(0);
  await insert(
    'insert into search_prospects (organization_id, search_id, prospect_id) values ($1, $2, $3)',
    person.organization_id,
    list,
    listed,
  );
  await insert(
    `insert into chats (organization_id, prospect_id, last_message_at, message_count)
      values ($1, $2, app_now() - interval '40 months', 2)`,
    person.organization_id,
    written,
  );
  await insert(
    `insert into chat_messages (organization_id, prospect_id, kind, delivery, sent_by_prospect, message, sent_at)
      values ($1, $2, 'CHAT', 'SCHEDULED', false, 'See you', app_now() + interval '1 day')`,
    person.organization_id,
    written,
  );
  await person.call(api.changeRetention, { body: PERIODS });
  await run();
  expect(await namesOf(person)).toEqual(['stays-listed', 'stays-written']);
  const { rows } = await server.owner.query('select message from chat_messages where organization_id = $1', [
    person.organization_id,
  ]);
  expect(rows).toEqual([{ message: 'See you' }]);
});

test('what a CRM says of the address stays, so does another conversation with it, and files go', async () => {
  const person = await server.signUp();
  const ctx = server.program.system.forOrganization(person.organization_id);
  const [lead, other] = [await makeLead(person, 'grace', 30), await makeLead(person, 'alan', 1)];
  const stored = await server.program.system.ports.files.saveFile('attachments', Buffer.from('offer'), 100);
  const own = [person.organization_id, lead];
  await insert(
    `insert into chat_uploads (organization_id, prospect_id, user_id, name, type, size, file_key)
      values ($1, $2, $3, 'offer.txt', 'text/plain', 5, $4)`,
    ...own,
    person.user_id,
    stored.key,
  );
  await insert(
    `insert into chats (organization_id, prospect_id, last_message_at, message_count) values ($1, $2, app_now(), 1)`,
    person.organization_id,
    other,
  );
  await insert(
    `insert into chat_messages (organization_id, prospect_id, kind, sent_by_prospect, message, from_email, sent_at)
      values ($1, $2, 'REPLY', true, 'Hello', 'grace@old.example', app_now())`,
    person.organization_id,
    other,
  );
  const integration_id = await insert(
    `insert into integrations (organization_id, integration_type, account_id, account_name)
      values ($1, 'HUBSPOT', '1', 'Acme') returning id`,
    person.organization_id,
  );
  const said = { email: 'grace@old.example', other_emails: [], linkedin_key: null, words: 'Is a customer.' };
  await ctx.transaction((tx) =>
    storeCrmPeople(tx, integration_id, [{ ...said, record_id: '7', standing: 'customer' }]),
  );
  await person.call(api.changeRetention, { body: { ...OFF, never_contacted_months: 6 } });
  await run();
  await erasuresSlice.loops
    ?.find(({ name }) => name === 'erasure-journal')
    ?.run(server.program.system, new AbortController().signal);
  expect(await namesOf(person)).toEqual(['alan']);
  const { rows } = await server.owner.query(
    `select (select count(*)::int from crm_people where organization_id = $1) as customers,
      (select from_email::text from chat_messages where organization_id = $1) as sender`,
    [person.organization_id],
  );
  expect(rows).toEqual([{ customers: 1, sender: 'grace@old.example' }]);
  // The loop that deletes files is proven with them.
  const due = 'select key from file_deletions where key = $1 and next_at <= statement_timestamp()';
  expect((await server.owner.query(due, [stored.key])).rowCount).toBe(1);
});

test('a file of an imported archive stays as long as messages of other leads name it', async () => {
  const person = await server.signUp();
  const { key } = await server.program.system.ports.files.saveFile('imported', Buffer.from('offer'), 100);
  const leads = [await makeLead(person, 'grace', 30), await makeLead(person, 'alan', 30)];
  for (const [lead, months] of [
    [leads[0], 40],
    [leads[1], 1],
  ]) {
    await insert(
      `insert into chats (organization_id, prospect_id, last_message_at, message_count)
        values ($1, $2, app_now() - make_interval(months => $3), 1)`,
      ...[person.organization_id, lead, months],
    );
    await insert(
      `with m as (insert into chat_messages (organization_id, prospect_id, kind, sent_by_prospect, message, sent_at)
          values ($1, $2, 'CHAT', false, 'Hello', app_now() - make_interval(months => $3)) returning id)
        insert into chat_attachments (organization_id, message_id, name, type, size, file_key)
          select $1, id, 'offer.txt', 'text/plain', 5, $4 from m`,
      ...[person.organization_id, lead, months, key],
    );
  }
  const isStored = () => isFileStored(server, key);
  const countFiles = () =>
    insert('select count(*)::int as id from chat_attachments where organization_id = $1', person.organization_id);
  await person.call(api.changeRetention, { body: { ...OFF, messages_months: 36 } });
  await run();
  expect([await countFiles(), await isStored()]).toEqual([1, true]);
  await server.owner.query(
    `update chats set last_message_at = app_now() - interval '40 months' where organization_id = $1`,
    [person.organization_id],
  );
  await server.owner.query(
    `update chat_messages set sent_at = app_now() - interval '40 months' where organization_id = $1`,
    [person.organization_id],
  );
  await runAgain(person);
  expect(await countFiles()).toBe(0);
  expect(await isStored()).toBe(false);
});

test('a file of a campaign stays as long as the campaign or a conversation names it', async () => {
  const person = await server.signUp();
  const email_account_id = await makeSender(server, person.organization_id);
  const { id: campaign_id } = await makeCampaign(person, { email_account_id });
  const { key } = await server.program.system.ports.files.saveFile('attachments', Buffer.from('offer'), 100);
  await insert(
    `insert into campaign_attachments (organization_id, campaign_id, node_id, name, type, size, file_key)
      select organization_id, campaign_id, id, 'offer.txt', 'text/plain', 5, $2 from campaign_nodes
      where campaign_id = $1 and kind = 'step' order by id limit 1`,
    campaign_id,
    key,
  );
  for (const months of [40, 1]) {
    const lead = await makeLead(person, `lead-${months}`, 50);
    await insert(
      `insert into chats (organization_id, prospect_id, last_message_at, message_count)
        values ($1, $2, app_now() - make_interval(months => $3), 1)`,
      ...[person.organization_id, lead, months],
    );
    await insert(
      `with m as (insert into chat_messages (organization_id, prospect_id, kind, sent_by_prospect, message, sent_at)
          values ($1, $2, 'CAMPAIGN', false, 'Hello', app_now() - make_interval(months => $3)) returning id)
        insert into chat_attachments (organization_id, message_id, name, type, size, file_key)
          select $1, id, 'offer.txt', 'text/plain', 5, $4 from m`,
      ...[person.organization_id, lead, months, key],
    );
  }
  const isStored = async () => {
    await server.owner.query('update file_deletions set next_at = now() where key = $1', [key]);
    return isFileStored(server, key);
  };
  await person.call(api.changeRetention, { body: { ...OFF, messages_months: 36 } });
  await run();
  expect(
    await insert('select count(*)::int as id from chat_attachments where organization_id = $1', person.organization_id),
  ).toBe(1);
  expect(await isStored()).toBe(true);
  await insert('delete from chats where organization_id = $1', person.organization_id);
  expect(await isStored()).toBe(true);
  await insert('delete from campaign_attachments where campaign_id = $1', campaign_id);
  expect(await isStored()).toBe(false);
});

test('a night is one line among the erasures, however many batches it has', async () => {
  const person = await server.signUp();
  await server.owner.query(
    `insert into prospects (organization_id, first_name, created_at)
      select $1, 'Grace', app_now() - interval '7 months' from generate_series(1, 201)`,
    [person.organization_id],
  );
  await person.call(api.changeRetention, { body: { ...OFF, never_contacted_months: 6 } });
  await run();
  expect(await namesOf(person)).toEqual([]);
  expect((await person.call(api.listErasures, {})).data.erasures).toMatchObject([
    { origin: 'retention', total: 201, erased: 201, finished_at: expect.any(String) },
  ]);
});

test('a reply that arrives while the conversation is being deleted is kept', async () => {
  const person = await server.signUp();
  const lead = await makeLead(person, 'grace', 50);
  await insert(
    `insert into chats (organization_id, prospect_id, last_message_at, message_count)
      values ($1, $2, app_now() - interval '40 months', 1)`,
    person.organization_id,
    lead,
  );
  await person.call(api.changeRetention, { body: { ...OFF, messages_months: 36 } });
  const client = await server.owner.connect();
  await client.query('begin');
  await client.query(
    'update chats set last_message_at = app_now(), replied_at = app_now(), message_count = 2 where prospect_id = $1',
    [lead],
  );
  const night = run();
  await expect.poll(() => countLockWaits(server.owner, 'from chats')).toBe(1);
  await client.query('commit');
  client.release();
  await night;
  expect(await insert('select message_count as id from chats where prospect_id = $1', lead)).toBe(2);
});
