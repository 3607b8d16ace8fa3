import { api } from '@overture/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { useTestServer } from '../../../testing/harness.ts';
import { makeCampaign, makeList, makeSender, type PersonFields } from '../settings/campaigns.factory.ts';

const server = useTestServer();

async function world(people: PersonFields[]) {
  const person = await server.signUp();
  const list = await makeList(server, person.organization_id, people);
  const inside = server.program.system.forOrganization(person.organization_id);
  const run = (query: ReturnType<typeof sql>) => inside.transaction(({ db }) => query.execute(db));
  const find = async (...filters: object[]) => {
    const query = { page: 1, filters: filters as never, sort_field: 'first_name' };
    const answer = await person.call(api.listSearchProspects, { params: { id: list.search_id }, query });
    expect(answer.status, JSON.stringify(answer.error)).toBe(200);
    return answer.data.prospects.map(({ first_name }) => first_name).join(' ');
  };
  return { person, list, run, find, organization_id: person.organization_id };
}

const has = (column: string, value: string) => ({ column, operation: 'contains', value });
const hasNot = (column: string, value: string) => ({ column, operation: 'not_contains', value });
const compare = (column: string, comparison: string, ...values: (string | number)[]) => ({
  column,
  comparison,
  values,
});
const any = (...filters: object[]) => ({ match: 'any', filters });

describe('suppressed', () => {
  test('leads are found by the reason, as their marks say', async () => {
    const { person, list, run, find, organization_id } = await world([
      { first_name: 'Ada', email: 'ada@one.example' },
      { first_name: 'Bo', email: 'bo@two.example', phone_number: '+49 30 1234567' },
      { first_name: 'Cy', email: 'cy@three.example' },
      { first_name: 'Di', email: 'di@mail.four.example' },
      { first_name: 'Ed', email: 'ed@five.example' },
      { first_name: 'Fay', phone_number: '+49 30 7654321' },
    ]);
    const entry = (email: string, reason: string) =>
      run(
        sql`insert into suppressions (organization_id, email, reason) values (${organization_id}, ${email}, ${reason})`,
      );
    await entry('ada@one.example', 'unsubscribe');
    await entry('bo@two.example', 'hard_bounce');
    await entry('other@five.example', 'complaint');
    await run(
      sql`update prospects set other_emails = '{other@five.example}', other_email_sources = '{csv}' where first_name = 'Ed'`,
    );
    await run(sql`insert into suppressions (organization_id, kind, phone_key, reason)
      select ${organization_id}, 'person', phone_key, 'manual' from prospects where first_name = 'Fay'`);
    expect((await person.call(api.addExcludedDomain, { body: { domain: 'four.example' } })).status).toBe(200);
    expect(await find(has('suppressed', 'any'))).toBe('Ada Bo Di Ed Fay');
    expect(await find(hasNot('suppressed', 'any'))).toBe('Cy');
    expect(await find(has('suppressed', 'unsubscribe,complaint'))).toBe('Ada Ed');
    expect(await find(has('suppressed', 'hard_bounce'))).toBe('Bo');
    expect(await find(has('suppressed', 'excluded_domain'))).toBe('Di');
    expect(await find(has('suppressed', 'manual'))).toBe('Fay');
    expect(await find(has('suppressed', 'crm'))).toBe('');
    expect(await find(any(has('suppressed', 'hard_bounce'), compare('email', 'is', 'cy@three.example')))).toBe('Bo Cy');
    const marked = await person.call(api.listBlockedLeads, { query: { prospect_ids: list.prospect_ids } });
    expect(marked.data.leads).toHaveLength(5);
  });

  test('entries of another organization say nothing', async () => {
    const { find, run, person } = await world([{ first_name: 'Ada', email: 'ada@one.example' }]);
    const eve = await server.signUp('Eve');
    await server.owner.query(
      `insert into suppressions (organization_id, email, reason) values ($1, 'ada@one.example', 'manual')`,
      [eve.organization_id],
    );
    expect(eve.organization_id).not.toBe(person.organization_id);
    await run(sql`select 1`);
    expect(await find(has('suppressed', 'any'))).toBe('');
  });
});

