import { api } from '@overture/contract';
import { beforeAll, expect, test } from 'vitest';
import { useTestServer } from '../../testing/harness.ts';
import { makeConversation, receiveReply } from '../chats/chats.factory.ts';
import { createList, importCsv } from '../searches/lists.factory.ts';
import { isSuppressed } from '../suppression-rules/index.ts';
import { eraseBatch } from './erase-people.service.ts';

const server = useTestServer({ roles: ['web'], is_alone: true });
type Person = Awaited<ReturnType<typeof server.signUp>>;
let person: Person;
let leads = 0;
beforeAll(async () => {
  person = await server.signUp();
});

async function makeLead(others: string[] = [], of = person) {
  leads += 1;
  const email = `primary${leads}@acme.example`;
  const { rows } = await server.owner.query(
    `insert into prospects (organization_id, first_name, email, other_emails, other_email_sources)
     values ($1, 'Ada', $2, $3, array_fill('Added by hand'::text, array[cardinality($3::text[])])) returning id`,
    [of.organization_id, email, others],
  );
  return { id: Number(rows[0].id), email };
}

const change = (id: number, body: object, who = person) => who.call(api.updateProspect, { params: { id }, body });
const emailsOf = (lead: { email: string | null; other_emails?: { email: string }[] | undefined }) => [
  lead.email,
  ...(lead.other_emails ?? []).map(({ email }) => email),
];
const blockOf = async (id: number) =>
  (await person.call(api.getLeadPlaces, { params: { id } })).data.blocked?.reason ?? null;

