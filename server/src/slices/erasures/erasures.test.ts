import { readFileSync } from 'node:fs';
import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSmtpImapMailbox } from '@overture/adapters/mailbox/smtp-imap/smtp-imap.adapter';
import { api } from '@overture/contract';
import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { eraseAnswers } from '../../kernel/api-keys/idempotency.ts';
import { countLockWaits } from '../../testing/database.ts';
import { useTestServer } from '../../testing/harness.ts';
import { plantRows, tenantTables } from '../../testing/plant-rows.ts';
import { makeMailSender } from '../campaigns/run/run.factory.ts';
import { storeCrmPeople } from '../crm-people/index.ts';
import { isErasedPerson } from '../erased-people/index.ts';
import { mergePerson } from '../lead-merging/index.ts';
import { type Dispatcher, startDispatcher } from '../outbound/dispatch/dispatcher.service.ts';
import { insertIntents } from '../outbound/index.ts';
import { ACCEPTED, goTo, loadIntents, makeLetterKind, makeMailbox } from '../outbound/outbound.factory.ts';
import { fillContact } from '../prospects/index.ts';
import { makeLeads } from '../prospects/prospects.factory.ts';
import { createList, csvHeader, importCsv } from '../searches/lists.factory.ts';
import { listSuppressed } from '../suppression-rules/index.ts';
import { beginErasure, eraseBatch } from './erase-people.service.ts';
import { followErasure } from './erasures.service.ts';
import { replayJournal, writeJournal } from './journal.service.ts';

const { mailbox, answers } = makeMailbox(createSmtpImapMailbox());
const server = useTestServer({ roles: ['web'], mailbox, is_alone: true });
type Person = Awaited<ReturnType<typeof server.signUp>>;
let person: Person;
let dispatcher: Dispatcher | undefined;
beforeAll(async () => {
  person = await server.signUp();
});
afterEach(async () => {
  await dispatcher?.stop();
  dispatcher = undefined;
  answers.send = async () => ACCEPTED;
});

const system = () => server.program.system;
const contextOf = ({ organization_id }: Person) => system().forOrganization(organization_id);
const count = async (query: string, ...values: unknown[]) =>
  Number((await server.owner.query(query, values)).rows[0].n);

let people = 0;
async function makeLead(of = person, given: object = {}) {
  people += 1;
  const name = `grace${people}`;
  const known = { email: `${name}@harbor.example`, linkedin_key: `in/${name}`, ...given };
  const { rows } = await server.owner.query(
    `insert into prospects (organization_id, first_name, last_name, email, linkedin_key, linkedin_profile_url)
      values ($1, 'Grace', $2, $3, $4, $5) returning id`,
    [of.organization_id, `Hopper${people}`, known.email, known.linkedin_key, `https://www.linkedin.com/in/${name}`],
  );
  return { id: rows[0].id as number, ...known };
}

/** Tables of personal data whose planted texts are about the team, a company, a column or a file, and not about the lead. */
const KEPT = [
  ...['account_deliverability', 'accounts', 'agency_clients', 'approvals', 'archive_import_ids', 'archive_imports'],
  ...[
    'campaign_attachments',
    'campaign_events',
    'chat_labels',
    'client_report_mails',
    'contact_domains',
    'crm_erasures',
  ],
  ...['idempotency_keys', 'import_address_checks', 'imports', 'integrations', 'lead_columns', 'linkedin_events'],
  // Names of files, and the basis of the organization; a lead's own basis goes with it.
  ...['lead_sources', 'legal_bases'],
  ...[
    'linkedin_sign_ins',
    'mail_tries',
    'organization_archives',
    'placement_falls',
    'research_sources',
    'seed_mailboxes',
    'signatures',
    'tool_imports',
    // Of a person of the organization.
    'weekly_mails',
    'finder_search_readers',
    'push_devices',
  ],
];

const erase = (id: number, by = person) => by.call(api.erasePerson, { params: { id }, body: {} });
const leadsOf = ({ organization_id }: Person) =>
  count('select count(*) as n from prospects where organization_id = $1', organization_id);
const skipsOf = async (by: Person) =>
  Object.fromEntries((await by.call(api.listErasures, {})).data.skips.map(({ way, skipped }) => [way, skipped]));