describe('in a campaign', () => {
  test('that runs, ever, or one of these; in its own table another one', async () => {
    const { person, list, run, find, organization_id } = await world(
      ['Ada', 'Bo', 'Cy', 'Di'].map((first_name) => ({ first_name, email: `${first_name}@one.example` })),
    );
    const email_account_id = await makeSender(server, organization_id);
    const [running, draft] = [await makeCampaign(person, { email_account_id }), await makeCampaign(person)];
    const add = (campaign: number, ...places: number[]) =>
      person.call(api.addToCampaign, {
        params: { id: list.search_id },
        body: { campaign, allow_duplicates: true, prospect_ids: places.map((place) => list.prospect_ids[place]!) },
      });
    expect((await add(running.id, 0, 1)).data.added).toBe(2);
    expect((await add(draft.id, 1, 2)).data.added).toBe(2);
    await run(sql`update campaigns set status = 'ACTIVE' where id = ${running.id}`);
    await run(sql`update campaign_leads set archived_at = app_now() where prospect_id = ${list.prospect_ids[2]}`);
    expect(await find(has('in_campaign', 'active'))).toBe('Ada Bo');
    expect(await find(has('in_campaign', 'ever'))).toBe('Ada Bo Cy');
    expect(await find(hasNot('in_campaign', 'ever'))).toBe('Di');
    expect(await find(has('in_campaign', String(draft.id)))).toBe('Bo');
    expect(await find(has('in_campaign', `active,${draft.id}`))).toBe('Ada Bo');
    await run(sql`update campaign_leads set status = 'REPLIED' where prospect_id = ${list.prospect_ids[0]}`);
    expect(await find(has('in_campaign', 'active'))).toBe('Bo');
    const table = await person.call(api.listCampaignLeads, {
      params: { id: running.id },
      query: { filters: [has('in_campaign', 'ever')] } as never,
    });
    expect(table.data.prospects.map(({ first_name }) => first_name)).toEqual(['Bo']);
    await run(sql`delete from campaigns where id = ${draft.id}`);
    expect(await find(has('in_campaign', String(draft.id)))).toBe('');
  });

  test('a campaign of another organization holds none of these leads', async () => {
    const { find } = await world([{ first_name: 'Ada' }]);
    const eve = await server.signUp('Eve');
    const { id } = await makeCampaign(eve);
    expect(await find(has('in_campaign', String(id)))).toBe('');
  });
});

