import { api } from '@overture/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { useTestServer } from '../../testing/harness.ts';
import { disabledFeatures } from '../organization/index.ts';
import { createFilledList, createList, csvHeader, importCsv } from './lists.factory.ts';

const server = useTestServer();

async function switchOff(organizationId: number, flag: string): Promise<void> {
  await server.program.system.systemTransaction(({ db }) =>
    sql`update organizations set disabled_features = ${[flag]}::text[] where organization_id = ${organizationId}`.execute(
      db,
    ),
  );
}

describe('lead lists', () => {
  test('are made, renamed, archived and restored', async () => {
    const person = await server.signUp();
    const id = await createList(person, '  Founders in Utrecht ');
    expect((await person.call(api.getSearch, { params: { id } })).data).toMatchObject({
      search: { id, name: 'Founders in Utrecht', total_prospects: 0, status: 'active' },
      filters: {},
    });
    await person.call(api.renameSearch, { params: { id }, body: { name: 'Owners' } });
    await person.call(api.changeSearchStatuses, { body: { search_ids: [id], status: 'archived' } });
    expect((await person.call(api.listSearches)).data.searches).toEqual([]);
    expect((await person.call(api.listArchivedSearches)).data.searches).toMatchObject([{ id, name: 'Owners' }]);
    await person.call(api.changeSearchStatuses, { body: { search_ids: [id], status: 'active' } });
    expect((await person.call(api.listSearches)).data.searches).toMatchObject([{ id, status: 'active' }]);
  });

  test.each([[''], ['   '], [null], ['\u0000\n']])('refuse the name %j', async (name) => {
    const person = await server.signUp();
    const answer = await person.call(api.createSearch, { body: { name } });
    expect([answer.status, answer.error.error]).toEqual([400, 'Please enter a valid list name']);
    const id = await createList(person);
    expect((await person.call(api.renameSearch, { params: { id }, body: { name } })).error.code).toBe(
      'list_name_invalid',
    );
  });

  test('end at 500 in a trial, also for two parallel requests', async () => {
    const person = await server.signUp();
    await server.program.system
      .forOrganization(person.organization_id)
      .transaction(({ db }) =>
        sql`insert into searches (organization_id, name) select ${person.organization_id}, 'List ' || n from generate_series(1, 498) n`.execute(
          db,
        ),
      );
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => person.call(api.createSearch, { body: { name: 'More' } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 403, 403]);
    expect(answers.find(({ status }) => status === 403)?.error).toEqual({
      error: 'trial_search_limit',
      code: 'trial_search_limit',
    });
  });

  test('end at 500 after a trial without a subscription as well', async () => {
    const person = await server.signUp();
    const { system } = server.program;
    const id = person.organization_id;
    await system.systemTransaction(async ({ db }) => {
      await sql`update organizations set trial_ends_at = now() - interval '1 day' where organization_id = ${id}`.execute(
        db,
      );
      await sql`insert into searches (organization_id, name) select ${id}, 'List ' || n from generate_series(1, 500) n`.execute(
        db,
      );
    });
    const create = () => person.call(api.createSearch, { body: { name: 'More' } });
    expect((await create()).error).toMatchObject({ code: 'trial_search_limit' });
    await system.systemTransaction(({ db }) =>
      sql`update organizations set active_subscription = true where organization_id = ${id}`.execute(db),
    );
    expect((await create()).status).toBe(200);
  });

  test('of another organization are not found, and a bulk call with one of them changes nothing', async () => {
    const [person, stranger] = [await server.signUp(), await server.signUp()];
    const [mine, theirs] = [await createList(person), await createList(stranger)];
    const params = { id: theirs };
    const answers = await Promise.all([
      person.call(api.getSearch, { params }),
      person.call(api.renameSearch, { params, body: { name: 'Mine now' } }),
      person.call(api.listSearchProspects, { params }),
      person.call(api.changeProspectStatuses, { params, body: { amount: 10, new_status: 'ARCHIVED' } }),
      person.call(api.exportSearchProspects, { params, body: { export_amount: 10 } }),
      person.call(api.changeSearchStatuses, { body: { search_ids: [mine, theirs], status: 'archived' } }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
    expect((await person.call(api.getSearch, { params: { id: mine } })).data.search.status).toBe('active');
  });

  test('are closed with their feature', async () => {
    const person = await server.signUp();
    const id = await createList(person);
    await switchOff(person.organization_id, 'lead_list_creation_enabled');
    expect((await person.call(api.createSearch, { body: { name: 'No' } })).status).toBe(403);
    expect((await person.call(api.listSearches)).status).toBe(200);
    await switchOff(person.organization_id, 'csv_lead_import_enabled');
    expect((await importCsv(person, id, csvHeader)).error.code).toBe('feature_disabled');
    await switchOff(person.organization_id, 'lead_lists_enabled');
    expect(disabledFeatures({ disabled_features: ['lead_lists_enabled'] })).toContain('lead_list_creation_enabled');
    for (const endpoint of [api.listSearches, api.listArchivedSearches, api.listImports]) {
      expect((await person.call(endpoint)).error.code).toBe('feature_disabled');
    }
    expect((await person.call(api.createSearch, { body: { name: 'No' } })).status).toBe(403);
  });
});

describe('taking leads out of a list', () => {
  test('by id: they leave the table and the total, and can be put back', async () => {
    const person = await server.signUp();
    const id = await createFilledList(person, 30);
    const first = (await person.call(api.listSearchProspects, { params: { id } })).data.prospects.slice(0, 3);
    const prospect_ids = first.map((lead) => lead.id);
    const change = (old_status: 'IN_REVIEW' | 'ARCHIVED', new_status: 'IN_REVIEW' | 'ARCHIVED') =>
      person.call(api.changeProspectStatuses, {
        params: { id },
        body: { prospect_ids: [...prospect_ids, 999_999_999], old_status, new_status },
      });
    expect((await change('IN_REVIEW', 'ARCHIVED')).data).toEqual({ success: true, updated_prospects: 3 });
    expect((await change('IN_REVIEW', 'ARCHIVED')).data.updated_prospects).toBe(0);
    const page = (await person.call(api.listSearchProspects, { params: { id } })).data;
    expect([page.totalProspects, page.prospects.some((lead) => prospect_ids.includes(lead.id))]).toEqual([27, false]);
    expect((await person.call(api.getSearch, { params: { id } })).data.search.total_prospects).toBe(27);
    expect((await change('ARCHIVED', 'IN_REVIEW')).data.updated_prospects).toBe(3);
  });

  test('by amount: the first of the table as it is filtered and sorted', async () => {
    const person = await server.signUp();
    const id = await createFilledList(person, 60);
    const table = {
      filters: [{ column: 'location', operation: 'contains', value: 'CITY 2' }],
      sort_field: 'first_name',
      sort_direction: 'desc',
    };
    const before = (await person.call(api.listSearchProspects, { params: { id }, query: table })).data;
    await person.call(api.changeProspectStatuses, {
      params: { id },
      body: { ...table, amount: 5, old_status: 'IN_REVIEW', new_status: 'ARCHIVED' },
    });
    const after = (await person.call(api.listSearchProspects, { params: { id }, query: table })).data;
    expect([before.totalProspects, after.totalProspects]).toEqual([12, 7]);
    expect(after.prospects).toEqual(before.prospects.slice(5));
  });

  test('without anything selected changes nothing', async () => {
    const person = await server.signUp();
    const id = await createFilledList(person, 3);
    const answer = await person.call(api.changeProspectStatuses, { params: { id }, body: { new_status: 'ARCHIVED' } });
    expect(answer.data.updated_prospects).toBe(0);
  });
});

describe('how a lead can be reached', () => {
  test('is changed, cleared and refused by field', async () => {
    const person = await server.signUp();
    const id = await createFilledList(person, 1);
    const lead = (await person.call(api.listSearchProspects, { params: { id } })).data.prospects[0]!;
    const change = (body: Record<string, string | null>) =>
      person.call(api.updateProspect, { params: { id: lead.id }, body });
    const changed = await change({
      email: ' Ada@Engine.EXAMPLE ',
      phone_number: '+31 6 1234 5678',
      company_website: 'engine.example/about',
    });
    expect(changed.data.prospect).toMatchObject({
      email: 'ada@engine.example',
      phone_number: '+31 6 1234 5678',
      company: { website_url: 'https://engine.example/about' },
    });
    expect(changed.data.prospect.zone).toEqual({ zone: 'Europe/Amsterdam', source: 'phone' });
    expect((await change({ time_zone: 'EST' })).error.details).toEqual({ time_zone: 'America/New_York?' });
    expect((await change({ time_zone: 'america/new york' })).data.prospect).toMatchObject({
      time_zone: 'America/New_York',
      zone: { zone: 'America/New_York', source: 'typed' },
    });
    expect((await change({ email: '', phone_number: null })).data.prospect).toMatchObject({
      email: null,
      phone_number: '+31 6 1234 5678',
    });
    expect((await change({ email: 'not an address' })).error.details).toEqual({
      email: 'This is not an email address.',
    });
    expect((await change({ phone_number: 'call me' })).status).toBe(400);
    expect((await change({ company_website: 'javascript:alert(1)' })).status).toBe(400);
    const stranger = await server.signUp();
    expect(
      (await stranger.call(api.updateProspect, { params: { id: lead.id }, body: { email: 'x@y.example' } })).status,
    ).toBe(404);
  });

  test('who a lead is can be corrected: one line each, a first name always', async () => {
    const person = await server.signUp();
    const id = await createFilledList(person, 1);
    const lead = (await person.call(api.listSearchProspects, { params: { id } })).data.prospects[0]!;
    const change = (body: Record<string, string | null>) =>
      person.call(api.updateProspect, { params: { id: lead.id }, body });
    const words = {
      first_name: 'Zo\u00eb',
      last_name: "O'Hara",
      job_title: 'CFO\n at \u0007large',
      company_name: ' Engine ',
    };
    const changed = await change({ ...words, location: 'Berlin', industry: 'Mills' });
    expect(changed.data.prospect).toMatchObject({
      first_name: 'Zo\u00eb',
      last_name: "O'Hara",
      job_title: 'CFO at large',
      location: 'Berlin',
      company: { name: 'Engine', industry: 'Mills' },
    });
    expect((await change({ last_name: '', job_title: '', first_name: null })).data.prospect).toMatchObject({
      first_name: 'Zo\u00eb',
      last_name: '',
      job_title: null,
    });
    expect((await change({ first_name: ' \u200b ' })).error.details).toEqual({ first_name: 'Write a first name.' });
    expect((await change({ company_name: 'x'.repeat(2001) })).error.details).toEqual({
      company_name: 'Write at most 2000 characters.',
    });
    const filters = [{ column: 'name', operation: 'contains', value: 'zo\u00eb' }];
    const listed = await person.call(api.listSearchProspects, { params: { id }, query: { filters } });
    expect(listed.data.prospects.map(({ last_name }) => last_name)).toEqual(['']);
  });
});