describe('erasing a person', () => {
  test('deletes everything about them, in every table of personal data', async () => {
    const owner = await server.signUp();
    const client = await server.owner.connect();
    const canary = 'canary@erased.example';
    await plantRows(client, owner.organization_id, owner.user_id, canary);
    const tables = await tenantTables(client);
    client.release();
    const { rows } = await server.owner.query('select id from prospects where organization_id = $1', [
      owner.organization_id,
    ]);
    await server.owner.query(
      `update outbound_intents set state = 'confirmed', settled_at = app_now() where organization_id = $1`,
      [owner.organization_id],
    );
    const own = 'where organization_id = $1';
    for (const change of [
      `update searches set total_prospects = 1 ${own}`,
      `update webhook_messages set prospect_id = ${rows[0].id} ${own}`,
      `update notice_mails set mailed_at = app_now(), subject = subject || ' ' || subject ${own}`,
    ])
      await server.owner.query(change, [owner.organization_id]);
    const answer = await erase(rows[0].id, owner);
    expect([answer.status, answer.data?.erasure]).toEqual([202, expect.objectContaining({ total: 1, erased: 1 })]);
    await system()
      .forOrganization(owner.organization_id)
      .transaction((tx) => eraseAnswers(tx));
    await writeJournal(system());
    const left = [];
    for (const table of tables) {
      const found = `select count(*) as n from ${table} t where organization_id = $1 and t::text like '%canary@erased.example%'`;
      if ((await count(found, owner.organization_id)) > 0) left.push(table);
    }
    const page = readFileSync(new URL('../../../../docs/security/data.md', import.meta.url), 'utf8');
    const personal = new Set(/^\| P \| (.+) \|$/m.exec(page)![1]!.split(' '));
    expect(left.filter((table) => personal.has(table)).sort()).toEqual(KEPT.toSorted());
  });

  test('deletes what they opened, judged or not, and what colleagues opened stays', async () => {
    const owner = await server.signUp();
    const [grace, other] = [await makeLead(owner), await makeLead(owner)];
    await server.owner.query(
      `with campaign as (insert into campaigns (organization_id, name, timezone, sending_window)
          values ($1, 'Autumn', 'UTC', '{"days":[1],"start":"09:00","end":"17:00"}') returning id),
        node as (insert into campaign_nodes (organization_id, campaign_id, kind, type)
          select $1, id, 'step', 'EMAIL' from campaign returning id),
        link as (insert into tracked_links (organization_id, campaign_id, url) select $1, id, 'https://acme.example' from campaign returning id),
        leads as (insert into campaign_leads (organization_id, campaign_id, prospect_id)
          select $1, c.id, p from campaign c, unnest($2::bigint[]) p returning id, campaign_id, prospect_id),
        clicks as (insert into link_clicks (organization_id, campaign_id, campaign_lead_id, prospect_id, node_id, tracked_link_id, class)
          select $1, l.campaign_id, l.id, l.prospect_id, n.id, k.id, 'person' from leads l, node n, link k)
        insert into mail_opens (organization_id, campaign_id, campaign_lead_id, prospect_id, node_id, class, ip, agent)
          select $1, l.campaign_id, l.id, l.prospect_id, n.id, c.class, c.ip, c.ip
          from leads l, node n, (values ('person', null), (null, '203.0.113.9')) c (class, ip)`,
      [owner.organization_id, [grace.id, other.id]],
    );
    const left = async () =>
      (
        await server.owner.query(
          `select r.prospect_id::int as lead, count(*)::int as requests from (select prospect_id, organization_id from mail_opens
            union all select prospect_id, organization_id from link_clicks) r where r.organization_id = $1 group by 1`,
          [owner.organization_id],
        )
      ).rows;
    expect(await left()).toHaveLength(2);
    expect((await erase(grace.id, owner)).status).toBe(202);
    expect(await left()).toEqual([{ lead: other.id, requests: 3 }]);
  });

  test('takes their other leads along, leaves others and counts, and does nothing a second time', async () => {
    const owner = await server.signUp();
    const list = await createList(owner);
    const [grace, double, other] = [
      await makeLead(owner),
      await makeLead(owner, { email: 'grace@harbor.example' }),
      await makeLead(owner),
    ];
    await server.owner.query('update prospects set email = $1 where id = $2', ['grace@harbor.example', grace.id]);
    await server.owner.query(
      'insert into search_prospects (organization_id, search_id, prospect_id) select $1, $2, unnest($3::bigint[])',
      [owner.organization_id, list, [grace.id, other.id]],
    );
    await server.owner.query('update searches set total_prospects = 2 where id = $1', [list]);
    const preview = await owner.call(api.previewErasure, { params: { id: grace.id } });
    expect(preview.data).toEqual({
      leads: 2,
      lists: 1,
      campaigns: 0,
      messages: 0,
      handed_over: 0,
      digests: 3,
      crm: [],
    });
    const { data } = await erase(grace.id, owner);
    expect(data.erasure).toMatchObject({ origin: 'lead', total: 2, erased: 2, handed_over: 0 });
    expect(
      (await server.owner.query('select id from prospects where organization_id = $1', [owner.organization_id])).rows,
    ).toEqual([{ id: other.id }]);
    expect(double.id).toBeGreaterThan(0);
    expect((await owner.call(api.getSearch, { params: { id: list } })).data.search.total_prospects).toBe(1);
    expect((await erase(grace.id, owner)).status).toBe(404);
  });

  test('reaches no lead of another organization', async () => {
    const [owner, rival] = [await server.signUp(), await server.signUp()];
    const { id } = await makeLead(owner);
    expect((await erase(id, rival)).status).toBe(404);
    expect((await rival.call(api.erasePeople, { body: { prospect_ids: [id] } })).status).toBe(404);
    expect(await leadsOf(owner)).toBe(1);
  });

  test('by the suppression list erases the leads as well', async () => {
    const owner = await server.signUp();
    const { email } = await makeLead(owner);
    await owner.call(api.addSuppression, { body: { entry: email, reason: 'erased' } });
    const { rows } = await server.owner.query(
      `select payload from outbox_events where organization_id = $1 and type = 'people_erased'`,
      [owner.organization_id],
    );
    await contextOf(owner).transaction((tx) => followErasure(tx, { type: 'people_erased', ...rows[0].payload }));
    await eraseBatch(system(), owner.organization_id);
    expect(await leadsOf(owner)).toBe(0);
  });
});