describe('last touched', () => {
  async function touched() {
    const made = await world(['Ada', 'Bo', 'Cy', 'Di', 'Ed', 'Fay'].map((first_name) => ({ first_name })));
    const { list, run, organization_id } = made;
    const sender = await makeSender(server, organization_id);
    let ref = 0;
    const send = (place: number, daysAgo: number, given: { state?: string; action?: string; kind?: string } = {}) => {
      const { state = 'confirmed', action = 'email', kind = 'chat_message' } = given;
      ref += 1;
      return run(sql`insert into outbound_intents (organization_id, kind, ref_id, account_id, prospect_id, state, action, dispatched_at)
        values (${organization_id}, ${kind}, ${organization_id * 1000 + ref}, ${sender}, ${list.prospect_ids[place]}, ${state}, ${action},
          app_now() - make_interval(days => ${daysAgo}))`);
    };
    await send(0, 40);
    await send(0, 5);
    await send(1, 40);
    await send(2, 3, { action: 'visit' });
    await send(2, 3, { kind: 'chat_forward' });
    await send(2, 3, { state: 'rejected' });
    await run(sql`insert into past_contacts (organization_id, prospect_id, tool, last_contacted_at, outcome)
      values (${organization_id}, ${list.prospect_ids[3]}, 'Lemlist', app_now() - interval '20 days', 'contacted')`);
    await run(sql`insert into past_mails (organization_id, prospect_id, is_received, subject_line, message, sent_at, digest)
      select ${organization_id}, id, received, '', '', app_now() - interval '1 day', sha256(id::text::bytea)
      from (values (${list.prospect_ids[4]}::bigint, false), (${list.prospect_ids[5]}, true)) as g (id, received)`);
    return made;
  }

  test('by days, before and after, between, and never', async () => {
    const { find } = await touched();
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
    expect(await find(compare('last_touched', 'in_last_days', 7))).toBe('Ada Ed');
    expect(await find(compare('last_touched', 'not_in_last_days', 7))).toBe('Bo Cy Di Fay');
    expect(await find({ column: 'last_touched', operation: 'is_empty', value: '' })).toBe('Cy Fay');
    expect(await find({ column: 'last_touched', operation: 'is_not_empty', value: '' })).toBe('Ada Bo Di Ed');
    expect(await find(compare('last_touched', 'before', day(10)))).toBe('Bo Di');
    expect(await find(compare('last_touched', 'after', day(10)))).toBe('Ada Ed');
    expect(await find(compare('last_touched', 'between', day(25), day(15)))).toBe('Di');
    expect(await find(compare('last_touched', 'is', day(5)))).toBe('Ada');
    expect(await find(compare('last_touched', 'is_not', day(5)))).toBe('Bo Cy Di Ed Fay');
    expect(await find(has('last_touched', day(5)))).toBe('Ada');
    expect(
      await find(any(compare('last_touched', 'in_last_days', 2), compare('last_touched', 'before', day(30)))),
    ).toBe('Bo Ed');
  });

  test('the same leads are selected, exported and kept in a view', async () => {
    const { person, list } = await touched();
    const filters = [compare('last_touched', 'in_last_days', '7'), hasNot('suppressed', 'any')] as never;
    const params = { id: list.search_id };
    const chosen = await person.call(api.selectSearchProspects, { params, body: { amount: 500, filters } });
    expect(chosen.data.prospect_ids).toHaveLength(2);
    const file = await person.call(api.exportSearchProspects, { params, body: { export_amount: 500, filters } });
    expect(JSON.stringify(file.data)).toContain('Ada');
    expect(JSON.stringify(file.data)).not.toContain('Bo');
    const view = await person.call(api.createLeadView, { body: { name: 'Touched', is_own: true, filters } });
    expect(view.data.view.filters).toEqual(filters);
  });
});

test('duplicates share an email, name and company, or last name and number', async () => {
  const phone_number = '+49 30 1234567';
  const { find } = await world([
    { first_name: 'Ada', last_name: 'Byron', email: 'a@one.example', company_name: 'Engines' },
    { first_name: 'ADA', last_name: 'byron', company_name: 'engines' },
    { first_name: 'Bo', last_name: 'Lin', email: 'a@one.example' },
    { first_name: 'Cy', last_name: 'Kay', phone_number, company_name: 'Mills' },
    { first_name: 'Cyrus', last_name: 'Kay', phone_number },
    { first_name: 'Di', last_name: 'Roe', phone_number },
    { first_name: '', last_name: '', company_name: 'Mills' },
    { first_name: '', last_name: '', company_name: 'Mills' },
  ]);
  expect(await find(has('duplicate', 'email'))).toBe('Ada Bo');
  expect(await find(has('duplicate', 'name_company'))).toBe('Ada ADA');
  expect(await find(has('duplicate', 'name_phone'))).toBe('Cy Cyrus');
  expect(await find(hasNot('duplicate', 'email,name_company,name_phone'), has('last_name', 'r'))).toBe('Di');
  expect(await find(any(has('duplicate', 'name_phone'), compare('first_name', 'is', 'Bo')))).toBe('Bo Cy Cyrus');
});