test('parallel changes keep each other, and an address that becomes the primary one changes places', async () => {
  const { id, email } = await makeLead();
  const both = await Promise.all([
    change(id, { add_emails: ['B@home.example'] }),
    change(id, { add_emails: ['c@home.example', email] }),
  ]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  const swapped = await change(id, { email: 'c@home.example' });
  expect(emailsOf(swapped.data.prospect).sort()).toEqual(['b@home.example', 'c@home.example', email]);
  expect(swapped.data.prospect.email).toBe('c@home.example');
  expect(swapped.data.prospect.other_emails?.every(({ source }) => source === 'Added by hand')).toBe(true);
  const removed = await change(id, { remove_emails: ['b@home.example'] });
  expect(emailsOf(removed.data.prospect)).toEqual(['c@home.example', email]);
  const wrong = await change(id, { add_emails: ['no address'] });
  expect(wrong.error.details).toEqual({ add_emails: 'This is not an email address.' });
  const many = Array.from({ length: 10 }, (_, n) => `x${n}@home.example`);
  expect((await change(id, { add_emails: many })).status).toBe(400);
  expect((await change(id, { add_emails: ['d@home.example'] }, await server.signUp())).status).toBe(404);
});

test('a reply from a further address is the reply of the lead and stops the campaign', async () => {
  const conversation = await makeConversation(server, person.organization_id);
  await change(conversation.prospect_id, { add_emails: ['grace@private.example'] });
  await receiveReply(server, conversation, { from: 'grace@private.example' });
  const { rows } = await server.owner.query(
    `select l.status, m.prospect_id::int as prospect_id from campaign_leads l
     join chat_messages m on m.prospect_id = l.prospect_id and m.kind = 'REPLY' where l.id = $1`,
    [conversation.campaign_lead_id],
  );
  expect(rows).toEqual([{ status: 'REPLIED', prospect_id: conversation.prospect_id }]);
});

test('what is said at one address suppresses all of the lead and other leads of them; a bounce only its own', async () => {
  const lead = await makeLead(['two@home.example', 'three@home.example']);
  const other = await makeLead();
  await change(other.id, { email: 'three@home.example' });
  const bounced = await makeLead(['broken@home.example']);
  const suppress = (entry: string, reason: string) =>
    server.owner.query(`insert into suppressions (organization_id, email, reason) values ($1, $2, $3)`, [
      ...[person.organization_id, entry, reason],
    ]);
  await suppress('broken@home.example', 'hard_bounce');
  expect(await blockOf(bounced.id)).toBeNull();
  await suppress('two@home.example', 'unsubscribe');
  expect(await blockOf(lead.id)).toBe('unsubscribe');
  expect(await blockOf(other.id)).toBe('unsubscribe');
  await server.program.system.systemTransaction(async (tx) => {
    for (const email of [lead.email, 'three@home.example'])
      expect(await isSuppressed(tx, person.organization_id, email)).toBe(true);
  });
  // An address that is added later and is on the list suppresses the lead too.
  const late = await makeLead();
  await change(late.id, { add_emails: ['two@home.example'] });
  expect(await blockOf(late.id)).toBe('unsubscribe');
});

test('an entry for a further address, added by hand, blocks its lead', async () => {
  const lead = await makeLead(['quiet@private.example']);
  await person.call(api.addSuppression, { body: { entry: 'quiet@private.example', reason: 'unsubscribe' } });
  expect(await blockOf(lead.id)).toBe('unsubscribe');
});

test('erasing a lead erases those of its further addresses, and none of them comes back by any way in', async () => {
  const owner = await server.signUp();
  const lead = await makeLead(['hidden@home.example'], owner);
  const same = await makeLead([], owner);
  await change(same.id, { email: 'hidden@home.example' }, owner);
  expect(
    (await owner.call(api.erasePerson, { params: { id: lead.id }, body: { with_crm: false } })).status,
  ).toBeLessThan(300);
  await eraseBatch(server.program.system, owner.organization_id);
  const { rows } = await server.owner.query(`select count(*)::int as n from prospects where organization_id = $1`, [
    owner.organization_id,
  ]);
  expect(rows).toEqual([{ n: 0 }]);
  const free = await makeLead([], owner);
  expect((await change(free.id, { add_emails: ['hidden@home.example'] }, owner)).error.code).toBe('person_erased');
  const forced = server.owner.query(
    `update prospects set other_emails = $1, other_email_sources = '{x}' where id = $2`,
    [...[['hidden@home.example'], free.id]],
  );
  await expect(forced).rejects.toThrow('erased on request');
});

test('a file adds the further email columns of its rows, and a row with a known further address is that lead', async () => {
  const list = await createList(person);
  const header = 'First name,Email,Secondary email,Profile,Last name,Company';
  const mapping = {
    ...{ first_name: 'First name', last_name: 'Last name', company_name: 'Company' },
    ...{ email: 'Email', linkedin_url: 'Profile' },
  };
  const answer = await importCsv(
    person,
    list,
    `${header}
Mia,mia@work.example,mia@home.example,,M,Acme
Tom,tom@work.example; tom@home.example,,,T,Acme
Kim,,kim@home.example,https://www.linkedin.com/in/kim-other,K,Acme
Lou,,lou@home.example,,L,Acme
`,
    { mapping, rows_without_linkedin: 'import' },
  );
  expect(answer.status, JSON.stringify(answer.error)).toBe(200);
  const { prospects } = (await person.call(api.listSearchProspects, { params: { id: list }, query: {} })).data;
  expect(Object.fromEntries(prospects.map((lead) => [lead.first_name, lead.other_emails]))).toEqual({
    Mia: [{ email: 'mia@home.example', source: 'Imported from leads.csv' }],
    Tom: [{ email: 'tom@home.example', source: 'Imported from leads.csv' }],
    Kim: [{ email: 'kim@home.example', source: 'Imported from leads.csv' }],
  });
  expect(prospects.find((lead) => lead.first_name === 'Kim')?.email).toBeNull();
  const again = await importCsv(person, await createList(person), `${header}\nMia,mia@home.example,,,M,Acme\n`, {
    ...{ mapping, rows_without_linkedin: 'import' },
  });
  expect(again.data.prospects.map(({ id }) => id)).toEqual([prospects.find((lead) => lead.first_name === 'Mia')?.id]);
});