describe('a request to be erased', () => {
  const requestsOf = async (by: Person, is_closed: boolean) =>
    (await by.call(api.listPrivacyRequests, { query: { is_closed } })).data.requests;
  const ask = (by: Person, prospect_id: number, kind: 'erase' | 'access' | 'correct') =>
    server.owner.query(
      `insert into privacy_requests (organization_id, prospect_id, kind, note, due_at) values ($1, $2, $3, 'Grace', app_now())`,
      [by.organization_id, prospect_id, kind],
    );

  test('closes with the erasure, and so does a correction; access is left to the team', async () => {
    const owner = await server.signUp();
    const [grace, double, other] = [await makeLead(owner), await makeLead(owner), await makeLead(owner)];
    await server.owner.query('update prospects set email = $1 where id = $2', [grace.email, double.id]);
    for (const kind of ['erase', 'access', 'correct'] as const) await ask(owner, double.id, kind);
    await ask(owner, other.id, 'erase');
    // Of the other lead of the same person.
    const { data } = await erase(grace.id, owner);
    expect(data.erasure).toMatchObject({ origin: 'request', erased: 2 });
    const closed = { state: 'done', prospect_id: null, note: '', closed_at: expect.any(String) };
    expect(await requestsOf(owner, true)).toMatchObject(
      ['correct', 'erase'].map((kind) => ({ ...closed, kind, erasure: { is_finished: true, crm: [] } })),
    );
    expect(await requestsOf(owner, false)).toMatchObject([
      { kind: 'access', prospect_id: null, erasure: null },
      { kind: 'erase', prospect_id: other.id, erasure: null },
    ]);
  });

  test('stays open while a CRM still has the person, and names it', async () => {
    const owner = await server.signUp();
    const { id } = await makeLead(owner);
    await ask(owner, id, 'erase');
    const { rows } = await server.owner.query(
      `insert into integrations (organization_id, integration_type, account_id, account_name) values ($1, 'HUBSPOT', 'hub', 'Hub') returning id`,
      [owner.organization_id],
    );
    await server.owner.query(
      `insert into crm_links (organization_id, integration_id, prospect_id, account_id, record_id) values ($1, $2, $3, 'hub', '9')`,
      [owner.organization_id, rows[0].id, id],
    );
    await owner.call(api.erasePerson, { params: { id }, body: { with_crm: true } });
    const [waiting] = await requestsOf(owner, false);
    expect(waiting).toMatchObject({
      prospect_id: null,
      erasure: { is_finished: true, crm: [{ crm: 'HUBSPOT', waiting: 1, failed: 0 }] },
    });
    await server.owner.query(`update crm_erasures set state = 'failed' where organization_id = $1`, [
      owner.organization_id,
    ]);
    expect(await requestsOf(owner, false)).toMatchObject([{ erasure: { crm: [{ waiting: 0, failed: 1 }] } }]);
  });

  test('that comes while the erasure runs closes with it as well', async () => {
    const owner = await server.signUp();
    const { id } = await makeLead(owner);
    await contextOf(owner).transaction((tx) => beginErasure(tx, [id], { origin: 'lead', with_crm: false }));
    await ask(owner, id, 'erase');
    expect(await requestsOf(owner, false)).toMatchObject([{ erasure: null }]);
    await eraseBatch(system(), owner.organization_id);
    expect(await requestsOf(owner, true)).toMatchObject([{ state: 'done', erasure: { is_finished: true } }]);
  });
});

describe('an erased person', () => {
  test('comes back by no way in, and every way counts', async () => {
    const owner = await server.signUp();
    const [{ id, email, linkedin_key }, bystander] = [await makeLead(owner), await makeLead(owner)];
    await erase(id, owner);
    const list = await createList(owner);
    const row = (mail: string, profile: string) => `Grace,H,${mail},https://www.linkedin.com/${profile},,,,`;
    const file = [
      csvHeader,
      row('x@else.example', linkedin_key),
      row(email, 'in/else'),
      row('new@else.example', 'in/new'),
    ];
    const imported = await importCsv(owner, list, file.join('\n'));
    expect(imported.data).toMatchObject({ added_prospects: 1, duplicate_rows: 0, skipped_rows: 2, total_rows: 3 });
    const { rows: bad } = await server.owner.query(
      'select row_number, reason, line from import_bad_rows where organization_id = $1 and row_number < 4 order by row_number',
      [owner.organization_id],
    );
    const reason = 'Skipped: this person was erased on request.';
    expect(bad).toEqual([2, 3].map((row_number) => ({ row_number, reason, line: '' })));
    const merge = contextOf(owner).transaction((tx) =>
      mergePerson(tx, { source: { kind: 'referral' } }, { first_name: 'G', last_name: 'H', email }),
    );
    await expect(merge).rejects.toMatchObject({ code: 'person_erased' });
    const edit = await owner.call(api.updateProspect, { params: { id: bystander.id }, body: { email } });
    expect([edit.status, edit.error.code]).toEqual([409, 'person_erased']);
    const filled = await contextOf(owner).transaction(async (tx) => [
      await fillContact(tx, bystander.id, 'email', email),
      await storeCrmPeople(tx, 0, [
        { record_id: '1', email, other_emails: [], linkedin_key: null, standing: 'customer', words: '' },
      ]),
    ]);
    expect(filled).toEqual([false, new Set()]);
    expect(await skipsOf(owner)).toEqual({ crm: 1, import: 2 });
    expect(await leadsOf(owner)).toBe(2);
  });

  test('is refused by the database where a way in forgot to ask', async () => {
    const owner = await server.signUp();
    const [{ id, email }, other] = [await makeLead(owner), await makeLead(owner)];
    await erase(id, owner);
    const add = server.owner.query('insert into prospects (organization_id, first_name, email) values ($1, $2, $3)', [
      owner.organization_id,
      'Grace',
      email,
    ]);
    await expect(add).rejects.toMatchObject({ code: 'ER410' });
    const change = server.owner.query('update prospects set email = $1 where id = $2', [email, other.id]);
    await expect(change).rejects.toMatchObject({ code: 'ER410' });
  });
});

describe('a message on its way', () => {
  const letters = makeLetterKind('erased letter');
  /** Asks the suppression list, as the campaigns do, and stops at the gate before the dispatch is committed. */
  let gate: Promise<void> = Promise.resolve();
  let atGate: () => void = () => undefined;
  letters.kind.check = async (tx, intents) => {
    const { rows } = await sql<{
      id: number;
      organization_id: number;
      email: string;
    }>`select i.id, p.organization_id, p.email
      from outbound_intents i join prospects p on p.id = i.prospect_id
      where i.id = any(${intents.map(({ id }) => id)}::bigint[])`.execute(tx.db);
    const verdicts = new Map();
    for (const { id, organization_id, email } of rows)
      if ((await listSuppressed(tx, organization_id, [email])).length === 0) verdicts.set(id, goTo(email));
    atGate();
    await gate;
    return verdicts;
  };
  let refs = 0;
  async function plan(owner: Person, prospect_id: number): Promise<number> {
    const account_id = await makeMailSender(system(), owner.organization_id, {
      email: `sender${prospect_id}@acme.example`,
      smtp_port: 1,
    });
    refs += 1;
    const given = { kind: letters.kind.name, ref_id: refs, ref_part: 0, account_id, prospect_id, campaign_id: null };
    const [intent] = await system().systemTransaction((tx) =>
      insertIntents(tx, [{ ...given, organization_id: owner.organization_id, priority: 0 }]),
    );
    return intent!.id;
  }
  const start = () => {
    dispatcher = startDispatcher(system(), new Map([[letters.kind.name, letters.kind]]), { poll_in_ms: 20 });
  };

  test('that was handed over is said, and the person is erased once its outcome is known', async () => {
    const owner = await server.signUp();
    const { id } = await makeLead(owner);
    const intent = await plan(owner, id);
    const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    answers.send = async () => {
      begun.resolve();
      await released.promise;
      return ACCEPTED;
    };
    start();
    await begun.promise;
    const { data } = await erase(id, owner);
    expect(data.erasure).toMatchObject({ total: 1, erased: 0, handed_over: 1, finished_at: null });
    expect((await erase(id, owner)).data.erasure.id).toBe(data.erasure.id);
    released.resolve();
    await letters.waitFor((settled) => settled.some((one) => one.id === intent));
    expect(await eraseBatch(system(), owner.organization_id)).toBe(1);
    const { data: after } = await owner.call(api.getErasure, { params: { id: data.erasure.id } });
    expect(after.erasure).toMatchObject({ erased: 1, finished_at: expect.any(String) });
    expect(await loadIntents(system(), [intent])).toEqual([]);
  });

  test('that is being decided goes before the erasure ends, or not at all', async () => {
    const owner = await server.signUp();
    const { id } = await makeLead(owner);
    await plan(owner, id);
    const sent: number[] = [];
    let isErased = false;
    // The message stays on its way until the erasure has answered.
    const answered = Promise.withResolvers<void>();
    answers.send = async () => {
      sent.push(isErased ? 1 : 0);
      await answered.promise;
      return ACCEPTED;
    };
    const [reached, open] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    atGate = reached.resolve;
    gate = open.promise;
    start();
    await reached.promise;
    const erasing = erase(id, owner).then(({ data }) => {
      isErased = data.erasure.erased === 1;
      return data.erasure;
    });
    // The erasure waits for the dispatch that has locked the message.
    await expect.poll(() => countLockWaits(server.owner, 'outbound_intents')).toBe(1);
    open.resolve();
    const { erased } = await erasing.finally(answered.resolve);
    expect(erased).toBe(0);
    await letters.waitFor(() => sent.length === 1);
    expect(sent).toEqual([0]);
  });

  test('that is only planned never leaves', async () => {
    const owner = await server.signUp();
    const [erased, other] = [await makeLead(owner), await makeLead(owner)];
    const planned = await plan(owner, erased.id);
    const kept = await plan(owner, other.id);
    await erase(erased.id, owner);
    const sent: string[] = [];
    answers.send = async (_, mail) => {
      sent.push(mail.envelope.to.join());
      return ACCEPTED;
    };
    gate = Promise.resolve();
    start();
    await letters.waitFor((settled) => settled.some(({ id }) => id === kept));
    expect(sent).toEqual([other.email]);
    expect(await loadIntents(system(), [planned])).toEqual([]);
  });
});

test('who was erased after a backup is erased again before anything is sent', async () => {
  const owner = await server.signUp();
  const { id, email, linkedin_key } = await makeLead(owner);
  await erase(id, owner);
  await writeJournal(system());
  const journal = await readFile(join(server.config.DATA_DIR, 'erasures.ndjson'), 'utf8');
  expect(journal).toContain(`"organization_id":${owner.organization_id}`);
  for (const text of [email, linkedin_key, 'Grace']) expect(journal).not.toContain(text);
  // The database of before: no digests, no key, and the lead is there.
  for (const table of ['erasure_jobs', 'suppressions', 'erasure_keys'])
    await server.owner.query(`delete from ${table} where organization_id = $1`, [owner.organization_id]);
  await makeLeads(contextOf(owner), [
    { first_name: 'Grace', email },
    { first_name: 'Alan', email: 'alan@harbor.example' },
  ]);
  expect(await replayJournal(system())).toBe(1);
  expect(await leadsOf(owner)).toBe(1);
  expect(await contextOf(owner).transaction((tx) => isErasedPerson(tx, { linkedin_key }))).toBe(true);
  expect((await owner.call(api.listErasures, {})).data.erasures).toMatchObject([
    { origin: 'restore', total: 1, erased: 1 },
  ]);
  expect(await replayJournal(system())).toBe(0);
});

/** The database of before an erasure: no digests, no key, and the lead is there. */
async function goBack(owner: Person, email: string): Promise<void> {
  for (const table of ['erasure_jobs', 'suppressions', 'erasure_keys'])
    await server.owner.query(`delete from ${table} where organization_id = $1`, [owner.organization_id]);
  await makeLeads(contextOf(owner), [{ first_name: 'Grace', email }]);
}

test('a line of the journal that a crash cut short spoils no other one', async () => {
  const owner = await server.signUp();
  const { id, email } = await makeLead(owner);
  await writeJournal(system());
  await appendFile(join(server.config.DATA_DIR, 'erasures.ndjson'), '\n{"id":"0b5');
  await erase(id, owner);
  await writeJournal(system());
  await goBack(owner, email);
  expect(await replayJournal(system())).toBe(1);
  expect(await leadsOf(owner)).toBe(0);
});

test('the journal reaches no organization that got the number of a lost one after a restore', async () => {
  const owner = await server.signUp();
  const { id, email } = await makeLead(owner);
  await erase(id, owner);
  await writeJournal(system());
  await goBack(owner, email);
  await server.owner.query(
    `update organizations set created_at = app_now() + interval '1 hour' where organization_id = $1`,
    [owner.organization_id],
  );
  expect(await replayJournal(system())).toBe(0);
  expect(await leadsOf(owner)).toBe(1);
});

test('a record in a disconnected CRM account is reported as failed', async () => {
  const owner = await server.signUp();
  const { id } = await makeLead(owner);
  const { rows } = await server.owner.query(
    `with made as (insert into integrations (organization_id, integration_type, account_id, account_name, sealed_tokens)
      values ($1, 'HUBSPOT', '1', 'Acme', 'x') returning id)
    insert into crm_links (organization_id, integration_id, account_id, prospect_id, record_id)
      select $1, id, '1', $2, '77' from made returning integration_id`,
    [owner.organization_id, id],
  );
  const { data } = await owner.call(api.erasePerson, { params: { id }, body: { with_crm: true } });
  expect(data.erasure.crm).toMatchObject([{ waiting: 1, failed: 0, error: null }]);
  await server.owner.query('update integrations set sealed_tokens = null where id = $1', [rows[0].integration_id]);
  const after = await owner.call(api.getErasure, { params: { id: data.erasure.id } });
  expect(after.data.erasure.crm).toMatchObject([
    { waiting: 0, failed: 1, error: 'the account is not connected any more' },
  ]);
});

test('leaves no example of a message to an erased person in the approval of a campaign', async () => {
  const owner = await server.signUp();
  const [grace, other] = [await makeLead(owner), await makeLead(owner)];
  const { data } = await owner.call(api.createCampaign, { body: { name: 'Harbor' } });
  const { rows } = await server.owner.query(
    `with added as (insert into campaign_leads (organization_id, campaign_id, prospect_id, status)
      select $1, $2, unnest($3::bigint[]), 'COMPLETED')
    insert into approvals (organization_id, kind, campaign_id, parameters, preview, fingerprint, nonce, expires_at)
      values ($1, 'campaign_activation', $2, '{}', $4, 'x', 'n', app_now()) returning id`,
    [
      owner.organization_id,
      data.campaign.id,
      [grace.id, other.id],
      JSON.stringify({
        title: 'Start',
        facts: [],
        messages: [{ subject_line: null, message: `Dear Hopper${people - 1}` }],
      }),
    ],
  );
  const messages = async () =>
    (await server.owner.query(`select preview -> 'messages' as found from approvals where id = $1`, [rows[0].id]))
      .rows[0].found;
  await erase(other.id, owner);
  expect(await messages()).toHaveLength(1);
  await erase(grace.id, owner);
  expect(await messages()).toEqual([]);
});
